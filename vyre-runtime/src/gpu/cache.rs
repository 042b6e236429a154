//! Pipelines that other processes find again: wgpu's pipeline cache, in a file.
//!
//! Each adapter and driver has a file of its own, which begins with their identity and a checksum. A file that is not
//! what was written, or that another version of the driver wrote, is ignored and replaced. A file is written beside the old one
//! and renamed, so that other processes see one of the two as a whole; of two that write at once, one stays. A
//! cache that cannot be read or written is told through `tracing` and is never an error.
//!
//! What is missing at the end of a process is what has not been written yet: see [`Cache::keep`].

use super::logical::{Logical, lock};
use crate::Error;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// What a file begins with. The number goes up when the form changes.
const MAGIC: [u8; 8] = *b"vyrePC 1";
/// The bytes before the identity: the magic, a checksum of what follows it, and the identity's length.
const HEAD: usize = 20;
/// The most bytes of a file. One that has grown beyond that is removed: there is no way to take single pipelines out.
const MAX_BYTES: usize = 64 << 20;
/// Writing may take one part in so many of the time that compiling takes.
const SHARE: u32 = 8;

/// The cache of a device for the folder that it is in; nothing before a pipeline has been compiled.
pub(super) type Slot = Mutex<Option<(Option<PathBuf>, Option<Arc<Cache>>)>>;

/// An open cache.
pub(super) struct Cache {
    pub(super) pipelines: wgpu::PipelineCache,
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
    has_failed: bool,
}

