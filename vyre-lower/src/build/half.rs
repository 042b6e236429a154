//! Floats of 16 bits: their elements in memory, and their bits.

use super::Builder;
use crate::form::*;
use crate::tensor::launch_words;
use crate::{Origin, half};
use vyre_ir::casts::Conversion;
use vyre_ir::{AtomicOp, BinOp, BufferAccess, Program, Type};

/// A buffer of floats of 16 bits.
#[derive(Clone, Copy)]
pub(super) struct Half {
    /// The type of its elements.
    ty: Type,
    length: Length,
}

#[derive(Clone, Copy)]
enum Length {
    /// Each element has a word.
    OfWords,
    Known(u32),
    /// It is this word of a buffer.
    Word(BufferId, u32),
}

/// Which buffers of a program have elements of 16 bits, and the buffer that says how many, if one has to.
pub(super) fn of_program(program: &Program, form: &mut Lowered) -> Vec<Option<Half>> {
    let words = launch_words(program).len();
    let count = half::open_lengths(program).count() + words;
    let lengths = BufferId(form.buffers.len() as u32);
    if count > 0 {
        form.buffers.push(half::lengths(&form.buffers, count, words > 0));
    }
    let mut next = 0..;
    let of = program.buffers.iter().map(|decl| {
        let ty = decl.element.flat().value_type().filter(|_| decl.element.is_packed())?;
        let length = match decl.count {
            _ if !decl.access.is_bound() => Length::OfWords,
            0 => Length::Word(lengths, next.next()?),
            count => Length::Known(count),
        };
        Some(Half { ty, length })
    });
    of.collect()
}

impl Builder<'_> {
    pub(super) fn half(&self, buffer: BufferId) -> Option<Half> {
        self.halves.get(buffer.index()).copied().flatten()
    }

    pub(super) fn word(&mut self, number: u32) -> InstId {
        self.constant(U32, [number, 0, 0, 0])
    }

    /// An operator on words.
    pub(super) fn compute(&mut self, op: BinOp, left: InstId, right: u32, origin: Origin) -> InstId {
        let right = self.word(right);
        self.eval(Op::Binary(op, left, right), U32, origin)
    }

    /// The number of elements.
    pub(super) fn length_of(&mut self, buffer: BufferId, half: Half, origin: Origin) -> InstId {
        match half.length {
            Length::OfWords => {
                let count = self.form[buffer].count;
                self.word(count)
            }
            Length::Known(count) => self.word(count),
            Length::Word(lengths, word) => {
                let word = self.word(word);
                self.eval(Op::Load(Access::element(lengths, word)), U32, origin)
            }
        }
    }

    /// The bits of a float of 16 bits.
    pub(super) fn bits_of(&mut self, value: InstId, origin: Origin) -> InstId {
        self.eval(Op::Convert(Conversion::Reinterpret, value), U32, origin)
    }

    /// The float of 16 bits with the low ones of these bits.
    pub(super) fn of_bits(&mut self, bits: InstId, ty: Type, origin: Origin) -> InstId {
        let low = self.compute(BinOp::BitAnd, bits, 0xffff, origin);
        self.eval(Op::Convert(Conversion::Reinterpret, low), ty, origin)
    }

    /// The word of an element, and by how many places its bits are moved up in it.
    fn position(&mut self, index: InstId, origin: Origin) -> (InstId, InstId) {
        let word = self.compute(BinOp::Shr, index, 1, origin);
        let is_upper = self.compute(BinOp::BitAnd, index, 1, origin);
        (word, self.compute(BinOp::Shl, is_upper, 4, origin))
    }

    /// An element; zero out of bounds, as are the bits that are no element's.
    pub(super) fn load_half(
        &mut self,
        buffer: BufferId,
        half: Half,
        index: InstId,
        origin: Origin,
    ) -> InstId {
        if let Length::OfWords = half.length {
            let bits = self.eval(Op::Load(Access::element(buffer, index)), U32, origin);
            return self.eval(Op::Convert(Conversion::Reinterpret, bits), half.ty, origin);
        }
        let (word, place) = self.position(index, origin);
        let access = Access::element(buffer, word);
        // Another invocation may write the neighbour meanwhile.
        let is_shared = self.form[buffer].access == BufferAccess::ReadWrite;
        let load = if is_shared { Op::AtomicLoad(access) } else { Op::Load(access) };
        let word = self.eval(load, U32, origin);
        let bits = self.eval(Op::Binary(BinOp::Shr, word, place), U32, origin);
        self.of_bits(bits, half.ty, origin)
    }

    /// Stores an element; nothing out of bounds.
    pub(super) fn store_half(
        &mut self,
        buffer: BufferId,
        half: Half,
        [index, value]: [InstId; 2],
        origin: Origin,
    ) {
        let bits = self.bits_of(value, origin);
        if let Length::OfWords = half.length {
            return self.push(Stmt::Store { access: Access::element(buffer, index), value: bits, origin });
        }
        // The last word may have bits that are no element's.
        let length = self.length_of(buffer, half, origin);
        let cond = self.eval(Op::Binary(BinOp::Lt, index, length), BOOL, origin);
        self.open();
        let (word, place) = self.position(index, origin);
        let mask = self.word(0xffff);
        let own = self.eval(Op::Binary(BinOp::Shl, mask, place), U32, origin);
        let others = self.compute(BinOp::BitXor, own, u32::MAX, origin);
        let new = self.eval(Op::Binary(BinOp::Shl, bits, place), U32, origin);
        for (op, operand) in [(AtomicOp::And, others), (AtomicOp::Or, new)] {
            self.eval(Op::Atomic(op, Access::element(buffer, word), None, operand), U32, origin);
        }
        let then = self.close();
        self.push(Stmt::If { cond, then, otherwise: Block::new(), origin });
    }
}
