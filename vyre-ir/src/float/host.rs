//! Quick phases of elementary functions on CPUs, by Ziv's way: 53 bits decide nearly always how 24 are rounded. Where they do not, the exact definition is asked.
//!
//! Only `+ - * /`, `sqrt` and conversions are used, so the results do not depend on the platform's library. Nothing branches, so that a loop over many operands becomes vector
//! instructions. The polynomials of `exp2`, of the logarithm and of the angle are interpolations at Chebyshev's nodes, those of sines and cosines are Taylor's. Relative errors
//! were measured below 2^-45; [`rounded`] takes 2^-43 for granted, and all 2^32 operands of each function of one operand were compared with its definition.

use super::quick;

/// What a quick phase gives: a float, and whether it is certain that it is the nearest one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Quick {
    pub(super) value: f32,
    pub(super) is_certain: bool,
}

impl Quick {
    /// Another value under a condition, which is certain.
    #[inline(always)]
    fn or(self, is_other: bool, value: f32) -> Quick {
        Quick { value: if is_other { value } else { self.value }, is_certain: self.is_certain | is_other }
    }

    /// Certain only under a condition too.
    #[inline(always)]
    fn only(self, is_apt: bool) -> Quick {
        Quick { is_certain: self.is_certain & is_apt, ..self }
    }
}

/// The bound of the relative error.
const ERROR: f64 = 1.0 / (1u64 << 43) as f64;

/// The float nearest to a value with a relative error below the bound.
#[inline(always)]
fn rounded(value: f64) -> Quick {
    rounded_within(value, ERROR)
}

#[inline(always)]
fn rounded_within(value: f64, error: f64) -> Quick {
    let [above, below] = [1.0 + error, 1.0 - error].map(|by| (value * by) as f32);
    Quick { value: above, is_certain: above.to_bits() == below.to_bits() }
}

/// A polynomial, whose first coefficient is the constant.
#[inline(always)]
fn polynomial<const N: usize>(x: f64, coefficients: &[f64; N]) -> f64 {
    coefficients.iter().rev().fold(0.0, |sum, coefficient| sum * x + coefficient)
}

/// A number with the sign of another one.
#[inline(always)]
fn signed(value: f64, sign: f64) -> f64 {
    f64::from_bits(value.to_bits() | (sign.to_bits() & (1 << 63)))
}

/// Adding it rounds a number below 2^51 to an integer, which the lower bits of the sum have then.
const TO_INTEGER: f64 = 6_755_399_441_055_744.0;

/// 2^t, where `t` is a number.
#[inline(always)]
fn exp2_wide(t: f64) -> f64 {
    #[allow(clippy::approx_constant, reason = "what the interpolation gives")]
    const COEFFICIENTS: [f64; 11] = [
        1.0,
        0.693_147_180_559_95,
        0.240_226_506_959_100_97,
        0.055_504_108_664_447_72,
        0.009_618_129_107_606_888,
        0.001_333_355_823_016_497_4,
        0.000_154_035_304_417_360_5,
        1.525_265_726_020_083_7e-5,
        1.321_544_258_792_169e-6,
        1.020_869_029_995_830_6e-7,
        7.072_585_949_269_223e-9,
    ];
    // Past the ends every float is infinite, or 0.
    let t = t.clamp(-200.0, 200.0);
    let whole = t + TO_INTEGER;
    let power = f64::from_bits((whole.to_bits().wrapping_add(1023)) << 52);
    polynomial(t - (whole - TO_INTEGER), &COEFFICIENTS) * power
}

/// (e^x - e^-x) / 2, where `power` is e^x.
#[inline(always)]
fn sinh_wide(x: f64, power: f64) -> f64 {
    const COEFFICIENTS: [f64; 8] = [
        1.0,
        1.0 / 6.0,
        1.0 / 120.0,
        1.0 / 5_040.0,
        1.0 / 362_880.0,
        1.0 / 39_916_800.0,
        1.0 / 6_227_020_800.0,
        1.0 / 1_307_674_368_000.0,
    ];
    let small = x * polynomial(x * x, &COEFFICIENTS);
    let large = (power - 1.0 / power) * 0.5;
    // Nearer to zero the difference loses too many bits.
    if x.abs() < 0.5 { small } else { large }
}

