//! What a device asks of a backend: one trait, which the CPU engines and the GPUs implement.

#![cfg_attr(not(feature = "gpu"), allow(dead_code, reason = "only GPUs are opened and waited for"))]

use crate::binding::Binding;
use crate::finding::Finding;
use crate::float_way::FloatWays;
use crate::memory::{Memory, Mode, Pending};
use crate::module::Module;
use crate::printing::Printer;
use crate::{DeviceInfo, Error};
use std::any::Any;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// A GPU or the CPU. Cloning it is cheap, and the clones share compiled kernels.
#[derive(Clone)]
pub struct Device(pub(crate) Arc<dyn Backend>, pub(crate) Printer);

impl Device {
    /// Whether both handles refer to the same device.
    pub(crate) fn is(&self, other: &Device) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

/// What a launch runs: a program, and a number of workgroups along x, y and z.
#[derive(Clone, Copy)]
pub(crate) struct Launch<'a> {
    pub(crate) module: &'a Module,
    pub(crate) groups: [u32; 3],
    pub(crate) mode: Mode,
    /// Whether to measure the time.
    pub(crate) is_timed: bool,
    /// Another thread sets this to end the launch early, on devices that can.
    pub(crate) stop: &'a AtomicBool,
}

/// The result of a launch: the time that the device took, if it was asked for and there is a clock.
pub(crate) enum Outcome<'a> {
    /// It has ended, or it is recorded and nobody waits for it.
    Done(Option<Duration>),
    /// It is to be waited for. Then what the program writes is in the bindings.
    Pending(Pending<'a, Option<Duration>>),
}

/// What executes launches. What a backend cannot do has a default that does nothing.
pub(crate) trait Backend: Any + Send + Sync {
    /// Information about the device.
    fn info(&self) -> &DeviceInfo;

    /// How it computes on floats.
    fn float_ways(&self) -> Result<FloatWays, Error> {
        Ok(FloatWays::NATIVE)
    }

    /// Opens the device, unless it is open.
    fn open(&self) -> Result<(), Error> {
        Ok(())
    }

    /// The same hardware as a device that shares nothing with this one.
    ///
    /// # Errors
    /// If this one cannot be opened a second time.
    fn separate(&self) -> Result<Box<dyn Backend>, Error>;

    /// Sets how long a call that waits for the device may take.
    fn set_timeout(&self, _timeout: Duration) {}

    /// The most threads of the CPU that a launch uses.
    fn threads(&self) -> usize {
        1
    }

    /// Sets the most threads of the CPU that a launch uses; 0 is as many as there are cores.
    fn set_threads(&self, _threads: usize) {}

    /// Sets the folder where compiled kernels are kept for other processes.
    fn set_cache_folder(&self, _folder: Option<&Path>) {}

    /// What launches have found that makes none fail.
    fn take_findings(&self) -> Vec<Finding> {
        Vec::new()
    }

    /// Whether it looks for mistakes, and keeps what is reported to it.
    fn is_checked(&self) -> bool {
        false
    }

    /// Keeps a finding.
    fn report(&self, _finding: Finding) {}

    /// Zeroed memory.
    fn zeros(&self, bytes: u64) -> Result<Box<dyn Memory>, Error>;

    /// Memory that may hold what was there before.
    fn unwritten(&self, bytes: u64) -> Result<Box<dyn Memory>, Error> {
        self.zeros(bytes)
    }

    /// Begins to wait until everything is done, and gives what is left to wait for.
    fn synchronize(&self, _mode: Mode) -> Option<Pending<'_, ()>> {
        None
    }

    /// Whether a launch takes the calling thread until it ends, in every mode.
    fn runs_on_callers_thread(&self) -> bool {
        false
    }

    /// Records a launch that has been recorded before on the same memory, perhaps with other parameters. Says whether it has.
    fn repeat(&self, _module: &Module, _groups: [u32; 3], _bindings: &[Binding<'_>]) -> Result<bool, Error> {
        Ok(false)
    }

    /// Begins to compile what a launch would need, and neither waits nor launches.
    fn prepare(&self, _module: &Module, _bindings: &[Binding<'_>]) -> Result<(), Error> {
        Ok(())
    }

    /// Launches a program. The bindings are those of `Program::bound_buffers`, in order, and have been checked.
    fn launch<'a>(&self, launch: Launch<'_>, bindings: &'a mut [Binding<'_>]) -> Result<Outcome<'a>, Error>;
}
