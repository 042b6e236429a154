//! Quotients and remainders by constants, against rustc: the pass `divide` computes them by shifts, masks and products.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use vyre::prelude::*;

fn every_device() -> Vec<Device> {
    [Device::reference()].into_iter().chain(vyre_tests::devices()).collect()
}

/// Numbers of 64 bits: near every power of two and its negation, and near multiples of the divisors that are given.
fn numbers(divisors: &[u64]) -> Vec<u64> {
    let powers = (0..64).map(|bits| 1_u64 << bits).flat_map(|power| [power, power.wrapping_neg()]);
    let multiples = divisors.iter().filter(|by| **by > 0).flat_map(|by| {
        [u64::MAX, 1 << 63, 1 << 32, 0x0123_4567_89ab_cdef].map(|most| most / by).map(|times| times * by)
    });
    let near = |x: u64| [x.wrapping_sub(1), x, x.wrapping_add(1)];
    powers.chain(multiples).flat_map(near).collect()
}

/// A type, with divisors.
macro_rules! divisions {
    ($test:ident, $T:ident, [$($by:literal),*]) => {
        mod $test {
            use super::{every_device, numbers};

            #[vyre::kernel]
            fn divide(a: &[$T], out: &mut [$T]) {
                let i = invocation_id().x;
                if i < a.len() {
                    let mut at = i;
                    $(
                        out[at] = a[i] / $by;
                        out[at + a.len()] = a[i] % $by;
                        at += 2 * a.len();
                    )*
                    out[at] = 0;
                }
            }

            #[test]
            fn as_rust_computes_them() {
                let divisors: [$T; [$($by as $T),*].len()] = [$($by),*];
                let a: Vec<$T> = numbers(&divisors.map(|by| by as u64)).into_iter().map(|x| x as $T).collect();
                let mut out = vec![1; (2 * divisors.len() + 1) * a.len()];
                for device in every_device() {
                    divide(&a, &mut out).invocations([a.len() as u32, 1, 1]).dispatch(&device).unwrap();
                    for (of, by) in divisors.iter().enumerate() {
                        let parts = &out[2 * of * a.len()..];
                        for (at, x) in a.iter().enumerate() {
                            let got = [parts[at], parts[at + a.len()]];
                            assert_eq!(got, [x.wrapping_div(*by), x.wrapping_rem(*by)], "{x} by {by} on {device}");
                        }
                    }
                }
            }
        }
    };
}

divisions!(of_u32, u32, [2, 3, 7, 8, 64, 641, 0x8000_0000, 0xffff_ffff]);
divisions!(
    of_i32,
    i32,
    [2, -2, 3, -7, 8, -8, 1024, -1024, 0x4000_0000, -0x4000_0000, -0x8000_0000, 0x7fff_ffff]
);
divisions!(of_u64, u64, [2, 3, 5, 7, 9, 10, 11, 12, 14, 25, 28, 100, 125, 625, 641, 1_000, 1_000_003]);
divisions!(
    of_large_u64,
    u64,
    [
        1_000_000_007,
        0x8000_0000,
        0xffff_ffff,
        0x1_0000_0000,
        0x1_0000_0001,
        10_000_000_000,
        0x1fff_ffff_ffff_ffff,
        0x4000_0000_0000_0000,
        0x7fff_ffff_ffff_ffff,
        0x8000_0000_0000_0000,
        0x8000_0000_0000_0001,
        0xffff_ffff_ffff_fffe,
        0xffff_ffff_ffff_ffff
    ]
);
divisions!(
    of_i64,
    i64,
    [2, -2, 3, -3, 7, -7, 10, -1_000_000_007, 0x4000_0000_0000_0000, 0x7fff_ffff_ffff_ffff]
);

/// Of numbers that fit into a word the quotient does too, and of shorter numbers a shorter factor is enough.
#[vyre::kernel]
fn narrow(a: &[u32], b: &[u32], out: &mut [u64]) {
    let i = invocation_id().x;
    let (x, y) = (a[i] as u64, b[i] as u64);
    out[4 * i] = x / y;
    out[4 * i + 1] = x % y;
    out[4 * i + 2] = x / 7 + (x % 0x1_0000_0007 << 8);
    out[4 * i + 3] = ((x << 8) | 255) / 7;
}

#[test]
fn words_are_divided_as_words() {
    let edges = [0, 1, 2, 6, 7, 8, 255, 65_536, 0x7fff_ffff, 0x8000_0000, 0xffff_fffe, 0xffff_ffff_u32];
    let (a, b): (Vec<u32>, Vec<u32>) = edges.iter().flat_map(|x| edges.map(|y| (*x, y))).unzip();
    let expected: Vec<u64> = (a.iter().zip(&b))
        .flat_map(|(x, y)| {
            let (x, y) = (u64::from(*x), u64::from(*y));
            [
                x.checked_div(y).unwrap_or(0),
                x.checked_rem(y).unwrap_or(0),
                x / 7 + (x << 8),
                (x * 256 + 255) / 7,
            ]
        })
        .collect();
    for device in every_device() {
        let mut out = vec![0; 4 * a.len()];
        narrow(&a, &b, &mut out).invocations([a.len() as u32, 1, 1]).dispatch(&device).unwrap();
        assert_eq!(out, expected, "{device}");
    }
}
