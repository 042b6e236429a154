//! The recorder, locked.
//!
//! Buffers are dropped anywhere, also by code of the program's that runs while a thread holds the recorder. So dropping one waits
//! for nobody: whoever holds the recorder takes note of it afterwards.

use super::logical::{Logical, lock};
use super::recorder::Recorder;
use super::wake::Hold;
use std::ops::{Deref, DerefMut};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, TryLockError};

/// The recorder of a device, and what it has not been told yet.
pub(super) struct Locked {
    recorder: Mutex<Recorder>,
    /// The numbers of resident buffers that were dropped, and their bytes.
    dropped: Mutex<Vec<(u64, u64)>>,
    has_dropped: AtomicBool,
}

/// The right to record. The fields go in this order.
pub(super) struct Recording<'a> {
    recorder: MutexGuard<'a, Recorder>,
    _tidying: Tidying<'a>,
    _hold: Hold,
}

/// Takes note of dropped buffers once the recorder is free.
struct Tidying<'a>(&'a Logical);

impl Locked {
    pub(super) fn new(recorder: Recorder) -> Locked {
        let has_dropped = AtomicBool::new(false);
        Locked { recorder: Mutex::new(recorder), dropped: Mutex::default(), has_dropped }
    }

    fn try_lock(&self) -> Option<MutexGuard<'_, Recorder>> {
        match self.recorder.try_lock() {
            Ok(recorder) => Some(recorder),
            Err(TryLockError::Poisoned(poisoned)) => Some(poisoned.into_inner()),
            Err(TryLockError::WouldBlock) => None,
        }
    }
}

impl Logical {
    /// Waits for the recorder.
    pub(super) fn recorder(&self) -> Recording<'_> {
        let hold = Hold::new();
        Recording { recorder: lock(&self.locked.recorder), _tidying: Tidying(self), _hold: hold }
    }

    /// The recorder, unless a thread holds it.
    pub(super) fn try_recorder(&self) -> Option<Recording<'_>> {
        let hold = Hold::new();
        let recorder = self.locked.try_lock()?;
        Some(Recording { recorder, _tidying: Tidying(self), _hold: hold })
    }

    /// A resident buffer is gone. Waits for nobody.
    pub(super) fn forget(&self, id: u64, bytes: u64) {
        let _hold = Hold::new();
        lock(&self.locked.dropped).push((id, bytes));
        self.locked.has_dropped.store(true, Ordering::SeqCst);
        self.tidy();
    }

    /// Tells the recorder which buffers are gone. If a thread holds it, that one will.
    fn tidy(&self) {
        while self.locked.has_dropped.load(Ordering::SeqCst) {
            let Some(mut recorder) = self.locked.try_lock() else { return };
            self.locked.has_dropped.store(false, Ordering::SeqCst);
            let dropped = std::mem::take(&mut *lock(&self.locked.dropped));
            for (id, bytes) in dropped {
                recorder.forget(self, id, bytes);
            }
        }
    }
}

impl Drop for Tidying<'_> {
    fn drop(&mut self) {
        self.0.tidy();
    }
}

impl Deref for Recording<'_> {
    type Target = Recorder;

    fn deref(&self) -> &Recorder {
        &self.recorder
    }
}

impl DerefMut for Recording<'_> {
    fn deref_mut(&mut self) -> &mut Recorder {
        &mut self.recorder
    }
}
