//! The memory of a launch, as one thread sees it.
//!
//! Words that nothing writes are plain. Words that several threads may write are atomics, which are loaded and stored relaxed: a race
//! of a program's is no race of Rust's. Where one thread runs the launch, and in the arrays of a workgroup, words are cells.

use super::kernels::Kernels;
use super::near::{self, Near, Words};
use super::raw;
use crate::Error;
use std::cell::Cell;
use std::sync::atomic::{AtomicU32, Ordering};
use vyre_ir::{AtomicOp, BufferAccess, BufferDecl, DataType, Scalar};

/// The data of one bound buffer. Elements are tightly packed lanes, lane 0 first, whatever the buffer's access.
#[derive(Debug)]
pub enum Binding<'a> {
    /// Data that the program only reads.
    Words(&'a [u32]),
    /// Data that the program reads and writes. It holds the result afterwards.
    WordsMut(&'a mut [u32]),
    /// The contents of a `Bytes` buffer, of any length. The last word is filled up with zeros.
    Bytes(&'a [u8]),
}

impl Binding<'_> {
    /// The number of words.
    pub(super) fn words(&self) -> usize {
        match self {
            Binding::Words(words) => words.len(),
            Binding::WordsMut(words) => words.len(),
            Binding::Bytes(bytes) => bytes.len().div_ceil(4),
        }
    }
}

/// An empty vector with memory for so many elements.
pub(super) fn room<T>(len: usize) -> Result<Vec<T>, Error> {
    let mut memory = Vec::new();
    let bytes = (len as u64).saturating_mul(size_of::<T>() as u64);
    memory.try_reserve_exact(len).map_err(|_| Error::OutOfMemory { bytes })?;
    Ok(memory)
}

/// The words of a bound buffer, as threads share them.
#[derive(Clone, Copy)]
pub(super) enum Bound<'a> {
    Plain(&'a [u32]),
    Atomic(&'a [AtomicU32]),
    Bytes(&'a [u8]),
}

/// The words of a buffer, as one thread sees them.
#[derive(Clone, Copy)]
pub(super) enum View<'a> {
    Plain(&'a [u32]),
    Cells(&'a [Cell<u32>]),
    Atomic(&'a [AtomicU32]),
    /// The bytes of a `Bytes` buffer; those behind the last one are 0.
    Bytes(&'a [u8]),
}

/// What the words of one view are for a launch: those that no index reaches are no elements, as the length is a `u32`.
fn reach(decl: &BufferDecl, words: usize) -> usize {
    words.min((u32::MAX as usize).saturating_mul(decl.element.lanes()))
}

/// The views of one thread, which has the launch for itself.
pub(super) fn views<'a>(
    decls: impl Iterator<Item = &'a BufferDecl>,
    bindings: &'a mut [Binding<'_>],
) -> Result<Vec<View<'a>>, Error> {
    each(
        decls,
        bindings,
        |words| View::Cells(Cell::from_mut(words).as_slice_of_cells()),
        |bound| bound.view(),
    )
}

/// The buffers of a launch that several threads run.
pub(super) fn bounds<'a>(
    decls: impl Iterator<Item = &'a BufferDecl>,
    bindings: &'a mut [Binding<'_>],
) -> Result<Vec<Bound<'a>>, Error> {
    each(decls, bindings, |words| Bound::Atomic(raw::atomics(words)), |bound| bound)
}

fn each<'a, T>(
    decls: impl Iterator<Item = &'a BufferDecl>,
    bindings: &'a mut [Binding<'_>],
    written: impl Fn(&'a mut [u32]) -> T,
    constant: impl Fn(Bound<'a>) -> T,
) -> Result<Vec<T>, Error> {
    let mut all = Vec::with_capacity(bindings.len());
    for (decl, binding) in decls.zip(bindings) {
        let is_bytes = decl.element == DataType::Bytes;
        let reach = reach(decl, binding.words());
        all.push(match binding {
            Binding::Bytes(bytes) if is_bytes => constant(Bound::Bytes(bytes)),
            Binding::Bytes(_) => {
                let (name, expected) = (decl.name.clone(), decl.element.clone());
                return Err(Error::BufferType { name, expected, got: DataType::Bytes });
            }
            Binding::WordsMut(words) => {
                let words = &mut words[..reach];
                let is_written = decl.access == BufferAccess::ReadWrite && !is_bytes;
                if is_written { written(words) } else { constant(Bound::Plain(words)) }
            }
            Binding::Words(_) if decl.access == BufferAccess::ReadWrite && !is_bytes => {
                return Err(Error::BufferReadOnly { name: decl.name.clone() });
            }
            Binding::Words(words) => constant(Bound::Plain(&words[..reach])),
        });
    }
    Ok(all)
}

/// What a thread adds to the words of a buffer that a program does nothing else with. It is added to the buffer at the end: adding
/// to memory that several threads see takes many times as long.
pub(super) struct Sums<'a> {
    target: &'a [AtomicU32],
    own: Vec<u32>,
}

