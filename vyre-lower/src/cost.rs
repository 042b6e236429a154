//! What a target spends on statements, for passes that copy them: the one place that says how many operations an instruction is.
//!
//! A budget of copies is about what a driver compiles and an invocation executes. An addition is one operation of each. A sine is one instruction of the form, and for a GPU a function of some
//! hundred operations that its driver puts in wherever it is called: eight copies of it are no small loop. On an H200 the eight rounds of an FFT, with a sine and a cosine each, took 1.19
//! times as long unrolled as in their loop.
//!
//! What is known of operators is asked of the target. Square roots and quotients that it computes quickly count as one: copies are what lets [`quick`](crate::quick)
//! ask once for several. So do operators on 64-bit integers that become a few on their words.

use crate::form::*;
use crate::{Operators, Target};
use vyre_ir::library::Operation;
use vyre_ir::{BinOp, Scalar};

/// The operations of an operator that is long. Quick phases of elementary functions have 40 to 60, and the arithmetic on integers behind them, or in place of any operator of
/// floats that a target lacks, has one to several hundred.
const LONG: usize = 200;

/// The operations of a block, those in the blocks of its statements counted too.
pub(crate) fn operations(form: &Lowered, block: &[Stmt], target: &Target) -> usize {
    let mut operations = 0;
    walk(block, &mut |stmt| {
        operations += match stmt {
            Stmt::Eval(id) if is_long(form, *id, target) => LONG,
            _ => 1,
        }
    });
    operations
}

/// Whether a target computes an instruction by a long function, or by arithmetic on integers.
fn is_long(form: &Lowered, id: InstId, target: &Target) -> bool {
    let operation = match form[id].op {
        // The pass `divide` knows better for constants.
        Op::Binary(BinOp::Div | BinOp::Mod, _, by) if form.as_const(by).is_some() => return false,
        Op::Binary(op, left, _) => Operation::Binary(op, computed_on(form[left].ty.scalar)),
        Op::Unary(op, operand) => Operation::Unary(op, computed_on(form[operand].ty.scalar)),
        Op::MulAdd(..) if form[id].ty == F64 => Operation::DoubleMulAdd,
        Op::MulAdd(..) => Operation::MulAdd,
        _ => return false,
    };
    let is_lacked = !target.has(operation);
    match operation {
        Operation::Binary(op, Scalar::U64) => is_lacked && matches!(op, BinOp::Div | BinOp::Mod),
        Operation::Unary(_, Scalar::U64) => false,
        _ => is_lacked || Operators::of(operation).is_some_and(|one| target.long.contains(one)),
    }
}

/// Floats of 16 bits are computed as those of 32.
fn computed_on(scalar: Scalar) -> Scalar {
    if matches!(scalar, Scalar::F16 | Scalar::BF16) { Scalar::F32 } else { scalar }
}

/// Whether an operation takes longer than most: loads, divisions, and operators of floats that no instruction computes. Such a value is worth a register over a loop, and is not computed
/// where nobody asks for it.
pub(crate) fn is_slow(form: &Lowered, op: &Op) -> bool {
    use BinOp::{Div, FAtan2, FDiv, FHypot, FPow, FRem, Mod};
    match op {
        Op::Load(_) | Op::LoadByte(_) => true,
        Op::Binary(op, ..) => matches!(op, Div | Mod | FDiv | FRem | FHypot | FAtan2 | FPow),
        // Signs and conversions are quick, and all else is a root or an elementary function.
        Op::Unary(op, of) => {
            form[*of].ty.scalar == Scalar::F32 && op.typing().result(Scalar::F32) == Some(Scalar::F32)
        }
        _ => false,
    }
}
