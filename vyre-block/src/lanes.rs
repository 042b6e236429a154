//! The loops over the lanes of a block.
//!
//! A register of a block is a slice with one value for each lane; its length is a multiple of [`LANES`]. Operands never overlap the
//! result, so the compiler turns every loop into vector instructions. What an operator computes is in its row of `vyre_ir`: each
//! row makes one loop for each scalar, and one more where every lane has the same second operand.

#![allow(clippy::type_complexity, reason = "the type of each loop stands once, at its own place")]

use super::fused::*;
use super::kernels::*;
use super::near::{self, Near, Rows, Word, WordMut};
use super::trees::{OPERANDS, SCALARS, grown};
use vyre_ir::float::half::Format;
use vyre_ir::{BinOp, Scalar, Typing, UnOp};

/// What the length of a register is a multiple of.
pub(super) const LANES: usize = 32;

/// The length of a loop, of which the compiler can see that it is a multiple of [`LANES`].
#[inline(always)]
pub(super) fn length<T>(dst: &[T]) -> usize {
    dst.len() / LANES * LANES
}

#[inline(always)]
pub(super) fn map1<A: Copy, R>(dst: &mut [R], a: &[A], f: impl Fn(A) -> R) {
    let n = length(dst);
    let (dst, a) = (&mut dst[..n], &a[..n]);
    for lane in 0..n {
        dst[lane] = f(a[lane]);
    }
}

#[inline(always)]
pub(super) fn map2<A: Copy, B: Copy, R>(dst: &mut [R], a: &[A], b: &[B], f: impl Fn(A, B, &R) -> R) {
    let n = length(dst);
    let (dst, a, b) = (&mut dst[..n], &a[..n], &b[..n]);
    for lane in 0..n {
        dst[lane] = f(a[lane], b[lane], &dst[lane]);
    }
}

/// Whether an operator that takes `operands` gives `result`. The loops of others are never called, and stay empty.
const fn gives(typing: Typing, operands: Scalar, result: Scalar) -> bool {
    matches!(typing.result(operands), Some(scalar) if scalar.bytes() == result.bytes())
}

/// Whether a row computes the same bits on `I32` as on `U32`.
const fn ignores_sign(op: BinOp) -> bool {
    match op.typing() {
        Typing::Bitwise | Typing::Equality => true,
        Typing::Arithmetic => matches!(op, BinOp::Add | BinOp::Sub | BinOp::Mul),
        Typing::Shift => matches!(op, BinOp::Shl),
        Typing::Order | Typing::Truth | Typing::Distance | Typing::Count | Typing::Atomic => false,
        // They are not on `I32`.
        Typing::Float
        | Typing::Elementary
        | Typing::FloatSign
        | Typing::FloatOrder
        | Typing::ToU32
        | Typing::ToI32
        | Typing::ToU64
        | Typing::FromU32
        | Typing::FromI32
        | Typing::FromU64
        | Typing::DoubleFromU32
        | Typing::DoubleFromI32
        | Typing::DoubleFromU64
        | Typing::DoubleFromF32
        | Typing::ToF32 => false,
    }
}

/// The position among [`Kernels::binary`] of an operator's loop on a scalar of 32 bits.
pub(super) fn signedness(op: BinOp, scalar: Scalar) -> usize {
    match scalar {
        Scalar::I32 if !ignores_sign(op) => 1,
        Scalar::U32
        | Scalar::I32
        | Scalar::U64
        | Scalar::Bool
        | Scalar::F32
        | Scalar::F16
        | Scalar::BF16
        | Scalar::F64 => 0,
    }
}

/// The scalar of a loop's operands, of those of 32 bits that share its place: no row is on `U32` and on floats.
const fn of(typing: Typing, scalar: Scalar) -> Scalar {
    match (scalar, typing.result(Scalar::F32)) {
        (Scalar::U32, Some(_)) => Scalar::F32,
        _ => scalar,
    }
}

/// What a row computes on 32 bits, on `U32` or `F32` if `S` is 0 and on `I32` if it is 1.
#[inline(always)]
fn row<const OP: usize, const S: usize>(a: u32, b: u32) -> u32 {
    let op = const { BinOp::ALL[OP] };
    let scalar = const { of(BinOp::ALL[OP].typing(), [Scalar::U32, Scalar::I32][S]) };
    op.eval_as(scalar, a.into(), b.into()).unwrap_or(0) as u32
}

