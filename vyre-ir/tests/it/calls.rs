//! The rules of operations and their calls, which programs as text cannot break: each with three programs that it rejects
//! and three near misses that it accepts.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use vyre_ir::DataType::{Bool, I32, U32};
use vyre_ir::{
    Code, Composition, Convention, DataType, Expr, Node, OpKind, OpSignature, OpSpec, Program, Registry,
    validate_with,
};

fn op(inputs: &[DataType], output: DataType, composition: Composition) -> OpSpec {
    OpSpec::inlinable("my.op", inputs, output, composition)
}

fn x() -> Expr {
    Expr::var("x")
}

/// The codes for a program that stores `value`, with an operation `my.op`.
fn codes(spec: OpSpec, value: &str) -> Vec<Code> {
    let mut registry = Registry::standard().clone();
    registry.register(spec).unwrap();
    let text = format!(
        "program\nworkgroup_size 1, 1, 1\nbuffer a: read u32 @ 0\nbuffer out: read_write u32 @ 1\n\
         entry {{ out[0] = {value}; }}"
    );
    let program: Program = text.parse().unwrap();
    let errors = validate_with(&program, &registry).err().unwrap_or_default();
    errors.iter().map(|error| error.code()).collect()
}

fn check(code: Code, rejected: [(OpSpec, &str); 3], accepted: [(OpSpec, &str); 3]) {
    for (spec, value) in rejected {
        assert_eq!(codes(spec.clone(), value), [code], "{value} with {spec:?}");
    }
    for (spec, value) in accepted {
        assert_eq!(codes(spec.clone(), value), [], "{value} with {spec:?}");
    }
}

/// `my.op(x)` with a composition, or none.
fn with(composition: Option<Composition>) -> OpSpec {
    let signature = OpSignature { inputs: vec![U32], output: U32 };
    let kind = OpKind::Value { signature, composition, convention: Convention::V1 };
    OpSpec { id: "my.op".to_string(), kind }
}

fn double() -> OpSpec {
    op(&[U32], U32, Composition::expr(&["x"], x() * 2))
}

#[test]
fn v020_calls_target_inlinable_operations() {
    let program = |text: &str| {
        OpSpec::program("my.op", format!("program workgroup_size 0, 0, 0 {text}").parse().unwrap())
    };
    let fixed = program("buffer x: uniform u32[1] @ 0 entry {}");
    let bare = program("entry {}");
    check(
        Code::V020,
        [(fixed.clone(), "call my.op(1)"), (bare, "call my.op(1)"), (fixed.clone(), "a[call my.op(a[0])]")],
        [
            (double(), "call my.op(1)"),
            (double(), "a[call my.op(a[0])]"),
            // Registered, but not called.
            (fixed, "a[0]"),
        ],
    );
}

#[test]
fn v032_calls_pass_every_argument() {
    check(
        Code::V032,
        [
            (double(), "call my.op()"),
            (double(), "call my.op(1, 2)"),
            (double(), "call primitive.math.add(1)"),
        ],
        [
            (double(), "call my.op(1)"),
            (op(&[], U32, Composition::expr(&[], Expr::u32(7))), "call my.op()"),
            (double(), "call primitive.math.add(1, 2)"),
        ],
    );
}

#[test]
fn v033_arguments_have_the_type_of_the_parameter() {
    check(
        Code::V033,
        [
            (double(), "call my.op(5i)"),
            (double(), "call my.op(true)"),
            (double(), "call my.op(vec2<u32>(1, 2))"),
        ],
        [
            (double(), "call my.op(cast<u32>(5i))"),
            (double(), "call my.op(cast<u32>(true))"),
            (double(), "call my.op(vec2<u32>(1, 2).0)"),
        ],
    );
}

