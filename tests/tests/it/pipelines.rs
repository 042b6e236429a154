//! Pipelines: programs one after the other on buffers that the device keeps. What they compute is computed beside them in plain Rust.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use vyre::ir::{BufferDecl, DataType, Expr, Node, Program};
use vyre::prelude::*;
use vyre::{Error, Grid, Length, Pipeline, ValidPipeline};

#[vyre::kernel(workgroup_size = 64)]
fn double(x: &[u32], y: &mut [u32]) {
    let i = invocation_id().x;
    if i < y.len() {
        y[i] = x[i] * 2;
    }
}

#[vyre::kernel(workgroup_size = 1)]
fn prefix(x: &[u32], y: &mut [u32]) {
    let mut sum = 0;
    for i in 0..x.len() {
        sum += x[i];
        y[i] = sum;
    }
}

#[vyre::kernel(workgroup_size = 64)]
fn mul_add(x: &[u32], y: &mut [u32], by: u32, plus: u32) {
    let i = invocation_id().x;
    if i < y.len() {
        y[i] = x[i] * by + plus;
    }
}

/// One round of the least label of a chain: each element takes the smaller of its own and its left neighbour's.
#[vyre::kernel(workgroup_size = 64)]
fn relax(old: &[u32], new: &mut [u32], flag: &mut [u32]) {
    let i = invocation_id().x;
    if i < new.len() {
        let mut least = old[i];
        if i > 0 {
            least = least.min(old[i - 1]);
        }
        new[i] = least;
        if least != old[i] {
            flag[0] = 1;
        }
    }
}

#[vyre::kernel(workgroup_size = 64)]
fn upper(text: &[u8], out: &mut [u8], groups: u32) {
    let i = invocation_id().x;
    if i < out.len() {
        let byte = text[i];
        let lower = byte >= 97u8 && byte <= 122u8;
        out[i] = if lower && groups > 0 { byte - 32u8 } else { byte };
    }
}

const TABLE: [u32; 4] = [10, 20, 30, 40];

#[vyre::kernel(workgroup_size = 64)]
fn look_up(x: &[u32], y: &mut [u32]) {
    let i = invocation_id().x;
    if i < y.len() {
        y[i] = TABLE[(x[i] % 4) as usize];
    }
}

/// Every device, and those that others are compared with.
fn devices() -> Vec<Device> {
    let mut devices = vyre_tests::devices();
    devices.extend([Device::reference(), Device::checked()]);
    devices
}

fn numbers(len: u32) -> Vec<u32> {
    (0..len).map(|at| at.wrapping_mul(2_654_435_761) >> 8).collect()
}

#[test]
fn the_example_of_the_specification() -> Result<(), Box<dyn std::error::Error>> {
    let data = numbers(1000);
    for device in devices() {
        let mut p = Pipeline::new();
        let (a, out) = (p.input("a", DataType::U32), p.output("out", DataType::U32, Length::of("a")));
        let t = p.temporary("t", DataType::U32, Length::of("a"));
        p.step(double::program(), &[("x", a.into()), ("y", t.into())], Grid::covers("t"));
        p.step(prefix::program(), &[("x", t.into()), ("y", out.into())], Grid::workgroups([1, 1, 1]));
        let p: ValidPipeline = p.validate()?;
        let outputs = device.run_pipeline(&p, [("a", Arg::read(&data))])?;
        let sums: Vec<u32> = outputs.read("out")?;
        let mut sum = 0u32;
        let expected = data.iter().map(|x| {
            sum = sum.wrapping_add(x.wrapping_mul(2));
            sum
        });
        assert_eq!(sums, expected.collect::<Vec<u32>>(), "{device}");
        assert_eq!(outputs.buffer::<u32>("out")?.read()?, sums);
        assert_eq!(p.launches(), 2);
        assert!(p.explain().to_string().contains("apart: steps 0 and 1"), "{}", p.explain());
        assert_eq!(p.temporary_bytes(&[("a", Arg::read(&data))])?, 4000);
    }
    Ok(())
}

