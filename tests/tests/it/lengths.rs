//! Kernels that an optimiser lets do four elements at once, where elements are missing: at every length from 0 to 70 and around multiples of the
//! workgroups, with buffers of other lengths beside each other, slices that begin anywhere in memory, arguments that share theirs, and grids that end
//! before or after the data; over every type, on every device, and after every prefix of the passes.
//!
//! The kernels move elements and compute nothing, so what they give follows from the lengths alone.

#![allow(clippy::unwrap_used, reason = "a test fails by a panic, in its helpers too")]

use std::fmt::Debug;
use vyre::prelude::*;
use vyre::{bf16, f16};
use vyre_lower::pass::{self, PASSES};
use vyre_lower::{Lowered, Target, build, half};
use vyre_runtime::testing::run_form;
use vyre_tests::devices;

/// The workgroup of the kernels.
const SIZE: usize = 64;

/// How much longer than the others each slice is, and how much smaller the bound.
const SHIFTS: [[usize; 6]; 4] = [[0; 6], [3, 1, 0, 2, 5, 1], [0, 5, 4, 1, 0, 2], [1, 0, 7, 0, 3, 9]];

/// From 0 to 70, and around multiples of the workgroup, of four of them, and of the workgroup of a coarsened form.
fn lengths() -> impl Iterator<Item = usize> {
    let multiples = [2, 3, 4, 5, 16, 32].map(|groups| groups * SIZE);
    (0..=70).chain(multiples.into_iter().flat_map(|length| length - 5..=length + 5))
}

/// A launch: what is bound, and how many workgroups there are.
#[derive(Clone, Copy, Debug)]
struct Shape {
    /// Of `a`, `b`, `same`, `next` and `bounded`.
    lens: [usize; 5],
    bound: usize,
    groups: usize,
    /// Where each slice begins in its memory, in elements.
    starts: [usize; 5],
}

/// Every length with every row of shifts. Grids end a workgroup before the longest slice, with it, and a few after it, in turn; slices
/// begin at each of the first 17 elements, one after the other.
fn shapes() -> impl Iterator<Item = Shape> {
    let all = lengths().flat_map(|length| SHIFTS.into_iter().map(move |shifts| (length, shifts)));
    all.enumerate().map(|(at, (length, shifts))| {
        let lens: [usize; 5] = std::array::from_fn(|of| length + shifts[of]);
        let cover = lens.into_iter().max().unwrap_or(0).div_ceil(SIZE);
        let groups = [cover, cover.saturating_sub(1), cover + 5][at % 3];
        let starts = std::array::from_fn(|of| (at + of * 5) % 17);
        Shape { lens, bound: length.saturating_sub(shifts[5]), groups, starts }
    })
}

/// What the three written slices hold after a launch, from what the two others hold: written out, one element after the other.
fn moved<T: Copy + Default>(shape: &Shape, a: &[T], b: &[T], old: T) -> [Vec<T>; 3] {
    let element = |of: &[T], at: usize| of.get(at).copied().unwrap_or_default();
    let written = |len: usize, value: &dyn Fn(usize) -> T, end: usize| {
        (0..len).map(|at| if at < end { value(at) } else { old }).collect()
    };
    let [_, _, same, next, bounded] = shape.lens;
    let end = shape.groups * SIZE;
    [
        written(same, &|at| element(b, at), end),
        written(next, &|at| element(b, at + 1), end),
        written(bounded, &|at| element(a, at), end.min(shape.bound)),
    ]
}

/// A slice in the middle of other elements, which must stay what they are.
struct Within<T> {
    memory: Vec<T>,
    start: usize,
    len: usize,
}

impl<T: Copy + PartialEq + Debug> Within<T> {
    fn new(old: T, start: usize, len: usize) -> Within<T> {
        Within { memory: vec![old; start + len + 5], start, len }
    }

    fn slice(&mut self) -> &mut [T] {
        &mut self.memory[self.start..self.start + self.len]
    }

    fn check(&self, old: T, expected: &[T], what: &dyn Fn() -> String) {
        let end = self.start + self.len;
        assert!(self.memory[self.start..end] == *expected, "{}: {:?}", what(), self.memory);
        let around = self.memory[..self.start].iter().chain(&self.memory[end..]);
        assert!(around.into_iter().all(|element| *element == old), "around {}: {:?}", what(), self.memory);
    }
}

