//! Data bound to a program's buffers, as devices see it.

use crate::{Error, Limit};
use vyre_ir::rules::MAX_UNIFORM_BYTES;
use vyre_ir::{BufferAccess, BufferDecl};

/// The data of one bound buffer, in the order of `Program::bound_buffers`. Elements are tightly packed lanes, lane 0
/// first, whatever the buffer's access.
#[derive(Debug)]
pub(crate) enum Binding<'a> {
    /// Data that the program only reads.
    Words(&'a [u32]),
    /// Data that the program reads and writes; it holds the result afterwards.
    WordsMut(&'a mut [u32]),
    /// The contents of a `Bytes` buffer, of any length. The last backing word is padded with zeros.
    Bytes(&'a [u8]),
    /// A buffer of a GPU's. Buffers of the CPU device are words.
    #[cfg(feature = "gpu")]
    Resident {
        buffer: &'a dyn crate::gpu::AnyResident,
        /// Whether it was given to be written.
        is_write: bool,
    },
}

impl Binding<'_> {
    /// The number of backing words.
    pub(crate) fn words(&self) -> usize {
        match self {
            Binding::Words(words) => words.len(),
            Binding::WordsMut(words) => words.len(),
            Binding::Bytes(bytes) => bytes.len().div_ceil(4),
            #[cfg(feature = "gpu")]
            Binding::Resident { buffer, .. } => buffer.words(),
        }
    }

    /// The bytes of data of the host's.
    #[cfg(feature = "gpu")]
    pub(crate) fn host_bytes(&self) -> &[u8] {
        match self {
            Binding::Words(words) => bytemuck::cast_slice(words),
            Binding::WordsMut(words) => bytemuck::cast_slice(words),
            Binding::Bytes(bytes) => bytes,
            Binding::Resident { .. } => &[],
        }
    }
}

/// Checks the lengths that no device allows: more than 64 KiB of a uniform buffer, and more words than a `u32`
/// counts, the length of which a program could not see.
pub(crate) fn check_length(buffer: &BufferDecl, binding: &Binding<'_>) -> Result<(), Error> {
    let asked = binding.words() as u64 * 4;
    let (limit, allowed) = match buffer.access {
        BufferAccess::Uniform => (Limit::UniformSize, MAX_UNIFORM_BYTES),
        _ => (Limit::BufferSize, u64::from(u32::MAX) * 4),
    };
    if asked > allowed { Err(Error::Limit { limit, asked, allowed }) } else { Ok(()) }
}
