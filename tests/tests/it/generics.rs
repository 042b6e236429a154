//! Kernels and functions over types, for every type that the bounds allow, on every device.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use vyre::prelude::*;

fn every_device() -> Vec<Device> {
    [Device::reference()].into_iter().chain(vyre_tests::devices()).collect()
}

/// Inclusive sums of each block of `N`.
#[vyre::kernel(workgroup_size = 64)]
fn scan<T: vyre::Number, const N: u32>(data: &[T], scale: T, out: &mut [T]) {
    let (i, k) = (invocation_id().x, local_id().x);
    let mut tile = workgroup_array::<T, N>();
    if k < N {
        tile[k] = data[i] * scale + T::from_u32(3) % (T::ONE + T::ONE);
    }
    barrier();
    let mut sum = T::ZERO;
    for j in 0..=k {
        sum += tile[j];
    }
    out[i] = sum.max(T::ZERO).min(data[i] + sum);
}

/// What `scan` computes, by operators that do not overflow.
macro_rules! scanned {
    ($test:ident, $T:ident, $add:expr, $mul:expr) => {
        #[test]
        fn $test() {
            let (add, mul): (fn($T, $T) -> $T, fn($T, $T) -> $T) = ($add, $mul);
            let data: Vec<$T> = (0..150i32).map(|i| (i * 7 - 300) as $T).collect();
            let scale = 3 as $T;
            let tile = |i: usize| {
                let one = (3 % 2) as $T;
                if i % 64 < 40 { add(mul(data.get(i).copied().unwrap_or(0 as $T), scale), one) } else { 0 as $T }
            };
            let expected: Vec<$T> = (0..150)
                .map(|i| {
                    let sum = (i / 64 * 64..=i).fold(0 as $T, |sum, j| add(sum, tile(j)));
                    let most = if sum > 0 as $T { sum } else { 0 as $T };
                    let other = add(data[i], sum);
                    if other < most { other } else { most }
                })
                .collect();
            for device in every_device() {
                let mut out = vec![0 as $T; 150];
                scan::<_, 40>(&data, scale, &mut out).dispatch(&device).unwrap();
                assert_eq!(out, expected, "{device}");
                let (resident, mut out) = (device.buffer(&data).unwrap(), device.zeros::<$T>(150).unwrap());
                scan::<$T, 40>(&resident, scale, &mut out).dispatch(&device).unwrap();
                assert_eq!(out.read().unwrap(), expected, "buffers on {device}");
            }
        }
    };
    ($($test:ident: $T:ident;)*) => {
        $(scanned!($test, $T, |a, b| a.wrapping_add(b), |a, b| a.wrapping_mul(b));)*
    };
}

scanned! {
    scan_of_u8: u8;
    scan_of_i8: i8;
    scan_of_u16: u16;
    scan_of_i16: i16;
    scan_of_u32: u32;
    scan_of_i32: i32;
    scan_of_u64: u64;
    scan_of_i64: i64;
}
scanned!(scan_of_f32, f32, |a, b| a + b, |a, b| a * b);

#[vyre::kernel]
fn bits<T: vyre::Integer>(data: &[T], table: &Uniform<[T]>, out: &mut [u32]) {
    let i = invocation_id().x;
    let x = (data[i] ^ table[i % table.len()]) & !(T::ONE << 2) | data[i] >> 1;
    out[i] = x.count_ones() + 100 * x.leading_zeros() + 10_000 * x.trailing_zeros();
}

#[vyre::kernel]
fn lengths<F: vyre::Float, T: vyre::Integer>(x: &[F], y: &[F], n: &[T], out: &mut [F]) {
    let i = invocation_id().x;
    let length = x[i].mul_add(x[i], y[i] * y[i]).sqrt();
    out[i] = if n[i] == T::ZERO { length } else { -length.abs() };
}

#[test]
fn bounds_on_integers_and_floats() {
    let data: Vec<i16> = (0..100).map(|i| (i * 331 - 9000) as i16).collect();
    let wide: Vec<u64> = (0..100).map(|i: u64| i.wrapping_mul(0x9e37_79b9_7f4a_7c15)).collect();
    let (x, y): (Vec<f32>, Vec<f32>) = (0..50).map(|i| (i as f32 * 0.75, 10.0 - i as f32)).unzip();
    let n: Vec<i64> = (0..50).map(|i| i % 2).collect();
    for device in every_device() {
        let mut out = vec![0; 100];
        bits(&data, &[5, -1, i16::MIN], &mut out).dispatch(&device).unwrap();
        for (i, got) in out.iter().enumerate() {
            let x = (data[i] ^ [5, -1, i16::MIN][i % 3]) & !4 | data[i] >> 1;
            let expected = x.count_ones() + 100 * x.leading_zeros() + 10_000 * x.trailing_zeros();
            assert_eq!(*got, expected, "{i} on {device}");
        }
        bits(&wide, &[7u64], &mut out).dispatch(&device).unwrap();
        for (i, got) in out.iter().enumerate() {
            let x = (wide[i] ^ 7) & !4 | wide[i] >> 1;
            let expected = x.count_ones() + 100 * x.leading_zeros() + 10_000 * x.trailing_zeros();
            assert_eq!(*got, expected, "{i} on {device}");
        }
        let mut out = vec![0.0; 50];
        lengths(&x, &y, &n, &mut out).dispatch(&device).unwrap();
        for i in 0..50 {
            let length = x[i].mul_add(x[i], y[i] * y[i]).sqrt();
            assert_eq!(out[i], if n[i] == 0 { length } else { -length }, "{i} on {device}");
        }
    }
    assert!(bits::<u64>::wgsl().contains("vec2<u32>") && !bits::<u32>::wgsl().contains("vec2<u32>"));
}

