//! Algebra: what follows from the form of an operation when not all of its operands are constants.
//!
//! Every rule holds for integers that wrap and for `Bool`, for every value of the operands. Floats have operators of their own, for
//! which there are few rules: `x + 0` is not `x` for `-0`, `x * 0` not 0 for a NaN, and nothing associates.

use super::{Fold, Folded};
use crate::form::*;
use crate::value;
use vyre_ir::casts::{self, Conversion};
use vyre_ir::{BinOp, Scalar, Type, UnOp};

/// The bits of all ones of a scalar.
fn ones(scalar: Scalar) -> u64 {
    match scalar {
        Scalar::U32 | Scalar::I32 | Scalar::F32 => u64::from(u32::MAX),
        Scalar::U64 | Scalar::F64 => u64::MAX,
        Scalar::Bool => 1,
        Scalar::F16 | Scalar::BF16 => 0xffff,
    }
}

/// The bits of the least and the greatest value of an integer.
fn extremes(scalar: Scalar) -> (u64, u64) {
    match scalar {
        Scalar::I32 => (1 << 31, (1 << 31) - 1),
        Scalar::U32 | Scalar::U64 | Scalar::Bool | Scalar::F32 | Scalar::F16 | Scalar::BF16 | Scalar::F64 => {
            (0, ones(scalar))
        }
    }
}

/// The comparison that holds where this one does not.
fn negated(op: BinOp) -> Option<BinOp> {
    Some(match op {
        BinOp::Eq => BinOp::Ne,
        BinOp::Ne => BinOp::Eq,
        BinOp::Lt => BinOp::Ge,
        BinOp::Ge => BinOp::Lt,
        BinOp::Gt => BinOp::Le,
        BinOp::Le => BinOp::Gt,
        // Of the other comparisons of floats both are false with a NaN.
        BinOp::FEq => BinOp::FNe,
        BinOp::FNe => BinOp::FEq,
        _ => return None,
    })
}

