//! Buffers of arrays whose lengths constant parameters say, against plain Rust.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use vyre::ir::DataType;
use vyre::prelude::*;
use vyre::{Arg, Error, Length, Module, Pipeline, f16};
use vyre_tests::devices;

/// Each row turned round, with the sum of the other rows at its end.
#[vyre::kernel]
fn turned<const K: usize>(a: &[[u32; K]], out: &mut [[u32; K]]) {
    let i = invocation_id().x as usize;
    if i < a.len() {
        let row = &a[i];
        for (k, x) in row.iter().enumerate() {
            out[i][K - 1 - k] = *x;
        }
        let mut sum = 0;
        for (at, other) in a.iter().enumerate() {
            if at != i {
                sum += other.iter().sum::<u32>();
            }
        }
        out[i][K - 1] += sum;
    }
}

fn turned_in_rust<const K: usize>(a: &[[u32; K]]) -> Vec<[u32; K]> {
    let all: u32 = a.iter().flatten().sum();
    let turned = |row: &[u32; K]| {
        let mut out = *row;
        out.reverse();
        out[K - 1] += all - row.iter().sum::<u32>();
        out
    };
    a.iter().map(turned).collect()
}

fn rows<const K: usize>(count: u32) -> Vec<[u32; K]> {
    (0..count).map(|i| std::array::from_fn(|k| i * 100 + k as u32 * 7 + 1)).collect()
}

#[test]
fn the_lengths_of_rows_say_what_the_constant_is() {
    for device in devices() {
        let (a, mut out) = (rows::<3>(37), vec![[0; 3]; 37]);
        turned(&a, &mut out).dispatch(&device).unwrap();
        assert_eq!(out, turned_in_rust(&a), "on {device}");
        let (a, mut out) = (rows::<4>(5), vec![[0; 4]; 5]);
        turned(&a, &mut out).dispatch(&device).unwrap();
        assert_eq!(out, turned_in_rust(&a), "on {device}");
        let (a, mut out) = ([[9], [8]], [[0]; 2]);
        turned(&a, &mut out).dispatch(&device).unwrap();
        assert_eq!(out, [[17], [17]], "on {device}");
        let (a, mut out) = (device.buffer(&rows::<6>(64)).unwrap(), device.zeros::<[u32; 6]>(64).unwrap());
        turned(&a, &mut out).dispatch(&device).unwrap();
        assert_eq!(out.read().unwrap(), turned_in_rust(&rows::<6>(64)), "on {device}");
    }
}

const MORE: u32 = 1;

/// Rows whose lengths rustc cannot say, of bytes: each is moved by one, and kept as it was beside it.
#[vyre::kernel]
fn moved<const K: u32>(a: &[[u8; K * 2 + MORE]], out: &mut [[u8; K * 2]], kept: &mut [[u8; K * 2 + MORE]]) {
    let i = invocation_id().x;
    if i < a.len() {
        for k in 0..K * 2 {
            out[i][k] = a[i][k + 1];
        }
        kept[i] = a[i];
    }
}

#[test]
fn rows_of_bytes_have_lengths_that_are_computed() {
    for device in devices() {
        let a: Vec<[u8; 7]> =
            (0..50u8).map(|i| std::array::from_fn(|k| i.wrapping_mul(9) ^ k as u8)).collect();
        let (mut out, mut kept) = (vec![[0; 6]; 50], vec![[0; 7]; 50]);
        moved::<3>(&a, &mut out, &mut kept).dispatch(&device).unwrap();
        let expected: Vec<[u8; 6]> = a.iter().map(|row| row[1..].try_into().unwrap()).collect();
        assert_eq!((&out, &kept), (&expected, &a), "on {device}");
    }
}

#[test]
fn rows_of_another_length_are_an_error_of_the_launch() {
    let (a, mut out, mut kept) = ([[1u8; 7]; 2], [[0u8; 5]; 2], [[0u8; 7]; 2]);
    let error = moved::<3>(&a, &mut out, &mut kept).dispatch(&Device::cpu()).unwrap_err();
    let Error::Argument { name, expected, got } = &error else { unreachable!("{error}") };
    assert_eq!((name.as_str(), expected.as_str(), got.as_str()), ("out", "&mut [[u8; 6]]", "&mut [[u8; 5]]"));
}

