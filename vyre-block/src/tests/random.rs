//! Random programs give what walking their trees gives. `VYRE_RANDOM_PROGRAMS` and `VYRE_RANDOM_SEED` say how many there are, and the
//! seed of the first one. The seed also says how a program runs: the size of a block, the number of threads, the instruction set, and
//! whether passes have been over it. Every combination comes again after some seeds.

use super::*;
use std::thread::available_parallelism;
use vyre_lower::assertion;
use vyre_random::generate;

fn setting(name: &str) -> Option<u64> {
    std::env::var(name).ok()?.parse().ok()
}

/// What the buffers of a case hold, as a form has them: bytes that may be written are words.
fn data(case: &Case, contents: &[Contents]) -> Vec<Data> {
    let is_words = |decl: &BufferDecl| decl.access == BufferAccess::ReadWrite;
    let decls = case.program.bound_buffers();
    let data = |(decl, contents)| {
        if is_words(decl) { Data::Words(Contents::words(contents)) } else { Data::from(contents) }
    };
    decls.zip(contents).map(data).collect()
}

/// What is wrong with a case, if anything is.
fn fault(case: &Case, seed: u64) -> Option<String> {
    let program = case.validate().ok()?;
    // Smaller programs may depend on the order of invocations: they show nothing.
    let outcome = evaluate(case, Order::Forward).ok()?;
    if outcome.race.is_some() || evaluate(case, Order::Reverse).ok()? != outcome {
        return None;
    }
    let expected = data(case, &outcome.contents);
    let failure = outcome.failure.map(|failure| (failure.message, failure.invocation));
    let mut form = vyre_lower::build(&program).unwrap();
    let (at, sets) = (seed as usize, InstructionSet::all());
    let is_optimised = !(at / (12 * sets.len())).is_multiple_of(4);
    if is_optimised {
        vyre_lower::pass::optimise(&mut form, &Target::CPU);
    }
    let (threads, set) = ([1, 2, 8][at % 3], sets[at / 3 % sets.len()]);
    let block = [Some(1), Some(7), Some(64), None][at / (3 * sets.len()) % 4];
    let mut got = data(case, &case.inputs);
    got.extend(assertion::of_form(&form, case.grid).map(Data::Words));
    let stop = AtomicBool::new(false);
    let launch = Launch { per_thread: 1, ..Launch::new(case.grid, threads, &stop) };
    if let Err(error) = compile_for(&form, set, block).run(launch, &mut bindings(&mut got)) {
        return Some(error.to_string());
    }
    let way = format!("{}, blocks of {block:?}, {threads} threads, optimised: {is_optimised}", set.name());
    let words = if form.assertions.is_empty() { None } else { got.pop() };
    let failed = words.and_then(|words| match words {
        Data::Words(words) => assertion::failed(&words),
        Data::Bytes(_) => None,
    });
    let failed = failed.map(|(at, invocation)| (form.assertions[at].message.to_string(), invocation));
    if failed != failure {
        return Some(format!("{way}: {failed:?}, but {failure:?}"));
    }
    (got != expected).then(|| format!("{way}: {got:?}, but {expected:?}"))
}

#[test]
fn random_programs() {
    let first = setting("VYRE_RANDOM_SEED").unwrap_or(0);
    let count = vyre_random::programs(300, 2_000);
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