/// `out = 2 * (2 * a * by + plus)`, of three steps that are one launch.
fn chain() -> ValidPipeline {
    let mut p = Pipeline::new();
    let (a, n) = (p.input("a", DataType::U32), p.value("n"));
    let out = p.output("out", DataType::U32, Length::of("a"));
    let (t, u) =
        (p.temporary("t", DataType::U32, Length::of("a")), p.temporary("u", DataType::U32, Length::of("t")));
    p.launch(double::step(a, t));
    p.launch(mul_add::step(t, u, 5, n));
    p.launch(double::step(u, out));
    p.validate().unwrap()
}

#[test]
fn element_wise_steps_are_one_launch_without_temporaries() {
    let p = chain();
    assert_eq!(p.launches(), 1, "{}", p.explain());
    assert_eq!(p.explain().joined().len(), 1);
    assert!(p.explain().apart().is_empty());
    assert_eq!(p.explain().joined()[0].temporaries(), ["t", "u"]);
    for device in devices() {
        for len in [0, 1, 63, 64, 65, 1000] {
            let data = numbers(len);
            let args = [("a", Arg::read(&data)), ("n", Arg::value(7u32))];
            assert_eq!(p.temporary_bytes(&args).unwrap(), 0);
            let outputs = device.run_pipeline(&p, args).unwrap();
            let expected =
                data.iter().map(|x| x.wrapping_mul(2).wrapping_mul(5).wrapping_add(7).wrapping_mul(2));
            assert_eq!(outputs.read::<u32>("out").unwrap(), expected.collect::<Vec<u32>>(), "{device} {len}");
        }
    }
}

#[test]
fn what_a_short_temporary_loses_is_lost_in_one_launch_too() {
    let mut p = Pipeline::new();
    let (a, out) = (p.input("a", DataType::U32), p.output("out", DataType::U32, Length::of("a")));
    let t = p.temporary("t", DataType::U32, Length::of("a") / 2);
    p.launch(double::step(a, t).invocations([Length::of("a"), 1.into(), 1.into()]));
    p.launch(mul_add::step(t, out, 3, 1));
    let p = p.validate().unwrap();
    assert_eq!(p.launches(), 1, "{}", p.explain());
    let data = numbers(101);
    for device in devices() {
        let outputs = device.run_pipeline(&p, [("a", Arg::read(&data))]).unwrap();
        let kept = |at: usize, x: u32| if at < 50 { x.wrapping_mul(2) } else { 0 };
        let expected = data.iter().enumerate().map(|(at, x)| kept(at, *x).wrapping_mul(3).wrapping_add(1));
        assert_eq!(outputs.read::<u32>("out").unwrap(), expected.collect::<Vec<u32>>(), "{device}");
    }
}

#[test]
fn repetitions_end_when_nothing_changes() {
    let mut p = Pipeline::new();
    let a = p.in_out("a", DataType::U32);
    let t = p.temporary("t", DataType::U32, Length::of("a"));
    let flag = p.temporary("flag", DataType::U32, 1);
    p.repeat_until_unchanged(flag, 1000, |p| {
        p.launch(relax::step(a, t, flag));
        p.swap(a, t);
    });
    let p = p.validate().unwrap();
    assert_eq!(p.launches(), 1);
    let data = [9, 8, 7, 1, 5, 6, 0, 3];
    let mut expected = data.to_vec();
    let mut least = u32::MAX;
    for x in &mut expected {
        least = least.min(*x);
        *x = least;
    }
    for device in vyre_tests::devices().into_iter().chain([Device::reference()]) {
        let outputs = device.run_pipeline(&p, [("a", Arg::read(&data))]).unwrap();
        assert_eq!(outputs.read::<u32>("a").unwrap(), expected, "{device}");
    }
}

