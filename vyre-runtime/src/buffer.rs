//! Buffers that stay on a device between launches.

use crate::Error;
use crate::arg::{Arg, ReadArg, WriteArg};
use crate::backend::Device;
use crate::element::BufferElement;
use crate::memory::{Memory, bytes_of};
use crate::storage::Storage;
use std::fmt;
use std::marker::PhantomData;
use std::ops::{Bound, RangeBounds};
use std::sync::{Arc, OnceLock};

/// Elements on a device. A launch takes `&Buffer<T>` for a parameter `&[T]`, and `&mut Buffer<T>` for `&mut [T]` and
/// `&[AtomicU32]`.
///
/// ```
/// use vyre_ir::{BufferDecl, DataType, Expr, Node, Program};
/// use vyre_runtime::{Arg, Device};
///
/// let i = || Expr::invocation_id(0);
/// let program = Program::new(
///     vec![BufferDecl::read_write("data", 0, DataType::U32)],
///     [4, 1, 1],
///     vec![Node::store("data", i(), Expr::load("data", i()) * 2u32)],
/// );
/// let device = Device::cpu();
/// let mut data = device.buffer(&[1u32, 2, 3, 4])?;
/// for _ in 0..3 {
///     device.run(&program, [1, 1, 1], [Arg::buffer_mut(&mut data)])?;
/// }
/// assert_eq!(data.read()?, [8, 16, 24, 32]);
/// # Ok::<(), vyre_runtime::Error>(())
/// ```
///
/// A launch whose arguments are all buffers and scalars does not wait. It is recorded, and submitted together with
/// others when something waits: [`Buffer::read`], [`Device::synchronize`], or a launch with slices. A device executes
/// all operations in the order in which they were called. If an operation fails after it was recorded, the next call
/// that waits returns the error, and so does every later use of the buffers that it should have written.
///
/// `Clone` returns another handle to the same buffer, for example for another thread. It costs no more than cloning
/// an `Arc`. The handles alias: a launch that writes a buffer and takes it a second time, through whichever handle,
/// fails with [`Error::BufferAliased`]. [`Buffer::copy`] copies the elements. A read of more than 8 MiB may see a
/// part of what another handle writes at the same time.
///
/// The length never changes. The memory is freed with the last handle.
pub struct Buffer<T> {
    storage: Arc<Storage>,
    element: PhantomData<fn() -> T>,
}

impl Device {
    /// Creates a buffer with these elements.
    ///
    /// # Errors
    /// [`Error::Limit`] if the device cannot have buffers of that size, [`Error::OutOfMemory`], or another failure of the
    /// device.
    pub fn buffer<T: BufferElement>(&self, data: &[T]) -> Result<Buffer<T>, Error> {
        let buffer = self.zeros(data.len())?;
        buffer.storage.write(0, data)?;
        Ok(buffer)
    }

    /// Creates a buffer with `len` elements that are zero, or false.
    ///
    /// ```
    /// let zeros = vyre_runtime::Device::cpu().zeros::<u64>(3)?;
    /// assert_eq!(zeros.read()?, [0, 0, 0]);
    /// # Ok::<(), vyre_runtime::Error>(())
    /// ```
    ///
    /// # Errors
    /// The same as for [`Device::buffer`].
    pub fn zeros<T: BufferElement>(&self, len: usize) -> Result<Buffer<T>, Error> {
        self.memory(bytes_of::<T>(len)).map(|memory| self.buffer_of(len, memory))
    }

    /// Creates a buffer for algorithms that store every element before anybody reads one. They spare clearing it, which takes an H200 some 0.3 ms for a gigabyte.
    /// A buffer whose elements fill no whole number of words is zero, because no store reaches the bytes behind the last of them.
    #[doc(hidden)]
    pub fn unwritten<T: BufferElement>(&self, len: usize) -> Result<Buffer<T>, Error> {
        if !bytes_of::<T>(len).is_multiple_of(4) {
            return self.zeros(len);
        }
        self.unwritten_memory(bytes_of::<T>(len)).map(|memory| self.buffer_of(len, memory))
    }

    pub(crate) fn buffer_of<T: BufferElement>(&self, len: usize, memory: Box<dyn Memory>) -> Buffer<T> {
        Buffer::new(Storage { device: self.clone(), len, memory, check: OnceLock::new() })
    }
}

impl<T: BufferElement> Buffer<T> {
    fn new(storage: Storage) -> Buffer<T> {
        Buffer { storage: Arc::new(storage), element: PhantomData }
    }

