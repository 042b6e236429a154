//! Ranges: what is known of the bits of a value, as an interval and as bits that are always 0 or always 1.
//!
//! Bits are those of [`crate::value`]: in the low ones of a `u64`, unsigned. The range of a vector holds for each of its
//! lanes. How operators act on ranges is in [`transfer`](super::transfer).

use vyre_ir::Scalar;

/// A set of values, as an interval and as the bits that all of them share.
///
/// A value `v` is in the range if `lo <= v <= hi`, no bit of `zeros` is set in it and every bit of `ones` is. A range is
/// never empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Range {
    /// The least value.
    pub lo: u64,
    /// The greatest value.
    pub hi: u64,
    /// The bits that are 0 in every value.
    pub zeros: u64,
    /// The bits that are 1 in every value.
    pub ones: u64,
}

/// The bits that a scalar has.
pub(super) fn mask(scalar: Scalar) -> u64 {
    match scalar {
        Scalar::Bool => 1,
        // A float is its bits.
        Scalar::U32 | Scalar::I32 | Scalar::F32 => u32::MAX.into(),
        Scalar::U64 | Scalar::F64 => u64::MAX,
        Scalar::F16 | Scalar::BF16 => 0xffff,
    }
}

impl Range {
    /// Every value of a scalar.
    pub fn full(scalar: Scalar) -> Range {
        Range::between(0, mask(scalar))
    }

    /// One value.
    pub fn one(value: u64) -> Range {
        Range { lo: value, hi: value, zeros: !value, ones: value }
    }

    /// The values from `lo` to `hi`, both included. If there is none, it is `lo` alone.
    pub fn between(lo: u64, hi: u64) -> Range {
        Range { lo, hi: hi.max(lo), zeros: 0, ones: 0 }.tight()
    }

    /// A truth value, if it is known.
    pub(super) fn truth(known: Option<bool>) -> Range {
        known.map_or(Range::between(0, 1), |value| Range::one(value.into()))
    }

    /// The only value, if there is no other.
    pub fn as_one(self) -> Option<u64> {
        (self.lo == self.hi).then_some(self.lo)
    }

    /// Whether a value is in the range.
    pub fn contains(self, value: u64) -> bool {
        self.lo <= value && value <= self.hi && value & self.zeros == 0 && value & self.ones == self.ones
    }

    /// Whether every value of this range is in the other.
    pub fn is_within(self, other: Range) -> bool {
        self.lo >= other.lo
            && self.hi <= other.hi
            && other.zeros & !self.zeros == 0
            && other.ones & !self.ones == 0
    }

    /// The values of either.
    pub fn join(self, other: Range) -> Range {
        Range {
            lo: self.lo.min(other.lo),
            hi: self.hi.max(other.hi),
            zeros: self.zeros & other.zeros,
            ones: self.ones & other.ones,
        }
    }

    /// The values of both, or `None` if there are none.
    pub fn meet(self, other: Range) -> Option<Range> {
        let (lo, hi) = (self.lo.max(other.lo), self.hi.min(other.hi));
        Range { lo, hi, zeros: self.zeros | other.zeros, ones: self.ones | other.ones }.tightened()
    }

    /// What a range becomes that has grown to `next` and may go on growing: the bounds that grew are given up, and of the bits
    /// only the lowest, which tell what the values are multiples of, are kept.
    pub(super) fn widen(self, next: Range, scalar: Scalar) -> Range {
        let grown = self.join(next);
        if grown == self {
            return self;
        }
        let low = low_bits((grown.zeros | grown.ones).trailing_ones());
        let lo = if grown.lo < self.lo { 0 } else { self.lo };
        let hi = if grown.hi > self.hi { mask(scalar) } else { self.hi };
        Range { lo, hi, zeros: grown.zeros & low | !mask(scalar), ones: grown.ones & low }.tight()
    }

    /// The same values, with what the interval tells of the bits and what the bits tell of the interval. Where there is no value
    /// at all, which is so in code that is never executed, it is any range.
    pub(super) fn tight(self) -> Range {
        self.tightened().unwrap_or(Range::one(self.lo))
    }

    /// `None` if it is found that there is no value.
    fn tightened(self) -> Option<Range> {
        // The bits above the highest one in which the bounds differ are the same in all values between them.
        let common = !low_bits(64 - (self.lo ^ self.hi).leading_zeros());
        let zeros = self.zeros | !self.lo & common;
        let ones = self.ones | self.lo & common;
        let tight = Range { lo: self.lo.max(ones), hi: self.hi.min(!zeros), zeros, ones };
        (self.lo <= self.hi && tight.lo <= tight.hi && zeros & ones == 0).then_some(tight)
    }
}

/// The lowest bits, as many as `count`.
pub(super) fn low_bits(count: u32) -> u64 {
    if count >= 64 { u64::MAX } else { (1 << count) - 1 }
}