/// The scalar of 64 bits that an operator takes: no row is on both.
const fn long_of(typing: Typing) -> Scalar {
    if typing.result(Scalar::F64).is_some() { Scalar::F64 } else { Scalar::U64 }
}

/// What a row computes on `U64` or `F64`.
#[inline(always)]
fn row64<const OP: usize>(a: u64, b: u64) -> u64 {
    let op = const { BinOp::ALL[OP] };
    op.eval_as(const { long_of(BinOp::ALL[OP].typing()) }, a, b).unwrap_or(0)
}

const fn has_loop(op: BinOp, s: usize) -> bool {
    s == 0 || (!ignores_sign(op) && gives(op.typing(), Scalar::I32, Scalar::U32))
}

/// A loop over an operator with a quick phase, some lanes at a time: first the quick phase, as vector instructions; and where it leaves a lane open, they are computed again, one
/// after the other.
#[inline(always)]
fn quick1(
    dst: &mut [u32],
    a: &[u32],
    quick: impl Fn(u32) -> Option<(u32, bool)>,
    exact: impl Fn(u32) -> u32,
) {
    for (dst, a) in dst.as_chunks_mut::<LANES>().0.iter_mut().zip(a.as_chunks::<LANES>().0) {
        let mut open = 0;
        for lane in 0..LANES {
            let (value, is_certain) = quick(a[lane]).unwrap_or_default();
            dst[lane] = value;
            open |= u32::from(!is_certain);
        }
        if open != 0 {
            for lane in 0..LANES {
                dst[lane] = exact(a[lane]);
            }
        }
    }
}

/// The same of two operands. One function over arrays of operands was 42,000 of the crate's 915,000 lines of LLVM's IR where nothing is optimised.
#[inline(always)]
fn quick2(
    dst: &mut [u32],
    a: &[u32],
    b: &[u32],
    quick: impl Fn(u32, u32) -> Option<(u32, bool)>,
    exact: impl Fn(u32, u32) -> u32,
) {
    let operands = a.as_chunks::<LANES>().0.iter().zip(b.as_chunks::<LANES>().0);
    for (dst, (a, b)) in dst.as_chunks_mut::<LANES>().0.iter_mut().zip(operands) {
        let mut open = 0;
        for lane in 0..LANES {
            let (value, is_certain) = quick(a[lane], b[lane]).unwrap_or_default();
            dst[lane] = value;
            open |= u32::from(!is_certain);
        }
        if open != 0 {
            for lane in 0..LANES {
                dst[lane] = exact(a[lane], b[lane]);
            }
        }
    }
}

#[inline(always)]
fn binary<const OP: usize, const S: usize>(dst: &mut [u32], a: &[u32], b: &[u32]) {
    if const { BinOp::ALL[OP].has_quick() && S == 0 } {
        quick2(dst, a, b, |a, b| const { BinOp::ALL[OP] }.quick(a, b), row::<OP, S>);
    } else if const { has_loop(BinOp::ALL[OP], S) } {
        map2(dst, a, b, |a, b, _| row::<OP, S>(a, b));
    }
}

/// A number that all lanes are divided by, as what they are multiplied with: there is no vector instruction that divides integers. Granlund and Montgomery, "Division by invariant
/// integers using multiplication", 1994, figure 4.1.
pub(super) struct Divisor {
    multiplier: u32,
    shifts: [u32; 2],
}

impl Divisor {
    /// Nothing of zero.
    #[inline(always)]
    pub(super) fn new(by: u32) -> Option<Divisor> {
        // The least power of two that is not below it.
        let bits = 32 - by.checked_sub(1)?.leading_zeros();
        let multiplier = (((1 << bits) - u64::from(by)) << 32) / u64::from(by) + 1;
        Some(Divisor { multiplier: multiplier as u32, shifts: [bits.min(1), bits.saturating_sub(1)] })
    }

    #[inline(always)]
    pub(super) fn quotient(&self, a: u32) -> u32 {
        let high = ((u64::from(self.multiplier) * u64::from(a)) >> 32) as u32;
        (high.wrapping_add(a.wrapping_sub(high) >> self.shifts[0])) >> self.shifts[1]
    }
}

