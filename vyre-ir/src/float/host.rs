//! Quick phases of elementary functions on CPUs, by Ziv's way: 53 bits decide nearly always how 24 are rounded. Where they do not, the exact definition is asked.
//!
//! Only `+ - * /` and conversions are used, so the results do not depend on the platform's library. The polynomials of `exp2` and of the logarithm are interpolations at
//! Chebyshev's nodes, those of sine and cosine are Taylor's. Relative errors were measured below 2^-45; [`rounded`] takes 2^-43 for granted, and
//! all 2^32 operands of each function were compared with its definition.

/// The float nearest to a value with a relative error below 2^-43, if that is certain.
#[inline]
fn rounded(value: f64) -> Option<f32> {
    const ERROR: f64 = 1.0 / (1u64 << 43) as f64;
    let [above, below] = [value + value * ERROR, value - value * ERROR].map(|bound| bound as f32);
    (above.to_bits() == below.to_bits()).then_some(above)
}

/// A polynomial, whose first coefficient is the constant.
#[inline]
fn polynomial<const N: usize>(x: f64, coefficients: &[f64; N]) -> f64 {
    coefficients.iter().rev().fold(0.0, |sum, coefficient| sum * x + coefficient)
}

/// Adding it rounds a number below 2^51 to an integer, which the lower bits of the sum have then.
const TO_INTEGER: f64 = 6_755_399_441_055_744.0;

/// 2^t, where `t` is a number.
#[inline]
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

/// e^x
#[inline]
pub(super) fn exp(x: f32) -> Option<f32> {
    if x.is_nan() { None } else { rounded(exp2_wide(f64::from(x) * std::f64::consts::LOG2_E)) }
}

/// 2^x
#[inline]
pub(super) fn exp2(x: f32) -> Option<f32> {
    if x.is_nan() { None } else { rounded(exp2_wide(f64::from(x))) }
}

/// (e^x + e^-x) / 2
#[inline]
pub(super) fn cosh(x: f32) -> Option<f32> {
    if x.is_nan() {
        return None;
    }
    let power = exp2_wide(f64::from(x.abs()) * std::f64::consts::LOG2_E);
    rounded((power + 1.0 / power) * 0.5)
}

/// The logarithm of a positive number, as that of a part from 0.7 to 1.5 to the base `e`, and an exponent.
#[inline]
fn log_parts(x: f32) -> Option<(f64, f64)> {
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
    if x.is_nan() || x <= 0.0 || x.is_infinite() {
        return None;
    }
    let shifted = f64::from(x).to_bits().wrapping_sub(ROOT);
    let exponent = (shifted as i64 >> 52) as f64;
    let f = f64::from_bits((shifted & ((1 << 52) - 1)) + ROOT) - 1.0;
    let s = f / (2.0 + f);
    Some((2.0 * s * polynomial(s * s, &COEFFICIENTS), exponent))
}

/// The logarithm to the base `e`.
#[inline]
pub(super) fn ln(x: f32) -> Option<f32> {
    let (part, exponent) = log_parts(x)?;
    rounded(exponent * std::f64::consts::LN_2 + part)
}

/// The logarithm to the base 2.
#[inline]
pub(super) fn log2(x: f32) -> Option<f32> {
    let (part, exponent) = log_parts(x)?;
    rounded(exponent + part * std::f64::consts::LOG2_E)
}

/// The logarithm to the base 10.
#[inline]
pub(super) fn log10(x: f32) -> Option<f32> {
    let (part, exponent) = log_parts(x)?;
    rounded(exponent * std::f64::consts::LOG10_2 + part * std::f64::consts::LOG10_E)
}

/// The sine and the cosine of a number, but for their signs, and its quarter of the circle.
#[inline]
fn sine_and_cosine(x: f32) -> Option<([f64; 2], u64)> {
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
    if x.is_nan() || x.abs() >= 1_048_576.0 {
        return None;
    }
    let x = f64::from(x);
    let count = x * std::f64::consts::FRAC_2_PI + TO_INTEGER;
    let whole = count - TO_INTEGER;
    let rest = (x - whole * QUARTER[0]) - whole * QUARTER[1];
    // The error of what is left is some 2^-66.
    if whole != 0.0 && rest.abs() < 1e-6 {
        return None;
    }
    let square = rest * rest;
    Some(([rest * polynomial(square, &SINE), polynomial(square, &COSINE)], count.to_bits() & 3))
}

/// The sine, or the cosine a quarter before.
#[inline]
fn sine(x: f32, before: u64) -> Option<f32> {
    let (values, quarter) = sine_and_cosine(x)?;
    let quarter = quarter + before;
    let value = values[(quarter & 1) as usize];
    rounded(if quarter & 2 == 0 { value } else { -value })
}

/// The sine.
#[inline]
pub(super) fn sin(x: f32) -> Option<f32> {
    sine(x, 0)
}

/// The cosine.
#[inline]
pub(super) fn cos(x: f32) -> Option<f32> {
    sine(x, 1)
}

/// The tangent.
#[inline]
pub(super) fn tan(x: f32) -> Option<f32> {
    let ([sine, cosine], quarter) = sine_and_cosine(x)?;
    rounded(if quarter & 1 == 0 { sine / cosine } else { -(cosine / sine) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::float::tests::{OnBits, decisions};
    use crate::float::{exponential, logarithm, trigonometric};

    /// A function's name, its quick phase and its definition.
    type Function = (&'static str, fn(f32) -> Option<f32>, OnBits);

    const FUNCTIONS: [Function; 9] = [
        ("exp", exp, exponential::exp),
        ("exp2", exp2, exponential::exp2),
        ("cosh", cosh, exponential::cosh),
        ("ln", ln, |x| logarithm::log(x, 0)),
        ("log2", log2, |x| logarithm::log(x, 1)),
        ("log10", log10, |x| logarithm::log(x, 2)),
        ("sin", sin, |x| trigonometric::trigonometric(x, 0)),
        ("cos", cos, |x| trigonometric::trigonometric(x, 1)),
        ("tan", tan, |x| trigonometric::trigonometric(x, 2)),
    ];

    #[test]
    fn what_is_decided_is_exact() {
        FUNCTIONS.into_iter().for_each(|(name, quick, exact)| decisions(name, quick, exact));
    }

    #[test]
    fn little_is_left_open() {
        for (name, quick, _) in FUNCTIONS {
            let count = (1..100_000).filter(|at| quick(*at as f32 * 7.3e-4).is_none()).count();
            assert!(count < 10, "{name}: {count}");
        }
    }
}
