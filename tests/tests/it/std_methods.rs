//! The methods of std's integers, against std itself, and what they give where std panics.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use vyre_tests::devices;

#[vyre::kernel]
fn unsigned(x: &[u32], y: &[u32], out: &mut [u32]) {
    const N: u32 = 40;
    let i = invocation_id().x;
    let (a, b) = (x[i], y[i]);
    let mut o = [0u32; N];
    o[0] = a.swap_bytes();
    o[1] = a.to_be() ^ a.to_le();
    o[2] = a.leading_ones() + 100 * a.trailing_ones() + 10_000 * a.count_zeros();
    o[3] = a.is_power_of_two() as u32;
    o[4] = a.next_power_of_two();
    o[5] = a.ilog2() + 100 * a.ilog10();
    o[6] = a.isqrt();
    o[7] = a.div_ceil(b);
    o[8] = a.div_euclid(b) ^ a.rem_euclid(b);
    let (low, high) = a.widening_mul(b);
    o[9] = low;
    o[10] = high;
    let (low, high) = a.carrying_mul(b, a);
    o[11] = low;
    o[12] = high;
    let (sum, carry) = a.carrying_add(b, a % 2 == 1);
    o[13] = sum;
    o[14] = carry as u32;
    let (rest, borrow) = a.borrowing_sub(b, b % 2 == 1);
    o[15] = rest;
    o[16] = borrow as u32;
    o[17] =
        a.overflowing_add(b).1 as u32 + 2 * a.overflowing_sub(b).1 as u32 + 4 * a.overflowing_mul(b).1 as u32;
    o[18] = a.overflowing_add(b).0 ^ a.overflowing_sub(b).0 ^ a.overflowing_mul(b).0;
    o[19] = a.wrapping_shl(b) ^ a.wrapping_shr(b);
    o[20] = a.midpoint(b);
    o[21] = a.is_multiple_of(b) as u32;
    o[22] = a.saturating_mul(b);
    o[23] = a.wrapping_neg() ^ a.wrapping_div(b) ^ a.wrapping_rem(b);
    o[24] = (a as usize).rotate_left(b) as u32 + (a as usize).ilog2();
    o[25] = u64::from(a).swap_bytes() as u32 ^ u64::from(a > b) as u32 ^ u32::from(a > b) << 1;
    o[26] = (b'a' as u32) + (a % 26);
    for k in 0..N {
        out[i * N + k] = o[k];
    }
}

fn expected_unsigned(a: u32, b: u32) -> Vec<u32> {
    let full = u64::from(a) * u64::from(b);
    let full_and_more = full + u64::from(a);
    let carry = u32::from(a % 2 == 1);
    let borrow = u32::from(b % 2 == 1);
    let mut o = vec![0; 40];
    o[0] = a.swap_bytes();
    o[1] = a.to_be() ^ a.to_le();
    o[2] = a.leading_ones() + 100 * a.trailing_ones() + 10_000 * a.count_zeros();
    o[3] = a.is_power_of_two().into();
    o[4] = a.checked_next_power_of_two().unwrap_or(0);
    o[5] = a.checked_ilog2().unwrap_or(0) + 100 * a.checked_ilog10().unwrap_or(0);
    o[6] = a.isqrt();
    o[7] = if b == 0 { 0 } else { a.div_ceil(b) };
    o[8] = a.checked_div(b).unwrap_or(0) ^ a.checked_rem(b).unwrap_or(0);
    (o[9], o[10]) = (full as u32, (full >> 32) as u32);
    (o[11], o[12]) = (full_and_more as u32, (full_and_more >> 32) as u32);
    let sum = u64::from(a) + u64::from(b) + u64::from(carry);
    (o[13], o[14]) = (sum as u32, (sum >> 32) as u32);
    let rest = i64::from(a) - i64::from(b) - i64::from(borrow);
    (o[15], o[16]) = (rest as u32, (rest < 0).into());
    let bits = [a.overflowing_add(b).1, a.overflowing_sub(b).1, a.overflowing_mul(b).1];
    o[17] = bits.iter().enumerate().map(|(at, bit)| u32::from(*bit) << at).sum();
    o[18] = a.wrapping_add(b) ^ a.wrapping_sub(b) ^ a.wrapping_mul(b);
    o[19] = a.wrapping_shl(b) ^ a.wrapping_shr(b);
    o[20] = a.midpoint(b);
    o[21] = u32::from(a.is_multiple_of(b));
    o[22] = a.saturating_mul(b);
    o[23] = a.wrapping_neg() ^ a.checked_div(b).unwrap_or(0) ^ a.checked_rem(b).unwrap_or(0);
    o[24] = a.rotate_left(b % 32).wrapping_add(a.checked_ilog2().unwrap_or(0));
    o[25] = u64::from(a).swap_bytes() as u32 ^ u32::from(a > b) ^ u32::from(a > b) << 1;
    o[26] = 97 + a % 26;
    o
}

