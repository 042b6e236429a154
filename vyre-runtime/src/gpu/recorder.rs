//! Work that has been recorded and not yet submitted.
//!
//! A launch is a row of [`Op`] until something asks for results, or a bound is reached. Then all rows become one submission,
//! with one compute pass for each run of launches: wgpu puts barriers between the dispatches of a pass where they use one
//! buffer, so that their order holds. A warm launch calls nothing of wgpu's while it is recorded.
//!
//! What fails when a batch is submitted is known only then, to whoever submits it. The buffers that the batch would have
//! written are *damaged* from there on: to read them or to launch with them is the same error, until they are written
//! as a whole.

use super::belt::Belt;
use super::compile::Pipeline;
use super::groups::{Bound, Groups};
use super::handle::Shared;
use super::left::Work;
use super::logical::{Failure, Logical};
use super::ring::Ring;
use super::timer::Timer;
use super::wait::{Signal, Submission, Ticket};
use super::warm::{Ready, Warm};
use crate::Error;
use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

/// The launches of one submission. Fewer leave the device idle between submissions, more let it wait for the first.
const MAX_LAUNCHES: usize = 256;
/// The submissions that may be under way before recording waits for the oldest.
const MAX_SUBMISSIONS: usize = 4;
/// The bytes of dropped buffers that may wait for recorded launches.
const MAX_DROPPED_BYTES: u64 = 256 << 20;

/// What a submission is made of.
enum Op {
    Launch {
        ready: Arc<Ready>,
        /// The offsets of its blocks in the ring, as a range of `Recorder::offsets`.
        offsets: Range<usize>,
        is_timed: bool,
    },
    Copy {
        from: (Shared<wgpu::Buffer>, u64),
        to: (Shared<wgpu::Buffer>, u64),
        bytes: u64,
        /// The resident buffer that is written.
        written: Option<u64>,
    },
    /// Makes the first bytes of a buffer zero.
    Clear {
        buffer: Shared<wgpu::Buffer>,
        bytes: u64,
        /// The resident buffer that it is.
        written: Option<u64>,
    },
}

/// A moment in the life of a recorder: the submissions that had failed by then.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Since(u64);

/// The work that waits to be submitted, and what it takes to record it.
pub(super) struct Recorder {
    ops: Vec<Op>,
    offsets: Vec<u32>,
    launches: usize,
    dropped: u64,
    ring: Ring,
    pub(super) belt: Belt,
    pub(super) groups: Groups,
    pub(super) warm: Warm,
    /// Counts the submissions from 1, failed ones too.
    batch: u64,
    /// Buffers to be mapped after the next submission.
    maps: Vec<(Shared<wgpu::Buffer>, u64, Arc<Signal>)>,
    /// Those under way, the oldest first. They are few.
    submissions: Vec<Submission>,
    last: Option<Submission>,
    /// What went wrong in a submission that nobody waited for.
    failure: Option<Failure>,
    damaged: HashMap<u64, Failure>,
    /// The submissions that have failed.
    failed: u64,
    /// What went wrong in the last of them.
    last_failure: Option<Failure>,
}

impl Recorder {
    pub(super) fn new(ring: Ring) -> Recorder {
        Recorder {
            ops: Vec::new(),
            offsets: Vec::new(),
            launches: 0,
            dropped: 0,
            ring,
            belt: Belt::default(),
            groups: Groups::default(),
            warm: Warm::default(),
            batch: 1,
            maps: Vec::new(),
            submissions: Vec::new(),
            last: None,
            failure: None,
            damaged: HashMap::new(),
            failed: 0,
            last_failure: None,
        }
    }

