//! What calls may expand to.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use vyre_ir::{Composition, DataType, Expr, Node, OpSpec, Program, Registry, Validated, validate_with};
use vyre_lower::{Expansion, ExpansionLimit, build};

const U32: DataType = DataType::U32;

/// A program that calls `f1`, with these operations.
fn calling(operations: impl IntoIterator<Item = (String, Composition)>) -> Validated {
    let mut registry = Registry::standard().clone();
    for (id, composition) in operations {
        registry.register(OpSpec::inlinable(id, &[U32], U32, composition)).unwrap();
    }
    let text =
        "program workgroup_size 1, 1, 1 buffer out: read_write u32 @ 0 entry { out[0] = call f1(out[1]); }";
    let program: Program = text.parse().unwrap();
    validate_with(&program, &registry).unwrap()
}

/// Each of `f1` to the last one calls the next one so many times.
fn chain(length: usize, calls: usize) -> Validated {
    calling((1..=length).map(|number| {
        let call = || Expr::call(format!("f{}", number + 1), vec![Expr::var("x")]);
        let result = match number == length {
            true => Expr::var("x") * 3u32,
            false => (1..calls).fold(call(), |sum, _| sum + call()),
        };
        (format!("f{number}"), Composition::expr(&["x"], result))
    }))
}

/// Runs on a thread with the stack that a thread has by default, whatever the harness gives.
fn on_a_small_stack(work: impl FnOnce() + Send + 'static) {
    std::thread::Builder::new().stack_size(2 << 20).spawn(work).unwrap().join().unwrap();
}

#[test]
fn what_calls_expand_to_has_at_most_4_194_304_instructions() {
    // The last one is called 2^15 times: so many products, and sums of two between them.
    let form = build(&chain(16, 2)).unwrap();
    let operators = (1 << 15) + ((1 << 15) - 1);
    assert!((operators..operators + 10).contains(&form.insts.len()), "{}", form.insts.len());
    let Expansion { op_id, limit } = build(&chain(32, 10)).unwrap_err();
    assert_eq!(limit, ExpansionLimit::Instructions);
    assert!(op_id.starts_with('f'), "{op_id}");
}

/// `f1` calls `f2` under so many conditions, and so on.
fn nested(operations: usize, depth: usize) -> Validated {
    calling((1..=operations).map(|number| {
        let call = Expr::call(format!("f{}", number + 1), vec![Expr::var("x")]);
        let value = if number == operations { Expr::var("x") + 1u32 } else { call };
        let body = vec![Node::assign("x", value)];
        let body = (0..depth).fold(body, |body, _| vec![Node::if_then(Expr::var("x"), body)]);
        (format!("f{number}"), Composition::new(&["x"], body, Expr::var("x")))
    }))
}

#[test]
fn what_calls_expand_to_nests_64_deep() {
    on_a_small_stack(|| {
        assert!(build(&nested(1, 64)).is_ok());
        assert!(build(&nested(2, 32)).is_ok());
        for (operations, depth, id) in [(2, 33, "f2"), (32, 64, "f2")] {
            let Expansion { op_id, limit } = build(&nested(operations, depth)).unwrap_err();
            assert_eq!((op_id.as_str(), limit), (id, ExpansionLimit::Nesting));
        }
    });
}
