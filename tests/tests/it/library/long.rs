//! What the operations on `U128` compute, by Rust's own `u128`, and where that does not say it, by hand.

use crate::library::reference::Long;

/// The upper half of the product of 256 bits, digit by digit of 32 bits, as on paper.
fn mul_hi(a: u128, b: u128) -> u128 {
    let digit = |x: u128, at: usize| x >> (32 * at) & 0xffff_ffff;
    let mut product = [0u128; 9];
    for i in 0..4 {
        for j in 0..4 {
            let all = product[i + j] + digit(a, i) * digit(b, j);
            product[i + j] = all & 0xffff_ffff;
            product[i + j + 1] += all >> 32;
        }
    }
    for at in 0..8 {
        product[at + 1] += product[at] >> 32;
        product[at] &= 0xffff_ffff;
    }
    (0..4).map(|at| product[4 + at] << (32 * at)).sum()
}

/// Bit by bit.
fn rotate_left(a: u128, by: u128) -> u128 {
    (0..128).map(|bit| (a >> bit & 1) << ((bit + by) % 128)).sum()
}

pub(crate) const ALL: &[(&str, Long)] = &[
    ("primitive.u128.add", |a| a[0].wrapping_add(a[1])),
    ("primitive.u128.sub", |a| a[0].wrapping_sub(a[1])),
    ("primitive.u128.mul", |a| a[0].wrapping_mul(a[1])),
    ("primitive.u128.mul_wide", |a| a[0] * a[1]),
    ("primitive.u128.mul_hi", |a| mul_hi(a[0], a[1])),
    ("primitive.u128.div", |a| a[0].checked_div(a[1]).unwrap_or(0)),
    ("primitive.u128.mod", |a| a[0].checked_rem(a[1]).unwrap_or(0)),
    ("primitive.u128.eq", |a| u128::from(a[0] == a[1])),
    ("primitive.u128.ne", |a| u128::from(a[0] != a[1])),
    ("primitive.u128.lt", |a| u128::from(a[0] < a[1])),
    ("primitive.u128.gt", |a| u128::from(a[0] > a[1])),
    ("primitive.u128.le", |a| u128::from(a[0] <= a[1])),
    ("primitive.u128.ge", |a| u128::from(a[0] >= a[1])),
    ("primitive.u128.shl", |a| a[0] << (a[1] % 128)),
    ("primitive.u128.shr", |a| a[0] >> (a[1] % 128)),
    ("primitive.u128.rotl", |a| rotate_left(a[0], a[1] % 128)),
    ("primitive.u128.rotr", |a| rotate_left(a[0], 128 - a[1] % 128)),
    ("primitive.u128.and", |a| a[0] & a[1]),
    ("primitive.u128.or", |a| a[0] | a[1]),
    ("primitive.u128.xor", |a| a[0] ^ a[1]),
    ("primitive.u128.not", |a| u128::MAX - a[0]),
    ("primitive.u128.min", |a| a[0].min(a[1])),
    ("primitive.u128.max", |a| a[0].max(a[1])),
    ("primitive.u128.clamp", |a| a[0].max(a[1]).min(a[2])),
    ("primitive.u128.abs_diff", |a| a[0].max(a[1]) - a[0].min(a[1])),
    ("primitive.u128.add_sat", |a| if a[1] > u128::MAX - a[0] { u128::MAX } else { a[0] + a[1] }),
    ("primitive.u128.sub_sat", |a| a[0] - a[0].min(a[1])),
    ("primitive.u128.pow", |a| a[0].wrapping_pow(u32::try_from(a[1]).unwrap())),
    ("primitive.u128.neg", |a| if a[0] == 0 { 0 } else { u128::MAX - a[0] + 1 }),
    ("primitive.u128.popcount", |a| u128::from(a[0].count_ones())),
    ("primitive.u128.clz", |a| u128::from(a[0].leading_zeros())),
    ("primitive.u128.ctz", |a| u128::from(a[0].trailing_zeros())),
    ("primitive.u128.reverse_bits", |a| (0..128).map(|bit| (a[0] >> bit & 1) << (127 - bit)).sum()),
    ("primitive.i64.extend", |a| a[0] as u64 as i64 as u128),
];
