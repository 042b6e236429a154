//! What the shrinker leaves.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking, in its helpers too")]

use vyre_ir::{AtomicOp, BinOp, Expr, Node};
use vyre_random::{generate, shrink};

/// Whether a program has an expression.
fn has(nodes: &[Node], test: &impl Fn(&Expr) -> bool) -> bool {
    nodes.iter().any(|node| {
        node.exprs().into_iter().flatten().any(|expr| expr.any(test))
            || node.bodies().into_iter().any(|body| has(body, test))
    })
}

/// A failure that depends on one operator leaves a program of about that operator, whatever there was around it.
#[test]
fn one_operator_is_left() {
    let test = |expr: &Expr| matches!(expr, Expr::BinOp { op: BinOp::AbsDiff, .. });
    let mut checked = 0;
    for seed in 0..200 {
        let case = generate(seed);
        if !has(&case.program.entry, &test) {
            continue;
        }
        let small = shrink(case, 10_000, |case| has(&case.program.entry, &test));
        assert!(small.validate().is_ok());
        // At most a statement or two, whose other operands are composed vectors.
        assert!(small.count() <= 16, "seed {seed}\n{small}");
        assert!(small.operations.is_empty() && small.program.buffers.len() <= 1, "seed {seed}\n{small}");
        // A grid without workgroups stays one.
        assert!(small.grid.iter().all(|extent| *extent <= 1), "seed {seed}\n{small}");
        assert_eq!(small.program.workgroup_size, [1; 3], "seed {seed}\n{small}");
        checked += 1;
    }
    assert!(checked > 20, "{checked} programs have the operator");
}

/// What an atomic operation needs stays.
#[test]
fn a_buffer_that_is_used_is_left() {
    let test = |expr: &Expr| matches!(expr, Expr::Atomic { op: AtomicOp::CompareExchange, .. });
    let case = (0..).map(generate).find(|case| has(&case.program.entry, &test)).unwrap();
    let small = shrink(case, 10_000, |case| has(&case.program.entry, &test));
    assert_eq!(small.program.buffers.len(), 1, "{small}");
    assert_eq!(small.inputs.len(), 1, "{small}");
    assert_eq!(small.inputs[0].words(), [0u32; 0], "{small}");
}
