//! What programs with calls become, and which calls are refused. `tests/tests/it/composition.rs` runs them.

#![allow(clippy::unwrap_used, clippy::panic)]

use crate::rules::Problem;
use crate::{
    Composition, Convention, DataType, DuplicateOp, Expr, Node, OpKind, OpSignature, OpSpec, Program,
    Registry, validate, validate_with,
};
use std::time::{Duration, Instant};

/// An operation on `U32` from the text of its body, which ends with `let result = ...;`.
fn op(id: &str, params: &[&str], text: &str) -> OpSpec {
    let mut body = entry(text).entry;
    let last = body.pop().unwrap();
    let result = last.exprs()[0].unwrap().clone();
    let inputs = vec![DataType::U32; params.len()];
    OpSpec::inlinable(id, &inputs, DataType::U32, Composition::new(params, body, result))
}

/// A program with buffers `a`, `c` and `out` of `U32` and this entry.
fn entry(text: &str) -> Program {
    let text = format!(
        "program workgroup_size 1, 1, 1
        buffer a: read u32 @ 0  buffer c: read_write u32 @ 1  buffer out: read_write u32 @ 2
        entry {{ {text} }}"
    );
    text.parse().unwrap_or_else(|error| panic!("{error}"))
}

fn registry(ops: impl IntoIterator<Item = OpSpec>) -> Registry {
    let mut registry = Registry::standard().clone();
    ops.into_iter().for_each(|op| registry.register(op).unwrap());
    registry
}

/// That the entry becomes the other one.
fn expands(ops: &[OpSpec], text: &str, expected: &str) {
    let expanded = validate_with(&entry(text), &registry(ops.iter().cloned()));
    let expanded = expanded.unwrap_or_else(|errors| panic!("{text}: {errors:?}"));
    assert_eq!(expanded.program().to_string(), entry(expected).to_string(), "{text}");
}

/// The texts of the errors of a program with this entry.
fn errors(ops: impl IntoIterator<Item = OpSpec>, text: &str) -> Vec<String> {
    let errors = validate_with(&entry(text), &registry(ops)).unwrap_err();
    errors.iter().map(|error| error.to_string().replace("vyre IR validation: ", "")).collect()
}

fn within_seconds<T>(seconds: u64, work: impl FnOnce() -> T) -> T {
    let start = Instant::now();
    let result = work();
    assert!(start.elapsed() < Duration::from_secs(seconds), "took {:?}", start.elapsed());
    result
}

#[test]
fn an_expression_takes_the_place_of_its_call() {
    let ops = [op("f", &["x", "y"], "let result = x * 3 + y;")];
    expands(&ops, "out[0] = call f(a[1] + 1, call f(a[2], 5));", "out[0] = (a[1] + 1) * 3 + (a[2] * 3 + 5);");
}

#[test]
fn no_parameters_are_few() {
    expands(&[op("f", &[], "let result = 7;")], "out[0] = call f();", "out[0] = 7;");
    let with_body = op("f", &[], "let t = 7; let result = t;");
    expands(&[with_body], "out[0] = call f();", "let __call1_t = 7; out[0] = __call1_t;");
}

#[test]
fn an_argument_is_evaluated_once() {
    let ops = [
        op("twice", &["x"], "let result = x + x;"),
        op("never", &["x"], "let result = 1;"),
        op("swapped", &["x", "y"], "let result = y - x;"),
        op("looped", &["x"], "let s = 0; for k in 0..3 { s = s + x; } let result = s;"),
    ];
    expands(&ops, "out[0] = call twice(a[0]);", "let __call1_x = a[0]; out[0] = __call1_x + __call1_x;");
    expands(&ops, "let v = 1; out[0] = call twice(v);", "let v = 1; out[0] = v + v;");
    expands(&ops, "out[0] = call never(a[0]);", "out[0] = 1;");
    expands(
        &ops,
        "out[0] = call never(atomic_add(c[0], 1));",
        "let __call1_x = atomic_add(c[0], 1); out[0] = 1;",
    );
    expands(&ops, "out[0] = call swapped(a[0], a[1]);", "out[0] = a[1] - a[0];");
    expands(
        &ops,
        "out[0] = call swapped(c[0], atomic_add(c[0], 1));",
        "let __call1_x = c[0]; let __call1_y = atomic_add(c[0], 1); out[0] = __call1_y - __call1_x;",
    );
    expands(
        &ops,
        "out[0] = call looped(a[0] + 1);",
        "let __call1_x = a[0] + 1; let __call1_s = 0;
        for __call1_k in 0..3 { __call1_s = __call1_s + __call1_x; } out[0] = __call1_s;",
    );
}

