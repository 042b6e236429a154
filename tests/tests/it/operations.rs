//! `vyre::ops` as modules that Rust knows: imported and by path, in kernels, in functions and on the host.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use vyre::ir::library;
use vyre::ops::math::{self, gcd};
use vyre_tests::devices;

#[test]
fn every_operation_is_a_function() {
    let known: Vec<_> = library::rows().filter(|row| !row.is_step()).collect();
    assert_eq!(vyre::ops::ALL.len(), known.len());
    for row in known {
        let (_, function) = vyre::ops::ALL.iter().find(|(id, _)| *id == row.id).unwrap();
        assert_eq!(
            (function().inputs, function().outputs),
            (row.inputs, &[row.output.clone()][..]),
            "{}",
            row.id
        );
    }
}

#[vyre::function]
fn with_operations(x: u32, y: i32) -> u64 {
    let common: u32 = gcd(x, 36);
    let turned: u64 = vyre::ops::u64::rotl(u64::from(x), 60);
    turned + u64::from(common) + vyre::ops::i32::abs(y) as u64
}

#[vyre::kernel]
fn kernel(x: &[u32], y: &[i32], out: &mut [u64], signed: &mut [i64]) {
    use_nothing();
    fn use_nothing() {}
    let i = invocation_id().x;
    let least: u32 = math::min(x[i], 1000);
    let quotient: i64 = vyre::ops::i64::div(y[i] as i64, 7);
    out[i] = with_operations(x[i], y[i]) ^ least as u64;
    signed[i] = quotient;
}

#[test]
fn operations_are_called_in_every_way() {
    let x: Vec<u32> = (0..64u32).map(|i| i.wrapping_mul(0x9e37_79b9)).collect();
    let y: Vec<i32> = (0..64).map(|i| (i - 32) * 12_345_678).collect();
    let common = |x: u32| (1..=36).rev().find(|d| x.is_multiple_of(*d) && 36u32.is_multiple_of(*d)).unwrap();
    let of = |x: u32, y: i32| {
        u64::from(x).rotate_left(60).wrapping_add(common(x).into()).wrapping_add(y.unsigned_abs().into())
    };
    for (x, y) in x.iter().zip(&y) {
        assert_eq!(with_operations(*x, *y), of(*x, *y), "{x} and {y} on the host");
    }
    assert_eq!((gcd(12, 18), vyre::ops::i32::abs(-5), vyre::ops::i64::shr(-8, 1)), (6, 5, -4));
    assert_eq!((vyre::ops::i32::r#mod(-7, 3), vyre::ops::compare::lt(1, 2)), (-1, 1));
    assert_eq!(vyre::ops::f32::sqrt(2.0), 2f32.sqrt());
    for device in devices() {
        let (mut out, mut signed) = (vec![0; 64], vec![0; 64]);
        kernel(&x, &y, &mut out, &mut signed).dispatch(&device).unwrap();
        for i in 0..64 {
            assert_eq!(out[i], of(x[i], y[i]) ^ u64::from(x[i].min(1000)), "{i} on {device}");
            assert_eq!(signed[i], i64::from(y[i]) / 7, "{i} on {device}");
        }
    }
}
