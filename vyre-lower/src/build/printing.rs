//! What is printed: records in the buffer of [`printing`].

use super::Builder;
use crate::Origin;
use crate::form::*;
use crate::printing::{self, CAPACITY, HEAD, RECORD};
use vyre_ir::printing::{Line, WORD};
use vyre_ir::{AtomicOp, BinOp};

impl Builder<'_> {
    /// Adds the buffer of the records.
    pub(super) fn begin_printing(&mut self) {
        let buffer = BufferId(self.form.buffers.len() as u32);
        self.form.buffers.push(printing::buffer(&self.form.buffers));
        self.form.printed = Some(buffer);
    }

    /// Builds what stands for something that is printed; gives whether it was that, and no assertion.
    pub(super) fn print(&mut self, value: InstId, message: &str, origin: Origin) -> bool {
        let Some(buffer) = self.form.printed else { return false };
        if message == WORD {
            let word = self.number(value, origin);
            self.words_to_print.push(word);
            return true;
        }
        let Some(line) = Line::of_message(message) else { return false };
        let mut words = std::mem::take(&mut self.words_to_print);
        let zero = self.constant(U32, [0; 4]);
        words.resize(line.words(), zero);
        let number = self.form.lines.len() as u32;
        self.form.lines.push(line);
        let [zero, one, least, capacity, number] =
            [0, 1, RECORD + words.len() as u32, CAPACITY, number].map(|it| self.constant(U32, [it, 0, 0, 0]));
        self.eval(Op::Atomic(AtomicOp::Add, Access::element(buffer, one), None, one), U32, origin);
        // What is full is not added to, so that the number of its words cannot wrap around. A plain load would race.
        let used = Op::Atomic(AtomicOp::Or, Access::element(buffer, zero), None, zero);
        let used = self.eval(used, U32, origin);
        let has_place = self.eval(Op::Binary(BinOp::Lt, used, capacity), BOOL, origin);
        self.open();
        let at = Op::Atomic(AtomicOp::Add, Access::element(buffer, zero), None, least);
        let at = self.eval(at, U32, origin);
        let invocation = [0, 1, 2].map(|axis| self.free(Op::Builtin(Builtin::Invocation(axis)), U32));
        let values = [number].into_iter().chain(invocation).chain(words);
        for (offset, value) in values.enumerate() {
            let offset = self.constant(U32, [HEAD + offset as u32, 0, 0, 0]);
            let index = self.eval(Op::Binary(BinOp::Add, at, offset), U32, origin);
            self.push(Stmt::Store { access: Access::element(buffer, index), value, origin });
        }
        let then = self.close();
        self.push(Stmt::If { cond: has_place, then, otherwise: Block::new(), origin });
        true
    }
}
