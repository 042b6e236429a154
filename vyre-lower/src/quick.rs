//! Operators that a target computes quickly where their operands are common.
//!
//! A square root or a quotient that is rounded once takes a GPU some ten operations, and a branch: the operations are right unless a step of them overflows or is subnormal, and the branch is
//! for operands for which one may be. The branch costs more than the operations, because a driver moves no instruction across it. So the pass `speculate` computes
//! several such operators one after the other, as if all of their operands were common, and asks once whether they were.

use crate::form::{InstId, Lowered, Op, Stmt};
use crate::{F32, Operators, Target};
use vyre_ir::library::Operation;
use vyre_ir::{BinOp, Scalar, UnOp};

/// The bits of 2^-63: the least magnitude that is common.
pub const LEAST: u32 = 0x2000_0000;
/// How many magnitudes are common, by their bits: those below 2^63. The root, or the quotient of two, has an exponent from -126 to 126, and the remainder that corrects it is not
/// subnormal.
pub const COMMON: u32 = 0x3f00_0000;

/// An operator on floats that a target may compute quickly.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum QuickOp {
    /// The square root. Its operand is common if it is 0 (not -0), or positive and its magnitude is common.
    Sqrt,
    /// The quotient. Its operands are common if both magnitudes are, or if the first one is 0 (not -0) and the second one's magnitude is.
    Div,
}

/// Such an operator, and its operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Quick {
    /// The square root of a value.
    Sqrt(InstId),
    /// The quotient of two values.
    Div(InstId, InstId),
}

impl QuickOp {
    /// The operator of the program that it computes.
    pub fn operation(self) -> Operation {
        match self {
            QuickOp::Sqrt => Operation::Unary(UnOp::FSqrt, Scalar::F32),
            QuickOp::Div => Operation::Binary(BinOp::FDiv, Scalar::F32),
        }
    }

    /// Whether operands are rare, which is whether one of them is not common, by their bits. An operator of one operand does not look at the second one.
    pub fn is_rare(self, [a, b]: [u32; 2]) -> bool {
        let is_common = |bits: u32| bits.wrapping_sub(LEAST) < COMMON;
        match self {
            QuickOp::Sqrt => a != 0 && !is_common(a),
            QuickOp::Div => a != 0 && !is_common(a & 0x7fff_ffff) || !is_common(b & 0x7fff_ffff),
        }
    }

    /// The value to an interpreter: the operator's, and for rare operands a NaN that no operator gives. No result may depend on that.
    pub fn value(self, [a, b]: [u32; 2]) -> u32 {
        match self {
            _ if self.is_rare([a, b]) => u32::MAX,
            QuickOp::Sqrt => UnOp::FSqrt.eval(a),
            QuickOp::Div => BinOp::FDiv.eval(a, b),
        }
    }
}

impl Quick {
    /// The quick form of the instruction that a statement evaluates, if the target has one.
    pub(crate) fn of(form: &Lowered, stmt: &Stmt, target: &Target) -> Option<Quick> {
        let Stmt::Eval(id) = stmt else { return None };
        let quick = match form[*id].op {
            Op::Unary(UnOp::FSqrt, a) => Quick::Sqrt(a),
            Op::Binary(BinOp::FDiv, a, b) => Quick::Div(a, b),
            _ => return None,
        };
        let has_it =
            Operators::of(quick.op().operation()).is_some_and(|one| target.quick.operators.contains(one));
        (has_it && quick.operands().all(|operand| form[operand].ty == F32)).then_some(quick)
    }

    /// The operator.
    pub fn op(self) -> QuickOp {
        match self {
            Quick::Sqrt(_) => QuickOp::Sqrt,
            Quick::Div(..) => QuickOp::Div,
        }
    }

    /// The instruction that computes the same of all operands.
    pub fn exact(self) -> Op {
        match self {
            Quick::Sqrt(a) => Op::Unary(UnOp::FSqrt, a),
            Quick::Div(a, b) => Op::Binary(BinOp::FDiv, a, b),
        }
    }

    /// The operands, in order.
    pub fn operands(self) -> impl Iterator<Item = InstId> + use<> {
        self.exact().operands()
    }

    /// The same operator on other operands.
    #[must_use]
    pub fn map_operands(self, mut map: impl FnMut(InstId) -> InstId) -> Quick {
        match self {
            Quick::Sqrt(a) => Quick::Sqrt(map(a)),
            Quick::Div(a, b) => Quick::Div(map(a), map(b)),
        }
    }
}
