//! Why bytes are not a program.

use super::VERSION;
use crate::TypeLimit;
use crate::rules::MAX_TENSOR_NAMES;
use std::fmt;

/// The reason why bytes are not a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WireError {
    /// The offset of the byte at which decoding stopped.
    pub offset: usize,
    /// What is wrong there.
    pub kind: WireErrorKind,
}

/// What is wrong with a wire form.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum WireErrorKind {
    /// The bytes do not begin with `VYRE`.
    NotVyre,
    /// This library does not read the version.
    Version(u8),
    /// The bytes end too early, or a length is more than the bytes that are left.
    Truncated,
    /// Bytes follow the program.
    TrailingBytes,
    /// An unknown tag; the text says of what.
    UnknownTag(&'static str, u8),
    /// A number of more than 32 bits.
    NumberTooLarge,
    /// A string that is not UTF-8.
    NotUtf8,
    /// An index past the end of the string table.
    UnknownString(u32),
    /// An item without its operands or bodies, or operands without an item.
    Unbalanced,
    /// Names of more than 256 MiB in all.
    TooLarge,
    /// More names of dimensions than a process takes.
    TooManyNames,
    /// A type that is too deep or too large.
    Type(TypeLimit),
}

impl fmt::Display for WireError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "wire form, byte {}: ", self.offset)?;
        match &self.kind {
            WireErrorKind::NotVyre => f.write_str("not a vyre program"),
            WireErrorKind::Version(version) => write!(f, "version {version}, expected {VERSION}"),
            WireErrorKind::Truncated => f.write_str("the bytes end too early"),
            WireErrorKind::TrailingBytes => f.write_str("bytes after the end"),
            WireErrorKind::UnknownTag(what, tag) => write!(f, "unknown {what} {tag:#04x}"),
            WireErrorKind::NumberTooLarge => f.write_str("a number of more than 32 bits"),
            WireErrorKind::NotUtf8 => f.write_str("a name that is not UTF-8"),
            WireErrorKind::UnknownString(index) => write!(f, "no name has the index {index}"),
            WireErrorKind::Unbalanced => f.write_str("operands and operators do not match"),
            WireErrorKind::Type(limit) => write!(f, "{limit}"),
            WireErrorKind::TooManyNames => {
                write!(f, "more than {MAX_TENSOR_NAMES} names of dimensions in this process")
            }
            WireErrorKind::TooLarge => f.write_str("names of more than 256 MiB"),
        }
    }
}

impl std::error::Error for WireError {}
