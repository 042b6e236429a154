//! Bytes of words: loads of them, and stores of parts of 8 or 16 bits.
//!
//! Where one thread runs a launch, a part is a byte or two of memory. Where several do, words are atomics: neighbours that fill a word store it at once, and any other part is cleared
//! and set, so that it never disturbs what another thread stores beside it.

use super::execute::{Block, Memory};
use super::inst::{Access, Index, Part, Reg};
use super::memory::View;
use super::near::Near;
use super::raw;
use std::cell::Cell;
use std::sync::atomic::{AtomicU32, Ordering};

impl Block {
    /// Loads a byte.
    pub(super) fn byte(&mut self, dst: Reg, access: &Access, memory: &Memory<'_>) {
        let view = Self::view(access.place, memory);
        if let (Index::Affine(value), Some(bytes)) = (access.index, view.bytes())
            && self.bounds(value).is_some_and(|(_, most)| (most as usize) < bytes.len())
        {
            for at in 0..self.geometry.runs.len() {
                let run = &self.geometry.runs[at];
                let Some(seen) = run.lanes(self.file.lanes()) else { break };
                let (start, step) = self.run_of(value, run.at);
                let lanes = &mut self.file.get_mut::<u32>(dst)[seen];
                load_near(lanes, &bytes[start as usize..], step as usize);
            }
            return;
        }
        let index = self.indices(access.index);
        let (lanes, index) = self.file.two::<u32, u32>(dst, index);
        let lanes = lanes.iter_mut().zip(index);
        match view.bytes() {
            Some(bytes) => {
                lanes.for_each(|(lane, at)| *lane = bytes.get(*at as usize).copied().unwrap_or(0).into());
            }
            None => lanes.for_each(|(lane, at)| *lane = view.byte(*at as usize)),
        }
    }

    /// Stores the lowest bits of a value, so many. The index counts such parts.
    pub(super) fn store_part(&mut self, value: Part, bits: u32, access: &Access, memory: &Memory<'_>) {
        if self.mask.count == 0 {
            return;
        }
        let view = Self::view(access.place, memory);
        let src = self.word_register(&[value; 4], false, 0);
        if let Some(lanes) = self.prefix()
            && let Some(near) = self.near(access.index, [1, 0])
        {
            let src = &self.words(src)[..lanes];
            match Parts::of(view, bits) {
                Parts::Bytes(bytes) => store_near(bytes, src, &near, |value| value as u8),
                Parts::Halves(halves) => store_near(halves, src, &near, |value| value as u16),
                Parts::Shared(words) => share_near(words, bits, src, &near),
                Parts::Words(view) => each(src, &near, |at, value| put_part(view, bits, at, value)),
            }
            return;
        }
        let (index, active) = (self.indices(access.index), self.active());
        let (src, index, active) = (self.words(src), self.words(index), self.words(active));
        let lanes = src.iter().zip(index).zip(active).filter(|(_, active)| **active != 0);
        let lanes = lanes.map(|((value, at), _)| (*at as usize, *value));
        match Parts::of(view, bits) {
            Parts::Bytes(bytes) => lanes.for_each(|(at, value)| put(bytes, at, value as u8)),
            Parts::Halves(halves) => lanes.for_each(|(at, value)| put(halves, at, value as u16)),
            Parts::Shared(words) => lanes.for_each(|(at, value)| share(words, bits, at, value)),
            Parts::Words(view) => lanes.for_each(|(at, value)| put_part(view, bits, at, value)),
        }
    }
}