#[test]
fn what_comes_before_an_atomic_argument_is_kept() {
    let ops = [op("twice", &["x"], "let result = x + x;")];
    expands(
        &ops,
        "out[c[1]] = c[0] + call twice(atomic_add(c[0], 1));",
        "let __call1_kept = c[1]; let __call1_kept_2 = c[0]; let __call1_x = atomic_add(c[0], 1);
        out[__call1_kept] = __call1_kept_2 + (__call1_x + __call1_x);",
    );
    // An atomic stays before a load that is moved.
    expands(
        &ops,
        "out[atomic_add(c[0], 1)] = call twice(c[0]);",
        "let __call1_kept = atomic_add(c[0], 1); let __call1_x = c[0]; out[__call1_kept] = __call1_x + __call1_x;",
    );
    // Nothing is moved where the call is an expression over its arguments in order.
    let linear = [op("sum", &["x", "y"], "let result = x + y;")];
    expands(
        &linear,
        "out[c[1]] = c[0] + call sum(atomic_add(c[0], 1), c[0]);",
        "out[c[1]] = c[0] + (atomic_add(c[0], 1) + c[0]);",
    );
}

#[test]
fn names_never_clash() {
    let ops = [op("f", &["x"], "let t = x; x = x + t; let result = x * t;")];
    expands(
        &ops,
        "let __call1_x = 5; let __call2_t = 6; let x = call f(a[0]); let t = call f(x);",
        "let __call1_x = 5; let __call2_t = 6;
        let __call1_x_2 = a[0]; let __call1_t = __call1_x_2; __call1_x_2 = __call1_x_2 + __call1_t;
        let x = __call1_x_2 * __call1_t;
        let __call2_x = x; let __call2_t_2 = __call2_x; __call2_x = __call2_x + __call2_t_2;
        let t = __call2_x * __call2_t_2;",
    );
}

#[test]
fn nested_operations_have_names_of_their_own() {
    let ops = [
        op("inner", &["x"], "let t = x + 1; let result = t * t;"),
        op(
            "outer",
            &["x"],
            "let t = call inner(x); let __call1_t = 3; let result = call inner(t) + __call1_t;",
        ),
    ];
    expands(
        &ops,
        "out[0] = call outer(a[0]);",
        "let __call1_t_2 = a[0] + 1; let __call1_t = __call1_t_2 * __call1_t_2; let __call1_t_3 = 3;
        let __call1_t_4 = __call1_t + 1; out[0] = __call1_t_4 * __call1_t_4 + __call1_t_3;",
    );
}

#[test]
fn calls_stand_wherever_expressions_stand() {
    let ops = [op("f", &["x"], "let t = x + 1; let result = t * t;")];
    let t = |n: u32, x: &str| format!("let __call{n}_t = {x} + 1;");
    expands(
        &ops,
        "if call f(1) { let v = 0; v = call f(2); } else { for k in call f(3)..call f(4) { out[call f(k)] = call f(6); } }",
        &format!(
            "{} if __call1_t * __call1_t {{ let v = 0; {} v = __call2_t * __call2_t; }} else {{
                {} {} for k in __call3_t * __call3_t .. __call4_t * __call4_t {{
                    {} {} out[__call5_t * __call5_t] = __call6_t * __call6_t; }} }}",
            t(1, "1"),
            t(2, "2"),
            t(3, "3"),
            t(4, "4"),
            t(5, "k"),
            t(6, "6"),
        ),
    );
}