#[test]
fn v034_operations_have_a_result() {
    let none = |body| {
        let composition = Composition { params: vec!["x".into()], body, result: None };
        with(Some(composition))
    };
    let missing = with(None);
    check(
        Code::V034,
        [
            (none(Vec::new()), "call my.op(1)"),
            (none(vec![Node::let_bind("y", 1u32)]), "call my.op(1)"),
            (missing.clone(), "call my.op(1)"),
        ],
        [
            (double(), "call my.op(1)"),
            (
                op(&[U32], U32, Composition::new(&["x"], vec![Node::let_bind("y", x())], Expr::var("y"))),
                "call my.op(1)",
            ),
            (missing, "a[0]"),
        ],
    );
}

#[test]
fn v045_compositions_fit_their_signature() {
    let two = Composition::expr(&["x", "y"], x());
    let undeclared = Composition::expr(&["x"], Expr::var("y"));
    check(
        Code::V045,
        [
            (op(&[U32], I32, Composition::expr(&["x"], x())), "cast<u32>(call my.op(1))"),
            (op(&[U32], U32, two.clone()), "call my.op(1)"),
            (op(&[U32], U32, undeclared), "call my.op(1)"),
        ],
        [
            (op(&[U32], I32, Composition::expr(&["x"], Expr::cast(I32, x()))), "cast<u32>(call my.op(1))"),
            (op(&[U32, U32], U32, two), "call my.op(1, 2)"),
            (op(&[Bool], U32, Composition::expr(&["x"], Expr::select(x(), 1, 0))), "call my.op(true)"),
        ],
    );
}

#[test]
fn v046_compositions_see_only_their_arguments() {
    let of = |result: Expr| op(&[U32], U32, Composition::expr(&["x"], result));
    let barrier = Composition::new(&["x"], vec![Node::Barrier], x());
    check(
        Code::V046,
        [
            (of(Expr::load("a", x())), "call my.op(1)"),
            (of(Expr::invocation_id(0) + x()), "call my.op(1)"),
            (op(&[U32], U32, barrier), "call my.op(1)"),
        ],
        [
            (double(), "call my.op(a[0])"),
            (double(), "call my.op(invocation_id.x)"),
            (of(Expr::u32(5) + x()), "call my.op(len(a))"),
        ],
    );
}

/// Every error is there, once. The lists are those of the rules that each part breaks by the letter of validation.md.
#[test]
fn independent_errors_of_a_call_do_not_hide_each_other() {
    let two = |result| Composition { params: vec!["x".into()], body: Vec::new(), result };
    // No result, and another number or type of arguments.
    assert_eq!(codes(op(&[U32], U32, two(None)), "call my.op()"), [Code::V034, Code::V032]);
    assert_eq!(codes(op(&[U32], U32, two(None)), "call my.op(true)"), [Code::V034, Code::V033]);
    // A result of another type, and another number of arguments.
    let bool = || Some(Expr::cast(Bool, x()));
    assert_eq!(codes(op(&[U32], U32, two(bool())), "call my.op()"), [Code::V032, Code::V045]);
    // A buffer and an id.
    let both = Expr::load("a", x()) + Expr::invocation_id(0);
    assert_eq!(codes(op(&[U32], U32, two(Some(both))), "call my.op(1)"), [Code::V046, Code::V046]);
    // An id, and a sum with a bool in it.
    let sum = Expr::invocation_id(0) + Expr::from(true);
    assert_eq!(codes(op(&[U32], U32, two(Some(sum))), "call my.op(1)"), [Code::V046, Code::V045]);
    // A parameter too many, and a result of another type. What the parameter has is unknown.
    let extra = Composition::expr(&["x", "y"], Expr::cast(Bool, Expr::var("y")));
    assert_eq!(codes(op(&[U32], U32, extra), "call my.op(1)"), [Code::V045, Code::V045]);
    // A parameter that is missing is one error, though its name is used.
    let missing = Composition::expr(&["x"], x() + Expr::var("y"));
    assert_eq!(codes(op(&[U32, U32], U32, missing), "call my.op(1, 2)"), [Code::V045]);
}
