//! One launch: borrow buffers for slices, upload, record, read back.
//!
//! A launch without slices ends when it is recorded.

use super::Resident;
use super::compile::Pipeline;
use super::groups::Bound;
use super::handle::Shared;
use super::limits::{Dispatch, Plan, Window, binding_bytes};
use super::logical::{Failure, Logical};
use super::pool::Lease;
use super::recorder::{Recorder, Since};
use super::timer::Timer;
use super::transfer::Download;
use super::wait::Ticket;
use super::warm::{Keep, Key, Ready};
use crate::binding::Binding;
use crate::copy::copy;
use crate::memory::Mode;
use crate::wgsl::{Shader, Slot, SlotKind};
use crate::{Error, Few};
use std::sync::Arc;
use std::time::Duration;

/// What the timestamps are in a download, in place of a slot.
const TIMER: usize = usize::MAX;
/// Likewise, the word that says whether a loop has ended early.
const LOOPS: usize = usize::MAX - 1;

/// What a launch runs with.
pub(super) struct Launch<'a> {
    pub(super) logical: &'a Arc<Logical>,
    pub(super) pipeline: &'a Arc<Pipeline>,
    pub(super) shader: &'a Shader,
    pub(super) plan: &'a Plan,
    /// Whether to take the time, which means to wait.
    pub(super) is_timed: bool,
    /// What to keep the launch under, and as what, if it may come again.
    pub(super) kept: Option<(Key, Keep)>,
}

/// A launch that the host waits for.
pub(super) struct Started {
    logical: Arc<Logical>,
    leases: Vec<Option<Lease>>,
    download: Download,
    /// What to wait for if nothing is to be read.
    last: Option<Ticket>,
    mode: Mode,
    /// The resident buffers that a watched launch writes.
    written: Vec<u64>,
}

