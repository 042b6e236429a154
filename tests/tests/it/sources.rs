//! Every instruction of the lowered form of a kernel leads back to file, line and column, through every call. The lines are those that
//! `line!()` gives beside the code, the columns are counted by hand.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use vyre::ir::{BinOp, Event, Expr, Registry, walk};
use vyre_lower::{Lowered, Op, Origin, SourceMap, Stmt};

mod other {
    pub(super) const LINE: u32 = line!();
    #[vyre::function]
    pub(super) fn scaled(x: u32, by: u64) -> u32 {
        fn third(x: u32) -> u32 {
            x / 3
        }
        let wide = x as u64 * by;
        third(x) + wide as u32
    }
}

const LINE: u32 = line!();
#[vyre::kernel]
fn kernel(a: &[u32], out: &mut [u32], factor: u32) {
    fn inner(x: u32) -> u32 {
        if x > 7 {
            return x ^ 1;
        }
        other::scaled(x, 0x1_0000_0001) % (5 - x)
    }

    let i = invocation_id().x;
    for k in 0..factor {
        out[i] += inner(a[i + k]);
    }
    if i < 3 { out[0] = 1 } else { out[1] = 2 }
}

/// The lowered form of a kernel, and the lines of its origins.
macro_rules! lowered {
    ($kernel:ident) => {{
        let (program, sources) = $kernel::__kernel().validated().unwrap();
        (vyre_lower::build(program).unwrap(), sources)
    }};
}

/// The frames of an origin, as `line:column function`, the innermost first.
fn frames(form: &Lowered, sources: &SourceMap, origin: Origin) -> Vec<String> {
    let frames = sources.frames(origin, &form.calls).into_iter();
    let text = frames.map(|frame| {
        assert_eq!(frame.file, file!());
        let function = frame.function.strip_prefix(concat!(module_path!(), "::")).unwrap().to_string();
        format!("{} {function}", frame.position)
    });
    text.collect()
}

/// The frames of every value that `is_it` holds for.
fn values(form: &Lowered, sources: &SourceMap, is_it: impl Fn(&Op) -> bool) -> Vec<Vec<String>> {
    let mut found = Vec::new();
    vyre_lower::walk(&form.body, &mut |stmt| {
        if let Stmt::Eval(id) = stmt
            && is_it(&form[*id].op)
        {
            found.push(frames(form, sources, form[*id].origin));
        }
    });
    found
}

fn binary(op: BinOp) -> impl Fn(&Op) -> bool {
    move |inst| matches!(inst, Op::Binary(of, ..) if *of == op)
}

#[test]
fn statements_lead_to_their_lines() {
    let (form, sources) = lowered!(kernel);
    let mut found = Vec::new();
    vyre_lower::walk(&form.body, &mut |stmt| {
        let (name, origin) = match stmt {
            Stmt::Store { origin, .. } => ("store", origin),
            Stmt::Loop { origin, .. } => ("loop", origin),
            Stmt::If { origin, .. } if origin.call == 0 => ("if", origin),
            _ => return,
        };
        let frames = frames(&form, sources, *origin);
        assert_eq!(frames.len(), 1);
        found.push(format!("{name} {}", frames[0]));
    });
    let line = |down: u32| LINE + down;
    let expected = [
        format!("loop {}:5 kernel", line(11)),
        format!("store {}:9 kernel", line(12)),
        format!("if {}:5 kernel", line(14)),
        format!("store {}:16 kernel", line(14)),
        format!("store {}:36 kernel", line(14)),
    ];
    assert_eq!(found, expected);
}

#[test]
fn values_lead_through_functions_inside_and_outside() {
    let (form, sources) = lowered!(kernel);
    let call = format!("{}:19 kernel", LINE + 12);
    let inner = format!("{}:9 kernel::inner", LINE + 7);
    let scaled =
        |down: u32, column: u32, name: &str| format!("{}:{column} other::{name}", other::LINE + down);
    let only = |op| {
        let mut found = values(&form, sources, binary(op));
        assert_eq!(found.len(), 1, "{op:?}: {found:?}");
        found.remove(0)
    };
    assert_eq!(only(BinOp::BitXor), [format!("{}:20 kernel::inner", LINE + 5), call.clone()]);
    assert_eq!(only(BinOp::Mod), [inner.clone(), call.clone()]);
    // After a literal that takes the type of its parameter when the functions are linked. As in rustc, parentheses count.
    assert_eq!(only(BinOp::Sub), [format!("{}:43 kernel::inner", LINE + 7), call.clone()]);
    assert_eq!(only(BinOp::Mul), [scaled(6, 20, "scaled"), inner.clone(), call.clone()]);
    let third = [scaled(4, 13, "scaled::third"), scaled(7, 9, "scaled"), inner, call];
    assert_eq!(only(BinOp::Div), third);
}

