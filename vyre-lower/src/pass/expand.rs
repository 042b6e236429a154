//! Expansion: operators that the target lacks become the compositions that define them.
//!
//! These are the typed operators on `U64` where a target has no 64-bit integers. Values of the type stay: such a target holds
//! them as two words, from which they are constructed and of which they consist.

use super::rename::Renames;
use crate::build::Builder;
use crate::form::*;
use crate::{Lowered, Target};
use vyre_ir::library::Operation;
use vyre_ir::{Registry, Scalar};

/// Expands what the target lacks.
pub(super) fn run(form: &mut Lowered, target: &Target) {
    let is_wide = |inst: &Inst| operation(form, &inst.op).is_some();
    if target.has_u64 || !form.insts.iter().any(is_wide) {
        return;
    }
    let body = std::mem::take(&mut form.body);
    let renames = Renames::new(form);
    let builder = Builder::again(std::mem::take(form), Registry::standard(), |scalar| scalar == Scalar::U64);
    let mut expand = Expand { builder, renames };
    expand.block(body);
    *form = expand.builder.finish();
}

/// The operation of the library that an instruction has to become.
fn operation(form: &Lowered, op: &Op) -> Option<Operation> {
    let wide = |operand: InstId| form[operand].ty.scalar == Scalar::U64;
    match *op {
        Op::Binary(op, left, _) if wide(left) => Some(Operation::Binary(op, Scalar::U64)),
        Op::Unary(op, operand) if wide(operand) => Some(Operation::Unary(op, Scalar::U64)),
        _ => None,
    }
}

struct Expand {
    builder: Builder<'static>,
    renames: Renames,
}

impl Expand {
    fn block(&mut self, block: Block) {
        for stmt in block {
            self.stmt(stmt);
        }
    }

    fn nested(&mut self, block: Block) -> Block {
        self.builder.open();
        self.block(block);
        self.builder.close()
    }

    fn stmt(&mut self, mut stmt: Stmt) {
        if let Stmt::Eval(id) = stmt {
            self.renames.operands(&mut self.builder.form, id);
            if let Some(by) = self.expanded(id) {
                return self.renames.replace(&mut self.builder.form, id, by);
            }
        }
        self.renames.stmt(&mut stmt);
        for block in stmt.blocks_mut() {
            *block = self.nested(std::mem::take(block));
        }
        self.builder.push(stmt);
    }

    /// The value in place of an instruction, if it has to become another.
    fn expanded(&mut self, id: InstId) -> Option<InstId> {
        let inst = self.builder.form[id].clone();
        let op_id = operation(&self.builder.form, &inst.op)?.id()?;
        let operands: Vec<InstId> = inst.op.operands().collect();
        let value = self.builder.inline(&op_id, &operands, inst.origin);
        // A comparison is a truth value, for which its composition gives 0 or 1.
        Some(if inst.ty == BOOL { self.builder.truth(value, inst.origin) } else { value })
    }
}
