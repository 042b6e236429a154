//! Types and constants as parameters, in kernels and in functions that call each other.

use crate::tried::devices;
use vyre::prelude::*;
use vyre::{bf16, f16};

// nested generics: function over types and constants that calls a function over types
#[vyre::function]
fn lerp<T: vyre::Number>(a: T, b: T, num: T, den: T) -> T {
    if den == T::ZERO { a } else { a + (b - a) * num / den }
}
#[vyre::function]
fn sum_of<T: vyre::Number, const N: u32>(a: &[T]) -> T {
    let mut s = T::ZERO;
    for i in 0..N {
        s += a[i];
    }
    s
}
#[vyre::function]
fn mean<T: vyre::Number, const N: u32>(a: &[T]) -> T {
    let s: T = sum_of::<T, N>(a);
    s / T::from_u32(N)
}
#[vyre::kernel]
fn resample<T: vyre::Number, const K: u32>(data: &[T], out: &mut [T]) {
    let i = invocation_id().x;
    let a = data[i / K];
    let b = data[i / K + 1];
    let step = T::from_u32(i % K);
    let l: T = lerp(a, b, step, T::from_u32(K));
    let m: T = mean::<T, 3>(&[a, b, l]);
    out[i] = l.max(m).min(T::from_u32(100));
}
#[test]
fn generic_resampling() {
    for device in devices() {
        let mut out = [0i64; 6];
        resample::<i64, 3>(&[9, 30, 3], &mut out).dispatch(&device).unwrap();
        let e = |a: i64, b: i64, s: i64| {
            let l = a + (b - a) * s / 3;
            l.max((a + b + l) / 3).min(100)
        };
        assert_eq!(out, [e(9, 30, 0), e(9, 30, 1), e(9, 30, 2), e(30, 3, 0), e(30, 3, 1), e(30, 3, 2)]);
        let mut out = [0.0f32; 4];
        resample::<_, 2>(&[1.0f32, 4.0, -2.0], &mut out).dispatch(&device).unwrap();
        let e = |a: f32, b: f32, s: f32| {
            let l = a + (b - a) * s / 2.0;
            l.max((0.0 + a + b + l) / 3.0).min(100.0)
        };
        assert_eq!(out, [e(1.0, 4.0, 0.0), e(1.0, 4.0, 1.0), e(4.0, -2.0, 0.0), e(4.0, -2.0, 1.0)]);
        let mut out = [f16::ZERO; 2];
        resample::<f16, 1>(&[f16::from_f32(1.5), f16::from_f32(2.5), f16::from_f32(0.25)], &mut out)
            .dispatch(&device)
            .unwrap();
        // means: (1.5 + 2.5 + 1.5) / 3 = 1.8333 and (2.5 + 0.25 + 2.5) / 3 = 1.75
        assert_eq!(out, [f16::from_f32(5.5 / 3.0), f16::from_f32(2.5)]);
        let mut out = [bf16::ZERO; 2];
        resample::<bf16, 1>(&[bf16::from_f32(1.5), bf16::from_f32(2.5), bf16::from_f32(0.25)], &mut out)
            .dispatch(&device)
            .unwrap();
        assert_eq!(out, [bf16::from_f32(5.5 / 3.0), bf16::from_f32(2.5)]);
        let mut out = [0u8; 4];
        resample::<u8, 4>(&[200, 250], &mut out).dispatch(&device).unwrap();
        let e = |s: u8| {
            let l = 200u8.wrapping_add(50u8.wrapping_mul(s) / 4);
            let m = 200u8.wrapping_add(250).wrapping_add(l) / 3;
            l.max(m).min(100)
        };
        assert_eq!(out, [e(0), e(1), e(2), e(3)]);
    }
}