    /// What handles to one buffer have in common, and no other buffer.
    pub(crate) fn address(&self) -> usize {
        Arc::as_ptr(&self.storage).addr()
    }

    pub(crate) fn storage(&self) -> Arc<Storage> {
        Arc::clone(&self.storage)
    }

    pub(crate) fn of_storage(storage: Arc<Storage>) -> Buffer<T> {
        Buffer { storage, element: PhantomData }
    }

    pub(crate) fn into_storage(self) -> Arc<Storage> {
        self.storage
    }

    /// The number of elements.
    pub fn len(&self) -> usize {
        self.storage.len
    }

    /// Whether there are no elements.
    pub fn is_empty(&self) -> bool {
        self.storage.len == 0
    }

    /// The device that the buffer is on.
    pub fn device(&self) -> &Device {
        &self.storage.device
    }

    /// Waits for everything that has been recorded, and returns the elements.
    ///
    /// # Errors
    /// If the device fails, or a recorded operation has failed.
    pub fn read(&self) -> Result<Vec<T>, Error> {
        self.read_range(..)
    }

    /// Like [`Buffer::read`], into a slice of the same length.
    ///
    /// ```
    /// let buffer = vyre_runtime::Device::cpu().buffer(&[true, false])?;
    /// let mut elements = [false; 2];
    /// buffer.read_into(&mut elements)?;
    /// assert_eq!(elements, [true, false]);
    /// # Ok::<(), vyre_runtime::Error>(())
    /// ```
    ///
    /// # Errors
    /// The same as for [`Buffer::read`], and [`Error::Length`] if the slice has another length.
    pub fn read_into(&self, data: &mut [T]) -> Result<(), Error> {
        self.check_length(data.len())?;
        self.storage.read(0, data)
    }

    /// Like [`Buffer::read`], for a range of the elements.
    ///
    /// ```
    /// let buffer = vyre_runtime::Device::cpu().buffer(&[1u32, 2, 3, 4])?;
    /// assert_eq!(buffer.read_range(1..3)?, [2, 3]);
    /// # Ok::<(), vyre_runtime::Error>(())
    /// ```
    ///
    /// # Errors
    /// The same as for [`Buffer::read`], and [`Error::Range`] if the range is out of bounds.
    pub fn read_range(&self, range: impl RangeBounds<usize>) -> Result<Vec<T>, Error> {
        let (start, len) = self.resolve(&range)?;
        let mut data = elements(len)?;
        self.storage.read(start, &mut data)?;
        Ok(data)
    }

    /// Writes all elements. It does not wait. Launches that were recorded before still see the old elements.
    ///
    /// # Errors
    /// [`Error::Length`] if the slice has another length, or a failure of the device.
    pub fn write(&self, data: &[T]) -> Result<(), Error> {
        self.check_length(data.len())?;
        self.storage.write(0, data)
    }

    /// Writes elements, beginning at `offset`. It does not wait, unless a range of bytes begins or ends within a word
    /// of four bytes.
    ///
    /// ```
    /// let buffer = vyre_runtime::Device::cpu().buffer(b"resident")?;
    /// buffer.write_at(5, b"ue!")?;
    /// assert_eq!(buffer.read()?, b"residue!");
    /// # Ok::<(), vyre_runtime::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Range`] if they exceed the end, or a failure of the device.
    pub fn write_at(&self, offset: usize, data: &[T]) -> Result<(), Error> {
        self.resolve(&(offset..offset.saturating_add(data.len())))?;
        self.storage.write(offset, data)
    }

    /// Copies the elements to a new buffer on the same device. It does not wait.
    ///
    /// # Errors
    /// If there is not enough memory, or the device fails.
    pub fn copy(&self) -> Result<Buffer<T>, Error> {
        Ok(Buffer::new(self.storage.copy()?))
    }

    /// Copies the elements to a new buffer on a device, which may be the same one.
    ///
    /// # Errors
    /// The same as for [`Buffer::read`] and [`Device::buffer`].
    pub fn to_device(&self, device: &Device) -> Result<Buffer<T>, Error> {
        if self.device().is(device) { self.copy() } else { device.buffer(&self.read()?) }
    }

    /// Like [`Buffer::read`], without blocking the thread: another thread waits and wakes the task. It works with any
    /// executor.
    ///
    /// # Errors
    /// The same as for [`Buffer::read`].
    pub async fn read_async(&self) -> Result<Vec<T>, Error> {
        let mut data = elements(self.len())?;
        self.storage.read_async(0, &mut data).await?;
        Ok(data)
    }