/// A product of matrices, the second of which all invocations read.
#[vyre::kernel]
fn product<T: vyre::Number, const R: usize, const C: usize>(
    a: &[[T; R]],
    b: &Uniform<[[[T; C]; R]]>,
    out: &mut [[T; C]],
) {
    let i = invocation_id().x;
    if i < out.len() {
        for c in 0..C {
            let mut sum = T::ZERO;
            for r in 0..R {
                sum = sum + a[i][r] * b[0][r][c];
            }
            out[i][c] = sum;
        }
    }
}

#[test]
fn rows_of_rows_are_uniform_over_types() {
    for device in devices() {
        let (a, b) = ([[1i32, -2], [3, 4], [5, -6]], [[[7, 8, 9], [-10, 11, 12]]]);
        let mut out = [[0; 3]; 3];
        product::<i32, 2, 3>(&a, &b, &mut out).dispatch(&device).unwrap();
        // By hand.
        assert_eq!(out, [[27, -14, -15], [-19, 68, 75], [95, -26, -27]], "on {device}");
        let (a, b, mut out) = ([[0.5f32], [1.5]], [[[2.0, -4.0]]], [[0.0; 2]; 2]);
        product::<f32, 1, 2>(&a, &b, &mut out).dispatch(&device).unwrap();
        assert_eq!(out, [[1.0, -2.0], [3.0, -6.0]], "on {device}");
    }
}

/// Copies, methods of slices, and functions that take rows.
#[vyre::kernel]
fn sorted<const K: usize>(a: &mut [[i64; K]], greatest: &mut [i64]) {
    fn halve(row: &mut [i64]) {
        for x in row {
            *x /= 2;
        }
    }
    let i = invocation_id().x;
    if i < a.len() {
        let mut row = a[i];
        row.sort_unstable();
        halve(&mut row);
        a[i] = row;
        a[i].swap(0, K - 1);
        greatest[i] = a[i].iter().copied().max().unwrap_or(0);
    }
}

#[test]
fn rows_are_copied_sorted_and_passed_on() {
    for device in devices() {
        let (mut a, mut greatest) = (vec![[5, -8, 3, 0], [1 << 40, 2, -2, 9]], [0; 2]);
        sorted(&mut a, &mut greatest).dispatch(&device).unwrap();
        assert_eq!(a, [[2, 0, 1, -4], [1 << 39, 1, 4, -1]], "on {device}");
        assert_eq!(greatest, [2, 1 << 39], "on {device}");
    }
}

const TEXT: &str = "#[kernel]
fn turned<const K: usize>(a: &[[f32; K]], out: &mut [[f32; K]]) {
    let i = invocation_id().x;
    if i < out.len() {
        for k in 0..K { out[i][K - 1 - k] = a[i][k]; }
    }
}";

#[test]
fn a_text_takes_rows_and_what_is_in_them() {
    let module = Module::compile(TEXT).unwrap();
    let module = Module::from_wire(&module.to_wire()).unwrap();
    let kernel = module.kernel("turned").unwrap();
    assert_eq!(kernel.parameters()[1].ty(), "&mut [[f32; K]]");
    let kernel = kernel.with("K", 3);
    for device in devices() {
        let (a, mut out) = ([[1.0f32, 2.0, 3.0], [4.0, 5.0, 6.0]], [[0.0f32; 3]; 2]);
        kernel.launch([Arg::read(&a), Arg::write(&mut out)]).dispatch(&device).unwrap();
        assert_eq!(out, [[3.0, 2.0, 1.0], [6.0, 5.0, 4.0]], "on {device}");
        // Nobody can write the type where the length is known only now.
        let (flat, mut out) = ([1.0f32, 2.0, 3.0, 4.0, 5.0, 6.0], [0.0f32; 6]);
        kernel.launch([Arg::read(&flat), Arg::write(&mut out)]).dispatch(&device).unwrap();
        assert_eq!(out, [3.0, 2.0, 1.0, 6.0, 5.0, 4.0], "on {device}");
    }
    let refused = |a: Arg<'_>| {
        let mut out = [0.0f32; 6];
        kernel.launch([a, Arg::write(&mut out)]).dispatch(&Device::cpu()).unwrap_err().to_string()
    };
    assert!(refused(Arg::read(&[[1.0f32; 4]; 2])).contains("`&[[f32; K]]`"));
    assert!(refused(Arg::read(&[1.0f32; 5])).contains("`&[[f32; K]]`"));
    assert!(refused(Arg::read(&[[1u32; 3]; 2])).contains("`&[[f32; K]]`"));
}

