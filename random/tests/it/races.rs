//! What is said to race for certain does, once the buffers are long enough for all stores: in random programs, which do not race as
//! they are generated.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use vyre_ir::certain_races;
use vyre_random::{Case, Contents, Order, evaluate, generate};

/// The case on a larger grid, with buffers of the host's that are longer.
fn longer(mut case: Case) -> Case {
    let bound = case.program.bound_buffers().zip(&mut case.inputs);
    for (_, input) in bound.filter(|(buffer, _)| buffer.count == 0) {
        match input {
            Contents::Words(words) => words.resize(words.len().max(8192), 0),
            Contents::Bytes(bytes) => bytes.resize(bytes.len().max(8192), 0),
        }
    }
    case.grid = case.grid.map(|groups| groups.max(2));
    case
}

#[test]
fn races_that_are_said_to_be_certain_happen() {
    let count =
        std::env::var("VYRE_RANDOM_PROGRAMS").ok().and_then(|count| count.parse().ok()).unwrap_or(2_000);
    let mut certain = 0;
    for seed in 0..count {
        let case = generate(seed);
        let races = certain_races(case.validate().unwrap().program());
        if races.is_empty() {
            continue;
        }
        certain += 1;
        assert_eq!(evaluate(&case, Order::Forward).unwrap().race, None, "seed {seed}");
        let Ok(outcome) = evaluate(&longer(case.clone()), Order::Forward) else { continue };
        assert!(outcome.race.is_some(), "seed {seed}: {races:?}\n{case}");
    }
    println!("{certain} programs");
}