#[inline(always)]
fn binary_scalar<const OP: usize, const S: usize>(dst: &mut [u32], a: &[u32], b: u32) {
    if const { BinOp::ALL[OP].has_quick() && S == 0 } {
        quick1(dst, a, |a| const { BinOp::ALL[OP] }.quick(a, b), |a| row::<OP, S>(a, b));
    } else if const { matches!(BinOp::ALL[OP], BinOp::Div | BinOp::Mod) && S == 0 }
        && let Some(by) = Divisor::new(b)
    {
        match const { BinOp::ALL[OP] } {
            BinOp::Div => map1(dst, a, |a| by.quotient(a)),
            _ => map1(dst, a, |a| a.wrapping_sub(by.quotient(a).wrapping_mul(b))),
        }
    } else if const { has_loop(BinOp::ALL[OP], S) } {
        map1(dst, a, |a| row::<OP, S>(a, b));
    }
}

const fn is_shift(op: BinOp) -> bool {
    matches!(op.typing(), Typing::Shift)
}

const fn gives_long(op: BinOp) -> bool {
    gives(op.typing(), long_of(op.typing()), Scalar::U64) && !is_shift(op)
}

#[inline(always)]
fn binary64<const OP: usize>(dst: &mut [u64], a: &[u64], b: &[u64]) {
    if const { gives_long(BinOp::ALL[OP]) } {
        map2(dst, a, b, |a, b, _| row64::<OP>(a, b));
    }
}

#[inline(always)]
fn binary64_scalar<const OP: usize>(dst: &mut [u64], a: &[u64], b: u64) {
    if const { gives_long(BinOp::ALL[OP]) } {
        map1(dst, a, |a| row64::<OP>(a, b));
    }
}

#[inline(always)]
fn shift64<const OP: usize>(dst: &mut [u64], a: &[u64], b: &[u32]) {
    if const { is_shift(BinOp::ALL[OP]) } {
        map2(dst, a, b, |a, b, _| row64::<OP>(a, b.into()));
    }
}

#[inline(always)]
fn shift64_scalar<const OP: usize>(dst: &mut [u64], a: &[u64], b: u32) {
    if const { is_shift(BinOp::ALL[OP]) } {
        map1(dst, a, |a| row64::<OP>(a, b.into()));
    }
}

#[inline(always)]
fn compare64<const OP: usize>(dst: &mut [u32], a: &[u64], b: &[u64]) {
    if const { gives(BinOp::ALL[OP].typing(), long_of(BinOp::ALL[OP].typing()), Scalar::Bool) } {
        map2(dst, a, b, |a, b, _| row64::<OP>(a, b) as u32);
    }
}

#[inline(always)]
fn compare64_scalar<const OP: usize>(dst: &mut [u32], a: &[u64], b: u64) {
    if const { gives(BinOp::ALL[OP].typing(), long_of(BinOp::ALL[OP].typing()), Scalar::Bool) } {
        map1(dst, a, |a| row64::<OP>(a, b) as u32);
    }
}

/// The scalar of a row's loop: `U32` or `F32` if `S` is 0, `I32` if it is 1, `Bool` if it is 2.
const fn unary_of(op: UnOp, s: usize) -> Scalar {
    of(op.typing(), [Scalar::U32, Scalar::I32, Scalar::Bool][s])
}

#[inline(always)]
fn unary<const OP: usize, const S: usize>(dst: &mut [u32], a: &[u32]) {
    let row = |a: u32| {
        let scalar = const { unary_of(UnOp::ALL[OP], S) };
        const { UnOp::ALL[OP] }.eval_as(scalar, a.into()).unwrap_or(0) as u32
    };
    if const { UnOp::ALL[OP].has_quick() && S == 0 } {
        quick1(dst, a, |a| const { UnOp::ALL[OP] }.quick(a), row);
    } else if const { gives(UnOp::ALL[OP].typing(), unary_of(UnOp::ALL[OP], S), Scalar::U32) } {
        map1(dst, a, row);
    }
}

