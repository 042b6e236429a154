//! Random programs give what walking their trees gives. `VYRE_RANDOM_PROGRAMS` and `VYRE_RANDOM_SEED` say how many there are, and the
//! seed of the first one.

use super::*;
use std::thread::available_parallelism;
use vyre_random::{Case, Contents, Order, evaluate, generate};

fn setting(name: &str) -> Option<u64> {
    std::env::var(name).ok()?.parse().ok()
}

fn data(contents: &[Contents]) -> Vec<Data> {
    let data = |contents: &Contents| match contents {
        Contents::Words(words) => Data::Words(words.clone()),
        Contents::Bytes(bytes) => Data::Bytes(bytes.clone()),
    };
    contents.iter().map(data).collect()
}

/// What is wrong with a case, if anything is.
fn fault(case: &Case, seed: u64) -> Option<String> {
    let program = case.validate().ok()?;
    let expected = data(&evaluate(case, Order::Forward).ok()?.contents);
    let mut form = vyre_lower::build(&program);
    if !seed.is_multiple_of(4) {
        vyre_lower::pass::optimise(&mut form, &Target::CPU);
    }
    let sets = InstructionSet::all();
    for (at, block) in [Some(1), Some(7), Some(64), None].into_iter().enumerate() {
        let code = compile_for(&form, sets[(seed as usize + at) % sets.len()], block);
        for threads in [1, 2, 8] {
            let mut got = data(&case.inputs);
            let stop = AtomicBool::new(false);
            let launch = Launch { per_thread: 1, ..Launch::new(case.grid, threads, &stop) };
            if let Err(error) = code.run(launch, &mut bindings(&mut got)) {
                return Some(error.to_string());
            }
            if got != expected {
                return Some(format!("blocks of {block:?}, {threads} threads: {got:?}, but {expected:?}"));
            }
        }
    }
    None
}

#[test]
fn random_programs() {
    let first = setting("VYRE_RANDOM_SEED").unwrap_or(0);
    let count = setting("VYRE_RANDOM_PROGRAMS").unwrap_or(1_000);
    let threads = available_parallelism().map_or(1, usize::from) as u64;
    std::thread::scope(|scope| {
        for thread in 0..threads {
            scope.spawn(move || {
                for seed in (first..first + count).filter(|seed| seed % threads == thread) {
                    let case = generate(seed);
                    if let Some(fault) = fault(&case, seed) {
                        let small =
                            vyre_random::shrink(case, 3_000, |case| self::fault(case, seed).is_some());
                        let now = self::fault(&small, seed).unwrap_or_default();
                        panic!("seed {seed}: {fault}\n{small}\n{now}");
                    }
                }
            });
        }
    });
}
