//! Buffers of the CPU devices, and their locks while a launch uses them.

use crate::Error;
use crate::binding::Binding;
use crate::copy::copy;
use crate::element::DataMut;
use crate::memory::{Memory, Mode, Pending, no_memory, room};
use std::any::Any;
use std::collections::BTreeMap;
use std::sync::{PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

/// A buffer of a CPU device, as the words that its launches use. Their number never changes.
#[derive(Debug)]
pub(super) struct HostMemory {
    len: usize,
    words: RwLock<Vec<u32>>,
}

impl HostMemory {
    /// Zeroed memory.
    pub(super) fn zeros(bytes: u64) -> Result<HostMemory, Error> {
        let len = usize::try_from(bytes.div_ceil(4)).map_err(|_| no_memory(bytes))?;
        let mut words = room(len)?;
        words.resize(len, 0);
        Ok(HostMemory::of_words(words))
    }

    /// These words.
    fn of_words(words: Vec<u32>) -> HostMemory {
        HostMemory { len: words.len(), words: RwLock::new(words) }
    }

    /// The buffer of a CPU device, if the memory is one.
    fn of(memory: &dyn Memory) -> Option<&HostMemory> {
        let memory: &dyn Any = memory;
        memory.downcast_ref()
    }

    fn shared(&self) -> RwLockReadGuard<'_, Vec<u32>> {
        self.words.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn unique(&self) -> RwLockWriteGuard<'_, Vec<u32>> {
        self.words.write().unwrap_or_else(PoisonError::into_inner)
    }

    fn address(&self) -> usize {
        std::ptr::from_ref(self) as usize
    }
}

impl Memory for HostMemory {
    fn words(&self) -> usize {
        self.len
    }

    fn copy(&self) -> Result<Box<dyn Memory>, Error> {
        let words = self.shared();
        let twin = HostMemory::zeros(self.len as u64 * 4)?;
        copy(bytemuck::cast_slice_mut(&mut twin.unique()), bytemuck::cast_slice(&words));
        Ok(Box::new(twin))
    }

    fn write(&self, offset: u64, bytes: &[u8]) -> Result<(), Error> {
        let _span = tracing::debug_span!("upload", bytes = bytes.len()).entered();
        let mut words = self.unique();
        let target: &mut [u8] = bytemuck::cast_slice_mut(&mut words);
        copy(&mut target[offset as usize..][..bytes.len()], bytes);
        Ok(())
    }

    fn read<'a>(
        &'a self,
        offset: u64,
        mut data: DataMut<'a>,
        _mode: Mode,
    ) -> Result<Option<Pending<'a, ()>>, Error> {
        let bytes = data.device_bytes();
        let _span = tracing::debug_span!("read", bytes).entered();
        let words = self.shared();
        let source: &[u8] = bytemuck::cast_slice(&words);
        data.put(0, 0, &source[offset as usize..][..bytes]);
        Ok(None)
    }
}

/// Calls a function with the words of a CPU device's memory; of other memory it gives nothing.
pub(crate) fn with_words<R>(memory: &dyn Memory, read: impl FnOnce(&[u32]) -> R) -> Option<R> {
    HostMemory::of(memory).map(|memory| read(&memory.shared()))
}

/// The same with words that may be written.
pub(crate) fn with_words_mut<R>(memory: &dyn Memory, write: impl FnOnce(&mut [u32]) -> R) -> Option<R> {
    HostMemory::of(memory).map(|memory| write(&mut memory.unique()))
}

/// The memory of a CPU device that has these words.
pub(crate) fn memory_of(words: Vec<u32>) -> Box<dyn Memory> {
    Box::new(HostMemory::of_words(words))
}

/// The locks of the buffers that a launch uses, by their addresses.
pub(super) struct Locks<'a>(BTreeMap<usize, Guard<'a>>);

enum Guard<'a> {
    Shared(RwLockReadGuard<'a, Vec<u32>>),
    Unique(RwLockWriteGuard<'a, Vec<u32>>),
}

impl<'a> Locks<'a> {
    /// Locks the buffers, each once. Every thread locks buffers in the order of their addresses, so that there is no
    /// deadlock. A buffer that is written is bound once: the arguments have been checked.
    pub(super) fn of(bindings: &[Binding<'a>]) -> Locks<'a> {
        let mut memories: BTreeMap<usize, (&'a HostMemory, bool)> = BTreeMap::new();
        for binding in bindings {
            if let Binding::Resident { memory, is_write } = *binding
                && let Some(memory) = HostMemory::of(memory)
            {
                memories.entry(memory.address()).or_insert((memory, false)).1 |= is_write;
            }
        }
        let lock = |(address, (memory, is_write)): (usize, (&'a HostMemory, bool))| {
            let guard = match is_write {
                true => Guard::Unique(memory.unique()),
                false => Guard::Shared(memory.shared()),
            };
            (address, guard)
        };
        Locks(memories.into_iter().map(lock).collect())
    }

    /// The bindings, with the words of locked buffers.
    pub(super) fn bindings<'b>(&'b mut self, bindings: &'b mut [Binding<'_>]) -> Vec<Binding<'b>> {
        let mut words: BTreeMap<usize, Binding<'b>> = (self.0.iter_mut())
            .map(|(address, guard)| match guard {
                Guard::Shared(words) => (*address, Binding::Words(words)),
                Guard::Unique(words) => (*address, Binding::WordsMut(words)),
            })
            .collect();
        let mut of = |memory: &dyn Memory| {
            let address = HostMemory::of(memory).map(HostMemory::address).unwrap_or_default();
            match words.get(&address) {
                Some(Binding::Words(words)) => Binding::Words(words),
                _ => words.remove(&address).unwrap_or(Binding::Words(&[])),
            }
        };
        bindings
            .iter_mut()
            .map(|binding| match binding {
                Binding::Words(words) => Binding::Words(words),
                Binding::WordsMut(words) => Binding::WordsMut(words),
                Binding::Bytes(bytes) => Binding::Bytes(bytes),
                Binding::Resident { memory, .. } => of(*memory),
            })
            .collect()
    }
}
