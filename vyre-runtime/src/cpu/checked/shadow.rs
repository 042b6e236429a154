//! Shadow memory: for each element, as many of its accesses as are needed to find every element that is raced for.
//!
//! Two accesses of different invocations are unordered if their workgroups differ, or if no barrier stands between them. An element
//! keeps up to three accesses of a kind: the last one, one of another invocation in the same phase, and one of another workgroup.
//! If any earlier access is unordered with a new one, one of these is too.
//!
//! Workgroups run one after the other, and nothing orders the accesses of two of them. So of a workgroup that has ended the last write and the last read of an
//! element are enough, which take little ([`Pages`]): only elements that the workgroup at hand has accessed take more.

use super::super::reference::Seen;
use super::pages::Pages;
use super::shapes::{Last, NOBODY};
use crate::Error;

/// An access to an element.
#[derive(Clone, Copy, Debug)]
pub(super) struct Access {
    /// The number of the invocation, workgroup after workgroup; `NOBODY` for no access.
    pub(super) invocation: u32,
    /// Which instruction, and after how many barriers: a position in a list of [`Moment`]s.
    pub(super) moment: u32,
}

const NONE: Access = Access { invocation: NOBODY, moment: 0 };

/// When an access is executed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Moment {
    /// The barriers that the invocation has passed.
    pub(super) epoch: u32,
    /// The position of the instruction.
    pub(super) inst: u32,
}

/// Accesses of one kind to an element: the last, one of another invocation in the same phase, and one of another workgroup.
#[derive(Clone, Copy, Debug)]
pub(super) struct Some3([Access; 3]);

impl Some3 {
    pub(super) const NONE: Some3 = Some3([NONE; 3]);

    pub(super) fn is_none(&self) -> bool {
        self.0[0].invocation == NOBODY
    }

    /// Whether there is at most the last one.
    fn is_one(&self) -> bool {
        self.0[1].invocation == NOBODY && self.0[2].invocation == NOBODY
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = Access> {
        self.0.into_iter().filter(|access| access.invocation != NOBODY)
    }

    #[inline]
    pub(super) fn add(&mut self, new: Access, per_group: u32, moments: &[Moment]) {
        let last = self.0[0];
        if last.invocation == new.invocation || last.invocation == NOBODY {
            if last.moment != new.moment && last.invocation != NOBODY {
                let epoch = |access: Access| moments[access.moment as usize].epoch;
                if epoch(last) != epoch(new) {
                    self.0[1] = NONE;
                }
            }
        } else if last.invocation / per_group != new.invocation / per_group {
            self.0[2] = last;
            self.0[1] = NONE;
        } else if moments[last.moment as usize].epoch != moments[new.moment as usize].epoch {
            self.0[1] = NONE;
        } else {
            self.0[1] = last;
        }
        self.0[0] = new;
    }
}

/// The accesses to an element.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cell {
    pub(super) writes: Some3,
    pub(super) reads: Some3,
}

impl Cell {
    pub(super) const EMPTY: Cell = Cell { writes: Some3::NONE, reads: Some3::NONE };

    /// The last write and the last read. Nothing if their moments have large numbers.
    #[inline]
    fn last(&self) -> Option<Last> {
        let [write, read] = [self.writes, self.reads].map(|some| some.0[0]);
        let moments = [u16::try_from(write.moment).ok()?, u16::try_from(read.moment).ok()?];
        Some(Last { invocations: [write.invocation, read.invocation], moments })
    }
}

/// The accesses of one kind, plain or atomic, to each element of a buffer.
#[derive(Default)]
pub(super) struct Cells {
    /// The last write and the last read of an element, if that is all and their moments have small numbers.
    lasts: Pages,
    /// The other elements, whose numbers here are in `lasts`, and their indices.
    large: Vec<(Cell, u32)>,
    /// How many of the large ones stay so: the numbers of their instructions are large.
    stays: usize,
}

impl Cells {
    /// # Errors
    /// If there is no memory for them.
    fn new(len: usize) -> Result<Cells, Error> {
        Ok(Cells { lasts: Pages::new(len)?, large: Vec::new(), stays: 0 })
    }

    pub(super) fn is_empty(&self) -> bool {
        self.lasts.is_empty()
    }

    /// The accesses to an element; none if there is no such element.
    #[inline]
    pub(super) fn get(&self, index: usize) -> Cell {
        if let Some(number) = self.lasts.large(index) {
            return self.large.get(number).map_or(Cell::EMPTY, |(cell, _)| *cell);
        }
        let last = self.lasts.get(index);
        let [write, read] = last.invocations;
        let [written, loaded] = last.moments.map(u32::from);
        let one = |invocation, moment| Some3([Access { invocation, moment }, NONE, NONE]);
        Cell { writes: one(write, written), reads: one(read, loaded) }
    }

    /// Notes an access to an element that nobody else has accessed. `false` where another invocation may have, or that is not quickly known.
    #[inline]
    pub(super) fn note_own(&mut self, index: usize, new: Access, writes: bool) -> bool {
        let Ok(moment) = u16::try_from(new.moment) else { return false };
        self.lasts.note_own(index, new.invocation, usize::from(!writes), moment)
    }

