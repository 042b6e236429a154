//! The registers of a block: one piece of memory, in which each register has its place.

#![allow(
    unsafe_code,
    reason = "an instruction gets the register that it sets and those that it uses at once"
)]

use super::raw::Line;
use bytemuck::{Pod, Zeroable};

/// Registers, each with a value of 32 or of 64 bits for each lane.
pub(super) struct File {
    lines: Vec<Line>,
    /// Where each register is: its first line, and the number of its lines. They are all within `lines`, and no two have a line in
    /// common: `new` lays them out one behind the other, and nothing but `swap`, which exchanges two, changes them.
    places: Vec<(u32, u32)>,
}

impl File {
    /// Registers of so many lanes, all zero; each says whether its lanes have 64 bits.
    pub(super) fn new(sizes: impl Iterator<Item = bool>, width: usize) -> File {
        let line = (width * 4 / size_of::<Line>()) as u32;
        let mut next = 0;
        let place = |is_long: bool| {
            let (start, len) = (next, line << u8::from(is_long));
            next += len;
            (start, len)
        };
        let places = sizes.map(place).collect();
        File { lines: vec![Line::zeroed(); next as usize], places }
    }

    /// The number of registers.
    pub(super) fn len(&self) -> usize {
        self.places.len()
    }

    /// Exchanges two registers of one size.
    pub(super) fn swap(&mut self, a: u32, b: u32) {
        debug_assert_eq!(self.places[a as usize].1, self.places[b as usize].1);
        self.places.swap(a as usize, b as usize);
    }

    #[inline(always)]
    pub(super) fn get<T: Pod>(&self, reg: u32) -> &[T] {
        let (start, len) = self.places[reg as usize];
        // SAFETY: the lines are those of the register, borrowed as `self` is. A `Line` is aligned for every `T` used and has
        // the size of a whole number of them, and any bits are a value of a `Pod`.
        unsafe { slice(self.lines.as_ptr(), start, len) }
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

    /// The register that an instruction sets, and what it uses of the others.
    #[inline(always)]
    pub(super) fn others<R: Pod>(&mut self, dst: u32) -> (&mut [R], Others<'_>) {
        let (start, len) = self.places[dst as usize];
        let lines = self.lines.as_mut_ptr();
        // SAFETY: as in `get`; `self` is borrowed exclusively, and `Others` gives every register but this one.
        let slice =
            unsafe { std::slice::from_raw_parts_mut(lines.add(start as usize).cast(), items::<R>(len)) };
        (slice, Others { lines, places: &self.places, dst })
    }
}

/// All registers but one, which is borrowed mutably.
#[derive(Clone, Copy)]
pub(super) struct Others<'a> {
    lines: *const Line,
    places: &'a [(u32, u32)],
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
        unsafe { slice(self.lines, start, len) }
    }
}

/// How many values so many lines hold.
const fn items<T>(len: u32) -> usize {
    assert!(size_of::<Line>().is_multiple_of(size_of::<T>()) && align_of::<Line>() >= align_of::<T>());
    len as usize * (size_of::<Line>() / size_of::<T>())
}

/// The values in some lines.
///
/// # Safety
/// The lines are allocated, and nobody writes them as long as the result lives.
#[inline(always)]
unsafe fn slice<'a, T: Pod>(lines: *const Line, start: u32, len: u32) -> &'a [T] {
    // SAFETY: the caller's.
    unsafe { std::slice::from_raw_parts(lines.add(start as usize).cast(), items::<T>(len)) }
}