mod functions {
    /// `x` to the power of `n`, wrapping.
    #[vyre::function]
    pub fn power<T: vyre::Number>(x: T, n: u32) -> T {
        let (mut result, mut square, mut left) = (T::ONE, x, n);
        while left != 0 {
            if left % 2 == 1 {
                result *= square;
            }
            square *= square;
            left /= 2;
        }
        result
    }

    /// The middle one of three numbers.
    #[vyre::function]
    pub fn middle<T: vyre::Number>(a: T, b: T, c: T) -> T {
        a.min(b).max(a.max(b).min(c))
    }

    /// The number of bits in which two numbers differ, and that of the type if they are equal.
    #[vyre::function]
    pub fn distance<T: vyre::Integer>(a: T, b: T) -> u32 {
        if a == b { width::<T>() } else { (a ^ b).count_ones() }
    }

    #[vyre::function]
    pub fn width<T: vyre::Integer>() -> u32 {
        T::ZERO.leading_zeros()
    }

    /// As by `as`, of two types.
    #[vyre::function]
    pub fn scaled<T: vyre::Number, F: vyre::Float>(x: T, by: F) -> F {
        let least: T = middle(x, T::ZERO, T::ONE);
        if least == x { by } else { by * by.sqrt() }
    }
}

use functions::{distance, middle, power};

#[vyre::kernel]
fn calls(a: &[u64], b: &[i16], c: &[f32], out: &mut [u64], narrow: &mut [i16], floats: &mut [f32]) {
    let i = invocation_id().x;
    let (x, y, z) = (a[i], b[i], c[i]);
    let of_wide: u32 = distance(x, a[i + 1]);
    let of_narrow: u32 = distance(y, b[i + 1]);
    let width: u32 = functions::width::<u8>();
    let most: u64 = middle(power(x, 3), 5, x);
    let (three, four): (u64, u8) = (power(2, 33), power(2, 9));
    out[i] = most + of_wide as u64 * 1000 + of_narrow as u64 * 1_000_000 + width as u64 + three + four as u64;
    narrow[i] = power::<i16>(y, 5) - middle(y, 3, -3);
    let (squared, between): (f32, f32) = (power(z, 2), middle(z, 1.0, 2.0));
    floats[i] = squared + between + functions::scaled(y, z);
}

#[test]
fn functions_over_types() {
    let wide: Vec<u64> = (0..70).map(|i: u64| (i / 2).wrapping_mul(0x9e37_79b9_7f4a_7c15)).collect();
    let narrow: Vec<i16> = (0..70).map(|i| i / 3 - 7).collect();
    let floats: Vec<f32> = (0..70).map(|i| i as f32 * 0.5).collect();
    let of_wide = |a: u64, b: u64| if a == b { 64 } else { (a ^ b).count_ones() };
    let of_narrow = |a: i16, b: i16| if a == b { 16 } else { (a ^ b).count_ones() };
    let next = |i: usize| i + 1;
    assert_eq!((power(3u8, 6), power(-2i64, 63), power(1.5f32, 3)), (217, i64::MIN, 3.375));
    assert_eq!((middle(3, 1, 2), middle(1u8, 9, 5), distance(0u8, 255), distance(7u64, 7)), (2, 5, 8, 64));
    assert_eq!(
        (functions::width::<i16>(), functions::scaled(0u8, 4.0f32), functions::scaled(-9, 4.0f32)),
        (16, 4.0, 8.0)
    );
    let expected: Vec<(u64, i16, f32)> = (0..69)
        .map(|i| {
            let (x, y, z) = (wide[i], narrow[i], floats[i]);
            let mut most = [x.wrapping_pow(3), 5, x];
            most.sort_unstable();
            let distances = (of_wide(x, wide[next(i)]), of_narrow(y, narrow[next(i)]));
            let out = most[1].wrapping_add(
                u64::from(distances.0) * 1000 + u64::from(distances.1) * 1_000_000 + 8 + (1 << 33),
            );
            let scaled = if y == 0 || y == 1 { z } else { z * z.sqrt() };
            (out, y.wrapping_pow(5).wrapping_sub(y.clamp(-3, 3)), z * z + z.clamp(1.0, 2.0) + scaled)
        })
        .collect();
    for device in every_device() {
        let (mut a, mut b, mut c) = (vec![0; 69], vec![0; 69], vec![0.0; 69]);
        calls(&wide, &narrow, &floats, &mut a, &mut b, &mut c).dispatch(&device).unwrap();
        for (i, expected) in expected.iter().enumerate() {
            assert_eq!((a[i], b[i], c[i]), *expected, "{i} on {device}");
        }
    }
}
