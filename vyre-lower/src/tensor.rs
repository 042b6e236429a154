//! Tensors, as a form has them: flat buffers, and numbers that a launch says.
//!
//! The numbers are words of the buffer of lengths, behind the lengths of buffers of packed elements: the lengths of dynamic dimensions, and the strides
//! that the program leaves open. So a backend knows buffers, and no tensors.

use vyre_ir::{BufferDecl, Dim, Program, TensorType};

/// A number that a launch says. Tensors are named by their positions among the bound buffers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LaunchWord {
    /// The length of the dimensions of this name.
    Dimension(&'static str),
    /// The position of the first element of a tensor in its buffer.
    Offset(usize),
    /// How far apart the neighbours along an axis of a tensor are.
    Stride(usize, usize),
}

/// Which numbers the form of a program has to be told, in their order.
pub fn launch_words(program: &Program) -> Vec<LaunchWord> {
    let dimensions = program.dimension_names().into_iter().map(LaunchWord::Dimension);
    let strides = program.tensors().flat_map(|(at, decl, ty)| {
        let offset = decl.strided.then_some(LaunchWord::Offset(at));
        let open = (0..ty.rank()).filter(|axis| stride(decl, ty, *axis).is_none());
        offset.into_iter().chain(open.map(move |axis| LaunchWord::Stride(at, axis)))
    });
    dimensions.chain(strides).collect()
}

/// The stride along an axis, if the program says it.
pub(crate) fn stride(decl: &BufferDecl, ty: &TensorType, axis: usize) -> Option<u32> {
    if decl.strided {
        return None;
    }
    if let Some(stride) = ty.strides.get(axis) {
        return Some(*stride);
    }
    // Beyond a dimension of no elements there is nothing, so its stride does not matter.
    ty.shape.get(axis + 1..)?.iter().try_fold(1u32, |stride, dim| match dim {
        Dim::Static(length) => Some(stride.saturating_mul(*length)),
        Dim::Dynamic(_) => None,
    })
}
