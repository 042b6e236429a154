//! The errors of the cases on the pages.
//!
//! The errors of most mistakes are the front end's own. They are made here, without rustc, which takes a fifth of a second for each. Where rustc alone
//! says something, the error's fence is `text rustc`: errors of types, lints, constants that do not evaluate, what it cannot parse, kernels that
//! macros write. What the front end's errors look like is compared with rustc for those of [`ALSO`], and for all with `VYRE_THOROUGH=1`.
//! `VYRE_BLESS=1` writes the fences of errors anew, as rustc has them, and leaves alone what else a page has.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use super::front_end::{errors, refuses_module};
use super::page::{File, files, source};
use super::read::Case;
use super::rustc::{self, Until};
use std::fmt::Write;

/// Mistakes that both say: an area of one line and of several, a note below the message, several errors, what is said of a file's text, and what the
/// definitions of functions and types tell.
const ALSO: &[&str] = &[
    "ten_mistakes",
    "erroneous_kernel_is_called",
    "erroneous_signature_is_called",
    "argument_that_is_no_number",
    "argument_count",
    "where_on_kernel",
    "argument_that_is_no_struct",
    "enum_is_compared_with_a_number",
    "arms_of_a_match_of_two_types",
    "assignment_behind_shared_array",
];

/// Whether a variable is set that is not empty.
fn is_set(name: &str) -> bool {
    std::env::var_os(name).is_some_and(|value| !value.is_empty())
}

fn is_blessing() -> bool {
    std::env::var("VYRE_BLESS").is_ok_and(|value| value == "1")
}

/// What the front end says of a case, without the end of the last line.
fn said(case: &Case<'_>) -> String {
    let mut said = errors(&format!("{}.rs", case.name()), &source(case));
    said.truncate(said.trim_end().len());
    said
}

/// What is said differs from what the page has.
fn report(file: &File, case: &Case<'_>, said: &str) -> String {
    let mut report = format!("\n{}\n", file.place(case.line, case.heading));
    let difference = similar::TextDiff::from_lines(case.error, said);
    for change in difference.iter_all_changes() {
        writeln!(report, "  {}{}", change.tag(), change.value().trim_end()).unwrap();
    }
    report
}

#[test]
fn mistakes_have_their_errors() {
    if is_blessing() {
        return;
    }
    let mut reports = String::new();
    for file in &files() {
        for case in file.cases() {
            let said = said(&case);
            if case.is_of_rustc && said == case.error {
                let place = file.place(case.line, case.heading);
                writeln!(reports, "\n{place}\n  the front end says what rustc does, so the fence is `text`")
                    .unwrap();
            } else if !case.is_of_rustc && (said != case.error || said.is_empty()) {
                reports += &report(file, &case, &said);
            }
        }
    }
    assert!(reports.is_empty(), "{reports}\nFix: run `cargo bless`, and read the difference");
}

#[test]
fn what_pages_advise_has_no_errors() {
    for file in &files() {
        for (line, kernel) in file.instead() {
            let said = errors("instead.rs", kernel);
            assert!(said.is_empty(), "{}:\n{said}", file.place(line, "what works instead"));
        }
    }
}

/// Its error is one of an instance. The others of `crate_root` compile, as documentation tests of the library.
#[test]
fn length_of_zero_is_an_error_where_a_kernel_is_used() {
    let text = include_str!("../../crate_root/constant_parameter_as_a_length_of_zero.rs");
    let path = "crate_root/constant_parameter_as_a_length_of_zero.stderr";
    let program = ("constant_parameter_as_a_length_of_zero".to_string(), text.to_string());
    let said = rustc::says(&[program], Until::Compiled).remove(0) + "\n";
    if is_blessing() {
        return std::fs::write(path, said).unwrap();
    }
    assert_eq!(said, std::fs::read_to_string(path).unwrap());
}

