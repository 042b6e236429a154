//! Orders of two integers: values that follow one another for less, equal and greater, such as `a.cmp(&b) as i32`.
//!
//! LLVM knows `i32(a > b) - i32(a < b)` and the like as one operation, which the compiler of NVIDIA's driver 580.159.04 does not have: where it compiles
//! a shader by NVVM, it says "NVVM compilation failed: 3", and the device is lost. `i32(a >= b) + i32(a > b) - 1i` has the same values and compiles.

use super::Printer;
use super::text::{Text, call, literal, relation, sum, type_name};
use std::cmp::Ordering;
use vyre_ir::casts::Conversion;
use vyre_ir::{BinOp, Scalar, Type, UnOp};
use vyre_lower::{InstId, Lowered, Op};

/// The most instructions that a value is looked for in.
const MAX_INSTS: u32 = 16;

impl Printer<'_> {
    /// The text of an instruction that gives the order of two integers. Its operands have been printed.
    pub(super) fn order(&mut self, id: InstId) -> Option<Text> {
        let ty = self.form[id].ty;
        if !is_integer(ty) {
            return None;
        }
        let mut pair = None;
        let [less, equal, greater] = [Ordering::Less, Ordering::Equal, Ordering::Greater].map(|order| {
            let mut search = Search { form: self.form, order, pair, left: MAX_INSTS };
            let value = search.value(id);
            pair = search.pair;
            value
        });
        let (less, equal, greater) = (less?, equal?, greater?);
        let (a, b) = pair?;
        let (relations, first) = match (equal.wrapping_sub(less), greater.wrapping_sub(equal)) {
            (1, 1) => ([">=", ">"], less),
            (u32::MAX, u32::MAX) => (["<=", "<"], greater),
            _ => return None,
        };
        let (a, b) = (self.operand(a), self.operand(b));
        let [or_equal, strict] = relations.map(|symbol| call(type_name(ty), &[&relation(symbol, &a, &b)]));
        let steps = sum("+", &or_equal, &strict);
        Some(if first == 0 { steps } else { sum("+", &steps, &literal(ty, &[first, 0, 0, 0])) })
    }
}

/// What an instruction gives where two integers have an order.
struct Search<'a> {
    form: &'a Lowered,
    order: Ordering,
    /// The integers that are compared.
    pair: Option<(InstId, InstId)>,
    left: u32,
}

impl Search<'_> {
    fn value(&mut self, id: InstId) -> Option<u32> {
        self.left = self.left.checked_sub(1)?;
        let ty = self.form[id].ty;
        if !is_integer(ty) && ty != vyre_lower::BOOL {
            return None;
        }
        match self.form[id].op {
            Op::Const(lanes) => Some(lanes[0]),
            Op::Select(cond, then, otherwise) => {
                let chosen = if self.value(cond)? != 0 { then } else { otherwise };
                self.value(chosen)
            }
            Op::Convert(Conversion::Reinterpret, operand) => self.value(operand),
            Op::Unary(UnOp::BitNot, operand) if ty == vyre_lower::BOOL => Some(1 - self.value(operand)?),
            Op::Binary(op, a, b) if op.is_predicate() && is_integer(self.form[a].ty) => {
                let order = match self.pair {
                    None => {
                        self.pair = Some((a, b));
                        self.order
                    }
                    Some(pair) if pair == (a, b) => self.order,
                    Some(pair) if pair == (b, a) => self.order.reverse(),
                    Some(_) => return None,
                };
                let holds = match op {
                    BinOp::Lt => order.is_lt(),
                    BinOp::Gt => order.is_gt(),
                    BinOp::Le => order.is_le(),
                    BinOp::Ge => order.is_ge(),
                    BinOp::Eq => order.is_eq(),
                    BinOp::Ne => order.is_ne(),
                    _ => return None,
                };
                Some(holds.into())
            }
            Op::Binary(op, a, b) => {
                let (a, b) = (self.value(a)?, self.value(b)?);
                match op {
                    BinOp::Add => Some(a.wrapping_add(b)),
                    BinOp::Sub => Some(a.wrapping_sub(b)),
                    BinOp::BitAnd => Some(a & b),
                    BinOp::BitOr => Some(a | b),
                    _ => None,
                }
            }
            _ => None,
        }
    }
}

fn is_integer(ty: Type) -> bool {
    ty == Type::scalar(Scalar::U32) || ty == Type::scalar(Scalar::I32)
}