impl Logical {
    /// The cache, if there is one: the device can have it, and it is not switched off.
    pub(super) fn cache(&self) -> Option<Arc<Cache>> {
        if !self.device.features().contains(wgpu::Features::PIPELINE_CACHE) {
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
        let info = self.device.adapter_info();
        let file = folder.join(file_name(&info)?);
        let _span = tracing::debug_span!("open pipeline cache", file = %file.display()).entered();
        let identity = identity(&info);
        let bytes = read(&file).unwrap_or_else(|error| {
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
        let state = State { held: data.map(checksum), compiling, saving, has_failed: false };
        Some(Arc::new(Cache { pipelines, file, identity, state: Mutex::new(state) }))
    }

    #[allow(unsafe_code, reason = "wgpu cannot know where the data come from")]
    fn create_cache(&self, data: Option<&[u8]>) -> Result<wgpu::PipelineCache, Error> {
        // A driver refuses what it does not know, and the cache then begins empty.
        let descriptor = wgpu::PipelineCacheDescriptor { label: Some("vyre"), data, fallback: true };
        // SAFETY: the data are what `PipelineCache::get_data` gave for an adapter and a driver of the same identity:
        // `decode` gives nothing else, because `encode` alone writes files, over a checksum of the identity and
        // the data. The folder is one that the user's own programs write to: who can forge a checksum in it can
        // already run code as that user.
        self.scoped("opening the pipeline cache", || unsafe {
            self.device.create_pipeline_cache(&descriptor)
        })
    }
}

impl Cache {
    /// Writes what has been compiled, unless writing has taken too much of the time that compiling took. What a process has
    /// not written when it ends took less than [`SHARE`] times as long to compile as writing it takes.
    pub(super) fn keep(&self, compiled: Duration) {
        let mut state = lock(&self.state);
        state.compiling += compiled;
        if state.has_failed || state.saving * SHARE > state.compiling {
            return;
        }
        let start = Instant::now();
        if let Err(error) = self.save(&mut state) {
            tracing::warn!(%error, file = %self.file.display(), "the pipeline cache cannot be written");
            state.has_failed = true;
        }
        state.saving += start.elapsed();
    }

    fn save(&self, state: &mut State) -> io::Result<()> {
        let Some(data) = self.pipelines.get_data() else { return Ok(()) };
        let sum = checksum(&data);
        if state.held == Some(sum) {
            return Ok(());
        }
        state.held = Some(sum);
        if data.len() > MAX_BYTES {
            tracing::debug!(bytes = data.len(), "the pipeline cache has grown too large, and is removed");
            return std::fs::remove_file(&self.file);
        }
        write(&self.file, &encode(&data, &self.identity))?;
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

fn encode(data: &[u8], identity: &str) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(HEAD + identity.len() + data.len());
    bytes.extend_from_slice(&MAGIC);
    bytes.extend_from_slice(&[0; 8]);
    bytes.extend_from_slice(&(identity.len() as u32).to_le_bytes());
    bytes.extend_from_slice(identity.as_bytes());
    bytes.extend_from_slice(data);
    let sum = checksum(&bytes[16..]);
    bytes[8..16].copy_from_slice(&sum.to_le_bytes());
    bytes
}

/// The data in a file, or why there are none to be used.
fn decode<'a>(bytes: &'a [u8], identity: &str) -> Result<&'a [u8], &'static str> {
    let Some((head, body)) = bytes.split_first_chunk::<16>() else { return Err("it is too short") };
    if head[..8] != MAGIC {
        return Err("it has another form");
    }
    if head[8..] != checksum(body).to_le_bytes() {
        return Err("it is damaged");
    }
    let split = body.split_first_chunk::<4>();
    let split = split.and_then(|(len, rest)| rest.split_at_checked(u32::from_le_bytes(*len) as usize));
    match split {
        None => Err("it is too short"),
        Some((of, data)) if of == identity.as_bytes() => Ok(data),
        Some(_) => Err("it belongs to another adapter, or to another version of the driver"),
    }
}

/// A sum that no change within one word leaves as it is, and other changes only by a chance of 1 in 2^64.
fn checksum(bytes: &[u8]) -> u64 {
    let mix = |sum: u64, word: u64| (sum ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(29);
    let (words, rest) = bytes.as_chunks::<8>();
    let sum = words.iter().fold(bytes.len() as u64, |sum, word| mix(sum, u64::from_le_bytes(*word)));
    let mut last = [0; 8];
    last[..rest.len()].copy_from_slice(rest);
    mix(mix(sum, u64::from_le_bytes(last)), 0)
}

/// The bytes of a file, if they are not more than a cache may have.
fn read(file: &Path) -> io::Result<Vec<u8>> {
    let metadata = std::fs::metadata(file)?;
    if !metadata.is_file() || metadata.len() > (MAX_BYTES + (1 << 16)) as u64 {
        return Ok(Vec::new());
    }
    std::fs::read(file)
}

/// Writes a file as a whole or not at all.
fn write(file: &Path, bytes: &[u8]) -> io::Result<()> {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    let number = NEXT.fetch_add(1, Ordering::Relaxed);
    let beside = file.with_extension(format!("{}-{number}.new", std::process::id()));
    if let Some(folder) = file.parent() {
        create_folder(folder)?;
    }
    let written = std::fs::write(&beside, bytes).and_then(|()| std::fs::rename(&beside, file));
    if written.is_err() {
        let _ = std::fs::remove_file(&beside);
    }
    written
}

/// Creates a folder that is nobody else's to write to.
fn create_folder(folder: &Path) -> io::Result<()> {
    let mut builder = std::fs::DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.recursive(true).create(folder)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests {
    use super::{HEAD, decode, encode};

    const IDENTITY: &str = "Vulkan 10de:2335 NVIDIA H200, NVIDIA 580.65";

    #[test]
    fn what_was_written_is_read() {
        for data in [&b""[..], b"1", b"12345678", &[0; 1000]] {
            assert_eq!(decode(&encode(data, IDENTITY), IDENTITY), Ok(data));
        }
    }

    #[test]
    fn what_was_not_written_is_refused() {
        let data: Vec<u8> = (0..100).collect();
        let bytes = encode(&data, IDENTITY);
        for bit in 0..bytes.len() * 8 {
            let mut flipped = bytes.clone();
            flipped[bit / 8] ^= 1 << (bit % 8);
            assert!(decode(&flipped, IDENTITY).is_err(), "bit {bit}");
        }
        for length in 0..bytes.len() {
            assert!(decode(&bytes[..length], IDENTITY).is_err(), "{length} bytes");
        }
        let longer = [bytes.clone(), vec![0]].concat();
        assert!(decode(&longer, IDENTITY).is_err());
        assert!(decode(&bytes, "Vulkan 10de:2335 NVIDIA H200, NVIDIA 580.95").is_err());
        assert!(decode(&vec![0; 1000], IDENTITY).is_err());
        assert_eq!(bytes.len(), HEAD + IDENTITY.len() + data.len());
    }
}
