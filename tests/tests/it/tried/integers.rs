//! Every operator of every integer type on edge values, casts, and methods of std.

use crate::tried::devices;

const V64: [u64; 14] = [
    0,
    1,
    2,
    3,
    0x7f,
    0x80,
    0xff,
    0x8000,
    0xffff,
    0x7fff_ffff,
    0x8000_0000,
    0xffff_ffff,
    0x8000_0000_0000_0001,
    u64::MAX,
];

macro_rules! narrow {
    ($name:ident, $t:ty, [$($extra:tt)*]) => {
        #[test]
        fn $name() {
            #[vyre::kernel]
            fn on_device(a: &[$t], b: &[$t], out: &mut [[$t; 16]], flags: &mut [[u32; 8]]) {
                let i = invocation_id().x;
                if i < a.len() {
                    let (x, y) = (a[i], b[i]);
                    let n = y as u32;
                    out[i] = [x + y, x - y, x * y, x / y, x % y, x & y, x | y, x ^ y, x << (n & 7), x >> (n & 7), !x,
                        x.min(y), x.max(y), x.rotate_left(n), x.swap_bytes(), x.pow(n % 4)];
                    flags[i] = [(x < y) as u32, (x >= y) as u32, (x == y) as u32, x.count_ones(), x.leading_zeros(), x.trailing_ones(), x.abs_diff(y) as u32, x.saturating_add(y) as u32];
                    $($extra)*
                }
            }
            let a: Vec<$t> = V64.iter().flat_map(|x| V64.map(|_| *x as $t)).collect();
            let b: Vec<$t> = V64.iter().flat_map(|_| V64.map(|y| y as $t)).collect();
            for device in devices() {
                let (mut out, mut flags) = (vec![[0 as $t; 16]; a.len()], vec![[0u32; 8]; a.len()]);
                on_device(&a, &b, &mut out, &mut flags).dispatch(&device).unwrap();
                for k in 0..a.len() {
                    let (x, y) = (a[k], b[k]);
                    let n = y as u32;
                    let e = [x.wrapping_add(y), x.wrapping_sub(y), x.wrapping_mul(y), if y == 0 { 0 } else { x.wrapping_div(y) }, if y == 0 { 0 } else { x.wrapping_rem(y) }, x & y, x | y, x ^ y, x << (n & 7), x >> (n & 7), !x,
                        x.min(y), x.max(y), x.rotate_left(n), x.swap_bytes(), x.wrapping_pow(n % 4)];
                    assert_eq!(out[k], e, "{x} {y} {device}");
                    let f = [(x < y) as u32, (x >= y) as u32, (x == y) as u32, x.count_ones(), x.leading_zeros(), x.trailing_ones(), x.abs_diff(y) as u32, x.saturating_add(y) as u32];
                    assert_eq!(flags[k], f, "{x} {y} {device}");
                }
            }
        }
    };
}
narrow!(bytes_u8, u8, []);
narrow!(bytes_i8, i8, []);
narrow!(words_u16, u16, []);
narrow!(words_i16, i16, []);
narrow!(u32s, u32, []);
narrow!(i32s, i32, []);
narrow!(u64s, u64, []);
narrow!(i64s, i64, []);

#[vyre::kernel]
fn wide(a: &[u128], b: &[u128], out: &mut [[u128; 12]], key: u128) {
    let i = invocation_id().x;
    if i < a.len() {
        let (x, y) = (a[i], b[i]);
        out[i] = [
            x + y,
            x - y,
            x * y,
            x / y,
            x % y,
            x & y | !x ^ key,
            x << (y as u32),
            x >> (y as u32),
            x.min(y).max(3),
            x.rotate_right(y as u32 % 128),
            x.pow(2) + x.count_ones() as u128,
            u128::from(x < y),
        ];
    }
}
#[test]
fn u128s() {
    let values = [
        0u128,
        1,
        3,
        0xffff_ffff,
        1 << 64,
        (1 << 100) + 12345,
        u128::MAX,
        u128::MAX / 3,
        0xdead_beef_cafe_babe_0123_4567_89ab_cdef,
    ];
    let a: Vec<u128> = values.iter().flat_map(|x| values.map(|_| *x)).collect();
    let b: Vec<u128> = values.iter().flat_map(|_| values).collect();
    let key = 0x0f0f << 90;
    for device in devices() {
        let mut out = vec![[0; 12]; a.len()];
        wide(&a, &b, &mut out, key).dispatch(&device).unwrap();
        for k in 0..a.len() {
            let (x, y) = (a[k], b[k]);
            let e = [
                x.wrapping_add(y),
                x.wrapping_sub(y),
                x.wrapping_mul(y),
                x.checked_div(y).unwrap_or(0),
                x.checked_rem(y).unwrap_or(0),
                x & y | !x ^ key,
                x.wrapping_shl(y as u32),
                x.wrapping_shr(y as u32),
                x.min(y).max(3),
                x.rotate_right(y as u32 % 128),
                x.wrapping_pow(2).wrapping_add(x.count_ones() as u128),
                u128::from(x < y),
            ];
            assert_eq!(out[k], e, "{x} {y} {device}");
        }
    }
}

