//! What is compiled is kept in a file for other processes, whatever becomes of that file.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use std::path::{Path, PathBuf};
use std::process::{Child, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use vyre::ir::Program;
use vyre::prelude::*;
use vyre_tests::devices;

/// A folder that goes with the test.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Folder {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let folder = std::env::temp_dir().join(format!("vyre-cache-{}-{number}", std::process::id()));
        std::fs::create_dir(&folder).unwrap();
        Folder(folder)
    }

    /// The files of caches, whole or not, at any depth. Drivers write others.
    fn files(&self) -> Vec<PathBuf> {
        let entries = |folder: &Path| -> Vec<PathBuf> {
            std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect()
        };
        let (mut found, mut next) = (Vec::new(), entries(&self.0));
        while let Some(path) = next.pop() {
            if path.is_dir() { next.extend(entries(&path)) } else { found.push(path) }
        }
        found.retain(|path| path.to_string_lossy().contains("pipeline_cache"));
        found
    }

    /// The one file in it.
    fn file(&self) -> PathBuf {
        let files = self.files();
        assert_eq!(files.len(), 1, "{files:?}");
        files[0].clone()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// The GPU, for one test at a time, if it has a cache.
fn gpu() -> Option<(Device, MutexGuard<'static, ()>)> {
    static ALONE: Mutex<()> = Mutex::new(());
    let alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let device = devices().into_iter().nth(1)?;
    if !device.info().features().contains(&"pipeline cache") {
        println!("SKIPPED: {device} has no pipeline cache");
        return None;
    }
    if std::env::var_os("VYRE_PIPELINE_CACHE").is_some() && std::env::var_os("VYRE_TEST_SEED").is_none() {
        println!("SKIPPED: VYRE_PIPELINE_CACHE is set");
        return None;
    }
    Some((device, alone))
}

/// Compiles and runs a kernel that this process has not run before.
fn compile_one(device: &Device, seed: u32) {
    static NEXT: AtomicU32 = AtomicU32::new(1);
    let number = NEXT.fetch_add(1, Ordering::Relaxed) * 1000 + seed;
    let program: Program = format!(
        "program workgroup_size 64, 1, 1 buffer data: read_write u32 @ 0
         entry {{ data[invocation_id.x] = data[invocation_id.x] * 3 + {number}; }}"
    )
    .parse()
    .unwrap();
    let mut data: Vec<u32> = (0..100).collect();
    device.run(&program, [2, 1, 1], [Arg::write(&mut data)]).unwrap();
    assert!(data.iter().zip(0..).all(|(value, i)| *value == i * 3 + number));
}

#[test]
fn a_file_is_written_and_read_again() {
    vyre_tests::in_own_process!();
    let Some((device, _alone)) = gpu() else { return };
    let (one, other) = (Folder::new(), Folder::new());
    device.set_pipeline_cache(Some(&one.0));
    compile_one(&device, 0);
    let file = one.file();
    let bytes = std::fs::read(&file).unwrap();
    assert!(bytes.len() > 64);
    device.set_pipeline_cache(None);
    compile_one(&device, 0);
    assert_eq!(std::fs::read(&file).unwrap(), bytes);
    device.set_pipeline_cache(Some(&other.0));
    compile_one(&device, 0);
    assert_eq!(other.file().file_name(), one.file().file_name(), "a file of this adapter's");
    let written = || std::fs::metadata(&file).unwrap().modified().unwrap();
    let before = written();
    device.set_pipeline_cache(Some(&one.0));
    compile_one(&device, 0);
    // What is good is not replaced, unless by more; some drivers put no pipelines into their caches.
    let after = std::fs::read(&file).unwrap();
    assert!(if after == bytes { written() == before } else { after.len() > bytes.len() });
}

#[test]
fn a_file_that_is_not_what_was_written_is_replaced() {
    vyre_tests::in_own_process!();
    let Some((device, _alone)) = gpu() else { return };
    let good = Folder::new();
    device.set_pipeline_cache(Some(&good.0));
    compile_one(&device, 0);
    let (name, good) = (good.file().file_name().unwrap().to_owned(), std::fs::read(good.file()).unwrap());
    let flipped = |at: usize| {
        let mut bytes = good.clone();
        bytes[at] ^= 0x10;
        bytes
    };
    let noise = || (0..100_000u32).map(|i| (i.wrapping_mul(2_654_435_761) >> 24) as u8).collect::<Vec<u8>>();
    let cases = [
        Vec::new(),
        good[..7].to_vec(),
        good[..21].to_vec(),
        good[..good.len() - 1].to_vec(),
        [good.as_slice(), &[0]].concat(),
        flipped(0),
        flipped(9),
        flipped(17),
        flipped(25),
        flipped(good.len() - 1),
        flipped(good.len() / 2),
        noise(),
        [&good[..64], &noise()].concat(),
        vec![0xff; 1 << 20],
    ];
    for (at, bad) in cases.iter().enumerate() {
        let folder = Folder::new();
        std::fs::write(folder.0.join(&name), bad).unwrap();
        device.set_pipeline_cache(Some(&folder.0));
        compile_one(&device, 0);
        let now = std::fs::read(folder.file()).unwrap();
        assert_ne!(&now, bad, "case {at}");
        assert_eq!(now[..8], good[..8], "case {at}");
    }
}

#[test]
fn a_folder_that_cannot_be_written_is_no_error() {
    vyre_tests::in_own_process!();
    let Some((device, _alone)) = gpu() else { return };
    let folder = Folder::new();
    device.set_pipeline_cache(Some(&folder.0));
    compile_one(&device, 0);
    let file = folder.file();
    // A file where a folder should be, a folder where the file should be, and what is no path at all.
    device.set_pipeline_cache(Some(&file.join("below")));
    compile_one(&device, 0);
    let taken = Folder::new();
    std::fs::create_dir_all(taken.0.join(file.file_name().unwrap()).join("inside")).unwrap();
    device.set_pipeline_cache(Some(&taken.0));
    compile_one(&device, 0);
    compile_one(&device, 0);
    assert_eq!(taken.files(), Vec::<PathBuf>::new());
    device.set_pipeline_cache(Some(Path::new("\0")));
    compile_one(&device, 0);
}

#[test]
#[ignore = "run by the tests of VYRE_PIPELINE_CACHE, in processes of its own"]
fn child_that_compiles() {
    let Some((device, _alone)) = gpu() else { return };
    if std::env::var_os("VYRE_PIPELINE_CACHE").is_some() {
        // The variable decides.
        device.set_pipeline_cache(None);
    }
    let seed = std::env::var("VYRE_TEST_SEED").unwrap().parse().unwrap();
    (0..8).for_each(|_| compile_one(&device, seed));
}

fn child(cache: Option<&Path>, user: &Path, seed: u32) -> Child {
    let mut command = vyre_tests::process_of(module_path!(), "child_that_compiles");
    // Whatever the platform, its folder for caches is below one of these.
    for name in ["XDG_CACHE_HOME", "LOCALAPPDATA", "HOME"] {
        command.env(name, user);
    }
    match cache {
        Some(cache) => command.env("VYRE_PIPELINE_CACHE", cache),
        None => command.env_remove("VYRE_PIPELINE_CACHE"),
    };
    command.env("VYRE_TEST_SEED", seed.to_string()).stdout(Stdio::null()).spawn().unwrap()
}

#[test]
fn the_variable_says_where_or_switches_it_off() {
    vyre_tests::in_own_process!();
    let Some((_, _alone)) = gpu() else { return };
    let (user, given) = (Folder::new(), Folder::new());
    assert!(child(Some(Path::new("off")), &user.0, 1).wait().unwrap().success());
    assert_eq!(user.files(), Vec::<PathBuf>::new());
    assert!(child(Some(&given.0.join("new/one")), &user.0, 2).wait().unwrap().success());
    assert_eq!(user.files(), Vec::<PathBuf>::new());
    assert!(given.file().starts_with(given.0.join("new/one")));
    assert!(child(None, &user.0, 3).wait().unwrap().success());
    assert_eq!(user.file().parent().unwrap().file_name().unwrap(), "vyre");
}

#[test]
fn processes_that_write_at_once_do_no_harm() {
    vyre_tests::in_own_process!();
    let Some((device, _alone)) = gpu() else { return };
    let folder = Folder::new();
    let children: Vec<Child> = (0..4).map(|seed| child(Some(&folder.0), &folder.0, seed)).collect();
    for mut child in children {
        assert!(child.wait().unwrap().success());
    }
    let bytes = std::fs::read(folder.file()).unwrap();
    // What stayed is good: it is not replaced, or by one with more in it.
    device.set_pipeline_cache(Some(&folder.0));
    compile_one(&device, 5);
    assert!(std::fs::read(folder.file()).unwrap().len() >= bytes.len());
}
