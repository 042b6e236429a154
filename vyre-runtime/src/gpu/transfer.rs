//! Moving bytes between the host and buffers, by pieces: while one is copied here the device copies another.

use super::belt::PIECE;
use super::handle::Shared;
use super::logical::Logical;
use super::pool::Lease;
use super::recorder::Recorder;
use super::wait::{Signal, Submission, Ticket};
use crate::Error;
use crate::memory::Mode;
use std::collections::VecDeque;
use std::sync::Arc;
use tracing::Instrument;

/// Takes the target, the place in what is read of it, and the bytes.
pub(super) type Put<'a> = &'a mut (dyn FnMut(usize, u64, &[u8]) + Send);

/// The pieces of a download that are under way at one time.
const WINDOW: usize = 4;

impl Logical {
    /// Copies bytes to a buffer, in the order of what is recorded. The last word is padded with zeros.
    pub(super) fn upload(
        &self,
        (buffer, offset): (&Shared<wgpu::Buffer>, u64),
        bytes: &[u8],
        written: Option<u64>,
    ) -> Result<(), Error> {
        for (index, piece) in bytes.chunks(PIECE).enumerate() {
            let at = offset + (index * PIECE) as u64;
            let mut recorder = self.recorder();
            recorder.make_room(self);
            while !recorder.belt.has_room(piece.len()) && recorder.wait_for_oldest(self)? {}
            let (from, start) = self.scoped("uploading", || recorder.belt.place(self, piece))?;
            let words = piece.len().next_multiple_of(4) as u64;
            recorder.copy((&from, start), (buffer, at), words, written);
        }
        Ok(())
    }

    /// A download of the resident buffer with this number, or of buffers that are borrowed.
    pub(super) fn download(self: &Arc<Logical>, mode: Mode, resident: Option<u64>) -> Download {
        let (pieces, flying) = (VecDeque::new(), Vec::new());
        Download { logical: Arc::clone(self), mode, resident, pieces, flying }
    }
}

/// A part of a buffer that is to be read.
struct Piece {
    target: usize,
    buffer: Shared<wgpu::Buffer>,
    /// Where it begins in the buffer, and in what is read.
    offset: u64,
    at: u64,
    bytes: u64,
}

/// A piece on its way.
struct Flying {
    target: usize,
    at: u64,
    bytes: u64,
    staging: Lease,
    signal: Arc<Signal>,
    submission: Option<Submission>,
}

/// Parts of buffers that are to be read.
pub(super) struct Download {
    logical: Arc<Logical>,
    mode: Mode,
    /// The resident buffer that is read.
    resident: Option<u64>,
    pieces: VecDeque<Piece>,
    /// The first to be read first; at most [`WINDOW`] of them.
    flying: Vec<Flying>,
}

impl Download {
    /// Adds `bytes` bytes from `offset`, both multiples of 4.
    pub(super) fn add(&mut self, target: usize, buffer: &Shared<wgpu::Buffer>, offset: u64, bytes: u64) {
        for at in (0..bytes).step_by(PIECE) {
            let (buffer, bytes) = (buffer.clone(), (bytes - at).min(PIECE as u64));
            self.pieces.push_back(Piece { target, buffer, offset: offset + at, at, bytes });
        }
    }

    /// Records as many pieces as may be under way, and submits. Says whether any are.
    pub(super) fn begin(&mut self, recorder: &mut Recorder) -> Result<bool, Error> {
        // Another thread's submission may have failed since somebody looked.
        recorder.check_undamaged(self.resident.as_slice())?;
        let first = self.flying.len();
        while self.flying.len() < WINDOW
            && let Some(piece) = self.pieces.pop_front()
        {
            let staging = self.logical.staging.take(&self.logical, piece.bytes)?;
            recorder.copy((&piece.buffer, piece.offset), (&staging.buffer, 0), piece.bytes, None);
            let signal = recorder.map(&staging.buffer, piece.bytes);
            let Piece { target, at, bytes, .. } = piece;
            self.flying.push(Flying { target, at, bytes, staging, signal, submission: None });
        }
        let submission = recorder.flush(&self.logical)?;
        for flying in &mut self.flying[first..] {
            flying.submission.clone_from(&submission);
        }
        Ok(!self.flying.is_empty())
    }

    /// Reads everything.
    pub(super) async fn run(self, put: Put<'_>) -> Result<(), Error> {
        let flying: u64 = self.flying.iter().map(|flying| flying.bytes).sum();
        let bytes = flying + self.pieces.iter().map(|piece| piece.bytes).sum::<u64>();
        if bytes == 0 {
            return Ok(());
        }
        self.read(put).instrument(tracing::debug_span!("read", bytes)).await
    }

    async fn read(mut self, put: Put<'_>) -> Result<(), Error> {
        let logical = Arc::clone(&self.logical);
        loop {
            if !self.pieces.is_empty() && self.flying.len() <= WINDOW / 2 {
                self.begin(&mut logical.recorder())?;
            }
            if self.flying.is_empty() {
                return Ok(());
            }
            let mut flying = self.flying.remove(0);
            let Some(submission) = flying.submission.clone() else {
                let message = "a piece was not submitted".to_string();
                return Err(Error::Device { operation: "reading back", message });
            };
            let ticket = Ticket { submission, signal: Arc::clone(&flying.signal), is_mapping: true };
            logical.wait_for(ticket, self.mode).await?;
            let operation = "reading back";
            let staging = &flying.staging.buffer;
            let copied = staging.mapped(flying.bytes).map(|view| {
                staging.while_it_lives(logical.backend, &mut || put(flying.target, flying.at, &view))
            });
            let problem = match copied {
                Ok(true) => None,
                Ok(false) => Some("the buffer was destroyed".to_string()),
                Err(error) => Some(error),
            };
            if let Some(message) = problem {
                return Err(logical.judge(Error::Device { operation, message }));
            }
            logical.scoped(operation, || flying.staging.buffer.raw().unmap())?;
            flying.staging.is_clean = true;
        }
    }
}
