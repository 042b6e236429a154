//! Loops that do several operations in one pass over the lanes.

#![allow(clippy::type_complexity, reason = "the type of each loop stands once, at its own place")]

use super::lanes::{LANES, length, map2};
use super::near::{self, Rows};
use vyre_ir::{BinOp, Scalar};

#[inline(always)]
pub(super) fn mul_add(dst: &mut [u32], a: &[u32], b: &[u32], c: &[u32]) {
    let n = length(dst);
    let (dst, a, b, c) = (&mut dst[..n], &a[..n], &b[..n], &c[..n]);
    for lane in 0..n {
        dst[lane] = vyre_ir::float::mul_add(a[lane], b[lane], c[lane]);
    }
}

/// The operators that are worth a loop together with another one.
pub(super) const FIRST: [BinOp; 6] =
    [BinOp::Add, BinOp::Mul, BinOp::BitAnd, BinOp::BitOr, BinOp::BitXor, BinOp::FMul];
/// Likewise, where the second operand is the same in every lane; `None` is a rotation to the left.
pub(super) const FIRST_SCALAR: [Option<BinOp>; 7] = [
    None,
    Some(BinOp::Shl),
    Some(BinOp::Shr),
    Some(BinOp::Add),
    Some(BinOp::Mul),
    Some(BinOp::BitAnd),
    Some(BinOp::FMul),
];
/// The operators that may follow. Their operands can be exchanged.
pub(super) const SECOND: [BinOp; 5] = [BinOp::Add, BinOp::BitAnd, BinOp::BitOr, BinOp::BitXor, BinOp::FAdd];
/// The pairs of them that have a loop over rows: their positions.
pub(super) const OVER_ROWS: [[usize; 2]; 2] = [[1, 0], [5, 4]];
const _: () = assert!(matches!((FIRST[1], SECOND[0]), (BinOp::Mul, BinOp::Add)));
const _: () = assert!(matches!((FIRST[5], SECOND[4]), (BinOp::FMul, BinOp::FAdd)));

#[inline(always)]
pub(super) fn pair<const A: usize, const B: usize>(dst: &mut [u32], a: &[u32], b: &[u32], c: &[u32]) {
    let n = length(dst);
    let (dst, a, b, c) = (&mut dst[..n], &a[..n], &b[..n], &c[..n]);
    for lane in 0..n {
        dst[lane] = const { SECOND[B] }.eval(const { FIRST[A] }.eval(a[lane], b[lane]), c[lane]);
    }
}

/// The operators that are worth a loop together with a rotation to the left, as ciphers have them.
pub(super) const FIRST_TURNED: [BinOp; 2] = [BinOp::BitXor, BinOp::Add];

#[inline(always)]
pub(super) fn turned<const A: usize>(dst: &mut [u32], a: &[u32], by: u32, b: &[u32]) {
    map2(dst, a, b, |a, b, _| const { FIRST_TURNED[A] }.eval(a, b).rotate_left(by));
}

#[inline(always)]
pub(super) fn rows<const AT: usize>(
    dst: &mut [u32],
    operands: (&Rows<&[u32]>, &Rows<&[u32]>),
    c: &[u32],
    size: [usize; 2],
) {
    near::combine_rows(dst, operands, c, size, |a, b, c| {
        const { SECOND[OVER_ROWS[AT][1]] }.eval(const { FIRST[OVER_ROWS[AT][0]] }.eval(a, b), c)
    });
}

#[inline(always)]
pub(super) fn scalar_pair<const A: usize, const B: usize>(dst: &mut [u32], a: &[u32], b: u32, c: &[u32]) {
    map2(dst, a, c, |a, c, _| {
        let first = match const { FIRST_SCALAR[A] } {
            Some(op) => op.eval(a, b),
            None => a.rotate_left(b),
        };
        const { SECOND[B] }.eval(first, c)
    });
}

#[inline(always)]
pub(super) fn pair_scalar<const A: usize, const B: usize>(dst: &mut [u32], a: &[u32], c: u32, b: &[u32]) {
    map2(dst, a, b, |a, b, _| const { SECOND[B] }.eval(const { FIRST[A] }.eval(a, b), c));
}

/// The operators on 64 bits that are worth a loop together with another one.
pub(super) const FIRST_LONG: [BinOp; 3] = [BinOp::Add, BinOp::Sub, BinOp::BitAnd];
/// What may follow, with an operand that is the same in every lane: a shift to the right of which only the lower word is used, and
/// comparisons.
pub(super) const SECOND_LONG: [BinOp; 7] =
    [BinOp::Shr, BinOp::Eq, BinOp::Ne, BinOp::Lt, BinOp::Gt, BinOp::Le, BinOp::Ge];

