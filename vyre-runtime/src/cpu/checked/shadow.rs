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

/// The shadow of a buffer or a workgroup array.
#[derive(Default)]
pub(super) struct Shadow {
    pub(super) plain: Vec<Cell>,
    /// Where atomics and plain accesses both are.
    pub(super) atomic: Vec<Cell>,
}

impl Shadow {
    /// # Errors
    /// If there is no memory for it.
    pub(super) fn new(elements: usize, is_mixed: bool) -> Result<Shadow, Error> {
        let cells = |len: usize| {
            let mut cells = room(len)?;
            cells.resize(len, Cell::EMPTY);
            Ok::<_, Error>(cells)
        };
        Ok(Shadow { plain: cells(elements)?, atomic: cells(if is_mixed { elements } else { 0 })? })
    }

    pub(super) fn clear(&mut self) {
        self.plain.fill(Cell::EMPTY);
        self.atomic.fill(Cell::EMPTY);
    }
}

/// Where an element's accesses are, if it has a shadow.
pub(super) fn element(seen: Seen) -> Option<usize> {
    seen.is_within.then_some(seen.index as usize)
}
