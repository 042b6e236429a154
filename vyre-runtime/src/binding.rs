//! Data bound to a program's buffers, in the form that devices take.

use crate::memory::Memory;
use crate::{Error, Limit};
use vyre_ir::rules::MAX_UNIFORM_BYTES;
use vyre_ir::{BufferAccess, BufferDecl};

/// The data of one bound buffer, in the order of `Program::bound_buffers`. Elements are tightly packed lanes, lane 0
/// first, whatever the buffer's access.
#[derive(Debug)]
pub(crate) enum Binding<'a> {
    /// Data that the program only reads.
    Words(&'a [u32]),
    /// Data that the program reads and writes. It holds the result afterwards.
    WordsMut(&'a mut [u32]),
    /// The contents of a `Bytes` buffer, of any length. The last backing word is padded with zeros.
    Bytes(&'a [u8]),
    /// Memory of the device.
    Resident {
        memory: &'a (dyn Memory + 'static),
        /// Whether the program may write it.
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
            Binding::Resident { memory, .. } => memory.words(),
        }
    }

    /// The bytes of the data, if it is on the host.
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

/// Checks the limits that hold on every device: at most 64 KiB for a uniform buffer, and at most as many words as a
/// `u32` counts, so that a program can see the length.
pub(crate) fn check_length(buffer: &BufferDecl, binding: &Binding<'_>) -> Result<(), Error> {
    let asked = binding.words() as u64 * 4;
    let (limit, allowed) = match buffer.access {
        BufferAccess::Uniform => (Limit::UniformSize, MAX_UNIFORM_BYTES),
        _ => (Limit::BufferSize, u64::from(u32::MAX) * 4),
    };
    if asked > allowed { Err(Error::Limit { limit, asked, allowed }) } else { Ok(()) }
}
