//! The integers of every width, against rustc: operators, casts and methods, on the host and on every device.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]
#![allow(clippy::all, clippy::pedantic, reason = "the same expressions for every type")]

use vyre::prelude::*;

fn every_device() -> Vec<Device> {
    [Device::reference()].into_iter().chain(vyre_tests::devices()).collect()
}

/// Numbers near the limits of every width, as bits.
const EDGES: [u64; 24] = [
    0,
    1,
    2,
    3,
    7,
    10,
    100,
    127,
    128,
    255,
    256,
    32_767,
    32_768,
    65_535,
    0x7fff_ffff,
    0x8000_0000,
    0xffff_ffff,
    0x1_0000_0000,
    0x7fff_ffff_ffff_ffff,
    0x8000_0000_0000_0000,
    0x0123_4567_89ab_cdef,
    u64::MAX - 1,
    u64::MAX - 99,
    u64::MAX,
];

/// The numbers, as bits of as many as a type needs.
trait Bits: Sized {
    fn edges() -> Vec<Self>;
}

impl Bits for u64 {
    fn edges() -> Vec<u64> {
        EDGES.to_vec()
    }
}

impl Bits for u128 {
    fn edges() -> Vec<u128> {
        let upper = [1, 5, 0xffff_ffff, 0x0123_4567_89ab_cdef, u64::MAX - 99, u64::MAX];
        let lower = [0, 1, 3, 0xffff_ffff, 1 << 63, u64::MAX];
        let both =
            upper.iter().flat_map(|upper| lower.iter().map(|lower| (*upper as u128) << 64 | *lower as u128));
        EDGES.iter().step_by(3).map(|edge| *edge as u128).chain(both).collect()
    }
}

/// Tests of a type: a number of expressions, in the words of kernels and of std. `R` has the bits of numbers and results.
macro_rules! tests {
    ($test:ident, $T:ident, $U:ident, $S:ident, $R:ident, [$a:ident, $b:ident, $n:ident] $($number:literal: $kernel:expr => $std:expr;)*) => {
        mod $test {
            use super::{Bits, every_device};

            #[vyre::function]
            fn computed($a: $T, $b: $T, $n: u32, which: u32) -> $R {
                match which {
                    $($number => ($kernel) as $R,)*
                    _ => 0,
                }
            }

            fn expected($a: $T, $b: $T, $n: u32, which: u32) -> $R {
                match which {
                    $($number => ($std) as $R,)*
                    _ => 0,
                }
            }

            const COUNT: u32 = [$($number),*].len() as u32;

            #[vyre::kernel]
            fn kernel(x: &[$R], y: &[$R], count: u32, out: &mut [$R]) {
                let i = invocation_id().x;
                let (pair, which) = (i / count, i % count);
                out[i] = computed(x[pair] as $T, y[pair] as $T, y[pair] as u32, which);
            }

            #[test]
            fn kernels_and_functions_compute_what_rust_does() {
                let edges = <$R as Bits>::edges();
                let (x, y): (Vec<$R>, Vec<$R>) =
                    edges.iter().flat_map(|x| edges.iter().map(|y| (*x, *y))).unzip();
                let each = || x.iter().zip(&y).flat_map(|(x, y)| (0..COUNT).map(|which| (*x, *y, which)));
                let expected: Vec<$R> =
                    each().map(|(x, y, which)| expected(x as $T, y as $T, y as u32, which)).collect();
                for ((x, y, which), expected) in each().zip(&expected) {
                    let got = computed(x as $T, y as $T, y as u32, which);
                    assert_eq!(got, *expected, "expression {which} of {} and {} on the host", x as $T, y as $T);
                }
                for device in every_device() {
                    let mut out = vec![0; expected.len()];
                    kernel(&x, &y, COUNT, &mut out).dispatch(&device).unwrap();
                    for (((x, y, which), got), expected) in each().zip(&out).zip(&expected) {
                        assert_eq!(got, expected, "expression {which} of {} and {} on {device}", x as $T, y as $T);
                    }
                }
            }
        }
    };
}

