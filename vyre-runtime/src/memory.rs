//! Memory of a device, as every backend has it.

use crate::Error;
use crate::element::{BufferElement, DataMut};
use std::any::Any;
use std::fmt;
use std::pin::Pin;

/// Something that is waited for.
pub(crate) type Pending<'a, T> = Pin<Box<dyn Future<Output = Result<T, Error>> + Send + 'a>>;

/// Who waits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mode {
    /// The calling thread.
    Block,
    /// Nobody: a thread of the device's wakes the task.
    Async,
}

/// The memory of a buffer that stays on a device. A `bool` is a word, and the last word of a buffer of bytes is padded with
/// zeros.
///
/// Backends find their own memory again by its type. Trait objects also keep a backend's types out of the debug information of
/// crates that name a `Device`: wgpu's handles lead to all of wgpu, 100 kB for each codegen unit.
pub(crate) trait Memory: Any + fmt::Debug + Send + Sync {
    /// The backing words.
    fn words(&self) -> usize;

    /// Whether it is gone with its device.
    fn is_lost(&self) -> bool {
        false
    }

    /// A copy on the same device.
    fn copy(&self) -> Result<Box<dyn Memory>, Error>;

    /// Writes bytes, beginning at `offset`. The memory is long enough.
    fn write(&self, offset: u64, bytes: &[u8]) -> Result<(), Error>;

    /// Reads elements, beginning at the byte `offset`, and gives what is left to wait for. The memory is long enough.
    fn read<'a>(
        &'a self,
        offset: u64,
        data: DataMut<'a>,
        mode: Mode,
    ) -> Result<Option<Pending<'a, ()>>, Error>;
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

/// So many zeros. Systems take no memory for those that nobody has written.
pub(crate) fn zeros<T: bytemuck::Zeroable>(len: usize) -> Result<Vec<T>, Error> {
    let bytes = (len as u64).saturating_mul(size_of::<T>() as u64);
    bytemuck::allocation::try_zeroed_vec(len).map_err(|()| no_memory(bytes))
}

pub(crate) fn no_memory(bytes: u64) -> Error {
    Error::OutOfMemory { message: format!("{bytes} bytes") }
}

/// Bytes as words, the last of them padded with zeros.
pub(crate) fn padded(bytes: &[u8]) -> Result<Vec<u32>, Error> {
    let mut words = room(bytes.len().div_ceil(4))?;
    words.resize(bytes.len().div_ceil(4), 0);
    bytemuck::cast_slice_mut(&mut words)[..bytes.len()].copy_from_slice(bytes);
    Ok(words)
}

/// Words as what was converted to them, or as the bytes that they were padded from.
pub(crate) fn narrow(data: DataMut<'_>, words: &[u32]) {
    match data {
        DataMut::Converted(mut target) => target.put(0, bytemuck::cast_slice(words)),
        DataMut::Bytes(target) => {
            let source: &[u8] = bytemuck::cast_slice(words);
            target.iter_mut().zip(source).for_each(|(byte, new)| *byte = *new);
        }
        DataMut::Words(_) => {}
    }
}

/// The size of `len` elements on a device in bytes.
pub(crate) fn bytes_of<T: BufferElement>(len: usize) -> u64 {
    (len as u64).saturating_mul(T::DEVICE_BYTES as u64)
}
