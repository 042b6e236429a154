//! The macro takes any tokens: what it expands to are items or errors, in time. The driver is that of `vyre-lang/tests/it`, and so
//! are the mutations, because bytes that change seldom leave tokens.
#![no_main]

#[path = "../../vyre-lang/tests/it/expand.rs"]
mod expand;
#[path = "../../vyre-lang/tests/it/items.rs"]
mod items;
#[path = "../../vyre-lang/tests/it/mutate.rs"]
mod mutate;

use libfuzzer_sys::{fuzz_mutator, fuzz_target, fuzzer_mutate};
use mutate::{Random, damaged, kernel};

fuzz_target!(|text: &str| {
    expand::check(text);
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
