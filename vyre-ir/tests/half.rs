//! The rows of floats of 16 bits, against `f64`: all 2^16 operands of those of one operand, and pairs and triples of every class.
//!
//! `f64` has more than four times their digits. Its elementary functions are those of the platform, which are right to some 2^-52: a result that
//! lies nearer than 2^-45 to the middle between two floats is in doubt, unless it is exact.

#![allow(clippy::unwrap_used)]

use vyre_ir::float::mul_add_as;
use vyre_ir::{BinOp, Scalar, Typing, UnOp};

const FORMATS: [Scalar; 2] = [Scalar::F16, Scalar::BF16];

/// The digits of a format, and the exponents of its smallest normal number and of what overflows.
fn shape(scalar: Scalar) -> (i32, i32, i32) {
    if scalar == Scalar::F16 { (11, -14, 16) } else { (8, -126, 128) }
}

/// The number that bits stand for, by the definition of the format.
fn number(scalar: Scalar, bits: u64) -> f64 {
    let (digits, smallest, _) = shape(scalar);
    let fraction = bits & ((1 << (digits - 1)) - 1);
    let biased = ((bits & 0x7fff) >> (digits - 1)) as i32;
    let all = 0x7fff >> (digits - 1);
    let magnitude = if biased == all {
        if fraction == 0 { f64::INFINITY } else { f64::NAN }
    } else {
        let (whole, exponent) = if biased == 0 {
            (fraction, smallest)
        } else {
            (fraction | 1 << (digits - 1), smallest + biased - 1)
        };
        whole as f64 * 2f64.powi(exponent - digits + 1)
    };
    if bits >> 15 == 1 { -magnitude } else { magnitude }
}

/// The bits of the float nearest to a number, ties to even, and how near the number is to the middle between two, as a part of it.
fn nearest(scalar: Scalar, value: f64) -> (u64, f64) {
    let (digits, smallest, over) = shape(scalar);
    let all = (0x7fff >> (digits - 1)) << (digits - 1);
    if value.is_nan() {
        return (all | 1 << (digits - 2), 1.0);
    }
    let sign = u64::from(value.is_sign_negative()) << 15;
    if value.is_infinite() || value == 0.0 {
        return (sign | if value == 0.0 { 0 } else { all }, 1.0);
    }
    let magnitude = value.abs();
    let exponent = ((magnitude.to_bits() >> 52) as i32 - 1023).clamp(smallest, 1000);
    let units = magnitude / 2f64.powi(exponent - digits + 1);
    let doubt = ((units - units.trunc()) - 0.5).abs() / units;
    let whole = units.round_ties_even();
    if whole * 2f64.powi(exponent - digits + 1) >= 2f64.powi(over) {
        return (sign | all, doubt);
    }
    // A carry goes into the exponent.
    let biased = (exponent - smallest + 1) as u64;
    let bits = if whole < 2f64.powi(digits - 1) {
        whole as u64
    } else {
        (biased << (digits - 1)) + whole as u64 - (1 << (digits - 1))
    };
    (sign | bits, doubt)
}

/// A row of one operand in `f64`, and whether that is exact or rounded once.
fn function(op: UnOp, x: f64) -> Option<(f64, bool)> {
    let exact = |value| Some((value, true));
    let near = |value| Some((value, false));
    match op {
        UnOp::FSqrt => exact(x.sqrt()),
        UnOp::FFloor => exact(x.floor()),
        UnOp::FCeil => exact(x.ceil()),
        UnOp::FTrunc => exact(x.trunc()),
        UnOp::FRound => exact(x.round()),
        UnOp::FRoundEven => exact(x.round_ties_even()),
        UnOp::FSin => near(x.sin()),
        UnOp::FCos => near(x.cos()),
        UnOp::FTan => near(x.tan()),
        UnOp::FAsin => near(x.asin()),
        UnOp::FAcos => near(x.acos()),
        UnOp::FAtan => near(x.atan()),
        UnOp::FSinh => near(x.sinh()),
        UnOp::FCosh => near(x.cosh()),
        UnOp::FTanh => near(x.tanh()),
        UnOp::FExp => near(x.exp()),
        UnOp::FExp2 => near(x.exp2()),
        UnOp::FExpM1 => near(x.exp_m1()),
        UnOp::FLog => near(x.ln()),
        UnOp::FLog2 => near(x.log2()),
        UnOp::FLog10 => near(x.log10()),
        UnOp::FLog1p => near(x.ln_1p()),
        UnOp::FCbrt => near(x.cbrt()),
        UnOp::FRsqrt => near(1.0 / x.sqrt()),
        _ => None,
    }
}

