//! What calls of operations become in WGSL.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use vyre::ir::{Program, Registry, validate};
use vyre::to_wgsl;

fn wgsl(text: &str) -> String {
    let program: Program = text.parse().unwrap();
    to_wgsl(&validate(&program).unwrap())
}

/// Its workgroups are no multiple of 4, so that it is not coarsened.
fn program(value: &str) -> String {
    format!(
        "program\nworkgroup_size 33, 1, 1\nbuffer left: read u32 @ 0\nbuffer right: read u32 @ 1\n\
         buffer out: read_write u32 @ 2\nentry {{\n    let idx = invocation_id.x;\n    out[idx] = {value};\n}}\n"
    )
}

/// The examples of composition.md.
#[test]
fn composed_code_lowers_to_the_same_wgsl_as_code_written_by_hand() {
    for (composed, by_hand) in [
        ("call primitive.bitwise.xor(left[idx], right[idx])", "left[idx] ^ right[idx]"),
        (
            "call primitive.bitwise.popcount(call primitive.bitwise.xor(left[idx], right[idx]))",
            "popcount(left[idx] ^ right[idx])",
        ),
        ("call primitive.math.min(left[idx], right[idx] + 1)", "min(left[idx], right[idx] + 1)"),
        ("call primitive.compare.lt(left[idx], 7)", "left[idx] < 7"),
    ] {
        let (composed, by_hand) = (wgsl(&program(composed)), wgsl(&program(by_hand)));
        assert_eq!(composed, by_hand);
    }
}

/// WGSL has signed numbers, so the composition is not what it gets.
#[test]
fn signed_operations_are_typed_in_wgsl() {
    let text =
        wgsl(&program("cast<u32>(call primitive.i32.div(cast<i32>(left[idx]), cast<i32>(right[idx])))"));
    assert!(text.contains("fn divide_i32(a: i32, b: i32) -> i32 {"), "{text}");
    assert!(
        text.contains("divide_i32(bitcast<i32>(load_left(idx)), bitcast<i32>(load_right(idx)))"),
        "{text}"
    );
}

/// The composition stays the program, whatever a backend does.
#[test]
fn the_program_of_a_typed_operation_is_its_composition() {
    let source: Program = program("cast<u32>(call primitive.i32.neg(cast<i32>(left[idx])))").parse().unwrap();
    let validated = validate(&source).unwrap();
    assert!(!validated.program().to_string().contains("call"), "{}", validated.program());
    assert_eq!(validated.source(), &source);
}

/// An operation of the same id in another registry is none of the library's.
#[test]
fn typed_operations_belong_to_the_library() {
    use vyre::ir::{Composition, DataType, Expr, OpSpec, validate_with};
    let mut registry = Registry::empty();
    let zero = Composition::expr(&["x"], Expr::i32(0));
    registry.register(OpSpec::inlinable("primitive.i32.neg", &[DataType::I32], DataType::I32, zero)).unwrap();
    let source: Program = program("cast<u32>(call primitive.i32.neg(cast<i32>(left[idx])))").parse().unwrap();
    let text = to_wgsl(&validate_with(&source, &registry).unwrap());
    assert!(text.contains("store_out(idx, 0u)"), "{text}");
}
