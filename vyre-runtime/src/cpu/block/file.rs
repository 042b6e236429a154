//! The registers of a block: one piece of memory, in which each register has its place.

use super::raw::Line;
use bytemuck::{Pod, Zeroable, cast_slice, cast_slice_mut};
use std::ops::Range;

/// Registers, each with a value of 32 or of 64 bits for each lane.
pub(super) struct File {
    lines: Vec<Line>,
    /// Where each register is. No two overlap.
    places: Vec<Range<usize>>,
}

impl File {
    /// Registers of so many lanes, all zero; each says whether its lanes have 64 bits.
    pub(super) fn new(sizes: impl Iterator<Item = bool>, width: usize) -> File {
        let line = width * 4 / size_of::<Line>();
        let mut next = 0;
        let place = |is_long: bool| {
            let start = next;
            next += line << u8::from(is_long);
            start..next
        };
        let places = sizes.map(place).collect();
        File { lines: vec![Line::zeroed(); next], places }
    }

    /// The number of registers.
    pub(super) fn len(&self) -> usize {
        self.places.len()
    }

    #[inline]
    pub(super) fn get<T: Pod>(&self, reg: u32) -> &[T] {
        cast_slice(&self.lines[self.places[reg as usize].clone()])
    }

    #[inline]
    pub(super) fn get_mut<T: Pod>(&mut self, reg: u32) -> &mut [T] {
        cast_slice_mut(&mut self.lines[self.places[reg as usize].clone()])
    }

    /// The register that an instruction sets, and another one.
    #[inline]
    pub(super) fn two<A: Pod, R: Pod>(&mut self, dst: u32, a: u32) -> (&mut [R], &[A]) {
        let places = [self.places[dst as usize].clone(), self.places[a as usize].clone()];
        match self.lines.get_disjoint_mut(places) {
            Ok([dst, a]) => (cast_slice_mut(dst), cast_slice(a)),
            Err(_) => unreachable!("an instruction sets no register that it uses"),
        }
    }

    /// The register that an instruction sets, and two that it uses, which may be one.
    #[inline]
    pub(super) fn three<A: Pod, B: Pod, R: Pod>(
        &mut self,
        dst: u32,
        a: u32,
        b: u32,
    ) -> (&mut [R], &[A], &[B]) {
        let place = |reg: u32| self.places[reg as usize].clone();
        if a == b {
            return match self.lines.get_disjoint_mut([place(dst), place(a)]) {
                Ok([dst, a]) => (cast_slice_mut(dst), cast_slice(a), cast_slice(a)),
                Err(_) => unreachable!("an instruction sets no register that it uses"),
            };
        }
        match self.lines.get_disjoint_mut([place(dst), place(a), place(b)]) {
            Ok([dst, a, b]) => (cast_slice_mut(dst), cast_slice(a), cast_slice(b)),
            Err(_) => unreachable!("an instruction sets no register that it uses"),
        }
    }

    /// The register that an instruction sets, and what it uses of the others.
    #[inline]
    pub(super) fn others<R: Pod>(&mut self, dst: u32) -> (&mut [R], Others<'_>) {
        let place = self.places[dst as usize].clone();
        let (before, rest) = self.lines.split_at_mut(place.start);
        let (dst, after) = rest.split_at_mut(place.len());
        (cast_slice_mut(dst), Others { before, after, start: place.end, places: &self.places })
    }

    /// Exchanges two registers of one size.
    pub(super) fn swap(&mut self, a: u32, b: u32) {
        debug_assert_eq!(self.places[a as usize].len(), self.places[b as usize].len());
        self.places.swap(a as usize, b as usize);
    }
}

/// All registers but one.
pub(super) struct Others<'a> {
    before: &'a [Line],
    after: &'a [Line],
    /// Where `after` begins.
    start: usize,
    places: &'a [Range<usize>],
}

impl<'a> Others<'a> {
    pub(super) fn get<T: Pod>(&self, reg: u32) -> &'a [T] {
        let place = self.places[reg as usize].clone();
        if place.start >= self.start {
            cast_slice(&self.after[place.start - self.start..place.end - self.start])
        } else {
            cast_slice(&self.before[place])
        }
    }
}