    /// Binds a launch, whose launch block is given, so that it can be recorded. `bound` is what is bound besides the ring, in order of
    /// the slots, and `groups` the workgroups along each axis.
    ///
    /// # Errors
    /// If it cannot be bound.
    pub(super) fn bind(
        &mut self,
        logical: &Logical,
        pipeline: &Arc<Pipeline>,
        bound: &[Bound<'_>],
        groups: [u32; 3],
        launch_block: &[u32],
    ) -> Result<Arc<Ready>, Error> {
        for id in logical.storage.take_gone() {
            self.groups.forget(id);
        }
        let group = self.groups.get(logical, pipeline, bound, self.ring.buffer())?;
        Ok(Arc::new(Ready::new(Arc::clone(pipeline), group, groups, launch_block.to_vec())))
    }

    /// The number of the submission that what is recorded now will be a part of.
    pub(super) fn batch(&self) -> u64 {
        self.batch
    }

    /// Records a launch that is ready, with the contents of its blocks in the ring but for the launch block, in order of the
    /// bindings. `uploaded` is since when its data have been recorded, if it has any in buffers.
    ///
    /// # Errors
    /// If it uses a buffer that an earlier failure has damaged, or its data were lost in one.
    pub(super) fn repeat(
        &mut self,
        logical: &Logical,
        ready: Arc<Ready>,
        blocks: &[&[u8]],
        is_timed: bool,
        uploaded: Option<Since>,
    ) -> Result<(), Error> {
        let launch_block: &[u8] = bytemuck::cast_slice(&ready.launch_block);
        let needed: usize = blocks.iter().map(|block| self.ring.room(block)).sum();
        // The parts of a timed launch have one submission, which has one pair of timestamps.
        let is_full = self.launches >= MAX_LAUNCHES && !is_timed;
        if is_full || !self.ring.has_room(needed + self.ring.room(launch_block)) {
            self.flush_unseen(logical);
        }
        // After submitting, which may have damaged them.
        if !self.damaged.is_empty() {
            self.check_undamaged(&ready.group.ids)?;
        }
        if let Some(since) = uploaded {
            self.check_since(since)?;
        }
        let start = self.offsets.len();
        for block in blocks {
            self.offsets.push(self.ring.push(block));
        }
        let placed = ready.placed(self.batch).unwrap_or_else(|| {
            let offset = self.ring.push(launch_block);
            ready.place(self.batch, offset);
            offset
        });
        self.offsets.push(placed);
        let (offsets, is_timed) = (start..self.offsets.len(), is_timed && logical.timer.is_some());
        self.ops.push(Op::Launch { ready, offsets, is_timed });
        self.launches += 1;
        Ok(())
    }

    /// Records a copy of whole words between two buffers.
    pub(super) fn copy(
        &mut self,
        from: (&Shared<wgpu::Buffer>, u64),
        to: (&Shared<wgpu::Buffer>, u64),
        bytes: u64,
        written: Option<u64>,
    ) {
        let owned = |(buffer, offset): (&Shared<wgpu::Buffer>, u64)| (buffer.clone(), offset);
        self.ops.push(Op::Copy { from: owned(from), to: owned(to), bytes, written });
    }

    /// Submits if much is recorded. What has been placed on the belt must be recorded before that.
    pub(super) fn make_room(&mut self, logical: &Logical) {
        if self.ops.len() >= 2 * MAX_LAUNCHES || self.belt.is_full() {
            self.flush_unseen(logical);
        }
    }

    /// Records that the first bytes of a buffer become zero.
    pub(super) fn clear(&mut self, buffer: &Shared<wgpu::Buffer>, bytes: u64, written: Option<u64>) {
        self.ops.push(Op::Clear { buffer: buffer.clone(), bytes, written });
    }

    /// Maps a buffer for reading after the next submission.
    pub(super) fn map(&mut self, buffer: &Shared<wgpu::Buffer>, bytes: u64) -> Arc<Signal> {
        let signal = Arc::<Signal>::default();
        self.maps.push((buffer.clone(), bytes, Arc::clone(&signal)));
        signal
    }

    /// Submits without anybody who waits: a failure is kept for the next who does.
    pub(super) fn flush_unseen(&mut self, logical: &Logical) {
        if let Err(failure) = self.submit(logical) {
            tracing::warn!(error = %failure.error(), "recorded work failed");
            self.failure.get_or_insert(failure);
        }
    }

    /// Submits what is recorded.
    ///
    /// # Errors
    /// If this submission failed, or an earlier one that nobody waited for.
    pub(super) fn flush(&mut self, logical: &Logical) -> Result<Option<Submission>, Error> {
        self.submit(logical).map_err(|failure| failure.error())?;
        match self.failure.take() {
            Some(failure) => Err(failure.error()),
            None => Ok(self.last.clone()),
        }
    }

    fn submit(&mut self, logical: &Logical) -> Result<(), Failure> {
        if self.ops.is_empty() {
            return Ok(());
        }
        let _span =
            tracing::debug_span!("submit", launches = self.launches, steps = self.ops.len()).entered();
        let submitted = logical.scoped("launching", || self.encode(logical));
        let result = match submitted {
            Ok(index) => {
                let number = self.last.as_ref().map_or(1, |last| last.number + 1);
                let submission = Submission { number, index, work: self.work() };
                self.last = Some(submission.clone());
                self.submissions.push(submission);
                self.trim(logical)
            }
            Err(error) => {
                self.ring.distrust();
                Err(error)
            }
        };
        let failure = result.err().map(|error| Failure::of(&error));
        if let Some(failure) = &failure {
            self.damage(failure);
            self.failed += 1;
            self.last_failure = Some(failure.clone());
        }
        self.ops.clear();
        self.offsets.clear();
        self.batch += 1;
        (self.launches, self.dropped) = (0, 0);
        self.maps.clear();
        failure.map_or(Ok(()), Err)
    }

    /// What the recorded launches do.
    fn work(&self) -> Work {
        let pipeline = |op: &Op| match op {
            Op::Launch { ready, .. } => Some(Arc::clone(&ready.pipeline)),
            Op::Copy { .. } | Op::Clear { .. } => None,
        };
        Work { first: self.ops.iter().find_map(pipeline), launches: self.launches }
    }

    /// Encodes and submits everything, and asks for what is to be mapped.
    fn encode(&mut self, logical: &Logical) -> wgpu::SubmissionIndex {
        let descriptor = wgpu::CommandEncoderDescriptor { label: Some("vyre") };
        let mut encoder = logical.device.raw().create_command_encoder(&descriptor);
        self.ring.upload(logical, &mut self.belt, &mut encoder);
        let mut ops = self.ops.as_slice();
        while let Some((op, rest)) = ops.split_first() {
            match op {
                Op::Copy { from, to, bytes, .. } => {
                    encoder.copy_buffer_to_buffer(from.0.raw(), from.1, to.0.raw(), to.1, *bytes);
                }
                Op::Clear { buffer, bytes, .. } => encoder.clear_buffer(buffer.raw(), 0, Some(*bytes)),
                Op::Launch { is_timed, .. } => {
                    // Whoever takes the time waits: all timed ones of a submission are parts of one launch.
                    let together =
                        |op: &&Op| matches!(op, Op::Launch { is_timed: timed, .. } if timed == is_timed);
                    let more = rest.iter().take_while(together).count();
                    self.encode_pass(logical, &mut encoder, &ops[..=more], *is_timed);
                    ops = &rest[more..];
                    continue;
                }
            }
            ops = rest;
        }
        self.belt.close();
        let submission = logical.queue.submit(encoder);
        self.belt.recycle();
        for (buffer, bytes, signal) in self.maps.drain(..) {
            buffer.map(wgpu::MapMode::Read, bytes, move |result| {
                signal.set(result.map_err(|error| Failure::Device("reading back", error)));
            });
        }
        submission
    }

    /// Encodes launches as one pass.
    fn encode_pass(
        &self,
        logical: &Logical,
        encoder: &mut wgpu::CommandEncoder,
        launches: &[Op],
        is_timed: bool,
    ) {
        let timer = logical.timer.as_ref().filter(|_| is_timed);
        let timestamp_writes = timer.map(Timer::writes);
        let mut pass =
            encoder.begin_compute_pass(&wgpu::ComputePassDescriptor { label: None, timestamp_writes });
        let mut current = 0;
        for op in launches {
            if let Op::Launch { ready, offsets, .. } = op {
                if current != ready.pipeline.id {
                    pass.set_pipeline(ready.pipeline.pipeline.raw());
                    current = ready.pipeline.id;
                }
                pass.set_bind_group(0, ready.group.group.raw(), &self.offsets[offsets.clone()]);
                let [x, y, z] = ready.groups;
                pass.dispatch_workgroups(x, y, z);
            }
        }
        drop(pass);
        if let Some(timer) = timer {
            timer.resolve(encoder);
        }
    }

    /// Waits until no more submissions are under way than may be.
    fn trim(&mut self, logical: &Logical) -> Result<(), Error> {
        while self.submissions.first().is_some_and(|oldest| logical.is_done(oldest)) {
            self.submissions.remove(0);
        }
        while self.submissions.len() > MAX_SUBMISSIONS {
            self.wait_for_oldest(logical)?;
        }
        Ok(())
    }

    /// Waits for the oldest submission that is under way. Says whether there was one.
    pub(super) fn wait_for_oldest(&mut self, logical: &Logical) -> Result<bool, Error> {
        if self.submissions.is_empty() {
            return Ok(false);
        }
        let oldest = self.submissions.remove(0);
        logical.wait(&oldest).map(|()| true)
    }

    /// Marks the resident buffers that the recorded work would have written.
    fn damage(&mut self, failure: &Failure) {
        for op in &self.ops {
            let written = match op {
                Op::Launch { ready, .. } => ready.group.written.as_slice(),
                Op::Copy { written, .. } | Op::Clear { written, .. } => written.as_slice(),
            };
            for id in written {
                self.damaged.insert(*id, failure.clone());
            }
        }
        for (_, _, signal) in self.maps.drain(..) {
            signal.set(Err(failure.clone()));
        }
    }

    /// Marks resident buffers that hold other bytes than they should.
    pub(super) fn spoil(&mut self, ids: &[u64], failure: &Failure) {
        for id in ids {
            self.damaged.insert(*id, failure.clone());
        }
    }

    /// The failure that damaged one of these buffers, if any did.
    pub(super) fn check_undamaged(&self, ids: &[u64]) -> Result<(), Error> {
        match ids.iter().find_map(|id| self.damaged.get(id)) {
            Some(failure) => Err(failure.error()),
            None => Ok(()),
        }
    }

    /// What [`Recorder::check_since`] counts from.
    pub(super) fn now(&self) -> Since {
        Since(self.failed)
    }

    /// The last failure, if a submission has failed since: what was recorded between may be lost, and another thread may have
    /// got the error.
    fn check_since(&self, since: Since) -> Result<(), Error> {
        match &self.last_failure {
            Some(failure) if self.now() != since => Err(failure.error()),
            _ => Ok(()),
        }
    }

    /// A buffer is about to be written as a whole.
    pub(super) fn mend(&mut self, id: u64) {
        self.damaged.remove(&id);
    }

    /// A buffer is gone. What has been recorded with it keeps its memory, which is bounded.
    pub(super) fn forget(&mut self, logical: &Logical, id: u64, bytes: u64) {
        self.groups.forget(id);
        self.warm.forget(id);
        self.damaged.remove(&id);
        if !self.ops.is_empty() {
            self.dropped += bytes;
            if self.dropped > MAX_DROPPED_BYTES {
                self.flush_unseen(logical);
            }
        }
    }

    /// The ticket of the last submission, if there is one.
    pub(super) fn last(&self) -> Option<Ticket> {
        self.last.clone().map(Ticket::done)
    }
}
