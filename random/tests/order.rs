//! The results of a case do not depend on the order of its invocations, and the evaluator would see it if they did.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking, in its helpers too")]

use vyre_random::{Order, evaluate, generate};

const ORDERS: [Order; 4] = [Order::Forward, Order::Reverse, Order::Shuffled(1), Order::Interleaved(2)];

#[test]
fn no_order_shows() {
    for seed in 0..2_000 {
        let case = generate(seed);
        let [first, others @ ..] = ORDERS.map(|order| match evaluate(&case, order) {
            Ok(outcome) => outcome,
            Err(stuck) => panic!("seed {seed}: {stuck}\n{case}"),
        });
        for (other, order) in others.iter().zip(&ORDERS[1..]) {
            assert!(other.race.is_none(), "seed {seed}: {:?}\n{case}", other.race);
            assert!(*other == first, "seed {seed}: {order:?} gives {other:?}, but {first:?}\n{case}");
        }
    }
}