/// e^x
#[inline(always)]
pub(super) fn exp(x: f32) -> Quick {
    rounded(exp2_wide(f64::from(x) * std::f64::consts::LOG2_E))
}

/// 2^x
#[inline(always)]
pub(super) fn exp2(x: f32) -> Quick {
    rounded(exp2_wide(f64::from(x)))
}

/// e^x - 1 = 2 sinh(x / 2) e^(x / 2)
#[inline(always)]
pub(super) fn exp_m1(x: f32) -> Quick {
    let half = f64::from(x) * 0.5;
    let power = exp2_wide(half * std::f64::consts::LOG2_E);
    rounded(2.0 * sinh_wide(half, power) * power)
}

/// (e^x - e^-x) / 2
#[inline(always)]
pub(super) fn sinh(x: f32) -> Quick {
    let x = f64::from(x);
    rounded(sinh_wide(x, exp2_wide(x * std::f64::consts::LOG2_E)))
}

/// (e^x + e^-x) / 2
#[inline(always)]
pub(super) fn cosh(x: f32) -> Quick {
    let power = exp2_wide(f64::from(x.abs()) * std::f64::consts::LOG2_E);
    rounded((power + 1.0 / power) * 0.5)
}

/// The quotient of both.
#[inline(always)]
pub(super) fn tanh(x: f32) -> Quick {
    let x = f64::from(x);
    let power = exp2_wide(x * std::f64::consts::LOG2_E);
    rounded(sinh_wide(x, power) / ((power + 1.0 / power) * 0.5))
}

/// The logarithm of a number above zero, as that of a part from 0.7 to 1.5 to the base `e`, and an exponent. `less_1` is the number less 1, which matters where it is small.
#[inline(always)]
fn log_parts(number: f64, less_1: f64) -> (f64, f64) {
    const COEFFICIENTS: [f64; 9] = [
        1.0,
        0.333_333_333_333_333_3,
        0.200_000_000_000_037_48,
        0.142_857_142_844_088_18,
        0.111_111_113_385_734_18,
        0.090_908_868_604_727_69,
        0.076_935_808_322_985_19,
        0.066_243_732_677_471_52,
        0.066_311_268_197_919_95,
    ];
    /// The upper half of the square root of a half.
    const ROOT: u64 = 0x3fe6_a09e << 32;
    /// The exponent is no less than -150; above 0 its bits are those of a number after 2^52.
    const BIAS: u64 = 1024;
    const INTEGERS: u64 = 0x4330 << 48;
    let shifted = number.to_bits().wrapping_sub(ROOT).wrapping_add(BIAS << 52);
    let exponent = f64::from_bits((shifted >> 52) | INTEGERS) - (f64::from_bits(INTEGERS) + BIAS as f64);
    let f = f64::from_bits((shifted & ((1 << 52) - 1)) + ROOT) - 1.0;
    let f = if exponent == 0.0 { less_1 } else { f };
    let s = f / (2.0 + f);
    (2.0 * s * polynomial(s * s, &COEFFICIENTS), exponent)
}

/// A logarithm of a float from its parts, or where there is no logarithm.
#[inline(always)]
fn log(x: f32, join: impl Fn(f64, f64) -> f64) -> Quick {
    let number = f64::from(x);
    let (part, exponent) = log_parts(number, number - 1.0);
    let is_number = (x > 0.0) & (x < f32::INFINITY);
    let special = if x == 0.0 { f32::NEG_INFINITY } else { f32::NAN };
    rounded(join(part, exponent)).or(!is_number, if x == f32::INFINITY { x } else { special })
}

/// The logarithm to the base `e`.
#[inline(always)]
pub(super) fn ln(x: f32) -> Quick {
    log(x, |part, exponent| exponent * std::f64::consts::LN_2 + part)
}

/// The logarithm to the base 2.
#[inline(always)]
pub(super) fn log2(x: f32) -> Quick {
    log(x, |part, exponent| exponent + part * std::f64::consts::LOG2_E)
}

/// The logarithm to the base 10.
#[inline(always)]
pub(super) fn log10(x: f32) -> Quick {
    log(x, |part, exponent| exponent * std::f64::consts::LOG10_2 + part * std::f64::consts::LOG10_E)
}

