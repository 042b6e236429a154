//! Rows by MPFR.
//!
//! MPFR computes 40 digits, rounded toward zero, and says whether more follow. A last digit that stands for those makes the result one that is rounded to
//! odd, which rounds to any shorter format as the exact result does (Boldo and Melquiond): no result depends on how large a margin was.

use rug::float::Round;
use rug::ops::{AssignRound, Pow};
use rug::{Assign, Float};
use std::cell::RefCell;
use std::cmp::Ordering;
use vyre_ir::library::Operation;
use vyre_ir::{BinOp, Scalar, Typing, UnOp};
use vyre_tests::float_rows::Row;
use vyre_tests::halves;

/// The digits of results. A float of 53 digits has room for them and for one that says whether there are more.
const DIGITS: u32 = 40;

thread_local! {
    static OPERANDS: RefCell<[Float; 4]> = RefCell::new([Float::new(64), Float::new(64), Float::new(64), Float::new(DIGITS)]);
}

/// What a row gives, on bits.
pub fn row(row: Row, bits: [u32; 3]) -> Option<u64> {
    let [a, b, c] = bits.map(|bits| number(row.scalar, bits));
    Some(match row.operation {
        Operation::MulAdd | Operation::DoubleMulAdd => rounded(
            row.scalar,
            computed([a, b, c], |x, y, z, out| out.assign_round(x.mul_add_ref(y, z), Round::Zero)),
        ),
        Operation::Binary(op, _) => match op {
            BinOp::FEq => u64::from(a == b),
            BinOp::FNe => u64::from(a != b),
            BinOp::FLt => u64::from(a < b),
            BinOp::FGt => u64::from(a > b),
            BinOp::FLe => u64::from(a <= b),
            BinOp::FGe => u64::from(a >= b),
            BinOp::FCopySign => {
                let sign = if row.scalar == Scalar::F32 { 1 << 31 } else { 1 << 15 };
                u64::from(bits[0] & !sign | bits[1] & sign)
            }
            op => rounded(row.scalar, binary(op, a, b)),
        },
        Operation::Unary(op, _) => unary(op, row.scalar, bits, a)?,
    })
}

fn unary(op: UnOp, scalar: Scalar, bits: [u32; 3], a: f64) -> Option<u64> {
    let sign = if scalar == Scalar::F32 { 1 << 31 } else { 1 << 15 };
    let long = u64::from(bits[0]) | u64::from(bits[1]) << 32;
    Some(match op.typing() {
        Typing::FloatSign if op == UnOp::FNegate => u64::from(bits[0] ^ sign),
        Typing::FloatSign => u64::from(bits[0] & !sign),
        Typing::ToU32 => whole(a, 0, u32::MAX.into()) as u64,
        Typing::ToI32 => u64::from(whole(a, i32::MIN.into(), i32::MAX.into()) as u32),
        Typing::ToU64 => whole(a, 0, u64::MAX.into()) as u64,
        Typing::FromU32 => {
            rounded(scalar, computed([0.0; 3], |_, _, _, out| out.assign_round(bits[0], Round::Zero)))
        }
        Typing::FromI32 => {
            rounded(scalar, computed([0.0; 3], |_, _, _, out| out.assign_round(bits[0] as i32, Round::Zero)))
        }
        Typing::FromU64 => {
            rounded(scalar, computed([0.0; 3], |_, _, _, out| out.assign_round(long, Round::Zero)))
        }
        // MPFR has 1 / sqrt(-0) = inf; the contract has -inf.
        _ if op == UnOp::FRsqrt && a == 0.0 => rounded(scalar, 1.0 / a),
        _ => rounded(scalar, function(op, a)?),
    })
}

/// The whole part of a number within limits, by MPFR's integers; 0 for NaN.
fn whole(a: f64, least: i128, most: i128) -> i128 {
    if a.is_nan() {
        return 0;
    }
    if a.is_infinite() {
        return if a < 0.0 { least } else { most };
    }
    let value = Float::with_val(64, a).to_integer_round(Round::Zero);
    value
        .map_or(0, |(value, _)| value.to_i128().unwrap_or(if a < 0.0 { i128::MIN } else { i128::MAX }))
        .clamp(least, most)
}

