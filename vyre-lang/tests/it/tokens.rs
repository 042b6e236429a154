//! The macro takes any tokens: real kernels with damaged tokens and kernels of a grammar are expanded, and each gives items or errors, in time.
//! The fuzz target `tokens` does the same with coverage. `VYRE_MUTATION_SECONDS` says for how long, `VYRE_RANDOM_SEED` from which seed on.

use super::expand::{self, Reached};
use super::mutate::{Random, damaged, kernel};
use std::panic::catch_unwind;
use std::path::Path;
use std::time::{Duration, Instant};

fn variable(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|value| value.parse().ok()).unwrap_or(default)
}

/// The files with kernels of the tests, the ui-tests and the examples, and the kernels on the pages of errors.
fn corpus() -> Vec<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let folders = ["tests/tests", "ui-tests", "examples", "vyre-cli/errors"];
    let mut folders: Vec<_> = folders.map(|folder| root.join(folder)).into();
    let mut texts = Vec::new();
    while let Some(folder) = folders.pop() {
        let mut entries: Vec<_> =
            std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
        entries.sort();
        for path in entries {
            if path.is_dir() && path.file_name().is_some_and(|name| name != "target") {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                texts.extend(std::fs::read_to_string(path).ok().filter(|text| text.contains("#[vyre::")));
            } else if path.extension().is_some_and(|extension| extension == "md") {
                let page = std::fs::read_to_string(path).unwrap();
                let kernels =
                    page.split("\n```rust\n").skip(1).filter_map(|rest| rest.split("\n```\n").next());
                texts.extend(kernels.map(str::to_string));
            }
        }
    }
    texts
}

/// Expands a text in a thread with the stack of a compiler's.
fn follow(text: &str) -> Reached {
    let run = || catch_unwind(|| expand::check(text));
    match std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(8 << 20);
        thread.spawn_scoped(scope, run).unwrap().join().unwrap()
    }) {
        Ok(reached) => reached,
        Err(_) => panic!("the macro does not take this:\n{text}"),
    }
}

#[test]
fn kernels_of_the_tests_are_expanded() {
    let texts = corpus();
    let reached = texts.iter().map(|text| follow(text)).fold(Reached::default(), |all, one| Reached {
        items: all.items + one.items,
        compiled: all.compiled + one.compiled,
    });
    println!("as they are: {reached:?}");
    // Definitions that stand in other files are missing here, and ui-tests have errors.
    assert!(reached.items > 900 && reached.compiled > 400, "{reached:?}");
}

#[test]
fn damaged_kernels_are_expanded_or_refused() {
    let texts = corpus();
    let (seconds, first) = (variable("VYRE_MUTATION_SECONDS", 3), variable("VYRE_RANDOM_SEED", 0));
    let end = Instant::now() + Duration::from_secs(seconds);
    let (mut seed, mut all) = (first, Reached::default());
    while Instant::now() < end {
        let random = &mut Random(seed);
        let text = match random.below(4) {
            0 => kernel(random),
            1 => damaged(&kernel(random), random),
            _ => damaged(one_of(&texts, random), random),
        };
        let reached = follow(&text);
        all = Reached { items: all.items + reached.items, compiled: all.compiled + reached.compiled };
        seed += 1;
    }
    println!("seeds {first}..{seed}: {all:?}");
}

/// A text that is not large, as those are where damages are found.
fn one_of<'t>(texts: &'t [String], random: &mut Random) -> &'t str {
    let tries = (0..8).map(|_| &texts[random.below(texts.len())]);
    tries.min_by_key(|text| text.len()).map_or("", |text| text)
}
