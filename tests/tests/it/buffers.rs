//! Buffers that stay on a device: what goes in comes out, and what does not fit is an error.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use std::fmt::Debug;
use vyre::ir::{BufferDecl, DataType, Expr, Node, Program};
use vyre::prelude::*;
use vyre::{Buffer, Element, Error};
use vyre_tests::devices;

#[vyre::kernel(workgroup_size = 64)]
fn add(a: &[u32], b: &[u32], out: &mut [u32]) {
    let i = invocation_id().x;
    if i < out.len() {
        out[i] = a[i] + b[i];
    }
}

#[vyre::kernel(workgroup_size = 64)]
fn scale(data: &mut [u32], by: u32, plus: u32) {
    let i = invocation_id().x;
    if i < data.len() {
        data[i] = data[i] * by + plus;
    }
}

#[vyre::kernel(workgroup_size = 64)]
fn count(values: &[u32], counts: &[AtomicU32]) {
    let i = invocation_id().x;
    if i < values.len() {
        let _old = counts[values[i] % counts.len()].fetch_add(1);
    }
}

#[vyre::kernel(workgroup_size = 64)]
fn bytes_of(text: &[u8], out: &mut [u32]) {
    let i = invocation_id().x;
    if i < out.len() {
        out[i] = text.byte(i) + text.len() * 256;
    }
}

fn numbers(len: u32, seed: u32) -> Vec<u32> {
    (0..len).map(|at| at.wrapping_mul(2_654_435_761).wrapping_add(seed)).collect()
}

/// Everything that can be done with a buffer but to launch with it.
fn round_trip<T: Element + Default + PartialEq + Debug>(device: &Device, data: &[T], other: &[T]) {
    let buffer = device.buffer(data).unwrap();
    assert_eq!((buffer.len(), buffer.is_empty()), (data.len(), data.is_empty()));
    assert_eq!(buffer.read().unwrap(), data);
    let zeros = device.zeros::<T>(data.len()).unwrap();
    assert_eq!(zeros.read().unwrap(), vec![T::default(); data.len()]);

    let mut read = vec![T::default(); data.len()];
    buffer.read_into(&mut read).unwrap();
    assert_eq!(read, data);
    let copy = buffer.copy().unwrap();
    buffer.write(other).unwrap();
    assert_eq!(buffer.read().unwrap(), other);
    assert_eq!(copy.read().unwrap(), data, "a copy is a copy");
    let handle = buffer.clone();
    buffer.write(data).unwrap();
    assert_eq!(handle.read().unwrap(), data, "a clone is the same buffer");

    let mut expected = data.to_vec();
    for (start, end) in [(0, 1), (1, 4), (2, 2), (3, data.len()), (5, 6), (0, data.len())] {
        let (start, end) = (start.min(data.len()), end.min(data.len()));
        assert_eq!(buffer.read_range(start..end).unwrap(), expected[start..end], "{start}..{end}");
        buffer.write_at(start, &other[start..end]).unwrap();
        expected[start..end].copy_from_slice(&other[start..end]);
        assert_eq!(buffer.read().unwrap(), expected, "{start}..{end}");
    }
    for device in devices() {
        let moved = copy.to_device(&device).unwrap();
        assert_eq!(moved.device().info(), device.info());
        assert_eq!(moved.read().unwrap(), data);
    }
}

#[test]
fn every_element_comes_back_as_it_went() {
    for device in devices() {
        for len in [0, 1, 2, 3, 4, 5, 7, 16, 17, 1000] {
            let (a, b) = (numbers(len, 1), numbers(len, 77));
            let as_type = |words: &[u32]| {
                (
                    words.iter().map(|word| *word as i32).collect::<Vec<_>>(),
                    words.iter().map(|word| u64::from(*word) << 20 | 9).collect::<Vec<_>>(),
                    words.iter().map(|word| word % 3 == 0).collect::<Vec<_>>(),
                    words.iter().map(|word| [*word, !*word]).collect::<Vec<_>>(),
                    words.iter().map(|word| [*word, 1, 2, !*word]).collect::<Vec<_>>(),
                    words.iter().map(|word| (*word >> 9) as u8).collect::<Vec<_>>(),
                )
            };
            let (x, y) = (as_type(&a), as_type(&b));
            round_trip(&device, &a, &b);
            round_trip(&device, &x.0, &y.0);
            round_trip(&device, &x.1, &y.1);
            round_trip(&device, &x.2, &y.2);
            round_trip(&device, &x.3, &y.3);
            round_trip(&device, &x.4, &y.4);
            round_trip(&device, &x.5, &y.5);
        }
    }
}