impl Launch<'_> {
    /// Records the plan. If there is nothing that the host waits for, that is all.
    pub(super) fn start(&self, bindings: &mut [Binding<'_>], mode: Mode) -> Result<Option<Started>, Error> {
        let (leases, uploaded) = self.borrow(bindings)?;
        let mut download = self.logical.download(mode, None);
        let (last, written) = {
            let _span = tracing::debug_span!("record", dispatches = self.plan.dispatches.len()).entered();
            self.record(bindings, &leases, uploaded, &mut download)?
        };
        let logical = Arc::clone(self.logical);
        Ok(self.waits(&leases).then_some(Started { logical, leases, download, last, mode, written }))
    }

    /// Whether there is anything that the host waits for.
    fn waits(&self, leases: &[Option<Lease>]) -> bool {
        self.is_timed || leases.iter().any(Option::is_some)
    }

    /// Whether a slot's data lie in the ring.
    fn is_in_ring(&self, slot: &Slot) -> bool {
        matches!(slot.kind, SlotKind::Uniform { is_storage: false, .. }) && self.pipeline.has_uniforms_in_ring
    }

    /// Buffers with the data of all slices that do not go into the ring, and since when these have been recorded.
    fn borrow(&self, bindings: &[Binding<'_>]) -> Result<(Vec<Option<Lease>>, Option<Since>), Error> {
        let (mut leases, mut uploaded) = (Vec::new(), None);
        for (at, slot) in self.shader.slots.iter().enumerate() {
            let is_resident = matches!(bindings[at], Binding::Resident { .. });
            if is_resident || self.is_in_ring(slot) {
                leases.push(None);
                continue;
            }
            let lease = self.logical.storage.take(self.logical, self.plan.bytes[at])?;
            if slot.is_read || slot.is_written {
                uploaded.get_or_insert_with(|| self.logical.recorder().now());
                self.upload(&lease.buffer, &bindings[at])?;
            }
            leases.push(Some(lease));
        }
        if self.shader.is_watched {
            let lease = self.logical.storage.take(self.logical, 16)?;
            let mut recorder = self.logical.recorder();
            uploaded.get_or_insert(recorder.now());
            recorder.clear(&lease.buffer, 16, None);
            drop(recorder);
            leases.push(Some(lease));
        }
        Ok((leases, uploaded))
    }

    fn upload(&self, buffer: &Shared<wgpu::Buffer>, binding: &Binding<'_>) -> Result<(), Error> {
        let bytes = binding.host_bytes();
        let _span = tracing::debug_span!("upload", bytes = bytes.len()).entered();
        if bytes.is_empty() {
            return Ok(());
        }
        if bytes.iter().all(|byte| *byte == 0) {
            let padded = bytes.len().next_multiple_of(4) as u64;
            self.logical.recorder().clear(buffer, padded, None);
            return Ok(());
        }
        self.logical.upload((buffer, 0), bytes, None)
    }

    /// The word in which a watched launch says whether a loop has ended early.
    fn watch<'l>(&self, leases: &'l [Option<Lease>]) -> Option<&'l Lease> {
        leases.get(self.shader.slots.len())?.as_ref()
    }

    /// Records the launch, and submits it with what is to be read if there are slices. Gives what to wait for if
    /// nothing is to be read, and which resident buffers a watched launch writes.
    fn record(
        &self,
        bindings: &[Binding<'_>],
        leases: &[Option<Lease>],
        uploaded: Option<Since>,
        download: &mut Download,
    ) -> Result<(Option<Ticket>, Vec<u64>), Error> {
        let mut recorder = self.logical.recorder();
        if self.is_timed {
            recorder.flush_unseen(self.logical);
        }
        // All parts are bound before one is recorded, so that a launch which fails here has done nothing.
        let mut ready = Vec::with_capacity(self.plan.dispatches.len());
        for dispatch in &self.plan.dispatches {
            ready.push(self.bind(&mut recorder, dispatch, bindings, leases)?);
        }
        let mut blocks: Few<&[u8]> = Few::new();
        for (at, slot) in self.shader.slots.iter().enumerate() {
            if self.is_in_ring(slot) {
                blocks.push(bindings[at].host_bytes());
            }
        }
        let (mut first, mut is_whole) = (None, true);
        for ready in &ready {
            recorder.repeat(self.logical, Arc::clone(ready), &blocks, self.is_timed, uploaded)?;
            is_whole &= *first.get_or_insert(recorder.batch()) == recorder.batch();
        }
        if !self.waits(leases) {
            if let (Some((key, keep)), [ready]) = (&self.kept, ready.as_slice()) {
                recorder.warm.keep(key.clone(), keep.clone(), Arc::clone(ready));
            }
            return Ok((None, Vec::new()));
        }
        // First, so that nothing else is taken over if a loop has ended early.
        if let Some(lease) = self.watch(leases) {
            download.add(LOOPS, &lease.buffer, 0, 4);
        }
        for (at, slot) in self.shader.slots.iter().enumerate() {
            if let (Some(lease), Binding::WordsMut(words), true) =
                (&leases[at], &bindings[at], slot.is_written)
            {
                download.add(at, &lease.buffer, 0, words.len() as u64 * 4);
            }
        }
        // The timestamps are those of one submission: without that there is no time.
        if let Some(timer) = self.logical.timer.as_ref().filter(|_| self.is_timed && is_whole) {
            download.add(TIMER, timer.buffer(), 0, Timer::BYTES);
        }
        let has_results = download.begin(&mut recorder)?;
        let written = ready.iter().filter(|_| self.shader.is_watched);
        let written = written.flat_map(|ready| ready.group.written.iter().copied()).collect();
        Ok((if has_results { None } else { recorder.last() }, written))
    }

    /// Binds one dispatch of the launch.
    fn bind(
        &self,
        recorder: &mut Recorder,
        dispatch: &Dispatch,
        bindings: &[Binding<'_>],
        leases: &[Option<Lease>],
    ) -> Result<Arc<Ready>, Error> {
        let mut bound = Vec::new();
        for (at, slot) in self.shader.slots.iter().enumerate() {
            let window = dispatch.windows.get(at).copied().flatten();
            bound.push(self.bound(slot, leases[at].as_ref(), &bindings[at], self.plan.bytes[at], window));
        }
        let launch_block = dispatch.launch_block.as_slice();
        bound.push(Bound::Ring { bytes: (launch_block.len() as u64 * 4).next_multiple_of(16) });
        if let Some(lease) = self.watch(leases) {
            let (id, buffer) = (lease.id, &lease.buffer);
            let (is_resident, is_written) = (false, true);
            bound.push(Bound::Buffer { id, buffer, offset: 0, bytes: 16, is_resident, is_written });
        }
        recorder.bind(self.logical, self.pipeline, &bound, dispatch.groups, launch_block)
    }

    fn bound<'b>(
        &self,
        slot: &Slot,
        lease: Option<&'b Lease>,
        binding: &Binding<'b>,
        planned: u64,
        window: Option<Window>,
    ) -> Bound<'b> {
        let resident = match binding {
            Binding::Resident { memory, .. } => Resident::of(*memory),
            _ => None,
        };
        let (id, buffer, is_resident) = match (resident, lease) {
            (Some(buffer), _) => (buffer.id(), buffer.buffer(), true),
            (None, Some(lease)) => (lease.id, &lease.buffer, false),
            (None, None) => return Bound::Ring { bytes: planned },
        };
        // Never less than planned: that has been compared with the limit.
        let (offset, bytes) = match (slot.kind, window) {
            (SlotKind::Uniform { .. }, _) => (0, planned),
            (SlotKind::Storage { .. }, None) => {
                (0, buffer.raw().size().min(binding_bytes(&self.logical.limits)))
            }
            (SlotKind::Storage { .. }, Some(Window { offset, bytes })) => {
                (offset, bytes.min(buffer.raw().size().saturating_sub(offset)))
            }
        };
        Bound::Buffer { id, buffer, offset, bytes, is_resident, is_written: slot.is_written }
    }
}

impl Started {
    /// Waits, and puts what the program has written into the bindings. Gives the time that the device took, if that was asked
    /// for and it has a clock.
    pub(super) async fn finish(self, bindings: &mut [Binding<'_>]) -> Result<Option<Duration>, Error> {
        let Started { logical, mut leases, download, last, mode, written } = self;
        // The launch waits even if nothing comes back, and has its own errors.
        if let Some(last) = last {
            logical.wait_for(last, mode).await?;
        }
        let mut elapsed = None;
        let mut is_cut = false;
        download
            .run(&mut |slot, at, bytes| {
                if slot == LOOPS {
                    is_cut = bytes.iter().any(|byte| *byte != 0);
                } else if is_cut {
                    // These are not the kernel's results.
                } else if slot == TIMER {
                    elapsed = logical.timer.as_ref().and_then(|timer| timer.elapsed(bytes));
                } else if let Some(Binding::WordsMut(words)) = bindings.get_mut(slot) {
                    let target: &mut [u8] = bytemuck::cast_slice_mut(words);
                    if let Some(target) = target.get_mut(at as usize..at as usize + bytes.len()) {
                        copy(target, bytes);
                    }
                }
            })
            .await?;
        // In the order in which the next launch borrows them.
        while leases.pop().is_some() {}
        if let (true, Some(limited)) = (is_cut, &logical.loop_limit) {
            let failure = Failure::LoopLimit(limited.clone());
            logical.recorder().spoil(&written, &failure);
            return Err(failure.error());
        }
        Ok(elapsed)
    }
}
