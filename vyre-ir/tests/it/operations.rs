//! Operations on buffers: what their calls become, and which calls are wrong.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use vyre_ir::{
    Code, Convention, DataType, Expr, Node, OpArg, OpKind, OpSpec, Place, Program, Registry, validate,
    validate_with,
};

fn program(text: &str) -> Program {
    text.parse().unwrap()
}

/// An operation for workgroups of any size.
fn op(id: &str, text: &str) -> OpSpec {
    OpSpec::program(id, program(&format!("program workgroup_size 0, 0, 0 {text}")))
}

fn caller(text: &str) -> Program {
    program(&format!("program workgroup_size 64, 1, 1 {text}"))
}

fn registry(ops: impl IntoIterator<Item = OpSpec>) -> Registry {
    let mut registry = Registry::standard().clone();
    ops.into_iter().for_each(|op| registry.register(op).unwrap());
    registry
}

/// The codes of what is wrong, and where.
fn errors(ops: impl IntoIterator<Item = OpSpec>, text: &str) -> Vec<(Code, Place)> {
    let errors = validate_with(&caller(text), &registry(ops)).err().unwrap_or_default();
    errors.iter().map(|error| (error.code(), error.place)).collect()
}

const SUM: &str = "buffer from: read u32 @ 0 buffer n: uniform u32[1] @ 1 buffer to: read_write u32 @ 2
    buffer tile: workgroup u32[64]
    entry {
        let i = invocation_id.x;
        if i >= n[0] { return; }
        let sum = 0;
        for k in 0..n[0] { sum = sum + from[k]; }
        to[i] = sum + tile[0];
    }";

#[test]
fn a_call_becomes_the_statements_of_the_operation() {
    let text = "buffer a: read u32 @ 0 buffer out: read_write u32 @ 1
        entry { let i = 3; call acme.sum(from: &a, n: i + 2, to: &out); out[9] = i; }";
    let valid = validate_with(&caller(text), &registry([op("acme.sum", SUM)])).unwrap();
    let expected =
        "buffer a: read u32 @ 0 buffer out: read_write u32 @ 1 buffer __call1_tile: workgroup u32[64]
        entry {
            let i = 3;
            {
                let __call1_n = i + 2;
                let __call1_returned = 0;
                let __call1_i = invocation_id.x;
                if __call1_i >= __call1_n { __call1_returned = 1; }
                if !__call1_returned {
                    let __call1_sum = 0;
                    for __call1_k in 0..__call1_n { __call1_sum = __call1_sum + a[__call1_k]; }
                    out[__call1_i] = __call1_sum + __call1_tile[0];
                }
            }
            out[9] = i;
        }";
    assert_eq!(valid.source(), &caller(expected));
    assert_eq!(valid.written(), &caller(text));
    // `out[9] = i` is the seventh part of what was written: after `let` with its value, and the call with its sum of two.
    let mut last = 0;
    vyre_ir::walk(&valid.source().entry, |event| {
        if let vyre_ir::Event::Enter { place, .. } = event {
            last = place;
        }
    });
    assert_eq!((valid.written_place(last), valid.written_place(2)), (6, 2));
}

#[test]
fn each_call_has_memory_and_names_of_its_own() {
    let text = "buffer a: read u32 @ 0 buffer out: read_write u32 @ 1 entry {
        call acme.sum(from: &a, n: 1, to: &out);
        for k in 0..2 { call acme.sum(from: &a, n: 2, to: &out); }
    }";
    let valid = validate_with(&caller(text), &registry([op("acme.sum", SUM)])).unwrap();
    let names: Vec<_> = valid.source().buffers.iter().map(|decl| decl.name.as_str()).collect();
    assert_eq!(names, ["a", "out", "__call1_tile", "__call2_tile"]);
    assert!(validate(valid.source()).is_ok());
}

#[test]
fn operations_call_operations() {
    let inner = op(
        "acme.inner",
        "buffer to: read_write u32 @ 0 buffer v: uniform u32[1] @ 1 entry { to[0] = v[0] + v[1] + len(v); }",
    );
    let outer = op(
        "acme.outer",
        "buffer to: read_write u32 @ 0 buffer v: uniform u32[1] @ 1 entry { call acme.inner(to: &to, v: &v); }",
    );
    let text = "buffer out: read_write u32 @ 0 entry { call acme.outer(v: 7, to: &out); }";
    let valid = validate_with(&caller(text), &registry([inner, outer])).unwrap();
    let expected = "buffer out: read_write u32 @ 0 entry { {
        let __call1_v = 7;
        { out[0] = __call1_v + select(1 == 0, __call1_v, 0) + 1; }
    } }";
    assert_eq!(valid.source(), &caller(expected));
}

