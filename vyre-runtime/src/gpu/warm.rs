//! Launches that are ready to be recorded: what was checked, planned and created for a kernel on these buffers and this grid.
//!
//! A launch whose arguments are all resident, or data for the ring, is kept under a [`Key`] that has everything that its checks and
//! its plan depend on: the kernel, the grid, the numbers of the buffers, whose lengths never change, and the lengths of the
//! data. When the same launch comes again, only its parameters are new.

use super::Resident;
use super::compile::Pipeline;
use super::groups::Group;
use super::logical::Logical;
use crate::binding::Binding;
use crate::module::Module;
use crate::{Error, Few};
use rustc_hash::FxHashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// The launches that are kept. A program that cycles through more of them plans some anew.
const MAX_LAUNCHES: usize = 4_096;
/// The bits of an offset in the ring.
const OFFSET_BITS: u32 = 20;

/// A dispatch with its bind group.
pub(super) struct Ready {
    pub(super) pipeline: Arc<Pipeline>,
    pub(super) group: Arc<Group>,
    /// The workgroups along each axis.
    pub(super) groups: [u32; 3],
    /// The contents of the launch block.
    pub(super) launch_block: Vec<u32>,
    /// The batch in which the launch block was placed last, and where: changed under the recorder's lock alone.
    placed: AtomicU64,
}

impl Ready {
    pub(super) fn new(
        pipeline: Arc<Pipeline>,
        group: Arc<Group>,
        groups: [u32; 3],
        launch_block: Vec<u32>,
    ) -> Ready {
        Ready { pipeline, group, groups, launch_block, placed: AtomicU64::new(0) }
    }

    /// Where the launch block lies in a batch, if it has been placed there. Batches count from 1.
    pub(super) fn placed(&self, batch: u64) -> Option<u32> {
        let placed = self.placed.load(Ordering::Relaxed);
        (placed >> OFFSET_BITS == batch).then_some((placed & ((1 << OFFSET_BITS) - 1)) as u32)
    }

    pub(super) fn place(&self, batch: u64, offset: u32) {
        self.placed.store(batch << OFFSET_BITS | u64::from(offset), Ordering::Relaxed);
    }
}

/// An offset fits its bits.
const _: () = assert!(super::ring::BYTES <= 1 << OFFSET_BITS);

/// What a launch is known by.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Key(Few<u64>);

impl Key {
    /// The key of a kernel's launch, if nothing but the ring is needed besides memory of one device.
    pub(super) fn of(module: &Module, groups: [u32; 3], bindings: &[Binding<'_>]) -> Option<Key> {
        let [x, y, z] = groups;
        let mut key = Key(Few::from_slice(&[module.kernel()?, u64::from(x) << 32 | u64::from(y), z.into()]));
        for binding in bindings {
            key.0.push(match binding {
                Binding::Resident { memory, is_write } => {
                    Resident::of(*memory)?.id() << 2 | u64::from(*is_write) << 1
                }
                Binding::Words(words) => (words.len() as u64) << 1 | 1,
                Binding::WordsMut(_) | Binding::Bytes(_) => return None,
            });
        }
        Some(key)
    }

    /// Whether a buffer is among the arguments.
    fn has(&self, buffer: u64) -> bool {
        self.0[3..].iter().any(|arg| arg & 1 == 0 && arg >> 2 == buffer)
    }
}

/// Records a launch that has been recorded before, with other parameters. Says whether it has.
///
/// # Errors
/// If the device has failed in what was recorded.
pub(super) fn repeat(key: &Key, bindings: &[Binding<'_>]) -> Result<bool, Error> {
    let Some(logical) = bindings.iter().find_map(device).filter(|logical| !logical.is_lost()) else {
        return Ok(false);
    };
    let mut recorder = logical.recorder();
    let Some(ready) = recorder.warm.get(key) else { return Ok(false) };
    let blocks: Few<&[u8]> = bindings
        .iter()
        .filter(|binding| matches!(binding, Binding::Words(_)))
        .map(Binding::host_bytes)
        .collect();
    recorder.repeat(logical, ready, &blocks, false, None).map(|()| true)
}

/// The device of resident memory.
fn device<'a>(binding: &Binding<'a>) -> Option<&'a Logical> {
    match binding {
        Binding::Resident { memory, .. } => Resident::of(*memory).map(|buffer| &**buffer.logical()),
        _ => None,
    }
}

/// The launches of a device that are ready.
#[derive(Default)]
pub(super) struct Warm(FxHashMap<Key, Arc<Ready>>);

impl Warm {
    pub(super) fn get(&self, key: &Key) -> Option<Arc<Ready>> {
        self.0.get(key).cloned()
    }

    pub(super) fn keep(&mut self, key: Key, ready: Arc<Ready>) {
        if self.0.len() >= MAX_LAUNCHES {
            self.0.clear();
        }
        self.0.insert(key, ready);
    }

    /// Lets go of the launches with a buffer.
    pub(super) fn forget(&mut self, buffer: u64) {
        self.0.retain(|key, _| !key.has(buffer));
    }
}
