//! Programs as text, each with what it must give written on its own lines.
//!
//! The files stand in `tests/programs/DIRECTORY/NAME.vyre` and hold programs of the text form, one statement to a
//! line. Each program is parsed, printed and parsed again, encoded and decoded, and validated; a valid one runs on
//! every device. What is expected stands in comments:
//!
//! ```text
//! // case: NAME         begins a program. Lines before the first case stand at the head of every program of the file.
//! // rule: CODE         begins the programs of a rule, which have a head of their own.
//! // error: CODE TEXT   at the end of a line: the validator reports this there. TEXT is the documented message
//! //                    without its head `vyre IR validation: `. On a line of its own it speaks of the next line.
//! // run: X, Y, Z       the program runs on that many workgroups. A case may have several runs.
//! // in BUFFER: VALUES  what the buffer holds before the run. A `read_write` buffer may do without: it is zero then.
//! // out BUFFER: VALUES what the buffer holds after the run. Every `read_write` buffer of a run needs it.
//! ```
//!
//! Values are separated by commas: `7`, `0xff`, `-1`, `true`, `(1, 2)` for lanes, `7 * 3` for three sevens, `0..4` for
//! `0, 1, 2, 3`. A case without an error is valid. A valid case without a run is run all the same, on zeros, and
//! must be accepted by every device. An error of the program as a whole stands on the line of `workgroup_size`.
//! Every other comment is prose.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by a panic, in its helpers too")]

mod case;
mod check;
mod limits;

use case::Case;
use std::collections::BTreeMap;
use std::fs;
use std::panic;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use vyre::Device;
use vyre::ir::Code;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("programs")
}

/// The devices, opened once for all tests.
fn devices() -> &'static [Device] {
    static DEVICES: OnceLock<Vec<Device>> = OnceLock::new();
    DEVICES.get_or_init(vyre_tests::devices)
}

/// The entries of a directory, by name.
fn list(path: &Path) -> Vec<PathBuf> {
    let mut paths: Vec<_> = fs::read_dir(path).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    paths
}

/// Every case of a directory.
fn cases(directory: &str) -> Vec<Case> {
    let mut cases = Vec::new();
    for path in list(&root().join(directory)) {
        let file = format!("{directory}/{}", path.file_name().unwrap().to_string_lossy());
        cases.extend(
            case::parse(&file, &fs::read_to_string(&path).unwrap()).unwrap_or_else(|e| panic!("{e}")),
        );
    }
    assert!(!cases.is_empty(), "{directory} is empty");
    cases
}

/// Checks one case. A panic is a failure like others.
fn check(case: &Case) -> Result<(), String> {
    let checked = panic::catch_unwind(|| check::case(case, devices()));
    checked.unwrap_or_else(|payload| match payload.downcast::<String>() {
        Ok(message) => Err(format!("a panic: {message}")),
        Err(_) => Err("a panic".to_string()),
    })
}

/// Checks every case of a directory, and lists all that fail.
fn check_all(directory: &str) {
    let cases = cases(directory);
    let failures: Vec<String> =
        cases.iter().filter_map(|case| Some(format!("{}: {}", case.title(), check(case).err()?))).collect();
    assert!(
        failures.is_empty(),
        "{} of {} programs fail:\n\n{}\n",
        failures.len(),
        cases.len(),
        failures.join("\n\n")
    );
}

macro_rules! directories {
    ($($name:ident),*) => {
        const DIRECTORIES: &[&str] = &[$(stringify!($name)),*];
        $(#[test] fn $name() { check_all(stringify!($name)); })*
    };
}

directories! { arithmetic, atomics, casts, collectives, control, grids, memory, names, rules, several, uniformity }

#[test]
fn every_directory_is_tested() {
    let names: Vec<_> = list(&root()).iter().map(|path| path.file_name().unwrap().to_owned()).collect();
    assert_eq!(names, DIRECTORIES);
}

/// The rules without programs here: those of compositions, which a text cannot declare, and those of sizes, which `limits`
/// generates.
const WITHOUT_PROGRAMS: [Code; 6] = [Code::V017, Code::V018, Code::V019, Code::V020, Code::V026, Code::V034];

/// Each rule has three programs with that one error and three valid ones.
#[test]
fn every_rule_has_programs() {
    let mut counts: BTreeMap<String, (usize, usize)> = BTreeMap::new();
    for case in cases("rules") {
        let (rejected, accepted) = counts.entry(case.rule.clone()).or_default();
        match &case.errors[..] {
            [] => *accepted += 1,
            [only] if only.code == case.rule => *rejected += 1,
            _ => panic!("{}: one error of {}, or none", case.title(), case.rule),
        }
    }
    // V045 and later are rules of compositions too.
    for code in Code::ALL.iter().filter(|code| **code <= Code::V044 && !WITHOUT_PROGRAMS.contains(code)) {
        let (rejected, accepted) = counts.get(code.name()).copied().unwrap_or_default();
        assert!(rejected >= 3 && accepted >= 3, "{code}: {rejected} rejected, {accepted} accepted");
    }
}
