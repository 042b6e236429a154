//! The pages of errors, `vyre-cli/errors`: each is of the form that is read, and a case shows one small mistake.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use super::read::{self, Case};
use std::collections::HashMap;
use std::path::{Path, PathBuf};

/// A page as it is in its file.
pub(crate) struct File {
    pub(crate) path: PathBuf,
    pub(crate) text: String,
}

impl File {
    /// Its path from the root of the repository.
    fn name(&self) -> String {
        format!("vyre-cli/errors/{}", self.path.file_name().unwrap().to_string_lossy())
    }

    pub(crate) fn cases(&self) -> Vec<Case<'_>> {
        read::read(&self.text).unwrap_or_else(|error| panic!("{}: {error}", self.name())).cases
    }

    pub(crate) fn instead(&self) -> Vec<(usize, &str)> {
        read::read(&self.text).unwrap_or_else(|error| panic!("{}: {error}", self.name())).instead
    }

    /// Where a case stands.
    pub(crate) fn place(&self, line: usize, heading: &str) -> String {
        format!("{}:{line}: {heading}", self.name())
    }
}

/// Every page. `README.md` names them.
pub(crate) fn files() -> Vec<File> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../vyre-cli/errors");
    let entries = std::fs::read_dir(folder).unwrap();
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| !path.ends_with("README.md"));
    paths.sort();
    paths.into_iter().map(|path| File { text: std::fs::read_to_string(&path).unwrap(), path }).collect()
}

/// A case as a file that rustc compiles. It wants a `main`; a reader does not.
pub(crate) fn source(case: &Case<'_>) -> String {
    match case.kernel.contains("fn main()") {
        true => format!("{}\n", case.kernel),
        false => format!("{}\nfn main() {{}}\n", case.kernel),
    }
}

#[test]
fn names_of_cases_are_unique() {
    let files = files();
    let mut places = HashMap::new();
    for file in &files {
        for case in file.cases() {
            let place = file.place(case.line, case.heading);
            if let Some(other) = places.insert(case.name(), place.clone()) {
                panic!("{place} is called as {other} is. Fix: give it a heading of its own");
            }
        }
    }
}

#[test]
fn mistakes_are_small() {
    for file in files() {
        for case in file.cases() {
            let (lines, place) = (source(&case).lines().count(), file.place(case.line, case.heading));
            assert!(lines <= 15, "{place} has {lines} lines. Fix: show the mistake alone");
        }
    }
}

/// A page is read in one go.
#[test]
fn pages_are_of_one_topic() {
    for file in files() {
        let lines = file.text.lines().count();
        assert!(lines <= MOST_LINES, "{} has {lines} lines. Fix: make two pages of it", file.name());
    }
}

/// The most lines of a page.
const MOST_LINES: usize = 750;

/// Those with more than one mistake, and the one where rustc comes first: a proc macro cannot see the `impl` around it.
const SEVERAL: &[(&str, usize)] = &[
    ("ten_mistakes", 10),
    ("erroneous_signature_is_called", 2),
    ("kernel_in_an_impl", 3),
    ("load_of_plain_elements", 2),
    ("plain_store_to_workgroup_atomic", 2),
    ("arguments_of_collectives", 5),
    ("broadcast_of_a_divergent_id", 2),
    ("sum_of_bools", 2),
    ("uniform_load_of_a_value", 3),
    ("bits_of_float", 3),
    ("half_beside_f32", 2),
    ("half_by_as", 2),
    ("half_by_cast_of_bits", 2),
    ("bits_of_half", 2),
    ("cast_between_float_and_bool", 2),
    ("integer_and_float", 2),
    ("argument_in_a_function", 2),
    ("type_parameter_with_argument", 2),
    ("constant_of_an_id", 2),
    ("unknown_method_of_a_struct", 5),
    ("unknown_function_of_a_struct", 5),
    ("method_of_an_unmarked_impl", 4),
];

#[test]
fn a_mistake_has_one_error() {
    let mut several: HashMap<&str, usize> = SEVERAL.iter().copied().collect();
    for file in files() {
        for case in file.cases() {
            let count = case.error.lines().filter(|line| line.starts_with("error")).count();
            let expected = several.remove(case.name().as_str()).unwrap_or(1);
            assert_eq!(count, expected, "{}", file.place(case.line, case.heading));
        }
    }
    assert!(several.is_empty(), "no page has {several:?}");
}

#[test]
fn a_page_is_read() {
    let text = "# T\n\nAbout.\n\n## Rule\n\nWhy.\n\n### A case\n\n```rust\nfn a() {}\n```\n\n```text rustc\nerror: no\n  |\n```\n\nSo.\n\n```rust\nfn b() {}\n```\n\n## Other\n";
    let page = read::read(text).unwrap();
    let [case] = &page.cases[..] else { panic!("{page:?}") };
    assert_eq!((page.title, &page.instead[..]), ("T", &[(22, "fn b() {}")][..]));
    assert_eq!((case.heading, case.line, case.name().as_str()), ("A case", 9, "a_case"));
    assert_eq!((case.topic, case.kernel, case.error), ("Why.", "fn a() {}", "error: no\n  |"));
    assert_eq!(&text[case.fence.clone()], "```text rustc\nerror: no\n  |\n```\n");
    assert_eq!((case.is_of_rustc, case.remark), (true, "So.\n\n```rust\nfn b() {}\n```"));
}

#[test]
fn a_page_of_another_form_says_in_which_line() {
    let said = |text: &str| read::read(text).unwrap_err();
    assert_eq!(said("text\n"), "line 1: a page begins with its title, `# Title`");
    assert_eq!(said("# A\n# B\n"), "line 2: a page has one title");
    assert_eq!(said("# A\n\n```text\nx\n```\n"), "line 3: no kernel stands before this fence");
    assert_eq!(said("# A\n\n## B\n\n```rust\nx\n"), "line 5: a fence without an end");
    let case = "```rust\nx\n```\n\n```text\ny\n```\n";
    assert_eq!(said(&format!("# A\n{case}")), "line 2: a case has a heading of its own");
    assert_eq!(said(&format!("# A\n## B\n{case}{case}")), "line 10: a case has a heading of its own");
}