#[test]
fn mistakes_of_rustc_have_their_errors() {
    let (is_blessing, is_thorough) = (is_blessing(), is_set("VYRE_THOROUGH"));
    let mut reports = String::new();
    let mut files = files();
    let asked = |file: &File| {
        let is_asked = |case: &Case<'_>| {
            let is_shown = case.is_of_rustc || is_thorough || ALSO.contains(&case.name().as_str());
            // Errors are rustc's, also those that both say. An empty one is to be filled in.
            is_shown || is_blessing && (case.error.is_empty() || said(case) != case.error)
        };
        file.cases().into_iter().filter(is_asked).map(|case| (case.name(), source(&case))).collect::<Vec<_>>()
    };
    let mut sources: Vec<(String, String)> = files.iter().flat_map(asked).collect();
    if is_blessing || is_thorough {
        sources.extend(files.iter().flat_map(advice));
    }
    let answers = rustc::says(&sources, Until::Checked);
    for ((name, _), answer) in sources.iter().zip(&answers) {
        if name.contains(ADVICE) && !answer.is_empty() {
            writeln!(reports, "\n{name}: what is advised does not compile:\n{answer}").unwrap();
        }
    }
    let answer = |name: &str| {
        let at = sources.iter().position(|(asked, _)| asked == name)?;
        Some(answers[at].as_str())
    };
    for file in &mut files {
        let mut fresh = file.text.clone();
        // From the last one on, so that the areas of the others stay.
        for case in file.cases().iter().rev() {
            let Some(answer) = answer(&case.name()) else { continue };
            if answer.is_empty() {
                writeln!(reports, "\n{}\n  it compiles", file.place(case.line, case.heading)).unwrap();
            } else if is_blessing {
                let of_rustc = if said(case) == answer { "" } else { " rustc" };
                fresh.replace_range(case.fence.clone(), &format!("```text{of_rustc}\n{answer}\n```\n"));
            } else if answer != case.error {
                reports += &report(file, case, answer);
            }
        }
        if fresh != file.text {
            std::fs::write(&file.path, &fresh).unwrap();
        }
    }
    let fix = if is_blessing { "show a mistake" } else { "run `cargo bless`, and read the difference" };
    assert!(reports.is_empty(), "{reports}\nFix: {fix}");
}

/// What the files of kernels that work are called, between the page and the line.
const ADVICE: &str = "_advises_in_line_";

/// The kernels that work on a page, as files that rustc compiles.
fn advice(file: &File) -> Vec<(String, String)> {
    let page = file.path.file_stem().unwrap().to_string_lossy();
    let texts = file.instead().into_iter();
    let source = |(line, kernel)| {
        let text = format!("#![allow(unused)]\n{kernel}\nfn main() {{}}\n");
        (format!("{page}{ADVICE}{line}"), text)
    };
    texts.map(source).collect()
}

/// An area that begins in the middle of a line and ends on a later one.
#[test]
fn errors_are_written_as_rustc_does() {
    let text = "fn main() {}\n\n#[vyre::kernel]\nfn kernel(\n    out: &mut [u32],\n) -> (\n    u32\n) {\n    out[0] = 1;\n}\n";
    let expected = "\
error: a kernel returns nothing. Fix: write results to a `&mut [T]` parameter.
 --> b.rs:6:3
  |
6 |   ) -> (
  |  ___^
7 | |     u32
8 | | ) {
  | |_^
";
    assert_eq!(errors("b.rs", text), expected);
}

/// What compiles is to be run. In `text` rustc refuses what a function becomes on the host, which is not seen here.
#[test]
fn programs_that_wait_are_refused() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/tests/it/tried/whole/waiting");
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.ends_with("text.rs") {
            continue;
        }
        let text = std::fs::read_to_string(&path).unwrap();
        assert!(
            !errors("waiting.rs", &text).is_empty() || refuses_module(&text),
            "{} compiles: move it out of `waiting`, and name it in `whole!`",
            path.display()
        );
    }
}