/// A kernel that a macro writes, with an expression of the caller's.
macro_rules! written {
    ($name:ident, $value:expr) => {
        #[vyre::kernel]
        fn $name(out: &mut [u32]) {
            let i = invocation_id().x;
            out[i] = i * $value;
        }
    };
}
const WRITTEN: u32 = line!();
written!(by_macro, 6 - workgroup_id().x);

#[test]
fn a_macro_s_parts_lead_to_the_macro_and_its_caller_s_to_the_caller() {
    let (form, sources) = lowered!(by_macro);
    assert_eq!(values(&form, sources, binary(BinOp::Mul)), [[format!("{}:22 by_macro", WRITTEN - 4)]]);
    assert_eq!(values(&form, sources, binary(BinOp::Sub)), [[format!("{}:20 by_macro", WRITTEN + 1)]]);
}

#[test]
fn a_macro_of_another_file_leads_to_that_file() {
    vyre_tests::written_elsewhere!(elsewhere, 5);
    let (program, sources) = elsewhere::__kernel().validated().unwrap();
    let form = vyre_lower::build(program).unwrap();
    let mut places = Vec::new();
    for inst in &form.insts {
        if let Op::Binary(..) = inst.op {
            places.extend(sources.frames(inst.origin, &form.calls));
        }
    }
    assert_eq!(places.len(), 1);
    assert!(places[0].file.ends_with("tests/src/functions.rs"), "{}", places[0]);
    assert_eq!(places[0].position.line, vyre_tests::functions::SUM_LINE);
}

#[vyre::kernel]
fn mixes(out: &mut [u32]) {
    out[0] = 7 ^ vyre_tests::functions::fmix32(out[1]);
}

#[test]
fn functions_of_other_crates_lead_to_their_files() {
    let (form, sources) = lowered!(mixes);
    let mut files = Vec::new();
    for inst in &form.insts {
        if let Op::Binary(BinOp::Mul, ..) = inst.op {
            let frames = sources.frames(inst.origin, &form.calls);
            files.extend(frames.into_iter().map(|frame| (frame.function, frame.file.replace('\\', "/"))));
        }
    }
    // Two products, each with the call in the kernel.
    assert_eq!(files.len(), 4);
    for pair in files.chunks(2) {
        assert_eq!(pair[0].0, "vyre_tests::functions::fmix32");
        assert!(pair[0].1.ends_with("tests/src/functions.rs"), "{}", pair[0].1);
        assert_eq!(pair[1], ("it::sources::mixes".to_string(), file!().replace('\\', "/")));
    }
}

#[vyre::kernel]
fn generic<const N: u32>(out: &mut [u64]) {
    let i = invocation_id().x;
    let mut sums = [0u32; N];
    sums[i] += N;
    out[i] = (sums[i] as u64 + 5).rotate_left(3) * 2;
}

#[test]
fn every_place_of_every_body_has_a_position() {
    for kernel in
        [kernel::__kernel(), by_macro::__kernel(), generic::<8>::__kernel(), generic::<9>::__kernel()]
    {
        let (program, sources) = kernel.validated().unwrap();
        let mut count = 0;
        walk(&program.source().entry, |event| {
            if let Event::Enter { exprs, .. } = event {
                count += 1 + exprs.into_iter().flatten().map(|(_, expr)| expr.count()).sum::<usize>();
            }
        });
        for place in 0..count {
            let origin = Origin { call: 0, place: place as u32 };
            assert_eq!(sources.frames(origin, &[]).len(), 1);
        }
        assert!(sources.frames(Origin { call: 0, place: count as u32 }, &[]).is_empty());
    }
}

#[test]
fn programs_keep_calls_of_the_library_and_have_functions_in_place() {
    for program in [kernel::program(), generic::<8>::program()] {
        let mut calls = Vec::new();
        walk(&program.entry, |event| {
            if let Event::Enter { exprs, .. } = event {
                for (_, expr) in exprs.into_iter().flatten() {
                    expr.any(|expr| {
                        if let Expr::Call { op_id, .. } = expr {
                            calls.push(op_id.clone());
                        }
                        false
                    });
                }
            }
        });
        assert!(calls.iter().any(|op_id| op_id == "primitive.u64.mul"), "{calls:?}");
        assert!(calls.iter().all(|op_id| Registry::standard().get(op_id).is_some()), "{calls:?}");
        assert!(vyre::ir::validate(program).is_ok());
    }
}
