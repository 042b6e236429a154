//! Shadow memory: for each element, as many of its accesses as are needed to find every element that is raced for.
//!
//! Two accesses of different invocations are unordered if their workgroups differ, or if no barrier stands between them. An element
//! keeps up to three accesses of a kind: the last one, one of another invocation in the same phase, and one of another workgroup.
//! If any earlier access is unordered with a new one, one of these is too.

use super::super::reference::Seen;
use crate::Error;
use crate::memory::room;

/// An access to an element.
#[derive(Clone, Copy, Debug)]
pub(super) struct Access {
    /// The number of the invocation, workgroup after workgroup; `NOBODY` for no access.
    pub(super) invocation: u32,
    /// Which instruction, and after how many barriers: a position in [`Moments`].
    pub(super) moment: u32,
}

const NOBODY: u32 = u32::MAX;
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
}

/// The accesses of one kind, plain or atomic, to each element of a buffer.
#[derive(Default)]
pub(super) struct Cells {
    /// The last write and the last read of an element, if that is all. Most elements of large buffers belong to one invocation.
    small: Vec<[u32; 2]>,
    /// Their moments, as far as they have small numbers.
    moments: Vec<[u16; 2]>,
    /// The other elements, whose numbers here are in `small`.
    large: Vec<Cell>,
}

/// In the place of the last write: the number of a large cell comes second.
const LARGE: u32 = u32::MAX - 1;

impl Cells {
    /// # Errors
    /// If there is no memory for them.
    fn new(len: usize) -> Result<Cells, Error> {
        let (mut small, mut moments) = (room(len)?, room(len)?);
        small.resize(len, [NOBODY; 2]);
        moments.resize(len, [0; 2]);
        Ok(Cells { small, moments, large: Vec::new() })
    }

    pub(super) fn is_empty(&self) -> bool {
        self.small.is_empty()
    }

    /// The accesses to an element; none if there is no such element.
    #[inline]
    pub(super) fn get(&self, index: usize) -> Cell {
        let Some([write, read]) = self.small.get(index).copied() else { return Cell::EMPTY };
        if write == LARGE {
            return self.large.get(read as usize).copied().unwrap_or(Cell::EMPTY);
        }
        let [written, loaded] = self.moments[index].map(u32::from);
        let one = |invocation, moment| Some3([Access { invocation, moment }, NONE, NONE]);
        Cell { writes: one(write, written), reads: one(read, loaded) }
    }

    /// Replaces them.
    #[inline]
    pub(super) fn set(&mut self, index: usize, cell: Cell) {
        let Some(small) = self.small.get_mut(index) else { return };
        if small[0] == LARGE {
            if let Some(large) = self.large.get_mut(small[1] as usize) {
                *large = cell;
            }
            return;
        }
        let [write, read] = [cell.writes, cell.reads].map(|some| some.0[0]);
        let numbers = [write, read].map(|access| u16::try_from(access.moment));
        match numbers {
            [Ok(written), Ok(loaded)] if cell.writes.is_one() && cell.reads.is_one() => {
                *small = [write.invocation, read.invocation];
                self.moments[index] = [written, loaded];
            }
            // Without memory for more, the element keeps what it has.
            _ if self.large.try_reserve(1).is_err() => {}
            _ => {
                *small = [LARGE, self.large.len() as u32];
                self.large.push(cell);
            }
        }
    }

    fn clear(&mut self) {
        self.small.fill([NOBODY; 2]);
        self.large.clear();
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
}

/// Where an element's accesses are, if it has a shadow.
pub(super) fn element(seen: Seen) -> Option<usize> {
    seen.is_within.then_some(seen.index as usize)
}
