//! Arrays of fixed lengths as parameters of kernels.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use vyre::prelude::*;
use vyre::{Arg, Error, Module};
use vyre_tests::devices;

const W: usize = 4;

#[vyre::data]
#[derive(Debug, PartialEq)]
struct Pixel {
    at: [u32; 2],
    light: f32,
}

#[vyre::function]
fn dot(a: &[f32; 4], b: &[f32; 4]) -> f32 {
    a.iter().zip(b).map(|(x, y)| x * y).sum()
}

#[vyre::function]
fn total(a: &[u32; 5]) -> u32 {
    a.iter().sum()
}

/// Reads arrays of numbers and of arrays, as a whole and by elements, and writes one as a whole.
#[vyre::kernel]
fn read(
    m: &[[f32; W]; W],
    v: &[f32; 4],
    n: &[u32; 5],
    out: &mut [f32; W],
    sums: &mut [u32; 3],
    bins: &[AtomicU32; 8],
) {
    let i = invocation_id().x as usize;
    if i < W {
        out[i] = dot(&m[i], v);
    }
    if i == 0 {
        *sums = [total(n), n.len() as u32, n.iter().max().copied().unwrap_or(0)];
        let [a, b, ..] = *n;
        sums[2] += a * 10 + b;
        let copy = *n;
        sums[1] += copy[4];
        if *v == [1.0, 2.0, 3.0, 4.0] && n[1..3] == [2, 3] {
            sums[0] += 1000;
        }
    }
    if let Some(x) = n.get(i) {
        bins[*x as usize % bins.len()].fetch_add(1);
    }
}

#[test]
fn arrays_are_read_as_a_whole_and_by_elements() {
    for device in devices() {
        let m = [[1.0, 2.0, 3.0, 4.0], [5.0, 6.0, 7.0, 8.0], [0.0, 1.0, 0.0, 0.0], [-1.0, 0.0, 0.0, 0.5]];
        let (v, n) = ([1.0, 2.0, 3.0, 4.0], device.buffer(&[1, 2, 3, 9, 5]).unwrap());
        let (mut out, mut sums, mut bins) = (vec![0.0; 4], [0; 3], device.zeros::<u32>(8).unwrap());
        read(&m, &v, &n, &mut out, &mut sums, &mut bins).dispatch(&device).unwrap();
        // By hand: 1 + 4 + 9 + 16, 5 + 12 + 21 + 32, 2, -1 + 2; the sum is 20.
        assert_eq!(out, [30.0, 70.0, 2.0, 1.0], "on {device}");
        assert_eq!(sums, [1020, 10, 21], "on {device}");
        assert_eq!(bins.read().unwrap(), [0, 2, 1, 1, 0, 1, 0, 0], "on {device}");
    }
}

#[vyre::function]
fn normalise(v: &mut [f32; 3]) {
    let length = (v[0] * v[0] + v[1] * v[1] + v[2] * v[2]).sqrt();
    v.iter_mut().for_each(|x| *x /= length);
}

#[vyre::function]
fn scale(v: &mut [f32; 4], by: f32) {
    v.iter_mut().for_each(|x| *x *= by);
}

#[vyre::function]
fn bump(v: &mut [u32; 5], by: &u32) {
    v.iter_mut().for_each(|x| *x += by);
}

/// Hands arrays to functions that change them, and to methods that do.
#[vyre::kernel]
fn changed(
    v: &mut [f32; 3],
    four: &mut [f32; 4],
    two: &mut [u32; 2],
    n: &mut [u32; 5],
    c: &mut [[u32; 2]; 2],
) {
    if invocation_id().x == 0 {
        normalise(v);
        scale(four, 2.0);
        scale(&mut *four, 3.0);
        *two = [two[1] + 1, two[0] + 2];
        bump(n, &3);
        bump(&mut *n, &1);
        n.sort_unstable_by(|a, b| b.cmp(a));
        n[1..].reverse();
        c[1][0] = 7;
        c.swap(0, 1);
    }
}

#[test]
fn arrays_are_changed_by_functions_and_methods() {
    for device in devices() {
        let (mut v, mut four, mut two) = ([3.0, 0.0, 4.0], [1.0, 2.0, 3.0, 4.0], [5, 6]);
        let (mut n, mut c) = ([1, 9, 3, 4, 5], [[1, 2], [3, 4]]);
        changed(&mut v, &mut four, &mut two, &mut n, &mut c).dispatch(&device).unwrap();
        assert_eq!(v, [3.0 / 5.0, 0.0, 4.0 / 5.0], "on {device}");
        assert_eq!((four, two), ([6.0, 12.0, 18.0, 24.0], [7, 7]), "on {device}");
        assert_eq!((n, c), ([13, 5, 7, 8, 9], [[7, 4], [1, 2]]), "on {device}");
    }
}

