//! What methods of `f32` give on the host: what they give in kernels, to the bit.

use vyre_ir::float::{self, canonical};

fn result(value: f32) -> f32 {
    f32::from_bits(canonical(value))
}

/// `a * b + c`, rounded once.
#[inline]
pub fn mul_add(a: f32, b: f32, c: f32) -> f32 {
    f32::from_bits(float::mul_add(a.to_bits(), b.to_bits(), c.to_bits()))
}

/// 1 or -1 with the sign of `a`, and NaN for NaN.
#[inline]
pub fn signum(a: f32) -> f32 {
    result(a.signum())
}

/// `a` between `low` and `high`, by two comparisons, whatever they are.
#[inline]
pub fn clamp(a: f32, low: f32, high: f32) -> f32 {
    let above = if a < low { low } else { a };
    if above > high { high } else { above }
}

/// What is left without the integer towards zero.
#[inline]
pub fn fract(a: f32) -> f32 {
    result(a - a.trunc())
}

/// One divided by `a`.
#[inline]
pub fn recip(a: f32) -> f32 {
    result(1.0 / a)
}

/// By squaring, from the lowest bit of the exponent's magnitude on.
#[inline]
pub fn powi(a: f32, exponent: i32) -> f32 {
    let (mut power, mut square, mut left) = (1.0f32, a, exponent.unsigned_abs());
    while left > 0 {
        if left & 1 == 1 {
            power *= square;
        }
        square *= square;
        left >>= 1;
    }
    result(if exponent < 0 { 1.0 / power } else { power })
}

/// The product with 180 by pi.
#[inline]
pub fn to_degrees(a: f32) -> f32 {
    result(a * f32::from_bits(0x4265_2ee1))
}

/// The product with pi by 180.
#[inline]
pub fn to_radians(a: f32) -> f32 {
    result(a * f32::from_bits(0x3c8e_fa35))
}

/// Whether it is NaN.
#[inline]
pub fn is_nan(a: f32) -> bool {
    a.is_nan()
}

/// Whether it is an infinity.
#[inline]
pub fn is_infinite(a: f32) -> bool {
    a.is_infinite()
}

/// Whether it is neither NaN nor an infinity.
#[inline]
pub fn is_finite(a: f32) -> bool {
    a.is_finite()
}

/// The bits.
#[inline]
pub fn to_bits(a: f32) -> u32 {
    a.to_bits()
}

#[cfg(test)]
mod tests {
    use super::*;
    use vyre_ir::library;

    #[test]
    fn methods_give_the_edge_cases_of_their_rows() {
        let mut checked = 0;
        for row in library::rows().filter(|row| row.family() == "primitive.f32") {
            for (args, expected) in row.edge_cases {
                let bits = |at: usize| f32::from_bits(args[at][0]);
                let got = match row.name() {
                    "mul_add" => mul_add(bits(0), bits(1), bits(2)).to_bits(),
                    "signum" => signum(bits(0)).to_bits(),
                    "clamp" => clamp(bits(0), bits(1), bits(2)).to_bits(),
                    "fract" => fract(bits(0)).to_bits(),
                    "recip" => recip(bits(0)).to_bits(),
                    "powi" => powi(bits(0), args[1][0] as i32).to_bits(),
                    "to_degrees" => to_degrees(bits(0)).to_bits(),
                    "to_radians" => to_radians(bits(0)).to_bits(),
                    "is_nan" => is_nan(bits(0)).into(),
                    "is_infinite" => is_infinite(bits(0)).into(),
                    "is_finite" => is_finite(bits(0)).into(),
                    "to_bits" => to_bits(bits(0)),
                    _ => continue,
                };
                assert_eq!(got, expected[0], "{} of {args:?}", row.id);
                checked += 1;
            }
        }
        assert!(checked > 25);
    }
}
