//! Buffers that launches borrow: storage for slices, and staging to read back through.
//!
//! All work of a device is executed in the order of its submission, so a storage buffer may be lent again as soon as the
//! work that uses it has been submitted. Buffers come back in such an order that a launch that is repeated borrows
//! the same ones, and finds its bind group.

use super::handle::Shared;
use super::logical::{Logical, lock};
use crate::Error;
use crate::unique;
use std::sync::{Arc, Mutex};

/// The most bytes of storage that are kept for the next launch.
const KEPT_BYTES: u64 = 1 << 30;
/// The most bytes of the buffers of programs that are kept for the next ones.
const KEPT_RESIDENT_BYTES: u64 = 4 << 30;
/// The most bytes of staging that are kept.
const KEPT_STAGING_BYTES: u64 = 128 << 20;

/// A buffer that is kept, and its number.
struct Kept {
    id: u64,
    buffer: Shared<wgpu::Buffer>,
    /// How many buffers had been returned by then.
    since: u64,
}

/// Buffers by size, the last one returned on top. There are few sizes, see [`size_class`], and they are in order.
#[derive(Default)]
struct Shelf {
    buffers: Vec<(u64, Vec<Kept>)>,
    bytes: u64,
    /// How many buffers have been returned.
    returned: u64,
    /// The numbers of buffers that were dropped, and that bind groups may still hold.
    gone: Vec<u64>,
}

impl Shelf {
    fn of_size(&mut self, size: u64) -> &mut Vec<Kept> {
        let at = self.buffers.partition_point(|(other, _)| *other < size);
        if self.buffers.get(at).is_none_or(|(other, _)| *other != size) {
            self.buffers.insert(at, (size, Vec::new()));
        }
        &mut self.buffers[at].1
    }

    /// Takes out the buffer that nobody has wanted for longest.
    fn take_oldest(&mut self) -> Option<Kept> {
        // The bottom of each stack is its oldest.
        let oldest = |(_, kept): &&mut (u64, Vec<Kept>)| kept.first().map_or(u64::MAX, |kept| kept.since);
        let (size, kept) = self.buffers.iter_mut().min_by_key(oldest)?;
        if kept.is_empty() {
            return None;
        }
        self.bytes -= *size;
        Some(kept.remove(0))
    }
}

/// What is kept of one kind of buffers.
pub(super) struct Pool {
    shelf: Mutex<Shelf>,
    usage: wgpu::BufferUsages,
    label: &'static str,
    most: u64,
    /// The size of a buffer for so many bytes.
    size: fn(u64) -> u64,
}

/// A borrowed buffer. It goes back when it is dropped, if it is clean.
pub(super) struct Lease {
    /// Whether another one may use the buffer: staging only when it is no longer mapped, nor about to be.
    pub(super) is_clean: bool,
    pub(super) id: u64,
    pub(super) buffer: Shared<wgpu::Buffer>,
    /// Whether another one had it before.
    pub(super) is_used: bool,
    pool: Arc<Pool>,
}

impl Pool {
    /// Storage for the slices of a launch.
    pub(super) fn storage() -> Arc<Pool> {
        let usage = wgpu::BufferUsages::STORAGE
            | wgpu::BufferUsages::UNIFORM
            | wgpu::BufferUsages::COPY_SRC
            | wgpu::BufferUsages::COPY_DST;
        Arc::new(Pool { shelf: Mutex::default(), usage, label: "vyre", most: KEPT_BYTES, size: size_class })
    }

    /// Staging to read back through.
    pub(super) fn staging() -> Arc<Pool> {
        let usage = wgpu::BufferUsages::MAP_READ | wgpu::BufferUsages::COPY_DST;
        let most = KEPT_STAGING_BYTES;
        Arc::new(Pool { shelf: Mutex::default(), usage, label: "vyre results", most, size: size_class })
    }

    /// The buffers of programs. Drivers take tens of milliseconds for a gigabyte that is new.
    pub(super) fn resident() -> Arc<Pool> {
        let usage = wgpu::BufferUsages::STORAGE | wgpu::BufferUsages::COPY_SRC | wgpu::BufferUsages::COPY_DST;
        // What stays for long is not larger than it has to be.
        let size = |bytes| if bytes < 1 << 20 { size_class(bytes) } else { bytes };
        Arc::new(Pool {
            shelf: Mutex::default(),
            usage,
            label: "vyre buffer",
            most: KEPT_RESIDENT_BYTES,
            size,
        })
    }