const EDGES: [u32; 14] = [
    0,
    1,
    2,
    3,
    9,
    10,
    99,
    0x7fff_ffff,
    0x8000_0000,
    0x8000_0001,
    0xffff_fffe,
    u32::MAX,
    0x1234_5678,
    1_000_000_000,
];

/// Every pair.
fn pairs() -> (Vec<u32>, Vec<u32>) {
    EDGES.iter().flat_map(|x| EDGES.iter().map(|y| (*x, *y))).unzip()
}

#[test]
fn methods_of_u32() {
    let (x, y) = pairs();
    let expected: Vec<u32> = x.iter().zip(&y).flat_map(|(a, b)| expected_unsigned(*a, *b)).collect();
    for device in devices() {
        let mut out = vec![0; x.len() * 40];
        unsigned(&x, &y, &mut out).invocations([x.len() as u32, 1, 1]).dispatch(&device).unwrap();
        for (at, (got, expected)) in out.iter().zip(&expected).enumerate() {
            let (a, b) = (x[at / 40], y[at / 40]);
            assert_eq!(got, expected, "number {} of {a} and {b} on {device}", at % 40);
        }
    }
}

#[vyre::function]
fn signed_methods(x: i32, y: i32, which: u32) -> i32 {
    match which {
        0 => x.swap_bytes(),
        1 => x.div_euclid(y),
        2 => x.rem_euclid(y),
        3 => x.unsigned_abs() as i32,
        4 => x.isqrt(),
        5 => x.ilog2() as i32 + 100 * x.ilog10() as i32,
        6 => {
            x.overflowing_add(y).1 as i32
                + 2 * x.overflowing_sub(y).1 as i32
                + 4 * x.overflowing_mul(y).1 as i32
        }
        7 => x.midpoint(y),
        8 => x.leading_ones() as i32 + 100 * x.count_zeros() as i32,
        9 => x.reverse_bits() ^ x.rotate_right(7),
        10 => x.wrapping_neg() ^ x.wrapping_mul(y),
        _ => x.overflowing_neg().1 as i32,
    }
}

fn expected_signed(x: i32, y: i32, which: u32) -> i32 {
    match which {
        0 => x.swap_bytes(),
        1 => {
            if y == 0 {
                0
            } else {
                x.wrapping_div_euclid(y)
            }
        }
        2 => {
            if y == 0 {
                0
            } else {
                x.wrapping_rem_euclid(y)
            }
        }
        3 => x.unsigned_abs() as i32,
        4 => x.checked_isqrt().unwrap_or(0),
        5 => (x.checked_ilog2().unwrap_or(0) + 100 * x.checked_ilog10().unwrap_or(0)) as i32,
        6 => {
            let bits = [x.overflowing_add(y).1, x.overflowing_sub(y).1, x.overflowing_mul(y).1];
            bits.iter().enumerate().map(|(at, bit)| i32::from(*bit) << at).sum()
        }
        7 => x.midpoint(y),
        8 => (x.leading_ones() + 100 * x.count_zeros()) as i32,
        9 => x.reverse_bits() ^ x.rotate_right(7),
        10 => x.wrapping_neg() ^ x.wrapping_mul(y),
        _ => x.overflowing_neg().1.into(),
    }
}

#[vyre::kernel]
fn signed(x: &[i32], y: &[i32], out: &mut [i32]) {
    let i = invocation_id().x;
    for which in 0..12 {
        out[i * 12 + which] = signed_methods(x[i], y[i], which);
    }
}

