//! The errors of what stands in `fail`.
//!
//! The errors of most mistakes are the front end's own. They are made here, without rustc, which takes a fifth of a second for each. `rustc.txt`
//! lists the mistakes of which rustc alone says something: errors of types, lints, constants that do not evaluate, what it cannot parse, kernels that
//! macros write. What the front end's errors look like is compared with rustc for those of [`ALSO`], and for all with `VYRE_THOROUGH=1`.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use super::front_end::errors;
use super::page::{is_rust, sorted};
use std::path::{Path, PathBuf};

/// Mistakes that both say: an area of one line and of several, a note below the message, several errors, what is said of a file's text, and what the
/// definitions of functions and types tell.
const ALSO: &[&str] = &[
    "fail/rest_of_the_crate/ten_mistakes.rs",
    "fail/rest_of_the_crate/erroneous_kernel_is_called.rs",
    "fail/rest_of_the_crate/erroneous_signature_is_called.rs",
    "fail/functions/argument_that_is_no_number.rs",
    "fail/functions_outside/argument_count.rs",
    "fail/signature/where_on_kernel.rs",
    "fail/structs/argument_of_another_type.rs",
    "fail/structs/enum_is_compared_with_a_number.rs",
    "fail/structs/mutation_arms_of_two_types.rs",
    "fail/functions/assignment_behind_shared_array.rs",
];

const LIST: &str = "rustc.txt";

/// Whether a variable is set that is not empty.
fn is_set(name: &str) -> bool {
    std::env::var_os(name).is_some_and(|value| !value.is_empty())
}

/// `cargo bless` sets it, for trybuild too.
fn is_blessing() -> bool {
    is_set("TRYBUILD")
}

/// Every mistake, from the folder of the crate, in which tests run.
fn mistakes() -> Vec<PathBuf> {
    sorted(Path::new("fail")).iter().flat_map(|folder| sorted(folder)).filter(|path| is_rust(path)).collect()
}

/// The mistakes of which rustc alone says something.
fn of_rustc() -> Vec<PathBuf> {
    std::fs::read_to_string(LIST).unwrap().lines().map(PathBuf::from).collect()
}

/// What the front end says of a mistake, and what is expected.
fn said(path: &Path) -> (String, String) {
    let name = path.to_str().unwrap().replace('\\', "/");
    let said = errors(&name, &std::fs::read_to_string(path).unwrap());
    (said, std::fs::read_to_string(path.with_extension("stderr")).unwrap_or_default())
}

/// The mistakes of which the front end does not say what is expected.
fn differing() -> Vec<PathBuf> {
    let differs = |path: &PathBuf| {
        let (said, expected) = said(path);
        said != expected || expected.is_empty()
    };
    mistakes().into_iter().filter(differs).collect()
}

#[test]
fn mistakes_have_their_errors() {
    if is_blessing() {
        return;
    }
    let (differing, of_rustc) = (differing(), of_rustc());
    for path in differing.iter().filter(|path| !of_rustc.contains(path)) {
        let (said, expected) = said(path);
        eprintln!("{}\nEXPECTED:\n{expected}\nACTUAL:\n{said}\n", path.display());
    }
    assert!(
        differing == of_rustc,
        "the front end's errors of {:?} differ from what is expected, and those of {:?} are as rustc's. Fix: run `cargo bless`, and read the difference",
        differing.iter().filter(|path| !of_rustc.contains(path)).collect::<Vec<_>>(),
        of_rustc.iter().filter(|path| !differing.contains(path)).collect::<Vec<_>>(),
    );
}

/// A program that compiles makes trybuild build all that it needs. So these are documentation tests of the library, and only their errors are
/// compared here.
#[test]
fn crates_of_their_own_compile_or_have_their_errors() {
    if is_set("VYRE_THOROUGH") || is_blessing() {
        let tests = trybuild::TestCases::new();
        // With one that compiles, trybuild builds the other too.
        tests.pass("crate_root/visibility.rs");
        tests.compile_fail("crate_root/constant_parameter_as_a_length_of_zero.rs");
    }
}

/// Without a program that compiles, trybuild has cargo check all of them at once; with one it starts cargo for each.
#[test]
fn mistakes_of_rustc_have_their_errors() {
    let mut mistakes = if is_set("VYRE_THOROUGH") { mistakes() } else { of_rustc() };
    mistakes.extend(ALSO.iter().map(PathBuf::from));
    if is_blessing() {
        // Errors are rustc's, also those that both say.
        mistakes.extend(differing());
    }
    mistakes.sort();
    mistakes.dedup();
    let tests = trybuild::TestCases::new();
    mistakes.iter().for_each(|path| tests.compile_fail(path));
    // They run here.
    drop(tests);
    if is_blessing() {
        let lines = differing()
            .iter()
            .map(|path| format!("{}\n", path.display()).replace('\\', "/"))
            .collect::<String>();
        std::fs::write(LIST, lines).unwrap();
    }
}

/// An area that begins in the middle of a line and ends on a later one.
#[test]
fn errors_are_written_as_rustc_does() {
    let text = "fn main() {}\n\n#[vyre::kernel]\nfn kernel(\n    out: &mut [u32],\n) -> (\n    u32\n) {\n    out[0] = 1;\n}\n";
    let expected = "\
error: a kernel returns nothing. Fix: write results to a `&mut [T]` parameter.
 --> fail/a/b.rs:6:3
  |
6 |   ) -> (
  |  ___^
7 | |     u32
8 | | ) {
  | |_^
";
    assert_eq!(errors("fail/a/b.rs", text), expected);
}
