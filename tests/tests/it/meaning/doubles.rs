//! `f64`, and floats that nothing settles, which are `f64`s.

use vyre::prelude::*;

means! {
    open_floats_are_of_64_bits(x) -> i64 { (0.1 + 0.2 == 0.3) as i64 }
    open_float_as_an_integer(x) -> i64 { 16777217.0 as u32 as i64 }
    open_float_in_a_variable(x) -> i64 { let a = 16777217.0; a as i64 + x as i64 }
    open_float_literal_to_f32(x) -> f32 { 0.1 as f32 + 16777217.0 as f32 }
    open_floats_in_a_list(x) -> i64 { let t = [0.1, 0.2]; (t[0] + t[1] == 0.3) as i64 + (t[1] * 1e17) as i64 }
    open_floats_in_a_long_list(x) -> i64 { let t = [0.1, 0.2, 0.3]; (t[0] + t[1] == t[2]) as i64 }
    open_floats_in_a_filled_list(x) -> i64 { let mut t = [0.1; 4]; t[(x & 3) as usize] += 0.2; (t[0] == 0.3) as i64 * 2 + (t[1] == 0.1) as i64 }
    open_floats_in_tuples(x) -> i64 { let (a, (b, c)) = (0.1, (0.2, 0.3)); (a + b == c) as i64 }
    open_float_accumulated(x) -> i64 { let mut a = 0.0; for _ in 0..10 { a += 0.1; } (a == 1.0) as i64 }
    open_float_negated(x) -> i64 { let a = -0.5; (a * 3.0) as i32 as i64 }
    open_float_in_a_match(x) -> i64 { let a = match x { 0 => 0.1, 1 => 0.1 + 0.2, _ => 16777217.0 }; (a == 0.3) as i64 + a as i64 }
    open_float_against_f64(x) -> f64 { let a = 0.1; let b: f64 = 0.2; a + b }
    open_float_against_f32(x) -> f32 { let a = 0.1; let b: f32 = 0.2; a + b }
    products_of_iterators(x) -> [f64; 3] { let a = [2.0, x as f64, -3.0]; let p: f64 = a.iter().product(); let q = (1..4).map(|v| v as f64 * 0.5).product::<f64>(); [p, q, a.iter().map(|v| v * 1e300).product()] }
    products_of_open_floats(x) -> f64 { let a = [1.5, 2.0]; let p: f64 = a.iter().product(); let q: f32 = [1.5, 4.0].iter().product(); p + q as f64 + [0.5, 0.25].iter().map(|v| v * 2.0).product::<f64>() * x as f64 }
    sums_of_open_floats(x) -> f64 { let s = [0.1, 0.2, x as f64].iter().sum::<f64>(); let r: f32 = [0.1, 0.2].into_iter().sum(); s + r as f64 }
    totals_of_nothing(x) -> [u64; 4] { let n = x & 1; [(0..n).map(|v| v as f64).sum::<f64>().to_bits(), (0..n).map(|v| v as f64).product::<f64>().to_bits(), (0..n).map(|v| v as f32).sum::<f32>().to_bits() as u64, (0..n).map(|v| v as f32).product::<f32>().to_bits() as u64] }
    from_128_bits(x) -> [u64; 4] { let n = (x as u128) << 90 | 0xfff_ffff_ffff_ffff; let i = -((x as i128) << 70) - 12345; [(n as f64).to_bits(), (n as f32).to_bits() as u64, (i as f64).to_bits(), (i as f32).to_bits() as u64] }
    from_the_limits_of_128_bits(x) -> [u64; 6] { let n = u128::MAX - x as u128; let i = i128::MIN + x as i128; [(n as f64).to_bits(), (n as f32).to_bits() as u64, (i as f64).to_bits(), (i as f32).to_bits() as u64, ((i128::MAX - x as i128) as f64).to_bits(), (x as u128 as f32).to_bits() as u64] }
    from_128_bits_at_ties(x) -> [u64; 4] { let n = (1u128 << 120) + (1u128 << 67) * (x as u128 + 1); let m = n + 1; let k = (1u128 << 80) + (1u128 << 56) * x as u128; [(n as f64).to_bits(), (m as f64).to_bits(), (k as f32).to_bits() as u64, ((k - 1) as f32).to_bits() as u64] }
    to_128_bits(x) -> [u64; 6] { let a = x as f64 * 1.5e25; let n = a as u128; let i = -a as i128; let m = (x as f32 * 1.7e20) as u128; [n as u64, (n >> 64) as u64, i as u64, (i >> 64) as u64, m as u64, (m >> 64) as u64] }
    to_the_limits_of_128_bits(x) -> [u64; 8] { let a = f64::MAX * x as f64; let b = f32::MAX * (x & 1) as f32; let nan = 0.0 / (a * 0.0); let all = [a as u128, -a as u128, a as i128 as u128, -a as i128 as u128, b as u128, -b as i128 as u128, nan as u128, (x as f64 * 0.75 - 3.5) as i128 as u128]; let mut out = [0; 8]; for i in 0..8 { out[i] = (all[i] >> 100) as u64 ^ all[i] as u64; } out }
    suffixes(x) -> f64 { 1f64 + 2.5f64 + 1e-3f64 * x as f64 }
    sums(x) -> f64 { let y = x as f64; y * 0.1 + y / 3.0 - y * y }
    remainders(x) -> f64 { (x as f64 * 1e18 - 4.5) % 2.7 }
    roots(x) -> f64 { (x as f64).sqrt() + (x as f64 + 0.25).sqrt() }
    fused(x) -> f64 { let a = 1.0 + f64::EPSILON; a.mul_add(a, -(1.0 + 2.0 * f64::EPSILON)) * x as f64 }
    not_fused(x) -> f64 { let a = 1.0 + f64::EPSILON; (a * a - (1.0 + 2.0 * f64::EPSILON)) * x as f64 }
    signs(x) -> [f64; 4] { let a = x as f64 - 3.5; [a.abs(), a.signum(), -a, 2.0f64.copysign(a)] }
    extremes(x) -> [f64; 3] { let a = x as f64 - 3.5; [a.min(-0.5), a.max(0.5), a.clamp(-1.0, 1.5)] }
    roundings(x) -> [f64; 6] { let a = x as f64 * 0.5 - 2.0; [a.floor(), a.ceil(), a.trunc(), a.round(), a.round_ties_even(), a.fract()] }
    large_roundings(x) -> [f64; 2] { let a = 4503599627370495.5 + x as f64; [a.round(), a.floor()] }
    comparisons(x) -> i64 { let a = x as f64; (a < 2.0) as i64 + ((a <= 2.0) as i64) * 2 + ((a > 2.0) as i64) * 4 + ((a >= 2.0) as i64) * 8 + ((a == 2.0) as i64) * 16 + ((a != 2.0) as i64) * 32 }
    predicates(x) -> i64 { let a = (x as f64 - 3.0) / 0.0; a.is_nan() as i64 + (a.is_infinite() as i64) * 2 + (a.is_finite() as i64) * 4 + ((a > 0.0) as i64) * 8 }
    powers(x) -> [f64; 3] { let a = x as f64 * 0.75; [a.powi(3), (a + 1.0).powi(-2), a.recip()] }
    angles(x) -> [f64; 2] { let a = x as f64; [a.to_degrees(), a.to_radians()] }
    bits(x) -> u64 { (x as f64 * 0.1).to_bits() }
    of_bits(x) -> f64 { f64::from_bits(0x3fb9_9999_9999_999a + x as u64) }
    subnormals(x) -> u64 { (f64::from_bits(x as u64) * 0.5 + f64::MIN_POSITIVE / 3.0).to_bits() }
    negative_zero(x) -> u64 { (-(x as f64 * 0.0)).to_bits() + (0.0f64 == -0.0) as u64 }
    not_a_number(x) -> u64 { let a = f64::NAN; (a == a) as u64 + (a != a) as u64 * 2 + (a.max(1.0) == 1.0) as u64 * 4 }
    constants(x) -> [f64; 5] { [core::f64::consts::PI, std::f64::consts::LN_2, f64::MAX, f64::MIN, f64::EPSILON] }
    to_unsigned(x) -> [i64; 4] { let a = 3.0e9 * (x as f64 - 2.0); [a as u32 as i64, a as u8 as i64, a as u16 as i64, a as u64 as i64] }
    to_signed(x) -> [i64; 4] { let a = 3.0e18 * (x as f64 - 2.5); [a as i32 as i64, a as i8 as i64, a as i16 as i64, a as i64] }
    from_integers(x) -> [f64; 5] { let a = x as i64 * 46116860184273879 - 5; [a as f64, a as u64 as f64, a as i32 as f64, a as u8 as f64, a as i16 as f64] }
    by_from(x) -> [f64; 4] { [f64::from(x), f64::from(x as i32 - 3), f64::from(x as u8), f64::from(x as f32 * 0.1)] }
    between_floats(x) -> [f64; 2] { let a = 0.1 * x as f64; [a as f32 as f64, (x as f32 * 0.1) as f64] }
    to_f32_is_rounded_once(x) -> f32 { (1.0 + 0.000000059604644775390625 + x as f64 * 1e-15) as f32 }
    in_structures(x) -> f64 { let t = (x as f64, [0.5f64, 0.25]); let (a, b) = t; a * b[0] + b[(x & 1) as usize] }
    in_arrays_of_arrays(x) -> f64 { let t = [[0.1f64, 0.2, 0.3], [1.0, 2.0, x as f64]]; t[(x & 1) as usize][(x % 3) as usize] }
    in_functions(x) -> f64 { fn half(a: f64) -> f64 { a * 0.5 } half(x as f64) + half(0.1) }
    over_types(x) -> f64 { fn twice<T: vyre::Float>(a: T) -> T { a + a.sqrt() } twice(x as f64) + twice(x as f32) as f64 }
    constants_of_the_body(x) -> f64 { const STEP: f64 = 0.1; const TABLE: [f64; 3] = [0.5, 1e300, -0.0]; STEP * x as f64 + TABLE[(x % 3) as usize] }
    loops(x) -> f64 { let mut a = 1.0; let mut n = 0; while a < 1e10 && n < 100 { a = a * 1.5 + x as f64; n += 1; } a }
}