#[test]
fn an_early_return_ends_the_operation_alone() {
    let ops = [op("f", &["x"], "let r = 1; if x { return; } r = 2; let result = r;")];
    expands(
        &ops,
        "let v = call f(a[0]); out[0] = v;",
        "let __call1_returned = 0; let __call1_r = 1; if a[0] { __call1_returned = 1; }
        if !__call1_returned { __call1_r = 2; } let v = __call1_r; out[0] = v;",
    );
}

#[test]
fn a_return_leaves_every_loop() {
    let body = "let r = 0; for i in 0..9 { for j in 0..9 { r = r + 1; if r == x { return; } } r = r + 100; }
        r = 7; let result = r;";
    expands(
        &[op("f", &["x"], body)],
        "out[0] = call f(5);",
        "let __call1_returned = 0; let __call1_r = 0;
        for __call1_i in 0..9 {
            for __call1_j in 0..9 {
                __call1_r = __call1_r + 1;
                if __call1_r == 5 { __call1_returned = 1; break; }
            }
            if __call1_returned { break; }
            __call1_r = __call1_r + 100;
        }
        if !__call1_returned { __call1_r = 7; }
        out[0] = __call1_r;",
    );
}

#[test]
fn an_unconditional_return_drops_what_follows() {
    let f =
        op("f", &["x"], "let returned = x; { return; returned = 2; } returned = 3; let result = returned;");
    expands(
        &[f],
        "out[0] = call f(4);",
        "let __call1_returned_ = 0; let __call1_returned = 4; { __call1_returned_ = 1; }
        if !__call1_returned_ { __call1_returned = 3; } out[0] = __call1_returned;",
    );
    let g = op("g", &["x"], "let r = x; return; r = 3; let result = r;");
    expands(
        &[g],
        "out[0] = call g(4);",
        "let __call1_returned = 0; let __call1_r = 4; __call1_returned = 1; out[0] = __call1_r;",
    );
}

#[test]
fn a_composed_program_is_the_one_written_by_hand() {
    let composed = entry(
        "let i = invocation_id.x; out[i] = call primitive.bitwise.popcount(call primitive.bitwise.xor(a[i], c[i]));",
    );
    let by_hand = entry("let i = invocation_id.x; out[i] = popcount(a[i] ^ c[i]);");
    assert_eq!(validate(&composed).unwrap().program(), &by_hand);
}

#[test]
fn the_registry_holds_each_id_once() {
    let mut registry = Registry::empty();
    assert_eq!(registry.known_op_ids().count(), 0);
    registry.register(op("f", &["x"], "let result = x;")).unwrap();
    let error = registry.register(op("f", &[], "let result = 1;")).unwrap_err();
    assert_eq!(error, DuplicateOp { id: "f".to_string() });
    assert_eq!(registry.get("f").and_then(|op| Some(op.signature()?.inputs.len())), Some(1));
    let duplicate = op("primitive.bitwise.xor", &[], "let result = 1;");
    assert!(Registry::standard().clone().register(duplicate).is_err());
}

#[test]
fn wrong_calls_have_the_documented_texts() {
    let f = || [op("f", &["x", "y"], "let result = x + y;")];
    assert_eq!(
        errors(f(), "out[0] = call primitive.bitwise.nope(1);"),
        [
            "V016: unknown op `primitive.bitwise.nope`. Fix: use a registered op id or add the op to core::ops::*."
        ]
    );
    assert_eq!(
        errors(f(), "out[0] = call primitive.bitwise.xor(1);"),
        [
            "V032: call of `primitive.bitwise.xor` with 1 arguments. Fix: pass 2 arguments to primitive.bitwise.xor."
        ]
    );
    assert_eq!(
        errors(f(), "out[0] = call f(true, 1);"),
        ["V033: argument 0 of `f` must be `u32`, got `bool`. \
            Fix: insert Cast { target: U32, value } or call an op with a Bool input."]
    );
    let buffered = OpSpec::program("f", Program::new(Vec::new(), [0; 3], Vec::new()));
    assert_eq!(
        errors([buffered], "out[0] = call f(1);"),
        ["V020: call to non-inlinable op `f` is rejected by validation. \
            Fix: lower this operation through its dedicated backend path or rewrite the caller with explicit IR."]
    );
}

