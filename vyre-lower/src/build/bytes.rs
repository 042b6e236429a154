//! Buffers of bytes that a program may write.
//!
//! They are buffers of words in a form. Invocations share the words of a buffer that has stores, and each access to it is atomic: a store of a byte clears the byte's
//! bits and sets the new ones, so that it never disturbs its neighbours.

use super::Builder;
use crate::Origin;
use crate::form::*;
use std::collections::HashSet;
use vyre_ir::{AtomicOp, BinOp, BufferAccess, DataType, Event, Node, Program, walk};

/// Of which buffers a program may write bytes, and whether it does.
pub(super) fn of_program(program: &Program) -> Vec<Option<bool>> {
    let mut stored = HashSet::new();
    walk(&program.entry, |event| {
        if let Event::Enter {
            node: Node::StoreByte { buffer, .. } | Node::StoreWord { buffer, .. }, ..
        } = event
        {
            stored.insert(buffer.as_str());
        }
    });
    let of = program.buffers.iter().map(|decl| {
        let is_ours = decl.element == DataType::Bytes && decl.access == BufferAccess::ReadWrite;
        is_ours.then(|| stored.contains(decl.name.as_str()))
    });
    of.collect()
}

impl Builder<'_> {
    /// Whether the bytes of a buffer are words of the form, and if so whether something stores to it.
    fn bytes(&self, buffer: BufferId) -> Option<bool> {
        self.bytes.get(buffer.index()).copied().flatten()
    }

    /// A word of a buffer of bytes.
    pub(super) fn load_word(&mut self, access: Access, origin: Origin) -> InstId {
        let load = match self.bytes(access.buffer) {
            Some(true) => Op::AtomicLoad(access),
            Some(false) | None => Op::Load(access),
        };
        self.eval(load, U32, origin)
    }

    /// A byte of a buffer of bytes; 0 past the end.
    pub(super) fn load_byte(&mut self, access: Access, origin: Origin) -> InstId {
        if self.bytes(access.buffer).is_none() {
            return self.eval(Op::LoadByte(access), U32, origin);
        }
        let (word, place) = self.byte_at(access.index, origin);
        let word = self.load_word(Access::element(access.buffer, word), origin);
        let bits = self.eval(Op::Binary(BinOp::Shr, word, place), U32, origin);
        self.compute(BinOp::BitAnd, bits, 0xff, origin)
    }

    /// Stores the low eight bits of a value; nothing past the end.
    pub(super) fn store_byte(&mut self, access: Access, value: InstId, origin: Origin) {
        let (word, place) = self.byte_at(access.index, origin);
        let mask = self.word(0xff);
        let own = self.eval(Op::Binary(BinOp::Shl, mask, place), U32, origin);
        let others = self.compute(BinOp::BitXor, own, u32::MAX, origin);
        let byte = self.compute(BinOp::BitAnd, value, 0xff, origin);
        let new = self.eval(Op::Binary(BinOp::Shl, byte, place), U32, origin);
        for (op, operand) in [(AtomicOp::And, others), (AtomicOp::Or, new)] {
            let access = Access::element(access.buffer, word);
            self.eval(Op::Atomic(op, access, None, operand), U32, origin);
        }
    }

    /// Stores four bytes; nothing past the end.
    pub(super) fn store_word(&mut self, access: Access, value: InstId, origin: Origin) {
        self.eval(Op::Atomic(AtomicOp::Exchange, access, None, value), U32, origin);
    }

    /// The word of a byte, and by how many places its bits are moved up in it.
    fn byte_at(&mut self, index: InstId, origin: Origin) -> (InstId, InstId) {
        let word = self.compute(BinOp::Shr, index, 2, origin);
        let lane = self.compute(BinOp::BitAnd, index, 3, origin);
        (word, self.compute(BinOp::Shl, lane, 3, origin))
    }
}
