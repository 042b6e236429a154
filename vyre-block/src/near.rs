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

/// Words for a loop to use where they are.
#[derive(Clone, Copy)]
pub(super) enum Words<'a> {
    Plain(&'a [u32]),
    Cells(&'a [Cell<u32>]),
}

impl<'a> Words<'a> {
    /// The words of a range, if they are all there.
    pub(super) fn get(self, range: std::ops::Range<usize>) -> Option<Words<'a>> {
        match self {
            Words::Plain(words) => words.get(range).map(Words::Plain),
            Words::Cells(words) => words.get(range).map(Words::Cells),
        }
    }

    pub(super) fn len(&self) -> usize {
        match self {
            Words::Plain(words) => words.len(),
            Words::Cells(words) => words.len(),
        }
    }
}

/// The lengths of rows for which there are loops over rows.
pub(super) const ROWS: [usize; 3] = [8, 16, 32];

/// Rows of an operand in memory, one behind the other in so many words. In a row lanes have consecutive words, or all the same one.
#[derive(Clone, Copy)]
pub(super) struct Rows<W> {
    pub(super) words: W,
    pub(super) start: usize,
    pub(super) step: usize,
    pub(super) is_same: bool,
}

impl<'a> Rows<Words<'a>> {
    /// A row of so many consecutive words.
    #[inline(always)]
    pub(super) fn nth(&self, nth: usize, len: usize) -> Option<Words<'a>> {
        let first = self.start + nth * self.step;
        self.words.get(first..first + len)
    }
}

/// Combines rows in which all lanes have one word with rows of consecutive words and with the lanes of a register. There are so
/// many rows, of so many lanes.
#[inline(always)]
pub(super) fn combine_rows(
    dst: &mut [u32],
    (same, each): (&Rows<&[u32]>, &Rows<&[u32]>),
    c: &[u32],
    [row, rows]: [usize; 2],
    f: impl Fn(u32, u32, u32) -> u32,
) {
    match row {
        8 => combine::<8>(dst, (same, each), c, rows, f),
        16 => combine::<16>(dst, (same, each), c, rows, f),
        32 => combine::<32>(dst, (same, each), c, rows, f),
        _ => {}
    }
}