#[test]
fn in_outs_are_written_where_they_are_given() {
    let mut p = Pipeline::new();
    let a = p.in_out("a", DataType::U32);
    let t = p.temporary("t", DataType::U32, Length::of("a"));
    p.repeat(3, |p| {
        p.launch(double::step(a, t));
        p.launch(mul_add::step(t, a, 1, 1));
    });
    let p = p.validate().unwrap();
    let doubled = |x: u32| (0..3).fold(x, |x, _| x * 2 + 1);
    for device in devices() {
        let mut data = [1u32, 2, 3];
        device.run_pipeline(&p, [("a", Arg::write(&mut data))]).unwrap();
        assert_eq!(data, [1, 2, 3].map(doubled), "{device}");
        let mut buffer = device.buffer(&[4u32, 5]).unwrap();
        device.run_pipeline(&p, [("a", Arg::buffer_mut(&mut buffer))]).unwrap();
        assert_eq!(buffer.read().unwrap(), [4, 5].map(doubled), "{device}");
        let outputs = device.run_pipeline(&p, [("a", Arg::buffer(&buffer))]).unwrap();
        assert_eq!(buffer.read().unwrap(), [4, 5].map(doubled), "{device}");
        assert_eq!(outputs.read::<u32>("a").unwrap(), [4, 5].map(doubled).map(doubled), "{device}");
    }
}

#[test]
fn kernels_with_tables_bytes_and_values_are_steps() {
    let mut p = Pipeline::new();
    let (text, out) =
        (p.input("text", DataType::Bytes), p.output("out", DataType::Bytes, Length::of("text")));
    let (a, found) = (p.input("a", DataType::U32), p.output("found", DataType::U32, Length::of("a")));
    let n = p.value("n");
    p.launch(upper::step(text, out, n));
    p.launch(look_up::step(a, found));
    let p = p.validate().unwrap();
    for device in devices() {
        let args =
            [("text", Arg::read(b"pipe line")), ("a", Arg::read(&[0u32, 5, 2, 3])), ("n", Arg::value(1u32))];
        let outputs = device.run_pipeline(&p, args).unwrap();
        assert_eq!(outputs.read::<u8>("out").unwrap(), b"PIPE LINE", "{device}");
        assert_eq!(outputs.read::<u32>("found").unwrap(), [10, 20, 30, 40], "{device}");
    }
}

#[test]
fn numbers_go_by_the_names_of_a_kernels_parameters() {
    let mut p = Pipeline::new();
    let (a, out) = (p.input("a", DataType::U32), p.output("out", DataType::U32, Length::of("a")));
    let args = [("x", a.into()), ("y", out.into()), ("by", 3.into()), ("plus", Length::of("a").into())];
    p.step(mul_add::program(), &args, Grid::covers("out"));
    let p = p.validate().unwrap();
    for device in devices() {
        let outputs = device.run_pipeline(&p, [("a", Arg::read(&[1u32, 2]))]).unwrap();
        assert_eq!(outputs.read::<u32>("out").unwrap(), [5, 8], "{device}");
    }
}

#[test]
fn temporaries_that_take_turns_share_memory() {
    let mut p = Pipeline::new();
    let (a, out) = (p.input("a", DataType::U32), p.output("out", DataType::U32, Length::of("a")));
    let temporaries: Vec<_> =
        (0..4).map(|at| p.temporary(format!("t{at}"), DataType::U32, Length::of("a"))).collect();
    let mut last = a;
    for t in temporaries.into_iter().chain([out]) {
        p.launch(prefix::step(last, t).workgroups([1, 1, 1]));
        last = t;
    }
    let p = p.validate().unwrap();
    let data = [1u32, 1, 1, 1];
    assert_eq!(p.launches(), 5);
    assert_eq!(p.temporary_bytes(&[("a", Arg::read(&data))]).unwrap(), 2 * 16);
    for device in devices() {
        let outputs = device.run_pipeline(&p, [("a", Arg::read(&data))]).unwrap();
        // The sums of sums of ones are binomial coefficients: C(i + 5, 5).
        assert_eq!(outputs.read::<u32>("out").unwrap(), [1, 6, 21, 56], "{device}");
    }
}

