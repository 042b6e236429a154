//! `softmax` of `f64`s, with an `exp` that is rounded once, so that its bytes are the same everywhere.

use super::Tensor;
use super::ops::{Floating, last};
use super::product::Wide;
use crate::Error;
use vyre_ir::float::binary64::canonical;

/// A number of about 106 bits: the sum of two, of which the second is below half a unit in the last place of the first.
#[derive(Clone, Copy)]
struct Pair(f64, f64);

impl Pair {
    /// The exact sum of two numbers.
    fn sum(a: f64, b: f64) -> Pair {
        let sum = a + b;
        let part = sum - a;
        Pair(sum, (a - (sum - part)) + (b - part))
    }

    fn add(self, other: Pair) -> Pair {
        let Pair(high, low) = Pair::sum(self.0, other.0);
        let Pair(tail, rest) = Pair::sum(self.1, other.1);
        let Pair(high, low) = Pair::sum(high, low + tail);
        Pair::sum(high, low + rest)
    }

    fn mul(self, other: Pair) -> Pair {
        let high = self.0 * other.0;
        let low = self.0.mul_add(other.0, -high) + (self.0 * other.1 + self.1 * other.0);
        Pair::sum(high, low)
    }

    /// By a small whole number.
    fn div(self, by: f64) -> Pair {
        let high = self.0 / by;
        let rest = high.mul_add(-by, self.0) + self.1;
        Pair::sum(high, rest / by)
    }
}

/// The logarithm of 2, of which the first part has 21 zeros at its end, so that whole multiples of it are exact.
const LN_2: [f64; 3] = [
    f64::from_bits(0x3fe6_2e42_fee0_0000),
    f64::from_bits(0x3dea_39ef_3579_3c76),
    f64::from_bits(0x3a8c_c01f_97b5_7a08),
];

/// How often a power is squared at the end.
const SQUARES: i32 = 9;

/// `e` to this power, rounded once.
fn exp(x: f64) -> f64 {
    if x.is_nan() {
        return f64::from_bits(canonical(x));
    }
    if x > 710.0 {
        return f64::INFINITY;
    }
    if x < -746.0 {
        return 0.0;
    }
    let whole = (x * std::f64::consts::LOG2_E).round_ties_even();
    let rest = Pair::sum(whole.mul_add(-LN_2[0], x), -whole * LN_2[1]);
    let lost = (-whole).mul_add(LN_2[1], whole * LN_2[1]);
    let rest = rest.add(Pair(lost, -whole * LN_2[2]));
    let small = 2f64.powi(-SQUARES);
    let rest = Pair(rest.0 * small, rest.1 * small);
    // The terms of the series behind these are below 2^-110.
    let mut power = Pair(1.0, 0.0);
    for n in (1..=9).rev() {
        power = Pair(1.0, 0.0).add(rest.mul(power).div(f64::from(n)));
    }
    for _ in 0..SQUARES {
        power = power.mul(power);
    }
    // Rounded to odd, it can be rounded again where the result is subnormal.
    let Pair(high, low) = power;
    let mut bits = high.to_bits();
    let is_subnormal = whole < -1020.0;
    if is_subnormal && low != 0.0 {
        bits = if low < 0.0 { bits - 1 } else { bits } | 1;
    }
    let half = (whole / 2.0).trunc();
    match is_subnormal {
        true => f64::from_bits(bits) * 2f64.powi(-1000) * 2f64.powi((whole + 1000.0) as i32),
        false => high * 2f64.powi(half as i32) * 2f64.powi((whole - half) as i32),
    }
}

fn double(wide: Wide) -> f64 {
    match wide {
        Wide::Float(x) => x,
        Wide::Integer(_) => 0.0,
    }
}

fn tree(values: &[f64]) -> f64 {
    match values {
        [] => 0.0,
        [one] => *one,
        more => {
            let (left, right) = more.split_at(more.len().next_power_of_two() / 2);
            f64::from_bits(canonical(tree(left) + tree(right)))
        }
    }
}

/// `exp(x - m) / s` along an axis.
pub(super) fn softmax<T: Floating>(tensor: &Tensor<T>, axis: usize) -> Result<Tensor<T>, Error> {
    let moved = last(tensor, axis)?;
    let length = moved.shape().last().copied().unwrap_or(1);
    let result = tensor.device().tensor_zeros::<T>(tensor.shape())?;
    if tensor.is_empty() {
        return Ok(result);
    }
    let data: Vec<f64> = moved.read()?.into_iter().map(|x| double(x.wide())).collect();
    let mut all = Vec::with_capacity(data.len());
    for line in data.chunks(length) {
        let greatest = line.iter().copied().max_by(f64::total_cmp).unwrap_or(0.0);
        let powers: Vec<f64> = line.iter().map(|x| exp(f64::from_bits(canonical(x - greatest)))).collect();
        let sum = tree(&powers);
        all.extend(powers.iter().map(|x| T::of(Wide::Float(f64::from_bits(canonical(x / sum))))));
    }
    last(&result, axis)?.write(&all)?;
    Ok(result)
}

#[cfg(test)]
mod tests {
    use super::exp;

    #[test]
    fn powers_are_rounded_once() {
        // From arithmetic with 80 decimal digits.
        for (x, bits) in [
            (0.0, 0x3ff0_0000_0000_0000u64),
            (1.0, 0x4005_bf0a_8b14_5769),
            (-1.0, 0x3fd7_8b56_362c_ef38),
            (0.5, 0x3ffa_6129_8e1e_069c),
            (-0.1, 0x3fec_f46d_99d5_2b3a),
            (-3.75, 0x3f98_1509_354f_0d29),
            (-20.5, 0x3e15_7a3a_feed_00ab),
            (-700.3, 0x00c9_a561_5b10_648a),
            (-708.9, 0x0009_ab77_c6e3_d8a5),
            (-720.123, 0x0000_0008_77f4_7855),
            (1e-3, 0x3ff0_0419_19b7_ee34),
            (-1e-300, 0x3ff0_0000_0000_0000),
            (709.5, 0x7fe8_1e9b_4b52_d0c9),
        ] {
            assert_eq!(exp(x).to_bits(), bits, "{x}");
        }
        assert_eq!(exp(f64::NEG_INFINITY), 0.0);
        assert_eq!(exp(711.0), f64::INFINITY);
        assert_eq!(exp(-745.0).to_bits(), 1);
        assert_eq!(exp(-746.0), 0.0);
    }
}
