//! Buffers of floats of 16 bits, as a form has them: two share a word. And of bytes that may be written, which are words of it.
//!
//! What a program only reads is a buffer of bytes, and what it writes one of words, which invocations share: a store clears the element's
//! bits and sets the new ones, each by an atomic, so that it never disturbs the neighbour; where an invocation stands for
//! both, `coarsen` stores whole words. The last word may have bits that are no element's;
//! they are 0, and stay so. Local and workgroup arrays have a word for each element.
//!
//! The words do not say how many elements there are. A form of a program that leaves it open has one more buffer, in front of that of assertions, with
//! the number of elements of each such buffer. So two kinds of buffers are all that a backend has to know, and it knows both.

use crate::assertion::unused;
use vyre_ir::{BufferAccess, BufferDecl, DataType, Program};

/// The buffer as a form has it.
pub(crate) fn memory(decl: &BufferDecl) -> BufferDecl {
    let decl = decl.flat();
    if decl.element == DataType::Bytes && decl.access == BufferAccess::ReadWrite {
        return BufferDecl { element: DataType::U32, ..decl };
    }
    if !decl.element.is_packed() {
        return decl;
    }
    let count = if decl.access.is_bound() { decl.count.div_ceil(2) } else { decl.count };
    let element = match decl.access {
        BufferAccess::ReadOnly | BufferAccess::Uniform => DataType::Bytes,
        _ => DataType::U32,
    };
    BufferDecl { element, count, ..decl }
}

/// The buffers whose numbers of elements a launch says, by their positions among those that are bound.
pub fn open_lengths(program: &Program) -> impl Iterator<Item = usize> {
    let is_open = |decl: &BufferDecl| decl.element.is_packed() && decl.count == 0;
    program.bound_buffers().enumerate().filter(move |(_, decl)| is_open(decl)).map(|(at, _)| at)
}

/// The buffer of the numbers of elements, of which there are so many.
pub(crate) fn lengths(buffers: &[BufferDecl], count: usize, has_tensors: bool) -> BufferDecl {
    let (name, binding) = unused("lengths", buffers);
    // Forms for launches of one shape have uniform numbers as constants.
    let access = if has_tensors { BufferAccess::Uniform } else { BufferAccess::ReadOnly };
    BufferDecl::storage(name, binding, access, DataType::U32).with_count(count as u32)
}
