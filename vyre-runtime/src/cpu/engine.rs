//! The CPU devices as backends, and what programs set for them.

use super::checked;
use super::host::{HostMemory, Locks};
use super::reference;
use crate::backend::{Backend, Launch, Outcome};
use crate::binding::Binding;
use crate::finding::Finding;
use crate::memory::{Memory, no_memory};
use crate::module::{Compile, Module};
use crate::{DeviceInfo, DeviceKind, Error, Few};
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};
use vyre_block::InstructionSet;
use vyre_lower::Target;

/// A CPU device.
pub(crate) struct Cpu {
    info: DeviceInfo,
    engine: Engine,
}

/// What executes the launches of a CPU device.
enum Engine {
    /// Blocks of lanes, on several threads.
    Blocks(Settings),
    /// The reference interpreter.
    Reference,
    /// The same, watched, for arithmetic that wraps around too if `sees_wraps`; with what it has found.
    Checked { sees_wraps: bool, kept: Mutex<Vec<Finding>> },
}

/// What programs set for the block engine.
struct Settings {
    /// How long a launch may take, in milliseconds.
    timeout: AtomicU64,
    /// The most threads of a launch; 0 is as many as there are cores.
    threads: AtomicUsize,
}

impl Settings {
    /// The most threads of a launch.
    fn threads(&self) -> usize {
        match self.threads.load(Ordering::Relaxed) {
            0 => cores(),
            threads => threads,
        }
    }
}

impl Cpu {
    /// The block engine, with the timeout that GPUs have.
    pub(crate) fn blocks() -> Cpu {
        let settings = Settings { timeout: AtomicU64::new(600_000), threads: AtomicUsize::new(0) };
        let set = InstructionSet::all()[0].name();
        Cpu { info: DeviceInfo::new("CPU", set, VERSION, DeviceKind::Cpu), engine: Engine::Blocks(settings) }
    }

    /// The interpreter, watched, for arithmetic that wraps around too if `sees_wraps`.
    pub(crate) fn checked(sees_wraps: bool) -> Cpu {
        let info = DeviceInfo::new("checked", "interpreter", VERSION, DeviceKind::Reference);
        Cpu { info, engine: Engine::Checked { sees_wraps, kept: Mutex::default() } }
    }

    /// The interpreter.
    pub(crate) fn reference() -> Cpu {
        let info = DeviceInfo::new("reference", "interpreter", VERSION, DeviceKind::Reference);
        Cpu { info, engine: Engine::Reference }
    }
}

/// The findings that a checked device keeps.
const KEPT: usize = 1_000;

/// What devices of vyre's own have for a driver.
const VERSION: &str = concat!("vyre ", env!("CARGO_PKG_VERSION"));

impl Engine {
    /// Executes a launch, until it ends or another thread sets `stop`.
    fn run(
        &self,
        module: &Module,
        groups: [u32; 3],
        bindings: &mut [Binding<'_>],
        stop: &AtomicBool,
    ) -> Result<(), Error> {
        match self {
            Engine::Checked { sees_wraps, kept } => {
                let mut outcome = checked::run(module, groups, bindings, *sees_wraps)?;
                let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
                outcome.lints.truncate(KEPT.saturating_sub(kept.len()));
                kept.append(&mut outcome.lints);
                outcome.result()
            }
            Engine::Reference => module.compiled::<reference::Code>().run(groups, bindings),
            Engine::Blocks(settings) => {
                let timeout = Duration::from_millis(settings.timeout.load(Ordering::Relaxed));
                let launch = vyre_block::Launch::new(groups, settings.threads(), stop);
                let launch = vyre_block::Launch { timeout: Some(timeout), ..launch };
                let mut bindings = bindings.iter_mut().map(lent).collect::<Few<_>>();
                Ok(module.compiled::<vyre_block::Code>().run(launch, &mut bindings)?)
            }
        }
    }
}

impl Backend for Cpu {
    fn info(&self) -> &DeviceInfo {
        &self.info
    }

