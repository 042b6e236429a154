//! The registers of a block: one piece of memory, in which each register has its place.
//!
//! Of every register an instruction sees the first lanes alone, as many as [`File::narrow`] was told.

#![allow(
    unsafe_code,
    reason = "an instruction gets the register that it sets and those that it uses at once"
)]

use super::raw::Line;
use crate::Error;
use crate::memory::room;
use bytemuck::{Pod, Zeroable};

/// Registers, each with a value of 32 or of 64 bits for each lane.
pub(super) struct File {
    lines: Vec<Line>,
    /// Where each register is: its first line, and the number of its lines. They are all within `lines`, and no two have a line in
    /// common: `new` lays them out one behind the other, and nothing but `swap`, which exchanges two, changes them.
    places: Vec<(u32, u32)>,
    /// How many lanes of each register are seen.
    lanes: usize,
}

impl File {
    /// Registers of so many lanes, all zero; each says whether its lanes have 64 bits.
    ///
    /// # Errors
    /// If there is no memory for them.
    pub(super) fn new(sizes: impl Iterator<Item = bool>, width: usize) -> Result<File, Error> {
        let line = width * 4 / size_of::<Line>();
        let mut next = 0;
        let place = |is_long: bool| {
            let (start, len) = (next, line << u8::from(is_long));
            next += len;
            (start as u32, len as u32)
        };
        let places = sizes.map(place).collect();
        // Below this no place has lost a bit.
        let lines = u32::try_from(next).map_or(usize::MAX, |lines| lines as usize);
        let mut memory = room(lines)?;
        memory.resize(lines, Line::zeroed());
        Ok(File { lines: memory, places, lanes: width })
    }

    /// The number of registers.
    pub(super) fn len(&self) -> usize {
        self.places.len()
    }

    /// From here on only the first lanes are seen, a multiple of those that fill a line. Gives how many were before.
    pub(super) fn narrow(&mut self, lanes: usize) -> usize {
        std::mem::replace(&mut self.lanes, lanes)
    }

    /// The lanes that are seen.
    pub(super) fn lanes(&self) -> usize {
        self.lanes
    }

    /// Exchanges two registers of one size, with all their lanes.
    pub(super) fn swap(&mut self, a: u32, b: u32) {
        debug_assert_eq!(self.places[a as usize].1, self.places[b as usize].1);
        self.places.swap(a as usize, b as usize);
    }

    #[inline(always)]
    pub(super) fn get<T: Pod>(&self, reg: u32) -> &[T] {
        let (start, len) = self.places[reg as usize];
        // SAFETY: the lines are those of the register, borrowed as `self` is. A `Line` is aligned for every `T` used and has
        // the size of a whole number of them, and any bits are a value of a `Pod`.
        unsafe { slice(self.lines.as_ptr(), start, items::<T>(len).min(self.lanes)) }
    }

    #[inline(always)]
    pub(super) fn get_mut<T: Pod>(&mut self, reg: u32) -> &mut [T] {
        self.others(reg).0
    }

    /// The register that an instruction sets, and another one.
    #[inline(always)]
    pub(super) fn two<A: Pod, R: Pod>(&mut self, dst: u32, a: u32) -> (&mut [R], &[A]) {
        let (dst, others) = self.others(dst);
        (dst, others.get(a))
    }

    /// The register that an instruction sets, and two that it uses, which may be one.
    #[inline(always)]
    pub(super) fn three<A: Pod, B: Pod, R: Pod>(
        &mut self,
        dst: u32,
        a: u32,
        b: u32,
    ) -> (&mut [R], &[A], &[B]) {
        let (dst, others) = self.others(dst);
        (dst, others.get(a), others.get(b))
    }

    /// The two registers that an instruction sets, and two that it uses, which may be one.
    ///
    /// # Panics
    /// If it sets one twice, or uses one that it sets. The compiler makes no such instruction.
    pub(super) fn both(&mut self, to: [u32; 2], from: [u32; 2]) -> ([&mut [u32]; 2], [&[u32]; 2]) {
        assert!(to[0] != to[1], "an instruction sets two registers");
        let lines = self.lines.as_mut_ptr();
        let slices = to.map(|reg| {
            let (start, len) = self.places[reg as usize];
            let lanes = items::<u32>(len).min(self.lanes);
            // SAFETY: as in `others`, once for each of two registers, whose lines are not the same.
            unsafe { std::slice::from_raw_parts_mut(lines.add(start as usize).cast(), lanes) }
        });
        let others = to.map(|dst| Others { lines, places: &self.places, lanes: self.lanes, dst });
        (slices, from.map(|reg| others.map(|others| others.get(reg))[0]))
    }

    /// The register that an instruction sets, and what it uses of the others.
    #[inline(always)]
    pub(super) fn others<R: Pod>(&mut self, dst: u32) -> (&mut [R], Others<'_>) {
        let (start, len) = self.places[dst as usize];
        let lines = self.lines.as_mut_ptr();
        // SAFETY: as in `get`; `self` is borrowed exclusively, and `Others` gives every register but this one.
        let slice = unsafe {
            std::slice::from_raw_parts_mut(lines.add(start as usize).cast(), items::<R>(len).min(self.lanes))
        };
        (slice, Others { lines, places: &self.places, lanes: self.lanes, dst })
    }
}

/// All registers but one, which is borrowed mutably.
#[derive(Clone, Copy)]
pub(super) struct Others<'a> {
    lines: *const Line,
    places: &'a [(u32, u32)],
    lanes: usize,
    dst: u32,
}

impl<'a> Others<'a> {
    /// A register.
    ///
    /// # Panics
    /// If it is the one that is borrowed. The compiler gives no instruction a register to set that it uses.
    #[inline(always)]
    pub(super) fn get<T: Pod>(&self, reg: u32) -> &'a [T] {
        assert!(reg != self.dst, "an instruction sets no register that it uses");
        let (start, len) = self.places[reg as usize];
        // SAFETY: as in `File::get`; the lines are not those of the register that is borrowed mutably, as it is another one.
        unsafe { slice(self.lines, start, items::<T>(len).min(self.lanes)) }
    }
}

/// How many values so many lines hold.
const fn items<T>(len: u32) -> usize {
    assert!(size_of::<Line>().is_multiple_of(size_of::<T>()) && align_of::<Line>() >= align_of::<T>());
    len as usize * (size_of::<Line>() / size_of::<T>())
}

/// So many values from a line on.
///
/// # Safety
/// The lines with them are allocated, and nobody writes them as long as the result lives.
#[inline(always)]
unsafe fn slice<'a, T: Pod>(lines: *const Line, start: u32, values: usize) -> &'a [T] {
    // SAFETY: the caller's.
    unsafe { std::slice::from_raw_parts(lines.add(start as usize).cast(), values) }
}