#[test]
fn every_operand_of_every_function() {
    let (mut rows, mut doubts) = (0, 0);
    for scalar in FORMATS {
        for op in UnOp::on(scalar).filter(|op| op.typing() == Typing::Float) {
            rows += 1;
            for bits in 0..0x1_0000u64 {
                let (value, is_exact) = function(op, number(scalar, bits)).unwrap();
                let (expected, doubt) = nearest(scalar, value);
                // Exact results may lie in the middle: 2^-25 and 2^-134 do.
                doubts += u32::from(!is_exact && doubt < 2f64.powi(-45) && doubt > 0.0);
                assert_eq!(op.eval_as(scalar, bits), Some(expected), "{scalar} {op:?} of {bits:#06x}");
            }
        }
    }
    assert_eq!((rows, doubts), (2 * 24, 0));
}

#[test]
fn signs_are_bits() {
    for (scalar, bits) in
        FORMATS.into_iter().flat_map(|scalar| (0..0x1_0000u64).map(move |bits| (scalar, bits)))
    {
        assert_eq!(UnOp::FNegate.eval_as(scalar, bits), Some(bits ^ 0x8000));
        assert_eq!(UnOp::FAbs.eval_as(scalar, bits), Some(bits & 0x7fff));
        let signed = BinOp::FCopySign.eval_as(scalar, bits, bits.rotate_left(9) & 0xffff);
        assert_eq!(signed, Some(bits & 0x7fff | bits.rotate_left(9) & 0x8000));
    }
}

/// Operands of every class: special ones, subnormal ones, those whose exponents are near each other, and any.
fn operands(scalar: Scalar) -> impl Iterator<Item = [u64; 3]> {
    let mut state = 0x9e37_79b9_7f4a_7c15u64;
    let mut next = move || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state >> 16
    };
    let digits = shape(scalar).0 as u64 - 1;
    let all = 0x7fff >> digits << digits;
    let special = [0, 1, 2, (1 << digits) - 1, 1 << digits, all - 1, all, all + 1, 0x7fff];
    (0..).map(move |round| {
        [0; 3].map(|_| {
            let any = next() & 0xffff;
            match round % 4 {
                0 => any,
                1 => special[(next() % 9) as usize] | any & 0x8000,
                2 => any & (0x8000 | ((1 << digits) - 1)) | (next() % 3) << digits,
                // Exponents around that of 1.
                _ => any & (0x8000 | ((1 << digits) - 1)) | ((0x3fff >> digits) - 2 + next() % 6) << digits,
            }
        })
    })
}

/// How many operands of each class are tried.
fn count() -> usize {
    4 * std::env::var("VYRE_FLOAT_OPERANDS").map_or(20_000, |count| count.parse().unwrap())
}

/// A row of two operands in `f64`, and whether the result is exact or rounded once by less than half of what counts. Two roundings are right then.
fn function_of_two(op: BinOp, x: f64, y: f64) -> Option<(f64, bool)> {
    // The one that is not NaN, and -0 below +0.
    let pick = |is_first: bool| if x.is_nan() || !y.is_nan() && !is_first { y } else { x };
    Some(match op {
        BinOp::FAdd => (x + y, true),
        BinOp::FSub => (x - y, true),
        BinOp::FMul => (x * y, true),
        BinOp::FDiv => (x / y, true),
        BinOp::FRem => (x % y, true),
        BinOp::FMin => (pick(x < y || x == y && x.is_sign_negative()), true),
        BinOp::FMax => (pick(x > y || x == y && y.is_sign_negative()), true),
        BinOp::FHypot if x.is_infinite() || y.is_infinite() => (f64::INFINITY, true),
        BinOp::FHypot => (x.hypot(y), false),
        BinOp::FAtan2 => (x.atan2(y), false),
        BinOp::FPow => (x.powf(y), false),
        _ => return None,
    })
}

