//! The macro takes any tokens: what it expands to are items or errors, in time. The driver is that of `vyre-macros/tests/tokens`, and so
//! are the mutations, because bytes that change seldom leave tokens.
#![no_main]
#![allow(
    dead_code,
    unreachable_pub,
    unused_imports,
    reason = "the modules are those of the macro, which has another root"
)]

extern crate proc_macro;

#[path = "../../vyre-macros/src/attribute.rs"]
mod attribute;
#[path = "../../vyre-macros/src/check/mod.rs"]
mod check;
#[path = "../../vyre-macros/src/data/mod.rs"]
mod data;
#[path = "../../vyre-macros/src/diagnostics.rs"]
mod diagnostics;
#[path = "../../vyre-macros/src/editor.rs"]
mod editor;
#[path = "../../vyre-macros/src/emit/mod.rs"]
mod emit;
#[path = "../../vyre-macros/src/expand/mod.rs"]
mod expand;
#[path = "../../vyre-macros/tests/tokens/expand.rs"]
mod expanded;
#[path = "../../vyre-macros/src/guard.rs"]
mod guard;
#[path = "../../vyre-macros/src/hir/mod.rs"]
mod hir;
#[path = "../../vyre-macros/tests/tokens/mutate.rs"]
mod mutate;
#[path = "../../vyre-macros/src/operands.rs"]
mod operands;
#[path = "../../vyre-macros/src/races.rs"]
mod races;
#[path = "../../vyre-macros/src/report.rs"]
mod report;
#[path = "../../vyre-macros/src/signature.rs"]
mod signature;
#[path = "../../vyre-macros/src/syntax.rs"]
mod syntax;
#[path = "../../vyre-macros/src/types/mod.rs"]
mod types;

use libfuzzer_sys::{fuzz_mutator, fuzz_target, fuzzer_mutate};
use mutate::{Random, damaged, kernel};

fuzz_target!(|text: &str| {
    expanded::check(text);
});

fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| {
    let random = &mut Random(seed.into());
    let text = match (std::str::from_utf8(&data[..size]), random.below(16)) {
        (_, 0) => kernel(random),
        (Ok(text), 1..14) => damaged(text, random),
        _ => return fuzzer_mutate(data, size, max_size),
    };
    let len = text.len().min(max_size);
    data[..len].copy_from_slice(&text.as_bytes()[..len]);
    len
});