#[test]
fn wrong_calls_are_reported_at_the_call_with_all_that_is_wrong() {
    let sum = || [op("acme.sum", SUM)];
    let one = |text: &str| {
        let head = "buffer a: read u32 @ 0 buffer b: read i32 @ 1 buffer out: read_write u32 @ 2 buffer w: workgroup u32[4]
            buffer s: read_write u32[5] @ 3";
        let errors = errors(sum(), &format!("{head} entry {{ {text} }}"));
        errors.into_iter().map(|(code, _)| code.name()).collect::<Vec<_>>()
    };
    let none: [&str; 0] = [];
    assert_eq!(one("call acme.sum(from: &a, n: 1, to: &out);"), none);
    assert_eq!(one("call acme.sum(from: &w, n: 1, to: &w);"), ["V065"]);
    assert_eq!(one("call acme.sum(from: &s, n: 1, to: &w);"), none);
    assert_eq!(one("call acme.sum(from: &b, n: 1, to: &out);"), ["V064"]);
    assert_eq!(one("call acme.sum(from: &a, n: 1i, to: &out);"), ["V064"]);
    assert_eq!(one("call acme.sum(from: &a, n: &a, to: &out);"), ["V064"]);
    assert_eq!(one("call acme.sum(from: &a, n: 1, to: &a);"), ["V064", "V065"]);
    assert_eq!(one("call acme.sum(from: 5, n: 1, to: &none);"), ["V064", "V064"]);
    assert_eq!(one("call acme.sum(from: &a, to: &out);"), ["V063"]);
    assert_eq!(one("call acme.sum(from: &a, n: 1, m: 2, to: &out);"), ["V063"]);
    assert_eq!(one("call acme.sum(from: &a, n: 1, n: 2, to: &out);"), ["V063"]);
    assert_eq!(one("call acme.sum(from: &a, n: x, to: &out);"), ["V006"]);
    assert_eq!(one("call acme.summ(from: &a, n: 1, to: &out);"), ["V016"]);
    assert_eq!(one("call primitive.bitwise.xor(a: 1, b: 2);"), ["V062"]);
    assert_eq!(one("let x = call acme.sum(1);"), ["V020"]);
}

#[test]
fn the_texts_say_what_to_do() {
    let text = "buffer out: read_write u32 @ 0 entry { call acme.sum(from: &out, n: 1, to: &out); }";
    let errors = validate_with(&caller(text), &registry([op("acme.sum", SUM)])).unwrap_err();
    assert_eq!(
        errors[0].to_string(),
        "vyre IR validation: V065: buffer `out` is passed to `acme.sum` as `from` and as `to`, of which one is written. \
         Fix: pass two buffers, or copy one of them first."
    );
}

#[test]
fn what_an_operation_breaks_in_its_place_is_at_the_call() {
    let wait = || op("acme.wait", "buffer to: read_write u32 @ 0 entry { barrier; to[0] = 1; }");
    let at = |text: &str| errors([wait()], &format!("buffer out: read_write u32 @ 0 entry {{ {text} }}"));
    assert_eq!(at("call acme.wait(to: &out);"), []);
    // The `if` with its comparison of two is in front.
    assert_eq!(at("if local_id.x < 3 { call acme.wait(to: &out); }"), [(Code::V010, Place::At(4))]);
    let add = op("acme.add", "buffer to: read_write u32 @ 0 entry { let old = atomic_add(to[0], 1); }");
    let text = "buffer w: workgroup u32[4] entry { call acme.add(to: &w); }";
    assert_eq!(errors([add], text), [(Code::V025, Place::At(0))]);
    let large = op("acme.large", "buffer own: workgroup u32[40000] entry {}");
    let text = "entry { call acme.large(); call acme.large(); }";
    assert_eq!(errors([large], text), [(Code::V043, Place::At(1))]);
}

#[test]
fn sizes_of_workgroups_are_the_callers() {
    let of = |size: &str| {
        let text =
            format!("program workgroup_size {size} buffer to: read_write u32 @ 0 entry {{ to[0] = 1; }}");
        let text = (
            OpSpec::program("acme.one", program(&text)),
            "buffer o: read_write u32 @ 0 entry { call acme.one(to: &o); }",
        );
        errors([text.0], text.1).into_iter().map(|(code, _)| code).collect::<Vec<_>>()
    };
    assert_eq!(of("0, 0, 0"), []);
    assert_eq!(of("64, 1, 1"), []);
    assert_eq!(of("32, 1, 1"), [Code::V066]);
    assert_eq!(of("64, 0, 1"), [Code::V066, Code::V067]);
}