/// A function of one operand, rounded to odd.
fn function(op: UnOp, a: f64) -> Option<f64> {
    let mut is_known = true;
    let value = computed([a, 0.0, 0.0], |x, _, _, out| {
        let toward_zero = Round::Zero;
        match op {
            UnOp::FSqrt => out.assign_round(x.sqrt_ref(), toward_zero),
            UnOp::FFloor => out.assign_round(x.floor_ref(), toward_zero),
            UnOp::FCeil => out.assign_round(x.ceil_ref(), toward_zero),
            UnOp::FTrunc => out.assign_round(x.trunc_ref(), toward_zero),
            UnOp::FRound => out.assign_round(x.round_ref(), toward_zero),
            UnOp::FRoundEven => out.assign_round(x.round_even_ref(), toward_zero),
            UnOp::FSin => out.assign_round(x.sin_ref(), toward_zero),
            UnOp::FCos => out.assign_round(x.cos_ref(), toward_zero),
            UnOp::FTan => out.assign_round(x.tan_ref(), toward_zero),
            UnOp::FAsin => out.assign_round(x.asin_ref(), toward_zero),
            UnOp::FAcos => out.assign_round(x.acos_ref(), toward_zero),
            UnOp::FAtan => out.assign_round(x.atan_ref(), toward_zero),
            UnOp::FSinh => out.assign_round(x.sinh_ref(), toward_zero),
            UnOp::FCosh => out.assign_round(x.cosh_ref(), toward_zero),
            UnOp::FTanh => out.assign_round(x.tanh_ref(), toward_zero),
            UnOp::FExp => out.assign_round(x.exp_ref(), toward_zero),
            UnOp::FExp2 => out.assign_round(x.exp2_ref(), toward_zero),
            UnOp::FExpM1 => out.assign_round(x.exp_m1_ref(), toward_zero),
            UnOp::FLog => out.assign_round(x.ln_ref(), toward_zero),
            UnOp::FLog2 => out.assign_round(x.log2_ref(), toward_zero),
            UnOp::FLog10 => out.assign_round(x.log10_ref(), toward_zero),
            UnOp::FLog1p => out.assign_round(x.ln_1p_ref(), toward_zero),
            UnOp::FCbrt => out.assign_round(x.cbrt_ref(), toward_zero),
            UnOp::FRsqrt => out.assign_round(x.recip_sqrt_ref(), toward_zero),
            _ => {
                is_known = false;
                Ordering::Equal
            }
        }
    });
    is_known.then_some(value)
}

/// A function of two operands, rounded to odd.
fn binary(op: BinOp, a: f64, b: f64) -> f64 {
    let toward_zero = Round::Zero;
    computed([a, b, 0.0], |x, y, _, out| match op {
        BinOp::FAdd => out.assign_round(x + y, toward_zero),
        BinOp::FSub => out.assign_round(x - y, toward_zero),
        BinOp::FMul => out.assign_round(x * y, toward_zero),
        BinOp::FDiv => out.assign_round(x / y, toward_zero),
        BinOp::FRem => out.assign_round(x % y, toward_zero),
        // MPFR has -0 below +0 in these, and gives the number where one operand is NaN.
        BinOp::FMin => out.assign_round(x.min_ref(y), toward_zero),
        BinOp::FMax => out.assign_round(x.max_ref(y), toward_zero),
        BinOp::FHypot => out.assign_round(x.hypot_ref(y), toward_zero),
        BinOp::FAtan2 => out.assign_round(x.atan2_ref(y), toward_zero),
        BinOp::FPow => out.assign_round(x.pow(y), toward_zero),
        op => panic!("{op:?} is no function of two floats"),
    })
}

/// A result of MPFR's, as a number rounded to odd.
fn computed(operands: [f64; 3], compute: impl FnOnce(&Float, &Float, &Float, &mut Float) -> Ordering) -> f64 {
    OPERANDS.with_borrow_mut(|[x, y, z, out]| {
        for (place, operand) in [&mut *x, &mut *y, &mut *z].into_iter().zip(operands) {
            place.assign(operand);
        }
        let is_exact = compute(x, y, z, out) == Ordering::Equal;
        // Beyond the exponents of `f64` it is the largest number, or 0, and no longer exact.
        let value = out.to_f64_round(Round::Zero);
        let is_exact = is_exact && (value.is_nan() || *out == value);
        if is_exact || value.is_infinite() { value } else { f64::from_bits(value.to_bits() | 1) }
    })
}

/// The number that bits stand for.
pub fn number(scalar: Scalar, bits: u32) -> f64 {
    if scalar == Scalar::F32 { f32::from_bits(bits).into() } else { halves::number(scalar, bits) }
}

/// The bits of the float nearest to a number, ties to even.
pub fn rounded(scalar: Scalar, value: f64) -> u64 {
    match scalar {
        Scalar::F32 if value.is_nan() => 0x7fc0_0000,
        Scalar::F32 => (value as f32).to_bits().into(),
        _ => halves::nearest(scalar, value).into(),
    }
}