// Integer bound: bits, shifts, counts; with a struct beside it.
#[vyre::function]
fn gray<T: vyre::Integer>(x: T) -> T {
    x ^ (x >> 1)
}
#[vyre::function]
fn parity<T: vyre::Integer>(x: T) -> bool {
    x.count_ones() % 2 == 1
}
#[vyre::kernel]
fn grays<T: vyre::Integer>(data: &mut [T], parities: &mut [u32], shift: u32) {
    let i = invocation_id().x;
    if i < data.len() {
        let g: T = gray(data[i]);
        data[i] = (g << shift) | (g & T::ONE);
        if parity(g) {
            parities[i] = g.leading_zeros() + 100 * g.trailing_zeros();
        }
        data[i] ^= !T::ZERO;
    }
}
#[test]
fn generic_integers() {
    fn check<T: Copy + PartialEq + std::fmt::Debug>(
        data: &[T],
        run: impl Fn(&mut [T], &mut [u32]),
        one: impl Fn(T) -> (T, u32),
    ) {
        let mut d = data.to_vec();
        let mut p = vec![0; d.len()];
        run(&mut d, &mut p);
        for ((d, p), x) in d.iter().zip(&p).zip(data) {
            assert_eq!((*d, *p), one(*x), "{x:?}");
        }
    }
    macro_rules! of {
        ($t:ty, $device:expr) => {
            check::<$t>(
                &[0, 1, 2, 3, 100, 127, <$t>::MAX, <$t>::MIN, <$t>::MAX - 1],
                |d, p| grays::<$t>(d, p, 1).dispatch($device).unwrap(),
                |x| {
                    let g = x ^ (x >> 1);
                    let out = ((g << 1) | (g & 1)) ^ !0;
                    (
                        out,
                        if g.count_ones() % 2 == 1 {
                            g.leading_zeros() + 100 * g.trailing_zeros()
                        } else {
                            0
                        },
                    )
                },
            )
        };
    }
    for device in devices() {
        of!(u8, &device);
        of!(i8, &device);
        of!(u16, &device);
        of!(i16, &device);
        of!(u32, &device);
        of!(i32, &device);
        of!(u64, &device);
        of!(i64, &device);
        of!(u128, &device);
    }
}

// Float bound
#[vyre::function]
fn norm<T: vyre::Float>(x: T, y: T) -> T {
    x.mul_add(x, y * y).sqrt().abs()
}
#[vyre::kernel]
fn norms<T: vyre::Float>(x: &[T], y: &[T], out: &mut [T]) {
    let i = invocation_id().x;
    out[i] = norm(x[i], y[i]);
    if out[i] >= T::from_u32(5) {
        out[i] = -out[i];
    }
}
#[test]
fn generic_floats() {
    for device in devices() {
        let mut out = [0.0f32; 3];
        norms(&[3.0, 1.0, 0.1], &[4.0, 1.0, 0.7], &mut out).dispatch(&device).unwrap();
        assert_eq!(out, [-5.0, 2f32.sqrt(), 0.1f32.mul_add(0.1, 0.7 * 0.7).sqrt()]);
        let f = f16::from_f32;
        let mut out = [f(0.0); 2];
        norms(&[f(3.0), f(1.0)], &[f(4.0), f(1.0)], &mut out).dispatch(&device).unwrap();
        assert_eq!(out, [f(-5.0), f(2f32.sqrt())]);
    }
}