    fn separate(&self) -> Result<Box<dyn Backend>, Error> {
        Ok(Box::new(match &self.engine {
            Engine::Blocks(_) => Cpu::blocks(),
            Engine::Reference => Cpu::reference(),
            Engine::Checked { sees_wraps, .. } => Cpu::checked(*sees_wraps),
        }))
    }

    fn take_findings(&self) -> Vec<Finding> {
        match &self.engine {
            Engine::Checked { kept, .. } => {
                std::mem::take(&mut *kept.lock().unwrap_or_else(PoisonError::into_inner))
            }
            _ => Vec::new(),
        }
    }

    fn is_checked(&self) -> bool {
        matches!(self.engine, Engine::Checked { .. })
    }

    fn report(&self, finding: Finding) {
        if let Engine::Checked { kept, .. } = &self.engine {
            let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
            if kept.len() < KEPT {
                kept.push(finding);
            }
        }
    }

    fn set_timeout(&self, timeout: Duration) {
        if let Engine::Blocks(settings) = &self.engine {
            let milliseconds = u64::try_from(timeout.as_millis()).unwrap_or(u64::MAX);
            settings.timeout.store(milliseconds, Ordering::Relaxed);
        }
    }

    fn threads(&self) -> usize {
        match &self.engine {
            Engine::Blocks(settings) => settings.threads(),
            Engine::Reference | Engine::Checked { .. } => 1,
        }
    }

    fn set_threads(&self, threads: usize) {
        if let Engine::Blocks(settings) = &self.engine {
            settings.threads.store(threads, Ordering::Relaxed);
        }
    }

    fn zeros(&self, bytes: u64) -> Result<Box<dyn Memory>, Error> {
        Ok(Box::new(HostMemory::zeros(bytes)?))
    }

    fn runs_on_callers_thread(&self) -> bool {
        true
    }

    fn launch<'a>(&self, launch: Launch<'_>, bindings: &'a mut [Binding<'_>]) -> Result<Outcome<'a>, Error> {
        let mut locks = Locks::of(bindings);
        let mut bindings = locks.bindings(bindings);
        let start = Instant::now();
        self.engine.run(launch.module, launch.groups, &mut bindings, launch.stop)?;
        Ok(Outcome::Done(launch.is_timed.then(|| start.elapsed())))
    }
}

impl Compile for reference::Code {
    fn compile(module: &Module) -> reference::Code {
        reference::compile(&module.lowered())
    }
}

impl Compile for vyre_block::Code {
    fn compile(module: &Module) -> vyre_block::Code {
        let mut form = module.lowered();
        module.optimise(&mut form, &Target::CPU);
        vyre_block::compile(&form)
    }
}

/// A binding as the block engine takes it. Where a launch had a buffer there are its words by now: [`Locks`] has put them there.
fn lent<'b>(binding: &'b mut Binding<'_>) -> vyre_block::Binding<'b> {
    match binding {
        Binding::Words(words) => vyre_block::Binding::Words(words),
        Binding::WordsMut(words) => vyre_block::Binding::WordsMut(words),
        Binding::Bytes(bytes) => vyre_block::Binding::Bytes(bytes),
        Binding::Resident { .. } => vyre_block::Binding::Words(&[]),
    }
}

impl From<vyre_block::Error> for Error {
    fn from(error: vyre_block::Error) -> Error {
        match error {
            vyre_block::Error::BufferCount { expected, got } => Error::BufferCount { expected, got },
            vyre_block::Error::BufferType { name, expected, got } => {
                Error::BufferType { name, expected, got }
            }
            vyre_block::Error::BufferReadOnly { name } => Error::BufferReadOnly { name },
            vyre_block::Error::OutOfMemory { bytes } => no_memory(bytes),
            vyre_block::Error::Timeout { waited } => Error::Timeout { waited },
        }
    }
}

fn cores() -> usize {
    static CORES: std::sync::OnceLock<usize> = std::sync::OnceLock::new();
    *CORES.get_or_init(|| std::thread::available_parallelism().map_or(1, usize::from))
}
