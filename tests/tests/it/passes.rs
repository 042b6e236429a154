//! Every pass keeps what random programs compute: the reference interpreter gives the same for a form without passes, after every
//! prefix of the list of passes, after random passes in a random order, and after all of them on the form for launches of its shape. The verifier and the interpreter check each proof.
//!
//! The variables `VYRE_RANDOM_PROGRAMS` and `VYRE_RANDOM_SEED` say how many programs there are, and the seed of the first.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by a panic, in its helpers too")]

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use vyre::ir::BufferAccess;
use vyre_lower::pass::{self, PASSES, Pass};
use vyre_lower::quick::QuickOp;
use vyre_lower::specialise::{Bound, Shape, specialise};
use vyre_lower::{Lowered, Operators, QuickOperators, Target, build};
use vyre_random::{Case, elements, generate, narrow, shrink};
use vyre_runtime::testing::run_form;

/// The programs, unless a variable says how many: usually, and where tests are thorough.
const PROGRAMS: [u64; 2] = [60, 400];
/// How many smaller programs are tried.
const ATTEMPTS: usize = 2_000;

fn setting(name: &str) -> Option<u64> {
    let value = std::env::var(name).ok()?;
    Some(value.parse().unwrap_or_else(|_| panic!("{name} is `{value}` and no number")))
}

/// What the buffers hold after a run of the form.
fn run(form: &Lowered, case: &Case) -> Result<Vec<Vec<u32>>, String> {
    let mut buffers: Vec<Vec<u32>> = case.inputs.iter().map(|input| input.words()).collect();
    run_form(form, case.grid, &mut buffers).map_err(|error| error.to_string())?;
    Ok(buffers)
}

/// A number that follows from two others, by the mixing function of SplitMix64.
fn mix(seed: u64, at: u64) -> u64 {
    let mut z = seed.wrapping_add(at.wrapping_mul(0x9e37_79b9_7f4a_7c15));
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// Some passes, drawn with repetition.
fn drawn(seed: u64) -> Vec<&'static Pass> {
    let count = mix(seed, 0) % 8;
    (1..=count).map(|at| &PASSES[(mix(seed, at) % PASSES.len() as u64) as usize]).collect()
}

/// The form for launches of the case's shape alone.
fn special(form: &Lowered, case: &Case) -> Lowered {
    let bound = case.program.bound_buffers().zip(&case.inputs).map(|(decl, input)| match decl.access {
        BufferAccess::Uniform => Bound::Words(input.words().into()),
        _ => Bound::Elements((input.words().len() / decl.element.element_type().words()) as u32),
    });
    let mut form = form.clone();
    specialise(&mut form, &Shape { groups: case.grid, bound: bound.collect() });
    form
}

/// What is wrong after some passes, if anything is. Both targets are tried in turn, with and without what no target asks for yet.
fn fault(case: &Case, seed: u64) -> Option<String> {
    let validated = case.validate().ok()?;
    let plain = build(&validated).unwrap();
    let expected = match run(&plain, case) {
        Ok(expected) => expected,
        Err(error) => return Some(format!("without passes: {error}")),
    };
    let target = if seed.is_multiple_of(2) { Target::WGSL } else { Target::CPU };
    let least_shared = if seed.is_multiple_of(3) { usize::MAX } else { 0 };
    let target = Target { unrolls_partly: seed & 2 != 0, least_shared, ..target };
    // A target that lacks an operator does not compute it quickly.
    let target = match seed % 8 {
        0..3 => Target {
            quick: QuickOperators { operators: Operators::ALL, least: 1 },
            operators: Operators::ALL,
            ..target
        },
        _ => target,
    };
    let wrong = |form: &Lowered, passes: &[&Pass]| {
        let got = run(form, case);
        let names = || passes.iter().map(|pass| pass.name).collect::<Vec<_>>().join(", ");
        (got.as_ref() != Ok(&expected))
            .then(|| format!("after {}: {got:?}, not {expected:?}\n{form}", names()))
    };
    let mut form = plain.clone();
    for at in 0..PASSES.len() {
        pass::run(&PASSES[at], &mut form, &target);
        if let Some(fault) = wrong(&form, &PASSES[..=at].iter().collect::<Vec<_>>()) {
            return Some(fault);
        }
    }
    let (mut form, passes) = (plain.clone(), drawn(seed));
    for pass in &passes {
        pass::run(pass, &mut form, &target);
    }
    if let Some(fault) = wrong(&form, &passes) {
        return Some(fault);
    }
    let mut form = special(&plain, case);
    pass::optimise(&mut form, &target);
    wrong(&form, &[]).map(|fault| format!("for launches of its shape {fault}"))
}

