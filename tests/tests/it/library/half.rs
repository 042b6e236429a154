//! What the operations on `F16` and `BF16` compute, by the crate `half` and by `f64`. Floats come and go as their bits.

use crate::library::reference::Reference;
use half::{bf16, f16};

/// The sum of the exact product and of `c` in `f64`, where it is not exact the one of its neighbours whose last bit is 1.
fn odd_sum(a: f64, b: f64, c: f64) -> f64 {
    let product = a * b;
    let sum = product + c;
    let part = sum - product;
    let lost = (product - (sum - part)) + (c - part);
    if !sum.is_finite() || lost == 0.0 || sum.to_bits() & 1 == 1 {
        return sum;
    }
    let is_up = (lost > 0.0) == (sum > 0.0);
    f64::from_bits(if is_up { sum.to_bits() + 1 } else { sum.to_bits() - 1 })
}

/// `a * b + c` as an `f32` that is exact or odd.
fn mul_add_odd(args: &[u64]) -> u64 {
    let [a, b, c] = [0, 1, 2].map(|at| f64::from(f32::from_bits(args[at] as u32)));
    let sum = odd_sum(a, b, c);
    let nearest = sum as f32;
    if sum.is_nan() {
        return 0x7fc0_0000;
    }
    if f64::from(nearest) == sum || sum.abs() >= 2f64.powi(128) {
        return nearest.to_bits().into();
    }
    let below = nearest.to_bits() - u32::from(f64::from(nearest).abs() > sum.abs());
    (below | 1).into()
}

macro_rules! rows {
    ($of:ident: $prefix:literal $Half:ident $nan:literal $infinity:literal) => {
        mod $of {
            use super::*;

            fn f(bits: u64) -> f32 {
                $Half::from_bits(bits as u16).to_f32()
            }

            fn h(bits: u64) -> $Half {
                $Half::from_bits(bits as u16)
            }

            fn rounded(value: f32) -> u64 {
                if value.is_nan() { $nan } else { $Half::from_f32(value).to_bits().into() }
            }

            fn canonical(value: $Half) -> u64 {
                if value.is_nan() { $nan } else { value.to_bits().into() }
            }

            fn smaller(a: f32, b: f32) -> f32 {
                match (a.is_nan(), b.is_nan()) {
                    (true, _) => b,
                    (_, true) => a,
                    _ if a == 0.0 && b == 0.0 => f32::from_bits(a.to_bits() | b.to_bits()),
                    _ => {
                        if a < b {
                            a
                        } else {
                            b
                        }
                    }
                }
            }

            fn power(base: $Half, exponent: i32) -> $Half {
                let (mut result, mut square) = ($Half::ONE, base);
                for bit in 0..32 {
                    if exponent.unsigned_abs() >> bit & 1 == 1 {
                        result *= square;
                    }
                    square *= square;
                }
                if exponent < 0 { $Half::ONE / result } else { result }
            }

            pub(super) const ALL: &[(&str, Reference)] = &[
                (concat!($prefix, "add"), |a| canonical(h(a[0]) + h(a[1]))),
                (concat!($prefix, "sub"), |a| canonical(h(a[0]) - h(a[1]))),
                (concat!($prefix, "mul"), |a| canonical(h(a[0]) * h(a[1]))),
                (concat!($prefix, "div"), |a| canonical(h(a[0]) / h(a[1]))),
                (concat!($prefix, "mod"), |a| canonical(h(a[0]) % h(a[1]))),
                (concat!($prefix, "min"), |a| rounded(smaller(f(a[0]), f(a[1])))),
                (concat!($prefix, "max"), |a| rounded(-smaller(-f(a[0]), -f(a[1])))),
                (concat!($prefix, "copysign"), |a| h(a[0]).copysign(h(a[1])).to_bits().into()),
                (concat!($prefix, "eq"), |a| (h(a[0]) == h(a[1])).into()),
                (concat!($prefix, "ne"), |a| (h(a[0]) != h(a[1])).into()),
                (concat!($prefix, "lt"), |a| (h(a[0]) < h(a[1])).into()),
                (concat!($prefix, "gt"), |a| (h(a[0]) > h(a[1])).into()),
                (concat!($prefix, "le"), |a| (h(a[0]) <= h(a[1])).into()),
                (concat!($prefix, "ge"), |a| (h(a[0]) >= h(a[1])).into()),
                (concat!($prefix, "neg"), |a| (-h(a[0])).to_bits().into()),
                (concat!($prefix, "abs"), |a| a[0] & 0x7fff),
                (concat!($prefix, "sqrt"), |a| rounded(f(a[0]).sqrt())),
                (concat!($prefix, "floor"), |a| rounded(f(a[0]).floor())),
                (concat!($prefix, "ceil"), |a| rounded(f(a[0]).ceil())),
                (concat!($prefix, "trunc"), |a| rounded(f(a[0]).trunc())),
                (concat!($prefix, "round"), |a| rounded(f(a[0]).round())),
                (concat!($prefix, "round_even"), |a| rounded(f(a[0]).round_ties_even())),
                (concat!($prefix, "mul_add"), |a| {
                    // `from_f64` of `half` drops half of the digits.
                    let wide = [0, 1, 2].map(|at| f(a[at]).to_bits().into());
                    rounded(f32::from_bits(mul_add_odd(&wide) as u32))
                }),
                (concat!($prefix, "signum"), |a| rounded(f(a[0]).signum())),
                (concat!($prefix, "clamp"), |a| {
                    let above = if h(a[0]) < h(a[1]) { a[1] } else { a[0] };
                    if h(above) > h(a[2]) { a[2] } else { above }
                }),
                (concat!($prefix, "fract"), |a| rounded(f(a[0]).fract())),
                (concat!($prefix, "recip"), |a| canonical($Half::ONE / h(a[0]))),
                (concat!($prefix, "powi"), |a| canonical(power(h(a[0]), a[1] as u32 as i32))),
                (concat!($prefix, "to_degrees"), |a| {
                    canonical(h(a[0]) * $Half::from_f32((180.0 / std::f64::consts::PI) as f32))
                }),
                (concat!($prefix, "to_radians"), |a| {
                    canonical(h(a[0]) * ($Half::PI / $Half::from_f32(180.0)))
                }),
                (concat!($prefix, "is_nan"), |a| h(a[0]).is_nan().into()),
                (concat!($prefix, "is_infinite"), |a| (a[0] & 0x7fff == $infinity).into()),
                (concat!($prefix, "is_finite"), |a| h(a[0]).is_finite().into()),
                (concat!($prefix, "to_bits"), |a| a[0]),
            ];
        }
    };
}

rows!(of_f16: "primitive.f16." f16 0x7e00 0x7c00);
rows!(of_bf16: "primitive.bf16." bf16 0x7fc0 0x7f80);

pub(crate) fn all() -> impl Iterator<Item = &'static (&'static str, Reference)> {
    const ODD: &[(&str, Reference)] = &[("primitive.f32.mul_add_odd", mul_add_odd)];
    ODD.iter().chain(of_f16::ALL).chain(of_bf16::ALL)
}