    /// Borrows a buffer of at least `bytes` bytes.
    pub(super) fn take(self: &Arc<Pool>, logical: &Logical, bytes: u64) -> Result<Lease, Error> {
        let size = (self.size)(bytes).min(logical.limits.max_buffer_size / 16 * 16).max(bytes);
        let kept = {
            let mut shelf = lock(&self.shelf);
            let kept = shelf.of_size(size).pop();
            shelf.bytes -= if kept.is_some() { size } else { 0 };
            kept
        };
        let is_used = kept.is_some();
        let (id, buffer) = match kept {
            Some(Kept { id, buffer, .. }) => (id, buffer),
            None => (unique::number(), logical.create_buffer(self.label, size, self.usage)?),
        };
        let is_clean = !self.usage.contains(wgpu::BufferUsages::MAP_READ);
        Ok(Lease { is_clean, id, buffer, is_used, pool: Arc::clone(self) })
    }

    /// The numbers of the buffers that have been dropped since this was asked last.
    pub(super) fn take_gone(&self) -> Vec<u64> {
        std::mem::take(&mut lock(&self.shelf).gone)
    }

    /// Lets go of everything that is not lent. Gives the numbers of those buffers.
    pub(super) fn clear(&self) -> Vec<u64> {
        let shelf = std::mem::take(&mut *lock(&self.shelf));
        let mut ids = shelf.gone;
        for (_, kept) in &shelf.buffers {
            ids.extend(kept.iter().map(|kept| kept.id));
        }
        ids
    }
}

impl Drop for Lease {
    fn drop(&mut self) {
        if !self.is_clean {
            return;
        }
        let size = self.buffer.raw().size();
        let is_bound = !self.pool.usage.contains(wgpu::BufferUsages::MAP_READ);
        let mut shelf = lock(&self.pool.shelf);
        // What was returned last is likelier to be wanted next than what lies there.
        let mut dropped = Vec::new();
        while size <= self.pool.most
            && shelf.bytes + size > self.pool.most
            && let Some(oldest) = shelf.take_oldest()
        {
            dropped.push(oldest);
        }
        if is_bound {
            shelf.gone.extend(dropped.iter().map(|kept| kept.id));
        }
        if size <= self.pool.most {
            let since = shelf.returned;
            shelf.returned += 1;
            shelf.bytes += size;
            shelf.of_size(size).push(Kept { id: self.id, buffer: self.buffer.clone(), since });
        } else if is_bound {
            shelf.gone.push(self.id);
        }
        drop(shelf);
        // wgpu frees them without the lock.
        drop(dropped);
    }
}

/// Sizes differ by a quarter at most, so that launches of similar lengths share buffers.
fn size_class(bytes: u64) -> u64 {
    let step = (bytes.max(1024).next_power_of_two() / 8).max(256);
    bytes.max(1024).next_multiple_of(step)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests {
    use super::{Pool, size_class};
    use crate::gpu::tests::gpu;
    use std::sync::Arc;

    #[test]
    fn classes_are_few_and_hardly_larger_than_asked() {
        for bytes in [1, 16, 1024, 1025, 4096, 5000, 1 << 20, (1 << 20) + 16, 3 << 30] {
            let size = size_class(bytes);
            assert!(size >= bytes && size.is_multiple_of(16));
            assert!(size <= bytes.max(1024) + bytes.max(1024) / 4 + 256, "{bytes}: {size}");
            assert_eq!(size_class(size), size);
        }
    }

    #[test]
    fn the_buffer_that_nobody_wanted_for_longest_makes_room() {
        let Some(gpu) = gpu() else { return };
        let logical = gpu.logical().unwrap();
        let usage = wgpu::BufferUsages::STORAGE;
        let pool = Arc::new(Pool {
            shelf: Default::default(),
            usage,
            label: "test",
            most: 6144,
            size: |bytes| bytes,
        });
        let [first, second, third] = [2048, 4096, 1024].map(|bytes| pool.take(&logical, bytes).unwrap());
        let ids = [first.id, second.id, third.id];
        // 2048 and 4096 bytes fill it; 1024 more are one buffer too many.
        drop(first);
        drop(second);
        drop(third);
        assert_eq!(pool.take_gone(), [ids[0]]);
        let [large, small, new] = [4096, 1024, 2048].map(|bytes| pool.take(&logical, bytes).unwrap());
        assert_eq!([large.id, small.id], [ids[1], ids[2]]);
        assert!(large.is_used && small.is_used && !new.is_used);
        // What is larger than all that may be kept is not kept, and takes no room from others.
        drop(large);
        let huge = pool.take(&logical, 8192).unwrap();
        let id = huge.id;
        drop(huge);
        assert_eq!(pool.take_gone(), [id]);
        assert_eq!(pool.take(&logical, 4096).unwrap().id, ids[1]);
    }
}