#[test]
fn methods_of_i32() {
    let (x, y) = pairs();
    let [x, y] = [x, y].map(|list| list.into_iter().map(u32::cast_signed).collect::<Vec<i32>>());
    for (a, b) in x.iter().zip(&y) {
        for which in 0..12 {
            let expected = expected_signed(*a, *b, which);
            assert_eq!(signed_methods(*a, *b, which), expected, "{which} of {a} and {b}");
        }
    }
    let each = x.iter().zip(&y).flat_map(|(a, b)| (0..12).map(|which| expected_signed(*a, *b, which)));
    let expected: Vec<i32> = each.collect();
    for device in devices() {
        let mut out = vec![0; x.len() * 12];
        signed(&x, &y, &mut out).invocations([x.len() as u32, 1, 1]).dispatch(&device).unwrap();
        assert_eq!(out, expected, "{device}");
    }
}

#[vyre::kernel]
fn wide(x: &[u64], y: &[u64], out: &mut [u64]) {
    let i = invocation_id().x;
    let (a, b) = (x[i], y[i]);
    let at = i * 8;
    (out[at], out[at + 1]) = a.widening_mul(b);
    out[at + 2] = a.isqrt();
    out[at + 3] = a.swap_bytes() ^ a.next_power_of_two();
    out[at + 4] = a.div_ceil(b) ^ a.midpoint(b);
    out[at + 5] = u64::from(a.ilog2() + 100 * a.ilog10() + 10_000 * a.trailing_ones());
    let (sum, carry) = a.carrying_add(b, true);
    out[at + 6] = sum;
    out[at + 7] = carry as u64 + 2 * a.is_power_of_two() as u64;
}

#[test]
fn methods_of_u64() {
    let (x, y) = pairs();
    let wide_of = |(high, low): (&u32, &u32)| u64::from(*high) << 32 | u64::from(*low);
    let x: Vec<u64> = x.iter().zip(&y).map(wide_of).collect();
    let y: Vec<u64> = x.iter().rev().map(|x| x.rotate_left(29)).collect();
    for device in devices() {
        let mut out = vec![0; x.len() * 8];
        wide(&x, &y, &mut out).invocations([x.len() as u32, 1, 1]).dispatch(&device).unwrap();
        for (at, (a, b)) in x.iter().copied().zip(y.iter().copied()).enumerate() {
            let (full, sum) = (u128::from(a) * u128::from(b), u128::from(a) + u128::from(b) + 1);
            let ceil = if b == 0 { 0 } else { a.div_ceil(b) };
            let logs = a.checked_ilog2().unwrap_or(0) + 100 * a.checked_ilog10().unwrap_or(0);
            let expected = [
                full as u64,
                (full >> 64) as u64,
                a.isqrt(),
                a.swap_bytes() ^ a.checked_next_power_of_two().unwrap_or(0),
                ceil ^ a.midpoint(b),
                u64::from(logs + 10_000 * a.trailing_ones()),
                sum as u64,
                (sum >> 64) as u64 + 2 * u64::from(a.is_power_of_two()),
            ];
            assert_eq!(out[at * 8..at * 8 + 8], expected, "{a} and {b} on {device}");
        }
    }
}

#[vyre::kernel(workgroup_size = (4, 2))]
fn sizes(out: &mut [u32], add: u32) {
    let n = num_workgroups();
    let at = invocation_id().x + invocation_id().y * n.x * workgroup_size().x;
    out[at] = n.x + 10 * n.y + 100 * num_workgroups().z + add;
}

#[test]
fn the_number_of_workgroups_is_known() {
    for device in devices() {
        let mut out = vec![0; 48];
        sizes(&mut out, 1000).workgroups([3, 2, 1]).dispatch(&device).unwrap();
        assert_eq!(out, [1123; 48], "{device}");
        let mut buffer = device.zeros::<u32>(8).unwrap();
        sizes(&mut buffer, 0).dispatch(&device).unwrap();
        assert_eq!(buffer.read().unwrap(), [buffer_count(8); 8], "{device}");
    }
}

/// What `sizes` writes for so many elements: the grid covers them along x.
fn buffer_count(elements: u32) -> u32 {
    elements.div_ceil(4) + 10 + 100
}
