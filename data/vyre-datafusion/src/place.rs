//! Which device runs a batch.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use vyre::Device;

/// How many batches of a size pass until the slower device is tried again.
const AGAIN: u32 = 64;

/// Where the batches of a function run.
#[derive(Clone, Debug)]
pub(crate) enum Place {
    /// Always there.
    One(Device),
    /// On whichever took less.
    Faster(Arc<Faster>),
}

/// Two devices, and how long they took. The results are the same on both.
#[derive(Debug)]
pub(crate) struct Faster {
    devices: [Device; 2],
    /// By the size of batches: each power of two.
    seen: Mutex<HashMap<u32, Seen>>,
}

#[derive(Debug, Default)]
struct Seen {
    batches: u32,
    took: [Took; 2],
}

#[derive(Clone, Copy, Debug, Default)]
struct Took {
    batches: u32,
    /// For a row, of late.
    nanoseconds: f64,
}

impl Seen {
    /// Which device is next. Each is tried twice, as the first batch also makes a device ready.
    fn next(&mut self) -> usize {
        self.batches = self.batches.wrapping_add(1);
        let [first, second] = &self.took;
        let faster = usize::from(second.nanoseconds < first.nanoseconds);
        match (first.batches, second.batches) {
            (0 | 1, _) => 0,
            (_, 0 | 1) => 1,
            _ if self.batches.is_multiple_of(AGAIN) => 1 - faster,
            _ => faster,
        }
    }

    fn took(&mut self, which: usize, nanoseconds: f64) {
        if let Some(took) = self.took.get_mut(which) {
            took.nanoseconds =
                if took.batches < 2 { nanoseconds } else { (took.nanoseconds + nanoseconds) / 2.0 };
            took.batches = took.batches.saturating_add(1);
        }
    }
}

impl Place {
    pub(crate) fn faster(devices: [Device; 2]) -> Place {
        Place::Faster(Arc::new(Faster { devices, seen: Mutex::default() }))
    }

    /// The device for a batch, and which of two it is.
    pub(crate) fn next(&self, rows: usize) -> (&Device, usize) {
        match self {
            Place::One(device) => (device, 0),
            Place::Faster(faster) => {
                let which = faster.of(rows, Seen::next);
                (&faster.devices[which], which)
            }
        }
    }

    /// A batch took so long on a device.
    pub(crate) fn took(&self, rows: usize, which: usize, time: Duration) {
        if let Place::Faster(faster) = self {
            let nanoseconds = time.as_secs_f64() * 1e9 / rows.max(1) as f64;
            faster.of(rows, |seen| seen.took(which, nanoseconds));
        }
    }
}

impl Faster {
    fn of<T>(&self, rows: usize, f: impl FnOnce(&mut Seen) -> T) -> T {
        let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        f(seen.entry(rows.max(1).ilog2()).or_default())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_faster_one_is_taken_and_the_other_tried_again() {
        let mut seen = Seen::default();
        let mut counts = [0; 2];
        for batch in 0..640 {
            let which = seen.next();
            counts[which] += 1;
            // The second one is slow to begin, and faster then.
            seen.took(
                which,
                if which == 0 {
                    8.0
                } else if counts[1] == 1 {
                    900.0
                } else {
                    2.0
                },
            );
            assert_eq!(which, [0, 0, 1, 1].get(batch).copied().unwrap_or(which));
        }
        assert_eq!(counts, [2 + 10, 626 + 2]);
    }
}
