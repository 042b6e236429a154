//! What programs become when they are built. The expected forms follow from the order of evaluation that the head of
//! `vyre_ir` defines.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use vyre_ir::{Composition, DataType, Expr, Node, OpSpec, Program, Registry, validate, validate_with};
use vyre_lower::{Origin, Stmt, build, verify};

fn form(entry: &str) -> vyre_lower::Lowered {
    let text = format!(
        "program\nworkgroup_size 64, 1, 1\nbuffer a: read u32 @ 0\nbuffer out: read_write u32 @ 1\nbuffer wide: read_write u64 @ 2\n\
         entry {{\n{entry}\n}}\n"
    );
    let program: Program = text.parse().unwrap();
    let form = build(&validate(&program).unwrap()).unwrap();
    verify(&form).unwrap();
    form
}

/// The statements of the form.
fn body(entry: &str) -> String {
    let text = form(entry).to_string();
    let lines =
        text.lines().skip_while(|line| line.starts_with("workgroup_size") || line.starts_with("buffer"));
    lines.map(|line| format!("{line}\n")).collect()
}

#[test]
fn a_statement_evaluates_its_operands_in_order() {
    assert_eq!(
        body("let i = invocation_id.x; if i < len(out) { out[i] = a[i] + a[i + 1]; }"),
        "\
%2: bool = lt invocation_id.x, len(out)
%3: u32 = reinterpret %2
if %2 {
    %4: u32 = load a[invocation_id.x]  // checked
    %6: u32 = add invocation_id.x, 1
    %7: u32 = load a[%6]  // checked
    %8: u32 = add %4, %7
    store out[invocation_id.x] = %8  // checked
}
"
    );
}

#[test]
fn assigned_variables_are_locals_and_others_are_names() {
    assert_eq!(
        body("let sum = 0; for k in 0 .. 4 { let x = a[k]; sum = sum + x; } out[0] = sum;"),
        "\
local sum.0: u32
set sum.0 = 0
loop %2 k in 0..4 {
    %3 x: u32 = load a[%2]  // checked
    %4: u32 = read sum.0
    %5: u32 = add %4, %3
    set sum.0 = %5
}
%6: u32 = read sum.0
store out[0] = %6  // checked
"
    );
}

#[test]
fn operations_on_64_bits_are_typed_and_others_are_inlined() {
    let text = body(
        "wide[0] = call primitive.u64.add(wide[1], wide[2]); out[0] = call primitive.math.clamp(a[0], 3, 5);",
    );
    assert!(text.contains(": u64 = add %"), "{text}");
    assert!(!text.contains("call"), "{text}");
}

#[test]
fn origins_lead_through_calls() {
    let form = form("out[0] = call primitive.math.clamp(a[0], 3, 5);");
    // Places: the store is 0, the index 1, the call 2.
    assert_eq!(form.calls.len(), 1);
    assert_eq!(form.calls[0].op_id, "primitive.math.clamp");
    assert_eq!(form.calls[0].at, Origin { call: 0, place: 2 });
    let inlined =
        form.body.iter().filter(|stmt| matches!(stmt, Stmt::Eval(id) if form[*id].origin.call == 1));
    assert!(inlined.count() > 0);
}

/// A value with parts is an instruction for each of them, and a variable with parts a local for each.
#[test]
fn parts_are_values_and_locals_of_their_own() {
    assert_eq!(
        body(
            "let t = compose<(u32, [u32; 2])>(a[0], compose<[u32; 2]>(a[1], 7)); out[0] = t.1.0;
             let v = compose<[u32; 2]>(a[2], a[3]); v = compose<[u32; 2]>(v.1, v.0); out[1] = v.0;"
        ),
        "\
local v_0.0: u32
local v_1.1: u32
%1: u32 = load a[0]  // checked
%3: u32 = load a[1]  // checked
store out[0] = %3  // checked
%6: u32 = load a[2]  // checked
%8: u32 = load a[3]  // checked
set v_0.0 = %6
set v_1.1 = %8
%9: u32 = read v_1.1
%10: u32 = read v_0.0
set v_0.0 = %9
set v_1.1 = %10
%11: u32 = read v_0.0
store out[1] = %11  // checked
"
    );
}

/// A form whose assertions control never comes to needs no buffer for them.
#[test]
fn assertions_after_a_return_take_no_buffer() {
    let body = vec![Node::Return, Node::assert(false, "never")];
    let composition = Composition::new(&["x"], body, Expr::var("x"));
    let mut registry = Registry::standard().clone();
    registry.register(OpSpec::inlinable("f", &[DataType::U32], DataType::U32, composition)).unwrap();
    let text = "program workgroup_size 1, 1, 1 buffer out: read_write u32 @ 0 entry { out[0] = call f(7); }";
    let program: Program = text.parse().unwrap();
    let form = build(&validate_with(&program, &registry).unwrap()).unwrap();
    assert_eq!((form.buffers.len(), form.assertions.len()), (1, 0));
}
