//! How operators and conversions act on ranges: from what is known of the operands to what is known of the result.
//!
//! The operators are those of the rows of `vyre_ir`; a result here contains what the row gives for every choice of values
//! from the operands' ranges. Signed operators are treated where they do the same as unsigned ones.

use super::range::{Range, low_bits, mask};
use vyre_ir::casts::Conversion;
use vyre_ir::{BinOp, Scalar, Type, UnOp};

/// What an operator of one operand gives, whose lanes are `of`.
pub fn unary(op: UnOp, of: Scalar, a: Range) -> Range {
    let (mask, width) = (mask(of), mask(of).count_ones());
    match op {
        UnOp::Negate => sub(of, Range::one(0), a),
        UnOp::BitNot => {
            Range { lo: mask - a.hi, hi: mask - a.lo, zeros: a.ones & mask | !mask, ones: a.zeros & mask }
        }
        UnOp::LogicalNot => Range::truth(is_not_zero(a).map(|truth| !truth)),
        UnOp::Popcount => Range::between(a.ones.count_ones().into(), (!a.zeros & mask).count_ones().into()),
        UnOp::Clz => {
            let clz = |value: u64| u64::from(width - (64 - value.leading_zeros()));
            Range::between(clz(a.hi), clz(a.lo))
        }
        UnOp::Ctz => {
            let most = if a.ones != 0 {
                a.ones.trailing_zeros()
            } else if a.lo > 0 {
                a.hi.ilog2()
            } else {
                width
            };
            Range::between(a.zeros.trailing_ones().min(width).into(), most.into())
        }
        UnOp::ReverseBits => {
            let reverse = |bits: u64| (bits & mask).reverse_bits() >> (64 - width);
            let (zeros, ones) = (reverse(a.zeros) | !mask, reverse(a.ones));
            Range { lo: ones, hi: !zeros, zeros, ones }.tight()
        }
        _ => Range::full(op.typing().result(of).unwrap_or(of)),
    }
}

/// What an operator of two operands gives, the left of whose lanes are `of`.
pub fn binary(op: BinOp, of: Scalar, a: Range, b: Range) -> Range {
    use BinOp::*;
    let result = op.typing().result(of).unwrap_or(of);
    match op {
        Add => add(of, a, b),
        Sub => sub(of, a, b),
        Mul => mul(of, a, b),
        // What the other keeps whole.
        BitAnd if !a.zeros & !b.ones == 0 => a,
        BitAnd if !b.zeros & !a.ones == 0 => b,
        BitAnd => bits(0, a.hi.min(b.hi), a.zeros | b.zeros, a.ones & b.ones),
        BitOr => {
            let most = a.hi.saturating_add(b.hi).min(mask(of));
            bits(a.lo.max(b.lo), most, a.zeros & b.zeros, a.ones | b.ones)
        }
        BitXor => {
            let (zeros, ones) = (a.zeros & b.zeros | a.ones & b.ones, a.zeros & b.ones | a.ones & b.zeros);
            bits(0, a.hi.saturating_add(b.hi).min(mask(of)), zeros, ones)
        }
        Shl => shl(of, a, amount(of, b)),
        Eq => Range::truth(equal(a, b)),
        Ne => Range::truth(equal(a, b).map(|truth| !truth)),
        And => Range::truth(both(is_not_zero(a), is_not_zero(b))),
        Or => Range::truth(both(is_zero(a), is_zero(b)).map(|neither| !neither)),
        // On values below the sign bit the signed operators are the unsigned ones, but for the smaller and the larger
        // the result is one of the two in any case.
        _ if of == Scalar::I32 && (a.hi.max(b.hi) > i32::MAX as u64) => match op {
            Min | Max => a.join(b),
            Shr if a.hi <= i32::MAX as u64 => shr(a, amount(of, b)),
            _ => Range::full(result),
        },
        Div => match b.hi {
            0 => Range::one(0),
            _ if b.lo == 0 => Range::between(0, a.hi),
            _ => Range::between(a.lo / b.hi, a.hi / b.lo),
        },
        Mod => remainder(a, b),
        Shr => shr(a, amount(of, b)),
        Lt => Range::truth(less(a, b)),
        Gt => Range::truth(less(b, a)),
        Le => Range::truth(less(b, a).map(|truth| !truth)),
        Ge => Range::truth(less(a, b).map(|truth| !truth)),
        AbsDiff if a.lo >= b.hi => Range::between(a.lo - b.hi, a.hi - b.lo),
        AbsDiff if b.lo >= a.hi => Range::between(b.lo - a.hi, b.hi - a.lo),
        AbsDiff => Range::between(0, (a.hi - b.lo).max(b.hi - a.lo)),
        Min => bits(a.lo.min(b.lo), a.hi.min(b.hi), a.zeros & b.zeros, a.ones & b.ones),
        Max => bits(a.lo.max(b.lo), a.hi.max(b.hi), a.zeros & b.zeros, a.ones & b.ones),
        _ => Range::full(result),
    }
}