impl Fold<'_> {
    /// The bits of a constant scalar.
    fn bits(&self, id: InstId) -> Option<u64> {
        let ty = self.form[id].ty;
        let lanes = self.form.as_const(id).filter(|_| ty.lanes == 1)?;
        Some(value::bits(ty, &lanes, 0))
    }

    /// The `Bool` that a 0 or 1 of type `U32` or `I32` is.
    fn as_truth(&self, id: InstId) -> Option<InstId> {
        match self.form[id].op {
            Op::Convert(Conversion::Reinterpret, truth) if self.form[truth].ty == BOOL => Some(truth),
            _ => None,
        }
    }

    pub(super) fn unary(&mut self, id: InstId, op: UnOp, operand: InstId) -> Folded {
        match (op, &self.form[operand].op) {
            (UnOp::BitNot | UnOp::Negate | UnOp::ReverseBits | UnOp::FNegate, Op::Unary(inner, value))
                if *inner == op =>
            {
                Folded::Value(*value)
            }
            (UnOp::BitNot, Op::Binary(inner, left, right)) if self.form[id].ty == BOOL => {
                match negated(*inner) {
                    Some(op) if self.form[*left].ty != BOOL => Folded::Op(Op::Binary(op, *left, *right)),
                    _ => Folded::Same,
                }
            }
            _ => Folded::Same,
        }
    }

    pub(super) fn binary(&mut self, id: InstId, op: BinOp, left: InstId, right: InstId) -> Folded {
        if self.form[left].ty.lanes > 1 {
            return Folded::Same;
        }
        if self.bits(left).is_some()
            && self.bits(right).is_none()
            && let Some(op) = op.mirrored()
        {
            return Folded::Op(Op::Binary(op, right, left));
        }
        if left == right
            && let Some(folded) = self.of_equals(id, op, left)
        {
            return folded;
        }
        if let Some(folded) = self.of_truths(id, op, left, right) {
            return folded;
        }
        match self.bits(right) {
            Some(constant) => self.with_constant(id, op, left, right, constant),
            None => match (op, self.bits(left)) {
                // 0 shifted or divided.
                (BinOp::Shl | BinOp::Shr | BinOp::Div | BinOp::Mod, Some(0)) => Folded::Constant([0; 4]),
                (BinOp::BitOr, None) => self.parts_again(id, left, right),
                // x ^ y ^ y.
                (BinOp::BitXor, None) => match self.form[left].op {
                    Op::Binary(BinOp::BitXor, x, y) if y == right => Folded::Value(x),
                    _ => Folded::Same,
                },
                _ => Folded::Same,
            },
        }
    }

    /// `x op x`.
    fn of_equals(&mut self, id: InstId, op: BinOp, operand: InstId) -> Option<Folded> {
        use BinOp::*;
        let scalar = self.form[id].ty.scalar;
        Some(match op {
            Sub | BitXor | AbsDiff | Mod => Folded::Constant([0; 4]),
            BitAnd | BitOr | Min | Max => Folded::Value(operand),
            Eq | Le | Ge if scalar == Scalar::Bool => Folded::Constant([1, 0, 0, 0]),
            Ne | Lt | Gt if scalar == Scalar::Bool => Folded::Constant([0; 4]),
            _ => return None,
        })
    }

    /// Operators of bits and of equality on numbers that are truth values.
    fn of_truths(&mut self, id: InstId, op: BinOp, left: InstId, right: InstId) -> Option<Folded> {
        let first = self.as_truth(left)?;
        let origin = self.form[id].origin;
        let second = match (self.as_truth(right), self.bits(right)) {
            (Some(second), _) => second,
            (None, Some(bits @ (0 | 1))) => self.constant([bits as u32, 0, 0, 0], BOOL),
            // No truth value equals it.
            (None, Some(_)) if op == BinOp::Eq => return Some(Folded::Constant([0; 4])),
            (None, Some(_)) if op == BinOp::Ne => return Some(Folded::Constant([1, 0, 0, 0])),
            _ => return None,
        };
        match op {
            BinOp::Eq | BinOp::Ne => Some(Folded::Op(Op::Binary(op, first, second))),
            BinOp::BitAnd | BinOp::BitOr | BinOp::BitXor => {
                let truth = self.eval(Op::Binary(op, first, second), BOOL, origin);
                Some(Folded::Op(Op::Convert(Conversion::Reinterpret, truth)))
            }
            _ => None,
        }
    }

    /// `x op constant`.
    fn with_constant(&mut self, id: InstId, op: BinOp, left: InstId, right: InstId, constant: u64) -> Folded {
        use BinOp::*;
        let scalar = self.form[left].ty.scalar;
        let (ones, (least, greatest)) = (ones(scalar), extremes(scalar));
        let (yes, no) = (Folded::Constant([1, 0, 0, 0]), Folded::Constant([0; 4]));
        match op {
            Add | Sub | BitOr | BitXor | Shl | Shr if constant == 0 => Folded::Value(left),
            AbsDiff if constant == 0 && scalar != Scalar::I32 => Folded::Value(left),
            Mul | Div if constant == 1 => Folded::Value(left),
            Mod if constant == 1 => no,
            Mul | Div | Mod | BitAnd if constant == 0 => no,
            BitAnd if constant == ones => Folded::Value(left),
            BitOr if constant == ones => Folded::Value(right),
            BitXor if constant == ones => Folded::Op(Op::Unary(UnOp::BitNot, left)),
            Eq if scalar == Scalar::Bool => match constant {
                0 => Folded::Op(Op::Unary(UnOp::BitNot, left)),
                _ => Folded::Value(left),
            },
            Ne if scalar == Scalar::Bool => match constant {
                0 => Folded::Value(left),
                _ => Folded::Op(Op::Unary(UnOp::BitNot, left)),
            },
            Lt if constant == least => no,
            Ge if constant == least => yes,
            Gt if constant == greatest => no,
            Le if constant == greatest => yes,
            Min if constant == least => Folded::Value(right),
            Min if constant == greatest => Folded::Value(left),
            Max if constant == least => Folded::Value(left),
            Max if constant == greatest => Folded::Value(right),
            Add | Sub => self.sum_again(op, left, constant),
            _ if op.associates() => self.regroup(id, op, left, constant),
            Shl | Shr => {
                // The amount is below the width, so that no backend has to mask it.
                let width = if scalar == Scalar::U64 { 64 } else { 32 };
                match constant % width {
                    amount if amount == constant => self.shift_again(id, op, left, amount, width),
                    amount => {
                        let amount = self.constant(value::scalar(U32, amount), U32);
                        Folded::Op(Op::Binary(op, left, amount))
                    }
                }
            }
            _ => Folded::Same,
        }
    }

    /// `(x op a) op b = x op (a op b)` for operators that associate.
    fn regroup(&mut self, id: InstId, op: BinOp, left: InstId, outer: u64) -> Folded {
        let Op::Binary(inner_op, value, inner) = self.form[left].op else { return Folded::Same };
        let Some(inner) = self.bits(inner).filter(|_| inner_op == op) else { return Folded::Same };
        let ty = self.form[id].ty;
        let Some(constant) = op.eval_as(ty.scalar, inner, outer) else { return Folded::Same };
        let constant = self.constant(value::scalar(ty, constant), ty);
        Folded::Op(Op::Binary(op, value, constant))
    }

    /// `x + a - b = x + (a - b)`, and so on, modulo the width. Of `+ c` and `- c` it takes the one with the smaller constant.
    fn sum_again(&mut self, op: BinOp, left: InstId, outer: u64) -> Folded {
        let (Op::Binary(inner_op @ (BinOp::Add | BinOp::Sub), value, inner), ty) =
            (self.form[left].op.clone(), self.form[left].ty)
        else {
            return Folded::Same;
        };
        let Some(inner) = self.bits(inner) else { return Folded::Same };
        let together = if inner_op == op { BinOp::Add } else { BinOp::Sub };
        let constant = together.eval_as(ty.scalar, outer, inner);
        let opposite = constant.and_then(|constant| BinOp::Sub.eval_as(ty.scalar, 0, constant));
        let (Some(constant), Some(opposite)) = (constant, opposite) else { return Folded::Same };
        if constant == 0 {
            return Folded::Value(value);
        }
        let (op, constant) = match (constant <= opposite, op) {
            (true, op) => (op, constant),
            (false, BinOp::Add) => (BinOp::Sub, opposite),
            (false, _) => (BinOp::Add, opposite),
        };
        let constant = self.constant(value::scalar(ty, constant), ty);
        Folded::Op(Op::Binary(op, value, constant))
    }

    /// `x & mask`, as the value and the mask: also `(x >> by & part) << by`, which is a part of a word that goes back to where it was.
    fn masked(&self, id: InstId) -> Option<(InstId, u64)> {
        let constant = |wanted, id: InstId| match self.form[id].op {
            Op::Binary(op, value, right) if op == wanted => Some((value, self.bits(right)?)),
            _ => None,
        };
        let Some((part, by)) = constant(BinOp::Shl, id).filter(|(_, by)| *by < 32) else {
            return constant(BinOp::BitAnd, id);
        };
        let (moved, mask) = constant(BinOp::BitAnd, part).unwrap_or((part, u64::from(u32::MAX)));
        let (value, back) = constant(BinOp::Shr, moved)?;
        let is_part = self.form[id].ty == U32 && back == by;
        is_part.then_some((value, u64::from((mask as u32) << by)))
    }

    /// `x & a | x & b = x & (a | b)`, and `y | x & a | x & b = y | x & (a | b)`: parts of a word that are put together again.
    fn parts_again(&mut self, id: InstId, left: InstId, right: InstId) -> Folded {
        let Some((value, second)) = self.masked(right) else { return Folded::Same };
        let (others, part) = match self.form[left].op {
            Op::Binary(BinOp::BitOr, others, part) => (Some(others), part),
            _ => (None, left),
        };
        let Some((_, first)) = self.masked(part).filter(|(of, _)| *of == value) else { return Folded::Same };
        let Inst { ty, origin, .. } = self.form[id];
        let mask = self.constant(value::scalar(ty, first | second), ty);
        let together = Op::Binary(BinOp::BitAnd, value, mask);
        match others {
            Some(others) => {
                let together = self.eval(together, ty, origin);
                Folded::Op(Op::Binary(BinOp::BitOr, others, together))
            }
            None => Folded::Op(together),
        }
    }

    /// `(x op inner) op outer` for shifts the same way: by the sum, as long as it is below the width. A sum that is not leaves 0,
    /// but for copies of a sign.
    fn shift_again(&mut self, id: InstId, op: BinOp, left: InstId, outer: u64, width: u64) -> Folded {
        let Op::Binary(inner_op, value, inner) = self.form[left].op else { return Folded::Same };
        let Some(inner) = self.bits(inner).filter(|_| inner_op == op) else { return Folded::Same };
        let (sum, keeps_sign) =
            (inner % width + outer, self.form[id].ty.scalar == Scalar::I32 && op == BinOp::Shr);
        match sum < width {
            true => {
                let sum = self.constant(value::scalar(U32, sum), U32);
                Folded::Op(Op::Binary(op, value, sum))
            }
            false if keeps_sign => Folded::Same,
            false => Folded::Constant([0; 4]),
        }
    }

    pub(super) fn select(&mut self, id: InstId, cond: InstId, then: InstId, otherwise: InstId) -> Folded {
        if let Some(cond) = self.bits(cond) {
            return Folded::Value(if cond != 0 { then } else { otherwise });
        }
        if then == otherwise {
            return Folded::Value(then);
        }
        // One that asks the same again has been answered.
        match (&self.form[then].op, &self.form[otherwise].op) {
            (&Op::Select(same, then, _), _) if same == cond => {
                return Folded::Op(Op::Select(cond, then, otherwise));
            }
            (_, &Op::Select(same, _, otherwise)) if same == cond => {
                return Folded::Op(Op::Select(cond, then, otherwise));
            }
            _ => {}
        }
        let ty = self.form[id].ty;
        match (ty, self.bits(then), self.bits(otherwise)) {
            (BOOL, Some(1), Some(0)) => return Folded::Value(cond),
            (BOOL, Some(0), Some(1)) => return Folded::Op(Op::Unary(UnOp::BitNot, cond)),
            (BOOL, Some(1), None) => return Folded::Op(Op::Binary(BinOp::BitOr, cond, otherwise)),
            (BOOL, None, Some(0)) => return Folded::Op(Op::Binary(BinOp::BitAnd, cond, then)),
            (U32, Some(1), Some(0)) => return Folded::Op(Op::Convert(Conversion::Reinterpret, cond)),
            _ => {}
        }
        if let (Some(first), Some(second)) = (self.as_truth(then), self.as_truth(otherwise)) {
            let origin = self.form[id].origin;
            let truth = self.eval(Op::Select(cond, first, second), BOOL, origin);
            return Folded::Op(Op::Convert(Conversion::Reinterpret, truth));
        }
        match self.form[cond].op {
            Op::Unary(UnOp::BitNot, cond) => Folded::Op(Op::Select(cond, otherwise, then)),
            _ => Folded::Same,
        }
    }

    pub(super) fn convert(&mut self, id: InstId, conversion: Conversion, operand: InstId) -> Folded {
        let ty = self.form[id].ty;
        if conversion == Conversion::Reinterpret && self.form[operand].ty == ty {
            return Folded::Value(operand);
        }
        let Op::Convert(inner, source) = self.form[operand].op else { return Folded::Same };
        let source_ty = self.form[source].ty;
        // What an extension added is cut off again.
        let restores = matches!(
            (inner, conversion),
            (Conversion::Reinterpret, Conversion::Reinterpret | Conversion::NonZero)
                | (Conversion::ZeroExtend | Conversion::SignExtend, Conversion::Truncate)
        );
        if restores && source_ty == ty {
            return Folded::Value(source);
        }
        match (inner, conversion) {
            (Conversion::Reinterpret, Conversion::Reinterpret | Conversion::NonZero)
            | (Conversion::ZeroExtend | Conversion::SignExtend, Conversion::NonZero)
                if has_row(conversion, source_ty, ty) =>
            {
                Folded::Op(Op::Convert(conversion, source))
            }
            _ => Folded::Same,
        }
    }

    pub(super) fn extract(&mut self, operand: InstId, lane: u8) -> Folded {
        match self.form[operand].op {
            Op::Construct(parts) => Folded::Value(parts[usize::from(lane)]),
            Op::Convert(Conversion::ZeroExtend, source) if self.form[source].ty == U32 => match lane {
                0 => Folded::Value(source),
                _ => Folded::Constant([0; 4]),
            },
            Op::Convert(Conversion::Splat, source) if self.form[source].ty == U32 => Folded::Value(source),
            Op::Convert(Conversion::Reinterpret, source) if self.form[source].ty.words() > 1 => {
                Folded::Op(Op::Extract(source, lane))
            }
            _ => Folded::Same,
        }
    }

    pub(super) fn construct(&mut self, id: InstId, parts: [InstId; 4]) -> Folded {
        let ty = self.form[id].ty;
        let Op::Extract(source, 0) = self.form[parts[0]].op else { return Folded::Same };
        let is_lane = |at: usize| self.form[parts[at]].op == Op::Extract(source, at as u8);
        if !(0..crate::print::parts_of(ty)).all(is_lane) {
            return Folded::Same;
        }
        match self.form[source].ty {
            source_ty if source_ty == ty => Folded::Value(source),
            source_ty if has_row(Conversion::Reinterpret, source_ty, ty) => {
                Folded::Op(Op::Convert(Conversion::Reinterpret, source))
            }
            _ => Folded::Same,
        }
    }
}

/// Whether the table of casts has this conversion.
fn has_row(conversion: Conversion, source: Type, target: Type) -> bool {
    match (source.data_type(), target.data_type()) {
        (Some(source), Some(target)) => {
            casts::find(&source, &target).is_some_and(|cast| cast.conversion == conversion)
        }
        _ => false,
    }
}