/// The logarithm to the base `e` of the sum with 1.
#[inline(always)]
pub(super) fn ln_1p(x: f32) -> Quick {
    // Where the sum is not exact it is so large, or so near to 1, that it does not matter.
    let (part, exponent) = log_parts(1.0 + f64::from(x), f64::from(x));
    let is_number = (x > -1.0) & (x < f32::INFINITY) & (x != 0.0);
    let special = if x == -1.0 { f32::NEG_INFINITY } else { f32::NAN };
    // Zeros and infinity are what they were.
    rounded(exponent * std::f64::consts::LN_2 + part).or(!is_number, if x >= 0.0 { x } else { special })
}

/// The sine and the cosine of a number, but for their signs, and its quarter of the circle; and whether they are good.
#[inline(always)]
fn sine_and_cosine(x: f32) -> ([f64; 2], u64, bool) {
    const SINE: [f64; 8] = [
        1.0,
        -1.0 / 6.0,
        1.0 / 120.0,
        -1.0 / 5_040.0,
        1.0 / 362_880.0,
        -1.0 / 39_916_800.0,
        1.0 / 6_227_020_800.0,
        -1.0 / 1_307_674_368_000.0,
    ];
    const COSINE: [f64; 9] = [
        1.0,
        -0.5,
        1.0 / 24.0,
        -1.0 / 720.0,
        1.0 / 40_320.0,
        -1.0 / 3_628_800.0,
        1.0 / 479_001_600.0,
        -1.0 / 87_178_291_200.0,
        1.0 / 20_922_789_888_000.0,
    ];
    /// The first 33 bits of a quarter of the circle, and what they lack.
    const QUARTER: [f64; 2] = [1.570_796_326_734_125_6, 6.077_100_506_506_192e-11];
    // Where the number of quarters has more than 20 bits, their product with the first part is not exact.
    let is_small = x.abs() < 1_048_576.0;
    let x = f64::from(x);
    let count = x * std::f64::consts::FRAC_2_PI + TO_INTEGER;
    let whole = count - TO_INTEGER;
    let rest = (x - whole * QUARTER[0]) - whole * QUARTER[1];
    // The error of what is left is some 2^-66.
    let is_good = is_small & ((whole == 0.0) | (rest.abs() >= 1e-6));
    let square = rest * rest;
    ([rest * polynomial(square, &SINE), polynomial(square, &COSINE)], count.to_bits(), is_good)
}

/// The sine, or the cosine a quarter before.
#[inline(always)]
fn sine(x: f32, before: u64) -> Quick {
    let ([sine, cosine], quarter, is_good) = sine_and_cosine(x);
    let quarter = quarter.wrapping_add(before);
    let value = if quarter & 1 == 0 { sine } else { cosine };
    rounded(f64::from_bits(value.to_bits() ^ (quarter & 2) << 62)).only(is_good).or(x.is_nan(), f32::NAN)
}

/// The sine.
#[inline(always)]
pub(super) fn sin(x: f32) -> Quick {
    sine(x, 0)
}

/// The cosine.
#[inline(always)]
pub(super) fn cos(x: f32) -> Quick {
    sine(x, 1)
}

/// The tangent.
#[inline(always)]
pub(super) fn tan(x: f32) -> Quick {
    let ([sine, cosine], quarter, is_good) = sine_and_cosine(x);
    let (above, below) = if quarter & 1 == 0 { (sine, cosine) } else { (-cosine, sine) };
    rounded(above / below).only(is_good).or(x.is_nan(), f32::NAN)
}

/// The angle of the point (x, y) in the first quarter of the plane.
#[inline(always)]
fn angle(y: f64, x: f64) -> f64 {
    const COEFFICIENTS: [f64; 12] = [
        1.0,
        -0.333_333_333_333_331_2,
        0.199_999_999_999_403_5,
        -0.142_857_142_791_973_12,
        0.111_111_107_422_868_96,
        -0.090_908_967_329_789_7,
        0.076_920_439_650_026_5,
        -0.066_629_361_161_365_17,
        0.058_467_627_400_560_856,
        -0.050_345_755_945_220_44,
        0.037_951_714_222_963_38,
        -0.017_790_395_523_288_063,
    ];
    /// The tangents of an eighth of the half circle and of three.
    const LOW: f64 = std::f64::consts::SQRT_2 - 1.0;
    const HIGH: f64 = std::f64::consts::SQRT_2 + 1.0;
    let (is_low, is_high) = (y <= x * LOW, y >= x * HIGH);
    let (above, below, start) = if is_low {
        (y, x, 0.0)
    } else if is_high {
        (-x, y, std::f64::consts::FRAC_PI_2)
    } else {
        (y - x, y + x, std::f64::consts::FRAC_PI_4)
    };
    let tangent = above / below;
    start + tangent * polynomial(tangent * tangent, &COEFFICIENTS)
}

