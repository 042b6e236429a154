//! What the operations on `F32` compute, by Rust's own operators and methods. Floats come and go as their bits.

use crate::library::reference::Reference;

fn f(bits: u64) -> f32 {
    f32::from_bits(bits as u32)
}

/// The bits of a result.
fn canonical(value: f32) -> u64 {
    if value.is_nan() { 0x7fc0_0000 } else { value.to_bits().into() }
}

fn smaller(a: f32, b: f32) -> f32 {
    match (a.is_nan(), b.is_nan()) {
        (true, _) => b,
        (_, true) => a,
        _ if a == 0.0 && b == 0.0 => f32::from_bits(a.to_bits() | b.to_bits()),
        _ if a < b => a,
        _ => b,
    }
}

fn power(base: f32, exponent: i32) -> f32 {
    let (mut result, mut square) = (1.0f32, base);
    for bit in 0..32 {
        if exponent.unsigned_abs() >> bit & 1 == 1 {
            result *= square;
        }
        square *= square;
    }
    if exponent < 0 { 1.0 / result } else { result }
}

pub(crate) const ALL: &[(&str, Reference)] = &[
    ("primitive.f32.add", |a| canonical(f(a[0]) + f(a[1]))),
    ("primitive.f32.sub", |a| canonical(f(a[0]) - f(a[1]))),
    ("primitive.f32.mul", |a| canonical(f(a[0]) * f(a[1]))),
    ("primitive.f32.div", |a| canonical(f(a[0]) / f(a[1]))),
    ("primitive.f32.mod", |a| canonical(f(a[0]) % f(a[1]))),
    ("primitive.f32.min", |a| canonical(smaller(f(a[0]), f(a[1])))),
    ("primitive.f32.max", |a| canonical(-smaller(-f(a[0]), -f(a[1])))),
    ("primitive.f32.copysign", |a| a[0] & 0x7fff_ffff | a[1] & 0x8000_0000),
    ("primitive.f32.eq", |a| (f(a[0]) == f(a[1])).into()),
    ("primitive.f32.ne", |a| (f(a[0]) != f(a[1])).into()),
    ("primitive.f32.lt", |a| (f(a[0]) < f(a[1])).into()),
    ("primitive.f32.gt", |a| (f(a[0]) > f(a[1])).into()),
    ("primitive.f32.le", |a| (f(a[0]) <= f(a[1])).into()),
    ("primitive.f32.ge", |a| (f(a[0]) >= f(a[1])).into()),
    ("primitive.f32.neg", |a| a[0] ^ 0x8000_0000),
    ("primitive.f32.abs", |a| a[0] & 0x7fff_ffff),
    ("primitive.f32.sqrt", |a| canonical(f(a[0]).sqrt())),
    ("primitive.f32.floor", |a| canonical(f(a[0]).floor())),
    ("primitive.f32.ceil", |a| canonical(f(a[0]).ceil())),
    ("primitive.f32.trunc", |a| canonical(f(a[0]).trunc())),
    ("primitive.f32.round", |a| canonical(f(a[0]).round())),
    ("primitive.f32.round_even", |a| canonical(f(a[0]).round_ties_even())),
    ("primitive.f32.to_u32", |a| u64::from(f(a[0]) as u32)),
    ("primitive.f32.to_i32", |a| u64::from(f(a[0]) as i32 as u32)),
    ("primitive.f32.to_u64", |a| f(a[0]) as u64),
    ("primitive.f32.from_u32", |a| canonical(a[0] as u32 as f32)),
    ("primitive.f32.from_i32", |a| canonical(a[0] as u32 as i32 as f32)),
    ("primitive.f32.from_u64", |a| canonical(a[0] as f32)),
    ("primitive.f32.mul_add", |a| canonical(f(a[0]).mul_add(f(a[1]), f(a[2])))),
    ("primitive.f32.signum", |a| canonical(f(a[0]).signum())),
    ("primitive.f32.clamp", |a| {
        let above = if f(a[0]) < f(a[1]) { a[1] } else { a[0] };
        if f(above) > f(a[2]) { a[2] } else { above }
    }),
    ("primitive.f32.fract", |a| canonical(f(a[0]).fract())),
    ("primitive.f32.recip", |a| canonical(f(a[0]).recip())),
    ("primitive.f32.powi", |a| canonical(power(f(a[0]), a[1] as u32 as i32))),
    ("primitive.f32.to_degrees", |a| canonical(f(a[0]).to_degrees())),
    ("primitive.f32.to_radians", |a| canonical(f(a[0]).to_radians())),
    ("primitive.f32.is_nan", |a| f(a[0]).is_nan().into()),
    ("primitive.f32.is_infinite", |a| f(a[0]).is_infinite().into()),
    ("primitive.f32.is_finite", |a| f(a[0]).is_finite().into()),
    ("primitive.f32.to_bits", |a| a[0]),
];