/// What a conversion gives.
pub fn convert(conversion: Conversion, source: Type, target: Type, a: Range) -> Range {
    let is_wide = |ty: Type| ty.scalar.is_long();
    let sign = !low_bits(31);
    match conversion {
        Conversion::NonZero => Range::truth(is_not_zero(a)),
        Conversion::SignExtend if a.hi & sign == 0 => a,
        Conversion::SignExtend if a.lo & sign != 0 && is_wide(target) => {
            let above = !mask(source.scalar);
            let (zeros, ones) = (a.zeros & !above, a.ones | above);
            Range { lo: a.lo | above, hi: a.hi | above, zeros, ones }
        }
        Conversion::SignExtend => Range::full(target.scalar),
        Conversion::Truncate if is_wide(source) && source.lanes == 1 => word(a, 0),
        Conversion::ZeroExtend => a,
        Conversion::Widen(_) | Conversion::Narrow(_) | Conversion::Operator(_) => Range::full(target.scalar),
        // Lane by lane, unless two lanes are one value.
        _ if is_wide(source) == is_wide(target) => a,
        _ => Range::full(target.scalar),
    }
}

/// What a word of 64 bits is.
pub fn word(a: Range, at: u8) -> Range {
    let mask = mask(Scalar::U32);
    match at {
        0 if a.hi <= mask => a,
        0 => bits(0, mask, a.zeros | !mask, a.ones & mask),
        _ => shr(a, Range::one(32)),
    }
}

/// A `U64` from its words.
pub fn wide(low: Range, high: Range) -> Range {
    let up = |bits: u64| bits << 32;
    let zeros = low.zeros & low_bits(32) | up(high.zeros);
    Range { lo: low.lo | up(high.lo), hi: low.hi | up(high.hi), zeros, ones: low.ones | up(high.ones) }
        .tight()
}

fn bits(lo: u64, hi: u64, zeros: u64, ones: u64) -> Range {
    Range { lo, hi, zeros, ones }.tight()
}

fn is_not_zero(a: Range) -> Option<bool> {
    if a.lo > 0 { Some(true) } else { (a.hi == 0).then_some(false) }
}

fn is_zero(a: Range) -> Option<bool> {
    is_not_zero(a).map(|truth| !truth)
}

fn both(a: Option<bool>, b: Option<bool>) -> Option<bool> {
    match (a, b) {
        (Some(false), _) | (_, Some(false)) => Some(false),
        (Some(true), Some(true)) => Some(true),
        _ => None,
    }
}

fn less(a: Range, b: Range) -> Option<bool> {
    if a.hi < b.lo { Some(true) } else { (a.lo >= b.hi).then_some(false) }
}

fn equal(a: Range, b: Range) -> Option<bool> {
    if a.meet(b).is_none() { Some(false) } else { (a.lo == a.hi && b.lo == b.hi).then_some(true) }
}

