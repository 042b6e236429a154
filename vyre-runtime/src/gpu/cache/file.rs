//! The file of a pipeline cache: what is in it, and how it is read and written.
//!
//! It begins with the identity of its adapter and driver and with a checksum; a file that is not what was written is ignored. It is
//! written beside the old one and renamed, so that other processes see one of the two as a whole; of two that write at once,
//! one stays. The data go to the driver as they are, so what others could have written is not read, and not written either.

use std::fs::{File, Metadata};
use std::hash::{BuildHasher, Hasher, RandomState};
use std::io::{self, Read, Write};
use std::path::Path;
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

/// The bytes of a file, if they are not more than a cache may have and nobody but this user, or root, could have put them there.
pub(super) fn read(file: &Path) -> io::Result<Vec<u8>> {
    // Whatever else has this name is not opened: a pipe would block, and where a link leads was not looked at.
    if !std::fs::symlink_metadata(file)?.is_file() {
        return Ok(Vec::new());
    }
    let opened = File::open(file)?;
    check_trusted(&opened.metadata()?)?;
    if let Some(folder) = file.parent() {
        check_folder(folder)?;
    }
    let most = MAX_BYTES + (1 << 16);
    let mut bytes = Vec::new();
    opened.take(most as u64 + 1).read_to_end(&mut bytes)?;
    Ok(if bytes.len() > most { Vec::new() } else { bytes })
}

/// That a file or folder belongs to this user or to root, and that nobody else can write to it.
#[cfg(unix)]
fn check_trusted(metadata: &Metadata) -> io::Result<()> {
    check(metadata, std::os::unix::fs::MetadataExt::mode(metadata))
}

/// That what has these metadata belongs to this user or to root, and that nobody else can write to it by this mode.
#[cfg(unix)]
fn check(metadata: &Metadata, mode: u32) -> io::Result<()> {
    use std::os::unix::fs::MetadataExt;
    // The owner of this process; elsewhere than on Linux it is not known without a call of C's.
    let user = std::fs::metadata("/proc/self").map(|process| process.uid()).unwrap_or(ROOT);
    match problem(mode, metadata.uid(), user) {
        None => Ok(()),
        Some(problem) => Err(io::Error::new(io::ErrorKind::PermissionDenied, problem)),
    }
}

/// That nobody else can write to a folder, nor put another one in its place or in that of one around it.
#[cfg(unix)]
fn check_folder(folder: &Path) -> io::Result<()> {
    check_way(&std::path::absolute(folder)?, false, MAX_LINKS)
}

/// How many links a path may have, as Linux has it.
#[cfg(unix)]
const MAX_LINKS: usize = 40;

/// Checks the folders of an absolute path, of which the last one may be `open` to others if it has the sticky bit, and the ways to which links
/// on it lead.
#[cfg(unix)]
fn check_way(path: &Path, open: bool, links: usize) -> io::Result<()> {
    use std::os::unix::fs::MetadataExt;
    for (at, part) in path.ancestors().enumerate() {
        let metadata = std::fs::symlink_metadata(part)?;
        let may_be_open = open || at > 0;
        if metadata.is_symlink() {
            // The mode of a link means nothing. Who owns it may let it lead elsewhere.
            check(&metadata, 0)?;
            let links = links.checked_sub(1).ok_or_else(|| io::Error::other("it has too many links"))?;
            let target = part.parent().unwrap_or(part).join(std::fs::read_link(part)?);
            check_way(&target, may_be_open, links)?;
        } else {
            // In a folder with the sticky bit, such as `/tmp`, only the owners of a file and of the folder rename it.
            let is_sticky = may_be_open && metadata.mode() & 0o1000 != 0;
            check(&metadata, if is_sticky { 0 } else { metadata.mode() })?;
        }
    }
    Ok(())
}

/// Not checked, as for files.
#[cfg(not(unix))]
fn check_folder(_: &Path) -> io::Result<()> {
    Ok(())
}

#[cfg(unix)]
const ROOT: u32 = 0;