#[test]
fn large_buffers_move_by_pieces() {
    for device in devices() {
        let data = numbers((9 << 20) + 5, 3);
        let buffer = device.buffer(&data).unwrap();
        assert!(buffer.read().unwrap() == data, "{device}");
        let range = (1 << 20) + 3..(8 << 20) + 1;
        assert!(buffer.read_range(range.clone()).unwrap() == data[range], "{device}");
        let bytes: Vec<u8> = data.iter().take(5 << 20).flat_map(|word| word.to_le_bytes()).skip(1).collect();
        let buffer = device.buffer(&bytes).unwrap();
        buffer.write_at(13, &bytes[7..(17 << 20) + 2]).unwrap();
        let mut expected = bytes.clone();
        expected[13..(17 << 20) + 8].copy_from_slice(&bytes[7..(17 << 20) + 2]);
        assert!(buffer.read().unwrap() == expected, "{device}");
        // Slices of a launch too.
        let mut out = vec![7; data.len()];
        add(&data, &buffer_of_ones(&device, data.len()), &mut out).dispatch(&device).unwrap();
        assert!(out.iter().zip(&data).all(|(out, a)| *out == a.wrapping_add(1)), "{device}");
    }
}

fn buffer_of_ones(device: &Device, len: usize) -> Buffer<u32> {
    device.buffer(&vec![1u32; len]).unwrap()
}

#[test]
fn kernels_take_buffers_and_slices_in_any_mixture() {
    for device in devices() {
        for len in [1u32, 63, 64, 1000] {
            let (a, b) = (numbers(len, 5), numbers(len, 6));
            let expected: Vec<u32> = a.iter().zip(&b).map(|(a, b)| a.wrapping_add(*b)).collect();
            let (on_a, on_b) = (device.buffer(&a).unwrap(), device.buffer(&b).unwrap());
            let mut on_out = device.zeros::<u32>(len as usize).unwrap();
            add(&on_a, &on_b, &mut on_out).dispatch(&device).unwrap();
            assert_eq!(on_out.read().unwrap(), expected);
            let mut out = vec![0; len as usize];
            add(&on_a, &b, &mut out).dispatch(&device).unwrap();
            assert_eq!(out, expected);
            let mut on_out = device.zeros::<u32>(len as usize).unwrap();
            add(&a, &on_b, &mut on_out).dispatch(&device).unwrap();
            assert_eq!(on_out.read().unwrap(), expected);
            // The same buffer may be read twice.
            add(&on_a, &on_a, &mut on_out).dispatch(&device).unwrap();
            assert_eq!(on_out.read().unwrap(), a.iter().map(|a| a.wrapping_mul(2)).collect::<Vec<_>>());
        }
    }
}

#[test]
fn atomics_bytes_and_empty_buffers_work() {
    for device in devices() {
        let values = numbers(5000, 11);
        let mut counts = device.zeros::<u32>(7).unwrap();
        count(&device.buffer(&values).unwrap(), &mut counts)
            .invocations([5000, 1, 1])
            .dispatch(&device)
            .unwrap();
        let mut expected = [0; 7];
        values.iter().for_each(|value| expected[(value % 7) as usize] += 1);
        assert_eq!(counts.read().unwrap(), expected);

        for text in ["", "a", "abcd", "resident"] {
            let mut out = device.zeros::<u32>(10).unwrap();
            bytes_of(&device.buffer(text.as_bytes()).unwrap(), &mut out).dispatch(&device).unwrap();
            let byte = |at: usize| text.as_bytes().get(at).map_or(0, |byte| u32::from(*byte));
            let expected: Vec<u32> = (0..10).map(|at| byte(at) + text.len() as u32 * 256).collect();
            assert_eq!(out.read().unwrap(), expected, "{text}");
        }
        let empty = device.zeros::<u32>(0).unwrap();
        let mut none = device.zeros::<u32>(0).unwrap();
        add(&empty, &empty, &mut none).invocations([64, 1, 1]).dispatch(&device).unwrap();
        assert!(none.read().unwrap().is_empty());
    }
}

