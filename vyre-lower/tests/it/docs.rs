//! `docs/lowered-form.md` has the passes as they are.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::sync::LazyLock;
use vyre_ir::{Program, validate};
use vyre_lower::pass::{PASSES, Pass, optimise};
use vyre_lower::{Target, build};

/// The page. It is read as the test runs: `conditions` compiles these tests in a copy of the crate, beside which there are no documents.
static PAGE: LazyLock<String> = LazyLock::new(|| {
    std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/lowered-form.md")).unwrap()
});

/// The section of the page about the passes.
fn section() -> &'static str {
    let start = PAGE.find("\n## Passes\n").map_or(PAGE.as_str(), |at| &PAGE[at + 1..]);
    start.split("\n## ").next().unwrap_or(start)
}

#[test]
fn the_page_has_the_order_of_the_passes() {
    let order: Vec<_> = PASSES.iter().map(|pass| pass.name).collect();
    assert!(section().contains(&format!("\n{}\n", order.join(", "))), "the order is {}", order.join(", "));
}

#[test]
fn the_page_has_a_row_for_each_pass() {
    let cell = |row: &'static str, at| row.split('|').nth(at).unwrap_or("").trim();
    let rows = section().lines().filter(|line| line.starts_with("| `"));
    let on_page: Vec<_> = rows.map(|row| (cell(row, 1).trim_matches('`'), cell(row, 2))).collect();
    let is_first = |(at, pass): &(usize, &Pass)| PASSES[..*at].iter().all(|other| other.name != pass.name);
    let passes = PASSES.iter().enumerate().filter(is_first).map(|(_, pass)| (pass.name, pass.doc));
    assert_eq!(on_page, passes.collect::<Vec<_>>());
}

#[test]
fn the_example_is_what_the_passes_leave() {
    let mut blocks = PAGE.split("```text\n").skip(1).filter_map(|block| block.split("```").next());
    let program: Program = blocks.next().unwrap().parse().unwrap();
    let mut form = build(&validate(&program).unwrap()).unwrap();
    optimise(&mut form, &Target::WGSL);
    assert_eq!(form.to_string(), blocks.next().unwrap());
}