#[test]
fn a_uniform_buffer_may_be_one_that_a_step_wrote() {
    let entry =
        vec![Node::store("y", Expr::invocation_id(0), Expr::load("n", 0u32) + Expr::invocation_id(0))];
    let buffers =
        vec![BufferDecl::read_write("y", 0, DataType::U32), BufferDecl::uniform("n", 1, DataType::U32)];
    let fill = Program::new(buffers, [64, 1, 1], entry);
    let mut p = Pipeline::new();
    let (a, out) = (p.input("a", DataType::U32), p.output("out", DataType::U32, 3));
    let t = p.temporary("t", DataType::U32, Length::of("a"));
    p.launch(double::step(a, t));
    p.step(&fill, &[("y", out.into()), ("n", t.into())], Grid::covers("out"));
    let p = p.validate().unwrap();
    for device in devices() {
        let outputs = device.run_pipeline(&p, [("a", Arg::read(&[21u32]))]).unwrap();
        assert_eq!(outputs.read::<u32>("out").unwrap(), [42, 43, 44], "{device}");
    }
}

#[test]
fn arguments_that_do_not_fit_are_errors() {
    let p = chain();
    let device = Device::cpu();
    let run = |args: Vec<(&'static str, Arg<'_>)>| device.run_pipeline(&p, args).unwrap_err().to_string();
    assert!(run(vec![("a", Arg::read(&[1u32]))]).contains("`n` has no argument"));
    let args = vec![("a", Arg::read(&[1u32])), ("nn", Arg::value(1u32))];
    assert!(run(args).contains("no input and no value `nn`. Fix: write `n`"));
    let args = vec![("a", Arg::read(&[1.0f32])), ("n", Arg::value(1u32))];
    assert!(run(args).contains("elements of `u32`, got `f32`"));
    let args = vec![("a", Arg::value(1u32)), ("n", Arg::value(1u32))];
    assert!(run(args).contains("`a` is a buffer"));
    let args = vec![("a", Arg::read(&[1u32])), ("n", Arg::value(1.0f32))];
    assert!(run(args).contains("`n` is a value"));
    let outputs = device.run_pipeline(&p, [("a", Arg::read(&[1u32])), ("n", Arg::value(1u32))]).unwrap();
    assert!(matches!(outputs.read::<f32>("out"), Err(Error::BufferType { .. })));
    assert!(matches!(outputs.read::<u32>("uot"), Err(Error::NoSuchOutput { .. })));
}

#[test]
fn a_buffer_of_too_many_elements_is_named() {
    let mut p = Pipeline::new();
    let (a, out) = (p.input("a", DataType::U32), p.output("out", DataType::U32, Length::of("a") * u32::MAX));
    p.launch(double::step(a, out).workgroups([1, 1, 1]));
    let p = p.validate().unwrap();
    let error = Device::cpu().run_pipeline(&p, [("a", Arg::read(&[1u32, 2]))]).unwrap_err();
    assert!(error.to_string().contains("buffer `out` would have 8589934590 elements"), "{error}");
}