/// Elements of fixed arrays are taken as arrays of their lengths, or one after the other as numbers, and as nothing else that has as many bytes.
#[test]
fn a_text_takes_fixed_rows_and_what_is_in_them() {
    let text = "const WIDE: usize = 3;
        #[kernel] fn k(a: &[[[u32; WIDE]; 2]], b: &[[u8; 2]], by: [i64; 3], out: &mut [[u32; 2]]) {
            let i = invocation_id().x as usize;
            if i < out.len() {
                out[i] = [a[i][0][2] * 100 + a[i][1][0] + b[i][1] as u32, (by[2] - by[0]) as u32 + b.len() as u32];
            }
        }";
    let module = Module::compile(text).unwrap();
    let kernel = Module::from_wire(&module.to_wire()).unwrap().kernel("k").unwrap();
    let parameters = kernel.parameters();
    assert_eq!((parameters[0].number(), parameters[0].lengths()), (Some("u32"), &[2, 3][..]));
    assert_eq!((parameters[3].number(), parameters[3].lengths()), (Some("u32"), &[2][..]));
    let (a, b, by) =
        ([[[1u32, 2, 3], [4, 5, 6]], [[7, 8, 9], [10, 11, 12]]], [[1u8, 2], [3, 4]], [5i64, 6, 47]);
    // By hand: 3 * 100 + 4 + 2 and 9 * 100 + 10 + 4; 47 - 5 + 2.
    let expected = [[306, 44], [914, 44]];
    for device in devices() {
        let mut out = [[0u32; 2]; 2];
        let args = [Arg::read(&a), Arg::read(&b), Arg::value(by), Arg::write(&mut out)];
        kernel.launch(args).dispatch(&device).unwrap();
        assert_eq!(out, expected, "on {device}");
        let mut out = [0u32; 4];
        let flat = a.as_flattened().as_flattened();
        let args = [Arg::read(flat), Arg::read(b.as_flattened()), Arg::array(&by), Arg::write(&mut out)];
        kernel.launch(args).dispatch(&device).unwrap();
        assert_eq!(out, expected.as_flattened(), "on {device}");
    }
    let refused = |of: usize, wrong: Arg<'_>| {
        let mut out = [[0u32; 2]; 2];
        let mut args = vec![Arg::read(&a), Arg::read(&b), Arg::value(by), Arg::write(&mut out)];
        args[of] = wrong;
        let error = kernel.launch(args).dispatch(&Device::cpu()).unwrap_err();
        assert!(matches!(error, Error::Argument { .. }), "{of}: {error}");
    };
    refused(0, Arg::read(&[[[1u32; 2]; 3]; 2]));
    refused(0, Arg::read(&[[1u32; 6]; 2]));
    refused(0, Arg::read(&[[[1i32; 3]; 2]; 2]));
    refused(0, Arg::read(&[1u32; 11]));
    refused(1, Arg::read(&[1u16; 2]));
    refused(1, Arg::read(&[1u8; 3]));
    refused(2, Arg::array(&[1i64; 2]));
    refused(2, Arg::value([1u64; 3]));
}

