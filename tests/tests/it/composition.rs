//! What calls mean when they run: every effect once and in order, on every device.
//!
//! `evaluate` says what a call is, by calling: it evaluates the arguments in order, runs the body with variables of
//! its own, and then evaluates the result. The devices run what validation makes of the same program. Random programs that call
//! are in `random.rs`.

#![allow(clippy::unwrap_used, clippy::panic)]

use vyre::ir::{BufferDecl, Composition, DataType, Node, OpSpec, Program};
use vyre::{Arg, Device};
use vyre_random::{Case, Contents, Order, evaluate};
use vyre_tests::devices;

/// The words of the buffer `m`, on which the programs of this file work.
const WORDS: usize = 8;
const BEGIN: [u32; WORDS] = [3, 1, 4, 1, 5, 9, 2, 6];

/// A launch of one invocation with the buffer `m`.
fn case(entry: Vec<Node>, operations: &[OpSpec]) -> Case {
    let program = Program::new(vec![BufferDecl::read_write("m", 0, DataType::U32)], [1, 1, 1], entry);
    let operations = operations.to_vec();
    Case { operations, ..Case::new(program, [1; 3], vec![Contents::Words(BEGIN.to_vec())]) }
}

/// What `m` holds in the end, by calling.
fn called(case: &Case) -> Vec<u32> {
    match evaluate(case, Order::Forward) {
        Ok(outcome) => outcome.contents[0].words(),
        Err(stuck) => panic!("{stuck}\n{case}"),
    }
}

fn parse(entry: &str) -> Vec<Node> {
    let text = format!("program workgroup_size 1, 1, 1 buffer m: read_write u32 @ 0 entry {{ {entry} }}");
    let program: Program = text.parse().unwrap_or_else(|error| panic!("{error}"));
    program.entry
}

/// An operation on `U32`. The last statement of the text is `let result = ...;`.
fn op(id: &str, params: &[&str], text: &str) -> OpSpec {
    let mut body = parse(text);
    let result = body.pop().unwrap().exprs()[0].unwrap().clone();
    let inputs = vec![DataType::U32; params.len()];
    OpSpec::inlinable(id, &inputs, DataType::U32, Composition::new(params, body, result))
}

fn run(device: &Device, program: &Program) -> [u32; WORDS] {
    let mut words = BEGIN;
    device
        .run(program, [1, 1, 1], [Arg::write(&mut words)])
        .unwrap_or_else(|error| panic!("{error}\n{program}"));
    words
}

/// That the program with the calls does on every device what calling does.
fn check(entry: Vec<Node>, operations: &[OpSpec], devices: &[Device]) {
    let case = case(entry, operations);
    let validated = case.validate().unwrap_or_else(|errors| panic!("{errors:?}\n{case}"));
    let expected = called(&case);
    for device in devices {
        let got = run(device, validated.program());
        assert_eq!(got, expected[..], "{device}\n{case}\n{}", validated.program());
    }
}

/// Operations of every shape: an expression in and out of order, parameters that are used never, once, twice, in a
/// loop, and assigned, locals, and returns from everywhere.
fn operations() -> Vec<OpSpec> {
    vec![
        op("linear", &["x", "y"], "let result = x * 5 - y;"),
        op("swapped", &["x", "y"], "let result = y * 5 - x;"),
        op("never", &["x"], "let result = 7;"),
        op("twice", &["x"], "let result = x * x;"),
        op("looped", &["x", "y"], "let s = 0; for k in 0..3 { s = s * 3 + x; } let result = s + y;"),
        op("assigned", &["x"], "x = x + 1; let t = x; x = t * x; let result = x + t;"),
        op("conditional", &["x", "y"], "let t = 5; if x { t = y; } let result = t;"),
        op("early", &["x"], "let r = x; if x > 4 { r = 100; return; } r = r + 1; let result = r;"),
        op(
            "search",
            &["x", "y"],
            "let at = 99; for i in 0..4 { for j in 0..4 { if i * j + i == x { at = i * 10 + j; return; }
            if j > y { break; } } if i > y { continue; } at = at + 1; } at = at * 2; let result = at;",
        ),
        op(
            "clash",
            &["__call1_x"],
            "let x = __call1_x + 1; let __call2_x = x * x; let result = __call2_x + x;",
        ),
        op(
            "outer",
            &["x"],
            "let t = call assigned(call early(x)); let result = call swapped(t, call search(t & 7, x));",
        ),
    ]
}

