//! Constants by path, by `use` and under other names, tables, and functions of other modules.

use crate::tried::devices;

mod tables {
    pub const SIZE: usize = 4;
    pub const CRC: [u32; 256] = {
        let mut t = [0; 256];
        let mut i = 0;
        while i < 256 {
            let mut c = i as u32;
            let mut k = 0;
            while k < 8 {
                c = if c & 1 == 1 { 0xedb8_8320 ^ (c >> 1) } else { c >> 1 };
                k += 1;
            }
            t[i] = c;
            i += 1;
        }
        t
    };
    pub mod inner {
        pub const OFFSETS: [(i32, i32); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
        pub const NAME: &[u8] = b"kernel";
        pub const F: [f32; 3] = [0.25, 0.5, 0.25];
    }
}
use tables::CRC as TABLE;
use tables::SIZE;
use tables::inner::{self, OFFSETS};
const DOUBLE: usize = SIZE * 2;
const BIG: u64 = 1 << 40;
const NEG: i8 = -7;
static NOT_CONST: u32 = 3;

#[vyre::kernel]
fn crc(data: &[u8], out: &mut [u32]) {
    let i = invocation_id().x as usize;
    let mut c = !0u32;
    for k in i * DOUBLE..(i + 1) * DOUBLE {
        c = TABLE[((c ^ data[k] as u32) & 0xff) as usize] ^ (c >> 8);
    }
    out[i] = !c;
}
#[test]
fn crc_with_a_table() {
    let data = b"12345678ABCDEFGH";
    for device in devices() {
        let mut out = [0; 2];
        crc(data, &mut out).dispatch(&device).unwrap();
        let e = |d: &[u8]| {
            !d.iter().fold(!0u32, |c, b| {
                let mut c = c ^ *b as u32;
                for _ in 0..8 {
                    c = if c & 1 == 1 { 0xedb8_8320 ^ (c >> 1) } else { c >> 1 }
                }
                c
            })
        };
        assert_eq!(out, [e(&data[..8]), e(&data[8..])]);
        assert_eq!(out[0], 0x9ae0_daaf); // CRC-32 of "12345678"
    }
    assert_eq!(NOT_CONST, 3);
}

#[vyre::kernel]
fn walk(steps: &[u8], out: &mut [i32]) {
    let i = invocation_id().x;
    let mut at = (0i32, 0i32);
    for k in 0..SIZE {
        let d = OFFSETS[(steps[i as usize * SIZE + k] % 4) as usize];
        at = (at.0 + d.0, at.1 + d.1);
    }
    let (dx, dy) = inner::OFFSETS[1];
    let mut acc = 0.0;
    for k in 0..3usize {
        acc += tables::inner::F[k] * k as f32;
    }
    out[i] = at.0 * 100
        + at.1
        + dx * 10_000
        + dy
        + (acc * 1e6) as i32
        + NEG as i32
        + (BIG >> 40) as i32
        + vyre_tests::tried::PRIMES[2] as i32
        + vyre_tests::tried::deep::DEPTH as i32;
}
#[test]
fn tables_of_tuples() {
    for device in devices() {
        let steps = [0u8, 1, 1, 2, 3, 3, 0, 0];
        let mut out = [0; 2];
        walk(&steps, &mut out).dispatch(&device).unwrap();
        assert_eq!(
            out,
            [200 + 10_000 + 1_000_000 - 7 + 1 + 5 + 4, -200 + 2 + 10_000 + 1_000_000 - 7 + 1 + 5 + 4]
        );
    }
}

// `use` inside a kernel; renames of functions; operation library
#[vyre::function]
fn helper(x: u32) -> u32 {
    x + 1
}
mod functions {
    #[vyre::function]
    pub fn helper(x: u32) -> u32 {
        super::helper(x) * 2
    }
    pub mod more {
        use super::super::helper as other_helper;
        #[vyre::function]
        pub fn combined(x: u32, y: u32) -> u32 {
            let a: u32 = other_helper(x);
            let b: u32 = super::helper(y);
            a * 1000 + b + self_(3)
        }
        #[vyre::function]
        fn self_(x: u32) -> u32 {
            crate::tried::constants::helper(x)
        }
    }
}
use core::f32::consts::{E, PI as CIRCLE};
use functions::more::combined as both;
use vyre::ops::math::gcd;
use vyre_tests::tried::deep::triple as three_times;
#[vyre::kernel]
fn renames(a: &[u32], out: &mut [u32]) {
    let i = invocation_id().x;
    let t: u32 = three_times(a[i]);
    out[i] = both(a[i], i)
        + t
        + gcd(a[i], 12)
        + vyre::ops::i32::abs(-5) as u32
        + (CIRCLE > E) as u32
        + vyre::ops::u64::rotl(1, 33) as u32;
}
#[test]
fn renamed_functions() {
    for device in devices() {
        let mut out = [0; 3];
        renames(&[6, 8, 12], &mut out).dispatch(&device).unwrap();
        let e = |a: u32, i: u32, g: u32| (a + 1) * 1000 + (i + 1) * 2 + 4 + a * 3 + g + 5 + 1;
        assert_eq!(out, [e(6, 0, 6), e(8, 1, 4), e(12, 2, 12)]);
    }
}

// kernels within functions, with constants and functions of that function's scope
#[test]
fn kernels_in_bodies() {
    const LOCAL: u32 = 17;
    #[vyre::function]
    fn add(x: u32) -> u32 {
        x + LOCAL
    }
    #[vyre::kernel]
    fn k(out: &mut [u32]) {
        out[invocation_id().x] = add(invocation_id().x) * LOCAL;
    }
    for device in devices() {
        let mut out = [0; 3];
        k(&mut out).dispatch(&device).unwrap();
        assert_eq!(out, [17 * 17, 18 * 17, 19 * 17]);
    }
    assert!(k::wgsl().contains("fn"));
    assert!(k::program().to_string().contains("out"));
}

const N: usize = 3;
const STEP: isize = -2;
#[vyre::kernel]
fn sizes(data: &[i32], out: &mut [i32]) {
    let mut window = [[0i32; N]; N + 1];
    let base = invocation_id().x as isize;
    for r in 0..N + 1 {
        for c in 0..N {
            window[r][c] = data[base + r as isize * STEP + c as isize];
        }
    }
    let mut s = 0;
    for r in 0..window.len() as usize {
        s = s * 7 + window[r][0] - window[r][N - 1];
    }
    let big: usize = 0xffff_ffff;
    out[base] = s + (big + 2) as i32;
}
#[test]
fn usizes() {
    let data: Vec<i32> = (0..10).map(|n| n * n).collect();
    for device in devices() {
        let mut out = [0; 10];
        sizes(&data, &mut out).dispatch(&device).unwrap();
        for b in 0..10i32 {
            let get = |i: i32| usize::try_from(i).ok().and_then(|i| data.get(i)).copied().unwrap_or(0);
            let s = (0..4).fold(0, |s, r| s * 7 + get(b - 2 * r) - get(b - 2 * r + 2));
            assert_eq!(out[b as usize], s + 1);
        }
    }
}