/// Why a file of this mode and owner is not trusted.
#[cfg(unix)]
fn problem(mode: u32, owner: u32, user: u32) -> Option<&'static str> {
    const OTHERS_WRITE: u32 = 0o022;
    if mode & OTHERS_WRITE != 0 {
        Some("others can write to it or to a folder around it. Fix: `chmod go-w` them")
    } else if owner != user && owner != ROOT {
        Some("it or a folder around it belongs to another user. Fix: name a folder of your own")
    } else {
        None
    }
}

/// Not checked: folders of a user's have no other writers by default.
#[cfg(not(unix))]
fn check_trusted(_: &Metadata) -> io::Result<()> {
    Ok(())
}

/// Writes a file as a whole or not at all, where [`read`] will read it.
pub(super) fn write(file: &Path, bytes: &[u8]) -> io::Result<()> {
    if let Some(folder) = file.parent() {
        create_folder(folder)?;
        check_folder(folder)?;
        sweep(folder, file);
    }
    // A number that no other process has, also where they share the folder and not their own numbers.
    let number = RandomState::new().build_hasher().finish();
    let beside = file.with_extension(format!("{number:016x}{NEW}"));
    let mut created = create(&beside)?;
    let written = created.write_all(bytes).and_then(|()| std::fs::rename(&beside, file));
    if written.is_err() {
        let _ = std::fs::remove_file(&beside);
    }
    written
}

/// How the name of a file ends that is being written.
const NEW: &str = ".new";

/// Creates a file that nobody else can write to, and that was not there.
fn create(file: &Path) -> io::Result<File> {
    let mut options = File::options();
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.write(true).create_new(true).open(file)
}