#[test]
fn truths_stay_truths_on_the_device() {
    let (i, cast) = (|| Expr::invocation_id(0), |ty, value| Expr::cast(ty, value));
    let buffers = vec![
        BufferDecl::read("a", 0, DataType::Bool),
        BufferDecl::read_write("out", 1, DataType::Bool),
        BufferDecl::read_write("sum", 2, DataType::U32),
    ];
    let program = Program::new(
        buffers,
        [8, 1, 1],
        vec![
            Node::store(
                "out",
                i(),
                cast(DataType::Bool, cast(DataType::U32, Expr::load("a", i())).equals(0u32)),
            ),
            Node::store("sum", i(), cast(DataType::U32, Expr::load("out", i())) + 1u32),
        ],
    );
    let truths = [true, false, false, true, true, true, false, false];
    for device in devices() {
        let a = device.buffer(&truths).unwrap();
        let mut out = device.zeros::<bool>(8).unwrap();
        let mut sum = [0u32; 8];
        device
            .run(&program, [1, 1, 1], [Arg::buffer(&a), Arg::buffer_mut(&mut out), Arg::write(&mut sum)])
            .unwrap();
        assert_eq!(out.read().unwrap(), truths.map(|truth| !truth));
        assert_eq!(sum, truths.map(|truth| u32::from(!truth) + 1));
    }
}

#[test]
fn lengths_are_those_of_the_buffer_not_of_its_allocation() {
    // Every invocation writes, and the length is seen by the program: nothing beyond it may change.
    let i = || Expr::invocation_id(0);
    let program = Program::new(
        vec![BufferDecl::read_write("data", 0, DataType::U32)],
        [64, 1, 1],
        vec![Node::store("data", i(), Expr::buf_len("data") * 100u32 + i())],
    );
    for device in devices() {
        for len in 0..20usize {
            let mut data = device.zeros::<u32>(len).unwrap();
            device.run(&program, [1, 1, 1], [Arg::buffer_mut(&mut data)]).unwrap();
            let expected: Vec<u32> = (0..len as u32).map(|at| len as u32 * 100 + at).collect();
            assert_eq!(data.read().unwrap(), expected);
            let mut data = vec![0; len];
            device.run(&program, [1, 1, 1], [Arg::write(&mut data)]).unwrap();
            assert_eq!(data, expected);
        }
    }
}

#[test]
fn a_buffer_that_is_written_is_no_other_argument() {
    for device in devices() {
        let mut buffer = device.buffer(&[1u32, 2, 3]).unwrap();
        let (mut second, third) = (buffer.clone(), buffer.clone());
        let refused = [
            add(&third, &second, &mut buffer).dispatch(&device),
            add(&device.zeros(3).unwrap(), &second, &mut buffer).dispatch(&device),
            count(&buffer, &mut second).dispatch(&device),
        ];
        for result in refused {
            let error = result.unwrap_err();
            assert!(matches!(error, Error::BufferAliased { .. }), "{error}");
        }
        let error = add(&third, &[1, 1, 1], &mut buffer).dispatch(&device).unwrap_err();
        assert_eq!(
            error.to_string(),
            "buffers `a` and `out` are one buffer, and one of them is written. Fix: give two, or a copy() of it"
        );
        assert_eq!(buffer.read().unwrap(), [1, 2, 3]);
        add(&third.copy().unwrap(), &[1, 1, 1], &mut buffer).dispatch(&device).unwrap();
        assert_eq!(third.read().unwrap(), [2, 3, 4]);
    }
}

