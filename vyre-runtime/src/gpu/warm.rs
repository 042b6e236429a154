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
/// After how many repeated launches somebody looks whether a special one should take their place.
pub(super) const LOOK_AGAIN: u32 = 16;

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
    let blocks = parameters(bindings);
    let Some(ready) = recorder.warm.get(key, &blocks) else { return Ok(false) };
    recorder.repeat(logical, ready, &blocks, false, None).map(|()| true)
}

/// The data of a launch that lie in the ring, in order of the bindings.
fn parameters<'b>(bindings: &'b [Binding<'_>]) -> Few<&'b [u8]> {
    let words = bindings.iter().filter(|binding| matches!(binding, Binding::Words(_)));
    words.map(Binding::host_bytes).collect()
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
pub(super) struct Warm(FxHashMap<Key, Kept>);

/// What is kept under a key.
#[derive(Default)]
struct Kept {
    /// The launch with any parameters.
    general: Option<Arc<Ready>>,
    /// Launches whose shaders have the parameters in them, as bytes. They are few: see `special`.
    specials: Vec<(Vec<u8>, Arc<Ready>)>,
    /// Whether there may be one with these parameters, or will be.
    may_be_special: bool,
    /// How often the general one was repeated.
    repeated: u32,
}

/// As what a launch is kept.
#[derive(Clone, Debug)]
pub(super) enum Keep {
    /// With any parameters. If it may be special, somebody looks now and then whether another one should take its place.
    General { may_be_special: bool },
    /// With these parameters alone.
    Special(Vec<u8>),
}

impl Keep {
    /// With the parameters of these bindings alone.
    pub(super) fn special(bindings: &[Binding<'_>]) -> Keep {
        Keep::Special(parameters(bindings).concat())
    }
}

impl Warm {
    /// The launch of a key, with parameters. None if there is none, or if it is time to look whether there should be another one.
    fn get(&mut self, key: &Key, parameters: &[&[u8]]) -> Option<Arc<Ready>> {
        let kept = self.0.get_mut(key)?;
        if !kept.specials.is_empty() {
            let are_same = |bytes: &[u8]| bytes.iter().eq(parameters.iter().copied().flatten());
            if let Some((_, ready)) = kept.specials.iter().find(|(bytes, _)| are_same(bytes)) {
                return Some(Arc::clone(ready));
            }
        }
        if kept.may_be_special {
            kept.repeated += 1;
            if kept.repeated.is_multiple_of(LOOK_AGAIN) {
                return None;
            }
        }
        kept.general.clone()
    }

    pub(super) fn keep(&mut self, key: Key, how: Keep, ready: Arc<Ready>) {
        if self.0.len() >= MAX_LAUNCHES {
            self.0.clear();
        }
        let kept = self.0.entry(key).or_default();
        match how {
            Keep::General { may_be_special } => {
                kept.general = Some(ready);
                kept.may_be_special = may_be_special;
            }
            Keep::Special(parameters) => kept.specials.push((parameters, ready)),
        }
    }

    /// Lets go of the launches with a buffer.
    pub(super) fn forget(&mut self, buffer: u64) {
        self.0.retain(|key, _| !key.has(buffer));
    }
}
