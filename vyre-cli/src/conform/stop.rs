//! Ctrl-C and SIGTERM: what runs ends soon, and what is known is written.

use signal_hook::consts::{SIGINT, SIGTERM};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// The exit code of a process that a second signal ends at once: that of a shell's for SIGINT.
const ENDED: i32 = 130;

/// Whether somebody has asked for the end.
#[derive(Clone, Default)]
pub(super) struct Stop(Arc<AtomicBool>);

impl Stop {
    /// One that Ctrl-C and SIGTERM set. The second of them ends the process at once.
    pub(super) fn on_signals() -> Stop {
        let stop = Stop::default();
        for signal in [SIGINT, SIGTERM] {
            // Where there is no handler, a signal ends the process as it does by default. The order counts: the first looks whether the second has
            // been here before.
            let flag = || Arc::clone(&stop.0);
            let _ = signal_hook::flag::register_conditional_shutdown(signal, ENDED, flag());
            let _ = signal_hook::flag::register(signal, flag());
        }
        stop
    }

    #[cfg(test)]
    pub(super) fn set(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    pub(super) fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}
