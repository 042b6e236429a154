//! The engine's `unsafe`, each with its proof: calls of loops that were compiled for this CPU, and memory that several threads share.

#![allow(
    unsafe_code,
    reason = "loops for instruction sets, and memory that threads share; the proofs are below"
)]

use super::inst::Loop;
use super::kernels::{F1, F2, F2S, F3, F3L, F3Long, F3S, FRows, FSquares, Kernels, Select};
use super::lanes;
use super::near::{Near, Rows, Words};
use super::trees::{FTree, OPERANDS, SCALARS};
use std::cell::Cell;
use std::sync::atomic::AtomicU32;

/// An instruction set that this CPU has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InstructionSet(Set);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Set {
    Baseline,
    #[cfg(has_instruction_sets)]
    Avx2,
    #[cfg(has_instruction_sets)]
    Avx512,
}

impl InstructionSet {
    /// Every one that this CPU has, the best first.
    pub fn all() -> Vec<InstructionSet> {
        let mut sets = Vec::new();
        #[cfg(has_instruction_sets)]
        {
            use std::arch::is_x86_feature_detected as has;
            let has_bits = has!("bmi1") && has!("bmi2") && has!("lzcnt") && has!("popcnt");
            let has_wide = has!("avx512f") && has!("avx512bw") && has!("avx512cd") && has!("avx512dq");
            if has_bits && has_wide && has!("avx512vl") {
                sets.push(InstructionSet(Set::Avx512));
            }
            if has_bits && has!("avx2") && has!("fma") {
                sets.push(InstructionSet(Set::Avx2));
            }
        }
        sets.push(InstructionSet(Set::Baseline));
        sets
    }

    /// What devices say of it.
    pub fn name(self) -> &'static str {
        match self.0 {
            Set::Baseline => "baseline",
            #[cfg(has_instruction_sets)]
            Set::Avx2 => "AVX2",
            #[cfg(has_instruction_sets)]
            Set::Avx512 => "AVX-512",
        }
    }

    pub(super) fn kernels(self) -> &'static Kernels {
        match self.0 {
            Set::Baseline => &lanes::baseline::KERNELS,
            #[cfg(has_instruction_sets)]
            Set::Avx2 => &lanes::avx2::KERNELS,
            #[cfg(has_instruction_sets)]
            Set::Avx512 => &lanes::avx512::KERNELS,
        }
    }
}

/// Calls a loop. Loops are `unsafe` only because they need an instruction set. They come from [`Kernels`] alone, which
/// [`InstructionSet::kernels`] alone gives out, and an `InstructionSet` exists only if the CPU has it.
macro_rules! call {
    ($f:expr, $($arg:expr),*) => {
        // SAFETY: see above.
        unsafe { $f($($arg),*) }
    };
}

#[inline(always)]
pub(super) fn map<A, R>(f: F1<A, R>, dst: &mut [R], a: &[A]) {
    call!(f, dst, a);
}

#[inline(always)]
pub(super) fn zip<A, B, R>(f: F2<A, B, R>, dst: &mut [R], a: &[A], b: &[B]) {
    call!(f, dst, a, b);
}

pub(super) fn pair(f: F3, dst: &mut [u32], a: &[u32], b: &[u32], c: &[u32]) {
    call!(f, dst, a, b, c);
}

pub(super) fn triple(f: F3Long, dst: &mut [u64], a: &[u64], b: &[u64], c: &[u64]) {
    call!(f, dst, a, b, c);
}

pub(super) fn scalar_pair(f: F3S, dst: &mut [u32], a: &[u32], b: u32, c: &[u32]) {
    call!(f, dst, a, b, c);
}

pub(super) fn tree(f: FTree, dst: &mut [u32], from: &[&[u32]; OPERANDS], with: &[u32; SCALARS]) {
    call!(f, dst, from, with);
}

pub(super) fn long_pair(f: F3L, dst: &mut [u32], a: &[u64], b: u64, c: &[u64]) {
    call!(f, dst, a, b, c);
}

pub(super) fn squares(f: FSquares, to: [&mut [u32]; 2], from: [&[u32]; 2], with: [u64; 2]) {
    call!(f, to, from, with);
}

