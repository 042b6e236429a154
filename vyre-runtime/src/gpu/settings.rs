//! What programs set for an adapter. It outlives the adapter's devices.

use super::cache::user_folder;
use super::logical::lock;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// How long a launch may take unless the program says otherwise. Whatever does not answer by then is taken for lost.
const PATIENCE: Duration = Duration::from_secs(600);

#[derive(Clone)]
pub(super) struct Settings(Arc<Values>);

struct Values {
    /// How long to wait, in milliseconds.
    patience: AtomicU64,
    /// Where pipelines are kept between processes.
    folder: Mutex<Option<PathBuf>>,
    /// Whether the environment has decided on the folder.
    is_folder_given: bool,
}

impl Default for Settings {
    fn default() -> Settings {
        let given = std::env::var_os("VYRE_PIPELINE_CACHE").filter(|value| !value.is_empty());
        let folder = match &given {
            Some(value) if value == OsStr::new("off") => None,
            Some(folder) => Some(PathBuf::from(folder)),
            None => user_folder(),
        };
        Settings(Arc::new(Values {
            patience: AtomicU64::new(PATIENCE.as_millis() as u64),
            folder: Mutex::new(folder),
            is_folder_given: given.is_some(),
        }))
    }
}

impl Settings {
    /// How long whatever waits may take.
    pub(super) fn patience(&self) -> Duration {
        Duration::from_millis(self.0.patience.load(Ordering::Relaxed))
    }

    pub(super) fn set_patience(&self, patience: Duration) {
        let milliseconds = u64::try_from(patience.as_millis()).unwrap_or(u64::MAX);
        // The driver counts nanoseconds in an i64.
        self.0.patience.store(milliseconds.clamp(1, 1 << 40), Ordering::Relaxed);
    }

    /// Where pipelines are kept between processes, if anywhere.
    pub(super) fn cache_folder(&self) -> Option<PathBuf> {
        lock(&self.0.folder).clone()
    }

    /// Sets the folder, unless the environment has.
    pub(super) fn set_cache_folder(&self, folder: Option<&Path>) {
        if !self.0.is_folder_given {
            *lock(&self.0.folder) = folder.map(Path::to_path_buf);
        }
    }
}
