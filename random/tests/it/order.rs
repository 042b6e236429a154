//! The results of a case do not depend on the order of its invocations, and the evaluator sees it where they do.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by a panic, in its helpers too")]

use vyre_random::evaluate::{Stuck, expected};
use vyre_random::{Case, Contents, Order, Outcome, evaluate, generate};

const ORDERS: [Order; 4] = [Order::Forward, Order::Reverse, Order::Shuffled(1), Order::Interleaved(2)];

#[test]
fn no_order_shows() {
    for seed in 0..500 {
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

/// A launch of a program on buffers of zeros, of these lengths.
fn case(grid: u32, size: u32, lengths: &[usize], text: &str) -> Case {
    let program = format!("program workgroup_size {size}, 1, 1 {text}").parse().unwrap();
    let inputs = lengths.iter().map(|len| Contents::Words(vec![0; *len])).collect();
    Case::new(program, [grid, 1, 1], inputs)
}

fn run(case: &Case, order: Order) -> Outcome {
    evaluate(case, order).unwrap()
}

/// The elements that two invocations race for, in every order.
fn race(case: &Case) -> Option<(String, usize)> {
    let races = ORDERS.map(|order| run(case, order).race.map(|race| (race.buffer, race.element)));
    assert!(races.iter().all(|race| race.is_some() == races[0].is_some()), "{races:?}\n{case}");
    races.into_iter().next().flatten()
}

#[test]
fn races_are_found_in_every_order() {
    let out = "buffer out: read_write u32 @ 0";
    let racing = |text: &str, grid| race(&case(grid, 2, &[4], &format!("{out} {text}")));
    let at = |element| Some(("out".to_string(), element));
    assert_eq!(racing("entry { out[1] = local_id.x; }", 1), at(1));
    assert_eq!(racing("entry { out[local_id.x] = out[1]; }", 1), at(1));
    assert_eq!(racing("entry { let x = atomic_add(out[2], 1); out[local_id.x] = out[2]; }", 1), at(2));
    // A barrier orders the invocations of one workgroup.
    let phases = "entry { out[invocation_id.x] = 1; barrier; let x = out[invocation_id.x ^ 1]; }";
    assert_eq!(racing(phases, 1), None);
    assert_eq!(racing(phases, 2), None);
    let across = "entry { out[invocation_id.x] = 1; barrier; let x = out[3 - invocation_id.x]; }";
    assert_eq!(racing(across, 1), None);
    assert!(racing(across, 2).is_some());
    // What is out of bounds is not touched, and atomic operations do not race.
    assert_eq!(racing("entry { out[4] = local_id.x; let x = atomic_add(out[3], 1); }", 2), None);
}

#[test]
fn workgroup_arrays_race_within_their_workgroup_alone() {
    let text = "buffer out: read_write u32 @ 0 buffer w: workgroup u32[2] entry { w[0] = 1; }";
    assert_eq!(race(&case(3, 1, &[1], text)), None);
    assert_eq!(race(&case(1, 2, &[1], text)), Some(("w".to_string(), 0)));
}

/// An old value that depends on the order is no race, but the orders differ.
#[test]
fn the_order_of_atomic_operations_shows() {
    let text = "buffer n: read_write u32 @ 0 buffer out: read_write u32 @ 1
        entry { out[invocation_id.x] = atomic_add(n[0], 1); }";
    let case = case(1, 3, &[1, 3], text);
    assert_eq!(race(&case), None);
    let last = |order| run(&case, order).contents[1].words();
    assert_eq!(last(Order::Forward), [0, 1, 2]);
    assert_eq!(last(Order::Reverse), [2, 1, 0]);
    assert_eq!(expected(&case), None);
}

/// Every invocation hands its number on, once in each round: after four rounds it has its own again.
#[test]
fn barriers_in_loops_hold() {
    let text = "buffer out: read_write u32 @ 0 buffer w: workgroup u32[4]
        entry {
            let mine = local_id.x * 10 + workgroup_id.x;
            for i in 0..4 {
                w[local_id.x] = mine;
                barrier;
                mine = w[(local_id.x + 1) & 3];
                barrier;
                if i == 2 { out[invocation_id.x] = mine; }
            }
            out[invocation_id.x] = out[invocation_id.x] * 100 + mine;
        }";
    let case = case(2, 4, &[8], text);
    assert_eq!(race(&case), None);
    let numbers = [[30, 0, 10, 20], [31, 1, 11, 21]].as_flattened();
    let own = (0..8).map(|at| at % 4 * 10 + at / 4);
    let words = numbers.iter().zip(own).map(|(before, own)| before * 100 + own).collect();
    assert_eq!(expected(&case), Some((vec![Contents::Words(words)], None)));
}

#[test]
fn what_does_not_end_is_given_up() {
    let text = "entry { for i in 0..4294967295 { let x = i; } }";
    assert_eq!(evaluate(&case(1, 1, &[], text), Order::Forward), Err(Stuck::TooLong));
    let missing = case(1, 1, &[], "buffer out: read_write u32 @ 0 entry {}");
    assert_eq!(evaluate(&missing, Order::Forward), Err(Stuck::Invalid));
}

/// The first invocation loads past the end, which gives 0, so 0 is the least.
#[test]
fn collectives_join_what_atomic_operations_give() {
    let text = "buffer out: read_write u32 @ 0
        entry {
            let v0 = local_id.x;
            let v5 = workgroup_min(atomic_min(out[v0 - 1], 0));
            out[local_id.x + 1] = v5;
        }";
    let mut case = case(1, 2, &[2], text);
    case.inputs = vec![Contents::Words(vec![4241901155, 3355252846])];
    for order in ORDERS {
        assert_eq!(run(&case, order).contents[0].words(), [0, 0]);
    }
}
