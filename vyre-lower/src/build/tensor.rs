//! Accesses to tensors: indices are compared with the dimensions, and become a position in the flat buffer.

use super::Builder;
use crate::form::*;
use crate::tensor::{LaunchWord, launch_words, stride};
use crate::{Origin, half};
use vyre_ir::{BinOp, Dim, Program, TensorType};

/// The tensors of a program.
pub(super) struct Tensors {
    /// Those of the buffers that are tensors, by their positions.
    list: Vec<Option<Tensor>>,
    /// The buffer of the numbers that a launch says.
    lengths: BufferId,
}

#[derive(Clone)]
struct Tensor {
    offset: Option<Number>,
    axes: Vec<Axis>,
}

/// The length of a dimension, and the stride along it.
#[derive(Clone, Copy)]
struct Axis {
    length: Number,
    stride: Number,
}

#[derive(Clone, Copy)]
enum Number {
    Known(u32),
    /// A word of the buffer of lengths.
    Word(u32),
}

impl Tensors {
    /// Those of a form that is built again, in which nothing is a tensor any more.
    pub(super) const NONE: Tensors = Tensors { list: Vec::new(), lengths: BufferId(0) };

    /// Those of a program, for whose numbers the form has a buffer.
    pub(super) fn of(program: &Program) -> Tensors {
        let words = launch_words(program);
        let first = half::open_lengths(program).count();
        let number = |wanted: LaunchWord| {
            let at = words.iter().position(|word| *word == wanted);
            Number::Word((first + at.unwrap_or(0)) as u32)
        };
        let axis = |at: usize, decl, ty: &TensorType, axis: usize| Axis {
            length: match ty.shape[axis] {
                Dim::Static(length) => Number::Known(length),
                Dim::Dynamic(name) => number(LaunchWord::Dimension(name)),
            },
            stride: stride(decl, ty, axis)
                .map_or_else(|| number(LaunchWord::Stride(at, axis)), Number::Known),
        };
        let mut bound = 0..;
        let list = program.buffers.iter().map(|decl| {
            let at = decl.access.is_bound().then(|| bound.next()).flatten();
            let (at, ty) = (at?, decl.as_tensor()?);
            let axes = (0..ty.rank()).map(|number| axis(at, decl, ty, number)).collect();
            Some(Tensor { offset: decl.strided.then(|| number(LaunchWord::Offset(at))), axes })
        });
        Tensors { list: list.collect(), lengths: BufferId(program.buffers.len() as u32) }
    }
}

impl Builder<'_> {
    fn launch_number(&mut self, number: Number, origin: Origin) -> InstId {
        match number {
            Number::Known(number) => self.constant(U32, [number, 0, 0, 0]),
            Number::Word(word) => {
                let word = self.constant(U32, [word, 0, 0, 0]);
                let access = Access::element(self.tensors.lengths, word);
                self.eval(Op::Load(access), U32, origin)
            }
        }
    }

    fn tensor(&self, buffer: BufferId) -> Tensor {
        match self.tensors.list.get(buffer.index()) {
            Some(Some(tensor)) => tensor.clone(),
            _ => unreachable!("V061: a valid program has these accesses to tensors alone"),
        }
    }

    /// The length of a dimension.
    pub(super) fn tensor_dim(&mut self, name: &str, axis: u32, origin: Origin) -> InstId {
        let Axis { length, .. } = self.tensor(self.buffer(name)).axes[axis as usize];
        self.launch_number(length, origin)
    }

    /// The access to the element with these indices: beyond every buffer, if one of them is beyond its dimension.
    pub(super) fn tensor_access(&mut self, name: &str, indices: &[InstId], origin: Origin) -> Access {
        let buffer = self.buffer(name);
        let Tensor { offset, axes } = self.tensor(buffer);
        let mut position = offset.map(|offset| self.launch_number(offset, origin));
        let mut is_inside = None;
        for (index, Axis { length, stride }) in indices.iter().zip(axes) {
            let length = self.launch_number(length, origin);
            let cond = self.eval(Op::Binary(BinOp::Lt, *index, length), BOOL, origin);
            is_inside = Some(match is_inside {
                None => cond,
                Some(before) => self.eval(Op::Binary(BinOp::BitAnd, before, cond), BOOL, origin),
            });
            let step = match stride {
                Number::Known(1) => *index,
                stride => {
                    let stride = self.launch_number(stride, origin);
                    self.eval(Op::Binary(BinOp::Mul, *index, stride), U32, origin)
                }
            };
            position = Some(match position {
                None => step,
                Some(before) => self.eval(Op::Binary(BinOp::Add, before, step), U32, origin),
            });
        }
        let position = position.unwrap_or_else(|| self.constant(U32, [0; 4]));
        let index = match is_inside {
            None => position,
            Some(cond) => {
                // No buffer has an element of this number.
                let beyond = self.constant(U32, [u32::MAX, 0, 0, 0]);
                self.eval(Op::Select(cond, position, beyond), U32, origin)
            }
        };
        Access::element(buffer, index)
    }
}
