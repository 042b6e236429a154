//! Passes keep what random programs compute: the interpreter runs each form that they leave.
//!
//! The variables `VYRE_RANDOM_PROGRAMS` and `VYRE_RANDOM_SEED` say how many programs there are, and the seed of the first one.

use crate::testing::run_form;
use vyre_lower::{Lowered, Target, build, pass};
use vyre_random::{Case, Contents, generate, shrink};

/// The programs, unless a variable says how many.
const PROGRAMS: u64 = 300;
/// How many smaller programs are tried where one fails.
const ATTEMPTS: usize = 3_000;

fn setting(name: &str) -> Option<u64> {
    std::env::var(name).ok()?.parse().ok()
}

/// What the buffers hold after a launch of a form, or why there was none.
fn launch(form: &Lowered, case: &Case) -> Result<Vec<Vec<u32>>, String> {
    let mut words: Vec<Vec<u32>> = case.inputs.iter().map(Contents::words).collect();
    run_form(form, case.grid, &mut words).map_err(|failure| failure.to_string())?;
    Ok(words)
}

/// The first pass, by its place in the list, after which a program gives something else.
fn wrong_pass(case: &Case, target: Target) -> Option<usize> {
    let mut form = build(&case.validate().ok()?);
    let expected = launch(&form, case);
    let differs = |pass: &pass::Pass| {
        pass::run(pass, &mut form, &target);
        launch(&form, case) != expected
    };
    pass::PASSES.iter().position(differs)
}

#[test]
fn passes_keep_what_random_programs_compute() {
    let first = setting("VYRE_RANDOM_SEED").unwrap_or(0);
    for seed in first..first + setting("VYRE_RANDOM_PROGRAMS").unwrap_or(PROGRAMS) {
        for target in [Target::WGSL, Target::CPU] {
            let case = generate(seed);
            if wrong_pass(&case, target).is_some() {
                let small = shrink(case, ATTEMPTS, |case| wrong_pass(case, target).is_some());
                let at = wrong_pass(&small, target).unwrap_or_default();
                panic!("seed {seed}: {}, pass {at} for {target:?}\n{small}", pass::PASSES[at].name);
            }
        }
    }
}
