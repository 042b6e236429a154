//! Pipelines that other processes find again: wgpu's pipeline cache, in a file.
//!
//! Each adapter and driver has a file of its own. One that another version of the driver wrote is ignored and replaced. A cache that
//! cannot be read or written is told through `tracing` and is never an error.
//!
//! What is missing at the end of a process is what has not been written yet: see [`Cache::keep`].

mod file;

use super::handle::Handle;
use super::logical::{Logical, lock};
use crate::Error;
use file::{MAX_BYTES, checksum, decode, encode};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// Writing may take one part in so many of the time that compiling takes.
const SHARE: u32 = 8;

/// The cache of a device for the folder that it is in; nothing before a pipeline has been compiled.
pub(super) type Slot = Mutex<Option<(Option<PathBuf>, Option<Arc<Cache>>)>>;

/// An open cache.
pub(super) struct Cache {
    pub(super) pipelines: Handle<wgpu::PipelineCache>,
    file: PathBuf,
    identity: String,
    state: Mutex<State>,
}

/// What is in the file, and what it has cost.
struct State {
    /// The checksum of the data in the file.
    held: Option<u64>,
    compiling: Duration,
    saving: Duration,
    /// Whether nothing more is written.
    has_ended: bool,
}

impl Logical {
    /// The cache, if there is one: the device can have it, and it is not switched off.
    pub(super) fn cache(&self) -> Option<Arc<Cache>> {
        if !self.device.raw().features().contains(wgpu::Features::PIPELINE_CACHE) {
            return None;
        }
        let folder = self.settings.cache_folder();
        let mut slot = lock(&self.cache);
        if let Some((of, cache)) = &*slot
            && *of == folder
        {
            return cache.clone();
        }
        let cache = folder.as_deref().and_then(|folder| self.open_cache(folder));
        *slot = Some((folder, cache.clone()));
        cache
    }

    fn open_cache(&self, folder: &Path) -> Option<Arc<Cache>> {
        let info = self.device.raw().adapter_info();
        let file = folder.join(file_name(&info)?);
        let _span = tracing::debug_span!("open pipeline cache", file = %file.display()).entered();
        let identity = identity(&info);
        let bytes = file::read(&file).unwrap_or_else(|error| {
            if error.kind() != io::ErrorKind::NotFound {
                tracing::warn!(%error, "the pipeline cache cannot be read");
            }
            Vec::new()
        });
        let data = match decode(&bytes, &identity) {
            Ok(data) => Some(data),
            Err(_) if bytes.is_empty() => None,
            Err(reason) => {
                tracing::debug!(reason, "the pipeline cache is ignored, and will be replaced");
                None
            }
        };
        let pipelines = match self.create_cache(data) {
            Ok(pipelines) => pipelines,
            Err(error) => {
                tracing::warn!(%error, "no pipeline cache");
                return None;
            }
        };
        tracing::debug!(bytes = data.map_or(0, <[u8]>::len), "the pipeline cache is open");
        let (compiling, saving) = (Duration::ZERO, Duration::ZERO);
        let state = State { held: data.map(checksum), compiling, saving, has_ended: false };
        Some(Arc::new(Cache { pipelines, file, identity, state: Mutex::new(state) }))
    }

    #[allow(unsafe_code, reason = "wgpu cannot know where the data come from")]
    fn create_cache(&self, data: Option<&[u8]>) -> Result<Handle<wgpu::PipelineCache>, Error> {
        // SAFETY: the data are what `PipelineCache::get_data` gave for an adapter and a driver of the same identity:
        // `decode` gives nothing else, because `encode` alone writes files, over a checksum of the identity and
        // the data. `file::read` takes care that nobody but this user, or root, can have written the file: who can forge a checksum
        // there can already run code as this user.
        self.scoped("opening the pipeline cache", || unsafe { self.device.create_pipeline_cache(data) })
    }
}

impl Cache {
    /// Writes what has been compiled, unless writing has taken too much of the time that compiling took. What a process has
    /// not written when it ends took less than [`SHARE`] times as long to compile as writing it takes.
    pub(super) fn keep(&self, compiled: Duration) {
        let mut state = lock(&self.state);
        state.compiling += compiled;
        if state.has_ended || state.saving * SHARE > state.compiling {
            return;
        }
        let start = Instant::now();
        if let Err(error) = self.save(&mut state) {
            tracing::warn!(%error, file = %self.file.display(), "the pipeline cache cannot be written");
            state.has_ended = true;
        }
        state.saving += start.elapsed();
    }

    fn save(&self, state: &mut State) -> io::Result<()> {
        let Some(data) = self.pipelines.raw().get_data() else { return Ok(()) };
        let sum = checksum(&data);
        if state.held == Some(sum) {
            return Ok(());
        }
        state.held = Some(sum);
        if data.len() > MAX_BYTES {
            tracing::debug!(bytes = data.len(), "the pipeline cache has grown too large, and is removed");
            state.has_ended = true;
            return file::remove(&self.file);
        }
        file::write(&self.file, &encode(&data, &self.identity))?;
        tracing::debug!(bytes = data.len(), "the pipeline cache is written");
        Ok(())
    }
}

/// The folder for caches of the user's, as the platform has it.
pub(super) fn user_folder() -> Option<PathBuf> {
    let variable = |name: &str| std::env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let home = || std::env::home_dir().filter(|path| path.is_absolute());
    let folder = if cfg!(windows) {
        variable("LOCALAPPDATA")?
    } else if cfg!(target_vendor = "apple") {
        home()?.join("Library/Caches")
    } else {
        variable("XDG_CACHE_HOME").or_else(|| Some(home()?.join(".cache")))?
    };
    Some(folder.join("vyre"))
}

/// One name for each kind of adapter and each of its drivers, whatever their versions.
fn file_name(info: &wgpu::AdapterInfo) -> Option<String> {
    let key = wgpu::util::pipeline_cache_key(info)?;
    let driver =
        info.driver.chars().map(|c| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '_' });
    Some(format!("{key}_{}.bin", driver.take(64).collect::<String>()))
}

/// What must be the same for data to be used again.
fn identity(info: &wgpu::AdapterInfo) -> String {
    let wgpu::AdapterInfo { name, vendor, device, driver, driver_info, backend, .. } = info;
    format!("{backend:?} {vendor:x}:{device:x} {name}, {driver} {driver_info}")
}
