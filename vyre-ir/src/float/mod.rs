//! What the rows of floats share: IEEE 754's binary32 as bits, with one NaN. `binary64` has what those of `f64` share.
//!
//! Rust leaves the bits of a NaN open that an operation gives, so every result goes through [`canonical`]. The rest of what
//! `f32` computes is what IEEE defines: `+ - * / %`, `sqrt`, `mul_add`, the roundings and the conversions. The elementary functions
//! are `elementary`'s.

pub(crate) mod binary;
pub mod binary64;
mod corrections;
pub(crate) mod definitions;
pub(crate) mod double;
pub(crate) mod elementary;
pub(crate) mod exponential;
pub(crate) mod fixed;
pub mod half;
mod host;
pub(crate) mod logarithm;
pub(crate) mod quick;
pub(crate) mod roots;
pub(crate) mod trigonometric;

use crate::Scalar;

/// The canonical NaN.
pub const NAN: u32 = 0x7fc0_0000;

/// The bits of the result of an operation.
#[inline]
pub const fn canonical(value: f32) -> u32 {
    let bits = value.to_bits();
    // Not `is_nan`: rustc may see that a NaN becomes a NaN by it, and leave it out.
    if bits & 0x7fff_ffff > 0x7f80_0000 { NAN } else { bits }
}

/// A float with bits: those whose rows Rust evaluates.
pub(crate) trait Ieee: Copy {
    /// The place of a number in the order of all floats, where `-0` is below `+0`.
    type Key: PartialOrd;
    fn key(self) -> Self::Key;
    fn is_nan(self) -> bool;
}

impl Ieee for f32 {
    type Key = i32;
    #[inline]
    fn key(self) -> i32 {
        let bits = self.to_bits() as i32;
        bits ^ ((bits >> 31) as u32 >> 1) as i32
    }
    #[inline]
    fn is_nan(self) -> bool {
        self.is_nan()
    }
}

impl Ieee for f64 {
    type Key = i64;
    #[inline]
    fn key(self) -> i64 {
        let bits = self.to_bits() as i64;
        bits ^ ((bits >> 63) as u64 >> 1) as i64
    }
    #[inline]
    fn is_nan(self) -> bool {
        self.is_nan()
    }
}

/// The smaller; the number where the other is NaN.
#[inline]
pub(crate) fn min<F: Ieee>(a: F, b: F) -> F {
    let smaller = if b.key() < a.key() { b } else { a };
    if a.is_nan() {
        b
    } else if b.is_nan() {
        a
    } else {
        smaller
    }
}

/// The larger; the number where the other is NaN.
#[inline]
pub(crate) fn max<F: Ieee>(a: F, b: F) -> F {
    let larger = if b.key() > a.key() { b } else { a };
    if a.is_nan() {
        b
    } else if b.is_nan() {
        a
    } else {
        larger
    }
}

/// `a * b + c`, rounded once: what `FMulAdd` computes on bits.
#[inline]
pub fn mul_add(a: u32, b: u32, c: u32) -> u32 {
    canonical(f32::from_bits(a).mul_add(f32::from_bits(b), f32::from_bits(c)))
}

/// The same on floats of any type.
#[inline]
pub fn mul_add_as(scalar: Scalar, [a, b, c]: [u64; 3]) -> u64 {
    let low = [a as u32, b as u32, c as u32];
    match (scalar, half::Format::of(scalar)) {
        (Scalar::F64, _) => binary64::mul_add(a, b, c),
        (_, Some(format)) => format.mul_add(low).into(),
        (_, None) => mul_add(low[0], low[1], low[2]).into(),
    }
}

/// The float with these bits as a literal of the text form. No two bits have one literal.
pub(crate) fn literal(bits: u32) -> String {
    let (value, sign) = (f32::from_bits(bits), if bits >> 31 == 0 { "" } else { "-" });
    match bits & 0x7fff_ffff {
        0x7f80_0000 => format!("{sign}inf"),
        NAN if sign.is_empty() => "nan".to_string(),
        0x7f80_0001.. => format!("nan({bits:#010x})"),
        _ => format!("{value:?}f"),
    }
}