/// A step that cannot run is said before the steps in front of it write anything.
#[test]
fn grids_and_lengths_are_checked_before_the_first_step() {
    let mut p = Pipeline::new();
    let (a, n) = (p.in_out("a", DataType::U32), p.value("n"));
    let o = p.output("o", DataType::U32, Length::of("a"));
    p.launch(double::step(a, o));
    p.repeat(n / 2_000_000_000, |p| p.launch(double::step(o, a).workgroups([n * 4, 1.into(), 1.into()])));
    let p = p.validate().unwrap();
    let fixed: Program =
        "program workgroup_size 64, 1, 1 buffer y: read_write u32[4] @ 0 entry { y[0] = 1; }"
            .parse()
            .unwrap();
    let mut q = Pipeline::new();
    let (a, b) = (q.in_out("a", DataType::U32), q.in_out("b", DataType::U32));
    q.launch(double::step(a, b));
    q.step(&fixed, &[("y", a.into())], Grid::covers("a"));
    let q = q.validate().unwrap();
    for device in devices() {
        let mut data = device.buffer(&[1u32, 2, 3]).unwrap();
        let many = [("a", Arg::buffer_mut(&mut data)), ("n", Arg::value(u32::MAX))];
        let error = device.run_pipeline(&p, many).unwrap_err().to_string();
        assert!(error.contains("step 1 would have 17179869180 workgroups along x"), "{error}");
        // Two billions are a round that does not happen.
        let few = [("a", Arg::buffer_mut(&mut data)), ("n", Arg::value(1_999_999_999u32))];
        assert_eq!(device.run_pipeline(&p, few).unwrap().read::<u32>("o").unwrap(), [2, 4, 6], "{device}");
        let mut b = device.buffer(&[7u32, 7, 7]).unwrap();
        let args = [("a", Arg::buffer_mut(&mut data)), ("b", Arg::buffer_mut(&mut b))];
        let error = device.run_pipeline(&q, args).unwrap_err().to_string();
        assert!(error.contains("step 1: parameter `y` has 4 elements, and `a` 3"), "{error}");
        assert_eq!(b.read().unwrap(), [7, 7, 7], "{device}");
    }
}

#[vyre::kernel(workgroup_size = (4, 4))]
fn product(a: &Tensor<u32, M, K>, b: &Tensor<u32, K, N>, c: &mut Tensor<u32, M, N>) {
    let (j, i) = (invocation_id().x, invocation_id().y);
    let mut sum = 0;
    for k in 0..K {
        sum += a[[i, k]] * b[[k, j]];
    }
    c[[i, j]] = sum;
}

/// A step of a program with tensors takes flat buffers, with a shape each.
#[test]
fn steps_take_tensors() {
    let turn: Program = "program workgroup_size 4, 4, 1 buffer a: read tensor<u32, [M, 3]> @ 0
        buffer b: read_write tensor<u32, [3, M]> @ 1
        entry { let j = invocation_id.x; let i = invocation_id.y; b[[j, i]] = a[[i, j]]; }"
        .parse()
        .unwrap();
    let mut p = Pipeline::new();
    let (x, m) = (p.input("x", DataType::U32), p.value("m"));
    let (doubled, turned) = (
        p.temporary("doubled", DataType::U32, Length::of("x")),
        p.temporary("turned", DataType::U32, Length::of("x")),
    );
    let out = p.output("out", DataType::U32, 9);
    let rows = || Length::of("x") / 3;
    p.launch(double::step(x, doubled));
    let args = [("a", doubled.shaped([rows(), 3.into()])), ("b", turned.shaped([3.into(), rows()]))];
    p.step(&turn, &args, Grid::invocations([3.into(), rows(), 1.into()]));
    let args = [
        ("a", turned.shaped([Length::from(3), m.into()])),
        ("b", x.shaped([Length::from(m), 3.into()])),
        ("c", out.shaped([3, 3])),
    ];
    p.step(product::program(), &args, Grid::invocations([3, 3, 1]));
    assert!(p.to_string().parse::<Pipeline>().unwrap() == p, "{p}");
    assert!(Pipeline::from_wire(&p.to_wire()).unwrap() == p);
    let made = p;
    let p = made.validate().unwrap();
    assert_eq!((p.to_wire(), p.to_string()), (made.to_wire(), made.to_string()));
    // Steps with tensors have launches of their own.
    assert_eq!(p.launches(), 3, "{}", p.explain());
    // The rows 1 2 3 and 4 5 6, doubled and turned, times the rows themselves.
    let wanted = [34, 44, 54, 44, 58, 72, 54, 72, 90];
    for device in devices() {
        let args = |m: u32| [("x", Arg::read(&[1u32, 2, 3, 4, 5, 6])), ("m", Arg::value(m))];
        assert_eq!(device.run_pipeline(&p, args(2)).unwrap().read::<u32>("out").unwrap(), wanted, "{device}");
        let error = device.run_pipeline(&p, args(3)).unwrap_err().to_string();
        assert!(
            error.contains("step 2: `turned` has 6 elements, and is passed for `a` as [3, 3]"),
            "{error}"
        );
    }
    let mut q = Pipeline::new();
    let (a, b) = (q.input("a", DataType::U32), q.input("b", DataType::U32));
    let c = q.output("c", DataType::U32, 1);
    let args = [
        ("a", a.shaped([1.into(), Length::of("a")])),
        ("b", b.shaped([Length::of("b"), 1.into()])),
        ("c", c.shaped([1, 1])),
    ];
    q.step(product::program(), &args, Grid::workgroups([1, 1, 1]));
    let q = q.validate().unwrap();
    let args = [("a", Arg::read(&[1u32, 2])), ("b", Arg::read(&[3u32, 4, 5]))];
    let error = Device::cpu().run_pipeline(&q, args).unwrap_err().to_string();
    assert!(error.contains("step 0: the dimension `K` is 2 in `a` and 3 in `b`"), "{error}");
    let mut r = Pipeline::new();
    let (a, c) = (r.input("a", DataType::U32), r.output("c", DataType::U32, 1));
    let args = [("a", a.into()), ("b", a.shaped([1])), ("c", c.shaped([1, 1]))];
    r.step(product::program(), &args, Grid::workgroups([1, 1, 1]));
    let errors: Vec<String> = r.validate().unwrap_err().errors().iter().map(ToString::to_string).collect();
    assert!(errors.len() == 2 && errors.iter().all(|error| error.contains("P021: step 0: ")), "{errors:?}");
}

