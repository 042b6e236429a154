//! Numbers that are given out once in a process.

use std::sync::atomic::{AtomicU64, Ordering};

/// A number that no other buffer, pipeline, kernel or form of a kernel has.
pub(crate) fn number() -> u64 {
    static NEXT: AtomicU64 = AtomicU64::new(1);
    NEXT.fetch_add(1, Ordering::Relaxed)
}