fn all() -> Vec<Device> {
    devices().into_iter().chain([Device::reference()]).collect()
}

/// The words of a buffer.
fn words(bytes: impl Iterator<Item = u8>) -> Vec<u32> {
    let bytes: Vec<u8> = bytes.collect();
    let word = |chunk: &[u8]| chunk.iter().rev().fold(0, |word, byte| word << 8 | u32::from(*byte));
    bytes.chunks(4).map(word).collect()
}

/// The forms that the passes leave, one after the other, without those that are as they were.
fn prefixes(plain: &Lowered) -> Vec<(&'static str, Lowered)> {
    let (mut form, mut forms) = (plain.clone(), vec![("none", plain.clone())]);
    for pass in PASSES {
        if pass::run(pass, &mut form, &Target::WGSL) {
            forms.push((pass.name, form.clone()));
        }
    }
    forms
}

/// A module of tests for each type: its values from a number, the bytes of one in a buffer, and whether its kernel is coarsened.
macro_rules! types {
    ($($name:ident $T:ty, $value:expr, $bytes:expr, $is_coarsened:literal;)*) => {$(mod $name {
        use super::*;

        #[vyre::kernel(workgroup_size = 64)]
        fn moves(a: &[$T], b: &[$T], same: &mut [$T], next: &mut [$T], bounded: &mut [$T], n: u32) {
            let i = invocation_id().x;
            same[i] = b[i];
            next[i] = b[i + 1];
            if i < n {
                bounded[i] = a[i];
            }
        }

        fn value(at: usize) -> $T {
            let value: fn(u32) -> $T = $value;
            value((at as u32 + 1).wrapping_mul(0x9e37_79b9))
        }

        fn values(shape: &Shape) -> (Vec<$T>, $T) {
            let end = (0..2).map(|of| shape.starts[of] + shape.lens[of]).max().unwrap_or(0);
            ((0..end).map(value).collect(), value(999))
        }

        #[test]
        fn on_every_device() {
            for device in all() {
                for shape in shapes() {
                    // Two slices of the same memory, of which one may begin at no multiple of 16 bytes.
                    let (shared, old) = values(&shape);
                    let [a, b] = [0, 1].map(|of| &shared[shape.starts[of]..][..shape.lens[of]]);
                    let mut out = [2, 3, 4].map(|of| Within::new(old, shape.starts[of], shape.lens[of]));
                    let expected = moved(&shape, a, b, old);
                    let [same, next, bounded] = &mut out;
                    let launch = moves(a, b, same.slice(), next.slice(), bounded.slice(), shape.bound as u32);
                    launch.workgroups([shape.groups as u32, 1, 1]).dispatch(&device).unwrap();
                    for (at, (out, expected)) in out.iter().zip(&expected).enumerate() {
                        out.check(old, expected, &|| format!("{at} of {shape:?} on {device}"));
                    }
                }
            }
        }

        #[test]
        fn of_buffers_that_are_one() {
            for device in all() {
                for shape in shapes().step_by(7) {
                    let (shared, old) = values(&shape);
                    let data = &shared[..shape.lens[0]];
                    let resident = device.buffer(data).unwrap();
                    let alias = resident.clone();
                    let mut out = [2, 3, 4].map(|of| device.buffer(&vec![old; shape.lens[of]]).unwrap());
                    let [same, next, bounded] = &mut out;
                    moves(&resident, &alias, same, next, bounded, shape.bound as u32)
                        .workgroups([shape.groups as u32, 1, 1])
                        .dispatch(&device)
                        .unwrap();
                    let expected = moved(&shape, data, data, old);
                    for (out, expected) in out.iter().zip(&expected) {
                        assert!(out.read().unwrap() == *expected, "{shape:?} on {device}");
                    }
                }
            }
        }

        #[test]
        fn after_every_prefix_of_the_passes() {
            let (program, _) = moves::__kernel().validated().unwrap();
            let forms = prefixes(&build(program).unwrap());
            let (last, form) = forms.last().unwrap();
            assert_eq!(form.coarsening.is_some(), $is_coarsened, "after {last}:\n{form}");
            let pack = |elements: &[$T]| words(elements.iter().flat_map($bytes));
            let open: Vec<usize> = half::open_lengths(program.program()).collect();
            for shape in shapes().step_by(3) {
                let (shared, old) = values(&shape);
                let [a, b] = [0, 1].map(|of| &shared[..shape.lens[of]]);
                let expected = moved(&shape, a, b, old).map(|out| pack(&out));
                let mut before = vec![pack(a), pack(b)];
                before.extend([2, 3, 4].map(|of| pack(&vec![old; shape.lens[of]])));
                before.push(vec![shape.bound as u32]);
                if !open.is_empty() {
                    before.push(open.iter().map(|of| shape.lens[*of] as u32).collect());
                }
                for (pass, form) in &forms {
                    let mut buffers = before.clone();
                    run_form(form, [shape.groups as u32, 1, 1], &mut buffers).unwrap();
                    assert!(buffers[2..5] == expected, "{shape:?} after {pass}: {:?}\n{form}", &buffers[2..5]);
                }
            }
        }
    })*};
}