#[inline(always)]
pub(super) fn with<A, B, R>(f: F2S<A, B, R>, dst: &mut [R], a: &[A], b: B) {
    call!(f, dst, a, b);
}

/// Calls a loop whose operands may be cells. `scalar` is what is the same in every lane.
pub(super) fn operate(f: &Loop, dst: &mut [u32], operands: [Words<'_>; 3], scalar: u32) {
    // SAFETY: the loop has ended when this function returns. Until then nobody writes to the cells: they are this thread's alone, as a
    // `Cell` is not `Sync`, and the loop writes to `dst` alone, which is borrowed exclusively, so no cell is a part of it.
    let [a, b, c] = unsafe { [plain(operands[0]), plain(operands[1]), plain(operands[2])] };
    match f {
        Loop::Zip(f) => call!(f, dst, a, b),
        Loop::With(f, _) => call!(f, dst, a, scalar),
        Loop::Pair(f, _) => call!(f, dst, a, b, c),
        Loop::ScalarPair(f, _) => call!(f, dst, a, scalar, b),
    }
}

/// Calls a loop over rows of operands that may be cells.
pub(super) fn operate_on_rows(
    f: FRows,
    dst: &mut [u32],
    operands: [Rows<Words<'_>>; 2],
    c: Words<'_>,
    size: [usize; 2],
) {
    // SAFETY: as in `operate`.
    let [first, second, c] = unsafe { [plain(operands[0].words), plain(operands[1].words), plain(c)] };
    let rows =
        |words, Rows { start, step, is_same, .. }: Rows<Words<'_>>| Rows { words, start, step, is_same };
    let (a, b) = (rows(first, operands[0]), rows(second, operands[1]));
    call!(f, dst, (&a, &b), c, size);
}

/// As [`operate`], with a result that goes to cells, unless they overlap with an operand. Says whether it did.
pub(super) fn operate_on_cells(f: &Loop, dst: &[Cell<u32>], operands: [Words<'_>; 3], scalar: u32) -> bool {
    let target = dst.as_ptr_range();
    let overlaps = |words: &Words<'_>| {
        let range = match words {
            Words::Plain(words) => words.as_ptr_range(),
            Words::Cells(cells) => {
                let range = cells.as_ptr_range();
                range.start.cast()..range.end.cast()
            }
        };
        range.start < target.end.cast() && target.start.cast() < range.end
    };
    if operands.iter().any(overlaps) {
        return false;
    }
    // SAFETY: the cells are this thread's alone, as a `Cell` is not `Sync`. Until the loop has ended they are accessed through
    // `words` alone: no operand overlaps with them.
    let words = unsafe { std::slice::from_raw_parts_mut(dst.as_ptr().cast::<u32>().cast_mut(), dst.len()) };
    operate(f, words, operands, scalar);
    true
}

/// The words of cells.
///
/// # Safety
/// Nobody writes to the cells as long as the result lives.
#[inline(always)]
unsafe fn plain<'a>(words: Words<'a>) -> &'a [u32] {
    match words {
        Words::Plain(words) => words,
        // SAFETY: a `Cell<u32>` has the size and the alignment of a `u32`, and the caller's promise.
        Words::Cells(cells) => unsafe { std::slice::from_raw_parts(cells.as_ptr().cast(), cells.len()) },
    }
}

pub(super) fn select<T>(f: &Select<T>, dst: &mut [T], cond: &[u32], a: Result<&[T], T>, b: Result<&[T], T>) {
    match (a, b) {
        (Ok(a), Ok(b)) => call!((f.lanes), dst, cond, a, b),
        (Ok(a), Err(b)) => call!((f.lanes_else_scalar), dst, cond, a, b),
        (Err(a), Ok(b)) => call!((f.scalar_else_lanes), dst, cond, b, a),
        (Err(a), Err(b)) => call!((f.scalars), dst, cond, a, b),
    }
}

pub(super) fn count(kernels: &Kernels, mask: &[u32], cond: &[u32]) -> u32 {
    call!((kernels.count), mask, cond)
}

