//! Sentences of the specification about whole programs, pipelines and tensors, each tried as it is written there.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use vyre::algorithms::{decode, encode, hash, text};
use vyre::ir::pipeline::{Handle, Value};
use vyre::ir::{BufferAccess, BufferDecl, DataType, Dim, Expr, Node, Program, TensorType};
use vyre::prelude::*;
use vyre::{Error, Grid, Length, Pipeline};

/// The interpreter, the one that watches, and those of `vyre_tests`.
fn devices() -> Vec<Device> {
    [Device::reference(), Device::checked()].into_iter().chain(vyre_tests::devices()).collect()
}

/// `y[i] = n[0]`.
fn fill() -> Program {
    "program workgroup_size 64, 1, 1 buffer y: read_write u32 @ 0 buffer n: uniform u32[1] @ 1
        entry { y[invocation_id.x] = n[0]; }"
        .parse()
        .unwrap()
}

/// What `length` is for an `a` of 10 elements and an `n` of 7, in a run.
fn length(device: &Device, of: impl Fn(Handle, Value) -> Length) -> usize {
    let mut p = Pipeline::new();
    let (a, n) = (p.input("a", DataType::U32), p.value("n"));
    let out = p.output("out", DataType::U32, of(a, n));
    p.step(fill(), &[("y", out.into()), ("n", Length::of("out").into())], Grid::covers("out"));
    let p = p.validate().unwrap();
    let outputs = device.run_pipeline(&p, [("a", Arg::read(&[0u32; 10])), ("n", Arg::value(7u32))]).unwrap();
    let out = outputs.read::<u32>("out").unwrap();
    assert!(out.iter().all(|x| *x as usize == out.len()), "{device} {out:?}");
    out.len()
}

#[test]
fn lengths_are_computed_in_64_bits_and_differences_saturate() {
    for device in devices() {
        let is = |wanted: usize, of: &dyn Fn(Handle, Value) -> Length| {
            assert_eq!(length(&device, of), wanted, "{device}");
        };
        is(17, &|a, n| Length::of(a) + n);
        is(3, &|a, n| Length::of(a) - n);
        is(0, &|a, n| n - Length::of(a));
        is(70, &|a, n| Length::of(a) * n);
        is(3, &|a, _| Length::of(a) / 3);
        is(4, &|a, _| Length::of(a).div_ceil(3));
        is(7, &|a, n| Length::of(a).min(n));
        is(10, &|a, n| Length::of(a).max(n));
        is(10, &|a, _| Length::of(a) * 65_536 * 65_536 / 65_536 / 65_536);
        is(2, &|_, _| Length::from(2));
    }
}

#[test]
fn a_grid_that_is_zero_by_an_empty_input_launches_nothing() {
    let mut p = Pipeline::new();
    p.input("a", DataType::U32);
    let out = p.output("out", DataType::U32, 3);
    p.step(fill(), &[("y", out.into()), ("n", 5u32.into())], Grid::covers("a"));
    let p = p.validate().unwrap();
    for device in devices() {
        let run = |data: &[u32]| {
            device.run_pipeline(&p, [("a", Arg::read(data))]).unwrap().read::<u32>("out").unwrap()
        };
        assert_eq!(run(&[]), [0, 0, 0], "{device}");
        assert_eq!(run(&[1]), [5, 5, 5], "{device}");
    }
    let mut p = Pipeline::new();
    let out = p.output("out", DataType::U32, 3);
    p.step(fill(), &[("y", out.into()), ("n", 5u32.into())], Grid::invocations([3, 0, 1]));
    let errors = p.validate().unwrap_err();
    assert_eq!(errors.errors()[0].code().name(), "P014", "{errors}");
}

#[test]
fn what_a_repetition_of_no_rounds_would_write_is_zero() {
    let mut p = Pipeline::new();
    let n = p.value("n");
    let out = p.output("out", DataType::U32, 2);
    p.repeat(n, |p| p.step(fill(), &[("y", out.into()), ("n", 9u32.into())], Grid::covers("out")));
    let p = p.validate().unwrap();
    assert_eq!(p.launches(), 1);
    for device in devices() {
        for (rounds, wanted) in [(0u32, [0, 0]), (2, [9, 9])] {
            let outputs = device.run_pipeline(&p, [("n", Arg::value(rounds))]).unwrap();
            assert_eq!(outputs.read::<u32>("out").unwrap(), wanted, "{device}");
        }
    }
}

