//! What every operation computes, in Rust's own arithmetic: on wider integers where that says it most plainly. An
//! `i32` comes and goes as its bits.

/// From the bits of the arguments to the bits of the result.
pub(crate) type Reference = fn(&[u64]) -> u64;

/// One that takes and gives numbers of every width.
pub(crate) type OfAny = Box<dyn Fn(&[u128]) -> u128>;

/// One of 128 bits.
pub(crate) type Long = fn(&[u128]) -> u128;

/// The reference of an operation.
pub(crate) fn of(id: &str) -> Option<OfAny> {
    if let Some((_, long)) = crate::library::long::ALL.iter().find(|(known, _)| *known == id) {
        return Some(Box::new(long));
    }
    let (_, reference) = plain().find(|(known, _)| *known == id)?;
    Some(Box::new(|args| {
        let args: Vec<u64> = args.iter().map(|arg| u64::try_from(*arg).unwrap()).collect();
        reference(&args).into()
    }))
}

/// The references of 64 bits at most.
fn plain() -> impl Iterator<Item = &'static (&'static str, Reference)> {
    ALL.iter()
        .chain(crate::library::hash::ALL)
        .chain(crate::library::float::ALL)
        .chain(crate::library::half::all())
}

/// The operations that have a reference.
pub(crate) fn ids() -> impl Iterator<Item = &'static str> {
    plain().map(|(id, _)| *id).chain(crate::library::long::ALL.iter().map(|(id, _)| *id))
}

fn u(value: u64) -> u32 {
    u32::try_from(value).unwrap()
}

/// A signed number of 64 bits.
fn l(bits: u64) -> i64 {
    bits as i64
}

fn i(value: u64) -> i64 {
    i64::from(u(value) as i32)
}

/// The bits of a number modulo 2^32.
fn word(value: i64) -> u64 {
    u64::from(value as u32)
}

fn two_to_32(value: u64) -> u64 {
    value % (1 << 32)
}

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

fn lcm(a: &[u64]) -> u64 {
    match a {
        [_, 0] | [0, _] => 0,
        _ => two_to_32(a[0] / gcd(a[0], a[1]) * a[1]),
    }
}

fn isqrt(a: u64) -> u64 {
    let near = (a as f64).sqrt() as u64;
    (near.saturating_sub(1)..near + 2).rev().find(|root| root * root <= a).unwrap()
}

/// One product after the other for small exponents, where that ends.
fn pow(a: &[u64]) -> u64 {
    if a[1] < 5_000 {
        return (0..a[1]).fold(1, |product, _| two_to_32(product * a[0]));
    }
    let half = pow(&[a[0], a[1] / 2]);
    two_to_32(two_to_32(half * half) * if a[1] % 2 == 1 { a[0] } else { 1 })
}

/// Bit by bit, in a number of so many bits.
fn rotate_left(a: u64, by: u64, bits: u64) -> u64 {
    (0..bits).map(|bit| (a >> bit & 1) << ((bit + by) % bits)).sum()
}

/// The bits of the number that fits an `i32` and is nearest.
fn saturated(value: i64) -> u64 {
    word(value.clamp(i32::MIN.into(), i32::MAX.into()))
}

/// The bits of `value` at `offset..offset + count` that there are, in the places that they have.
fn field(offset: u64, count: u64) -> u64 {
    (0..32).filter(|bit| *bit >= offset && *bit - offset < count).map(|bit| 1 << bit).sum()
}

fn extract_bits(a: &[u64]) -> u64 {
    (a[0] & field(a[1], a[2])).checked_shr(a[1].min(63) as u32).unwrap_or(0)
}

fn insert_bits(a: &[u64]) -> u64 {
    let field = field(a[2], a[3]);
    a[0] & !field | (a[1] << a[2].min(32)) & field
}

