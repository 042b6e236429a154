//! Floats of 16 bits: IEEE 754's binary16, and bfloat16, which is the upper half of an `f32`.
//!
//! What they compute is computed in `f32` and rounded once more. That is right for `+ - * /` and `sqrt`, because an `f32` has more than
//! twice their digits, and for what is exact. An elementary function is wrong where the `f32` that is nearest to the exact result lies
//! in the middle between two floats of 16 bits: of one operand those are listed in `corrections`, and of two operands, and for a
//! multiplication with addition, the intermediate result is rounded to odd, which remembers on which side of the middle the exact one lies.

use super::corrections::CORRECTIONS;
use super::{binary, roots};
use crate::{AtomicOp, BinOp, DataType, Scalar, Typing, UnOp};

/// A format of 16 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Format {
    /// IEEE 754's binary16.
    F16,
    /// The upper half of an `f32`.
    BF16,
}

impl Format {
    /// Both formats.
    pub const ALL: [Format; 2] = [Format::F16, Format::BF16];

    /// The format of a scalar of 16 bits.
    pub const fn of(scalar: Scalar) -> Option<Format> {
        match scalar {
            Scalar::F16 => Some(Format::F16),
            Scalar::BF16 => Some(Format::BF16),
            Scalar::U32 | Scalar::I32 | Scalar::U64 | Scalar::Bool | Scalar::F32 | Scalar::F64 => None,
        }
    }

    /// The type in a program.
    pub const fn data_type(self) -> DataType {
        match self {
            Format::F16 => DataType::F16,
            Format::BF16 => DataType::BF16,
        }
    }

    /// The canonical NaN.
    pub const fn nan(self) -> u32 {
        match self {
            Format::F16 => 0x7e00,
            Format::BF16 => 0x7fc0,
        }
    }

    /// The bits of the same number as an `f32`. Only the low 16 bits of what is given count.
    #[inline]
    pub const fn widen(self, bits: u32) -> u32 {
        let (sign, magnitude) = ((bits & 0x8000) << 16, bits & 0x7fff);
        match self {
            Format::BF16 if magnitude > 0x7f80 => super::NAN,
            Format::BF16 => bits << 16,
            Format::F16 => match magnitude {
                0 => sign,
                // Subnormal numbers count 2^-24.
                1..0x400 => {
                    let zeros = magnitude.leading_zeros();
                    sign | (((133 - zeros) << 23) + (magnitude << (zeros - 8)))
                }
                0x400..0x7c00 => sign | ((magnitude << 13) + (112 << 23)),
                0x7c00 => sign | 0x7f80_0000,
                _ => super::NAN,
            },
        }
    }

    /// The bits of the number nearest to an `f32`, ties to even.
    #[inline]
    pub const fn narrow(self, bits: u32) -> u32 {
        let (sign, magnitude) = ((bits >> 16) & 0x8000, bits & 0x7fff_ffff);
        if magnitude > 0x7f80_0000 {
            return self.nan();
        }
        match self {
            Format::BF16 => sign | ((magnitude + 0x7fff + ((magnitude >> 16) & 1)) >> 16),
            // The numbers from 65,520 on are nearer to 2^16, which is infinity.
            Format::F16 if magnitude >= 0x477f_f000 => sign | 0x7c00,
            Format::F16 if magnitude >= 0x3880_0000 => {
                let rounded = magnitude + 0xfff + ((magnitude >> 13) & 1);
                sign | ((rounded >> 13) - (112 << 10))
            }
            Format::F16 => {
                // A multiple of 2^-24; what is below half of one is 0.
                let (exponent, digits) = (magnitude >> 23, (magnitude & 0x7f_ffff) | 0x80_0000);
                let shift = if exponent < 101 { 25 } else { 126 - exponent };
                sign | ((digits + (1 << (shift - 1)) - 1 + ((digits >> shift) & 1)) >> shift)
            }
        }
    }

    /// `a * b + c`, rounded once.
    pub fn mul_add(self, [a, b, c]: [u32; 3]) -> u32 {
        let [a, b, c] = [a, b, c].map(|bits| f64::from(f32::from_bits(self.widen(bits))));
        // The product is exact: it has at most 22 digits, and no exponent that `f64` does not have.
        let product = a * b;
        let sum = product + c;
        // What the sum lost, exactly, by Knuth.
        let part = sum - product;
        let lost = (product - (sum - part)) + (c - part);
        self.narrow(odd(sum, lost))
    }
}

/// The `f32` nearest to `sum + lost` among those that are exact or odd, by its bits. `lost` is less than half a unit of `sum`.
fn odd(sum: f64, lost: f64) -> u32 {
    let nearest = sum as f32;
    if !sum.is_finite() {
        return nearest.to_bits();
    }
    let over = (f64::from(nearest) - sum) - lost;
    // The difference of neighbours is exact, and what is lost is less than it unless it is 0.
    if over == 0.0 {
        return nearest.to_bits();
    }
    let is_too_large = nearest != 0.0 && (over > 0.0) == (nearest > 0.0);
    // Rust keeps the sign of what rounds to 0.
    (nearest.to_bits() - u32::from(is_too_large)) | 1
}

/// The float with these bits for people: the number as that of an `f32`, and the bits of a NaN that is not canonical.
pub(crate) fn literal(format: Format, bits: u32) -> String {
    match format.widen(bits) {
        super::NAN if bits != format.nan() => format!("nan({bits:#06x})"),
        wide => super::literal(wide),
    }
}

