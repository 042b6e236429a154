//! Constants of every type, against Rust's own, and lengths that are computed.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use vyre_tests::devices;

#[vyre::kernel]
fn constants(wide: &mut [u64], signed: &mut [i32], out: &mut [u32]) {
    const HIGH: u64 = 4 << 56;
    const MIXED: u64 = HIGH / 3 + 0xffff_ffff * 7 - (1 << 40) % 1000;
    const POWER: u64 = 3u64.pow(40).rotate_left(13).max(HIGH);
    wide[0] = HIGH;
    wide[1] = MIXED;
    wide[2] = POWER;
    wide[3] = !HIGH ^ WIDE_OF_SIGNED;

    const HALF: i32 = -7 / 2;
    const REST: i32 = HALF % 2 - i32::MAX;
    const SHIFTED: i32 = (REST >> 3) + HALF.abs() * (-5i32).signum();
    const WIDE_OF_SIGNED: u64 = HALF as u64;
    signed[0] = HALF;
    signed[1] = REST;
    signed[2] = SHIFTED;
    signed[3] = if IS_SMALL { 1 } else { -1 };

    const COUNT: u32 = 5u32.pow(3).min(u32::MAX.count_ones()) + 3;
    const IS_SMALL: bool = COUNT < 36 && !(HALF >= 0) || MIXED == 0;
    const PAIR: [u32; 2] = [COUNT, COUNT * 2];
    const FOUR: [u32; 4] = [COUNT / 4; 4];
    const CHOSEN: u32 = if IS_SMALL { PAIR[1] } else { FOUR[0] };
    out[0] = COUNT;
    out[1] = CHOSEN;
    out[2] = PAIR[0] + FOUR[3];
    let mut tile = workgroup_array::<u32, { 4 * 2 }>();
    tile[7] = 100;
    let mut local = [1u32; COUNT / 7 * 2 + 1];
    local[10] = 10;
    out[3] = tile.len() * 1000 + local.len() + tile[7] + local[10] + local[0];
    out[4] = (PAIR == [35, 70]) as u32;
}

#[test]
fn constants_are_those_of_rust() {
    const HIGH: u64 = 4 << 56;
    const HALF: i32 = -7 / 2;
    const REST: i32 = HALF % 2 - i32::MAX;
    let power = 3u64.pow(40).rotate_left(13).max(HIGH);
    for device in devices() {
        let (mut wide, mut signed, mut out) = ([0u64; 4], [0i32; 4], [0u32; 5]);
        constants(&mut wide, &mut signed, &mut out).workgroups([1, 1, 1]).dispatch(&device).unwrap();
        let mixed = HIGH / 3 + 0xffff_ffff * 7 - (1 << 40) % 1000;
        assert_eq!(wide, [HIGH, mixed, power, !HIGH ^ HALF as u64], "{device}");
        assert_eq!(signed, [-3, REST, (REST >> 3) - 3, 1], "{device}");
        // 8 elements and 11: 8000 + 11 + 100 + 10 + 1.
        assert_eq!(out, [35, 70, 35 + 8, 8122, 1], "{device}");
    }
}

#[vyre::kernel]
fn annotated(out: &mut [u64]) {
    const N: u32 = 3;
    let mut words: [u64; 16] = [1; 16];
    let narrow: [u32; N * 5] = [7; 15];
    let pair: [u32; 2] = [8; 2];
    words[15] = 1 << 40;
    out[0] = words[15] + words[0];
    out[1] = (narrow[14] + pair[1] + narrow.len()) as u64;
}

#[test]
fn local_arrays_have_annotations() {
    for device in devices() {
        let mut out = [0u64; 2];
        annotated(&mut out).workgroups([1, 1, 1]).dispatch(&device).unwrap();
        assert_eq!(out, [(1 << 40) + 1, 7 + 8 + 15], "{device}");
    }
}

#[vyre::kernel]
fn wrapping(wide: &mut [u64], out: &mut [u32]) {
    const BELOW: u32 = 1 - 2;
    const BIT: u32 = 1 << 33;
    const LEAST: i32 = -i32::MIN;
    const BELOW_WIDE: u64 = 0 - 1;
    out[0] = BELOW;
    out[1] = BIT;
    out[2] = LEAST as u32;
    wide[0] = BELOW_WIDE;
}

/// As everywhere in a kernel, by `semantics.md`; rustc would refuse each of these.
#[test]
fn constants_wrap() {
    for device in devices() {
        let (mut wide, mut out) = ([0u64; 1], [9u32; 3]);
        wrapping(&mut wide, &mut out).workgroups([1, 1, 1]).dispatch(&device).unwrap();
        assert_eq!((wide, out), ([u64::MAX], [u32::MAX, 2, 0x8000_0000]), "{device}");
    }
}