const ALL: &[(&str, Reference)] = &[
    ("primitive.bitwise.and", |a| a[0] & a[1]),
    ("primitive.bitwise.or", |a| a[0] | a[1]),
    ("primitive.bitwise.xor", |a| a[0] ^ a[1]),
    ("primitive.bitwise.not", |a| u64::from(u32::MAX) - a[0]),
    ("primitive.bitwise.shl", |a| two_to_32(a[0] << (a[1] % 32))),
    ("primitive.bitwise.shr", |a| a[0] >> (a[1] % 32)),
    ("primitive.bitwise.rotl", |a| rotate_left(a[0], a[1] % 32, 32)),
    ("primitive.bitwise.rotr", |a| rotate_left(a[0], 32 - a[1] % 32, 32)),
    ("primitive.bitwise.popcount", |a| u64::from(a[0].count_ones())),
    ("primitive.bitwise.clz", |a| u64::from(a[0].leading_zeros() - 32)),
    ("primitive.bitwise.ctz", |a| u64::from(a[0].trailing_zeros().min(32))),
    ("primitive.bitwise.reverse_bits", |a| a[0].reverse_bits() >> 32),
    ("primitive.bitwise.extract_bits", extract_bits),
    ("primitive.bitwise.insert_bits", insert_bits),
    ("primitive.math.add", |a| two_to_32(a[0] + a[1])),
    ("primitive.math.sub", |a| two_to_32((1 << 32) + a[0] - a[1])),
    ("primitive.math.mul", |a| two_to_32(a[0] * a[1])),
    ("primitive.math.div", |a| a[0].checked_div(a[1]).unwrap_or(0)),
    ("primitive.math.mod", |a| a[0].checked_rem(a[1]).unwrap_or(0)),
    ("primitive.math.min", |a| a[0].min(a[1])),
    ("primitive.math.max", |a| a[0].max(a[1])),
    ("primitive.math.abs_diff", |a| (a[0] as i64 - a[1] as i64).unsigned_abs()),
    ("primitive.math.clamp", |a| a[0].max(a[1]).min(a[2])),
    ("primitive.math.gcd", |a| gcd(a[0], a[1])),
    ("primitive.math.lcm", lcm),
    ("primitive.math.add_sat", |a| (a[0] + a[1]).min(u64::from(u32::MAX))),
    ("primitive.math.sub_sat", |a| (a[0] as i64 - a[1] as i64).max(0) as u64),
    ("primitive.math.mul_hi", |a| (a[0] * a[1]) >> 32),
    ("primitive.math.ilog2", |a| u64::from(a[0].checked_ilog2().unwrap_or(0))),
    ("primitive.math.isqrt", |a| isqrt(a[0])),
    ("primitive.math.pow", pow),
    ("primitive.compare.eq", |a| u64::from(a[0] == a[1])),
    ("primitive.compare.ne", |a| u64::from(a[0] != a[1])),
    ("primitive.compare.lt", |a| u64::from(a[0] < a[1])),
    ("primitive.compare.gt", |a| u64::from(a[0] > a[1])),
    ("primitive.compare.le", |a| u64::from(a[0] <= a[1])),
    ("primitive.compare.ge", |a| u64::from(a[0] >= a[1])),
    ("primitive.compare.logical_not", |a| u64::from(a[0] == 0)),
    ("primitive.compare.select", |a| if a[0] == 0 { a[2] } else { a[1] }),
    ("primitive.logical.and", |a| u64::from(a[0] != 0 && a[1] != 0)),
    ("primitive.logical.or", |a| u64::from(a[0] != 0 || a[1] != 0)),
    ("primitive.logical.xor", |a| u64::from((a[0] != 0) != (a[1] != 0))),
    ("primitive.logical.not", |a| u64::from(a[0] == 0)),
    ("primitive.logical.nand", |a| u64::from(!(a[0] != 0 && a[1] != 0))),
    ("primitive.logical.nor", |a| u64::from(!(a[0] != 0 || a[1] != 0))),
    ("primitive.i32.add", |a| word(i(a[0]) + i(a[1]))),
    ("primitive.i32.sub", |a| word(i(a[0]) - i(a[1]))),
    ("primitive.i32.mul", |a| word(i(a[0]) * i(a[1]))),
    ("primitive.i32.div", |a| word(i(a[0]).checked_div(i(a[1])).unwrap_or(0))),
    ("primitive.i32.mod", |a| word(i(a[0]).checked_rem(i(a[1])).unwrap_or(0))),
    ("primitive.i32.eq", |a| u64::from(i(a[0]) == i(a[1]))),
    ("primitive.i32.ne", |a| u64::from(i(a[0]) != i(a[1]))),
    ("primitive.i32.lt", |a| u64::from(i(a[0]) < i(a[1]))),
    ("primitive.i32.gt", |a| u64::from(i(a[0]) > i(a[1]))),
    ("primitive.i32.le", |a| u64::from(i(a[0]) <= i(a[1]))),
    ("primitive.i32.ge", |a| u64::from(i(a[0]) >= i(a[1]))),
    ("primitive.i32.shl", |a| word(i(a[0]) << (a[1] % 32))),
    ("primitive.i32.shr", |a| word(i(a[0]).div_euclid(1 << (a[1] % 32)))),
    ("primitive.i32.and", |a| word(i(a[0]) & i(a[1]))),
    ("primitive.i32.or", |a| word(i(a[0]) | i(a[1]))),
    ("primitive.i32.xor", |a| word(i(a[0]) ^ i(a[1]))),
    ("primitive.i32.not", |a| word(-1 - i(a[0]))),
    ("primitive.i32.min", |a| word(i(a[0]).min(i(a[1])))),
    ("primitive.i32.max", |a| word(i(a[0]).max(i(a[1])))),
    ("primitive.i32.abs", |a| word(i(a[0]).abs())),
    ("primitive.i32.neg", |a| word(-i(a[0]))),
    ("primitive.i32.signum", |a| word(i(a[0]).signum())),
    ("primitive.i32.popcount", |a| u64::from(u(a[0]).count_ones())),
    ("primitive.i32.clz", |a| u64::from(u(a[0]).leading_zeros())),
    ("primitive.i32.ctz", |a| u64::from(u(a[0]).trailing_zeros())),
    ("primitive.i32.rotl", |a| rotate_left(a[0], a[1] % 32, 32)),
    ("primitive.i32.rotr", |a| rotate_left(a[0], 32 - a[1] % 32, 32)),
    ("primitive.i32.reverse_bits", |a| a[0].reverse_bits() >> 32),
    ("primitive.i32.abs_diff", |a| (i(a[0]) - i(a[1])).unsigned_abs()),
    ("primitive.i32.add_sat", |a| saturated(i(a[0]) + i(a[1]))),
    ("primitive.i32.sub_sat", |a| saturated(i(a[0]) - i(a[1]))),
    ("primitive.i32.pow", |a| word((i(a[0]) as i32).wrapping_pow(u(a[1])).into())),
    ("primitive.i32.clamp", |a| word(i(a[0]).max(i(a[1])).min(i(a[2])))),
    ("primitive.u64.add", |a| a[0].wrapping_add(a[1])),
    ("primitive.u64.sub", |a| a[0].wrapping_sub(a[1])),
    ("primitive.u64.mul_wide", |a| a[0] * a[1]),
    ("primitive.u64.mul_hi", |a| ((u128::from(a[0]) * u128::from(a[1])) >> 64) as u64),
    ("primitive.u64.mul", |a| (u128::from(a[0]) * u128::from(a[1])) as u64),
    ("primitive.u64.div", |a| a[0].checked_div(a[1]).unwrap_or(0)),
    ("primitive.u64.mod", |a| a[0].checked_rem(a[1]).unwrap_or(0)),
    ("primitive.u64.eq", |a| u64::from(a[0] == a[1])),
    ("primitive.u64.ne", |a| u64::from(a[0] != a[1])),
    ("primitive.u64.lt", |a| u64::from(a[0] < a[1])),
    ("primitive.u64.gt", |a| u64::from(a[0] > a[1])),
    ("primitive.u64.le", |a| u64::from(a[0] <= a[1])),
    ("primitive.u64.ge", |a| u64::from(a[0] >= a[1])),
    ("primitive.u64.shl", |a| a[0] << (a[1] % 64)),
    ("primitive.u64.shr", |a| a[0] >> (a[1] % 64)),
    ("primitive.i64.div", |a| {
        l(a[0]).checked_div(l(a[1])).map_or(if a[1] == 0 { 0 } else { a[0] }, |q| q as u64)
    }),
    ("primitive.i64.mod", |a| l(a[0]).checked_rem(l(a[1])).map_or(0, |rest| rest as u64)),
    ("primitive.i64.lt", |a| u64::from(l(a[0]) < l(a[1]))),
    ("primitive.i64.gt", |a| u64::from(l(a[0]) > l(a[1]))),
    ("primitive.i64.le", |a| u64::from(l(a[0]) <= l(a[1]))),
    ("primitive.i64.ge", |a| u64::from(l(a[0]) >= l(a[1]))),
    ("primitive.i64.shr", |a| (l(a[0]) >> (a[1] % 64)) as u64),
    ("primitive.u64.and", |a| a[0] & a[1]),
    ("primitive.u64.or", |a| a[0] | a[1]),
    ("primitive.u64.xor", |a| a[0] ^ a[1]),
    ("primitive.u64.not", |a| u64::MAX - a[0]),
    ("primitive.u64.min", |a| a[0].min(a[1])),
    ("primitive.u64.max", |a| a[0].max(a[1])),
    ("primitive.u64.popcount", |a| u64::from(a[0].count_ones())),
    ("primitive.u64.clz", |a| u64::from(a[0].leading_zeros())),
    ("primitive.u64.ctz", |a| u64::from(a[0].trailing_zeros())),
    ("primitive.u64.rotl", |a| rotate_left(a[0], a[1] % 64, 64)),
    ("primitive.u64.rotr", |a| rotate_left(a[0], 64 - a[1] % 64, 64)),
    ("primitive.u64.reverse_bits", |a| (0..64).map(|bit| (a[0] >> bit & 1) << (63 - bit)).sum()),
    ("primitive.u64.abs_diff", |a| (i128::from(a[0]) - i128::from(a[1])).unsigned_abs() as u64),
    ("primitive.u64.add_sat", |a| (u128::from(a[0]) + u128::from(a[1])).min(u64::MAX.into()) as u64),
    ("primitive.u64.sub_sat", |a| (i128::from(a[0]) - i128::from(a[1])).max(0) as u64),
    ("primitive.u64.pow", |a| a[0].wrapping_pow(u(a[1]))),
    ("primitive.u64.clamp", |a| a[0].max(a[1]).min(a[2])),
    ("primitive.u64.neg", |a| ((1 << 64) - u128::from(a[0])) as u64),
];
