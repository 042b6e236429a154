//! What the algorithms of `vyre-par` need of devices: programs that call the user's functions, on buffers as words. Not part of the public API.

use crate::arg::{Arg, Args};
use crate::deferred::Check;
use crate::function::{Callee, Parts};
use crate::kernel::linked;
use crate::module::Module;
use crate::{Buffer, BufferElement, Device, Error, Finding, cpu, thread};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
pub use vyre_block::words;
use vyre_ir::{Program, Sources};

/// A program that has been validated, with the functions that it calls.
pub struct Compiled(Module);

impl Compiled {
    /// Links a program: its calls of `Link::Function` are of these functions, by their positions.
    ///
    /// # Errors
    /// If the program is invalid.
    pub fn new(name: &str, program: &Program, callees: &[Callee]) -> Result<Compiled, Error> {
        let wire = program.to_wire();
        let parts = Parts { name, wire: &wire, callees, ..Parts::NONE };
        linked(&parts, Sources::default(), (&[], &[]), &[], |_| Vec::new()).1.map(Compiled)
    }

    /// Begins to compile what a launch on these buffers will need. It neither waits nor launches.
    ///
    /// # Errors
    /// If the device cannot run it.
    pub fn prepare(&self, device: &Device, args: Vec<Arg<'_>>, params: &[u32]) -> Result<(), Error> {
        device.prepare(&self.0, args.into_iter().collect(), params)
    }

    /// Launches it on buffers, with a block of parameters unless there are none. It does not wait.
    ///
    /// # Errors
    /// If the arguments do not fit, or the device cannot run it.
    pub fn run(
        &self,
        device: &Device,
        groups: [u32; 3],
        args: Vec<Arg<'_>>,
        params: &[u32],
    ) -> Result<(), Error> {
        let args: Args<'_> = args.into_iter().collect();
        device.dispatch(&self.0, groups, args, params)
    }
}

/// Memory of a buffer, of whatever elements.
#[derive(Clone)]
pub struct Stored(Arc<crate::storage::Storage>, usize);

impl Stored {
    /// That of a buffer.
    pub fn of<T: BufferElement>(buffer: &Buffer<T>) -> Stored {
        Stored(buffer.storage(), T::DEVICE_BYTES)
    }

    /// As the argument for a buffer of words.
    pub fn arg(&self, is_write: bool) -> Arg<'_> {
        Arg::words(&self.0, self.1, is_write)
    }

    /// As the argument for a buffer of `u64` that is written, if that is what it has.
    pub fn longs(&self) -> Arg<'_> {
        Arg::longs(&self.0)
    }

    /// The number of elements.
    pub fn len(&self) -> usize {
        self.0.len
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.len == 0
    }

    /// Its device.
    pub fn device(&self) -> &Device {
        &self.0.device
    }

    /// Waits for what its elements depend on, as a read does.
    ///
    /// # Errors
    /// If a launch before has failed, or one that the elements come from.
    pub fn settle(&self) -> Result<(), Error> {
        self.0.settle()
    }

    /// Calls a function with the words, if the buffer is a CPU device's.
    pub fn with_words<R>(&self, read: impl FnOnce(&[u32]) -> R) -> Option<R> {
        cpu::with_words(&*self.0.memory, read)
    }

    /// Calls a function with the words to write them, if the buffer is a CPU device's. Nobody else may use it meanwhile, who has locked what this function locks.
    pub fn with_words_mut<R>(&self, write: impl FnOnce(&mut [u32]) -> R) -> Option<R> {
        cpu::with_words_mut(&*self.0.memory, write)
    }

    /// Whether it is the same memory.
    pub fn is(&self, other: &Stored) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

/// Offsets that a device looks at, of which whoever waits next hears.
pub struct Offsets(Arc<Check>);

impl Offsets {
    /// Those whose status is in a buffer of a word: the first one that is wrong, or `u32::MAX`.
    ///
    /// # Errors
    /// If others are wrong, for which it may have to wait.
    pub fn later(status: &Buffer<u32>) -> Result<Offsets, Error> {
        Check::later(status.storage()).map(Offsets)
    }

    /// Makes a buffer one that cannot be read if the offsets are wrong.
    pub fn guard<T: BufferElement>(&self, result: &Buffer<T>) {
        // It is new, so it has no other check.
        let _ = result.storage().check.set(Arc::clone(&self.0));
    }
}

/// Calls a function with each number below `count`, on this thread and at most `threads - 1` others.
///
/// # Panics
/// If the function does, on any thread.
pub fn in_parts(threads: usize, count: usize, work: &(dyn Fn(usize) + Sync)) {
    let next = AtomicUsize::new(0);
    let take = || next.fetch_add(1, Ordering::Relaxed);
    let parts = || std::iter::repeat_with(take).take_while(|part| *part < count).for_each(work);
    thread::together(threads.min(count).saturating_sub(1), &parts);
}

impl Device {
    /// The most threads that a launch on the CPU device uses.
    #[doc(hidden)]
    pub fn threads(&self) -> usize {
        self.0.threads()
    }

    /// A buffer of a CPU device that has these words, of elements of whole words.
    #[doc(hidden)]
    pub fn adopt<T: BufferElement>(&self, words: Vec<u32>) -> Buffer<T> {
        debug_assert!(T::DEVICE_BYTES.is_multiple_of(4));
        self.buffer_of(words.len() / (T::DEVICE_BYTES / 4).max(1), cpu::memory_of(words))
    }

    /// Whether it looks for mistakes.
    #[doc(hidden)]
    pub fn is_checked(&self) -> bool {
        self.0.is_checked()
    }

    /// Notes that a function is not associative, on a checked device.
    #[doc(hidden)]
    pub fn report_not_associative(&self, message: String) {
        self.0.report(Finding::not_associative(message));
    }

    /// Whether both are one device.
    #[doc(hidden)]
    pub fn is_same(&self, other: &Device) -> bool {
        self.is(other)
    }
}
