//! Assertions: a branch that notes the invocation in the buffer of [`assertion`], and ends it.

use super::Builder;
use crate::Origin;
use crate::assertion::{self, Assertion, HEAD};
use crate::form::*;
use std::sync::Arc;
use vyre_ir::{AtomicOp, BinOp};

/// How assertions fail in the form that is being built.
#[derive(Clone, Copy)]
pub(super) struct Asserting {
    buffer: BufferId,
    /// Where invocations wait for each other, the one that has failed goes on: this local says that it has failed.
    failed: Option<LocalId>,
}

impl Builder<'_> {
    /// Adds the buffer that notes failures. `waits` says that invocations wait for each other.
    pub(super) fn begin_assertions(&mut self, waits: bool) {
        let buffer = BufferId(self.form.buffers.len() as u32);
        self.form.buffers.push(assertion::buffer(&self.form.buffers, 0));
        let failed = waits.then(|| self.local(Some("failed"), BOOL));
        self.asserting = Some(Asserting { buffer, failed });
    }

    /// Gives the buffer its length. Where control comes to no assertion, there is none.
    pub(super) fn end_assertions(&mut self) {
        let Some(Asserting { buffer, .. }) = self.asserting else { return };
        match self.form.assertions.len() {
            0 => self.form.buffers.truncate(buffer.0 as usize),
            count => self.form[buffer].count = HEAD + count as u32,
        }
    }

    /// Builds an assertion.
    pub(super) fn assert(&mut self, cond: InstId, message: &str, origin: Origin) {
        let Some(Asserting { buffer, failed }) = self.asserting else {
            unreachable!("the buffer is there before any assertion")
        };
        let number = self.form.assertions.len() as u32;
        self.form.assertions.push(Assertion { message: Arc::from(message), origin });
        let cond = self.truth(cond, origin);
        self.open();
        match failed {
            None => {
                self.note_failure(buffer, number, origin);
                self.push(Stmt::Return);
            }
            Some(local) => {
                let has_failed = self.read(local, origin);
                self.open();
                let value = self.constant(BOOL, [1, 0, 0, 0]);
                self.push(Stmt::Set { local, value, origin });
                self.note_failure(buffer, number, origin);
                let otherwise = self.close();
                self.push(Stmt::If { cond: has_failed, then: Block::new(), otherwise, origin });
            }
        }
        let otherwise = self.close();
        self.push(Stmt::If { cond, then: Block::new(), otherwise, origin });
    }

    /// Notes the number of the invocation, unless one with a lesser number has failed.
    fn note_failure(&mut self, buffer: BufferId, number: u32, origin: Origin) {
        let [x, y, z] = [0, 1, 2].map(|axis| self.free(Op::Builtin(Builtin::Invocation(axis)), U32));
        let [width, height, word] = [0, 1, HEAD + number].map(|at| self.constant(U32, [at, 0, 0, 0]));
        let [width, height] =
            [width, height].map(|index| self.eval(Op::Load(Access::element(buffer, index)), U32, origin));
        let mut compute = |op, left, right| self.eval(Op::Binary(op, left, right), U32, origin);
        let layers = compute(BinOp::Mul, height, z);
        let rows = compute(BinOp::Add, layers, y);
        let before = compute(BinOp::Mul, width, rows);
        let id = compute(BinOp::Add, before, x);
        self.eval(Op::Atomic(AtomicOp::Min, Access::element(buffer, word), None, id), U32, origin);
    }
}
