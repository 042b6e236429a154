//! The blocks of launches: lengths, the folding of the grid, and the kernel's parameters.
//!
//! One uniform buffer holds the blocks of all launches of a submission; each launch sees its own at a dynamic offset. The
//! device executes submissions in order and each begins by copying its blocks, so that the next one may begin at
//! the front again. Blocks that are there already, as those of a launch that is repeated, are not copied.
//!
//! Immediates, which some adapters have, are not used. wgpu records a launch with them in some three quarters of the time
//! (0.33 against 0.44 us on lavapipe, on a machine with other work), but they would need a second form of every shader, and
//! the ring would stay for what does not fit them.

use super::belt::Belt;
use super::handle::Shared;
use super::logical::Logical;
use vyre_ir::rules::MAX_UNIFORM_BYTES;

/// The bytes of all blocks of a submission.
pub(super) const BYTES: usize = 256 << 10;

/// More than a launch block has, and more than a block may have to be aligned to.
const LAUNCH_BLOCK: u64 = 4 << 10;

/// Whether there is room for blocks of these lengths and a launch block, once the ring is empty.
pub(super) fn holds(blocks: &[u64]) -> bool {
    let bytes = blocks.iter().map(|bytes| bytes.next_multiple_of(LAUNCH_BLOCK)).sum::<u64>();
    bytes + LAUNCH_BLOCK <= BYTES as u64
}

/// A uniform buffer, and what it holds.
pub(super) struct Ring {
    buffer: Shared<wgpu::Buffer>,
    alignment: usize,
    /// The blocks that have been recorded since the last submission.
    next: Vec<u8>,
    /// What the buffer holds after the last submission, as far as that is known.
    held: Vec<u8>,
}

impl Ring {
    pub(super) fn new(device: &Shared<wgpu::Device>, limits: &wgpu::Limits) -> Ring {
        // A block is bound with the length that the shader declares, which may go beyond its contents.
        let size = BYTES as u64 + MAX_UNIFORM_BYTES;
        let usage = wgpu::BufferUsages::UNIFORM | wgpu::BufferUsages::COPY_DST;
        let buffer = device.create_buffer("vyre parameters", size, usage, false);
        let alignment = limits.min_uniform_buffer_offset_alignment.max(16) as usize;
        Ring { buffer, alignment, next: Vec::new(), held: Vec::new() }
    }

    pub(super) fn buffer(&self) -> &Shared<wgpu::Buffer> {
        &self.buffer
    }

    /// The bytes that a block takes.
    pub(super) fn room(&self, block: &[u8]) -> usize {
        block.len().max(1).next_multiple_of(self.alignment)
    }

    pub(super) fn has_room(&self, bytes: usize) -> bool {
        self.next.len() + bytes <= BYTES
    }

    /// Adds a block, for which there is room. Gives its offset.
    pub(super) fn push(&mut self, block: &[u8]) -> u32 {
        let (offset, room) = (self.next.len(), self.room(block));
        self.next.extend_from_slice(block);
        self.next.resize(offset + room, 0);
        offset as u32
    }

    /// Copies what the buffer does not hold yet, and begins anew.
    pub(super) fn upload(&mut self, logical: &Logical, belt: &mut Belt, encoder: &mut wgpu::CommandEncoder) {
        if let Some((first, last)) = difference(&self.held, &self.next) {
            let (from, offset) = belt.place(logical, &self.next[first..last]);
            let (to, bytes) = (self.buffer.raw(), (last - first) as u64);
            encoder.copy_buffer_to_buffer(from.raw(), offset, to, first as u64, bytes);
            if self.held.len() < last {
                self.held.resize(last, 0);
            }
            self.held[first..last].copy_from_slice(&self.next[first..last]);
        }
        self.next.clear();
    }

    /// Forgets what the buffer holds, and the blocks that were recorded.
    pub(super) fn distrust(&mut self) {
        self.held.clear();
        self.next.clear();
    }
}

/// The range of words in which `next` is not what `held` begins with.
fn difference(held: &[u8], next: &[u8]) -> Option<(usize, usize)> {
    let common = held.len().min(next.len());
    let first = held.iter().zip(next).position(|(old, new)| old != new).unwrap_or(common);
    if first == next.len() {
        return None;
    }
    let last = if next.len() > held.len() {
        next.len()
    } else {
        held.iter().zip(next).rposition(|(old, new)| old != new).map_or(next.len(), |at| at + 1)
    };
    Some((first / 4 * 4, last.next_multiple_of(4)))
}

/// A ring is never larger than what one binding may be offset by.
const _: () = assert!(BYTES <= u32::MAX as usize);

#[cfg(test)]
mod tests {
    use super::{BYTES, difference, holds};

    #[test]
    fn the_ring_holds_some_large_blocks_or_many_small_ones() {
        assert!(holds(&[]) && holds(&[16; 10]) && holds(&[65_536; 3]));
        assert!(!holds(&[65_536; 4]) && !holds(&[BYTES as u64]));
    }

    #[test]
    fn only_what_differs_is_copied() {
        let held = [1u8, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];
        assert_eq!(difference(&held, &held), None);
        assert_eq!(difference(&held, &held[..8]), None);
        assert_eq!(difference(&held, &[]), None);
        assert_eq!(difference(&[], &held), Some((0, 12)));
        assert_eq!(difference(&held[..8], &held), Some((8, 12)));
        let mut next = held;
        next[5] = 0;
        assert_eq!(difference(&held, &next), Some((4, 8)));
        next[10] = 0;
        assert_eq!(difference(&held, &next), Some((4, 12)));
        assert_eq!(difference(&held, &next[..8]), Some((4, 8)));
    }
}
