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