types! {
    u32s u32, |x| x, |x| x.to_le_bytes(), true;
    i32s i32, |x| x.cast_signed(), |x| x.to_le_bytes(), true;
    u64s u64, |x| u64::from(x) << 32 | u64::from(!x), |x| x.to_le_bytes(), true;
    i64s i64, |x| -(i64::from(x) << 20), |x| x.to_le_bytes(), true;
    u128s u128, |x| u128::from(x) << 90 | u128::from(!x), |x| x.to_le_bytes(), false;
    bools bool, |x| x & 4 != 0, |x| u32::from(*x).to_le_bytes(), true;
    floats f32, |x| x as f32 / 7.0, |x| x.to_le_bytes(), true;
    pairs [u32; 2], |x| [x, !x], |x| x.map(u32::to_le_bytes).concat(), true;
    quads [u32; 4], |x| [x, !x, x ^ 1, 7], |x| x.map(u32::to_le_bytes).concat(), false;
    pairs_of_floats [f32; 2], |x| [x as f32, 0.5], |x| x.map(f32::to_le_bytes).concat(), true;
    quads_of_floats [f32; 4], |x| [x as f32, 0.5, -2.0, 1.0], |x| x.map(f32::to_le_bytes).concat(), false;
    halves f16, |x| f16::from_f32((x >> 24) as f32), |x| x.to_le_bytes(), true;
    brains bf16, |x| bf16::from_f32((x >> 24) as f32), |x| x.to_le_bytes(), true;
}

/// Kernels whose invocations have four elements in a row, which blocks have where all are there.
macro_rules! rows {
    ($($name:ident $T:ty, $value:expr;)*) => {$(mod $name {
        use super::*;

        #[vyre::kernel(workgroup_size = 16)]
        fn moves(a: &[$T], b: &[$T], same: &mut [$T], back: &mut [$T]) {
            let first = invocation_id().x * 4;
            for at in 0..4 {
                same[first + at] = a[first + at];
            }
            let [w, x, y, z] = [b[first], b[first + 1], b[first + 2], b[first + 3]];
            back[first + 3] = w;
            back[first + 2] = x;
            back[first + 1] = y;
            back[first] = z;
        }

        #[test]
        fn on_every_device() {
            let values: Vec<$T> = (0..2200).map($value).collect();
            let old = values[7];
            for device in all() {
                for shape in shapes() {
                    let [a, b] = [0, 1].map(|of| &values[shape.starts[of]..][..shape.lens[of]]);
                    let [same_len, back_len] = [shape.lens[2], shape.lens[3]];
                    let mut same = Within::new(old, shape.starts[2], same_len);
                    let mut back = Within::new(old, shape.starts[3], back_len);
                    let groups = [shape.groups as u32, 1, 1];
                    moves(a, b, same.slice(), back.slice()).workgroups(groups).dispatch(&device).unwrap();
                    let end = shape.groups * SIZE;
                    let of = |len: usize, value: &dyn Fn(usize) -> $T| -> Vec<$T> {
                        (0..len).map(|at| if at < end { value(at) } else { old }).collect()
                    };
                    let what = || format!("{shape:?} on {device}");
                    let expected = of(same_len, &|at| a.get(at).copied().unwrap_or_default());
                    same.check(old, &expected, &what);
                    let expected = of(back_len, &|at| b.get(at ^ 3).copied().unwrap_or_default());
                    back.check(old, &expected, &what);
                }
            }
        }

        #[test]
        fn by_blocks() {
            let (program, _) = moves::__kernel().validated().unwrap();
            let mut form = build(program).unwrap();
            pass::optimise(&mut form, &Target::WGSL);
            let text = form.to_string();
            let count = |what: &str| text.matches(what).count();
            assert_eq!((count("= load block"), count("store block")), (2, 2), "{text}");
        }
    })*};
}

