//! How long a launch may take.

use std::cell::Cell;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// After how many questions the clock is looked at. A round of a loop takes a block some tens of nanoseconds at least.
const QUESTIONS: u32 = 256;

/// What ends a launch early, as one thread sees it.
pub(super) struct Limit<'a> {
    pub(super) deadline: Option<Instant>,
    /// Whether the launch has been stopped, on whatever thread.
    pub(super) is_stopped: &'a AtomicBool,
    asked: Cell<u32>,
}

impl<'a> Limit<'a> {
    pub(super) fn new(deadline: Option<Instant>, is_stopped: &'a AtomicBool) -> Limit<'a> {
        Limit { deadline, is_stopped, asked: Cell::new(0) }
    }

    /// Whether the launch has to stop. It is asked in every round of every loop.
    #[inline]
    pub(super) fn is_reached(&self) -> bool {
        let asked = self.asked.get().wrapping_add(1);
        self.asked.set(asked);
        asked.is_multiple_of(QUESTIONS) && self.look()
    }

    fn look(&self) -> bool {
        if self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            self.is_stopped.store(true, Ordering::Relaxed);
        }
        self.is_stopped.load(Ordering::Relaxed)
    }
}
