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

/// Pipelines with every kind of part, and those of the rules.
fn all() -> Vec<Pipeline> {
    let of_rules = PipelineCode::ALL.iter().flat_map(|code| [code.rejects(), code.accepts()]);
    let of_rules = of_rules.map(|example| example.pipeline().unwrap());
    let joined = [sample(), chain(3), Pipeline::new()].into_iter();
    joined.chain(of_rules.filter(|p| p.len() < 100)).collect()
}

/// What holds of everything that is read.
fn holds(pipeline: &Pipeline) {
    let again = Pipeline::from_wire(&pipeline.to_wire());
    assert!(again.is_ok_and(|again| again == *pipeline), "{pipeline}");
    match pipeline.validate() {
        Err(errors) => {
            assert!(!errors.errors().is_empty());
            assert!(errors.errors().iter().all(|error| error.to_string().contains("Fix: ")), "{errors}");
        }
        Ok(valid) => {
            let text = valid.pipeline().to_string();
            let again = text.parse::<Pipeline>().unwrap_or_else(|error| panic!("{error}\n{text}"));
            assert!(again == *valid.pipeline(), "{text}");
            assert_eq!(again.validate().map(|again| again.launches()).ok(), Some(valid.launches()), "{text}");
        }
    }
}

#[test]
fn both_forms_give_every_pipeline_back() {
    for p in all() {
        holds(&p);
        let text = p.to_string();
        let again = text.parse::<Pipeline>().unwrap_or_else(|error| panic!("{error}\n{text}"));
        assert_eq!(again.to_string(), text);
    }
}

/// Bytes of several pipelines, of which some stand in other places, are missing or are others.
#[test]
fn mixed_bytes_and_texts_are_an_error_or_a_pipeline() {
    let mut state = 1u64;
    let mut below = |end: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % end.max(1)
    };
    let all = all();
    let wires: Vec<Vec<u8>> = all.iter().map(Pipeline::to_wire).collect();
    let texts: Vec<Vec<u8>> = all.iter().map(|p| p.to_string().into_bytes()).collect();
    let mut read = [0; 2];
    for round in 0..6_000 {
        let of = if round % 2 == 0 { &wires } else { &texts };
        let (mut bytes, other) = (of[below(of.len())].clone(), &of[below(of.len())]);
        for _ in 0..1 + below(3) {
            let (at, from) = (below(bytes.len()), below(other.len()));
            let (len, gone) = (below(9).min(other.len() - from), below(9).min(bytes.len() - at));
            match below(4) {
                0 => drop(bytes.splice(at..at + gone, other[from..from + len].to_vec())),
                1 => drop(bytes.drain(at..at + gone)),
                2 => bytes[at] = [0, 1, 2, 0x7f, 0x80, 0xff, bytes[at].wrapping_add(1)][below(7)],
                _ => drop(bytes.splice(at..at, [0xff, 0xff, 0xff, 0xff, 0x0f])),
            }
        }
        let found = match round % 2 {
            0 => Pipeline::from_wire(&bytes).map_err(|error| assert!(error.offset <= bytes.len())).ok(),
            _ => String::from_utf8_lossy(&bytes).parse::<Pipeline>().ok(),
        };
        if let Some(pipeline) = found {
            read[round % 2] += 1;
            holds(&pipeline);
        }
    }
    assert!(read[0] > 80 && read[1] > 30, "{read:?}");
}

/// A number of parts that are not there asks for no memory: it is an error at once.
#[test]
fn counts_that_lie_are_errors() {
    for p in all() {
        let wire = p.to_wire();
        for at in 5..wire.len() {
            let lying = [&wire[..at], &[0xff, 0xff, 0xff, 0xff, 0x0f], &wire[at + 1..]].concat();
            if let Ok(pipeline) = Pipeline::from_wire(&lying) {
                holds(&pipeline);
            }
        }
    }
}

