//! The storage of a [`Buffer`](crate::Buffer): memory, and the device that it is on.

use crate::Error;
use crate::backend::Device;
use crate::deferred::{self, Check};
use crate::element::{BufferElement, Data, DataMut};
use crate::memory::{Memory, Mode};
use std::sync::{Arc, OnceLock};

/// The data of a buffer, and its device.
#[derive(Debug)]
pub(crate) struct Storage {
    pub(crate) device: Device,
    /// The number of elements.
    pub(crate) len: usize,
    pub(crate) memory: Box<dyn Memory>,
    /// What has to be right so that the elements are those of an algorithm.
    pub(crate) check: OnceLock<Arc<Check>>,
}

impl Storage {
    /// Writes elements, beginning at `offset`. The buffer is long enough.
    pub(crate) fn write<T: BufferElement>(&self, offset: usize, data: &[T]) -> Result<(), Error> {
        let offset = offset as u64 * T::DEVICE_BYTES as u64;
        match T::data(data) {
            Data::Words(words) => self.memory.write(offset, bytemuck::cast_slice(words)),
            Data::Bytes(bytes) => self.memory.write(offset, bytes),
            Data::Converted(items) => self.memory.write(offset, bytemuck::cast_slice(&items.words()?)),
        }
    }

    /// Reads elements, beginning at `offset`. The buffer is long enough.
    pub(crate) fn read<T: BufferElement>(&self, offset: usize, data: &mut [T]) -> Result<(), Error> {
        self.read_data(offset as u64 * T::DEVICE_BYTES as u64, T::data_mut(data))
    }

    /// Waits until it is known that the elements are right.
    pub(crate) fn settle(&self) -> Result<(), Error> {
        deferred::settle(&self.device)?;
        self.check.get().map_or(Ok(()), |check| check.result())
    }

    fn read_data(&self, offset: u64, data: DataMut<'_>) -> Result<(), Error> {
        self.settle()?;
        self.memory.read(offset, data, Mode::Block)?.map_or(Ok(()), pollster::block_on)
    }

    /// Like [`Storage::read`], without blocking the thread on a GPU.
    pub(crate) async fn read_async<T: BufferElement>(
        &self,
        offset: usize,
        data: &mut [T],
    ) -> Result<(), Error> {
        deferred::settle_async(&self.device).await?;
        if let Some(check) = self.check.get() {
            check.result_async().await?;
        }
        let offset = offset as u64 * T::DEVICE_BYTES as u64;
        match self.memory.read(offset, T::data_mut(data), Mode::Async)? {
            Some(pending) => pending.await,
            None => Ok(()),
        }
    }

    /// A copy on the same device.
    pub(crate) fn copy(&self) -> Result<Storage, Error> {
        let (device, memory) = (self.device.clone(), self.memory.copy()?);
        Ok(Storage { device, len: self.len, memory, check: self.check.clone() })
    }
}