// const parameters: arithmetic in lengths, workgroup arrays, several launches.
#[vyre::kernel(workgroup_size = 32)]
fn stencil<const R: u32, const W: u32>(input: &[i32], out: &mut [i32]) {
    let mut tile = workgroup_array::<i32, { 32 + 2 * R }>();
    let (g, l) = (invocation_id().x, local_id().x);
    let mut k = l;
    while k < tile.len() {
        tile[k] = input[workgroup_id().x * 32 + k - R];
        k += 32;
    }
    barrier();
    let mut window = [0i32; (2 * R + 1) as usize];
    for j in 0..2 * R + 1 {
        window[j] = tile[l + j] * W as i32;
    }
    // insertion sort, median
    for a in 1..window.len() {
        let mut b = a;
        while b > 0 && window[b - 1] > window[b] {
            (window[b - 1], window[b]) = (window[b], window[b - 1]);
            b -= 1;
        }
    }
    out[g] = window[R];
}
#[test]
fn medians() {
    let input: Vec<i32> = (0..96).map(|n: i32| (n * 7919) % 101 - 50).collect();
    fn expect(input: &[i32], r: i64, w: i32) -> Vec<i32> {
        (0..input.len() as i64)
            .map(|i| {
                let mut v: Vec<i32> = (i - r..=i + r)
                    .map(|k| usize::try_from(k).ok().and_then(|k| input.get(k)).copied().unwrap_or(0) * w)
                    .collect();
                v.sort();
                v[r as usize]
            })
            .collect()
    }
    for device in devices() {
        let mut out = vec![0; 96];
        stencil::<1, 3>(&input, &mut out).dispatch(&device).unwrap();
        assert_eq!(out, expect(&input, 1, 3), "{device}");
        stencil::<2, 1>(&input, &mut out).dispatch(&device).unwrap();
        assert_eq!(out, expect(&input, 2, 1), "{device}");
    }
}

// generic nested fn inside a kernel; turbofish; generic over slices
#[vyre::kernel]
fn inside(a: &[u16], b: &[f32], out: &mut [f32]) {
    fn largest<T: vyre::Number>(v: &[T]) -> T {
        let mut best = v[0];
        for i in 1..v.len() {
            best = best.max(v[i]);
        }
        best
    }
    fn at<const N: u32>(v: &[u16]) -> u32 {
        v[N] as u32 + N
    }
    let i = invocation_id().x;
    out[i] = largest(&a[i..i + 3]) as f32 + largest::<f32>(&b[i..]) + at::<2>(a) as f32;
}
#[test]
fn generic_nested_functions() {
    for device in devices() {
        let (a, b) = ([5u16, 9, 2, 40000, 7], [0.5f32, -1.0, 0.25, -4.0, -2.0]);
        let mut out = [0.0; 3];
        inside(&a, &b, &mut out).dispatch(&device).unwrap();
        let e = |i: usize| {
            *a[i..i + 3].iter().max().unwrap() as f32 + b[i..].iter().copied().fold(f32::MIN, f32::max) + 4.0
        };
        assert_eq!(out, [e(0), e(1), e(2)]);
    }
}

// Generic kernel with workgroup arrays and collectives of T.
#[vyre::kernel(workgroup_size = 64)]
fn scan<T: vyre::Number, const N: u32>(data: &mut [T], totals: &mut [T]) {
    let mut a = workgroup_array::<T, 64>();
    let (g, l) = (invocation_id().x, local_id().x);
    a[l] = data[g];
    barrier();
    let mut d = 1;
    while d < 64 {
        let add = if l >= d { a[l - d] } else { T::ZERO };
        barrier();
        a[l] += add;
        barrier();
        d *= 2;
    }
    data[g] = a[l] * T::from_u32(N);
    if l == 63 {
        totals[workgroup_id().x] = a[63];
    }
}
#[test]
fn generic_scan() {
    for device in devices() {
        let input: Vec<u64> = (0..128).map(|n| n * n << 20).collect();
        let mut data = input.clone();
        let mut totals = [0; 2];
        scan::<u64, 2>(&mut data, &mut totals).dispatch(&device).unwrap();
        for i in 0..128 {
            let s: u64 = input[i / 64 * 64..=i].iter().sum();
            assert_eq!(data[i], s * 2);
        }
        assert_eq!(totals, [input[..64].iter().sum::<u64>(), input[64..].iter().sum()]);
        let mut bytes = vec![7u8; 64];
        let mut totals = [0u8];
        scan::<u8, 1>(&mut bytes, &mut totals).dispatch(&device).unwrap();
        assert_eq!(totals, [(7 * 64 % 256) as u8]);
    }
}