#[test]
fn every_pass_keeps_what_random_programs_compute() {
    check(generate);
}

/// The text of a form with its values numbered in the order in which they occur.
fn renumbered(form: &Lowered) -> String {
    let (text, mut numbers) = (form.to_string(), HashMap::<&str, usize>::new());
    let mut parts = text.split('%');
    let mut out = parts.next().unwrap_or_default().to_string();
    for part in parts {
        let (number, rest) = part.split_at(part.find(|c: char| !c.is_ascii_digit()).unwrap_or(part.len()));
        let count = numbers.len();
        out += &format!("%{}{rest}", numbers.entry(number).or_insert(count));
    }
    out
}

/// Random programs say nothing of a pass that they give nothing to do. `optimise` leaves out passes by what they say of themselves, so
/// none may say that it changed nothing if it did.
#[test]
fn every_pass_has_something_to_do_in_random_programs_and_says_so() {
    let mut changes = HashMap::<&str, usize>::new();
    // Of fewer, none has a loop for `accumulate`.
    for seed in 0..vyre_random::programs(100, PROGRAMS[1]) {
        let case = [elements, generate, narrow][seed as usize % 3](seed);
        let Ok(validated) = case.validate() else { continue };
        let mut form = build(&validated).unwrap();
        let quick: Operators = [QuickOp::Sqrt, QuickOp::Div].map(QuickOp::operation).into_iter().collect();
        let target = Target {
            unrolls_partly: true,
            flattens: true,
            least_shared: 0,
            stores_parts: true,
            operators: quick,
            quick: QuickOperators { operators: quick, least: 1 },
            ..Target::WGSL
        };
        let mut optimised = form.clone();
        for pass in PASSES {
            let before = form.to_string();
            let says_so = pass::run(pass, &mut form, &target);
            let is_changed = before != form.to_string();
            assert!(says_so || !is_changed, "seed {seed}: {} changed\n{before}\nto\n{form}", pass.name);
            *changes.entry(pass.name).or_default() += usize::from(is_changed);
        }
        pass::optimise(&mut optimised, &target);
        assert_eq!(renumbered(&optimised), renumbered(&form), "seed {seed}");
    }
    println!("how often a pass changes something: {changes:?}");
    // Few loops are small enough for `partly`, for which no target asks yet.
    let idle: Vec<_> = changes.iter().filter(|(name, count)| **count == 0 && **name != "partly").collect();
    assert!(idle.is_empty(), "{idle:?}");
}

/// These are coarsened.
#[test]
fn every_pass_keeps_what_kernels_of_elements_compute() {
    check(elements);
}

/// These are executed word by word.
#[test]
fn every_pass_keeps_what_stores_of_bytes_compute() {
    check(narrow);
}

fn check(generate: fn(u64) -> Case) {
    let first = setting("VYRE_RANDOM_SEED").unwrap_or(0);
    let end = first + vyre_random::programs(PROGRAMS[0], PROGRAMS[1]);
    let (next, failed) = (AtomicU64::new(first), Mutex::new(Vec::new()));
    let work = || {
        loop {
            let seed = next.fetch_add(1, Ordering::Relaxed);
            if seed >= end || !failed.lock().unwrap_or_else(PoisonError::into_inner).is_empty() {
                return;
            }
            if fault(&generate(seed), seed).is_some() {
                failed.lock().unwrap_or_else(PoisonError::into_inner).push(seed);
            }
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(work);
        }
    });
    let failed = failed.into_inner().unwrap_or_else(PoisonError::into_inner);
    let Some(seed) = failed.first().copied() else { return };
    let small = shrink(generate(seed), ATTEMPTS, |case| fault(case, seed).is_some());
    panic!(
        "seeds {failed:?} fail. The first one, made smaller:\n{small}\n{}",
        fault(&small, seed).unwrap_or_default()
    );
}