    /// Replaces them. Without memory for more, the element keeps what it has.
    #[inline]
    pub(super) fn set(&mut self, index: usize, cell: Cell) {
        if let Some(number) = self.lasts.large(index) {
            if let Some((large, _)) = self.large.get_mut(number) {
                *large = cell;
            }
            return;
        }
        if cell.writes.is_one()
            && cell.reads.is_one()
            && let Some(last) = cell.last()
        {
            self.lasts.set(index, last);
        } else if self.large.try_reserve(1).is_ok() && self.lasts.set(index, Last::of_large(self.large.len()))
        {
            self.large.push((cell, index as u32));
        }
    }

    /// Keeps only what those of other workgroups need of the accesses of the workgroup that has ended.
    fn settle(&mut self, moments: &[Moment]) {
        let mut large = std::mem::take(&mut self.large);
        for at in self.stays..large.len() {
            let (mut cell, index) = large[at];
            for access in cell.writes.0.iter_mut().chain(&mut cell.reads.0) {
                // Barriers order nothing any more, so the first phase does for all.
                access.moment = moments[access.moment as usize].inst;
            }
            if let Some(last) = cell.last() {
                self.lasts.set(index as usize, last);
            } else {
                self.lasts.set(index as usize, Last::of_large(self.stays));
                large[self.stays] = (cell, index);
                self.stays += 1;
            }
        }
        large.truncate(self.stays);
        self.large = large;
    }

    fn clear(&mut self) {
        self.lasts.clear();
        self.large.clear();
        self.stays = 0;
    }
}

/// The shadow of a buffer or a workgroup array.
#[derive(Default)]
pub(super) struct Shadow {
    pub(super) plain: Cells,
    /// Where atomics and plain accesses both are.
    pub(super) atomic: Cells,
}

impl Shadow {
    /// # Errors
    /// If there is no memory for it.
    pub(super) fn new(elements: usize, is_mixed: bool) -> Result<Shadow, Error> {
        Ok(Shadow { plain: Cells::new(elements)?, atomic: Cells::new(if is_mixed { elements } else { 0 })? })
    }

    pub(super) fn clear(&mut self) {
        self.plain.clear();
        self.atomic.clear();
    }

    /// Another workgroup begins.
    pub(super) fn settle(&mut self, moments: &[Moment]) {
        self.plain.settle(moments);
        self.atomic.settle(moments);
    }
}

/// Where an element's accesses are, if it has a shadow.
pub(super) fn element(seen: Seen) -> Option<usize> {
    seen.is_within.then_some(seen.index as usize)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by a panic")]
mod tests {
    use super::*;

    /// 768 MiB, of which one page each is written.
    #[cfg(target_os = "linux")]
    #[test]
    fn elements_that_nobody_accesses_take_no_memory() {
        let resident = || {
            let pages = std::fs::read_to_string("/proc/self/statm").unwrap();
            pages.split(' ').nth(1).unwrap().parse::<u64>().unwrap() * 4
        };
        let before = resident();
        let mut cells = Cells::new(1 << 26).unwrap();
        let written = Some3([Access { invocation: 5, moment: 0 }, NONE, NONE]);
        cells.set(77, Cell { writes: written, reads: Some3::NONE });
        assert_eq!(cells.get(77).writes.iter().map(|access| access.invocation).collect::<Vec<_>>(), [5]);
        assert!(cells.get(78).writes.is_none() && cells.get((1 << 26) - 1).reads.is_none());
        let after = resident();
        // Other tests run meanwhile.
        assert!(after.saturating_sub(before) < 300 << 10, "{before} kB, then {after} kB");
    }

    /// Two invocations of the first workgroup of two read an element that nobody wrote, then one of the second does.
    #[test]
    fn what_a_workgroup_has_accessed_takes_little_once_it_has_ended() {
        // 70,000 instructions, before and after a barrier.
        let moments: Vec<Moment> =
            (0..140_000).map(|at| Moment { epoch: at / 70_000, inst: at % 70_000 }).collect();
        for (moment, stays) in [(7, 0), (69_999, 1), (70_007, 0), (139_999, 1)] {
            let mut cells = Cells::new(3).unwrap();
            let read = |cells: &mut Cells, invocation: u32| {
                let mut cell = cells.get(1);
                cell.reads.add(Access { invocation, moment }, 2, &moments);
                cells.set(1, cell);
                cells.get(1).reads.iter().map(|access| access.invocation).collect::<Vec<_>>()
            };
            assert_eq!(read(&mut cells, 0), [0]);
            assert_eq!(read(&mut cells, 1), [1, 0]);
            assert_eq!(cells.large.len(), 1);
            cells.settle(&moments);
            assert_eq!((cells.large.len(), cells.stays), (stays, stays));
            // What has stayed large keeps more than it must.
            let after = read(&mut cells, 2);
            assert_eq!((after[0], *after.last().unwrap()), (2, 1));
            assert_eq!(cells.large.len(), 1);
            assert!(cells.get(0).reads.is_none() && cells.get(1).writes.is_none());
            cells.clear();
            assert!(cells.get(1).reads.is_none() && cells.large.is_empty());
        }
    }
}