/// The angle with this sine; the square is exact.
#[inline(always)]
pub(super) fn asin(x: f32) -> Quick {
    let x = f64::from(x);
    rounded(signed(angle(x.abs(), (1.0 - x * x).sqrt()), x)).or((x.abs() > 1.0) | x.is_nan(), f32::NAN)
}

/// The angle with this cosine.
#[inline(always)]
pub(super) fn acos(x: f32) -> Quick {
    let x = f64::from(x);
    let acute = angle((1.0 - x * x).sqrt(), x.abs());
    let angle = if x < 0.0 { std::f64::consts::PI - acute } else { acute };
    rounded(angle).or((x.abs() > 1.0) | x.is_nan(), f32::NAN)
}

/// The angle with this tangent.
#[inline(always)]
pub(super) fn atan(x: f32) -> Quick {
    let x = f64::from(x);
    rounded(signed(angle(x.abs(), 1.0), x)).or(x.is_nan(), f32::NAN)
}

/// The angle of a point. Where both coordinates are 0 or infinite the definition says it.
#[inline(always)]
pub(super) fn atan2(y: f32, x: f32) -> Quick {
    let [y, x] = [y, x].map(f64::from);
    let acute = angle(y.abs(), x.abs());
    let angle = if x.is_sign_negative() { std::f64::consts::PI - acute } else { acute };
    rounded(signed(angle, y)).only(!angle.is_nan())
}

/// The cube root, from 23 bits of it by Halley's iteration.
#[inline(always)]
pub(super) fn cbrt(x: f32) -> Quick {
    const COEFFICIENTS: [f64; 5] = [
        1.875_951_824_271_77,
        -1.884_979_795_433_771_7,
        1.621_429_720_105_354_5,
        -0.758_397_934_778_766,
        0.145_996_192_886_612_45,
    ];
    let number = f64::from(x.abs());
    // A third of the exponent: 5 bits.
    let third = ((number.to_bits() >> 32) as u32 / 3).wrapping_add(0x2a9f_7893);
    let near = f64::from_bits(u64::from(third) << 32);
    let near = near * polynomial(near * near * (near / number), &COEFFICIENTS);
    let cube = near * near * near;
    let root = near * ((cube + 2.0 * number) / (2.0 * cube + number));
    let is_same = (x == 0.0) | (x.abs() == f32::INFINITY) | x.is_nan();
    rounded(signed(root, f64::from(x))).or(is_same, x)
}

/// 1 divided by the square root.
#[inline(always)]
pub(super) fn rsqrt(x: f32) -> Quick {
    rounded(1.0 / f64::from(x).sqrt()).or(x < 0.0, f32::NAN)
}

/// The square root of the sum of the squares, which are exact. Of infinities the definition says it.
#[inline(always)]
pub(super) fn hypot(x: f32, y: f32) -> Quick {
    let [x, y] = [x, y].map(f64::from);
    let root = (x * x + y * y).sqrt();
    rounded(root).only(root < f64::INFINITY)
}

/// The sine within 2 ULP, in `f32`, as on every device. Of large numbers the definition says it.
#[inline(always)]
pub(super) fn sin_approx(x: f32) -> Quick {
    Quick { value: f32::from_bits(quick::sin_near(x.to_bits())), is_certain: x.abs() <= 65_536.0 }
}

