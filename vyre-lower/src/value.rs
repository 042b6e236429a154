//! Values of constants, and what instructions give for them.
//!
//! What an operator or a conversion computes stands in its row of `vyre_ir`; here is only how the rows apply to lanes. The pass
//! that folds constants and the interpreter share it.

use crate::form::{InstId, Lowered, Op};
use crate::print::parts_of;
use vyre_ir::casts::Conversion;
use vyre_ir::{BinOp, Lanes, Scalar, Type, UnOp, float};

/// The bits of a lane, in the low ones of a `u64`.
pub fn bits(ty: Type, value: &Lanes, lane: usize) -> u64 {
    match Type::scalar(ty.scalar).words() {
        1 => u64::from(value[lane]),
        _ => u64::from(value[2 * lane]) | u64::from(value[2 * lane + 1]) << 32,
    }
}

/// Sets the bits of a lane.
pub fn set_bits(ty: Type, value: &mut Lanes, lane: usize, bits: u64) {
    match Type::scalar(ty.scalar).words() {
        1 => value[lane] = bits as u32,
        _ => value[2 * lane..2 * lane + 2].copy_from_slice(&[bits as u32, (bits >> 32) as u32]),
    }
}

/// The words of a scalar constant.
pub fn scalar(ty: Type, value: u64) -> Lanes {
    let mut lanes = [0; 4];
    set_bits(ty, &mut lanes, 0, value);
    lanes
}

/// An operator of one operand, lane by lane. `None` if it does not take the type.
pub fn unary(op: UnOp, of: Type, operand: &Lanes) -> Option<Lanes> {
    let result = Type::vector(op.typing().result(of.scalar)?, of.lanes);
    let mut lanes = [0; 4];
    for lane in 0..usize::from(of.lanes) {
        set_bits(result, &mut lanes, lane, op.eval_as(of.scalar, bits(of, operand, lane))?);
    }
    Some(lanes)
}

/// An operator of two operands, lane by lane. `None` if it does not take the types.
pub fn binary(op: BinOp, of: Type, left: &Lanes, right_ty: Type, right: &Lanes) -> Option<Lanes> {
    let result = Type::vector(op.typing().result(of.scalar)?, of.lanes);
    let mut lanes = [0; 4];
    for lane in 0..usize::from(of.lanes) {
        let value = op.eval_as(of.scalar, bits(of, left, lane), bits(right_ty, right, lane))?;
        set_bits(result, &mut lanes, lane, value);
    }
    Some(lanes)
}

/// A conversion to `target`. `None` if no value of a program has that type.
pub fn convert(conversion: Conversion, value: Lanes, target: Type) -> Option<Lanes> {
    target.data_type().map(|_| conversion.eval(value, target))
}

/// What an instruction gives if its operands are constants. `None` if they are not, or if it depends on more than them.
pub fn of(form: &Lowered, op: &Op, ty: Type) -> Option<Lanes> {
    let value = |id: InstId| form.as_const(id);
    let word = |id: InstId| Some(value(id)?[0]);
    match *op {
        Op::Const(lanes) => Some(lanes),
        Op::Unary(op, a) => unary(op, form[a].ty, &value(a)?),
        Op::Binary(op, a, b) => binary(op, form[a].ty, &value(a)?, form[b].ty, &value(b)?),
        Op::Select(cond, a, b) => value(if word(cond)? != 0 { a } else { b }),
        Op::MulAdd(a, b, c) => {
            let bits = |id: InstId| Some(bits(ty, &value(id)?, 0));
            Some(scalar(ty, float::mul_add_as(ty.scalar, [bits(a)?, bits(b)?, bits(c)?])))
        }
        Op::Convert(conversion, a) => convert(conversion, value(a)?, ty),
        Op::Extract(a, lane) => Some([*value(a)?.get(usize::from(lane))?, 0, 0, 0]),
        Op::Construct(parts) => {
            let mut lanes = [0; 4];
            for (lane, part) in lanes.iter_mut().zip(&parts[..parts_of(ty)]) {
                *lane = word(*part)?;
            }
            Some(lanes)
        }
        // Operators become quick after constants are folded.
        Op::Quick(_)
        | Op::IsRare(_)
        | Op::Builtin(_)
        | Op::Length(_)
        | Op::Induction
        | Op::Read(_)
        | Op::Load(_)
        | Op::LoadByte(_)
        | Op::Atomic(..)
        | Op::AtomicLoad(_)
        | Op::Collective(..) => None,
    }
}

/// The type that an operator of two operands gives, or `None` if it does not take the left one.
pub fn result_type(op: BinOp, left: Type) -> Option<Type> {
    Some(Type::vector(op.typing().result(left.scalar)?, left.lanes))
}

/// The type that an operator of one operand gives, or `None` if it does not take it.
pub fn unary_type(op: UnOp, operand: Type) -> Option<Type> {
    Some(Type::vector(op.typing().result(operand.scalar)?, operand.lanes))
}

/// Whether a type's scalar is an integer.
pub fn is_integer(scalar: Scalar) -> bool {
    match scalar {
        Scalar::U32 | Scalar::I32 | Scalar::U64 => true,
        Scalar::Bool | Scalar::F32 | Scalar::F16 | Scalar::BF16 | Scalar::F64 => false,
    }
}