#[test]
fn pairs_of_every_class() {
    let mut rows = 0;
    for scalar in FORMATS {
        for op in BinOp::on(scalar).filter(|op| op.typing() == Typing::Float) {
            rows += 1;
            let mut doubts = 0;
            for [a, b, _] in operands(scalar).take(count()) {
                let (x, y) = (number(scalar, a), number(scalar, b));
                let (value, is_certain) = function_of_two(op, x, y).unwrap();
                let (expected, doubt) = nearest(scalar, value);
                let got = op.eval_as(scalar, a, b);
                if is_certain || doubt > 2f64.powi(-45) {
                    assert_eq!(got, Some(expected), "{scalar} {op:?} of {a:#06x} and {b:#06x}");
                } else {
                    doubts += 1;
                    let got = got.unwrap();
                    assert!(
                        got == expected || got.abs_diff(expected) == 1,
                        "{scalar} {op:?} of {a:#06x} and {b:#06x}"
                    );
                }
            }
            assert!(doubts < count() / 20, "{scalar} {op:?}: {doubts} in doubt");
        }
        for (op, compare) in [
            (BinOp::FEq, f64::eq as fn(&f64, &f64) -> bool),
            (BinOp::FNe, f64::ne),
            (BinOp::FLt, f64::lt),
            (BinOp::FGt, f64::gt),
            (BinOp::FLe, f64::le),
            (BinOp::FGe, f64::ge),
        ] {
            for [a, b, _] in operands(scalar).take(count()) {
                let expected = compare(&number(scalar, a), &number(scalar, b));
                assert_eq!(
                    op.eval_as(scalar, a, b),
                    Some(expected.into()),
                    "{scalar} {op:?} of {a:#06x} and {b:#06x}"
                );
            }
        }
    }
    assert_eq!(rows, 2 * 10);
}

/// A finite number as a whole one times 2 to an exponent.
fn parts(value: f64) -> (i128, i32) {
    let bits = value.to_bits();
    let exponent = (bits >> 52 & 0x7ff) as i32 - 1075;
    let digits = if value == 0.0 { 0 } else { (bits & ((1 << 52) - 1) | 1 << 52) as i128 };
    (if value < 0.0 { -digits } else { digits }, exponent)
}

/// The sum of a product and a third number in whole numbers: a float that rounds as the exact sum does.
fn sum(product: f64, c: f64) -> f64 {
    if !product.is_finite() || !c.is_finite() || product == 0.0 || c == 0.0 || product == -c {
        return product + c;
    }
    let ((p, at), (q, other)) = (parts(product), parts(c));
    let ((large, high), (small, low)) =
        if at > other { ((p, at), (q, other)) } else { ((q, other), (p, at)) };
    // Beyond 60 places it only matters on which side the small one is.
    let (places, small) = if high - low > 60 { (60, small.signum()) } else { (high - low, small) };
    let total = (large << places) + small;
    // 40 digits, the last of which says whether there are more.
    let drop = (128 - total.unsigned_abs().leading_zeros() as i32 - 40).max(0);
    let magnitude = total.unsigned_abs() >> drop | u128::from(total.unsigned_abs() & ((1 << drop) - 1) != 0);
    let value = magnitude as f64 * 2f64.powi(high - places + drop);
    if total < 0 { -value } else { value }
}

#[test]
fn triples_of_every_class() {
    for scalar in FORMATS {
        for [a, b, c] in operands(scalar).take(count()) {
            let [x, y, z] = [a, b, c].map(|bits| number(scalar, bits));
            let (expected, _) = nearest(scalar, sum(x * y, z));
            let got = mul_add_as(scalar, [a, b, c].map(|bits| bits as u32));
            assert_eq!(u64::from(got), expected, "{scalar} {a:#06x} * {b:#06x} + {c:#06x}");
        }
    }
}

/// That two roundings are one: every pair of magnitudes, with both signs for sums. It takes minutes, and runs where `VYRE_FLOATS_EXHAUSTIVE` is set.
#[test]
fn every_pair() {
    if std::env::var_os("VYRE_FLOATS_EXHAUSTIVE").is_none() {
        return;
    }
    for scalar in FORMATS {
        let numbers: Vec<f64> = (0..0x1_0000).map(|bits| number(scalar, bits)).collect();
        let half = |from: u64| {
            for a in (from..0x8000).step_by(2) {
                for (op, signs) in [
                    (BinOp::FAdd, 0x1_0000),
                    (BinOp::FMul, 0x8000),
                    (BinOp::FDiv, 0x8000),
                    (BinOp::FRem, 0x8000),
                ] {
                    for b in 0..signs {
                        let (value, _) =
                            function_of_two(op, numbers[a as usize], numbers[b as usize]).unwrap();
                        assert_eq!(
                            op.eval_as(scalar, a, b),
                            Some(nearest(scalar, value).0),
                            "{scalar} {op:?} of {a:#06x} and {b:#06x}"
                        );
                    }
                }
            }
        };
        std::thread::scope(|scope| {
            scope.spawn(|| half(0));
            half(1);
        });
    }
}
