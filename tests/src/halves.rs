//! Rows of floats of 16 bits by `f64`, which has more than four times their digits: an arithmetic that shares nothing with vyre's.
//!
//! What `f64` rounds is rounded twice, which for `+ - * /` gives what rounding once does: 53 digits are more than twice as many and 2 (Figueroa). Its
//! elementary functions are the platform's, which are right to some 2^-52; a result that lies near the middle between two floats is in doubt.

use std::sync::OnceLock;
use vyre::ir::{BinOp, Scalar, UnOp};

/// Both types.
pub const TYPES: [Scalar; 2] = [Scalar::F16, Scalar::BF16];

/// The digits of a format, and the exponents of its smallest normal number and of what overflows.
fn shape(scalar: Scalar) -> (i32, i32, i32) {
    if scalar == Scalar::F16 { (11, -14, 16) } else { (8, -126, 128) }
}

/// The place of the exponent.
pub fn exponent_at(scalar: Scalar) -> u32 {
    shape(scalar).0 as u32 - 1
}

/// The number that bits stand for, by the definition of the format.
pub fn number(scalar: Scalar, bits: u32) -> f64 {
    static ALL: [OnceLock<Vec<f64>>; 2] = [const { OnceLock::new() }; 2];
    let all = &ALL[usize::from(scalar == Scalar::BF16)];
    all.get_or_init(|| (0..0x1_0000).map(|bits| defined(scalar, bits)).collect())[bits as usize & 0xffff]
}

fn defined(scalar: Scalar, bits: u32) -> f64 {
    let (digits, smallest, _) = shape(scalar);
    let fraction = bits & ((1 << (digits - 1)) - 1);
    let biased = ((bits & 0x7fff) >> (digits - 1)) as i32;
    let magnitude = if biased == 0x7fff >> (digits - 1) {
        if fraction == 0 { f64::INFINITY } else { f64::NAN }
    } else if biased == 0 {
        f64::from(fraction) * 2f64.powi(smallest - digits + 1)
    } else {
        f64::from(fraction | 1 << (digits - 1)) * 2f64.powi(smallest + biased - digits)
    };
    if bits >> 15 & 1 == 1 { -magnitude } else { magnitude }
}

/// The canonical NaN.
pub fn nan(scalar: Scalar) -> u32 {
    if scalar == Scalar::F16 { 0x7e00 } else { 0x7fc0 }
}

/// The bits of the float nearest to a number, ties to even.
pub fn nearest(scalar: Scalar, value: f64) -> u32 {
    let (digits, smallest, _) = shape(scalar);
    let infinity = 0x7fffu64 >> (digits - 1) << (digits - 1);
    if value.is_nan() {
        return nan(scalar);
    }
    let (sign, bits) = (value.to_bits() >> 63 << 15, value.to_bits() << 1 >> 1);
    if value.is_infinite() {
        return (sign | infinity) as u32;
    }
    let exponent = (bits >> 52) as i32 - 1023;
    // Units of the last place, of which a number's first digit counts as one in the exponent. What is subnormal in `f64` is 0.
    let cut = 53 - digits + (smallest - exponent).max(0);
    let whole = bits & ((1 << 52) - 1) | 1 << 52;
    let units = if cut > 60 {
        0
    } else {
        let (rest, half) = (whole & ((1 << cut) - 1), 1 << (cut - 1));
        (whole >> cut) + u64::from(rest > half || rest == half && whole >> cut & 1 == 1)
    };
    let exponents = ((exponent.max(smallest) - smallest) as u64) << (digits - 1);
    (sign | (exponents + units).min(infinity)) as u32
}

/// A row of one operand in `f64`, and whether that is exact or rounded once.
pub fn of_one(op: UnOp, x: f64) -> Option<(f64, bool)> {
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

/// A row of two operands in `f64`, and whether the result is exact or rounded once.
pub fn of_two(op: BinOp, x: f64, y: f64) -> Option<(f64, bool)> {
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

/// Whether a number has at most one digit more than a format, as floats have and the middles between them.
fn is_short(scalar: Scalar, value: f64) -> bool {
    value.to_bits().trailing_zeros() as i32 >= 52 - shape(scalar).0
}

/// The bits of the float nearest to a value that may be wrong by 2^-50 of itself, if that is certain. A value so short is exact, or near to a float.
fn certain(scalar: Scalar, (value, is_exact): (f64, bool)) -> Option<u32> {
    let bits = nearest(scalar, value);
    if is_exact || value.is_nan() || value.is_infinite() || is_short(scalar, value) {
        return Some(bits);
    }
    let margin = value.abs() * 2f64.powi(-50);
    let is_same = |bound: f64| nearest(scalar, bound) == bits;
    (is_same(value - margin) && is_same(value + margin)).then_some(bits)
}

/// What a row of one operand gives, on bits; nothing where that is in doubt.
pub fn unary(scalar: Scalar, op: UnOp, a: u32) -> Option<u32> {
    match op {
        UnOp::FNegate => Some(a ^ 0x8000),
        UnOp::FAbs => Some(a & 0x7fff),
        op => certain(scalar, of_one(op, number(scalar, a))?),
    }
}

/// What a row of two operands gives, on bits; nothing where that is in doubt.
pub fn binary(scalar: Scalar, op: BinOp, a: u32, b: u32) -> Option<u32> {
    let (x, y) = (number(scalar, a), number(scalar, b));
    match op {
        BinOp::FCopySign => Some(a & 0x7fff | b & 0x8000),
        BinOp::FEq => Some((x == y).into()),
        BinOp::FNe => Some((x != y).into()),
        BinOp::FLt => Some((x < y).into()),
        BinOp::FGt => Some((x > y).into()),
        BinOp::FLe => Some((x <= y).into()),
        BinOp::FGe => Some((x >= y).into()),
        op => {
            let (value, is_exact) = of_two(op, x, y)?;
            let bits = certain(scalar, (value, is_exact))?;
            // An angle that is a quotient but for what `f64` lacks may be beside the middle.
            let is_middle = op == BinOp::FAtan2 && is_short(scalar, value) && number(scalar, bits) != value;
            (!is_middle || value.is_nan()).then_some(bits)
        }
    }
}

/// `a * b + c` on bits, rounded once.
pub fn mul_add(scalar: Scalar, operands: [u32; 3]) -> u32 {
    let [x, y, z] = operands.map(|bits| number(scalar, bits));
    // The product is exact.
    nearest(scalar, sum(x * y, z))
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