#[test]
fn what_does_not_fit_is_an_error() {
    for device in devices() {
        let buffer = device.buffer(&[1u32, 2, 3]).unwrap();
        for error in [
            buffer.write(&[1, 2]).unwrap_err(),
            buffer.write(&[1, 2, 3, 4]).unwrap_err(),
            buffer.read_into(&mut [0; 4]).unwrap_err(),
        ] {
            assert!(matches!(error, Error::Length { expected: 3, .. }), "{error}");
        }
        for error in [
            buffer.read_range(2..4).unwrap_err(),
            buffer.read_range(..=3).unwrap_err(),
            buffer.write_at(3, &[1]).unwrap_err(),
            buffer.write_at(usize::MAX, &[1, 2]).unwrap_err(),
        ] {
            assert!(matches!(error, Error::Range { len: 3, .. }), "{error}");
        }
        let fixed = Program::new(
            vec![BufferDecl::read_write("out", 0, DataType::U32).with_count(4)],
            [1, 1, 1],
            vec![Node::store("out", 3u32, 1u32)],
        );
        let mut three = buffer.clone();
        let error = device.run(&fixed, [1, 1, 1], [Arg::buffer_mut(&mut three)]).unwrap_err();
        assert!(matches!(error, Error::BufferLength { expected: 4, got: 3, .. }), "{error}");
        let error = device.run(&fixed, [1, 1, 1], [Arg::buffer(&three)]).unwrap_err();
        assert!(matches!(error, Error::BufferReadOnly { .. }), "{error}");
        let mut wrong = device.zeros::<i32>(4).unwrap();
        let error = device.run(&fixed, [1, 1, 1], [Arg::buffer_mut(&mut wrong)]).unwrap_err();
        assert!(matches!(error, Error::BufferType { got: DataType::I32, .. }), "{error}");
        let uniform = Program::new(
            vec![BufferDecl::uniform("u", 0, DataType::U32), BufferDecl::read_write("out", 1, DataType::U32)],
            [1, 1, 1],
            vec![Node::store("out", 0u32, Expr::load("u", 2u32))],
        );
        let mut out = device.zeros::<u32>(1).unwrap();
        let args = [Arg::buffer(&buffer), Arg::buffer_mut(&mut out)];
        let error = device.run(&uniform, [1, 1, 1], args).unwrap_err();
        assert!(matches!(error, Error::BufferUniform { .. }), "{error}");
        let args = [Arg::read(&[5u32, 6, 7]), Arg::buffer_mut(&mut out)];
        device.run(&uniform, [1, 1, 1], args).unwrap();
        assert_eq!(out.read().unwrap(), [7]);
    }
}

#[test]
fn buffers_belong_to_their_device() {
    let devices = devices();
    for here in &devices {
        for there in devices.iter().filter(|there| there.info() != here.info()) {
            let mut buffer = here.buffer(&[1u32, 2]).unwrap();
            let error = scale(&mut buffer, 2, 1).dispatch(there).unwrap_err();
            assert!(matches!(error, Error::BufferDevice { .. }), "{error}");
            let mut moved = buffer.to_device(there).unwrap();
            scale(&mut moved, 2, 1).dispatch(there).unwrap();
            assert_eq!(moved.to_device(here).unwrap().read().unwrap(), [3, 5]);
            assert_eq!(buffer.read().unwrap(), [1, 2]);
        }
    }
}

#[test]
fn more_than_a_device_has_is_an_error() {
    for device in devices() {
        let error = device.zeros::<u64>(usize::MAX / 2).unwrap_err();
        assert!(matches!(error, Error::Limit { .. } | Error::OutOfMemory { .. }), "{device}: {error}");
        let mut buffer = device.buffer(&[1u32]).unwrap();
        scale(&mut buffer, 3, 0).dispatch(&device).unwrap();
        assert_eq!(buffer.read().unwrap(), [3]);
    }
}

#[test]
fn buffers_and_devices_may_be_shared() {
    fn shared<T: Send + Sync>() {}
    shared::<Buffer<u32>>();
    shared::<Buffer<bool>>();
    shared::<Device>();
}