/// What every integer has.
macro_rules! of_every_integer {
    ($operators:ident, $methods:ident, $T:ident, $U:ident, $S:ident, $R:ident) => {
        tests! { $operators, $T, $U, $S, $R, [a, b, n]
            0: (a + b) => a.wrapping_add(b);
            1: (a - b) => a.wrapping_sub(b);
            2: (a * b) => a.wrapping_mul(b);
            3: (a / b) => if b == 0 { 0 } else { a.wrapping_div(b) };
            4: (a % b) => if b == 0 { 0 } else { a.wrapping_rem(b) };
            5: (a & b | a ^ !b) => (a & b | a ^ !b);
            6: (a << n) => a.wrapping_shl(n);
            7: (a >> n) => a.wrapping_shr(n);
            8: (a << b) => a.wrapping_shl(b as u32);
            9: (a < b) => (a < b);
            10: (a <= b) => (a <= b);
            11: (a > b) => (a > b);
            12: (a >= b) => (a >= b);
            13: (a == b) => (a == b);
            14: (a != b) => (a != b);
            15: (a as u8 as u64 + a as i8 as u64) => (a as u8 as u64).wrapping_add(a as i8 as u64);
            16: (a as u16 as u64 + a as i16 as u64) => (a as u16 as u64).wrapping_add(a as i16 as u64);
            17: (a as u32 as u64 + a as i32 as u64) => (a as u32 as u64).wrapping_add(a as i32 as u64);
            18: (a as i64) => (a as i64);
            19: (if a == $T::MAX { $T::MIN } else { a + 1 }) => if a == $T::MAX { $T::MIN } else { a.wrapping_add(1) };
            20: { let mut sum = a; for k in 0..5 { sum += k; } sum } => a.wrapping_add(10);
            21: { let mut sum = 0u64; for k in (b..=b.saturating_add(3)).rev() { sum = sum * 7 + k as u64; } sum }
                => (b..=b.saturating_add(3)).rev().fold(0u64, |sum, k| sum.wrapping_mul(7).wrapping_add(k as u64));
            22: { let mut c = a; c <<= 3; c -= b; c /= 3; c ^= b; c }
                => (a.wrapping_shl(3).wrapping_sub(b).wrapping_div(3) ^ b);
            23: (match a { 0 => 1u32, 1..=9 => 2, 100 | 127 => 3, _ if a > b => 4, _ => 5 })
                => match a { 0 => 1u32, 1..=9 => 2, 100 | 127 => 3, _ if a > b => 4, _ => 5 };
            24: [10u32, 20, 30][a as u32 % 3] => [10u32, 20, 30][(a as u32 % 3) as usize];
            25: select(a < b, a, b) => if a < b { a } else { b };
            26: { let parts = (a, [b; 3]); parts.0 - parts.1[n as usize % 3] } => a.wrapping_sub(b);
        }

        tests! { $methods, $T, $U, $S, $R, [a, b, n]
            0: a.count_ones() => a.count_ones();
            1: a.count_zeros() => a.count_zeros();
            2: a.leading_zeros() => a.leading_zeros();
            3: a.trailing_zeros() => a.trailing_zeros();
            4: a.leading_ones() => a.leading_ones();
            5: a.trailing_ones() => a.trailing_ones();
            6: a.reverse_bits() => a.reverse_bits();
            7: a.rotate_left(n) => a.rotate_left(n % $T::BITS);
            8: a.rotate_right(n) => a.rotate_right(n % $T::BITS);
            9: a.swap_bytes() => a.swap_bytes();
            10: (a.to_be() ^ a.to_le()) => (a.to_be() ^ a.to_le());
            11: a.min(b) => a.min(b);
            12: a.max(b) => a.max(b);
            13: a.clamp(a.min(b), b) => if a < b { a } else { b };
            14: a.abs_diff(b) => a.abs_diff(b);
            15: a.pow(n % 9) => a.wrapping_pow(n % 9);
            16: a.saturating_add(b) => a.saturating_add(b);
            17: a.saturating_sub(b) => a.saturating_sub(b);
            18: a.saturating_mul(b) => a.saturating_mul(b);
            19: a.wrapping_add(b).wrapping_sub(a).wrapping_mul(a) => b.wrapping_mul(a);
            20: a.wrapping_neg() => a.wrapping_neg();
            21: a.wrapping_shl(n) => a.wrapping_shl(n);
            22: a.wrapping_shr(n) => a.wrapping_shr(n);
            23: a.ilog2() => a.checked_ilog2().unwrap_or(0);
            24: a.ilog10() => a.checked_ilog10().unwrap_or(0);
            25: a.div_euclid(b) => if b == 0 { 0 } else { a.wrapping_div_euclid(b) };
            26: a.rem_euclid(b) => if b == 0 { 0 } else { a.wrapping_rem_euclid(b) };
            27: a.overflowing_add(b).0 => a.overflowing_add(b).0;
            28: a.overflowing_add(b).1 => a.overflowing_add(b).1;
            29: a.overflowing_sub(b).0 => a.overflowing_sub(b).0;
            30: a.overflowing_sub(b).1 => a.overflowing_sub(b).1;
            31: a.overflowing_mul(b).0 => a.overflowing_mul(b).0;
            32: a.overflowing_mul(b).1 => a.overflowing_mul(b).1;
            33: a.midpoint(b) => a.midpoint(b);
            34: a.wrapping_pow(n % 70) => a.wrapping_pow(n % 70);
            35: a.overflowing_neg().1 => a.overflowing_neg().1;
            36: $T::BITS => $T::BITS;
        }
    };
}