#[test]
fn operations_that_call_themselves_and_too_many_end() {
    let own = op("acme.own", "entry { call acme.own(); }");
    assert_eq!(errors([own], "entry { call acme.own(); }"), [(Code::V017, Place::At(0))]);
    // Each calls the one before twice: 2^30 calls.
    let chain = (0..30).map(|n| {
        let call = if n == 0 { String::new() } else { format!("call acme.c{0}(); call acme.c{0}();", n - 1) };
        op(&format!("acme.c{n}"), &format!("entry {{ let x = 1; {call} }}"))
    });
    assert_eq!(errors(chain, "entry { call acme.c29(); }"), [(Code::V019, Place::Program)]);
    let long = (0..40).map(|n| op(&format!("acme.d{n}"), &format!("entry {{ call acme.d{}(); }}", n + 1)));
    let last = op("acme.d40", "entry {}");
    assert_eq!(errors(long.chain([last]), "entry { call acme.d0(); }"), [(Code::V017, Place::At(0))]);
}

#[test]
fn a_table_is_bound_where_the_convention_says() {
    let look = |binding: u32| {
        let text = "buffer table: read u32 @ 7 buffer to: read_write u32 @ 1 entry { to[0] = table[0]; }";
        op("acme.look", text).with_convention(Convention::V2 { lookup_binding: binding })
    };
    let call = "call acme.look(table: &t, to: &o);";
    let with = |table: &str, binding: u32| {
        let text = format!("buffer o: read_write u32 @ 0 buffer t: {table} entry {{ {call} {call} }}");
        let mut codes: Vec<_> = errors([look(binding)], &text).into_iter().map(|(code, _)| code).collect();
        codes.dedup();
        codes
    };
    assert_eq!(with("read u32 @ 7", 7), []);
    assert_eq!(with("uniform u32 @ 7", 7), []);
    assert_eq!(with("read u32 @ 6", 7), [Code::V068]);
    assert_eq!(with("read_write u32 @ 7", 7), [Code::V068]);
    let text = format!("buffer o: read_write u32 @ 0 buffer t: read u32 @ 7 entry {{ {call} }}");
    let valid = validate_with(&caller(&text), &registry([look(7)])).unwrap();
    assert_eq!(valid.conventions(), [Convention::V2 { lookup_binding: 7 }]);
    let none = op("acme.look", "buffer o: read_write u32 @ 0 entry {}");
    let none = none.with_convention(Convention::V2 { lookup_binding: 7 });
    let text = "buffer o: read_write u32 @ 0 entry { call acme.look(o: &o); }";
    assert_eq!(errors([none], text), [(Code::V068, Place::At(0))]);
}

#[test]
fn calls_and_stores_of_bytes_have_text_and_wire_form() {
    let text = "buffer b: read_write bytes @ 0 entry {
        call acme.\"odd id\"(x: &b, y: 1 + 2, z: &b);
        call acme.none();
        byte(b, 1 + 2) = 300;
        word(b, 0) = 5;
    }";
    let text = text.replace("acme.\"odd id\"", "\"acme.odd id\"");
    let first = caller(&text);
    assert_eq!(first.to_string().parse::<Program>().unwrap(), first);
    assert_eq!(Program::from_wire(&first.to_wire()).unwrap(), first);
    let args =
        [("x", OpArg::buffer("b")), ("y", OpArg::value(Expr::u32(1) + 2u32)), ("z", OpArg::buffer("b"))];
    assert_eq!(first.entry[0], Node::call_op("acme.odd id", args));
    assert_eq!(first.entry[2], Node::store_byte("b", Expr::u32(1) + 2u32, 300u32));
}

#[test]
fn stores_of_bytes_are_for_bytes_that_can_be_written() {
    let codes = |text: &str| errors([], text).into_iter().map(|(code, _)| code).collect::<Vec<_>>();
    assert_eq!(
        codes("buffer b: read_write bytes @ 0 entry { byte(b, 0) = 1; word(b, 1) = 2; let x = byte(b, 0); }"),
        []
    );
    assert_eq!(codes("buffer b: read bytes @ 0 entry { byte(b, 0) = 1; }"), [Code::V005]);
    assert_eq!(codes("buffer b: read_write u32 @ 0 entry { word(b, 0) = 1; }"), [Code::V040]);
    assert_eq!(codes("buffer b: read_write bytes @ 0 entry { byte(b, 0) = 1i; }"), [Code::V040]);
    assert_eq!(codes("buffer b: read_write bytes @ 0 entry { byte(b, 0i) = 1; }"), [Code::V029]);
    assert_eq!(codes("entry { byte(b, 0) = 1; }"), [Code::V004]);
    assert_eq!(codes("buffer b: read_write bytes @ 0 entry { b[0] = 1; }"), [Code::V013]);
}

#[test]
fn kinds_say_what_they_take() {
    let fill = op("acme.fill", "buffer to: read_write u32 @ 0 entry {}");
    assert!(fill.signature().is_none() && fill.as_program().is_some());
    assert!(matches!(&fill.kind, OpKind::Program(program) if program.buffers[0].element == DataType::U32));
    assert_eq!(fill.convention(), Convention::V1);
}
