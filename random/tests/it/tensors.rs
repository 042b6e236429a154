//! Tensors and calls of operations on buffers change what a case computes only where they say so.

#![allow(clippy::panic, reason = "a test fails by a panic, in its helpers too")]

use vyre_ir::{Event, Expr, Node, walk};
use vyre_random::{Case, Order, Outcome, Sizes, Source, evaluate, in_tensors, with_calls};

const CASES: u64 = 150;

fn outcome(case: &Case, seed: u64) -> Outcome {
    assert!(case.validate().is_ok(), "seed {seed}: {:?}\n{case}", case.validate().err());
    match evaluate(case, Order::Forward) {
        Ok(outcome) => outcome,
        Err(stuck) => panic!("seed {seed}: {stuck}\n{case}"),
    }
}

/// How many statements and expressions of a program are of tensors, or call operations on buffers.
fn count(case: &Case) -> [usize; 4] {
    let mut found = [0; 4];
    walk(&case.program.entry, |event| {
        let Event::Enter { node, exprs, .. } = event else { return };
        match node {
            Node::TensorStore { .. } => found[0] += 1,
            Node::CallOp { .. } => found[1] += 1,
            _ => {}
        }
        for (_, expr) in exprs.into_iter().flatten() {
            expr.any(|expr| {
                match expr {
                    Expr::TensorLoad { .. } => found[2] += 1,
                    Expr::TensorDim { .. } => found[3] += 1,
                    _ => {}
                }
                false
            });
        }
    });
    found
}

fn made(seed: u64) -> (Case, Source<'static>) {
    let mut source = Source::new(seed);
    (Case::random(&mut source, &Sizes::default()), source)
}

#[test]
fn calls_of_operations_change_nothing() {
    let mut calls = 0;
    for seed in 0..CASES {
        let (case, mut source) = made(seed);
        let called = with_calls(&case, &mut source);
        calls += count(&called)[1];
        assert_eq!(outcome(&called, seed), outcome(&case, seed), "seed {seed}\n{called}");
    }
    assert!(calls > 2 * CASES as usize, "{calls}");
}

#[test]
fn tensors_are_valid_and_race_nowhere() {
    let (mut all, mut equal) = ([0; 4], 0);
    for seed in 0..CASES {
        let (case, mut source) = made(seed);
        let tensors = in_tensors(&case, &mut source);
        let found = count(&tensors);
        (0..4).for_each(|at| all[at] += found[at]);
        let first = outcome(&tensors, seed);
        assert_eq!(first.race, None, "seed {seed}\n{tensors}");
        assert_eq!(evaluate(&tensors, Order::Interleaved(seed)), Ok(first.clone()), "seed {seed}\n{tensors}");
        let called = with_calls(&tensors, &mut source);
        assert_eq!(outcome(&called, seed), first, "seed {seed}\n{called}");
        equal += u64::from(first == outcome(&case, seed));
        // Dense tensors of as many elements are the buffers themselves.
        let is_same = tensors.program.tensors().all(|(at, decl, ty)| {
            let shape = tensors.shape(at);
            let count = case.inputs[at].elements(decl.element.flat().clone()).len();
            ty.strides.is_empty() && shape.is_some_and(|shape| shape.iter().product::<usize>() == count)
        });
        assert!(!is_same || first == outcome(&case, seed), "seed {seed}\n{tensors}\n{case}");
    }
    assert!(all[0] > 50 && all[2] > 50 && all[3] > 50, "{all:?}");
    assert!(equal > CASES / 3 && equal < CASES, "{equal}");
}

/// Both had tensors with more elements than the buffer they stand for, in which a store past the end was one to another invocation's element. The certificate of
/// the CPU device found them.
#[test]
fn what_was_past_the_end_is_no_element_of_a_tensor() {
    for seed in [15967, 23827] {
        let (case, mut source) = made(seed);
        let tensors = in_tensors(&case, &mut source);
        assert_eq!(outcome(&tensors, seed).race, None, "seed {seed}\n{tensors}");
    }
}