pub(super) fn load_plain(kernels: &Kernels, dst: &mut [u32], memory: &[u32], near: &Near<'_>) {
    call!((kernels.load_plain), dst, memory, near);
}

pub(super) fn load_cells(kernels: &Kernels, dst: &mut [u32], memory: &[Cell<u32>], near: &Near<'_>) {
    call!((kernels.load_cells), dst, memory, near);
}

pub(super) fn store_cells(kernels: &Kernels, src: &[u32], memory: &[Cell<u32>], near: &Near<'_>) {
    call!((kernels.store_cells), src, memory, near);
}

pub(super) fn gather_plain(
    kernels: &Kernels,
    dst: &mut [u32],
    memory: &[u32],
    index: &[u32],
    [words, word]: [usize; 2],
) {
    call!((kernels.gather_plain), dst, memory, index, words, word);
}

pub(super) fn gather_cells(
    kernels: &Kernels,
    dst: &mut [u32],
    memory: &[Cell<u32>],
    index: &[u32],
    [words, word]: [usize; 2],
) {
    call!((kernels.gather_cells), dst, memory, index, words, word);
}

pub(super) fn scatter_cells(
    kernels: &Kernels,
    src: &[u32],
    memory: &[Cell<u32>],
    lanes: (&[u32], &[u32]),
    [words, word]: [usize; 2],
) {
    call!((kernels.scatter_cells), src, memory, lanes, words, word);
}

pub(super) fn ramp(kernels: &Kernels, dst: &mut [u32], start: u32, step: u32) {
    call!((kernels.ramp), dst, start, step);
}

/// Words that several threads may write, for as long as they are borrowed.
pub(super) fn atomics(words: &mut [u32]) -> &[AtomicU32] {
    const { assert!(align_of::<AtomicU32>() == align_of::<u32>()) };
    // SAFETY: an `AtomicU32` has the size and the validity of a `u32`, and here its alignment. The borrow is exclusive, so for its
    // whole length the words are accessed through the result alone.
    unsafe { &*(std::ptr::from_mut(words) as *const [AtomicU32]) }
}

/// The bytes of words that are this thread's alone, the lowest of each first on the hosts that ask for it.
pub(super) fn bytes(words: &[Cell<u32>]) -> &[Cell<u8>] {
    // SAFETY: a `Cell<u32>` is four bytes without padding, each of which may have any value, and a `Cell<u8>` has no alignment. Both are cells, through which a value may
    // change while others are borrowed, and neither is `Sync`.
    unsafe { std::slice::from_raw_parts(words.as_ptr().cast(), size_of_val(words)) }
}

/// The halves of words that are this thread's alone, likewise.
pub(super) fn halves(words: &[Cell<u32>]) -> &[Cell<u16>] {
    // SAFETY: as in `bytes`; a word has at least the alignment of its half.
    unsafe { std::slice::from_raw_parts(words.as_ptr().cast(), size_of_val(words) / 2) }
}

/// Work that borrows, as a value that threads of the pool can hold.
#[derive(Clone, Copy)]
pub(super) struct Job(*const (dyn Fn() + Sync));

// SAFETY: what it points to is `Sync`, so threads may call it at once; for how long is the business of `Job::run`.
unsafe impl Send for Job {}

impl Job {
    /// Erases how long the work lives.
    pub(super) fn new<'a>(work: &'a (dyn Fn() + Sync + 'a)) -> Job {
        // SAFETY: only the lifetime changes, and a pointer says nothing about it.
        Job(unsafe {
            std::mem::transmute::<*const (dyn Fn() + Sync + 'a), *const (dyn Fn() + Sync + 'static)>(work)
        })
    }

    /// Does the work.
    ///
    /// The pool makes it from work that it then waits for: `Pool::together` does not return, and does not unwind, before the offer
    /// with the job is gone and everybody who took it has ended.
    pub(super) fn run(self) {
        // SAFETY: the work still lives, as said above.
        unsafe { (*self.0)() }
    }
}

/// A cache line of a register, which aligns it for the widest vector registers.
#[derive(Clone, Copy, bytemuck::Pod, bytemuck::Zeroable)]
#[repr(C, align(64))]
pub(super) struct Line([u32; 16]);
