//! The storage of a [`Buffer`](crate::Buffer): memory of a GPU, or host memory for the CPU device.

use crate::copy::copy;
use crate::element::{Data, DataMut, Element, element_bytes};
use crate::{Device, Error};
use std::sync::{PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};
use vyre_ir::DataType;

/// The data of a buffer, and its device.
#[derive(Debug)]
pub(crate) struct Storage {
    pub(crate) device: Device,
    /// The number of elements.
    pub(crate) len: usize,
    pub(crate) memory: Memory,
}

#[derive(Debug)]
pub(crate) enum Memory {
    Host(HostMemory),
    #[cfg(feature = "gpu")]
    Gpu(Box<dyn crate::gpu::AnyResident>),
}

/// A buffer of the CPU device, as the words that its launches use. A `bool` is a word of 0 or 1, and the last word of
/// a buffer of bytes is padded with zeros.
#[derive(Debug)]
pub(crate) struct HostMemory(RwLock<Vec<u32>>);

impl HostMemory {
    pub(crate) fn zeros(bytes: u64) -> Result<HostMemory, Error> {
        let words = usize::try_from(bytes.div_ceil(4)).map_err(|_| no_memory(bytes))?;
        let mut memory = room(words)?;
        memory.resize(words, 0);
        Ok(HostMemory(RwLock::new(memory)))
    }

    pub(crate) fn shared(&self) -> RwLockReadGuard<'_, Vec<u32>> {
        self.0.read().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn unique(&self) -> RwLockWriteGuard<'_, Vec<u32>> {
        self.0.write().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Storage {
    /// The host memory, if the buffer is on the CPU device.
    pub(crate) fn host(&self) -> Option<&HostMemory> {
        match &self.memory {
            Memory::Host(memory) => Some(memory),
            #[cfg(feature = "gpu")]
            Memory::Gpu(_) => None,
        }
    }

    /// Writes elements, beginning at `offset`. The buffer is long enough.
    pub(crate) fn write<T: Element>(&self, offset: usize, data: &[T]) -> Result<(), Error> {
        let offset = offset as u64 * element_bytes(T::TYPE);
        match T::data(data) {
            Data::Words(words) => self.write_bytes(offset, bytemuck::cast_slice(words)),
            Data::Bytes(bytes) => self.write_bytes(offset, bytes),
            Data::Bools(truths) => self.write_bytes(offset, bytemuck::cast_slice(&widened(truths)?)),
        }
    }

    fn write_bytes(&self, offset: u64, bytes: &[u8]) -> Result<(), Error> {
        match &self.memory {
            Memory::Host(memory) => {
                let _span = tracing::debug_span!("upload", bytes = bytes.len()).entered();
                let mut words = memory.unique();
                let target: &mut [u8] = bytemuck::cast_slice_mut(&mut words);
                copy(&mut target[offset as usize..][..bytes.len()], bytes);
                Ok(())
            }
            #[cfg(feature = "gpu")]
            Memory::Gpu(resident) => resident.write(offset, bytes),
        }
    }

    /// Reads elements, beginning at `offset`. The buffer is long enough.
    pub(crate) fn read<T: Element>(&self, offset: usize, data: &mut [T]) -> Result<(), Error> {
        self.read_data(offset as u64 * element_bytes(T::TYPE), T::data_mut(data))
    }

    fn read_data(&self, offset: u64, data: DataMut<'_>) -> Result<(), Error> {
        match &self.memory {
            Memory::Host(memory) => read_host(memory, offset, data),
            #[cfg(feature = "gpu")]
            Memory::Gpu(resident) => {
                pollster::block_on(resident.read(offset, data, crate::gpu::Mode::Block))?;
            }
        }
        Ok(())
    }

    /// Like [`Storage::read`], without blocking the thread on a GPU.
    pub(crate) async fn read_async<T: Element>(&self, offset: usize, data: &mut [T]) -> Result<(), Error> {
        let offset = offset as u64 * element_bytes(T::TYPE);
        let data = T::data_mut(data);
        match &self.memory {
            Memory::Host(memory) => read_host(memory, offset, data),
            #[cfg(feature = "gpu")]
            Memory::Gpu(resident) => resident.read(offset, data, crate::gpu::Mode::Async).await?,
        }
        Ok(())
    }

    /// A copy on the same device.
    pub(crate) fn copy(&self) -> Result<Storage, Error> {
        let memory = match &self.memory {
            Memory::Host(memory) => {
                let words = memory.shared();
                let twin = HostMemory::zeros(words.len() as u64 * 4)?;
                copy(bytemuck::cast_slice_mut(&mut twin.unique()), bytemuck::cast_slice(&words));
                Memory::Host(twin)
            }
            #[cfg(feature = "gpu")]
            Memory::Gpu(resident) => Memory::Gpu(resident.copy()?),
        };
        Ok(Storage { device: self.device.clone(), len: self.len, memory })
    }
}

fn read_host(memory: &HostMemory, offset: u64, mut data: DataMut<'_>) {
    let bytes = data.device_bytes();
    let _span = tracing::debug_span!("read", bytes).entered();
    let words = memory.shared();
    let source: &[u8] = bytemuck::cast_slice(&words);
    data.put(0, 0, &source[offset as usize..][..bytes]);
}

/// `bool`s as words.
pub(crate) fn widened(truths: &[bool]) -> Result<Vec<u32>, Error> {
    let mut words = room(truths.len())?;
    words.extend(truths.iter().map(|truth| u32::from(*truth)));
    Ok(words)
}

/// A copy of a slice.
pub(crate) fn copied<T: Copy>(data: &[T]) -> Result<Vec<T>, Error> {
    let mut copy = room(data.len())?;
    copy.extend_from_slice(data);
    Ok(copy)
}

/// An empty vector with memory for so many elements.
pub(crate) fn room<T>(len: usize) -> Result<Vec<T>, Error> {
    let mut memory = Vec::new();
    let bytes = (len as u64).saturating_mul(size_of::<T>() as u64);
    memory.try_reserve_exact(len).map_err(|_| no_memory(bytes))?;
    Ok(memory)
}

fn no_memory(bytes: u64) -> Error {
    Error::OutOfMemory { message: format!("{bytes} bytes") }
}

/// Words as `bool`s.
pub(crate) fn narrow(data: DataMut<'_>, words: &[u32]) {
    if let DataMut::Bools(target) = data {
        target.iter_mut().zip(words).for_each(|(narrow, word)| *narrow = *word != 0);
    }
}

/// The size of `len` elements on a device in bytes.
pub(crate) fn bytes_of(ty: DataType, len: usize) -> u64 {
    (len as u64).saturating_mul(element_bytes(ty))
}
