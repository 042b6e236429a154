//! The table of loops over lanes: their types, and what there is of them for each instruction set. `lanes` has the loops.

#![allow(clippy::type_complexity, reason = "the type of each loop stands once, at its own place")]

use super::fused::{FIRST, FIRST_LONG, FIRST_SCALAR, FIRST_TURNED, OVER_ROWS, SECOND, SECOND_LONG};
use super::near::{Near, Rows};
use super::trees::{FTree, TREES};
use std::cell::Cell;
use vyre_ir::{BinOp, UnOp};

/// Loops over one or two operands.
pub(super) type F1<A, R> = unsafe fn(&mut [R], &[A]);
pub(super) type F2<A, B, R> = unsafe fn(&mut [R], &[A], &[B]);
/// A loop whose second operand is the same in every lane.
pub(super) type F2S<A, B, R> = unsafe fn(&mut [R], &[A], B);

/// Loops over three operands, or of which one is the same in every lane.
pub(super) type F3 = unsafe fn(&mut [u32], &[u32], &[u32], &[u32]);
pub(super) type F3Long = unsafe fn(&mut [u64], &[u64], &[u64], &[u64]);
pub(super) type F3S = unsafe fn(&mut [u32], &[u32], u32, &[u32]);
pub(super) type F3L = unsafe fn(&mut [u32], &[u64], u64, &[u64]);
/// A loop with two results, of two operands and what is the same in every lane.
pub(super) type FSquares = unsafe fn([&mut [u32]; 2], [&[u32]; 2], [u64; 2]);

/// A loop over rows of two operands, and a third one in a register; the length of a row and the number of rows come last.
pub(super) type FRows = unsafe fn(&mut [u32], (&Rows<&[u32]>, &Rows<&[u32]>), &[u32], [usize; 2]);

/// Loops over memory.
type Gather<W> = unsafe fn(&mut [u32], &[W], &[u32], usize, usize);
type Scatter<W> = unsafe fn(&[u32], &[W], (&[u32], &[u32]), usize, usize);
/// One of two values in each lane.
type Choose<T> = unsafe fn(&mut [T], &[u32], &[T], &[T]);

/// The two loops of a row.
#[derive(Clone, Copy)]
pub(super) struct Row<A, B, R> {
    pub(super) lanes: F2<A, B, R>,
    pub(super) scalar: F2S<A, B, R>,
}

/// Every loop, compiled for one instruction set.
pub(super) struct Kernels {
    /// By scalar (`U32`, `I32`) and row.
    pub(super) binary: [[Row<u32, u32, u32>; BINARY]; 2],
    pub(super) binary64: [Row<u64, u64, u64>; BINARY],
    pub(super) shift64: [Row<u64, u32, u64>; BINARY],
    pub(super) compare64: [Row<u64, u64, u32>; BINARY],
    /// By scalar (`U32`, `I32`, `Bool`) and row.
    pub(super) unary: [[F1<u32, u32>; UNARY]; 3],
    pub(super) unary64: [F1<u64, u64>; UNARY],
    /// From 64 bits to 32.
    pub(super) short: [F1<u64, u32>; UNARY],
    /// From 32 bits to 64.
    pub(super) long: [F1<u32, u64>; UNARY],
    pub(super) select: Select<u32>,
    pub(super) select64: Select<u64>,
    pub(super) widen: F1<u32, u64>,
    pub(super) sign: F1<u32, u64>,
    /// By format.
    pub(super) widen_half: [F1<u32, u32>; 2],
    pub(super) narrow_half: [F1<u32, u32>; 2],
    pub(super) rotate: F2S<u32, u32, u32>,
    pub(super) low: F1<u64, u32>,
    pub(super) high: F1<u64, u32>,
    pub(super) join: F2<u32, u32, u64>,
    /// The lower word of a shift to the right.
    pub(super) shift_low: F2S<u64, u32, u32>,
    /// Products of 64 bits, of unsigned and of signed words.
    pub(super) wide: [F2<u32, u32, u64>; 2],
    /// The lower words of such products after a shift to the right.
    pub(super) wide_shift: [F3S; 2],
    /// What [`SECOND_LONG`] gives of sums of squares of 64 bits, and differences that are shifted; of unsigned and of signed words.
    pub(super) squares: [[FSquares; SECOND_LONG.len()]; 2],
    /// Two rows in one: an operator of [`FIRST_LONG`] and one of [`SECOND_LONG`].
    pub(super) pairs_long: [[F3L; SECOND_LONG.len()]; FIRST_LONG.len()],
    /// Two rows in one: the first operator of [`FIRST`], [`FIRST_SCALAR`] and the second of [`SECOND`].
    pub(super) pairs: [[F3; SECOND.len()]; FIRST.len()],
    pub(super) scalar_pairs: [[F3S; SECOND.len()]; FIRST_SCALAR.len()],
    /// Likewise, of which the second has an operand that is the same in every lane.
    pub(super) pairs_scalar: [[F3S; SECOND.len()]; FIRST.len()],
    /// An operator of [`FIRST_TURNED`], and a rotation to the left.
    pub(super) turned: [F3S; FIRST_TURNED.len()],
    /// By row of [`TREES`].
    pub(super) trees: [FTree; TREES.len()],
    pub(super) mul_add: F3,
    pub(super) mul_add64: F3Long,
    /// The pairs of [`OVER_ROWS`], and the fused multiply-add, over rows.
    pub(super) rows: [FRows; OVER_ROWS.len()],
    pub(super) mul_add_rows: FRows,
    /// Replaces the lanes whose mask is 1.
    pub(super) blend: F2<u32, u32, u32>,
    pub(super) blend64: F2<u32, u64, u64>,
    pub(super) blend_scalar: F2S<u32, u32, u32>,
    pub(super) blend_scalar64: F2S<u32, u64, u64>,
    /// The number of lanes of a mask for which a condition holds.
    pub(super) count: unsafe fn(&[u32], &[u32]) -> u32,
    /// The lanes of a mask for which a condition does not hold.
    pub(super) except: F2<u32, u32, u32>,
    pub(super) load_plain: unsafe fn(&mut [u32], &[u32], &Near<'_>),
    pub(super) load_cells: unsafe fn(&mut [u32], &[Cell<u32>], &Near<'_>),
    pub(super) store_cells: unsafe fn(&[u32], &[Cell<u32>], &Near<'_>),
    pub(super) gather_plain: Gather<u32>,
    pub(super) gather_cells: Gather<Cell<u32>>,
    pub(super) scatter_cells: Scatter<Cell<u32>>,
    pub(super) ramp: unsafe fn(&mut [u32], u32, u32),
}

/// The loops of a selection, by which of the two values are the same in every lane.
#[derive(Clone, Copy)]
pub(super) struct Select<T> {
    pub(super) lanes: Choose<T>,
    pub(super) lanes_else_scalar: unsafe fn(&mut [T], &[u32], &[T], T),
    pub(super) scalar_else_lanes: unsafe fn(&mut [T], &[u32], &[T], T),
    pub(super) scalars: unsafe fn(&mut [T], &[u32], T, T),
}

/// The rows of binary and unary operators.
pub(super) const BINARY: usize = BinOp::ALL.len();
pub(super) const UNARY: usize = UnOp::ALL.len();
