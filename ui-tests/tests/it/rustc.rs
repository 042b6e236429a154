//! What rustc says of programs that use vyre.
//!
//! rustc is started by itself, with the library that these tests are linked with. Cargo would build the library and the front end a second time, for
//! a project of the programs, which takes a minute.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;
use std::thread;
use std::time::SystemTime;

/// How far rustc goes.
#[derive(Clone, Copy)]
pub(crate) enum Until {
    /// What `cargo check` does.
    Checked,
    /// What `cargo build` does before it links, with all instances.
    Compiled,
}

/// What rustc says of each program, of which the name and the text are given, without the end of the last line; nothing where it compiles.
pub(crate) fn says(programs: &[(String, String)], until: Until) -> Vec<String> {
    let (folder, library) = (tempfile::tempdir().unwrap(), library());
    let answers = Mutex::new(vec![String::new(); programs.len()]);
    let waiting = Mutex::new(programs.iter().enumerate());
    let work = || {
        let next = || waiting.lock().unwrap().next();
        while let Some((at, (name, text))) = next() {
            let file = format!("{name}.rs");
            std::fs::write(folder.path().join(&file), text).unwrap();
            let answer = readable(&compile(folder.path(), &file, &library, until), &file);
            answers.lock().unwrap()[at] = answer;
        }
    };
    thread::scope(|scope| {
        (0..thread::available_parallelism().map_or(1, usize::from)).for_each(|_| {
            scope.spawn(work);
        });
    });
    answers.into_inner().unwrap()
}

/// The library as cargo has built it last, beside this test.
fn library() -> PathBuf {
    let test = std::env::current_exe().unwrap();
    let is_library = |path: &Path| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        name.starts_with("libvyre-") && name.ends_with(".rlib")
    };
    let changed =
        |path: &PathBuf| path.metadata().and_then(|data| data.modified()).unwrap_or(SystemTime::UNIX_EPOCH);
    let files = test.parent().unwrap().read_dir().unwrap().flatten().map(|entry| entry.path());
    files.filter(|path| is_library(path)).max_by_key(changed).unwrap()
}

/// What rustc writes.
fn compile(folder: &Path, file: &str, library: &Path, until: Until) -> String {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let emit = match until {
        Until::Checked => "--emit=metadata",
        Until::Compiled => "--emit=obj",
    };
    let output = Command::new(rustc)
        .args([file, "--edition=2024", "--crate-type=bin", emit, "-Adead_code", "--diagnostic-width=140"])
        .arg(format!("--extern=vyre={}", library.display()))
        .arg(format!("-Ldependency={}", library.parent().unwrap().display()))
        .current_dir(folder)
        .env_remove("RUSTFLAGS")
        .output()
        .unwrap();
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// What is said of a file, without what rustc says of itself at the end, and without the lines in other files, which change. Of those rustc shows no
/// text, as their paths begin at the workspace.
fn readable(said: &str, file: &str) -> String {
    let is_of_rustc = |line: &&str| {
        ["error: aborting due to", "Some errors have detailed", "For more information about"]
            .iter()
            .any(|start| line.starts_with(start))
    };
    let elsewhere = |line: &str| match line.trim_start().strip_prefix("--> ") {
        Some(place) if !place.starts_with(file) => {
            line.trim_end_matches(|c: char| c == ':' || c.is_ascii_digit()).to_string()
        }
        _ => line.trim_end().to_string(),
    };
    let lines: Vec<String> = said.lines().filter(|line| !is_of_rustc(line)).map(elsewhere).collect();
    lines.join("\n").trim_end().to_string()
}