impl<'a> Sums<'a> {
    /// Sums of the words of a buffer, if there is memory for them. They start as zeros.
    pub(super) fn of(bound: Bound<'a>) -> Option<Sums<'a>> {
        let Bound::Atomic(target) = bound else { return None };
        let mut own = room(target.len()).ok()?;
        own.resize(target.len(), 0);
        Some(Sums { target, own })
    }

    pub(super) fn view(&mut self) -> View<'_> {
        View::Cells(Cell::from_mut(&mut self.own[..]).as_slice_of_cells())
    }

    pub(super) fn add(self) {
        for (word, sum) in self.target.iter().zip(self.own).filter(|(_, sum)| *sum != 0) {
            word.fetch_add(sum, Ordering::Relaxed);
        }
    }
}

impl<'a> Bound<'a> {
    /// The number of words.
    pub(super) fn len(self) -> usize {
        self.view().len()
    }

    pub(super) fn view(self) -> View<'a> {
        match self {
            Bound::Plain(words) => View::Plain(words),
            Bound::Atomic(words) => View::Atomic(words),
            Bound::Bytes(bytes) => View::Bytes(bytes),
        }
    }
}

impl<'a> View<'a> {
    /// The words, if a loop can use them where they are.
    #[inline]
    pub(super) fn words(self) -> Option<Words<'a>> {
        match self {
            View::Plain(words) => Some(Words::Plain(words)),
            View::Cells(words) => Some(Words::Cells(words)),
            View::Atomic(_) | View::Bytes(_) => None,
        }
    }
}

impl<'a> View<'a> {
    /// The bytes, where no thread writes them and they lie in memory as they are counted.
    #[inline]
    pub(super) fn bytes(self) -> Option<&'a [u8]> {
        match self {
            View::Bytes(bytes) => Some(bytes),
            View::Plain(words) if cfg!(target_endian = "little") => Some(bytemuck::cast_slice(words)),
            View::Plain(_) | View::Cells(_) | View::Atomic(_) => None,
        }
    }
}