/// The float that digits stand for, without sign and suffix: `1.5`, `1e-3`, `0x1.8p0`. `None` if they are none, or if a hexadecimal one
/// has no exact value.
pub(crate) fn parse(digits: &str) -> Option<f32> {
    let digits = digits.replace('_', "");
    if !digits.starts_with("0x") {
        return digits.parse().ok().filter(|value: &f32| value.is_finite());
    }
    let (significand, exponent) = hexadecimal(&digits)?;
    // Both factors are exact, and so is the product if it is a float.
    let value = (significand as f64) * 2f64.powi(exponent.clamp(-400, 400));
    let is_exact =
        significand >> 53 == 0 && (-400..=400).contains(&exponent) && f64::from(value as f32) == value;
    (is_exact || significand == 0).then_some(value as f32)
}

/// The digits of `0x1.8p0` as an integer, and the exponent of its unit.
fn hexadecimal(digits: &str) -> Option<(u64, i32)> {
    let (digits, exponent) = digits.strip_prefix("0x")?.split_once('p')?;
    let (whole, part) = digits.split_once('.').unwrap_or((digits, ""));
    let all = format!("{whole}{part}");
    let all = all.trim_start_matches('0');
    let significand = if all.is_empty() { 0 } else { u64::from_str_radix(all, 16).ok()? };
    let exponent = exponent.parse::<i32>().ok()?.checked_sub(4 * i32::try_from(part.len()).ok()?)?;
    Some((significand, exponent))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A function from bits to bits.
    pub(super) type OnBits = fn(u32) -> u32;

    /// Compares what the quick phase of a function decides with its definition, on all cores. `VYRE_QUICK_STRIDE=1` tries all operands.
    pub(super) fn decisions(name: &str, quick: impl Fn(f32) -> Option<f32> + Sync, exact: OnBits) {
        let stride =
            std::env::var("VYRE_QUICK_STRIDE").ok().and_then(|text| text.parse().ok()).unwrap_or(4099);
        let threads = std::thread::available_parallelism().map_or(1, |count| count.get() as u32);
        let part = |at: u32| {
            let operands = (at..=u32::MAX).step_by((stride * threads) as usize).map(f32::from_bits);
            let is_open = |x: &f32| match quick(*x) {
                Some(value) => {
                    assert_eq!(value.to_bits(), exact(x.to_bits()), "{name} of {x:?}");
                    false
                }
                None => true,
            };
            operands.filter(is_open).count()
        };
        let open: usize = std::thread::scope(|scope| {
            let part = &part;
            let parts: Vec<_> = (0..threads).map(|at| scope.spawn(move || part(at * stride))).collect();
            parts.into_iter().map(|part| part.join().unwrap()).sum()
        });
        println!("{name}: {open} of {}", (1u64 << 32) / u64::from(stride));
    }

    #[test]
    fn literals_come_back() {
        for bits in
            [0, 1, 0x8000_0000, 0x3fc0_0000, 0x7f7f_ffff, 0x0080_0000, 0x007f_ffff, 0x3dcc_cccd, 0x4b7f_ffff]
        {
            let text = literal(bits);
            let digits = text.trim_start_matches('-').trim_end_matches('f');
            assert_eq!(parse(digits).map(f32::to_bits), Some(bits & 0x7fff_ffff), "{text}");
        }
        assert_eq!(literal(0xff80_0000), "-inf");
        assert_eq!((literal(NAN), literal(0xffc0_0000)), ("nan".to_string(), "nan(0xffc00000)".to_string()));
        assert_eq!(parse("0x1.8p0"), Some(1.5));
        assert_eq!(parse("0x1p-149").map(f32::to_bits), Some(1));
        assert_eq!(parse("0x1.000001p0"), None);
        assert_eq!(parse("1e39"), None);
    }

    #[test]
    fn zeros_are_ordered_and_nans_are_left_out() {
        assert_eq!(min(0.0f32, -0.0).to_bits(), 0x8000_0000);
        assert_eq!(max(-0.0f32, 0.0).to_bits(), 0);
        assert_eq!((min(f32::NAN, 2.0), max(3.0, f32::NAN)), (2.0, 3.0));
        assert_eq!(
            (min(-1.0, -2.0), max(-1.0, -2.0), min(f32::NEG_INFINITY, 1e-45)),
            (-2.0, -1.0, f32::NEG_INFINITY)
        );
        assert_eq!(canonical(f32::from_bits(0xff80_0001)), NAN);
        // 2^-12 squared is half a unit of 1 + 2^-23, which two roundings would lose.
        assert_eq!(mul_add(0x3f80_0001, 0x3f80_0001, 0xbf80_0002), 0x2880_0000);
    }
}
