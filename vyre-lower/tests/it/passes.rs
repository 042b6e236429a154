//! Passes on programs as text. Each file of `passes/` is about a pass: first its conditions, which the module `conditions` reads, and then tests, each behind a line `# NAME`.
//!
//! A test has the names of the passes that run in its first line (`pass for WGSL` where they run for that), a program, and below a line of dashes the form that the last pass
//! leaves; behind a line of `====` comes another one. `VYRE_BLESS=1` writes the forms anew. A second line `launch: 2 1 1; 128; [64]` makes the form one for launches of 2
//! workgroups, with 128 elements in the first buffer and the word 64 in the second, a uniform one.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use std::panic::catch_unwind;
use std::path::Path;
use vyre_ir::{Program, validate};
use vyre_lower::pass::{PASSES, Pass};
use vyre_lower::specialise::{Bound, Shape, specialise};
use vyre_lower::{Operators, QuickOperators, Target, build, pass, verify};

const RULE: &str = "\n----\n";
/// What stands between the programs of a test.
const NEXT: &str = "\n====\n";
/// In place of the form of a program that no form was made of.
const PANIC: &str = "a panic";

fn find(name: &str) -> &'static Pass {
    PASSES.iter().find(|pass| pass.name == name).unwrap_or_else(|| panic!("there is no pass `{name}`"))
}

/// The numbers of a text.
fn numbers(text: &str) -> Vec<u32> {
    text.split_whitespace().map(|number| number.parse().unwrap()).collect()
}

/// The shape of launches that a test tells.
fn shape(text: &str) -> Shape {
    let mut parts = text.split(';').map(str::trim);
    let groups = numbers(parts.next().unwrap()).try_into().unwrap();
    let bound = parts.map(|part| match part.strip_prefix('[') {
        Some(words) => Bound::Words(numbers(words.trim_end_matches(']')).into()),
        None => Bound::Elements(part.parse().unwrap()),
    });
    Shape { groups, bound: bound.collect() }
}

/// What the passes of a test leave of its program.
fn lowered(text: &str) -> String {
    let (head, program_text) = text.split_once('\n').unwrap();
    let program: Program = program_text.parse().unwrap_or_else(|error| panic!("{error}"));
    let mut form = build(&validate(&program).unwrap_or_else(|errors| panic!("{errors:?}"))).unwrap();
    if let Some(launch) = program_text.strip_prefix("// launch: ") {
        specialise(&mut form, &shape(launch.lines().next().unwrap()));
    }
    verify(&form).unwrap();
    let for_wgsl = head.strip_prefix("// pass for WGSL: ");
    let names = for_wgsl.or(head.strip_prefix("// pass: "));
    let names = names.unwrap_or_else(|| panic!("the first line names the passes"));
    for name in names.split(", ") {
        let is_for_wgsl = for_wgsl.is_some() || ["expand", "coarsen", "join"].contains(&name);
        let target = if is_for_wgsl { Target::WGSL } else { Target::CPU };
        let target = Target {
            unrolls_partly: true,
            least_shared: 1,
            quick: QuickOperators { operators: Operators::ALL, least: 1 },
            ..target
        };
        pass::run(find(name), &mut form, &target);
        verify(&form).unwrap_or_else(|fault| panic!("after {name}: {fault}\n{form}"));
    }
    let form = form.to_string();
    let lines =
        form.lines().skip_while(|line| line.starts_with("workgroup_size") || line.starts_with("buffer "));
    lines.map(|line| format!("{line}\n")).collect()
}

/// A test with the forms that the passes leave now.
fn fresh(test: &str) -> String {
    let with_form = |part: &str| {
        let (program, _) = part.split_once(RULE).unwrap_or((part, ""));
        // A panic has said on standard error what it is about; the others are compared all the same.
        let got = catch_unwind(|| lowered(program)).unwrap_or_else(|_| PANIC.to_string());
        format!("{program}{RULE}{got}")
    };
    let got: Vec<String> = test.split(NEXT).map(with_form).collect();
    format!("{}\n", got.join(NEXT).trim_end())
}

#[test]
fn every_test_has_the_form_below_it() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/passes");
    let blesses = std::env::var_os("VYRE_BLESS").is_some();
    let mut wrong = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let text = std::fs::read_to_string(&path).unwrap();
        let mut sections = Vec::new();
        for (name, section) in sections_of(&text) {
            if name == CONDITIONS {
                sections.push(format!("# {name}\n\n{}\n", section.trim()));
                continue;
            }
            let (test, got) = (section.trim_end(), fresh(section.trim_end()));
            let is_right = got.trim_end() == test;
            if !is_right && (!blesses || got.contains(PANIC)) {
                wrong.push(format!("WRONG {name}\n{got}\nbut the file has\n{test}"));
            }
            sections
                .push(format!("# {name}\n{}", if got.contains(PANIC) { format!("{test}\n") } else { got }));
        }
        if blesses && sections.join("\n") != text {
            std::fs::write(&path, sections.join("\n")).unwrap();
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The section with the conditions of a pass.
pub(crate) const CONDITIONS: &str = "Conditions";

/// The sections of a file, each with its name.
pub(crate) fn sections_of(text: &str) -> Vec<(&str, &str)> {
    let text = text.strip_prefix("# ").unwrap_or_else(|| panic!("a file begins with `# NAME`"));
    text.split("\n# ").map(|section| section.split_once('\n').unwrap_or((section, ""))).collect()
}
