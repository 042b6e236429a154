//! Expansion: operators that the target lacks become the compositions that define them.
//!
//! These are the typed operators on `U64` where a target has no 64-bit integers, and those of floats that it does not compute
//! strictly. Values of the types stay: such a target holds a `U64` as two words, from which they are constructed and of which they
//! consist, and a float as its bits.

use super::rename::Renames;
use crate::build::Builder;
use crate::form::*;
use crate::{Lowered, Target};
use vyre_ir::Registry;
use vyre_ir::library::Operation;

/// Expands what the target lacks.
pub(super) fn run(form: &mut Lowered, target: &Target) {
    if !form.insts.iter().any(|inst| operation(form, &inst.op, target).is_some()) {
        return;
    }
    let body = std::mem::take(&mut form.body);
    let renames = Renames::new(form);
    let builder = Builder::again(std::mem::take(form), Registry::standard(), *target);
    let mut expand = Expand { builder, renames, target: *target };
    expand.block(body);
    *form = expand.builder.finish();
}

/// The operation of the library that an instruction has to become.
fn operation(form: &Lowered, op: &Op, target: &Target) -> Option<Operation> {
    let operation = match *op {
        Op::Binary(op, left, _) => Operation::Binary(op, form[left].ty.scalar),
        Op::Unary(op, operand) => Operation::Unary(op, form[operand].ty.scalar),
        Op::MulAdd(..) => Operation::MulAdd,
        _ => return None,
    };
    (!target.has(operation)).then_some(operation)
}

struct Expand {
    builder: Builder<'static>,
    renames: Renames,
    target: Target,
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
        let op_id = operation(&self.builder.form, &inst.op, &self.target)?.id()?;
        let operands: Vec<InstId> = inst.op.operands().collect();
        let value = self.builder.inline(&op_id, &operands, inst.origin);
        // A comparison is a truth value, for which its composition gives 0 or 1.
        Some(if inst.ty == BOOL { self.builder.truth(value, inst.origin) } else { value })
    }
}