/// Bytes, structs, and lengths that constant parameters say.
#[vyre::kernel]
fn looked_up<const N: usize>(
    table: &[u8; 256],
    bytes: &mut [u8; N],
    pixels: &[Pixel; 2],
    sums: &mut [u64; N],
) {
    let i = invocation_id().x as usize;
    if i < N {
        bytes[i] = table[bytes[i] as usize];
        sums[i] = (0..N).map(|k| pixels[k % 2].at[1] as u64).sum::<u64>() << 32;
    }
}

#[test]
fn lengths_are_numbers_and_constant_parameters() {
    for device in devices() {
        let table: [u8; 256] = std::array::from_fn(|i| 255 - i as u8);
        let pixels = [Pixel { at: [1, 2], light: 0.5 }, Pixel { at: [3, 4], light: 1.0 }];
        let (mut bytes, mut sums) = ([0u8, 1, 200], [0; 3]);
        looked_up::<3>(&table, &mut bytes, &pixels, &mut sums).dispatch(&device).unwrap();
        assert_eq!(bytes, [255, 254, 55], "on {device}");
        // 2 + 4 + 2
        assert_eq!(sums, [8 << 32; 3], "on {device}");
    }
}

fn refused(error: &Error) -> (&str, &str, &str) {
    let Error::Argument { name, expected, got } = error else { unreachable!("{error}") };
    (name, expected, got)
}

#[test]
fn another_number_of_elements_is_an_error_of_the_launch() {
    let pixels = [Pixel { at: [1, 2], light: 0.5 }; 2];
    let (device, mut sums) = (Device::cpu(), [0; 3]);
    let error = looked_up::<3>(&[0; 255], &mut [0; 3], &pixels, &mut sums).dispatch(&device).unwrap_err();
    assert_eq!(refused(&error), ("table", "&[u8; 256]", "&[u8; 255]"));
    let error = looked_up::<3>(&[0; 256], &mut [0; 4], &pixels, &mut sums).dispatch(&device).unwrap_err();
    assert_eq!(refused(&error), ("bytes", "&mut [u8; 3]", "&mut [u8; 4]"));
    let three = [pixels[0], pixels[0], pixels[0]];
    let error = looked_up::<3>(&[0; 256], &mut [0; 3], &three, &mut sums).dispatch(&device).unwrap_err();
    assert_eq!(refused(&error), ("pixels", "&[Pixel; 2]", "&[Pixel; 3]"));
}

const TEXT: &str = "
    #[vyre::module]
    mod tables {
        const SIDE: usize = 3;
        #[kernel]
        fn turned<const N: usize>(table: &[[u32; 2]; SIDE], out: &mut [u32; N], ones: &[AtomicU32; 2]) {
            let i = invocation_id().x as usize;
            if i < N {
                out[i] = table[i % table.len()][1] + out.len() as u32;
                ones[i % 2].fetch_add(1);
            }
        }
    }";

#[test]
fn a_text_takes_arrays() {
    let module = Module::compile(TEXT).unwrap();
    let module = Module::from_wire(&module.to_wire()).unwrap();
    let kernel = module.kernel("tables::turned").unwrap().with("N", 5);
    let known: Vec<_> = kernel.parameters().iter().map(|it| (it.ty(), it.count())).collect();
    let expected = [("&[[u32; 2]; SIDE]", 3), ("&mut [u32; N]", 5), ("&[AtomicU32; 2]", 2)];
    assert_eq!(known, expected.map(|(ty, count)| (ty.to_string(), Some(count))));
    for device in devices() {
        let (table, mut out, mut ones) = ([[1u32, 10], [2, 20], [3, 30]], [0u32; 5], [0u32; 2]);
        let args = [Arg::read(&table), Arg::write(&mut out), Arg::write(&mut ones)];
        kernel.launch(args).dispatch(&device).unwrap();
        assert_eq!((out, ones), ([15, 25, 35, 15, 25], [3, 2]), "on {device}");
        // The numbers in the arrays, one after the other.
        let flat = [1u32, 10, 2, 20, 3, 30];
        let args = [Arg::read(&flat), Arg::write(&mut out), Arg::write(&mut ones)];
        kernel.launch(args).dispatch(&device).unwrap();
        assert_eq!((out, ones), ([15, 25, 35, 15, 25], [6, 4]), "on {device}");
    }
    let (mut out, mut ones) = ([0u32; 4], [0u32; 2]);
    let args = [Arg::read(&[[1u32, 10]; 3]), Arg::write(&mut out), Arg::write(&mut ones)];
    let error = kernel.launch(args).dispatch(&Device::cpu()).unwrap_err();
    assert_eq!(refused(&error), ("out", "&mut [u32; 5]", "&mut [u32; 4]"));
}
