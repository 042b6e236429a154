//! The file of a pipeline cache: what is in it, and how it is read and written.
//!
//! It begins with the identity of its adapter and driver and with a checksum; a file that is not what was written is ignored. It is
//! written beside the old one and renamed, so that other processes see one of the two as a whole; of two that write at once,
//! one stays. The data go to the driver as they are, so a file or folder that others can write to is not read.

use std::fs::{File, Metadata};
use std::io::{self, Read, Write};
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// What a file begins with. The number goes up when the form changes.
const MAGIC: [u8; 8] = *b"vyrePC 1";
/// The bytes before the identity: the magic, a checksum of what follows it, and the identity's length.
const HEAD: usize = 20;
/// The most bytes of a file. One that has grown beyond that is removed: there is no way to take single pipelines out.
pub(super) const MAX_BYTES: usize = 64 << 20;
/// What a process leaves behind that is killed while it writes is removed by others after this time.
const STALE: Duration = Duration::from_secs(3600);

/// The bytes of a file with these data.
pub(super) fn encode(data: &[u8], identity: &str) -> Vec<u8> {
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
pub(super) fn decode<'a>(bytes: &'a [u8], identity: &str) -> Result<&'a [u8], &'static str> {
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
pub(super) fn checksum(bytes: &[u8]) -> u64 {
    let mix = |sum: u64, word: u64| (sum ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(29);
    let (words, rest) = bytes.as_chunks::<8>();
    let sum = words.iter().fold(bytes.len() as u64, |sum, word| mix(sum, u64::from_le_bytes(*word)));
    let mut last = [0; 8];
    last[..rest.len()].copy_from_slice(rest);
    mix(mix(sum, u64::from_le_bytes(last)), 0)
}

/// The bytes of a file, if they are not more than a cache may have and nobody but its owner could have put them there.
pub(super) fn read(file: &Path) -> io::Result<Vec<u8>> {
    let mut opened = File::open(file)?;
    let metadata = opened.metadata()?;
    if !metadata.is_file() || metadata.len() > (MAX_BYTES + (1 << 16)) as u64 {
        return Ok(Vec::new());
    }
    if let Some(folder) = file.parent() {
        check_owner(&metadata, &std::fs::metadata(folder)?)?;
    }
    let mut bytes = Vec::new();
    opened.read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// That a file belongs to the owner of its folder, and that nobody else can write to either.
#[cfg(unix)]
fn check_owner(file: &Metadata, folder: &Metadata) -> io::Result<()> {
    use std::os::unix::fs::MetadataExt;
    const OTHERS_WRITE: u32 = 0o022;
    let problem = if (file.mode() | folder.mode()) & OTHERS_WRITE != 0 {
        "others can write to it. Fix: `chmod go-w` the folder and what is in it"
    } else if file.uid() != folder.uid() {
        "it does not belong to the owner of its folder. Fix: remove it"
    } else {
        return Ok(());
    };
    Err(io::Error::new(io::ErrorKind::PermissionDenied, problem))
}

/// Folders of a user's have no other writers elsewhere.
#[cfg(not(unix))]
fn check_owner(_: &Metadata, _: &Metadata) -> io::Result<()> {
    Ok(())
}

/// Writes a file as a whole or not at all.
pub(super) fn write(file: &Path, bytes: &[u8]) -> io::Result<()> {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    let number = NEXT.fetch_add(1, Ordering::Relaxed);
    let beside = file.with_extension(format!("{}-{number}.new", std::process::id()));
    if let Some(folder) = file.parent() {
        create_folder(folder)?;
        sweep(folder);
    }
    let written = create(&beside)
        .and_then(|mut created| created.write_all(bytes))
        .and_then(|()| std::fs::rename(&beside, file));
    if written.is_err() {
        let _ = std::fs::remove_file(&beside);
    }
    written
}

/// Creates a file that nobody else can write to.
fn create(file: &Path) -> io::Result<File> {
    let mut options = File::options();
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.write(true).create(true).truncate(true).open(file)
}

/// Removes what processes have left behind that were killed while they wrote. What cannot be removed stays.
fn sweep(folder: &Path) {
    let is_stale = |path: &Path| {
        let modified = std::fs::metadata(path).and_then(|metadata| metadata.modified());
        modified.is_ok_and(|modified| modified.elapsed().is_ok_and(|age| age > STALE))
    };
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.extension().is_some_and(|extension| extension == "new") && is_stale(&path) {
            let _ = std::fs::remove_file(&path);
        }
    }
}

/// Removes a file, which may be gone.
pub(super) fn remove(file: &Path) -> io::Result<()> {
    match std::fs::remove_file(file) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        result => result,
    }
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
    use super::{HEAD, STALE, decode, encode, read, remove, write};
    use std::fs::File;
    use std::time::{Duration, SystemTime};

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

    #[test]
    fn what_processes_left_behind_is_removed_in_time() {
        let folder = tempfile::tempdir().unwrap();
        let age = |name: &str, age: Duration| {
            let file = File::create(folder.path().join(name)).unwrap();
            file.set_modified(SystemTime::now() - age).unwrap();
        };
        age("a.12-0.new", STALE + Duration::from_secs(60));
        age("b.13-0.new", STALE / 2);
        age("c.bin", STALE * 100);
        write(&folder.path().join("d.bin"), b"data").unwrap();
        let names = std::fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name());
        let mut names: Vec<String> = names.map(|name| name.into_string().unwrap()).collect();
        names.sort();
        assert_eq!(names, ["b.13-0.new", "c.bin", "d.bin"]);
    }

    #[test]
    fn a_file_that_is_gone_is_removed() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a.bin");
        write(&file, b"data").unwrap();
        remove(&file).unwrap();
        remove(&file).unwrap();
        assert!(!file.exists());
        assert!(remove(folder.path()).is_err());
    }

    #[cfg(unix)]
    #[test]
    fn what_others_can_write_is_not_read() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("inner").join("a.bin");
        write(&file, b"data").unwrap();
        assert_eq!(read(&file).unwrap(), b"data");
        let inner = file.parent().unwrap();
        for (path, kept) in [(file.as_path(), 0o600), (inner, 0o700)] {
            for mode in [0o622, 0o620, 0o602] {
                let mode = mode | (kept & 0o100);
                std::fs::set_permissions(path, PermissionsExt::from_mode(mode)).unwrap();
                let error = read(&file).unwrap_err().to_string();
                assert!(error.contains("others can write"), "{mode:o}: {error}");
            }
            std::fs::set_permissions(path, PermissionsExt::from_mode(kept)).unwrap();
            assert_eq!(read(&file).unwrap(), b"data");
        }
    }
}