    /// Like [`Buffer::read_into`], without blocking the thread.
    ///
    /// # Errors
    /// The same as for [`Buffer::read_into`].
    pub async fn read_into_async(&self, data: &mut [T]) -> Result<(), Error> {
        self.check_length(data.len())?;
        self.storage.read_async(0, data).await
    }

    fn check_length(&self, got: usize) -> Result<(), Error> {
        if got == self.len() {
            return Ok(());
        }
        Err(Error::Length { expected: self.len() as u64, got: got as u64 })
    }

    /// Resolves a range to its first element and its number of elements.
    fn resolve(&self, range: &impl RangeBounds<usize>) -> Result<(usize, usize), Error> {
        let start = match range.start_bound() {
            Bound::Included(start) => *start,
            Bound::Excluded(start) => start.saturating_add(1),
            Bound::Unbounded => 0,
        };
        let end = match range.end_bound() {
            Bound::Included(end) => end.saturating_add(1),
            Bound::Excluded(end) => *end,
            Bound::Unbounded => self.len(),
        };
        if start <= end && end <= self.len() {
            return Ok((start, end - start));
        }
        Err(Error::Range { start: start as u64, end: end as u64, len: self.len() as u64 })
    }
}

/// Host memory for elements.
pub(crate) fn elements<T: BufferElement>(len: usize) -> Result<Vec<T>, Error> {
    let mut data = Vec::new();
    data.try_reserve_exact(len).map_err(|error| Error::OutOfMemory { message: error.to_string() })?;
    data.resize(len, T::zero());
    Ok(data)
}

#[cfg(feature = "gpu")]
impl<T: BufferElement> Buffer<T> {
    /// The `wgpu` buffer, for programs that use wgpu themselves. `None` on the CPU device. This submits everything
    /// that has been recorded, so it is executed before whatever the program submits next; operations that are called
    /// after that are executed later. The buffer can be bound as storage, copied from and copied to. Its size is a
    /// multiple of 16 bytes, and the bytes after the elements are padding. A `bool` is a word, and any value but 0 is
    /// true. The memory lives as long as either handle. If the program destroys the buffer, later operations on it
    /// fail.
    ///
    /// # Errors
    /// If the device fails, or a recorded operation has failed.
    pub fn wgpu_buffer(&self) -> Result<Option<wgpu::Buffer>, Error> {
        let resident = crate::gpu::Resident::of(&*self.storage.memory);
        resident.map(crate::gpu::Resident::shared).transpose()
    }
}

impl<T> Clone for Buffer<T> {
    fn clone(&self) -> Buffer<T> {
        Buffer { storage: Arc::clone(&self.storage), element: PhantomData }
    }
}

impl<T: BufferElement> fmt::Debug for Buffer<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut buffer = f.debug_struct("Buffer");
        buffer.field("element", &T::TYPE).field("len", &self.len()).field("device", self.device()).finish()
    }
}

impl<'a> Arg<'a> {
    /// A device buffer for a `ReadOnly` buffer of a program.
    pub fn buffer<T: BufferElement>(buffer: &'a Buffer<T>) -> Arg<'a> {
        Arg::resident::<T>(&buffer.storage, false)
    }

    /// A device buffer for a buffer of any access but `Uniform`.
    pub fn buffer_mut<T: BufferElement>(buffer: &'a mut Buffer<T>) -> Arg<'a> {
        Arg::resident::<T>(&buffer.storage, true)
    }
}

impl<'a, T: BufferElement> From<&'a Buffer<T>> for Arg<'a> {
    fn from(buffer: &'a Buffer<T>) -> Arg<'a> {
        Arg::buffer(buffer)
    }
}

impl<'a, T: BufferElement> From<&'a mut Buffer<T>> for Arg<'a> {
    fn from(buffer: &'a mut Buffer<T>) -> Arg<'a> {
        Arg::buffer_mut(buffer)
    }
}

impl<T: BufferElement> ReadArg<T> for Buffer<T> {
    fn arg(&self) -> Arg<'_> {
        Arg::buffer(self)
    }
}

impl<T: BufferElement> WriteArg<T> for Buffer<T> {
    fn arg_mut(&mut self) -> Arg<'_> {
        Arg::buffer_mut(self)
    }
}
