//! Expanded operators on `U64` compute what the typed ones do, which are those of Rust's `u64`.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use std::fmt::Write;
use vyre_ir::{BinOp, Program, Scalar, UnOp, library::Operation, validate};
use vyre_lower::{InstId, Lowered, Op, Operators, Stmt, Target, build, pass, verify, walk};

/// Numbers where carries, halves, signs and divisors change.
const NUMBERS: [u64; 16] = [
    0,
    1,
    2,
    3,
    31,
    32,
    63,
    64,
    0xffff,
    0xffff_ffff,
    0x1_0000_0000,
    0x1_0000_0001,
    0x7fff_ffff_ffff_ffff,
    0x8000_0000_0000_0000,
    0xffff_ffff_0000_0000,
    u64::MAX,
];

fn run(form: &mut Lowered, names: &[&str]) {
    for name in names {
        let pass = pass::PASSES.iter().find(|pass| pass.name == *name).unwrap();
        pass::run(pass, form, &Target::WGSL);
        verify(form).unwrap_or_else(|fault| panic!("{fault}\n{form}"));
    }
}

fn is_wide(form: &Lowered, op: &Op) -> bool {
    let wide = |id: InstId| form[id].ty.scalar == Scalar::U64;
    matches!(*op, Op::Binary(_, of, _) | Op::Unary(_, of) if wide(of))
}

/// The form of a program that stores an operation of each list of arguments, as literals, expanded.
fn expanded(id: &str, output: &str, args: &[String]) -> Lowered {
    let mut text =
        format!("program\nworkgroup_size 1, 1, 1\nbuffer out: read_write {output} @ 0\nentry {{\n");
    for (at, args) in args.iter().enumerate() {
        writeln!(text, "out[{at}] = call {id}({args});").unwrap();
    }
    let program: Program = (text + "}\n").parse().unwrap();
    let mut form = build(&validate(&program).unwrap()).unwrap();
    run(&mut form, &["expand"]);
    walk(&form.body, &mut |stmt| {
        if let Stmt::Eval(inst) = stmt {
            assert!(!is_wide(&form, &form[*inst].op), "{id}: {form}");
        }
    });
    form
}

/// What a program of constants stores, by folding.
fn stored(form: &mut Lowered) -> Vec<u64> {
    run(form, &["fold", "values", "fold", "dce"]);
    let value = |stmt: &Stmt| match stmt {
        Stmt::Store { value, .. } => {
            let lanes = form.as_const(*value).unwrap_or_else(|| panic!("{form}"));
            u64::from(lanes[0]) | u64::from(lanes[1]) << 32
        }
        other => panic!("{other:?} is left"),
    };
    form.body.iter().map(value).collect()
}

fn literal(number: u64) -> String {
    format!("u64({:#x}, {:#x})", number as u32, number >> 32)
}

#[test]
fn expanded_operators_compute_what_typed_ones_do() {
    for op in &BinOp::on(Scalar::U64).collect::<Vec<_>>() {
        let Some(id) = Operation::Binary(*op, Scalar::U64).id() else { continue };
        let is_shift = matches!(op, BinOp::Shl | BinOp::Shr);
        let pairs = NUMBERS.iter().flat_map(|left| NUMBERS.iter().map(move |right| (*left, *right)));
        let second = |right: u64| if is_shift { (right as u32).to_string() } else { literal(right) };
        let args: Vec<String> =
            pairs.clone().map(|(left, right)| format!("{}, {}", literal(left), second(right))).collect();
        let output = if op.is_predicate() { "u32" } else { "u64" };
        // A program has a limit.
        let got = args.chunks(64).flat_map(|args| stored(&mut expanded(&id, output, args)));
        for ((left, right), got) in pairs.zip(got) {
            assert_eq!(Some(got), op.eval_as(Scalar::U64, left, right), "{id}({left:#x}, {right:#x})");
        }
    }
    let of_floats = [vyre_ir::Typing::FromU64, vyre_ir::Typing::DoubleFromU64];
    for op in &UnOp::on(Scalar::U64).filter(|op| !of_floats.contains(&op.typing())).collect::<Vec<_>>() {
        let Some(id) = Operation::Unary(*op, Scalar::U64).id() else { continue };
        let output = if op.typing().result(Scalar::U64) == Some(Scalar::U32) { "u32" } else { "u64" };
        let args: Vec<String> = NUMBERS.iter().map(|number| literal(*number)).collect();
        let got = stored(&mut expanded(&id, output, &args));
        for (number, got) in NUMBERS.iter().zip(got) {
            assert_eq!(Some(got), op.eval_as(Scalar::U64, *number), "{id}({number:#x})");
        }
    }
}

#[test]
fn every_operation_on_u64_is_expanded_and_holds_on_its_edge_cases() {
    for row in vyre_ir::library::rows().filter(|row| row.family() == "primitive.u64") {
        let literal = |lanes: &[u32]| match lanes {
            [low, high] => format!("u64({low}, {high})"),
            _ => lanes[0].to_string(),
        };
        let args = |args: &[&[u32]]| args.iter().map(|lanes| literal(lanes)).collect::<Vec<_>>().join(", ");
        let cases: Vec<String> = row.edge_cases.iter().map(|(lanes, _)| args(lanes)).collect();
        let form = expanded(row.id, row.output.name(), &cases);
        // `pow` has a loop, which folding does not execute.
        if row.name() == "pow" {
            continue;
        }
        let got = stored(&mut form.clone());
        for ((_, expected), got) in row.edge_cases.iter().zip(got) {
            let expected = expected.iter().rev().fold(0, |bits, lane| bits << 32 | u64::from(*lane));
            assert_eq!(got, expected, "{}", row.id);
        }
    }
}

#[test]
fn origins_lead_to_the_operator() {
    let mut form = expanded("primitive.u64.mul", "u64", &["u64(1, 2), u64(3, 4)".to_string()]);
    // Places: the store is 0, the index 1, the call 2.
    let calls: Vec<(&str, u32)> = form.calls.iter().map(|call| (call.op_id.as_str(), call.at.call)).collect();
    assert_eq!(calls, [("primitive.u64.mul", 0), ("primitive.math.mul_hi", 1)]);
    assert_eq!(form.calls[0].at.place, 2);
    // (2^33 + 1) * (2^34 + 3) = 2^67 + 3 * 2^33 + 2^34 + 3, modulo 2^64.
    assert_eq!(stored(&mut form), [5 * (1 << 33) + 3]);
}

#[test]
fn a_target_with_64_bit_integers_keeps_them() {
    let text = "program\nworkgroup_size 1, 1, 1\nbuffer a: read_write u64 @ 0\n\
         entry { a[0] = call primitive.u64.mul(a[1], a[2]); }\n";
    let program: Program = text.parse().unwrap();
    let with_longs = Target { operators: Operators::ALL, ..Target::WGSL };
    for (target, operators) in [(with_longs, 1), (Target::WGSL, 0)] {
        let mut form = build(&validate(&program).unwrap()).unwrap();
        pass::optimise(&mut form, &target);
        let mut wide = 0;
        walk(&form.body, &mut |stmt| {
            wide += usize::from(matches!(stmt, Stmt::Eval(id) if is_wide(&form, &form[*id].op)));
        });
        assert_eq!(wide, operators);
    }
}