#[inline(always)]
pub(super) fn pair_long<const A: usize, const B: usize>(dst: &mut [u32], a: &[u64], c: u64, b: &[u64]) {
    map2(dst, a, b, |a, b, _| {
        let first = const { FIRST_LONG[A] }.eval_as(Scalar::U64, a, b).unwrap_or(0);
        const { SECOND_LONG[B] }.eval_as(Scalar::U64, first, c).unwrap_or(0) as u32
    });
}

/// A word of a pair of them in 64 bits, extended.
#[inline(always)]
fn half<const S: usize>(pair: u64, upper: bool) -> u64 {
    match (S, upper) {
        (1, false) => i64::from(pair as i32) as u64,
        (1, true) => (pair as i64 >> 32) as u64,
        (_, false) => pair & u64::from(u32::MAX),
        (_, true) => pair >> 32,
    }
}

/// The results of both words of a pair, as such a pair. To take words apart and to put them together so are shifts, of which a CPU has
/// more than of the shuffles that other loops need for it.
#[inline(always)]
fn paired(result: impl Fn(bool) -> u64) -> u64 {
    result(false) & u64::from(u32::MAX) | result(true) << 32
}

/// So many words as pairs of them. Those of registers always are; words of other memory may begin anywhere.
#[inline(always)]
fn pairs(words: &[u32], n: usize) -> Option<&[u64]> {
    bytemuck::try_cast_slice(&words[..n]).ok()
}

#[inline(always)]
fn pairs_mut(words: &mut [u32], n: usize) -> Option<&mut [u64]> {
    bytemuck::try_cast_slice_mut(&mut words[..n]).ok()
}

/// The lower words of products of 64 bits after a shift to the right.
#[inline(always)]
pub(super) fn wide_shift<const S: usize>(dst: &mut [u32], a: &[u32], by: u32, b: &[u32]) {
    let (n, by) = (length(dst), by & 63);
    if let (Some(a), Some(b)) = (pairs(a, n), pairs(b, n))
        && let Some(dst) = pairs_mut(dst, n)
    {
        // As many as the compiler can see to fill vectors.
        let n = n / LANES * (LANES / 2);
        let (dst, a, b) = (&mut dst[..n], &a[..n], &b[..n]);
        for at in 0..n {
            let product = |upper| half::<S>(a[at], upper).wrapping_mul(half::<S>(b[at], upper));
            dst[at] = paired(|upper| product(upper) >> by);
        }
        return;
    }
    map2(dst, a, b, |a, b, _| (product::<S>(a, b) >> by) as u32);
}

/// The squares of two words with 64 bits: what an operator gives of their sum, and the lower word of their difference after a
/// shift to the right.
#[inline(always)]
pub(super) fn squares<const S: usize, const OP: usize>(
    [sums, differences]: [&mut [u32]; 2],
    [a, b]: [&[u32]; 2],
    [with, by]: [u64; 2],
) {
    let n = length(sums);
    let (Some(a), Some(b)) = (pairs(a, n), pairs(b, n)) else { return };
    let (Some(sums), Some(differences)) = (pairs_mut(sums, n), pairs_mut(differences, n)) else { return };
    let n = n / LANES * (LANES / 2);
    let (sums, differences, a, b) = (&mut sums[..n], &mut differences[..n], &a[..n], &b[..n]);
    for at in 0..n {
        let square = |pair: u64, upper: bool| {
            let word = half::<S>(pair, upper);
            word.wrapping_mul(word)
        };
        let (a, b) = (a[at], b[at]);
        sums[at] = paired(|upper| {
            let sum = square(a, upper).wrapping_add(square(b, upper));
            const { SECOND_LONG[OP] }.eval_as(Scalar::U64, sum, with).unwrap_or(0)
        });
        differences[at] = paired(|upper| square(a, upper).wrapping_sub(square(b, upper)) >> (by & 63));
    }
}

/// The product of two words with 64 bits; they are signed if `S` is 1.
#[inline(always)]
pub(super) fn product<const S: usize>(a: u32, b: u32) -> u64 {
    if S == 1 { (i64::from(a as i32) * i64::from(b as i32)) as u64 } else { u64::from(a) * u64::from(b) }
}