impl View<'_> {
    /// The number of words.
    #[inline]
    pub(super) fn len(self) -> usize {
        match self {
            View::Plain(words) => words.len(),
            View::Cells(words) => words.len(),
            View::Atomic(words) => words.len(),
            View::Bytes(bytes) => bytes.len().div_ceil(4),
        }
    }

    /// A word, or 0 out of bounds.
    #[inline]
    pub(super) fn get(self, at: usize) -> u32 {
        match self {
            View::Plain(words) => words.get(at).copied().unwrap_or(0),
            View::Cells(words) => words.get(at).map_or(0, Cell::get),
            View::Atomic(words) => words.get(at).map_or(0, |word| word.load(Ordering::Relaxed)),
            View::Bytes(bytes) => {
                let rest = at.checked_mul(4).and_then(|start| bytes.get(start..)).unwrap_or(&[]);
                rest.iter().take(4).rev().fold(0, |word, byte| word << 8 | u32::from(*byte))
            }
        }
    }

    /// Replaces a word; nothing out of bounds, and nothing in memory that a program does not write.
    #[inline]
    pub(super) fn put(self, at: usize, value: u32) {
        match self {
            View::Cells(words) => {
                if let Some(word) = words.get(at) {
                    word.set(value);
                }
            }
            View::Atomic(words) => {
                if let Some(word) = words.get(at) {
                    word.store(value, Ordering::Relaxed);
                }
            }
            View::Plain(_) | View::Bytes(_) => {}
        }
    }

    /// A byte of a `Bytes` buffer, or 0 past the last one.
    #[inline]
    pub(super) fn byte(self, at: usize) -> u32 {
        match self {
            View::Bytes(bytes) => bytes.get(at).map_or(0, |byte| u32::from(*byte)),
            words => words.get(at / 4) >> (at % 4 * 8) & 0xff,
        }
    }

    /// One word of each lane's element, whose index is linear and does not wrap; 0 out of bounds.
    pub(super) fn load_near(self, kernels: &Kernels, dst: &mut [u32], near: &Near<'_>) {
        match self {
            View::Plain(words) => raw::load_plain(kernels, dst, words, near),
            View::Cells(words) => raw::load_cells(kernels, dst, words, near),
            View::Atomic(words) => near::load_near(dst, words, near),
            View::Bytes(bytes) => {
                let elements = self.len() / near.words;
                let whole = bytes.as_chunks().0;
                for run in near.runs {
                    let Some(seen) = run.lanes(dst.len()) else { break };
                    let (start, inside) = near.run(run, elements);
                    if let (1, 1, Some(words)) = (near.c[0], near.words, whole.get(start..start + seen.len()))
                    {
                        let lanes = dst[seen].iter_mut().zip(words);
                        lanes.for_each(|(lane, word)| *lane = u32::from_le_bytes(*word));
                        continue;
                    }
                    for (nth, lane) in dst[seen].iter_mut().enumerate() {
                        let at = (start + nth * near.c[0] as usize) * near.words + near.word;
                        *lane = if nth < inside { self.get(at) } else { 0 };
                    }
                }
            }
        }
    }

    /// Replaces one word of each lane's element, whose index is linear and does not wrap, if it is in bounds.
    pub(super) fn store_near(self, kernels: &Kernels, src: &[u32], near: &Near<'_>) {
        match self {
            View::Cells(words) => raw::store_cells(kernels, src, words, near),
            View::Atomic(words) => near::store_near(src, words, near),
            View::Plain(_) | View::Bytes(_) => {}
        }
    }

    /// One word of the element whose index each lane has; 0 out of bounds.
    pub(super) fn gather(self, kernels: &Kernels, dst: &mut [u32], index: &[u32], part: [usize; 2]) {
        match self {
            View::Plain(words) => raw::gather_plain(kernels, dst, words, index, part),
            View::Cells(words) => raw::gather_cells(kernels, dst, words, index, part),
            View::Atomic(words) => near::gather(dst, words, index, part[0], part[1]),
            View::Bytes(_) => {
                dst.iter_mut().zip(index).for_each(|(dst, at)| *dst = self.get(*at as usize));
            }
        }
    }

    /// Replaces one word of the element whose index each active lane has, if it is in bounds.
    pub(super) fn scatter(self, kernels: &Kernels, src: &[u32], lanes: (&[u32], &[u32]), part: [usize; 2]) {
        match self {
            View::Cells(words) => raw::scatter_cells(kernels, src, words, lanes, part),
            View::Atomic(words) => near::scatter(src, words, lanes, part[0], part[1]),
            View::Plain(_) | View::Bytes(_) => {}
        }
    }

    /// Adds to the words at indices; every lane is active, and nobody asks for the old values. Says whether it could: where one
    /// thread runs the launch.
    pub(super) fn add(self, index: &[u32], values: Result<&[u32], u32>) -> bool {
        let View::Cells(words) = self else { return false };
        let add = |at: u32, value: u32| {
            if let Some(word) = words.get(at as usize) {
                word.set(AtomicOp::Add.eval(word.get(), value, 0));
            }
        };
        match values {
            Ok(values) => index.iter().zip(values).for_each(|(at, value)| add(*at, *value)),
            Err(value) => index.iter().for_each(|at| add(*at, value)),
        }
        true
    }

    /// Replaces words by what the operation makes of them, lane by lane, and gives `done` each lane and the old word; 0 out of bounds.
    #[inline]
    pub(super) fn atomics(
        self,
        op: AtomicOp,
        lanes: impl Iterator<Item = (usize, u32, [u32; 2])>,
        mut done: impl FnMut(usize, u32),
    ) {
        match self {
            View::Cells(words) => {
                for (lane, at, [expected, value]) in lanes {
                    let replace = |word: &Cell<u32>| word.replace(op.eval(word.get(), value, expected));
                    done(lane, words.get(at as usize).map_or(0, replace));
                }
            }
            View::Atomic(words) => {
                for (lane, at, [expected, value]) in lanes {
                    done(lane, words.get(at as usize).map_or(0, |word| atomic(word, op, value, expected)));
                }
            }
            View::Plain(_) | View::Bytes(_) => {}
        }
    }

    /// The same of elements of two words, the lower one first. One thread runs a launch with these.
    #[inline]
    pub(super) fn long_atomics(
        self,
        op: AtomicOp,
        lanes: impl Iterator<Item = (usize, u32, [u64; 2])>,
        mut done: impl FnMut(usize, u64),
    ) {
        let View::Cells(words) = self else { return };
        let (elements, _) = words.as_chunks::<2>();
        for (lane, at, [expected, value]) in lanes {
            let replace = |[low, high]: &[Cell<u32>; 2]| {
                let old = u64::from(low.get()) | u64::from(high.get()) << 32;
                let after = op.eval_as(Scalar::U64, old, value, expected).unwrap_or(old);
                low.set(after as u32);
                high.set((after >> 32) as u32);
                old
            };
            done(lane, elements.get(at as usize).map_or(0, replace));
        }
    }
}

/// An atomic operation of several threads. Atomics order themselves alone.
fn atomic(word: &AtomicU32, op: AtomicOp, value: u32, expected: u32) -> u32 {
    const ORDER: Ordering = Ordering::Relaxed;
    match op {
        AtomicOp::Add => word.fetch_add(value, ORDER),
        AtomicOp::Or => word.fetch_or(value, ORDER),
        AtomicOp::And => word.fetch_and(value, ORDER),
        AtomicOp::Xor => word.fetch_xor(value, ORDER),
        AtomicOp::Min => word.fetch_min(value, ORDER),
        AtomicOp::Max => word.fetch_max(value, ORDER),
        AtomicOp::Exchange => word.swap(value, ORDER),
        AtomicOp::CompareExchange => {
            word.compare_exchange(expected, value, ORDER, ORDER).unwrap_or_else(|old| old)
        }
    }
}