/// Each line is a program. Atomics show how often and in which order arguments are evaluated.
const PROGRAMS: &str = "
m[0] = call linear(m[1], m[2]);
m[0] = call linear(atomic_add(m[1], 1), atomic_add(m[1], 1));
m[0] = call swapped(atomic_add(m[1], 1), atomic_add(m[1], 1));
m[0] = call swapped(m[1], atomic_add(m[1], 1));
m[0] = call never(atomic_add(m[1], 1));
m[0] = call twice(atomic_add(m[1], 1));
m[0] = call looped(atomic_add(m[1], 1), m[1]);
m[0] = call conditional(0, atomic_add(m[1], 1));
m[0] = m[1] + call twice(atomic_add(m[1], 1)) + m[1];
m[m[1]] = m[1] * call assigned(atomic_add(m[1], 1));
m[atomic_add(m[1], 1)] = call twice(m[1]);
m[atomic_add(m[1], 1)] = call twice(m[1]) + call assigned(atomic_add(m[1], 1));
m[call never(atomic_add(m[0], 3))] = call early(m[0]);
m[0] = select(m[1] == 1, call early(atomic_add(m[1], 1)), call early(atomic_add(m[1], 1)));
m[0] = call linear(m[1], call twice(atomic_add(m[1], 1)));
m[0] = call swapped(call twice(m[1] + 1), call twice(atomic_add(m[1], 1)));
m[0] = atomic_max(m[call never(m[0]) & 1], atomic_exchange(m[2], call twice(atomic_add(m[2], 2))));
m[0] = atomic_compare_exchange(m[1], call twice(m[1]), call assigned(atomic_add(m[1], 4)));
if call twice(atomic_add(m[1], 1)) == m[1] - 1 { m[0] = call early(2); } else { m[0] = call early(8); }
for k in call twice(atomic_add(m[1], 1)) .. call assigned(atomic_add(m[1], 1)) { m[0] = m[0] * 3 + call early(k); }
for k in atomic_add(m[1], 1) .. call assigned(m[1]) { m[k] = call search(k, call search(k, m[k])); if k == 5 { break; } }
let x = 5; let __call1_x = 6; let v = call clash(x) + call clash(__call1_x); m[0] = v;
let __call1_x = call clash(m[1]); let __call2_x = call clash(call clash(__call1_x)); m[0] = __call2_x;
let x = call assigned(2); x = call assigned(x) + call assigned(x); m[0] = x;
m[0] = call search(0, 0); m[1] = call search(6, 9); m[2] = call search(11, 9); m[3] = call search(50, 9); m[4] = call search(11, 1);
m[0] = call outer(m[1]); m[1] = call outer(call outer(m[2])); m[2] = call outer(atomic_add(m[0], 1));
{ let t = call assigned(1); m[0] = t; } { let t = call assigned(2); m[1] = t; }
if call early(m[0]) == 4 { return; } m[1] = 77;
m[0] = call primitive.math.pow(call primitive.math.gcd(12, m[1] * 18), m[2]);
";

#[test]
fn calls_do_what_calling_does() {
    let (operations, devices) = (operations(), devices());
    for text in PROGRAMS.lines().filter(|line| !line.is_empty()) {
        check(parse(text), &operations, &devices);
    }
}

/// `evaluate` itself, against values worked out by hand.
#[test]
fn the_evaluator_is_right() {
    let operations = operations();
    let first = |text: &str| called(&case(parse(text), &operations))[0];
    assert_eq!(first("m[0] = call swapped(m[1], atomic_add(m[1], 1));"), 5 - 1);
    assert_eq!(first("m[0] = m[1] + call twice(atomic_add(m[1], 1)) + m[1];"), 1 + 1 + 2);
    assert_eq!(first("m[0] = call early(2) * 1000 + call early(5);"), 3100);
    // The first i and j with i * j + i = 4 are 1 and 3.
    assert_eq!(first("m[0] = call search(4, 9);"), 13);
    assert_eq!(first("m[0] = call looped(2, 1);"), (2 * 3 + 2) * 3 + 2 + 1);
    assert_eq!(first("m[0] = call assigned(2);"), 9 + 3);
    assert_eq!(first("m[0] = call clash(2);"), 9 + 3);
}
