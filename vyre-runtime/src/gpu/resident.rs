//! Buffers that stay on a device.

use super::handle::Shared;
use super::limits::padded;
use super::logical::Logical;
use super::pool::Lease;
use super::{Gpu, within};
use crate::element::DataMut;
use crate::memory::{Memory, Mode, Pending};
use crate::unique;
use crate::{Error, Limit};
use std::any::Any;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A buffer of a program's data. Its length never changes, and its allocation is at least as long.
pub(crate) struct Resident {
    id: u64,
    buffer: Lease,
    bytes: u64,
    /// Whether a user has the handle too, who may still have it when this is gone.
    is_shared: AtomicBool,
    logical: Arc<Logical>,
}

impl Gpu {
    /// A buffer of `bytes` bytes, all zero.
    ///
    /// # Errors
    /// If it is larger than the device allows, or the device has no memory left.
    pub(super) fn resident(&self, bytes: u64) -> Result<Resident, Error> {
        let resident = Resident::new(self.logical()?, bytes)?;
        if resident.buffer.is_used {
            let logical = &resident.logical;
            let mut recorder = logical.recorder();
            recorder.make_room(logical);
            let size = resident.buffer.buffer.raw().size();
            recorder.clear(&resident.buffer.buffer, size, Some(resident.id));
        }
        Ok(resident)
    }
}

impl Resident {
    /// The buffer of a GPU, if the memory is one.
    pub(crate) fn of(memory: &dyn Memory) -> Option<&Resident> {
        let memory: &dyn Any = memory;
        memory.downcast_ref()
    }

    /// What is in it is what was there before.
    pub(super) fn new(logical: Arc<Logical>, bytes: u64) -> Result<Resident, Error> {
        logical.check_lost()?;
        let padded = padded(bytes);
        within(Limit::BufferSize, padded, logical.limits.max_buffer_size)?;
        let buffer = logical.residents.take(&logical, padded)?;
        Ok(Resident { id: unique::number(), buffer, bytes, is_shared: AtomicBool::new(false), logical })
    }

    pub(crate) fn id(&self) -> u64 {
        self.id
    }

    pub(super) fn buffer(&self) -> &Shared<wgpu::Buffer> {
        &self.buffer.buffer
    }

    pub(super) fn logical(&self) -> &Arc<Logical> {
        &self.logical
    }

    /// wgpu's handle. What has been recorded so far is submitted, so that what the caller submits comes after it.
    #[inline]
    pub(crate) fn shared(&self) -> Result<wgpu::Buffer, Error> {
        self.logical.check_lost()?;
        let mut recorder = self.logical.recorder();
        recorder.check_undamaged(&[self.id])?;
        recorder.flush(&self.logical)?;
        self.is_shared.store(true, Ordering::Release);
        Ok(self.buffer().raw().clone())
    }

    /// Reads elements from the byte `offset`, once everything that was recorded before is done.
    pub(super) async fn fetch(&self, offset: u64, mut data: DataMut<'_>, mode: Mode) -> Result<(), Error> {
        self.logical.check_lost()?;
        self.logical.recorder().check_undamaged(&[self.id])?;
        let bytes = data.device_bytes();
        if bytes == 0 {
            return self.logical.synchronize(mode).await;
        }
        let first = offset / 4 * 4;
        let skipped = (offset - first) as usize;
        let total = (skipped + bytes).next_multiple_of(4) as u64;
        let mut download = self.logical.download(mode, Some(self.id));
        download.add(0, self.buffer(), first, total);
        download.run(&mut |_, at, piece| data.put(skipped, at as usize, piece)).await
    }
}

impl Drop for Resident {
    fn drop(&mut self) {
        if self.is_shared.load(Ordering::Acquire) {
            self.buffer.is_clean = false;
        }
        self.logical.forget(self.id, self.buffer().raw().size());
    }
}

impl Memory for Resident {
    fn words(&self) -> usize {
        usize::try_from(self.bytes.div_ceil(4)).unwrap_or(usize::MAX)
    }

    fn is_lost(&self) -> bool {
        self.logical.is_lost()
    }

    /// It is recorded, and nothing waits for it.
    fn copy(&self) -> Result<Box<dyn Memory>, Error> {
        let copy = Resident::new(Arc::clone(&self.logical), self.bytes)?;
        let mut recorder = self.logical.recorder();
        recorder.make_room(&self.logical);
        recorder.check_undamaged(&[self.id])?;
        let bytes = self.bytes.next_multiple_of(4);
        if bytes > 0 {
            recorder.copy((self.buffer(), 0), (copy.buffer(), 0), bytes, Some(copy.id));
        }
        Ok(Box::new(copy))
    }

    /// It does not wait unless the bytes begin or end within a word.
    fn write(&self, offset: u64, bytes: &[u8]) -> Result<(), Error> {
        let _span = tracing::debug_span!("upload", bytes = bytes.len()).entered();
        self.logical.check_lost()?;
        if bytes.is_empty() {
            return Ok(());
        }
        let end = offset + bytes.len() as u64;
        let is_whole = offset == 0 && end == self.bytes;
        // What fails from here on damages the buffer again.
        match is_whole {
            true => self.logical.recorder().mend(self.id),
            false => self.logical.recorder().check_undamaged(&[self.id])?,
        }
        if offset.is_multiple_of(4) && (end.is_multiple_of(4) || end == self.bytes) {
            self.logical.upload((self.buffer(), offset), bytes, Some(self.id))?;
        } else {
            let first = offset / 4 * 4;
            let last = end.next_multiple_of(4).min(self.bytes);
            let mut covered = vec![0; (last - first) as usize];
            pollster::block_on(self.fetch(first, DataMut::Bytes(&mut covered), Mode::Block))?;
            covered[(offset - first) as usize..][..bytes.len()].copy_from_slice(bytes);
            self.logical.upload((self.buffer(), first), &covered, Some(self.id))?;
        }
        Ok(())
    }

    fn read<'a>(
        &'a self,
        offset: u64,
        data: DataMut<'a>,
        mode: Mode,
    ) -> Result<Option<Pending<'a, ()>>, Error> {
        Ok(Some(Box::pin(self.fetch(offset, data, mode))))
    }
}

impl fmt::Debug for Resident {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Resident").field("id", &self.id).field("bytes", &self.bytes).finish()
    }
}