/// A number above zero to the power of a number; of others the definition says it. The exponent is below 200, so 8 bits more are lost.
#[inline(always)]
pub(super) fn pow(x: f32, y: f32) -> Quick {
    const ERROR: f64 = 1.0 / (1u64 << 35) as f64;
    let number = f64::from(x);
    let (part, exponent) = log_parts(number, number - 1.0);
    let power = exp2_wide(f64::from(y) * (exponent + part * std::f64::consts::LOG2_E));
    let is_apt = (x > 0.0) & (x < f32::INFINITY) & (y.abs() < f32::INFINITY);
    rounded_within(power, ERROR).only(is_apt)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::float::tests::{OnBits, decisions};
    use crate::float::{binary, exponential, logarithm, roots, trigonometric};

    /// A function's name, its quick phase and its definition.
    type Function = (&'static str, fn(f32) -> Quick, OnBits);

    const FUNCTIONS: [Function; 18] = [
        ("exp", exp, exponential::exp),
        ("exp2", exp2, exponential::exp2),
        ("exp_m1", exp_m1, exponential::exp_m1),
        ("sinh", sinh, exponential::sinh),
        ("cosh", cosh, exponential::cosh),
        ("tanh", tanh, exponential::tanh),
        ("ln", ln, |x| logarithm::log(x, 0)),
        ("log2", log2, |x| logarithm::log(x, 1)),
        ("log10", log10, |x| logarithm::log(x, 2)),
        ("ln_1p", ln_1p, logarithm::ln_1p),
        ("sin", sin, |x| trigonometric::trigonometric(x, 0)),
        ("cos", cos, |x| trigonometric::trigonometric(x, 1)),
        ("tan", tan, |x| trigonometric::trigonometric(x, 2)),
        ("asin", asin, |x| trigonometric::arc(x, 0)),
        ("acos", acos, |x| trigonometric::arc(x, 1)),
        ("atan", atan, trigonometric::atan),
        ("cbrt", cbrt, roots::cbrt),
        ("rsqrt", rsqrt, roots::rsqrt),
    ];

    /// What is certain, where a NaN is the one of the language.
    fn decided(quick: Quick) -> Option<f32> {
        quick.is_certain.then(|| f32::from_bits(crate::float::canonical(quick.value)))
    }

    /// `VYRE_QUICK_FUNCTION` names a part of the functions that are tried.
    #[test]
    fn what_is_decided_is_exact() {
        let wanted = std::env::var("VYRE_QUICK_FUNCTION").unwrap_or_default();
        for (name, quick, exact) in FUNCTIONS {
            if wanted.is_empty() || wanted.split(',').any(|part| part == name) {
                decisions(name, |x| decided(quick(x)), exact);
            }
        }
    }

    #[test]
    fn little_is_left_open() {
        for (name, quick, _) in FUNCTIONS {
            let count = (1..100_000).filter(|at| !quick(*at as f32 * 7.3e-4).is_certain).count();
            assert!(count < 10, "{name}: {count}");
        }
    }

    #[test]
    fn what_is_decided_of_two_operands_is_exact() {
        /// As `Function`, and how many of the operands below may be left open.
        type OfTwo = (&'static str, fn(f32, f32) -> Quick, fn(u32, u32) -> u32, usize);
        let functions: [OfTwo; 3] = [
            ("atan2", atan2, |y, x| binary::atan2(y, x, 0), 10),
            ("hypot", hypot, |x, y| roots::hypot(x, y, 0), 10),
            ("pow", pow, |x, y| binary::pow(x, y, 0), 2000),
        ];
        let mut state = 1u64;
        let mut next = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 32) as u32
        };
        let special = [0, 1, 0x3f80_0000, 0x4000_0000, 0x4040_0000, 0x7f7f_ffff, 0x7f80_0000, 0x7fc0_0000];
        let signs = special.into_iter().flat_map(|bits| [bits, bits | 1 << 31]);
        let signs: Vec<u32> = signs.collect();
        for (name, quick, exact, open) in functions {
            let try_one = |a: u32, b: u32| match decided(quick(f32::from_bits(a), f32::from_bits(b))) {
                Some(value) => {
                    assert_eq!(value.to_bits(), exact(a, b), "{name} of {a:#010x} and {b:#010x}");
                    true
                }
                None => false,
            };
            for a in &signs {
                signs.iter().for_each(|b| _ = try_one(*a, *b));
            }
            // Of all bits, and of numbers that are near to each other.
            let mut left = 0;
            for _ in 0..100_000 {
                let (a, b) = (next(), next());
                try_one(a, b);
                left += usize::from(!try_one(0x3e00_0000 + (a >> 6), 0x3e00_0000 + (b >> 6)));
            }
            assert!(left < open, "{name}: {left}");
        }
    }
}