#[inline(always)]
fn combine<const ROW: usize>(
    dst: &mut [u32],
    (same, each): (&Rows<&[u32]>, &Rows<&[u32]>),
    c: &[u32],
    rows: usize,
    f: impl Fn(u32, u32, u32) -> u32,
) {
    let lanes = dst.as_chunks_mut::<ROW>().0.iter_mut().zip(c.as_chunks::<ROW>().0);
    let (mut at, mut first) = (same.start, each.start);
    for (dst, c) in lanes.take(rows) {
        let (a, words) = (same.words[at], &each.words[first..][..ROW]);
        // In arrays of its own a row is vector registers.
        let row: [u32; ROW] = std::array::from_fn(|lane| words[lane]);
        let mut results = *c;
        results.iter_mut().zip(row).for_each(|(result, b)| *result = f(a, b, *result));
        *dst = results;
        at += same.step;
        first += each.step;
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
    /// The greatest index.
    pub(super) most: usize,
    /// The length of every run, if they have one length, no lane lies between them, and they are one behind the other along y.
    pub(super) row: usize,
}

impl Near<'_> {
    /// The first element of a run.
    #[inline(always)]
    fn start(&self, run: &Run) -> usize {
        let [x, y, z] = run.at;
        let terms = self.c[0] as usize * x as usize + self.c[1] as usize * y as usize;
        self.base as usize + terms + self.c[2] as usize * z as usize
    }

    /// The length of a row and the number of rows, if the lanes are whole rows along x, one behind the other along y, of which
    /// each column is consecutive words, and all are in bounds.
    fn columns(&self, lanes: usize, elements: usize) -> Option<(usize, usize)> {
        let (row, rows) = (self.row, self.runs.len());
        let is_apt = self.words == 1 && self.c[0] != 1 && self.c[1] == 1 && rows > 1;
        (is_apt && row * rows == lanes && self.most < elements).then_some((row, rows))
    }

    /// The first element of a run, and how many of its lanes are within so many elements.
    #[inline(always)]
    pub(super) fn run(&self, run: &Run, elements: usize) -> (usize, usize) {
        let start = self.start(run);
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
    if near.words == 1 && near.most < elements && near.c[0] < 2 {
        // Rows of a workgroup of 16 x 16 are too short for a loop over a row.
        match near.row {
            1 => return load_rows::<W, 1>(dst, memory, near),
            2 => return load_rows::<W, 2>(dst, memory, near),
            4 => return load_rows::<W, 4>(dst, memory, near),
            8 => return load_rows::<W, 8>(dst, memory, near),
            16 => return load_rows::<W, 16>(dst, memory, near),
            32 => return load_rows::<W, 32>(dst, memory, near),
            _ => {}
        }
    }
    if let Some((row, rows)) = near.columns(dst.len(), elements) {
        let start = near.start(&near.runs[0]);
        for x in 0..row {
            let column = &memory[start + x * near.c[0] as usize..][..rows];
            dst[x..].iter_mut().step_by(row).zip(column).for_each(|(lane, word)| *lane = word.read());
        }
        return;
    }
    for run in near.runs {
        let Some(seen) = run.lanes(dst.len()) else { break };
        let (start, inside) = near.run(run, elements);
        let inside = inside.min(seen.len());
        let (lanes, rest) = dst[seen].split_at_mut(inside);
        match (near.c[0], near.words) {
            _ if inside == 0 => {}
            (1, 1) => {
                lanes.iter_mut().zip(&memory[start..][..inside]).for_each(|(lane, word)| *lane = word.read());
            }
            (0, per) => lanes.fill(memory[start * per + near.word].read()),
            (step, per) => {
                let mut at = start * per + near.word;
                for lane in lanes {
                    *lane = memory[at].read();
                    at += step as usize * per;
                }
            }
        }
        rest.fill(0);
    }
}

/// Loads rows of so many lanes, which are all in bounds: each is consecutive words, or one word in every lane.
#[inline(always)]
fn load_rows<W: Word, const ROW: usize>(dst: &mut [u32], memory: &[W], near: &Near<'_>) {
    let (rows, _) = dst.as_chunks_mut::<ROW>();
    let (mut at, step) = (near.start(&near.runs[0]), near.c[1] as usize);
    // The last rows may be none of a run: they are there to fill a vector.
    let rows = rows.iter_mut().take(near.runs.len());
    if near.c[0] == 0 {
        for row in rows {
            *row = [memory[at].read(); ROW];
            at += step;
        }
    } else if step == 0 {
        let words = &memory[at..][..ROW];
        let first: [u32; ROW] = std::array::from_fn(|lane| words[lane].read());
        rows.for_each(|row| *row = first);
    } else {
        for row in rows {
            let words = &memory[at..][..ROW];
            *row = std::array::from_fn(|lane| words[lane].read());
            at += step;
        }
    }
}

/// Stores one word of the element of each lane that `src` has, if it is in bounds.
#[inline(always)]
pub(super) fn store_near<W: WordMut>(src: &[u32], memory: &[W], near: &Near<'_>) {
    let elements = memory.len() / near.words;
    if near.words == 1 && near.most < elements && near.c[0] == 1 && src.len() == near.row * near.runs.len() {
        match near.row {
            1 => return store_rows::<W, 1>(src, memory, near),
            2 => return store_rows::<W, 2>(src, memory, near),
            4 => return store_rows::<W, 4>(src, memory, near),
            8 => return store_rows::<W, 8>(src, memory, near),
            16 => return store_rows::<W, 16>(src, memory, near),
            32 => return store_rows::<W, 32>(src, memory, near),
            _ => {}
        }
    }
    // Each cache line is written at once.
    if let Some((row, rows)) = near.columns(src.len(), elements) {
        let start = near.start(&near.runs[0]);
        for x in 0..row {
            let column = &memory[start + x * near.c[0] as usize..][..rows];
            column.iter().zip(src[x..].iter().step_by(row)).for_each(|(word, lane)| word.write(*lane));
        }
        return;
    }
    for run in near.runs {
        let Some(seen) = run.lanes(src.len()) else { break };
        let (start, inside) = near.run(run, elements);
        let inside = inside.min(seen.len());
        let lanes = &src[seen][..inside];
        match (near.c[0], near.words) {
            _ if inside == 0 => {}
            (1, 1) => {
                let words = &memory[start..][..inside];
                words.iter().zip(lanes).for_each(|(word, lane)| word.write(*lane));
            }
            // Of all lanes that write one element, the last one's value stays.
            (0, per) => memory[start * per + near.word].write(lanes[inside - 1]),
            (step, per) => {
                let mut at = start * per + near.word;
                for lane in lanes {
                    memory[at].write(*lane);
                    at += step as usize * per;
                }
            }
        }
    }
}

/// Stores rows of so many lanes, which are all in bounds, each to consecutive words.
#[inline(always)]
fn store_rows<W: WordMut, const ROW: usize>(src: &[u32], memory: &[W], near: &Near<'_>) {
    let mut at = near.start(&near.runs[0]);
    for row in src.as_chunks::<ROW>().0 {
        let words = &memory[at..][..ROW];
        (0..ROW).for_each(|lane| words[lane].write(row[lane]));
        at += near.c[1] as usize;
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