#[vyre::kernel]
fn casts(a: &[i64], out: &mut [[i64; 16]]) {
    let i = invocation_id().x;
    let x = a[i];
    out[i] = [
        x as i8 as i64,
        x as u8 as i64,
        x as i16 as i64,
        x as u16 as i64,
        x as i32 as i64,
        x as u32 as i64,
        x as u64 as i64,
        x as usize as i64,
        x as isize as i64,
        x as f32 as i64,
        x as f32 as u8 as i64,
        (x as u128 >> 3) as i64,
        (x != 0) as i64,
        i64::from(x as i8),
        (x as u8 as i8) as i64,
        x as i32 as f32 as i32 as i64,
    ];
}
#[test]
fn every_cast_of_i64() {
    let a: Vec<i64> = V64.iter().flat_map(|x| [*x as i64, -(*x as i64), *x as i64 ^ 0x5a5a_5a5a]).collect();
    for device in devices() {
        let mut out = vec![[0; 16]; a.len()];
        casts(&a, &mut out).dispatch(&device).unwrap();
        for (x, o) in a.iter().zip(&out) {
            let x = *x;
            let e = [
                x as i8 as i64,
                x as u8 as i64,
                x as i16 as i64,
                x as u16 as i64,
                x as i32 as i64,
                x as u32 as i64,
                x as u64 as i64,
                x as u32 as i64,
                x as i32 as i64,
                x as f32 as i64,
                x as f32 as u8 as i64,
                (x as u128 >> 3) as i64,
                (x != 0) as i64,
                i64::from(x as i8),
                (x as u8 as i8) as i64,
                x as i32 as f32 as i32 as i64,
            ];
            assert_eq!(*o, e, "{x} {device}");
        }
    }
}

// methods of std that need no reference
#[vyre::kernel]
fn std_methods(a: &[u32], b: &[u32], out: &mut [[u32; 20]]) {
    let i = invocation_id().x;
    if i >= a.len() {
        return;
    }
    let (x, y) = (a[i], b[i]);
    let (s, o) = x.overflowing_add(y);
    let (m, p) = x.overflowing_mul(y);
    let (low, high) = x.widening_mul(y);
    let (c, carry) = x.carrying_add(y, o);
    let (d, borrow) = x.borrowing_sub(y, p);
    let (e, f) = x.carrying_mul(y, 5);
    let sx = x as i32;
    let sy = y as i32;
    out[i] = [
        s,
        o as u32,
        m ^ p as u32,
        low,
        high,
        c ^ carry as u32,
        d ^ borrow as u32,
        e ^ f,
        x.div_ceil(y),
        x.isqrt(),
        x.ilog2(),
        x.ilog10(),
        x.next_power_of_two(),
        x.midpoint(y),
        sx.div_euclid(sy) as u32,
        sx.rem_euclid(sy) as u32,
        sx.unsigned_abs(),
        sx.signum() as u32,
        sx.midpoint(sy) as u32,
        x.wrapping_shl(y) ^ x.to_be(),
    ];
}
#[test]
fn methods_of_std() {
    let values = V64.map(|x| x as u32);
    let a: Vec<u32> = values.iter().flat_map(|x| values.map(|_| *x)).collect();
    let b: Vec<u32> = values.iter().flat_map(|_| values).collect();
    for device in devices() {
        let mut out = vec![[0; 20]; a.len()];
        std_methods(&a, &b, &mut out).dispatch(&device).unwrap();
        for k in 0..a.len() {
            let (x, y) = (a[k], b[k]);
            let (s, o) = x.overflowing_add(y);
            let (m, p) = x.overflowing_mul(y);
            let wide = x as u64 * y as u64;
            let c = x as u64 + y as u64 + o as u64;
            let d = (x as u64).wrapping_sub(y as u64).wrapping_sub(p as u64);
            let f = wide + 5;
            let (sx, sy) = (x as i32, y as i32);
            let e = [
                s,
                o as u32,
                m ^ p as u32,
                wide as u32,
                (wide >> 32) as u32,
                c as u32 ^ (c >> 32) as u32,
                d as u32 ^ (d >> 63) as u32,
                f as u32 ^ (f >> 32) as u32,
                if y == 0 { 0 } else { x.div_ceil(y) },
                x.isqrt(),
                x.checked_ilog2().unwrap_or(0),
                x.checked_ilog10().unwrap_or(0),
                x.checked_next_power_of_two().unwrap_or(0),
                x.midpoint(y),
                if y == 0 { 0 } else { sx.wrapping_div_euclid(sy) as u32 },
                if y == 0 { 0 } else { sx.wrapping_rem_euclid(sy) as u32 },
                sx.unsigned_abs(),
                sx.signum() as u32,
                ((sx as i64 + sy as i64) / 2) as u32,
                x.wrapping_shl(y) ^ x.to_be(),
            ];
            assert_eq!(out[k], e, "{x} {y} {device}");
        }
    }
}

// index by every integer type, negative ones
#[vyre::kernel]
fn indices(data: &[u32], at: &[i64], out: &mut [[u32; 6]]) {
    let i = invocation_id().x as usize;
    let k = at[i];
    let local = [5u32, 6, 7];
    out[i] = [data[k], data[k as i8], data[k as u64], data[k as u16], data[k as u128], local[k as isize]];
}
#[test]
fn any_index() {
    let data: Vec<u32> = (100..400).collect();
    let at = [0i64, 1, -1, 255, 256, 299, 300, 1 << 32, (1 << 32) + 1, i64::MIN, 65536 + 7, -255];
    for device in devices() {
        let mut out = [[0; 6]; 12];
        indices(&data, &at, &mut out).dispatch(&device).unwrap();
        for (k, o) in at.iter().zip(out) {
            let get = |k: i128| usize::try_from(k).ok().and_then(|k| data.get(k)).copied().unwrap_or(0);
            let k = *k;
            let local = match k as i32 {
                0 => 5,
                1 => 6,
                2 => 7,
                _ => 0,
            };
            assert_eq!(
                o,
                [
                    get(k as i128),
                    get(k as i8 as i128),
                    get(k as u64 as i128),
                    get(k as u16 as i128),
                    get(k as i128),
                    local
                ],
                "{k} {device}"
            );
        }
    }
}