/// The low bits that are known of both, of which sums and products have as many.
fn known_low(a: Range, b: Range) -> u64 {
    let count = |range: Range| (range.zeros | range.ones).trailing_ones();
    low_bits(count(a).min(count(b)))
}

/// An interval whose low bits `low` are those of `value`.
fn with_low(lo: u64, hi: u64, low: u64, value: u64) -> Range {
    let range = Range::between(lo, hi);
    let known = Range { zeros: range.zeros | !value & low, ones: range.ones | value & low, ..range };
    known.tight()
}

/// An interval of sums or differences, before they are taken modulo the scalar's size: if all of them are taken down by the
/// same multiple, they stay an interval.
fn modulo(of: Scalar, lo: i128, hi: i128) -> (u64, u64) {
    let size = i128::from(mask(of)) + 1;
    let is_same = lo.div_euclid(size) == hi.div_euclid(size);
    if is_same { (lo.rem_euclid(size) as u64, hi.rem_euclid(size) as u64) } else { (0, mask(of)) }
}

fn add(of: Scalar, a: Range, b: Range) -> Range {
    let (lo, hi) = modulo(of, i128::from(a.lo) + i128::from(b.lo), i128::from(a.hi) + i128::from(b.hi));
    with_low(lo, hi, known_low(a, b) & mask(of), a.ones.wrapping_add(b.ones))
}

fn sub(of: Scalar, a: Range, b: Range) -> Range {
    let (lo, hi) = modulo(of, i128::from(a.lo) - i128::from(b.hi), i128::from(a.hi) - i128::from(b.lo));
    with_low(lo, hi, known_low(a, b) & mask(of), a.ones.wrapping_sub(b.ones))
}

fn mul(of: Scalar, a: Range, b: Range) -> Range {
    let product = u128::from(a.hi) * u128::from(b.hi);
    let (lo, hi) = if product <= mask(of).into() { (a.lo * b.lo, product as u64) } else { (0, mask(of)) };
    // Zeros at the end add up.
    let zeros = low_bits(a.zeros.trailing_ones() + b.zeros.trailing_ones());
    let low = (known_low(a, b) | zeros) & mask(of);
    let value = a.ones.wrapping_mul(b.ones) & known_low(a, b);
    with_low(lo, hi, low, value & !zeros)
}

fn remainder(a: Range, b: Range) -> Range {
    match b.as_one() {
        Some(0) => Range::one(0),
        Some(divisor) if divisor.is_power_of_two() => {
            binary(BinOp::BitAnd, Scalar::U64, a, Range::one(divisor - 1))
        }
        // The divisor is not zero there.
        _ if a.hi < b.lo => a,
        _ => Range::between(0, a.hi.min(b.hi.saturating_sub(1))),
    }
}

/// The amount of a shift, as it counts.
fn amount(of: Scalar, b: Range) -> Range {
    let bits = u64::from(mask(of).count_ones()) - 1;
    binary(BinOp::BitAnd, Scalar::U64, b, Range::one(bits))
}

fn shl(of: Scalar, a: Range, by: Range) -> Range {
    let fits = u128::from(a.hi) << by.hi <= mask(of).into();
    let (lo, hi) = if fits { (a.lo << by.lo, a.hi << by.hi) } else { (0, mask(of)) };
    match by.as_one() {
        Some(by) => {
            let low = (a.zeros | a.ones) << by | low_bits(by as u32);
            with_low(lo, hi, low & mask(of), a.ones << by)
        }
        None => with_low(lo, hi, low_bits(a.zeros.trailing_ones() + by.lo as u32) & mask(of), 0),
    }
}

fn shr(a: Range, by: Range) -> Range {
    let range = Range::between(a.lo >> by.hi, a.hi >> by.lo);
    match by.as_one() {
        // What comes in from above is zero.
        Some(by) => {
            let zeros = a.zeros >> by | !(u64::MAX >> by);
            bits(range.lo, range.hi, range.zeros | zeros, range.ones | a.ones >> by)
        }
        None => range,
    }
}
