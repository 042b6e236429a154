//! Quotients of floats against arithmetic on whole numbers, computed by the device itself: those by the divisors just below 2, whose inverses floats represent worst, and of random operands.
//!
//! `VYRE_QUOTIENTS=36` tries 2^36 random pairs on GPUs, and every numerator with each of the last 128 divisors; without it there are 2^16 of each on every device.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use vyre::{Device, DeviceKind};
use vyre_tests::devices;

/// Whether `n / d` for two floats from 1 up to 2 is not the nearest float. Both are 24 bits; the quotient is `q / 2^24` or `q / 2^23`, and nearest if the remainder is at most half the divisor.
#[vyre::function]
fn is_wrong(n: u32, d: u32) -> bool {
    let one = 0x3f80_0000u32;
    let quotient = f32::from_bits(n & 0x7f_ffff | one) / f32::from_bits(d & 0x7f_ffff | one);
    let bits = quotient.to_bits();
    let (exponent, shift) = if n < d { (126, 25) } else { (127, 24) };
    let twice = (((bits & 0x7f_ffff) | 0x80_0000) as u64 * d as u64) << 1;
    let exact = (n as u64) << shift;
    bits >> 23 != exponent || exact > twice + d as u64 || twice > exact + d as u64
}

/// Each numerator with each of the last 128 divisors, or every so many of these pairs.
#[vyre::kernel(workgroup_size = 256)]
fn by_last_divisors(stride: u32, wrong: &[AtomicU32]) {
    let pair = invocation_id().x * stride;
    if is_wrong(pair & 0x7f_ffff | 0x80_0000, 0xff_ffff - (pair >> 23)) {
        wrong[0].fetch_add(1);
    }
}

#[vyre::kernel(workgroup_size = 256)]
fn of_random(seed: u64, wrong: &[AtomicU32]) {
    // SplitMix64.
    let mut z = seed + invocation_id().x as u64 * 0x9e37_79b9_7f4a_7c15;
    z = (z ^ (z >> 30)) * 0xbf58_476d_1ce4_e5b9;
    z = (z ^ (z >> 27)) * 0x94d0_49bb_1331_11eb;
    z = z ^ (z >> 31);
    if is_wrong(z as u32 >> 8 | 0x80_0000, (z >> 40) as u32 | 0x80_0000) {
        wrong[0].fetch_add(1);
    }
}

fn is_gpu(device: &Device) -> bool {
    !matches!(device.info().kind(), DeviceKind::Cpu | DeviceKind::Reference)
}

#[test]
fn quotients_are_the_nearest_floats() {
    let all: Option<u32> = std::env::var("VYRE_QUOTIENTS").ok().map(|bits| bits.parse().unwrap());
    for device in devices().iter().filter(|device| all.is_none() || is_gpu(device)) {
        let mut wrong = [0];
        let (pairs, stride) = if all.is_some() { (1 << 30, 1) } else { (1 << 16, (1 << 14) + 1) };
        by_last_divisors(stride, &mut wrong).invocations([pairs, 1, 1]).dispatch(device).unwrap();
        assert_eq!(wrong, [0], "by the last divisors on {device}");
        let bits = all.unwrap_or(16);
        for launch in 0..1u64 << bits.saturating_sub(30) {
            let grid = [1 << bits.min(30), 1, 1];
            of_random(launch << 30, &mut wrong).invocations(grid).dispatch(device).unwrap();
            assert_eq!(wrong, [0], "of random numbers from {launch} times 2^30 on, on {device}");
        }
    }
}