/// An argument of so many elements, or a value.
struct Of(Option<u64>, Option<u64>);

impl Given for Of {
    fn length(&self, _: &DataType) -> Option<u64> {
        self.0
    }
    fn value(&self) -> Option<u64> {
        self.1
    }
}

/// What a run cannot have is said with the buffer, the step and the axis.
#[test]
fn errors_of_runs_name_the_buffer_the_step_and_the_axis() {
    let buffers = "pipeline input a: u32 value n output o: u32[n * n]
        program set workgroup_size 8, 2, 4 buffer y: read_write u32 @ 0 entry { y[0] = 1; }
        program turn workgroup_size 8, 8, 1 buffer x: read tensor<u32, [M, 2]> @ 0
        buffer y: read_write tensor<u32, [2, M]> @ 1 entry { y[[0, 0]] = x[[0, 1]]; }";
    let run = |steps: &str, a: u64, n: u64| {
        let p: Pipeline = format!("{buffers} steps {{ set(y: o) workgroups 1, 1, 1; {steps}; }}")
            .parse()
            .unwrap_or_else(|error| panic!("{error}"));
        let p = p.validate().unwrap_or_else(|errors| panic!("{errors}"));
        let args = [("a", Of(Some(a), None)), ("n", Of(None, Some(n)))];
        p.shapes(args).map_or_else(|error| error.to_string(), |_| "fine".to_string())
    };
    let set = |grid: &str| format!("set(y: o) {grid}");
    let turn = |x: &str, y: &str| format!("turn(x: shaped(a, {x}), y: shaped(o, {y})) workgroups 1, 1, 1");
    let large = u64::from(u32::MAX);
    let cases: [(String, u64, u64, &[&str]); 10] = [
        (set("workgroups n, 1, 1"), 1, 3, &["fine"]),
        (set("workgroups n * 4000000000, 1, 1"), 1, 3, &["step 1", "along x", "12000000000"]),
        (set("workgroups 1, n * 4000000000, 1"), 1, 3, &["step 1", "along y", "12000000000"]),
        (set("workgroups 1, 1, n * 4000000000"), 1, 3, &["step 1", "along z", "12000000000"]),
        (set("workgroups 1, 1, 1"), 1, 70_000, &["buffer `o`", "4900000000"]),
        (set("workgroups 1, 1, 1"), 1, large, &["buffer `o`", "18446744065119617025"]),
        (turn("n, 2", "2, n"), 4, 2, &["fine"]),
        (turn("n, 2", "2, n"), 5, 2, &["step 1", "`x`", "`a`", "5"]),
        (turn("2, n", "n, 2"), 6, 3, &["step 1"]),
        (turn("len(a) / 2, 2", "2, n"), 8, 2, &["step 1", "`M`", "4", "2"]),
    ];
    for (steps, a, n, words) in cases {
        let said = run(&steps, a, n);
        assert!(words.iter().all(|word| said.contains(word)), "{steps} with {a}, {n}: {said}");
    }
    let p: Pipeline = format!("{buffers} steps {{ set(y: o) workgroups 1, 1, 1; }}").parse().unwrap();
    let p = p.validate().unwrap();
    let said = |args: Vec<(&'static str, Of)>| p.shapes(args).unwrap_err().to_string();
    let (buffer, value) = (|| Of(Some(3), None), || Of(None, Some(3)));
    assert!(said(vec![("a", buffer())]).contains("`n`"));
    assert!(said(vec![("a", buffer()), ("n", value()), ("n", value())]).contains("`n` is given twice"));
    assert!(said(vec![("a", value()), ("n", value())]).contains("`a`"));
    assert!(said(vec![("a", buffer()), ("n", buffer())]).contains("`n`"));
    assert!(said(vec![("a", buffer()), ("m", value())]).contains("`m`"));
    assert!(said(vec![("a", buffer()), ("n", value()), ("o", buffer())]).contains("`o`"));
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