#[test]
fn an_operation_without_a_result_is_refused() {
    let expected =
        ["V034: op `f` gives no value. Fix: end its composition with a result of the declared output type."];
    let without = Composition { params: vec!["x".to_string()], body: Vec::new(), result: None };
    for composition in [None, Some(without)] {
        let signature = OpSignature { inputs: vec![DataType::U32], output: DataType::U32 };
        let kind = OpKind::Value { signature, composition, convention: Convention::V1 };
        let op = OpSpec { id: "f".to_string(), kind };
        assert_eq!(errors([op], "out[0] = call f(1);"), expected);
    }
}

#[test]
fn a_composition_fits_its_signature() {
    let gives_bool = Composition::expr(&["x"], Expr::cast(DataType::Bool, Expr::var("x")));
    let result = OpSpec::inlinable("f", &[DataType::U32], DataType::U32, gives_bool);
    assert_eq!(
        errors([result], "out[0] = call f(1);"),
        ["V045: op `f` gives `bool`, but its signature says `u32`. Fix: change the result or the signature."]
    );
    let count = OpSpec::inlinable("f", &[], DataType::U32, Composition::expr(&["x"], Expr::var("x")));
    assert_eq!(
        errors([count], "out[0] = call f();"),
        ["V045: op `f` has 1 parameters, but its signature says 0. Fix: name one parameter for each input."]
    );
    let invalid = |what: &str| {
        format!("V045: the composition of op `f` is invalid: {what}. Fix: mend the composition.")
    };
    let undeclared = || op("f", &["x"], "y = 1; let result = x;");
    // Once, however often it is called.
    assert_eq!(
        errors([undeclared()], "out[0] = call f(1) + call f(2);"),
        [invalid("assignment to undeclared variable `y`")]
    );
    let shadowing = op("f", &["x"], "let x = 1; let result = x;");
    assert_eq!(errors([shadowing], "out[0] = call f(1);"), [invalid("duplicate local binding `x`")]);
    let unknown = op("f", &["x"], "let result = call g(x);");
    // An operation that is registered elsewhere is missed as it is where it is called.
    assert_eq!(
        errors([unknown], "out[0] = call f(1);"),
        ["V016: unknown op `g`. Fix: use a registered op id or add the op to core::ops::*."]
    );
    // The invocation's `Return` aside, a variable may be missing when the operation has ended.
    let missing = op("f", &["x"], "if x { return; } let late = 1; let result = late;");
    assert_eq!(
        errors([missing], "out[0] = call f(1);"),
        [invalid("reference to undeclared variable `late`")]
    );
}

#[test]
fn a_composition_sees_its_arguments_alone() {
    let refused = |text: &str, what: &str| {
        let fix = "expose the required value as an argument or compose at Program level";
        let expected = format!("V046: op `f` uses {what}. Fix: {fix}.");
        assert_eq!(errors([op("f", &["x"], text)], "out[0] = call f(1);"), [expected], "{text}");
    };
    for buffer in ["a[x]", "len(a)", "atomic_add(c[0], x)", "byte(a, x)", "word(a, x)"] {
        refused(&format!("let result = {buffer};"), "a buffer");
        refused(&format!("if 1 {{ x = {buffer}; }} let result = x;"), "a buffer");
    }
    refused("out[0] = 1; let result = x;", "a buffer");
    for id in ["invocation_id.x", "workgroup_id.y", "local_id.z"] {
        refused(&format!("let result = {id};"), "an id");
    }
    refused("barrier; let result = x;", "a barrier");
}

/// `f1(x)` calls `f2(x)` and so on; the last one is an expression.
fn chain(length: usize, calls: usize) -> Vec<OpSpec> {
    let link = |n: usize| {
        let call = format!("call f{}(x)", n + 1);
        let result = if n == length { "x".to_string() } else { vec![call; calls].join(" + ") };
        op(&format!("f{n}"), &["x"], &format!("let result = {result};"))
    };
    (1..=length).map(link).collect()
}

const TOO_DEEP: &str =
    "V017: call depth exceeds maximum of 32. Fix: reduce call nesting or mutually recursive operations.";