rows! {
    rows_of_u32 u32, |at| (at as u32 + 1).wrapping_mul(0x9e37_79b9);
    rows_of_i32 i32, |at| -at - 1;
    rows_of_floats f32, |at| at as f32 / 7.0 - 3.0;
}

/// Bytes are loaded by words where all of a word's are there.
#[vyre::kernel(workgroup_size = 64)]
fn bytes_move(a: &[u8], b: &[i16], wide: &mut [u32], narrow: &mut [u8], short: &mut [i16], n: u32) {
    let i = invocation_id().x;
    if i < wide.len() {
        wide[i] = a[i] as u32;
    }
    narrow[i] = a[i + 1];
    if i < n {
        short[i] = b[i];
    }
}

#[vyre::kernel(workgroup_size = 64)]
fn bytes_widen(a: &[u8], wide: &mut [u32]) {
    let i = invocation_id().x;
    if i < wide.len() {
        wide[i] = a[i] as u32 + 1000;
    }
}

#[test]
fn integers_that_share_words() {
    let (program, _) = bytes_widen::__kernel().validated().unwrap();
    let mut form = build(program).unwrap();
    pass::optimise(&mut form, &Target::WGSL);
    assert!(form.coarsening.is_some(), "{form}");
    let a: Vec<u8> = (0..2200u32).map(|at| (at * 37 + 11) as u8).collect();
    let b: Vec<i16> = (0..2200i32).map(|at| (at * 7919) as i16).collect();
    for device in all() {
        for shape in shapes() {
            let a = &a[shape.starts[0]..][..shape.lens[0]];
            let b = &b[shape.starts[1]..][..shape.lens[1]];
            let [_, _, wide_len, narrow_len, short_len] = shape.lens;
            let mut wide = Within::new(9999, shape.starts[2], wide_len);
            let mut narrow = Within::new(99, shape.starts[3], narrow_len);
            let mut short = Within::new(-9, shape.starts[4], short_len);
            let groups = [shape.groups as u32, 1, 1];
            let end = shape.groups * SIZE;
            let what = || format!("{shape:?} on {device}");

            let byte = |at: usize| a.get(at).copied().unwrap_or(0);
            let widened = |more: u32| -> Vec<u32> {
                (0..wide_len).map(|at| if at < end { u32::from(byte(at)) + more } else { 9999 }).collect()
            };
            bytes_move(a, b, wide.slice(), narrow.slice(), short.slice(), shape.bound as u32)
                .workgroups(groups)
                .dispatch(&device)
                .unwrap();
            wide.check(9999, &widened(0), &what);
            let expected: Vec<u8> =
                (0..narrow_len).map(|at| if at < end { byte(at + 1) } else { 99 }).collect();
            narrow.check(99, &expected, &what);
            let element = |at: usize| b.get(at).copied().unwrap_or(0);
            let end_of_short = end.min(shape.bound);
            let expected: Vec<i16> =
                (0..short_len).map(|at| if at < end_of_short { element(at) } else { -9 }).collect();
            short.check(-9, &expected, &what);

            let mut wide = Within::new(9999, shape.starts[2], wide_len);
            bytes_widen(a, wide.slice()).workgroups(groups).dispatch(&device).unwrap();
            wide.check(9999, &widened(1000), &what);
        }
    }
}