/// Removes what processes have left behind that were killed while they wrote this file. What cannot be removed stays.
fn sweep(folder: &Path, file: &Path) {
    let is_left_over = |path: &Path| {
        let name = path.file_name().and_then(|name| name.to_str());
        let stem = file.file_stem().and_then(|stem| stem.to_str());
        let number = name
            .zip(stem)
            .and_then(|(name, stem)| name.strip_prefix(stem)?.strip_prefix('.')?.strip_suffix(NEW));
        number.is_some_and(|number| number.len() == 16 && number.bytes().all(|byte| byte.is_ascii_hexdigit()))
    };
    let is_stale = |path: &Path| {
        let metadata = std::fs::symlink_metadata(path).ok().filter(Metadata::is_file);
        let age = metadata.and_then(|metadata| metadata.modified().ok()?.elapsed().ok());
        age.is_some_and(|age| age > STALE)
    };
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if is_left_over(&path) && is_stale(&path) {
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
        let names = [
            ("d.0123456789abcdef.new", STALE + Duration::from_secs(60), false),
            ("d.fedcba9876543210.new", STALE / 2, true),
            ("d.0123456789abcde.new", STALE * 100, true),
            ("d.x123456789abcdef.new", STALE * 100, true),
            ("notes.new", STALE * 100, true),
            ("d.new", STALE * 100, true),
            ("e.0123456789abcdef.new", STALE * 100, true),
        ];
        for (name, age, _) in names {
            let file = File::create(folder.path().join(name)).unwrap();
            file.set_modified(SystemTime::now() - age).unwrap();
        }
        let file = folder.path().join("d.bin");
        write(&file, b"data").unwrap();
        write(&file, b"more").unwrap();
        assert_eq!(read(&file).unwrap(), b"more");
        for (name, _, stays) in names {
            assert_eq!(folder.path().join(name).exists(), stays, "{name}");
        }
        let left = names.iter().filter(|(.., stays)| *stays).count() + 1;
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), left, "nothing else is there");
    }

    #[cfg(unix)]
    #[test]
    fn owners_are_the_user_and_root() {
        use super::problem;
        for (owner, user, is_trusted) in
            [(1000, 1000, true), (0, 1000, true), (0, 0, true), (1000, 0, false), (1001, 1000, false)]
        {
            assert_eq!(problem(0o100600, owner, user).is_none(), is_trusted, "{owner} {user}");
            assert_eq!(problem(0o040755, owner, user).is_none(), is_trusted, "{owner} {user}");
            for mode in [0o100620, 0o100602, 0o041777, 0o040775] {
                assert!(problem(mode, owner, user).is_some(), "{owner} {user} {mode:o}");
            }
        }
    }

    #[cfg(unix)]
    #[test]
    fn only_files_are_read() {
        let folder = tempfile::tempdir().unwrap();
        let pipe = folder.path().join("pipe.bin");
        let made =
            std::process::Command::new("mkfifo").arg(&pipe).status().is_ok_and(|status| status.success());
        assert!(made, "mkfifo");
        assert_eq!(read(&pipe).unwrap(), b"");
        assert_eq!(read(folder.path()).unwrap(), b"");
        let large = folder.path().join("large.bin");
        File::create(&large).unwrap().set_len(super::MAX_BYTES as u64 * 2).unwrap();
        assert_eq!(read(&large).unwrap(), b"");
    }

    /// Who can put another link in the place of one can name any folder, though each is good.
    #[cfg(unix)]
    #[test]
    fn links_lie_in_folders_that_others_cannot_write() {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let root = tempfile::tempdir().unwrap();
        let [good, around] = ["good", "around"].map(|name| root.path().join(name));
        let file = good.join("a.bin");
        write(&file, b"data").unwrap();
        std::fs::create_dir(&around).unwrap();
        symlink(&good, around.join("whole")).unwrap();
        symlink("../good", around.join("relative")).unwrap();
        symlink("whole", around.join("twice")).unwrap();
        symlink(root.path(), around.join("root")).unwrap();
        symlink("circle", around.join("circle")).unwrap();
        let set = |mode| std::fs::set_permissions(&around, PermissionsExt::from_mode(mode)).unwrap();
        for (mode, is_good) in [(0o700, true), (0o777, false), (0o1777, true), (0o770, false)] {
            set(mode);
            for link in ["whole", "relative", "twice", "root/good", "whole/../good"] {
                let file = around.join(link).join("a.bin");
                assert_eq!(read(&file).is_ok_and(|data| data == b"data"), is_good, "{link} in {mode:o}");
                assert_eq!(write(&file, b"data").is_ok(), is_good, "{link} in {mode:o}");
            }
        }
        set(0o700);
        // A link in a good folder that leads through one that is not.
        symlink(around.join("whole"), root.path().join("through")).unwrap();
        let through = root.path().join("through/a.bin");
        assert_eq!(read(&through).unwrap(), b"data");
        set(0o777);
        assert!(read(&through).unwrap_err().to_string().contains("others can write"));
        assert!(
            read(&around.join("circle/a.bin")).is_err()
                && super::check_folder(&around.join("circle")).is_err()
        );
        set(0o1777);
        // Who owns a folder with the sticky bit renames what is in it. Only root can give one away.
        if std::os::unix::fs::chown(&around, Some(12_345), None).is_ok() {
            let error = read(&around.join("whole/a.bin")).unwrap_err().to_string();
            assert!(error.contains("belongs to another user"), "{error}");
        }
        // A file that is a link may lie anywhere.
        symlink(&file, good.join("link.bin")).unwrap();
        assert_eq!(read(&good.join("link.bin")).unwrap(), b"");
        write(&good.join("link.bin"), b"other").unwrap();
        assert_eq!(
            (read(&file).unwrap(), read(&good.join("link.bin")).unwrap()),
            (b"data".to_vec(), b"other".to_vec())
        );
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
        // A folder around the file's is as bad, but for one with the sticky bit.
        std::fs::set_permissions(folder.path(), PermissionsExt::from_mode(0o777)).unwrap();
        assert!(read(&file).unwrap_err().to_string().contains("others can write"));
        assert!(write(&file, b"more").is_err());
        std::fs::set_permissions(folder.path(), PermissionsExt::from_mode(0o1777)).unwrap();
        assert_eq!(read(&file).unwrap(), b"data");
        std::fs::set_permissions(folder.path(), PermissionsExt::from_mode(0o700)).unwrap();
        // Nor is it written there.
        std::fs::set_permissions(inner, PermissionsExt::from_mode(0o777)).unwrap();
        assert!(write(&file, b"more").is_err());
        std::fs::set_permissions(inner, PermissionsExt::from_mode(0o700)).unwrap();
        assert_eq!(read(&file).unwrap(), b"data");
    }
}
