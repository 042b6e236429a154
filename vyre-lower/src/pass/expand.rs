//! Expansion: operators that the target lacks become the compositions that define them.
//!
//! These are the typed operators on `U64` where a target has no 64-bit integers, those on `F64`, and those of floats that it does not compute
//! strictly. Values of the types stay: such a target holds a `U64` or an `F64` as two words, from which they are constructed and of which they
//! consist, and a float as its bits.

use super::rename::{Renames, Rewrite};
use crate::build::Builder;
use crate::form::*;
use crate::{Lowered, Operators, Origin, Target};
use vyre_ir::library::Operation;
use vyre_ir::{BinOp, DataType, Registry};

/// Expands what the target lacks.
pub(super) fn run(form: &mut Lowered, target: &Target) -> bool {
    if !form.insts.iter().any(|inst| operation(form, &inst.op, target).is_some()) {
        return false;
    }
    let body = std::mem::take(&mut form.body);
    let renames = Renames::new(form);
    let builder = Builder::again(std::mem::take(form), Registry::standard(), *target);
    let mut expand = Expand { builder, renames, target: *target };
    expand.block(body);
    *form = expand.builder.finish();
    true
}

/// The operation of the library that an instruction has to become.
fn operation(form: &Lowered, op: &Op, target: &Target) -> Option<Operation> {
    let operation = match *op {
        Op::Binary(op, left, _) => Operation::Binary(op, form[left].ty.scalar),
        Op::Unary(op, operand) => Operation::Unary(op, form[operand].ty.scalar),
        Op::MulAdd(of, ..) if form[of].ty == F64 => Operation::DoubleMulAdd,
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

impl Rewrite for Expand {
    fn parts(&mut self) -> (&mut Builder<'static>, &mut Renames) {
        (&mut self.builder, &mut self.renames)
    }

    fn value(&mut self, id: InstId) -> Option<InstId> {
        let inst = self.builder.form[id].clone();
        let operation = operation(&self.builder.form, &inst.op, &self.target)?;
        let op_id = operation.id()?;
        let operands: Vec<InstId> = inst.op.operands().collect();
        if operation == Operation::MulAdd && self.target.operators.contains(Operators::MUL_ADD_ON_NORMALS) {
            return Some(self.guarded_mul_add(&op_id, &operands, inst.origin));
        }
        let value = self.builder.inline(&op_id, &operands, inst.origin);
        // A comparison is a truth value, for which its composition gives 0 or 1.
        Some(if inst.ty == BOOL { self.builder.truth(value, inst.origin) } else { value })
    }
}

impl Expand {
    /// A multiplication with addition where the target computes it, and its composition where an operand is subnormal, or the result is or may have
    /// been flushed.
    fn guarded_mul_add(&mut self, op_id: &str, operands: &[InstId], origin: Origin) -> InstId {
        let builder = &mut self.builder;
        let native = builder.mul_add(operands, origin);
        let result = builder.local(None, F32);
        builder.push(Stmt::Set { local: result, value: native, origin });
        let word = |builder: &mut Builder<'_>, word: u32| builder.constant(U32, [word, 0, 0, 0]);
        let (sign, one, exponent) =
            (word(builder, 0x7fff_ffff), word(builder, 1), word(builder, 0x7f80_0000));
        let (subnormals, zero) = (word(builder, 0x007f_ffff), word(builder, 0));
        let bits = builder.cast(native, &DataType::U32, origin);
        let exponent = builder.binary(BinOp::BitAnd, bits, exponent, origin);
        let mut is_hard = builder.binary(BinOp::Eq, exponent, zero, origin);
        for operand in operands {
            let bits = builder.cast(*operand, &DataType::U32, origin);
            let magnitude = builder.binary(BinOp::BitAnd, bits, sign, origin);
            // Zero wraps.
            let below = builder.binary(BinOp::Sub, magnitude, one, origin);
            let is_subnormal = builder.binary(BinOp::Lt, below, subnormals, origin);
            is_hard = builder.binary(BinOp::BitOr, is_hard, is_subnormal, origin);
        }
        let is_hard = builder.truth(is_hard, origin);
        builder.open();
        let value = builder.inline(op_id, operands, origin);
        builder.push(Stmt::Set { local: result, value, origin });
        let then = builder.close();
        builder.push(Stmt::If { cond: is_hard, then, otherwise: Block::new(), origin });
        builder.read(result, origin)
    }
}
