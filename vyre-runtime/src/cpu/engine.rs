//! The engines of the CPU devices, and what programs set for them.

use super::block::Launch;
use crate::Error;
use crate::binding::Binding;
use crate::module::Module;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::time::Duration;

/// What executes the launches of a CPU device.
pub(crate) enum Engine {
    /// Blocks of lanes, on several threads.
    Blocks(Settings),
    /// The reference interpreter.
    Reference,
}

/// What programs set for the block engine.
pub(crate) struct Settings {
    /// How long a launch may take, in milliseconds.
    timeout: AtomicU64,
    /// The most threads of a launch; 0 is as many as there are cores.
    threads: AtomicUsize,
}

impl Engine {
    /// The block engine, with the timeout that GPUs have.
    pub(crate) fn blocks() -> Engine {
        Engine::Blocks(Settings { timeout: AtomicU64::new(600_000), threads: AtomicUsize::new(0) })
    }

    /// Sets how long a launch may take.
    pub(crate) fn set_timeout(&self, timeout: Duration) {
        if let Engine::Blocks(settings) = self {
            let milliseconds = u64::try_from(timeout.as_millis()).unwrap_or(u64::MAX);
            settings.timeout.store(milliseconds, Ordering::Relaxed);
        }
    }

    /// Sets the most threads of a launch.
    pub(crate) fn set_threads(&self, threads: usize) {
        if let Engine::Blocks(settings) = self {
            settings.threads.store(threads, Ordering::Relaxed);
        }
    }

    /// Executes a launch, until it ends or another thread sets `stop`.
    pub(crate) fn run(
        &self,
        module: &Module,
        groups: [u32; 3],
        bindings: &mut [Binding<'_>],
        stop: &AtomicBool,
    ) -> Result<(), Error> {
        match self {
            Engine::Reference => module.code().run(groups, bindings),
            Engine::Blocks(settings) => {
                let threads = match settings.threads.load(Ordering::Relaxed) {
                    0 => cores(),
                    threads => threads,
                };
                let timeout = Duration::from_millis(settings.timeout.load(Ordering::Relaxed));
                let launch = Launch { timeout: Some(timeout), ..Launch::new(groups, threads, stop) };
                module.blocks().run(launch, bindings)
            }
        }
    }
}

fn cores() -> usize {
    static CORES: std::sync::OnceLock<usize> = std::sync::OnceLock::new();
    *CORES.get_or_init(|| std::thread::available_parallelism().map_or(1, usize::from))
}