#[vyre::kernel(workgroup_size = (4, 4))]
fn scaled_turn(
    a: &Tensor<u32, M, K>,
    by: u32,
    b: &mut Tensor<u32, K, M>,
    sums: &mut Tensor<u32, K>,
    last: u32,
) {
    let (i, k) = (invocation_id().x, invocation_id().y);
    b[[k, i]] = a[[i, k]] * by;
    if i == 0 {
        let mut sum = last;
        for row in 0..M {
            sum += a[[row, k]];
        }
        sums[[k]] = sum;
    }
}

#[vyre::kernel]
fn fixed(a: &Tensor<u32, 2, 3>, b: &mut Tensor<u32, 3>) {
    let k = invocation_id().x;
    b[[k]] = a[[1, k]];
}

#[vyre::kernel]
fn by_rows(a: &Tensor<u32, M, 3>, b: &mut Tensor<u32, M>) {
    let i = invocation_id().x;
    let mut sum = 0;
    for x in a.row(i) {
        sum += x;
    }
    b[[i]] = sum;
}

/// A kernel's step takes its tensors with their shapes, and covers the largest one that it writes.
#[test]
fn steps_of_kernels_take_tensors() {
    let mut p = Pipeline::new();
    let (x, m) = (p.input("x", DataType::U32), p.value("m"));
    let k = || Length::of("x") / m;
    let turned = p.temporary("turned", DataType::U32, Length::of("x"));
    let sums = p.output("sums", DataType::U32, k());
    let out = p.output("out", DataType::U32, k() * k());
    let last = p.output("last", DataType::U32, 3);
    let shape = |rows: Length, columns: Length| [rows, columns];
    p.launch(scaled_turn::step(
        x.shaped(shape(m.into(), k())),
        10,
        turned.shaped(shape(k(), m.into())),
        sums.shaped([k()]),
        Length::from(m) + 100,
    ));
    p.launch(product::step(
        turned.shaped(shape(k(), m.into())),
        x.shaped(shape(m.into(), k())),
        out.shaped(shape(k(), k())),
    ));
    p.launch(fixed::step(x, last));
    assert!(p.to_string().parse::<Pipeline>().unwrap() == p, "{p}");
    assert!(Pipeline::from_wire(&p.to_wire()).unwrap() == p);
    let p = p.validate().unwrap();
    for device in devices() {
        let data: Vec<u32> = (1..=6).collect();
        let outputs = device.run_pipeline(&p, [("x", Arg::read(&data)), ("m", Arg::value(2u32))]).unwrap();
        // The rows 1 2 3 and 4 5 6.
        assert_eq!(outputs.read::<u32>("sums").unwrap(), [107, 109, 111], "{device}");
        let wanted = [170, 220, 270, 220, 290, 360, 270, 360, 450];
        assert_eq!(outputs.read::<u32>("out").unwrap(), wanted, "{device}");
        assert_eq!(outputs.read::<u32>("last").unwrap(), [4, 5, 6], "{device}");
    }
    let data: Vec<u32> = (1..=8).collect();
    let error =
        Device::cpu().run_pipeline(&p, [("x", Arg::read(&data)), ("m", Arg::value(3u32))]).unwrap_err();
    assert!(error.to_string().contains("step 0: "), "{error}");

    let mut q = Pipeline::new();
    let (a, b) = (q.input("a", DataType::U32), q.output("b", DataType::U32, 2));
    q.launch(fixed::step(a, b.shaped([2, 1])));
    q.launch(product::step(a, a, b.shaped([2, 1])));
    q.launch(by_rows::step(a.shaped([2, 3]), b.shaped([2])));
    let errors: Vec<String> = q.validate().unwrap_err().errors().iter().map(ToString::to_string).collect();
    assert!(errors.iter().filter(|error| error.contains("P021: step 0: ")).count() == 1, "{errors:?}");
    assert!(errors.iter().filter(|error| error.contains("P021: step 1: ")).count() == 2, "{errors:?}");
    assert!(
        errors.iter().any(|error| error.contains("step 2: ") && error.contains("a.row(i)")),
        "{errors:?}"
    );
}