#[test]
fn calls_are_at_most_32_deep() {
    expands(&chain(32, 1), "out[0] = call f1(a[0]);", "out[0] = a[0];");
    assert_eq!(errors(chain(33, 1), "out[0] = call f1(a[0]);"), [TOO_DEEP]);
    // From both ends: a chain that is known already, and one that is not.
    assert_eq!(errors(chain(33, 1), "out[0] = call f2(a[0]); out[1] = call f1(a[0]);"), [TOO_DEEP]);
    assert_eq!(errors(chain(33, 1), "out[0] = call f1(a[0]); out[1] = call f1(a[0]);"), [TOO_DEEP; 2]);
    assert_eq!(errors(chain(33, 1), "out[0] = call f1(a[0]); out[1] = call f2(a[0]);"), [TOO_DEEP]);
}

#[test]
fn recursion_is_refused() {
    for calls in [1, 2, 10] {
        let body =
            |callee: &str| format!("let result = {};", vec![format!("call {callee}(x)"); calls].join(" + "));
        let direct = op("f", &["x"], &body("f"));
        let errors_of = |ops: Vec<OpSpec>| within_seconds(5, || errors(ops, "out[0] = call f(1);"));
        assert_eq!(errors_of(vec![direct]), [TOO_DEEP]);
        let mutual = [op("f", &["x"], &body("g")), op("g", &["x"], &body("h")), op("h", &["x"], &body("f"))];
        assert_eq!(errors_of(mutual.to_vec()), [TOO_DEEP]);
    }
    // The mistakes of a recursive operation come once.
    let wrong = op("f", &["x"], "y = 1; let result = call f(x);");
    assert_eq!(errors([wrong], "out[0] = call f(1);").len(), 2);
    // And an operation that no one calls harms no one.
    expands(&[op("f", &["x"], "let result = call f(x);")], "out[0] = 1;", "out[0] = 1;");
}

#[test]
fn many_calls_of_a_recursive_operation_are_refused_quickly() {
    let body = format!("let result = {};", vec!["call f(x)"; 1000].join(" + "));
    let text = "out[0] = call f(1); ".repeat(10_000);
    let errors = within_seconds(10, || errors([op("f", &["x"], &body)], &text));
    assert_eq!(errors.len(), 10_000);
}

/// What calls expand to is the lowering's to bound.
#[test]
fn an_exponential_expansion_is_valid_and_stays_as_it_was_written() {
    for (length, calls, times) in [(32, 2, 1), (32, 10, 1), (20, 2, 1000)] {
        let source = entry(&"out[0] = call f1(a[0]); ".repeat(times));
        let ops = registry(chain(length, calls));
        let valid = within_seconds(5, || validate_with(&source, &ops)).unwrap();
        assert_eq!(valid.program(), &source);
        assert_eq!(valid.bodies().count(), 1 + length);
    }
}

#[test]
fn long_chains_of_calls_expand_quickly() {
    let linear = "x + 1".to_string();
    let mut nested = "a[0]".to_string();
    (0..500).for_each(|_| nested = format!("call f({nested})"));
    let text = format!("out[0] = {nested}; ").repeat(40);
    let ops = registry([op("f", &["x"], &format!("let result = {linear};"))]);
    let expanded = within_seconds(5, || validate_with(&entry(&text), &ops)).unwrap();
    assert_eq!(expanded.program().entry.len(), 40);
}

/// Runs on a thread with the stack that a thread has by default, whatever the harness gives.
fn on_a_small_stack(work: impl FnOnce() + Send + 'static) {
    std::thread::Builder::new().stack_size(2 << 20).spawn(work).unwrap().join().unwrap();
}

fn nested(depth: usize, innermost: Vec<Node>) -> Vec<Node> {
    (0..depth).fold(innermost, |body, _| vec![Node::if_then(1u32, body)])
}

