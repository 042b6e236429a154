//! The memory that the invocations of a launch share: bound buffers and workgroup arrays.
//!
//! Local arrays are not here; they are part of an invocation's registers.

use crate::Error;
use crate::binding::Binding;
use vyre_ir::{AtomicOp, BufferAccess, BufferDecl, DataType, Scalar};

/// The contents of a `Bytes` buffer, where the host has them.
#[derive(Clone, Copy)]
pub(super) enum Bytes<'a> {
    Bytes(&'a [u8]),
    /// Backing words, the lowest byte first.
    Words(&'a [u32]),
}

impl Bytes<'_> {
    /// The byte at an offset, if there is one.
    #[inline]
    pub(super) fn byte(self, index: u32) -> Option<u32> {
        match self {
            Bytes::Bytes(bytes) => bytes.get(index as usize).map(|byte| u32::from(*byte)),
            Bytes::Words(words) => words.get(index as usize / 4).map(|word| word >> (index % 4 * 8) & 0xff),
        }
    }

    /// The word at an offset, filled up with zero bytes at the end, if there is one.
    #[inline]
    pub(super) fn word(self, index: u32) -> Option<u32> {
        match self {
            Bytes::Words(words) => words.get(index as usize).copied(),
            Bytes::Bytes(bytes) => match bytes.get((index as usize).checked_mul(4)?..)? {
                [] => None,
                [a, b, c, d, ..] => Some(u32::from_le_bytes([*a, *b, *c, *d])),
                rest => Some(rest.iter().rev().fold(0, |word, byte| word << 8 | u32::from(*byte))),
            },
        }
    }
}

/// Buffers by what may be done with them. A compiler resolves buffers to positions in these lists.
#[derive(Default)]
pub(super) struct Memory<'a> {
    /// Typed buffers that are only read.
    pub(super) inputs: Vec<&'a [u32]>,
    /// Typed bound buffers that are written, and after them the workgroup arrays.
    pub(super) outputs: Vec<&'a mut [u32]>,
    /// `Bytes` buffers.
    pub(super) bytes: Vec<Bytes<'a>>,
    /// The position in `outputs` of the first workgroup array.
    pub(super) first_shared: usize,
}

impl<'a> Memory<'a> {
    /// Adds a bound buffer to the list where it belongs.
    ///
    /// # Errors
    /// If the binding cannot serve as such a buffer.
    pub(super) fn bind(&mut self, buffer: &BufferDecl, binding: &'a mut Binding<'_>) -> Result<(), Error> {
        let is_written = buffer.access == BufferAccess::ReadWrite;
        // What no index reaches is no element: `BufLen` is a `u32`.
        let reach = (u32::MAX as usize).saturating_mul(buffer.element.lanes());
        match (buffer.element.clone(), binding) {
            (DataType::Bytes, Binding::Bytes(bytes)) => self.bytes.push(Bytes::Bytes(bytes)),
            (DataType::Bytes, Binding::Words(words)) => self.bytes.push(Bytes::Words(words)),
            (DataType::Bytes, Binding::WordsMut(words)) => self.bytes.push(Bytes::Words(words)),
            (expected, Binding::Bytes(_)) => {
                let (name, got) = (buffer.name.clone(), DataType::Bytes);
                return Err(Error::BufferType { name, expected, got });
            }
            (_, Binding::WordsMut(words)) => {
                let reach = reach.min(words.len());
                let words = &mut words[..reach];
                if is_written { self.outputs.push(words) } else { self.inputs.push(words) }
            }
            (_, Binding::Words(_)) if is_written => {
                return Err(Error::BufferReadOnly { name: buffer.name.clone() });
            }
            (_, Binding::Resident { .. }) => {
                let device = "the CPU".to_string();
                let (name, other) = (buffer.name.clone(), "another device".to_string());
                return Err(Error::BufferDevice { name, buffer: other, device });
            }
            (_, Binding::Words(words)) => self.inputs.push(&words[..reach.min(words.len())]),
        }
        Ok(())
    }

    /// Replaces an element by what the operation makes of it. Gives the old one, if there is one.
    #[inline]
    pub(super) fn atomic(
        &mut self,
        op: AtomicOp,
        array: u32,
        index: u32,
        expected: u32,
        value: u32,
    ) -> Option<u32> {
        let element = self.outputs[array as usize].get_mut(index as usize)?;
        let after = op.eval(*element, value, expected);
        Some(std::mem::replace(element, after))
    }

    /// The same of an element of two words, the lower one first.
    #[inline]
    pub(super) fn wide_atomic(
        &mut self,
        op: AtomicOp,
        array: u32,
        index: u32,
        expected: u64,
        value: u64,
    ) -> Option<u64> {
        let words = self.outputs[array as usize].as_chunks_mut::<2>().0;
        let element = words.get_mut(index as usize)?;
        let old = u64::from(element[0]) | u64::from(element[1]) << 32;
        let after = op.eval_as(Scalar::U64, old, value, expected)?;
        *element = [after as u32, (after >> 32) as u32];
        Some(old)
    }

    /// Exchanges the contents of the workgroup arrays for others.
    pub(super) fn swap_shared(&mut self, others: &mut [Vec<u32>]) {
        for (array, other) in self.outputs[self.first_shared..].iter_mut().zip(others) {
            array.swap_with_slice(other);
        }
    }

    /// Fills the workgroup arrays with what they hold when a workgroup starts.
    pub(super) fn fill_shared(&mut self, word: u32) {
        for array in &mut self.outputs[self.first_shared..] {
            array.fill(word);
        }
    }
}