/// `b[[j, i]] = a[[i, j]]`, of tensors of the IR, and `b[[3, 0]]` is the number of rows of `a`.
fn transposed() -> Program {
    let (m, n) = (Dim::Dynamic("M"), Dim::Static(3));
    let a = TensorType::row_major(DataType::U32, vec![m, n]);
    let b = TensorType::row_major(DataType::U32, vec![Dim::Static(4), m]);
    let (i, j) = (|| Expr::invocation_id(1), || Expr::invocation_id(0));
    let buffers = vec![
        BufferDecl::tensor("a", 0, BufferAccess::ReadOnly, a),
        BufferDecl::tensor("b", 1, BufferAccess::ReadWrite, b),
    ];
    let entry = vec![
        Node::tensor_store("b", [j(), i()], Expr::tensor_load("a", [i(), j()])),
        // Only the first invocation stores: what the others write lies beyond a dimension of `b`.
        Node::tensor_store("b", [i() + j() + 3u32, j() * 4u32], Expr::tensor_dim("a", 0)),
    ];
    Program::new(buffers, [1, 1, 1], entry)
}

#[test]
fn tensors_of_the_ir_run_and_come_back_from_both_forms() {
    let program = transposed();
    assert_eq!(program.to_string().parse::<Program>().unwrap(), program, "{program}");
    assert_eq!(Program::from_wire(&program.to_wire()).unwrap(), program);
    for device in devices() {
        let a = device.tensor(&[1u32, 2, 3, 4, 5, 6], [2, 3]).unwrap();
        let mut b = device.tensor_zeros::<u32>([4, 2]).unwrap();
        device.run(&program, [3, 2, 1], [Arg::tensor(&a), Arg::tensor_mut(&mut b)]).unwrap();
        assert_eq!(b.read().unwrap(), [1, 4, 2, 5, 3, 6, 2, 0], "{device}");
    }
}

#[test]
fn what_encodings_say_is_at_the_first_wrong_byte() {
    for device in vyre_tests::devices() {
        let bytes = |text: &[u8]| device.buffer(text).unwrap();
        assert_eq!(encode::base64(&bytes(b"vyre!")).unwrap().read().unwrap(), b"dnlyZSE=");
        assert_eq!(encode::hex(&bytes(&[0, 255])).unwrap().read().unwrap(), b"00ff");
        assert_eq!(decode::hex(&bytes(b"0AfF")).unwrap().read().unwrap(), [0x0a, 0xff]);
        let at = |result: Result<Buffer<u8>, Error>| match result {
            Err(Error::Decode { at, .. }) => at,
            other => panic!("{other:?}"),
        };
        assert_eq!(at(decode::hex(&bytes(b"0g"))), 1, "{device}");
        assert_eq!(at(decode::base64(&bytes(b"dn?yZSE="))), 2, "{device}");
        // The last digit before the padding has bits that no byte takes.
        assert_eq!(at(decode::base64(&bytes(b"dnlyZSF="))), 6, "{device}");
        assert_eq!(hash::crc32(&bytes(b"123456789")).unwrap(), 0xcbf4_3926);
        assert_eq!(hash::crc32c(&bytes(b"123456789")).unwrap(), 0xe306_9283);
        assert_eq!(hash::adler32(&bytes(b"Wikipedia")).unwrap(), 0x11e6_0398);
        assert_eq!(text::find(&bytes(b"needle in hay"), b"in").unwrap(), Some(7));
        assert_eq!(text::find(&bytes(b"needle"), b"x").unwrap(), None);
        assert_eq!(text::lines(&bytes(b"a\nbc\n")).unwrap().read().unwrap(), [0, 2, 5]);
        assert_eq!(text::utf8_valid(&bytes(b"ab\xff")).unwrap(), Some(2));
        assert_eq!(
            text::json_structure(&bytes(br#"{"a":"{"}"#)).unwrap().read().unwrap(),
            [0, 1, 3, 4, 5, 7, 8]
        );
    }
}
