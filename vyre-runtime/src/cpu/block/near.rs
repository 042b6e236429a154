//! Loops over memory: of lanes whose index is linear, and of lanes whose index is any.

use super::grid::Run;
use std::cell::Cell;
use std::sync::atomic::{AtomicU32, Ordering};

/// A word of memory that can be read.
pub(super) trait Word {
    fn read(&self) -> u32;
}

/// One that can be written too.
pub(super) trait WordMut: Word {
    fn write(&self, value: u32);
}

impl Word for u32 {
    #[inline(always)]
    fn read(&self) -> u32 {
        *self
    }
}

impl Word for Cell<u32> {
    #[inline(always)]
    fn read(&self) -> u32 {
        self.get()
    }
}

impl WordMut for Cell<u32> {
    #[inline(always)]
    fn write(&self, value: u32) {
        self.set(value);
    }
}

impl Word for AtomicU32 {
    #[inline(always)]
    fn read(&self) -> u32 {
        self.load(Ordering::Relaxed)
    }
}

impl WordMut for AtomicU32 {
    #[inline(always)]
    fn write(&self, value: u32) {
        self.store(value, Ordering::Relaxed);
    }
}

/// The elements that lanes access whose index is linear and does not wrap.
#[derive(Clone, Copy)]
pub(super) struct Near<'a> {
    pub(super) runs: &'a [Run],
    pub(super) base: u32,
    /// The coefficients.
    pub(super) c: [u32; 3],
    /// The words of an element, and which of them is meant.
    pub(super) words: usize,
    pub(super) word: usize,
}

impl Near<'_> {
    /// The first element of a run, and how many of its lanes are within so many elements.
    #[inline(always)]
    pub(super) fn run(&self, run: &Run, elements: usize) -> (usize, usize) {
        let terms = (0..3).map(|axis| self.c[axis] as usize * run.at[axis] as usize);
        let start = self.base as usize + terms.sum::<usize>();
        let rest = elements.saturating_sub(start);
        let step = self.c[0] as usize;
        let lanes = match step {
            0 if rest > 0 => run.len,
            0 => 0,
            1 => rest.min(run.len),
            _ if start + (run.len - 1) * step < elements => run.len,
            _ => rest.div_ceil(step).min(run.len),
        };
        (start, lanes)
    }
}

/// Loads one word of each lane's element; 0 out of bounds.
#[inline(always)]
pub(super) fn load_near<W: Word>(dst: &mut [u32], memory: &[W], near: &Near<'_>) {
    let elements = memory.len() / near.words;
    for run in near.runs {
        let (start, inside) = near.run(run, elements);
        let lanes = &mut dst[run.first..][..run.len];
        let (lanes, rest) = lanes.split_at_mut(inside);
        match (near.c[0], near.words) {
            (1, 1) => match (lanes.as_chunks_mut::<16>(), memory[start..][..inside].as_chunks::<16>()) {
                // Rows of a workgroup of 16 x 16 are too short for a loop.
                ((lanes, []), (words, _)) => {
                    for (lanes, words) in lanes.iter_mut().zip(words) {
                        *lanes = std::array::from_fn(|lane| words[lane].read());
                    }
                }
                ((chunks, last), (words, tail)) => {
                    for (lanes, words) in chunks.iter_mut().zip(words) {
                        *lanes = std::array::from_fn(|lane| words[lane].read());
                    }
                    last.iter_mut().zip(tail).for_each(|(lane, word)| *lane = word.read());
                }
            },
            (0, _) => {
                let value = if inside > 0 { memory[start * near.words + near.word].read() } else { 0 };
                match lanes.as_chunks_mut::<16>() {
                    (lanes, []) => lanes.iter_mut().for_each(|lanes| *lanes = [value; 16]),
                    _ => lanes.fill(value),
                }
            }
            (step, per) if inside > 0 => {
                let words = memory[start * per + near.word..].iter().step_by(step as usize * per);
                lanes.iter_mut().zip(words).for_each(|(lane, word)| *lane = word.read());
            }
            _ => {}
        }
        rest.fill(0);
    }
}

/// Stores one word of each lane's element, if it is in bounds. Every lane is active.
#[inline(always)]
pub(super) fn store_near<W: WordMut>(src: &[u32], memory: &[W], near: &Near<'_>) {
    let elements = memory.len() / near.words;
    for run in near.runs {
        let (start, inside) = near.run(run, elements);
        let lanes = &src[run.first..][..inside];
        match (near.c[0], near.words) {
            _ if inside == 0 => {}
            (1, 1) => {
                let words = &memory[start..][..inside];
                words.iter().zip(lanes).for_each(|(word, lane)| word.write(*lane));
            }
            // Of all lanes that write one element, the last one's value stays.
            (0, per) => memory[start * per + near.word].write(lanes[inside - 1]),
            (step, per) => {
                let words = memory[start * per + near.word..].iter().step_by(step as usize * per);
                words.zip(lanes).for_each(|(word, lane)| word.write(*lane));
            }
        }
    }
}

/// Loads one word of the element whose index each lane has.
#[inline(always)]
pub(super) fn gather<W: Word>(dst: &mut [u32], memory: &[W], index: &[u32], words: usize, word: usize) {
    if words == 1 {
        let lanes = dst.iter_mut().zip(index);
        lanes.for_each(|(lane, at)| *lane = memory.get(*at as usize).map_or(0, W::read));
        return;
    }
    let elements = memory.len() / words;
    for (lane, at) in dst.iter_mut().zip(index) {
        let at = *at as usize;
        *lane = if at < elements { memory[at * words + word].read() } else { 0 };
    }
}

/// Stores one word of the element whose index each active lane has.
#[inline(always)]
pub(super) fn scatter<W: WordMut>(
    src: &[u32],
    memory: &[W],
    (index, active): (&[u32], &[u32]),
    words: usize,
    word: usize,
) {
    let elements = memory.len() / words;
    for ((lane, at), active) in src.iter().zip(index).zip(active) {
        let at = *at as usize;
        if *active != 0 && at < elements {
            memory[at * words + word].write(*lane);
        }
    }
}
