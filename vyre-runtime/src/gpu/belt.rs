//! Staging for uploads: mapped buffers that are filled, copied from, and mapped again.

use super::handle::Shared;
use super::logical::{Logical, lock};
use crate::copy;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

/// The bytes of a chunk that small uploads share.
const CHUNK: u64 = 1 << 20;
/// The most bytes of one upload; larger ones go in pieces, so that copying here and on the device overlap.
pub(super) const PIECE: usize = 8 << 20;
/// The chunks that are kept.
const MAX_CHUNKS: usize = 12;

/// A mapped buffer, filled up to `used`.
struct Chunk {
    buffer: Shared<wgpu::Buffer>,
    used: u64,
}

/// The chunks of a device.
#[derive(Default)]
pub(super) struct Belt {
    /// Mapped, and in part filled since the last submission.
    open: Vec<Chunk>,
    /// Submitted, and not yet asked to be mapped again.
    closed: Vec<Chunk>,
    /// Mapped and empty. Callbacks of wgpu's put them here.
    free: Arc<Mutex<Vec<Shared<wgpu::Buffer>>>>,
}

impl Belt {
    /// Whether bytes can be placed without a new buffer.
    pub(super) fn has_room(&self, bytes: usize) -> bool {
        let bytes = bytes as u64;
        self.open.iter().any(|chunk| chunk.buffer.raw().size() - chunk.used >= bytes)
            || lock(&self.free).iter().any(|buffer| buffer.raw().size() >= bytes)
    }

    /// Whether as many chunks are open as should be filled before they are submitted.
    pub(super) fn is_full(&self) -> bool {
        self.open.iter().map(|chunk| chunk.used).sum::<u64>() >= PIECE as u64
    }

    /// Puts bytes, padded to whole words, where the device can copy them from: a buffer and an offset.
    pub(super) fn place(&mut self, logical: &Logical, bytes: &[u8]) -> (Shared<wgpu::Buffer>, u64) {
        let padded = bytes.len().next_multiple_of(16) as u64;
        let fits = |chunk: &Chunk| chunk.buffer.raw().size() - chunk.used >= padded;
        let at = self.open.iter().position(fits).unwrap_or_else(|| {
            let buffer = self.take(padded).unwrap_or_else(|| create(logical, padded));
            self.open.push(Chunk { buffer, used: 0 });
            self.open.len() - 1
        });
        let chunk = &mut self.open[at];
        let offset = chunk.used;
        chunk.used += padded;
        // Ranges begin at multiples of 8.
        let (whole, rest) = bytes.split_at(bytes.len() / 8 * 8);
        let has_failed = AtomicBool::new(false);
        let put = |at: usize, bytes: &[u8]| {
            let start = offset + at as u64;
            let view = chunk.buffer.mapped_mut(start..start + bytes.len() as u64);
            let written = view.and_then(|mut view| {
                let mut copy = || view.copy_from_slice(bytes);
                let is_there = chunk.buffer.while_it_lives(logical.backend, &mut copy);
                is_there.then_some(()).ok_or_else(|| "the buffer was destroyed".to_string())
            });
            // A buffer that could not be created is not mapped, and then the scope around this has that error.
            if let Err(message) = written {
                logical.note(message);
                has_failed.store(true, Ordering::Relaxed);
            }
        };
        copy::in_blocks(whole, &put);
        if !rest.is_empty() {
            let mut last = [0; 8];
            last[..rest.len()].copy_from_slice(rest);
            put(whole.len(), &last);
        }
        let buffer = chunk.buffer.clone();
        // Nothing else lies there, and nothing else is to be placed there.
        if has_failed.into_inner() && offset == 0 {
            self.open.remove(at);
        }
        (buffer, offset)
    }

    fn take(&self, bytes: u64) -> Option<Shared<wgpu::Buffer>> {
        let mut free = lock(&self.free);
        let fitting = free.iter().enumerate().filter(|(_, buffer)| buffer.raw().size() >= bytes);
        let (at, _) = fitting.min_by_key(|(_, buffer)| buffer.raw().size())?;
        Some(free.swap_remove(at))
    }

    /// Unmaps what is open: the device may read it.
    pub(super) fn close(&mut self) {
        for chunk in self.open.drain(..) {
            chunk.buffer.raw().unmap();
            self.closed.push(chunk);
        }
    }

    /// Asks for what has been submitted to be mapped again when the device is done with it.
    pub(super) fn recycle(&mut self) {
        for chunk in self.closed.drain(..) {
            let (free, buffer) = (Arc::clone(&self.free), chunk.buffer.clone());
            let size = chunk.buffer.raw().size();
            chunk.buffer.map(wgpu::MapMode::Write, size, move |result| {
                let mut free = lock(&free);
                if result.is_ok() && free.len() < MAX_CHUNKS {
                    free.push(buffer);
                }
            });
        }
    }

    /// Lets go of everything that is not in use.
    pub(super) fn clear(&mut self) {
        let dropped = std::mem::take(&mut *lock(&self.free));
        drop(dropped);
    }
}

fn create(logical: &Logical, bytes: u64) -> Shared<wgpu::Buffer> {
    let size = if bytes <= CHUNK { CHUNK } else { bytes.max(PIECE as u64) };
    let usage = wgpu::BufferUsages::MAP_WRITE | wgpu::BufferUsages::COPY_SRC;
    logical.device.create_buffer("vyre upload", size, usage, true)
}