/// Conversions from and to floats.
macro_rules! with_floats {
    ($test:ident, $T:ident, $U:ident, $S:ident) => {
        tests! { $test, $T, $U, $S, u64, [a, b, n]
            0: (a as f32).to_bits() => (a as f32).to_bits();
            1: (f32::from_bits(n) as $T) => (f32::from_bits(n) as $T);
            2: ((a as f32 * -1.5) as $T) => ((a as f32 * -1.5) as $T);
            3: ((a as f32 + b as f32) as $T) => ((a as f32 + b as f32) as $T);
        }
    };
}

/// What unsigned integers have.
macro_rules! of_unsigned_integers {
    ($test:ident, $T:ident, $U:ident, $S:ident, $Wide:ident) => {
        tests! { $test, $T, $U, $S, u64, [a, b, n]
            0: a.is_power_of_two() => a.is_power_of_two();
            1: a.next_power_of_two() => a.checked_next_power_of_two().unwrap_or(0);
            2: a.isqrt() => a.isqrt();
            3: a.div_ceil(b) => if b == 0 { 0 } else { a.div_ceil(b) };
            4: a.carrying_add(b, n % 2 == 1).0 => a.wrapping_add(b).wrapping_add((n % 2) as $T);
            5: a.carrying_add(b, n % 2 == 1).1 => (a as $Wide + b as $Wide + (n % 2) as $Wide > $T::MAX as $Wide);
            6: a.borrowing_sub(b, n % 2 == 1).0 => a.wrapping_sub(b).wrapping_sub((n % 2) as $T);
            7: a.borrowing_sub(b, n % 2 == 1).1 => ((a as $Wide) < b as $Wide + (n % 2) as $Wide);
            8: a.widening_mul(b).0 => a.wrapping_mul(b);
            9: a.widening_mul(b).1 => ((a as $Wide * b as $Wide) >> $T::BITS);
            10: a.carrying_mul(b, a).0 => ((a as $Wide * b as $Wide + a as $Wide) as $T);
            11: a.carrying_mul(b, a).1 => ((a as $Wide * b as $Wide + a as $Wide) >> $T::BITS);
            12: a.cast_signed() => (a as $S);
            13: a.is_multiple_of(b) => a.is_multiple_of(b);
        }
    };
}

/// What signed integers have.
macro_rules! of_signed_integers {
    ($test:ident, $T:ident, $U:ident, $S:ident) => {
        tests! { $test, $T, $U, $S, u64, [a, b, n]
            0: (-a) => a.wrapping_neg();
            1: a.abs() => a.wrapping_abs();
            2: a.wrapping_abs() => a.wrapping_abs();
            3: a.signum() => a.signum();
            4: a.unsigned_abs() => a.unsigned_abs();
            5: a.is_negative() => a.is_negative();
            6: a.is_positive() => a.is_positive();
            7: a.isqrt() => if a < 0 { 0 } else { a.isqrt() };
            8: a.cast_unsigned() => (a as $U);
            9: (a.abs_diff(b) as $S) => (a.abs_diff(b) as $S);
            10: { let n = n; if a < -1 { -7 } else { n as i32 as $S } } => if a < -1 { -7 } else { n as i32 as $S };
        }
    };
}