#[inline(always)]
fn unary64<const OP: usize>(dst: &mut [u64], a: &[u64]) {
    let scalar = const { long_of(UnOp::ALL[OP].typing()) };
    if const { gives(UnOp::ALL[OP].typing(), long_of(UnOp::ALL[OP].typing()), Scalar::U64) } {
        map1(dst, a, |a| const { UnOp::ALL[OP] }.eval_as(scalar, a).unwrap_or(0));
    }
}

/// From 64 bits to 32.
#[inline(always)]
fn short<const OP: usize>(dst: &mut [u32], a: &[u64]) {
    let scalar = const { long_of(UnOp::ALL[OP].typing()) };
    if const { gives(UnOp::ALL[OP].typing(), long_of(UnOp::ALL[OP].typing()), Scalar::U32) } {
        map1(dst, a, |a| const { UnOp::ALL[OP] }.eval_as(scalar, a).unwrap_or(0) as u32);
    }
}

/// The scalar of 32 bits of which an operator gives 64, if there is one.
const fn widened(typing: Typing) -> Option<Scalar> {
    match typing {
        Typing::ToU64 | Typing::DoubleFromF32 => Some(Scalar::F32),
        Typing::DoubleFromU32 => Some(Scalar::U32),
        Typing::DoubleFromI32 => Some(Scalar::I32),
        _ => None,
    }
}

#[inline(always)]
fn long<const OP: usize>(dst: &mut [u64], a: &[u32]) {
    if let Some(scalar) = const { widened(UnOp::ALL[OP].typing()) } {
        map1(dst, a, |a| const { UnOp::ALL[OP] }.eval_as(scalar, a.into()).unwrap_or(0));
    }
}

#[inline(always)]
fn mul_add64(dst: &mut [u64], a: &[u64], b: &[u64], c: &[u64]) {
    let n = length(dst);
    let (dst, a, b, c) = (&mut dst[..n], &a[..n], &b[..n], &c[..n]);
    for lane in 0..n {
        dst[lane] = vyre_ir::float::mul_add_as(Scalar::F64, [a[lane], b[lane], c[lane]]);
    }
}

#[inline(always)]
fn select<T: Copy>(dst: &mut [T], cond: &[u32], a: &[T], b: &[T]) {
    let n = length(dst);
    let (dst, cond, a, b) = (&mut dst[..n], &cond[..n], &a[..n], &b[..n]);
    for lane in 0..n {
        let (a, b) = (a[lane], b[lane]);
        dst[lane] = if cond[lane] != 0 { a } else { b };
    }
}

#[inline(always)]
fn blend<T: Copy>(dst: &mut [T], mask: &[u32], value: &[T]) {
    map2(dst, mask, value, |mask, value, old| if mask != 0 { value } else { *old });
}

#[inline(always)]
fn blend_scalar<T: Copy>(dst: &mut [T], mask: &[u32], value: T) {
    let n = length(dst);
    let lanes = dst[..n].iter_mut().zip(&mask[..n]);
    lanes.for_each(|(lane, mask)| *lane = if *mask != 0 { value } else { *lane });
}

#[inline(always)]
fn count(mask: &[u32], cond: &[u32]) -> u32 {
    mask.iter().zip(cond).map(|(mask, cond)| mask & cond).sum()
}

#[inline(always)]
fn ramp(dst: &mut [u32], start: u32, step: u32) {
    for (lane, dst) in dst.iter_mut().enumerate() {
        *dst = start.wrapping_add(step.wrapping_mul(lane as u32));
    }
}

/// The loops of all rows, at the positions that `vyre_ir` says.
macro_rules! binary_rows {
    ($f:ident $s:ident $($scalar:literal)?) => {
        vyre_ir::binary_rows!(binary_rows! @list $f $s ($(, $scalar)?))
    };
    (@list $f:ident $s:ident $scalar:tt $($row:literal)*) => {
        [$(binary_rows!(@row $f $s $row $scalar)),*]
    };
    (@row $f:ident $s:ident $row:literal ($(, $scalar:literal)?)) => {
        Row { lanes: $f::<$row $(, $scalar)?>, scalar: $s::<$row $(, $scalar)?> }
    };
}

