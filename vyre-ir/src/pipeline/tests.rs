//! Rules, forms and plans of pipelines.

use super::*;
use crate::{BufferDecl, Expr, Node};

/// `y[i] = x[i] + 1`.
fn add_one() -> Program {
    let i = || Expr::invocation_id(0);
    Program::new(
        vec![BufferDecl::read("x", 0, DataType::U32), BufferDecl::read_write("y", 1, DataType::U32)],
        [64, 1, 1],
        vec![Node::store("y", i(), Expr::load("x", i()) + 1u32)],
    )
}

/// A pipeline with every kind of part.
fn sample() -> Pipeline {
    let mut p = Pipeline::new();
    let (a, s, n) = (p.input("a", DataType::U32), p.in_out("s", DataType::U32), p.value("n"));
    let out = p.output("out", DataType::U32, (Length::of("a") + n).min(Length::of("s")) / 2 - 1);
    let t = p.temporary("t", DataType::U32, Length::of(out).div_ceil(3).max(4) * 2);
    let flag = p.temporary("flag", DataType::U32, 1);
    let fill: Program =
        "program workgroup_size 8, 1, 1 buffer y: read_write u32 @ 0 buffer n: uniform vec2<u32>[1] @ 1
        buffer m: uniform f32[1] @ 2 entry { y[invocation_id.x] = n[0].1; }"
            .parse()
            .unwrap();
    p.step(add_one(), &[("x", a.into()), ("y", t.into())], Grid::covers("t"));
    p.repeat(n + 1, |p| {
        p.repeat_until_unchanged(flag, 9, |p| {
            p.step(
                &fill,
                &[("y", flag.into()), ("n", [1u32, 2].into()), ("m", 1.5f32.into())],
                Grid::workgroups([1, 1, 1]),
            );
        });
        p.swap(s, out);
        p.step(
            add_one(),
            &[("x", t.into()), ("y", out.into())],
            Grid::invocations([Length::of("out"), 1.into(), 1.into()]),
        );
    });
    let turn: Program = "program workgroup_size 8, 8, 1 buffer a: read tensor<u32, [M, 2]> @ 0
        buffer b: read_write tensor<u32, [2, M]> @ 1 entry { b[[0, 0]] = a[[0, 1]]; }"
        .parse()
        .unwrap();
    let shaped = [("a", t.shaped([n / 2, 2.into()])), ("b", out.shaped([2.into(), Length::of("a").max(1)]))];
    p.step(&turn, &shaped, Grid::workgroups([1, 1, 1]));
    let launch =
        StepLaunch::new(fill, Arc::new(())).buffer(s, 4, true, false).words(&[7]).length(Length::groups(0));
    p.launch(launch.words(&[]));
    p
}

#[test]
fn both_forms_give_the_pipeline_back() {
    let p = sample();
    let text = p.to_string();
    assert!(text.parse::<Pipeline>().unwrap_or_else(|error| panic!("{error}\n{text}")) == p, "{text}");
    let wire = p.to_wire();
    assert!(Pipeline::is_wire(&wire));
    assert!(Pipeline::from_wire(&wire).unwrap() == p);
    let valid = chain(3).validate().unwrap();
    let again = Pipeline::from_wire(&valid.pipeline().to_wire()).unwrap().validate().unwrap();
    assert_eq!(again.launches(), valid.launches());
}

#[test]
fn damaged_bytes_give_an_error_or_another_pipeline() {
    let wire = sample().to_wire();
    for end in 0..wire.len() {
        assert!(Pipeline::from_wire(&wire[..end]).is_err(), "{end} bytes of {}", wire.len());
    }
    for at in 0..wire.len() {
        for bit in 0..8 {
            let mut changed = wire.clone();
            changed[at] ^= 1 << bit;
            if let Ok(pipeline) = Pipeline::from_wire(&changed) {
                let _ = pipeline.validate();
                let _ = pipeline.to_string().parse::<Pipeline>();
            }
        }
    }
}

#[test]
fn damaged_texts_give_an_error_or_another_pipeline() {
    let text = sample().to_string();
    let parsed = |text: &str| match text.parse::<Pipeline>() {
        Ok(pipeline) => match pipeline.validate() {
            Ok(valid) => drop(valid.explain().to_string()),
            Err(errors) => assert!(!errors.errors().is_empty()),
        },
        Err(error) => assert!(error.offset <= text.len()),
    };
    for at in (0..text.len()).filter(|at| text.is_char_boundary(*at)) {
        parsed(&text[..at]);
        for other in ["", "0", "4294967295", "(", "}", ",", "\u{e9}"] {
            let rest = text[at..].chars().next().map_or("", |first| &text[at + first.len_utf8()..]);
            parsed(&format!("{}{other}{rest}", &text[..at]));
        }
    }
}

#[test]
fn each_rule_has_a_pipeline_that_breaks_it_alone_and_one_that_keeps_it() {
    for code in PipelineCode::ALL {
        let parsed = code.rejects().pipeline().unwrap_or_else(|error| panic!("{code}: {error}"));
        let errors = parsed.validate().unwrap_err();
        let codes: Vec<PipelineCode> = errors.errors().iter().map(PipelineError::code).collect();
        assert!(codes.iter().all(|found| found == code), "{code}: {errors}");
        assert!(errors.to_string().contains(code.name()));
        let parsed = code.accepts().pipeline().unwrap_or_else(|error| panic!("{code}: {error}"));
        assert!(parsed.validate().is_ok(), "{code}: {}", parsed.validate().unwrap_err());
    }
}