#[test]
fn rows_of_another_shape_with_as_many_numbers_are_refused() {
    let text =
        "#[kernel] fn k<const K: usize>(a: &[[[u32; K]; 2]], out: &mut [u32]) { out[0] = a[0][1][0]; }";
    let kernel = Module::compile(text).unwrap().kernel("k").unwrap().with("K", 3);
    let ran = |a: Arg<'_>| {
        let mut out = [0u32; 1];
        kernel
            .launch([a, Arg::write(&mut out)])
            .workgroups([1, 1, 1])
            .dispatch(&Device::cpu())
            .map(|()| out[0])
    };
    let a = [1u32, 2, 3, 4, 5, 6];
    assert_eq!(ran(Arg::read(&[[[1u32, 2, 3], [4, 5, 6]]])).unwrap(), 4);
    assert_eq!(ran(Arg::read(&a)).unwrap(), 4);
    assert!(ran(Arg::read(&[a])).is_err());
    assert!(ran(Arg::read(&[[[1u32, 2], [3, 4], [5, 6]]])).is_err());
}

/// The steps of a pipeline take the words of rows, and run once for each row.
#[test]
fn rows_in_a_pipeline() {
    let mut p = Pipeline::new();
    let a = p.input("a", DataType::U32);
    let out = p.output("out", DataType::U32, Length::of("a"));
    p.launch(turned::<3>::step(a, out));
    let p = p.validate().unwrap();
    for device in devices() {
        let a = rows::<3>(20);
        let outputs = device.run_pipeline(&p, [("a", Arg::read(a.as_flattened()))]).unwrap();
        assert_eq!(outputs.read::<u32>("out").unwrap(), turned_in_rust(&a).as_flattened(), "on {device}");
    }
}

/// Floats of 16 bits share words, so that their number is known to the launch alone.
#[vyre::kernel]
fn halves<const K: usize>(a: &[[f16; K]], out: &mut [[f16; K]], count: &mut [u32]) {
    let i = invocation_id().x as usize;
    if i < a.len() {
        for k in 0..K {
            out[i][k] = a[i][K - 1 - k];
        }
        count[i] = a.len() as u32;
    }
}

#[test]
fn rows_of_half_floats() {
    for device in devices() {
        let a: Vec<[f16; 3]> =
            (0..5u8).map(|i| std::array::from_fn(|k| f16::from_f32(f32::from(i) + k as f32 / 4.0))).collect();
        let (mut out, mut count) = (vec![[f16::ZERO; 3]; 5], [0; 5]);
        halves(&a, &mut out, &mut count).dispatch(&device).unwrap();
        let turned: Vec<[f16; 3]> = a.iter().map(|[x, y, z]| [*z, *y, *x]).collect();
        assert_eq!((out, count), (turned, [5; 5]), "on {device}");
    }
}

#[test]
fn rows_without_elements_are_none() {
    for device in devices() {
        let (mut out, mut kept) = ([[7u8; 0]; 2], [[7u8; 1]; 2]);
        moved::<0>(&[[1; 1]; 2], &mut out, &mut kept).dispatch(&device).unwrap();
        assert_eq!(kept, [[1]; 2], "on {device}");
        let mut out = [[0u32; 0]; 3];
        turned(&[[]; 3], &mut out).dispatch(&device).unwrap();
    }
}

#[test]
fn rows_have_elements_as_fixed_arrays_have_them() {
    for (ty, message) in [
        ("&[[AtomicU32; K]]", "a kernel takes no arrays of `AtomicU32`"),
        ("&[[bool; K]]", "a kernel takes no arrays of `bool` whose lengths are constant parameters"),
        ("&[[usize; K]]", "the size of a `usize` in memory is the host's own"),
        ("[u32; K]", "an array that a kernel takes by value has no constant parameter as its length"),
    ] {
        let text = format!("#[kernel] fn k<const K: usize>(a: {ty}, out: &mut [u32]) {{ out[0] = 1; }}");
        let error = Module::compile(&text).map(drop).unwrap_err().to_string();
        assert!(error.contains(message), "{ty}: {error}");
    }
    Module::compile(
        "#[kernel] fn k<const K: usize>(a: &[([u32; K])], out: &mut [u32]) { out[0] = a[0][0]; }",
    )
    .unwrap();
}