/// Memory as parts of words.
enum Parts<'a> {
    Bytes(&'a [Cell<u8>]),
    Halves(&'a [Cell<u16>]),
    Shared(&'a [AtomicU32]),
    /// On hosts whose first byte is the highest.
    Words(View<'a>),
}

impl<'a> Parts<'a> {
    fn of(view: View<'a>, bits: u32) -> Parts<'a> {
        match view {
            View::Cells(words) if cfg!(target_endian = "little") && bits == 8 => {
                Parts::Bytes(raw::bytes(words))
            }
            View::Cells(words) if cfg!(target_endian = "little") => Parts::Halves(raw::halves(words)),
            View::Atomic(words) => Parts::Shared(words),
            words => Parts::Words(words),
        }
    }
}

/// Loads bytes that are so far apart.
fn load_near(lanes: &mut [u32], bytes: &[u8], step: usize) {
    match step {
        1 => lanes.iter_mut().zip(bytes).for_each(|(lane, byte)| *lane = (*byte).into()),
        0 => lanes.fill(bytes[0].into()),
        _ => lanes.iter_mut().zip(bytes.iter().step_by(step)).for_each(|(lane, byte)| *lane = (*byte).into()),
    }
}

fn put<T>(parts: &[Cell<T>], at: usize, value: T) {
    if let Some(part) = parts.get(at) {
        part.set(value);
    }
}

fn store_near<T>(parts: &[Cell<T>], src: &[u32], near: &Near<'_>, narrow: impl Fn(u32) -> T) {
    for run in near.runs {
        let Some(seen) = run.lanes(src.len()) else { break };
        let (start, inside) = near.run(run, parts.len());
        let lanes = &src[seen];
        let lanes = &lanes[..inside.min(lanes.len())];
        let Some(parts) = parts.get(start..) else { continue };
        match near.c[0] as usize {
            1 => parts.iter().zip(lanes).for_each(|(part, value)| part.set(narrow(*value))),
            // Of all lanes that write one part, the last one's value stays.
            0 => lanes.last().into_iter().for_each(|value| parts[0].set(narrow(*value))),
            step => {
                parts.iter().step_by(step).zip(lanes).for_each(|(part, value)| part.set(narrow(*value)));
            }
        }
    }
}

/// Calls a function for each lane whose index is linear.
fn each(src: &[u32], near: &Near<'_>, mut store: impl FnMut(usize, u32)) {
    for run in near.runs {
        let Some(seen) = run.lanes(src.len()) else { break };
        let (start, _) = near.run(run, usize::MAX);
        let step = near.c[0] as usize;
        src[seen].iter().enumerate().for_each(|(nth, value)| store(start + nth * step, *value));
    }
}

/// Stores parts of words that threads share: whole words where neighbours fill them.
fn share_near(words: &[AtomicU32], bits: u32, src: &[u32], near: &Near<'_>) {
    let of_word = (32 / bits) as usize;
    if near.c[0] != 1 {
        each(src, near, |at, value| share(words, bits, at, value));
        return;
    }
    let mask = (1 << bits) - 1;
    for run in near.runs {
        let Some(seen) = run.lanes(src.len()) else { break };
        let (start, inside) = near.run(run, words.len() * of_word);
        let lanes = &src[seen];
        let lanes = &lanes[..inside.min(lanes.len())];
        let head = (start.next_multiple_of(of_word) - start).min(lanes.len());
        let (first, rest) = lanes.split_at(head);
        let (whole, last) = rest.split_at(rest.len() / of_word * of_word);
        let share = |at: usize, lanes: &[u32]| {
            lanes.iter().enumerate().for_each(|(nth, value)| share(words, bits, at + nth, *value));
        };
        share(start, first);
        let inner = words.get((start + head) / of_word..).unwrap_or(&[]);
        for (word, parts) in inner.iter().zip(whole.chunks_exact(of_word)) {
            let joined = parts.iter().rev().fold(0, |word, part| word << bits | part & mask);
            word.store(joined, Ordering::Relaxed);
        }
        share(start + head + whole.len(), last);
    }
}

/// Stores a part of a word that threads share.
fn share(words: &[AtomicU32], bits: u32, at: usize, value: u32) {
    let (word, mask, place) = spot(bits, at);
    if let Some(word) = words.get(word) {
        word.fetch_and(!(mask << place), Ordering::Relaxed);
        word.fetch_or((value & mask) << place, Ordering::Relaxed);
    }
}

/// Stores a part of a word that is this thread's alone.
fn put_part(view: View<'_>, bits: u32, at: usize, value: u32) {
    let (word, mask, place) = spot(bits, at);
    view.put(word, view.get(word) & !(mask << place) | (value & mask) << place);
}

/// The word of a part, the bits of a part, and by how many bits it is moved up in its word.
fn spot(bits: u32, at: usize) -> (usize, u32, usize) {
    let of_word = (32 / bits) as usize;
    (at / of_word, u32::MAX >> (32 - bits), at % of_word * bits as usize)
}