#[test]
fn deep_compositions_need_no_stack() {
    on_a_small_stack(|| {
        let call = || {
            Program::new(
                entry("").buffers,
                [1; 3],
                vec![Node::store("out", 0u32, Expr::call("f", vec![1u32.into()]))],
            )
        };
        let codes = |body: Vec<Node>, result: Expr| {
            let composition = Composition::new(&["x"], body, result);
            let op = OpSpec::inlinable("f", &[DataType::U32], DataType::U32, composition);
            let errors = validate_with(&call(), &registry([op])).unwrap_err();
            errors.into_iter().map(|error| error.problem.to_string()).collect::<Vec<_>>()
        };
        let too_nested = |depth: usize| {
            vec![format!(
                "V045: the composition of op `f` is invalid: V018: program nesting depth {depth} exceeds max 64"
            )]
        };
        assert_eq!(codes(nested(40_000, vec![Node::Return]), 1u32.into()), too_nested(65));
        let guards: Vec<Node> =
            (0..10_000).map(|_| Node::if_then(Expr::var("x"), vec![Node::Return])).collect();
        assert_eq!(codes(guards, 1u32.into()), too_nested(10_000));
        let deep = (0..40_000).fold(Expr::var("x"), |expr, _| -expr);
        assert!(codes(Vec::new(), deep)[0].contains("V026"));
    });
}

#[test]
fn deep_chains_of_deep_compositions_need_no_stack() {
    on_a_small_stack(|| {
        let link = |n: usize| {
            let call = Expr::call(format!("f{}", n + 1), vec![Expr::var("x")]);
            let value = if n == 32 { Expr::var("x") + 1u32 } else { call };
            let body = nested(64, vec![Node::assign("x", value)]);
            let composition = Composition::new(&["x"], body, Expr::var("x"));
            OpSpec::inlinable(format!("f{n}"), &[DataType::U32], DataType::U32, composition)
        };
        // Nesting counts where it stands.
        let valid = validate_with(&entry("out[0] = call f1(1);"), &registry((1..=32).map(link))).unwrap();
        assert_eq!(valid.program().to_string().matches("if ").count(), 32 * 64);
    });
}

#[test]
fn guards_of_returns_count_as_nesting() {
    let with =
        |guards: usize| op("f", &["x"], &format!("{} let result = x;", "if x { return; } ".repeat(guards)));
    // The last one needs no guard after it, and each of the others stands in those of the ones before.
    expands_to_nesting(with(64), 64);
    let errors = errors([with(65)], "out[0] = call f(1);");
    assert!(errors[0].contains("V018: program nesting depth 65"), "{errors:?}");
}

fn expands_to_nesting(op: OpSpec, depth: usize) {
    let expanded = validate_with(&entry("out[0] = call f(a[0]);"), &registry([op])).unwrap();
    let mut nodes: &[Node] = &expanded.program().entry;
    let mut found = 0;
    while let Some(node) = nodes.iter().rfind(|node| matches!(node, Node::If { .. })) {
        nodes = node.bodies()[0];
        found += 1;
    }
    assert_eq!(found, depth);
}

#[test]
fn limits_hold_for_what_is_written() {
    let negations = op("f", &["x"], &format!("let result = {}x;", "-".repeat(1_023)));
    assert!(validate_with(&entry("out[0] = call f(call f(1));"), &registry([negations])).is_ok());
    let deeper = op("f", &["x"], &format!("let result = {}x;", "-".repeat(1_024)));
    assert!(errors([deeper], "out[0] = call f(1);")[0].contains("V026: expression depth 1025"));
}

#[test]
fn every_operation_counts_once_towards_100_000_nodes() {
    // Its result has 100 expressions, and its statement two.
    let op = op("f", &["x"], &format!("let t = x; let result = {}x;", "-".repeat(99)));
    // Each store has its index, the call and its argument.
    let calls = |times: usize| "out[0] = call f(1); ".repeat(times);
    let with = |blocks: usize| {
        let text = format!("{}{}", calls(1000), "{} ".repeat(blocks));
        validate_with(&entry(&text), &registry([op.clone()]))
    };
    let rest = 100_000 - 4 * 1000 - 102;
    assert!(with(rest).is_ok());
    let problems: Vec<Problem> = with(rest + 1).unwrap_err().into_iter().map(|error| error.problem).collect();
    assert_eq!(problems, [Problem::NodeCount {}]);
}