of_every_integer!(operators_of_u8, methods_of_u8, u8, u8, i8, u64);
of_every_integer!(operators_of_i8, methods_of_i8, i8, u8, i8, u64);
of_every_integer!(operators_of_u16, methods_of_u16, u16, u16, i16, u64);
of_every_integer!(operators_of_i16, methods_of_i16, i16, u16, i16, u64);
of_every_integer!(operators_of_u32, methods_of_u32, u32, u32, i32, u64);
of_every_integer!(operators_of_i32, methods_of_i32, i32, u32, i32, u64);
of_every_integer!(operators_of_u64, methods_of_u64, u64, u64, i64, u64);
of_every_integer!(operators_of_i64, methods_of_i64, i64, u64, i64, u64);
of_every_integer!(operators_of_u128, methods_of_u128, u128, u128, i64, u128);

with_floats!(floats_and_u8, u8, u8, i8);
with_floats!(floats_and_i8, i8, u8, i8);
with_floats!(floats_and_u16, u16, u16, i16);
with_floats!(floats_and_i16, i16, u16, i16);
with_floats!(floats_and_u32, u32, u32, i32);
with_floats!(floats_and_i32, i32, u32, i32);
with_floats!(floats_and_u64, u64, u64, i64);
with_floats!(floats_and_i64, i64, u64, i64);

tests! { unsigned_128, u128, u128, i64, u128, [a, b, n]
    0: a.is_power_of_two() => a.is_power_of_two();
    1: a.next_power_of_two() => a.checked_next_power_of_two().unwrap_or(0);
    2: a.isqrt() => a.isqrt();
    3: a.div_ceil(b) => if b == 0 { 0 } else { a.div_ceil(b) };
    4: a.carrying_add(b, n % 2 == 1).0 => a.wrapping_add(b).wrapping_add((n % 2) as u128);
    5: a.carrying_add(b, n % 2 == 1).1 => {
        let (sum, is_past) = a.overflowing_add(b);
        is_past || sum.overflowing_add((n % 2) as u128).1
    };
    6: a.borrowing_sub(b, n % 2 == 1).1 => a < b || a - b < (n % 2) as u128;
    7: a.widening_mul(b).0 => a.wrapping_mul(b);
    // The product of a and 2^64 - 1 is that of a and 2^64, less a.
    8: a.widening_mul(0xffff_ffff_ffff_ffff).1 => (a >> 64) - ((a << 64) < a) as u128;
    9: a.carrying_mul(1, b).1 => a.overflowing_add(b).1;
    10: a.is_multiple_of(b) => a.is_multiple_of(b);
    11: a.next_multiple_of(b) => if b == 0 { a } else { a.wrapping_add((b - a % b) % b) };
    12: (a as i64 as u128) => (a as i64 as u128);
    13: (n as i32 as u128 ^ a as i16 as u128 ^ b as i8 as u128) => (n as i32 as u128 ^ a as i16 as u128 ^ b as i8 as u128);
    14: (a as usize as u128 + (a > b) as u128) => (a as u32 as u128 + (a > b) as u128);
    15: u128::from(b as u64) + u128::from(n) => (b as u64 as u128 + n as u128);
    16: (a & 0xffff_0000_ffff_0000_ffff_0000_ffff_0000 | 1 << 100) => (a & 0xffff_0000_ffff_0000_ffff_0000_ffff_0000 | 1 << 100);
}

of_unsigned_integers!(unsigned_8, u8, u8, i8, u128);
of_unsigned_integers!(unsigned_16, u16, u16, i16, u128);
of_unsigned_integers!(unsigned_32, u32, u32, i32, u128);
of_unsigned_integers!(unsigned_64, u64, u64, i64, u128);

of_signed_integers!(signed_8, i8, u8, i8);
of_signed_integers!(signed_16, i16, u16, i16);
of_signed_integers!(signed_32, i32, u32, i32);
of_signed_integers!(signed_64, i64, u64, i64);
