//! Copies large data between host slices and staging memory, with several threads where that is faster.
//!
//! One core does not saturate the memory channels of a server. On a machine with an H200 four threads copied twice as
//! fast as one, and eight were not reliably faster (`docs/measurements/transfers.md`). On a machine with two cores a
//! second thread gained nothing.

use crate::thread;
use std::sync::{Mutex, OnceLock, PoisonError};

/// The size of the blocks that threads take.
const BLOCK: usize = 1 << 20;
/// The minimum number of bytes for each thread.
const PER_THREAD: usize = 2 << 20;
/// The maximum number of threads that copy at the same time.
const MOST: usize = 4;
/// One in so many cores copies, because the others may have other work.
const CORES_PER_THREAD: usize = 4;

/// Copies `from` to `to`, which has the same length.
pub(crate) fn copy(to: &mut [u8], from: &[u8]) {
    copy_with(helpers(from.len()), to, from);
}

fn copy_with(helpers: usize, to: &mut [u8], from: &[u8]) {
    debug_assert_eq!(to.len(), from.len());
    share(helpers, to.chunks_mut(BLOCK).zip(from.chunks(BLOCK)), |(to, from)| to.copy_from_slice(from));
}

/// Calls `put` with each block of `from` and its offset, from several threads at the same time.
#[cfg(feature = "gpu")]
pub(crate) fn in_blocks(from: &[u8], put: &(dyn Fn(usize, &[u8]) + Sync)) {
    in_blocks_with(helpers(from.len()), from, put);
}

#[cfg(feature = "gpu")]
fn in_blocks_with(helpers: usize, from: &[u8], put: &(dyn Fn(usize, &[u8]) + Sync)) {
    share(helpers, from.chunks(BLOCK).enumerate(), |(index, block)| put(index * BLOCK, block));
}

/// Calls `work` with each item, on this thread and on `helpers` others. No thread holds the lock while it works.
fn share<I: Iterator + Send>(helpers: usize, items: I, work: impl Fn(I::Item) + Sync) {
    let items = Mutex::new(items);
    let next = || items.lock().unwrap_or_else(PoisonError::into_inner).next();
    thread::together(helpers, &|| {
        while let Some(item) = next() {
            work(item);
        }
    });
}

/// The number of additional threads for a copy of this size.
fn helpers(bytes: usize) -> usize {
    static THREADS: OnceLock<usize> = OnceLock::new();
    let threads = *THREADS.get_or_init(|| {
        let cores = std::thread::available_parallelism().map_or(1, |cores| cores.get());
        (cores / CORES_PER_THREAD).clamp(1, MOST)
    });
    threads.min(bytes / PER_THREAD).saturating_sub(1)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests {
    use super::{BLOCK, copy_with, thread};
    use std::panic::{AssertUnwindSafe, catch_unwind};
    use std::sync::Mutex;
    use std::sync::atomic::{AtomicUsize, Ordering};

    const SIZES: [usize; 6] = [0, 1, BLOCK - 1, BLOCK, BLOCK + 1, 9 * BLOCK + 5];

    fn bytes(count: usize) -> Vec<u8> {
        (0..count as u32).map(|at| (at.wrapping_mul(0x9e37_79b9) >> 24) as u8).collect()
    }

    #[test]
    fn every_byte_is_copied() {
        for (size, helpers) in SIZES.into_iter().flat_map(|size| [(size, 0), (size, 3)]) {
            let mut to = vec![0; size];
            copy_with(helpers, &mut to, &bytes(size));
            assert!(to == bytes(size), "{size} {helpers}");
        }
    }

    #[cfg(feature = "gpu")]
    #[test]
    fn blocks_follow_each_other() {
        for (size, helpers) in SIZES.into_iter().flat_map(|size| [(size, 0), (size, 3)]) {
            let blocks = Mutex::new(Vec::new());
            super::in_blocks_with(helpers, &bytes(size), &|at, block| {
                blocks.lock().unwrap().push((at, block.to_vec()))
            });
            let mut blocks = blocks.into_inner().unwrap();
            blocks.sort();
            assert!(blocks.windows(2).all(|two| two[0].0 + two[0].1.len() == two[1].0), "{size}");
            assert!(blocks.into_iter().flat_map(|(_, block)| block).eq(bytes(size)), "{size}");
        }
    }

    #[test]
    fn threads_share_what_there_is() {
        let seen = Mutex::new(Vec::new());
        super::share(3, 0..10_000u32, |number| seen.lock().unwrap().push(number));
        let mut seen = seen.into_inner().unwrap();
        seen.sort();
        assert!(seen.into_iter().eq(0..10_000));
    }

    #[test]
    fn a_part_that_panics_is_not_taken_for_done() {
        let turn = AtomicUsize::new(0);
        let work = || assert_ne!(turn.fetch_add(1, Ordering::Relaxed), 2, "the third panics");
        assert!(catch_unwind(AssertUnwindSafe(|| thread::together(3, &work))).is_err());
        assert_eq!(turn.into_inner(), 4, "the others go on");
    }
}