impl BinOp {
    /// What the operator computes on floats of 16 bits.
    pub(crate) fn eval_half(self, format: Format, left: u64, right: u64) -> Option<u64> {
        let (left, right) = (left as u32, right as u32);
        let (x, y) = (format.widen(left), format.widen(right));
        let result = match (self.typing(), self) {
            (Typing::FloatOrder, _) => self.eval(x, y),
            (Typing::FloatSign, _) => self.eval(left << 16, right << 16) >> 16,
            (Typing::Elementary, BinOp::FHypot) => format.narrow(roots::hypot(x, y, 1)),
            (Typing::Elementary, BinOp::FAtan2) => format.narrow(binary::atan2(x, y, 1)),
            (Typing::Elementary, BinOp::FPow) => format.narrow(binary::pow(x, y, 1)),
            (Typing::Float | Typing::Elementary, _) => format.narrow(self.eval(x, y)),
            _ => return None,
        };
        Some(result.into())
    }
}

impl AtomicOp {
    /// No atomic is on floats.
    pub(crate) fn eval_half(self, _: Format, _: u64, _: u64, _: u64) -> Option<u64> {
        None
    }
}

impl UnOp {
    /// What the operator computes on floats of 16 bits.
    pub(crate) fn eval_half(self, format: Format, operand: u64) -> Option<u64> {
        let operand = operand as u32;
        let result = match self.typing() {
            Typing::FloatSign => self.eval(operand << 16) >> 16,
            Typing::Float | Typing::Elementary => {
                let twice = format.narrow(self.eval(format.widen(operand)));
                let (raised, lowered) = corrections(self, format);
                let is_in = |list: &[u16]| u32::from(list.contains(&(operand as u16)));
                twice + is_in(raised) - is_in(lowered)
            }
            _ => return None,
        };
        Some(result.into())
    }
}

/// The operands of a function for which rounding twice gives one too little, and those for which it gives one too much, as bits.
pub(crate) fn corrections(op: UnOp, format: Format) -> (&'static [u16], &'static [u16]) {
    let row = CORRECTIONS.iter().find(|(of, at, ..)| (*of, Format::of(*at)) == (op, Some(format)));
    row.map_or((&[], &[]), |(.., raised, lowered)| (*raised, *lowered))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn widening_and_narrowing_are_those_of_the_formats() {
        for (half, single) in [
            (0x3c00, 1.0f32),
            (0xc000, -2.0),
            (0x7bff, 65504.0),
            (0x0400, 6.103_515_6e-5),
            (0x0001, 5.960_464_5e-8),
            (0x03ff, 1023.0 / 16_777_216.0),
            (0x8000, -0.0),
            (0x7c00, f32::INFINITY),
        ] {
            assert_eq!(Format::F16.widen(half), single.to_bits(), "{half:#x}");
            assert_eq!(Format::F16.narrow(single.to_bits()), half, "{single}");
        }
        // 65,520 is the middle between the largest number and 2^16, and 2^-25 that between 0 and the smallest.
        let narrow = |value: f32| Format::F16.narrow(value.to_bits());
        assert_eq!((narrow(65519.996), narrow(65520.0)), (0x7bff, 0x7c00));
        assert_eq!((narrow(2f32.powi(-25)), narrow(2f32.powi(-25) * 1.0001)), (0, 1));
        // 1 + 2^-11 is a tie to the even 1, and 1 + 3 * 2^-11 one to 1 + 2^-9.
        assert_eq!((narrow(1.0 + 2f32.powi(-11)), narrow(1.0 + 3.0 * 2f32.powi(-11))), (0x3c00, 0x3c02));
        let narrow = |bits: u32| Format::BF16.narrow(bits);
        assert_eq!((narrow(0x3f80_8000), narrow(0x3f81_8000), narrow(0x7f7f_ffff)), (0x3f80, 0x3f82, 0x7f80));
        for format in Format::ALL {
            let all = 0..0x1_0000u32;
            let is_nan = |bits: u32| format.widen(bits) & 0x7fff_ffff > 0x7f80_0000;
            assert!(
                all.clone()
                    .filter(|bits| !is_nan(*bits))
                    .all(|bits| format.narrow(format.widen(bits)) == bits)
            );
            assert!(all.filter(|bits| is_nan(*bits)).all(|bits| format.widen(bits) == 0x7fc0_0000));
            assert_eq!(
                (format.narrow(0xff80_0001), format.narrow(0x7fff_ffff)),
                (format.nan(), format.nan())
            );
        }
    }

    #[test]
    fn a_multiplication_with_addition_is_rounded_once() {
        // (1 + 2^-10)^2 - (1 + 2^-9) is 2^-20, of which two roundings leave nothing.
        assert_eq!(Format::F16.mul_add([0x3c01, 0x3c01, 0xbc02]), 0x0010);
        // (1 + 2^-7)^2 - (1 + 2^-6) is 2^-14.
        assert_eq!(Format::BF16.mul_add([0x3f81, 0x3f81, 0xbf82]), 0x3880);
        // 1 + 2^-11 is a tie, and a bit more than that is above it, even where an `f32` does not see it: 2^-24 * 2^-24.
        assert_eq!(Format::F16.mul_add([0x0001, 0x0001, 0x3c00]), 0x3c00);
        // 2^64 * 2^64 overflows an `f32`, but less (2 - 2^-7) 2^127 it is 2^120.
        assert_eq!(Format::BF16.mul_add([0x5f80, 0x5f80, 0xff7f]), 0x7b80);
        // 2^-133 * 2^-1 is a tie to 0, and with 2^-133 one to 2^-132.
        assert_eq!(Format::BF16.mul_add([0x0001, 0x3f00, 0]), 0);
        assert_eq!(Format::BF16.mul_add([0x0001, 0x3f00, 0x0001]), 2);
        assert_eq!(Format::BF16.mul_add([0x8001, 0x0001, 0]), 0x8000);
        assert_eq!(Format::F16.mul_add([0, 0x7c00, 0x3c00]), 0x7e00);
    }
}