macro_rules! unary_rows {
    ($f:ident $($scalar:literal)?) => {
        vyre_ir::unary_rows!(unary_rows! @list $f ($(, $scalar)?))
    };
    (@list $f:ident $scalar:tt $($row:literal)*) => {
        [$(unary_rows!(@row $f $row $scalar)),*]
    };
    (@row $f:ident $row:literal ($(, $scalar:literal)?)) => {
        $f::<$row $(, $scalar)?>
    };
}

/// A loop with each operator of [`SECOND_LONG`].
macro_rules! long_rows {
    ($f:ident $first:literal) => {
        [
            $f::<$first, 0>,
            $f::<$first, 1>,
            $f::<$first, 2>,
            $f::<$first, 3>,
            $f::<$first, 4>,
            $f::<$first, 5>,
            $f::<$first, 6>,
        ]
    };
}

macro_rules! tree_rows {
    ($($row:literal)*) => {
        [$(grown::<$row>),*]
    };
}

macro_rules! pair_rows {
    ($f:ident $first:literal) => {
        [$f::<$first, 0>, $f::<$first, 1>, $f::<$first, 2>, $f::<$first, 3>, $f::<$first, 4>]
    };
}

/// A module with the loops compiled for an instruction set.
macro_rules! instruction_set {
    ($(#[doc = $doc:literal])* $isa:ident $(, $features:literal)?) => {
        $(#[doc = $doc])*
        pub(super) mod $isa {
            use super::*;

            instruction_set! { @functions ($($features)?)
                binary<OP, S>(dst: &mut [u32], a: &[u32], b: &[u32]);
                binary_scalar<OP, S>(dst: &mut [u32], a: &[u32], b: u32);
                binary64<OP>(dst: &mut [u64], a: &[u64], b: &[u64]);
                binary64_scalar<OP>(dst: &mut [u64], a: &[u64], b: u64);
                shift64<OP>(dst: &mut [u64], a: &[u64], b: &[u32]);
                shift64_scalar<OP>(dst: &mut [u64], a: &[u64], b: u32);
                compare64<OP>(dst: &mut [u32], a: &[u64], b: &[u64]);
                compare64_scalar<OP>(dst: &mut [u32], a: &[u64], b: u64);
                unary<OP, S>(dst: &mut [u32], a: &[u32]);
                unary64<OP>(dst: &mut [u64], a: &[u64]);
                short<OP>(dst: &mut [u32], a: &[u64]);
                long<OP>(dst: &mut [u64], a: &[u32]);
                turned<A>(dst: &mut [u32], a: &[u32], by: u32, b: &[u32]);
                grown<ROW>(dst: &mut [u32], from: &[&[u32]; OPERANDS], with: &[u32; SCALARS]);
                mul_add<>(dst: &mut [u32], a: &[u32], b: &[u32], c: &[u32]);
                mul_add64<>(dst: &mut [u64], a: &[u64], b: &[u64], c: &[u64]);
                rows<AT>(dst: &mut [u32], operands: (&Rows<&[u32]>, &Rows<&[u32]>), c: &[u32], size: [usize; 2]);
                ramp<>(dst: &mut [u32], start: u32, step: u32);
                pair<A, B>(dst: &mut [u32], a: &[u32], b: &[u32], c: &[u32]);
                scalar_pair<A, B>(dst: &mut [u32], a: &[u32], b: u32, c: &[u32]);
                pair_scalar<A, B>(dst: &mut [u32], a: &[u32], c: u32, b: &[u32]);
                pair_long<A, B>(dst: &mut [u32], a: &[u64], c: u64, b: &[u64]);
                wide_shift<S>(dst: &mut [u32], a: &[u32], by: u32, b: &[u32]);
                squares<S, OP>(to: [&mut [u32]; 2], from: [&[u32]; 2], with: [u64; 2]);
            }

            $(#[target_feature(enable = $features)])?
            fn select<T: Copy>(dst: &mut [T], cond: &[u32], a: &[T], b: &[T]) {
                super::select(dst, cond, a, b);
            }

            $(#[target_feature(enable = $features)])?
            fn lanes_else_scalar<T: Copy>(dst: &mut [T], cond: &[u32], a: &[T], b: T) {
                map2(dst, cond, a, |cond, a, _| if cond != 0 { a } else { b });
            }

            $(#[target_feature(enable = $features)])?
            fn scalar_else_lanes<T: Copy>(dst: &mut [T], cond: &[u32], b: &[T], a: T) {
                map2(dst, cond, b, |cond, b, _| if cond != 0 { a } else { b });
            }

            $(#[target_feature(enable = $features)])?
            fn scalars<T: Copy>(dst: &mut [T], cond: &[u32], a: T, b: T) {
                map1(dst, cond, |cond| if cond != 0 { a } else { b });
            }

            $(#[target_feature(enable = $features)])?
            fn blend<T: Copy>(dst: &mut [T], mask: &[u32], value: &[T]) {
                super::blend(dst, mask, value);
            }

            $(#[target_feature(enable = $features)])?
            fn blend_scalar<T: Copy>(dst: &mut [T], mask: &[u32], value: T) {
                super::blend_scalar(dst, mask, value);
            }

            $(#[target_feature(enable = $features)])?
            fn load<W: Word>(dst: &mut [u32], memory: &[W], near: &Near<'_>) {
                near::load_near(dst, memory, near);
            }

            $(#[target_feature(enable = $features)])?
            fn store<W: WordMut>(src: &[u32], memory: &[W], near: &Near<'_>) {
                near::store_near(src, memory, near);
            }

            $(#[target_feature(enable = $features)])?
            fn gather<W: Word>(dst: &mut [u32], memory: &[W], index: &[u32], words: usize, word: usize) {
                near::gather(dst, memory, index, words, word);
            }

            $(#[target_feature(enable = $features)])?
            fn scatter<W: WordMut>(
                src: &[u32],
                memory: &[W],
                lanes: (&[u32], &[u32]),
                words: usize,
                word: usize,
            ) {
                near::scatter(src, memory, lanes, words, word);
            }

            $(#[target_feature(enable = $features)])?
            fn sign(dst: &mut [u64], a: &[u32]) {
                map1(dst, a, |a| i64::from(a as i32) as u64);
            }

            $(#[target_feature(enable = $features)])?
            fn widen_half<const F: usize>(dst: &mut [u32], a: &[u32]) {
                map1(dst, a, |a| const { Format::ALL[F] }.widen(a));
            }

            $(#[target_feature(enable = $features)])?
            fn narrow_half<const F: usize>(dst: &mut [u32], a: &[u32]) {
                map1(dst, a, |a| const { Format::ALL[F] }.narrow(a));
            }

            $(#[target_feature(enable = $features)])?
            fn mul_add_rows(
                dst: &mut [u32],
                operands: (&Rows<&[u32]>, &Rows<&[u32]>),
                c: &[u32],
                size: [usize; 2],
            ) {
                near::combine_rows(dst, operands, c, size, vyre_ir::float::mul_add);
            }

            $(#[target_feature(enable = $features)])?
            fn rotate(dst: &mut [u32], a: &[u32], by: u32) {
                map1(dst, a, |a| a.rotate_left(by));
            }

            $(#[target_feature(enable = $features)])?
            fn widen(dst: &mut [u64], a: &[u32]) {
                map1(dst, a, u64::from);
            }

            $(#[target_feature(enable = $features)])?
            fn low(dst: &mut [u32], a: &[u64]) {
                map1(dst, a, |a| a as u32);
            }

            $(#[target_feature(enable = $features)])?
            fn high(dst: &mut [u32], a: &[u64]) {
                map1(dst, a, |a| (a >> 32) as u32);
            }

            $(#[target_feature(enable = $features)])?
            fn join(dst: &mut [u64], low: &[u32], high: &[u32]) {
                map2(dst, low, high, |low, high, _| u64::from(low) | u64::from(high) << 32);
            }

            $(#[target_feature(enable = $features)])?
            fn shift_low(dst: &mut [u32], a: &[u64], by: u32) {
                map1(dst, a, |a| const { BinOp::Shr }.eval_as(Scalar::U64, a, by.into()).unwrap_or(0) as u32);
            }

            $(#[target_feature(enable = $features)])?
            fn wide(dst: &mut [u64], a: &[u32], b: &[u32]) {
                map2(dst, a, b, |a, b, _| product::<0>(a, b));
            }

            $(#[target_feature(enable = $features)])?
            fn wide_signed(dst: &mut [u64], a: &[u32], b: &[u32]) {
                map2(dst, a, b, |a, b, _| product::<1>(a, b));
            }

            $(#[target_feature(enable = $features)])?
            fn except(dst: &mut [u32], mask: &[u32], cond: &[u32]) {
                map2(dst, mask, cond, |mask, cond, _| mask & !cond);
            }

            $(#[target_feature(enable = $features)])?
            fn count(mask: &[u32], cond: &[u32]) -> u32 {
                super::count(mask, cond)
            }

            pub(in super::super) static KERNELS: Kernels = Kernels {
                binary: [binary_rows!(binary binary_scalar 0), binary_rows!(binary binary_scalar 1)],
                binary64: binary_rows!(binary64 binary64_scalar),
                shift64: binary_rows!(shift64 shift64_scalar),
                compare64: binary_rows!(compare64 compare64_scalar),
                unary: [unary_rows!(unary 0), unary_rows!(unary 1), unary_rows!(unary 2)],
                unary64: unary_rows!(unary64),
                short: unary_rows!(short),
                long: unary_rows!(long),
                turned: [turned::<0>, turned::<1>],
                trees: tree_rows!(0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22),
                mul_add,
                mul_add64,
                rows: [rows::<0>, rows::<1>],
                mul_add_rows,
                pairs: [pair_rows!(pair 0), pair_rows!(pair 1), pair_rows!(pair 2), pair_rows!(pair 3), pair_rows!(pair 4), pair_rows!(pair 5)],
                scalar_pairs: [
                    pair_rows!(scalar_pair 0),
                    pair_rows!(scalar_pair 1),
                    pair_rows!(scalar_pair 2),
                    pair_rows!(scalar_pair 3),
                    pair_rows!(scalar_pair 4),
                    pair_rows!(scalar_pair 5),
                    pair_rows!(scalar_pair 6),
                ],
                pairs_scalar: [
                    pair_rows!(pair_scalar 0),
                    pair_rows!(pair_scalar 1),
                    pair_rows!(pair_scalar 2),
                    pair_rows!(pair_scalar 3),
                    pair_rows!(pair_scalar 4),
                    pair_rows!(pair_scalar 5),
                ],
                select: Select { lanes: select, lanes_else_scalar, scalar_else_lanes, scalars },
                select64: Select { lanes: select, lanes_else_scalar, scalar_else_lanes, scalars },
                widen,
                low,
                high,
                join,
                shift_low,
                wide: [wide, wide_signed],
                wide_shift: [wide_shift::<0>, wide_shift::<1>],
                squares: [long_rows!(squares 0), long_rows!(squares 1)],
                pairs_long: [long_rows!(pair_long 0), long_rows!(pair_long 1), long_rows!(pair_long 2)],
                blend,
                blend64: blend,
                blend_scalar,
                blend_scalar64: blend_scalar,
                count,
                except,
                load_plain: load,
                load_cells: load,
                store_cells: store,
                gather_plain: gather,
                gather_cells: gather,
                scatter_cells: scatter,
                sign,
                widen_half: [widen_half::<0>, widen_half::<1>],
                narrow_half: [narrow_half::<0>, narrow_half::<1>],
                rotate,
                ramp,
            };
        }
    };
    (@functions $features:tt $($f:ident<$($param:ident),*>($($arg:ident: $Type:ty),*);)*) => {
        $(instruction_set! { @function $features $f<$($param),*>($($arg: $Type),*) })*
    };
    (@function ($($features:literal)?) $f:ident<$($param:ident),*>($($arg:ident: $Type:ty),*)) => {
        $(#[target_feature(enable = $features)])?
        fn $f<$(const $param: usize),*>($($arg: $Type),*) {
            super::$f::<$($param),*>($($arg),*);
        }
    };
}

instruction_set! {
    /// What every CPU of the target has.
    baseline
}

#[cfg(has_instruction_sets)]
instruction_set! {
    /// AVX2.
    avx2, "avx2,fma,bmi1,bmi2,lzcnt,popcnt"
}

#[cfg(has_instruction_sets)]
instruction_set! {
    /// AVX-512.
    avx512, "avx512f,avx512bw,avx512cd,avx512dq,avx512vl,bmi1,bmi2,lzcnt,popcnt"
}