#[vyre::kernel(workgroup_size = 64)]
fn apply<F: Function<(u32,), u32>, const TIMES: u32>(f: F, x: &[u32], y: &mut [u32]) {
    let i = invocation_id().x;
    if i < y.len() {
        let mut value = x[i];
        for _ in 0..TIMES {
            value = f(value);
        }
        y[i] = value;
    }
}

#[test]
fn a_kernel_with_a_function_is_a_step() {
    let factor = 5u32;
    let mut p = Pipeline::new();
    let (x, y) = (p.input("x", DataType::U32), p.output("y", DataType::U32, Length::of("x")));
    let t = p.temporary("t", DataType::U32, Length::of("x"));
    p.launch(apply::<2>::step(func!(move |x: u32| x * factor + 1, factor: u32), x, t));
    p.launch(apply::<3>::step(func!(|x: u32| x ^ 3), t, y));
    let p = p.validate().unwrap();
    // It is data like any other pipeline.
    let again = Pipeline::from_wire(&p.pipeline().to_wire()).unwrap().validate().unwrap();
    for device in devices() {
        for p in [&p, &again] {
            let outputs = device.run_pipeline(p, [("x", Arg::read(&[0u32, 1, 7]))]).unwrap();
            let expected = [0u32, 1, 7].map(|x| ((x * 5 + 1) * 5 + 1) ^ 3);
            assert_eq!(outputs.read::<u32>("y").unwrap(), expected, "{device}");
        }
    }
}

#[test]
fn a_step_refuses_a_function_that_takes_too_much() {
    let table = [1u32; 17];
    let mut p = Pipeline::new();
    let (x, y) = (p.input("x", DataType::U32), p.output("y", DataType::U32, Length::of("x")));
    p.launch(apply::<1>::step(func!(move |x: u32| table[x], table: [u32; 17]), x, y));
    let errors = p.validate().unwrap_err();
    assert_eq!(errors.errors().len(), 1, "{errors}");
    assert!(errors.to_string().contains("17"), "{errors}");
}