#[test]
fn everything_is_found_at_once() {
    let mut p = Pipeline::new();
    let mut other = Pipeline::new();
    let (a, f) = (p.input("a", DataType::U32), p.input("f", DataType::F32));
    let t = p.temporary("t", DataType::U32, Length::of("later"));
    p.temporary("later", DataType::U32, 1);
    let foreign = other.input("a", DataType::U32);
    p.step(add_one(), &[("x", t.into()), ("y", a.into())], Grid::workgroups([0, 1, 1]));
    p.step(add_one(), &[("x", f.into()), ("z", a.into())], Grid::covers("nothing"));
    p.step(add_one(), &[("x", foreign.into()), ("y", 5u32.into())], Grid::covers("a"));
    let errors = p.validate().unwrap_err();
    let found: Vec<&str> = errors.errors().iter().map(|error| error.code().name()).collect();
    let expected = ["P004", "P014", "P012", "P009", "P003", "P006", "P008", "P007", "P003", "P010", "P013"];
    assert_eq!(found, expected, "{errors}");
}

/// So many element-wise steps, one behind the other.
fn chain(steps: usize) -> Pipeline {
    let mut p = Pipeline::new();
    let (a, out) = (p.input("a", DataType::U32), p.output("out", DataType::U32, Length::of("a")));
    let mut last = a;
    for at in 0..steps {
        let next =
            if at + 1 == steps { out } else { p.temporary(format!("t{at}"), DataType::U32, Length::of("a")) };
        p.step(add_one(), &[("x", last.into()), ("y", next.into())], Grid::covers(next));
        last = next;
    }
    p
}

#[test]
fn chains_are_one_launch_and_temporaries_its_variables() {
    for steps in [1, 2, 5, 50] {
        let p = chain(steps).validate().unwrap();
        assert_eq!(p.launches(), 1, "{}", p.explain());
        let kept: Vec<bool> = (2..p.pipeline().buffers().len()).map(|at| p.is_kept(at)).collect();
        assert!(kept.iter().all(|kept| !kept), "{}", p.explain());
    }
}

#[test]
fn what_is_read_at_another_index_is_apart() {
    let shift: Program = "program workgroup_size 64, 1, 1 buffer x: read u32 @ 0 buffer y: read_write u32 @ 1
        entry { let i = invocation_id.x; y[i] = x[i + 1]; }"
        .parse()
        .unwrap();
    let mut p = Pipeline::new();
    let (a, out) = (p.input("a", DataType::U32), p.output("out", DataType::U32, Length::of("a")));
    let t = p.temporary("t", DataType::U32, Length::of("a"));
    p.step(add_one(), &[("x", a.into()), ("y", t.into())], Grid::covers("t"));
    p.step(&shift, &[("x", t.into()), ("y", out.into())], Grid::covers("t"));
    let p = p.validate().unwrap();
    assert_eq!(p.launches(), 2);
    assert!(matches!(p.explain().apart()[0].reason(), Reason::Index { step: 1, .. }), "{}", p.explain());
    // What is only read may be read anywhere.
    let mut p = Pipeline::new();
    let (a, out) = (p.input("a", DataType::U32), p.output("out", DataType::U32, Length::of("a")));
    let other = p.output("other", DataType::U32, Length::of("a"));
    p.step(add_one(), &[("x", a.into()), ("y", other.into())], Grid::covers("a"));
    p.step(&shift, &[("x", a.into()), ("y", out.into())], Grid::covers("a"));
    assert_eq!(p.validate().unwrap().launches(), 1);
}

#[test]
fn grids_are_compared_by_what_they_are() {
    let with = |first: Grid, second: Grid| {
        let mut p = Pipeline::new();
        let (a, out) = (p.input("a", DataType::U32), p.output("out", DataType::U32, Length::of("a")));
        let t = p.temporary("t", DataType::U32, Length::of("a"));
        p.step(add_one(), &[("x", a.into()), ("y", t.into())], first);
        p.step(add_one(), &[("x", t.into()), ("y", out.into())], second);
        p.validate().unwrap().launches()
    };
    let invocations = |x: Length, y: u32| Grid::invocations([x, y.into(), 1.into()]);
    assert_eq!(with(Grid::covers("t"), Grid::covers("out")), 1);
    assert_eq!(with(Grid::covers("t"), invocations(Length::of("a"), 1)), 1);
    assert_eq!(with(invocations(Length::of("a"), 2), invocations(Length::of("a"), 2)), 2);
    assert_eq!(with(Grid::covers("t"), invocations(Length::of("a") / 2, 1)), 2);
    assert_eq!(with(Grid::covers("t"), Grid::workgroups([4, 1, 1])), 2);
    assert_eq!(with(Grid::workgroups([4, 1, 1]), Grid::workgroups([4, 1, 1])), 1);
}
