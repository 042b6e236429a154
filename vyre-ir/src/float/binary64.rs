//! IEEE 754's binary64: what its rows share, and its operators over integers, for devices that have none. The definitions follow Hauser's Berkeley SoftFloat.
//!
//! A number that is not zero is a significand whose leading bit is bit 63, and a scale: the exponent of that bit, biased by 3071, so that those of subnormal
//! numbers and of products are not negative. `double_pack` rounds such a number once, and the lowest bit of its significand stands for all that is lost below.

#![cfg_attr(
    not(test),
    allow(dead_code, reason = "the host has the type, and other devices the definitions' texts")
)]

use super::definitions::*;
use super::fixed::{exponent, pack, reciprocal, root, significand};

/// The canonical NaN.
pub const NAN: u64 = 0x7ff8_0000_0000_0000;

/// The bits of the result of an operation.
#[inline]
pub const fn canonical(value: f64) -> u64 {
    let bits = value.to_bits();
    // Not `is_nan`: see `float::canonical`.
    if bits & 0x7fff_ffff_ffff_ffff > 0x7ff0_0000_0000_0000 { NAN } else { bits }
}

/// `a * b + c`, rounded once.
#[inline]
pub fn mul_add(a: u64, b: u64, c: u64) -> u64 {
    canonical(f64::from_bits(a).mul_add(f64::from_bits(b), f64::from_bits(c)))
}

/// The number with these bits as a literal of the text form. No two bits have one literal.
pub(crate) fn literal(bits: u64) -> String {
    let (value, sign) = (f64::from_bits(bits), if bits >> 63 == 0 { "" } else { "-" });
    match bits & 0x7fff_ffff_ffff_ffff {
        0x7ff0_0000_0000_0000 => format!("{sign}inf64"),
        NAN if sign.is_empty() => "nan64".to_string(),
        0x7ff0_0000_0000_0001.. => format!("nan64({:#010x}, {:#010x})", bits >> 32, bits as u32),
        _ => format!("{value:?}d"),
    }
}

/// The number that digits stand for, without sign and suffix: `1.5`, `1e-3`, `0x1.8p0`. `None` if they are none, or if a hexadecimal one
/// has no exact value.
pub(crate) fn parse(digits: &str) -> Option<f64> {
    let digits = digits.replace('_', "");
    if !digits.starts_with("0x") {
        return digits.parse().ok().filter(|value: &f64| value.is_finite());
    }
    let (significand, exponent) = super::hexadecimal(&digits)?;
    if significand == 0 {
        return Some(0.0);
    }
    let exponent = Some(exponent).filter(|exponent| exponent.unsigned_abs() < 1200)?;
    // Two steps, because a power alone may be out of range. What rounds, or is too large, does not come back.
    let scaled = |value: f64, by: i32| value * 2f64.powi(by / 2) * 2f64.powi(by - by / 2);
    let value = scaled(significand as f64, exponent);
    let is_exact = significand >> 53 == 0 && scaled(value, -exponent) == significand as f64;
    is_exact.then_some(value)
}

definitions! { TEXTS:
    /// The significand of a magnitude with its leading bit at bit 63; 0 of a zero.
    fn double_digits(x: u64) -> u64 {
        let turned = shl(x, 11);
        let top = (high(turned) & 0x7fffffff) | select((high(x) & 0x7ff00000) != 0, 0x80000000, 0);
        let digits = u64(low(turned), top);
        let result = shl(digits, clz_wide(digits));
        result
    }

    /// The exponent of the leading bit, biased by 3071.
    fn double_scale(x: u64) -> u32 {
        let biased = (high(x) >> 20) & 0x7ff;
        let turned = shl(x, 11);
        let top = (high(turned) & 0x7fffffff) | select(biased > 0, 0x80000000, 0);
        let result = max(biased, 1) + 2048 - clz_wide(u64(low(turned), top));
        result
    }

    /// A number shifted right by at most 63, whose lowest bit says too whether anything was lost.
    fn double_jam(x: u64, amount: u32) -> u64 {
        let kept = shr(x, amount);
        let result = u64(low(kept) | select(same(shl(kept, amount), x), 0, 1), high(kept));
        result
    }

    /// The number with this sign bit, scale and significand, to nearest, ties to even.
    fn double_pack(sign: u32, e: u32, m: u64) -> u64 {
        let jammed = double_jam(m, min(max(e, 2049) - e, 62));
        let rest = low(jammed) & 0x7ff;
        let whole = shr(jammed, 11);
        let up = select((rest > 0x400) | ((rest == 0x400) & ((low(whole) & 1) == 1)), 1, 0);
        let finite = add(add(whole, u64(up, 0)), u64(0, (max(min(e, 4095), 2049) - 2049) << 20));
        let result = select(e > 4094, u64(0, sign | 0x7ff00000), u64(low(finite), sign | high(finite)));
        result
    }

    /// The sum.
    fn double_add(a: u64, b: u64) -> u64 {
        let ma = u64(low(a), high(a) & 0x7fffffff);
        let mb = u64(low(b), high(b) & 0x7fffffff);
        let is_swapped = less(ma, mb);
        let x = select(is_swapped, b, a);
        let y = select(is_swapped, a, b);
        let mx = select(is_swapped, mb, ma);
        let my = select(is_swapped, ma, mb);
        let e = double_scale(x);
        let sx = shr(double_digits(x), 1);
        let sy = double_jam(shr(double_digits(y), 1), min(e - double_scale(y), 63));
        let differ = ((high(x) ^ high(y)) >> 31) == 1;
        let sum = select(differ, sub(sx, sy), add(sx, sy));
        let zeros = min(clz_wide(sum), 63);
        let none = same(sum, u64(0, 0));
        let sign = select(none & differ, 0, high(x) & 0x80000000);
        let packed = double_pack(sign, e + 1 - zeros, shl(sum, zeros));
        let infinite = u64(0, 0x7ff00000);
        let is_nan = less(infinite, mx) | (same(my, infinite) & differ);
        let number = select(same(mx, infinite), x, select(none, u64(0, sign), packed));
        let result = select(is_nan, u64(0, 0x7ff80000), number);
        result
    }

    /// The product.
    fn double_mul(a: u64, b: u64) -> u64 {
        let ma = u64(low(a), high(a) & 0x7fffffff);
        let mb = u64(low(b), high(b) & 0x7fffffff);
        let da = double_digits(a);
        let db = double_digits(b);
        let upper = mul_high(da, db);
        let is_short = select((high(upper) >> 31) == 1, 0, 1);
        let turned = shl(upper, is_short);
        let m = u64(low(turned) | select(same(mul_low(da, db), u64(0, 0)), 0, 1), high(turned));
        let sign = (high(a) ^ high(b)) & 0x80000000;
        let packed = double_pack(sign, double_scale(a) + double_scale(b) - 3070 - is_short, m);
        let most = select(less(ma, mb), mb, ma);
        let least = select(less(ma, mb), ma, mb);
        let infinite = u64(0, 0x7ff00000);
        let none = same(least, u64(0, 0));
        let is_nan = less(infinite, most) | (same(most, infinite) & none);
        let number = select(same(most, infinite), u64(0, sign | 0x7ff00000), select(none, u64(0, sign), packed));
        let result = select(is_nan, u64(0, 0x7ff80000), number);
        result
    }

    /// The quotient: an approximation of 56 bits, which is at most one too small, and the rest that says so.
    fn double_div(a: u64, b: u64) -> u64 {
        let ma = u64(low(a), high(a) & 0x7fffffff);
        let mb = u64(low(b), high(b) & 0x7fffffff);
        let da = double_digits(a);
        let db = double_digits(b);
        let divisor = shr(db, 11);
        let near = shr(mul_high(da, reciprocal(u64(low(db), high(db) | 0x80000000))), 8);
        let left = sub(shl(shr(da, 11), 55), mul_low(near, divisor));
        let is_low = select(less(left, divisor), 0, 1);
        let quotient = add(near, u64(is_low, 0));
        let rest = sub(left, select(is_low == 1, divisor, u64(0, 0)));
        let zeros = max(min(clz_wide(quotient), 9), 8);
        let turned = shl(quotient, zeros);
        let m = u64(low(turned) | select(same(rest, u64(0, 0)), 0, 1), high(turned));
        let sign = (high(a) ^ high(b)) & 0x80000000;
        let packed = double_pack(sign, double_scale(a) + 3079 - double_scale(b) - zeros, m);
        let infinite = u64(0, 0x7ff00000);
        let zero = u64(0, 0);
        let is_infinite = same(ma, infinite) | same(mb, zero);
        let is_zero = same(ma, zero) | same(mb, infinite);
        let is_nan = less(infinite, ma) | less(infinite, mb) | (is_infinite & is_zero);
        let number = select(is_infinite, u64(0, sign | 0x7ff00000), select(is_zero, u64(0, sign), packed));
        let result = select(is_nan, u64(0, 0x7ff80000), number);
        result
    }

    /// The remainder of a quotient that is truncated, bit by bit.
    fn double_rem(a: u64, b: u64) -> u64 {
        let ma = u64(low(a), high(a) & 0x7fffffff);
        let mb = u64(low(b), high(b) & 0x7fffffff);
        let infinite = u64(0, 0x7ff00000);
        let zero = u64(0, 0);
        let scale = double_scale(b);
        let is_nan = less(infinite, mb) | same(mb, zero) | same(ma, infinite) | less(infinite, ma);
        let is_whole = select(is_nan | same(mb, infinite) | less(ma, mb), 0, 1);
        let steps = (max(double_scale(a), scale) - scale) * is_whole;
        let divisor = shr(double_digits(b), 11);
        let first = shr(double_digits(a), 11);
        let mut last = sub(first, select(less(first, divisor), zero, divisor));
        for step in 0..(steps + 7) / 8 {
            for bit in 0..8 {
                let is_left = select((step * 8) + bit < steps, 1, 0);
                let twice = shl(last, is_left);
                last = sub(twice, select(less(twice, divisor), zero, divisor));
            }
        }
        let zeros = min(clz_wide(last), 63);
        let sign = high(a) & 0x80000000;
        let packed = double_pack(sign, scale + 11 - zeros, shl(last, zeros));
        let number = select(is_whole == 0, a, select(same(last, zero), u64(0, sign), packed));
        let result = select(is_nan, u64(0, 0x7ff80000), number);
        result
    }

    /// The square root: an approximation of 55 bits, which is at most one from it, and the rest that says which.
    fn double_sqrt(a: u64) -> u64 {
        let scale = double_scale(a);
        let odd = 1 - (scale & 1);
        let digits = double_digits(a);
        let square = select(odd == 1, digits, shr(digits, 1));
        let near = shr(root(u64(low(square), max(high(square), 0x40000000))), 9);
        let left = sub(shl(square, 46), mul_low(near, near));
        let is_high = select((high(left) >> 31) == 1, 1, 0);
        let below = sub(near, u64(is_high, 0));
        let over = add(left, select(is_high == 1, add(add(below, below), u64(1, 0)), u64(0, 0)));
        let twice = add(below, below);
        let is_low = select(less(twice, over), 1, 0);
        let result_digits = add(below, u64(is_low, 0));
        let rest = sub(over, select(is_low == 1, add(twice, u64(1, 0)), u64(0, 0)));
        let turned = shl(result_digits, 9);
        let m = u64(low(turned) | select(same(rest, u64(0, 0)), 0, 1), high(turned));
        let packed = double_pack(0, (scale - odd + 3071) >> 1, m);
        let ma = u64(low(a), high(a) & 0x7fffffff);
        let infinite = u64(0, 0x7ff00000);
        let is_zero = same(ma, u64(0, 0));
        let is_nan = less(infinite, ma) | (((high(a) >> 31) == 1) & (less(u64(0, 0), ma)));
        let result = select(is_nan, u64(0, 0x7ff80000), select(is_zero | same(a, infinite), a, packed));
        result
    }

    /// The product with a sum, rounded once.
    fn double_mul_add(a: u64, b: u64, c: u64) -> u64 {
        let ma = u64(low(a), high(a) & 0x7fffffff);
        let mb = u64(low(b), high(b) & 0x7fffffff);
        let mc = u64(low(c), high(c) & 0x7fffffff);
        let zero = u64(0, 0);
        let infinite = u64(0, 0x7ff00000);
        let da = double_digits(a);
        let db = double_digits(b);
        let upper = mul_high(da, db);
        let lower = mul_low(da, db);
        let is_short = select((high(upper) >> 31) == 1, 0, 1);
        let ph = select(is_short == 1, upper, shr(upper, 1));
        let pl = select(is_short == 1, lower, add(shr(lower, 1), shl(upper, 63)));
        let no_product = same(ma, zero) | same(mb, zero);
        let kp = select(no_product, 0, double_scale(a) + double_scale(b) + 1 - is_short);
        let kc = select(same(mc, zero), 0, double_scale(c) + 3071);
        let ch = shr(double_digits(c), 1);
        let is_swapped = (kp < kc) | ((kp == kc) & less(ph, ch));
        let hx = select(is_swapped, ch, ph);
        let lx = select(is_swapped, zero, pl);
        let hy = select(is_swapped, ph, ch);
        let ly = select(is_swapped, pl, zero);
        let most = max(kp, kc);
        let far = min(most - min(kp, kc), 127);
        let part = far & 63;
        let is_far = far > 63;
        let hn = shr(hy, part);
        let kept = shr(ly, part);
        let ln = select(part == 0, ly, add(kept, shl(hy, 64 - part)));
        let lost = select(same(shl(kept, part), ly), 0, 1) | select(is_far & less(zero, ln), 1, 0);
        let hs = select(is_far, zero, hn);
        let near = select(is_far, hn, ln);
        let ls = u64(low(near) | lost, high(near));
        let sign_of_product = (high(a) ^ high(b)) & 0x80000000;
        let sign_of_c = high(c) & 0x80000000;
        let differ = sign_of_product != sign_of_c;
        let l = select(differ, sub(lx, ls), add(lx, ls));
        let carry = u64(select(differ, select(less(lx, ls), 1, 0), select(less(l, lx), 1, 0)), 0);
        let h = select(differ, sub(sub(hx, hs), carry), add(add(hx, hs), carry));
        let no_upper = same(h, zero);
        let none = no_upper & same(l, zero);
        let turn = select(no_upper, clz_wide(l), clz_wide(h)) & 63;
        let zeros = select(none, 0, select(no_upper, turn + 64, turn));
        let below = select(no_upper | (turn == 0), zero, shr(l, (64 - turn) & 63));
        let turned = add(shl(select(no_upper, l, h), turn), below);
        let rest = select(no_upper, zero, shl(l, turn));
        let m = u64(low(turned) | select(same(rest, zero), 0, 1), high(turned));
        let sign = select(none & differ, 0, select(is_swapped, sign_of_c, sign_of_product));
        let packed = double_pack(sign, max(most, 3990) - 3070 - zeros, m);
        let large = select(less(ma, mb), mb, ma);
        let small = select(less(ma, mb), ma, mb);
        let is_infinite = same(large, infinite);
        let is_nan = less(infinite, large) | less(infinite, mc) | (is_infinite & same(small, zero))
            | (is_infinite & same(mc, infinite) & differ);
        let finite = select(none, u64(0, sign), packed);
        let number = select(is_infinite, u64(0, sign_of_product | 0x7ff00000), select(same(mc, infinite), c, finite));
        let result = select(is_nan, u64(0, 0x7ff80000), number);
        result
    }

    /// The place in the order of all numbers, where `-0` is below `+0`.
    fn double_key(x: u64) -> u64 {
        let result = select((high(x) >> 31) == 1, sub(u64(0xffffffff, 0xffffffff), x), add(x, u64(0, 0x80000000)));
        result
    }

    /// How two numbers compare: 0 if the first is less, 1 if they are equal, 2 if it is greater, and 3 with a NaN.
    fn double_order(a: u64, b: u64) -> u32 {
        let ma = u64(low(a), high(a) & 0x7fffffff);
        let mb = u64(low(b), high(b) & 0x7fffffff);
        let infinite = u64(0, 0x7ff00000);
        let is_nan = less(infinite, ma) | less(infinite, mb);
        let no_number = ((low(a) | low(b)) | (high(ma) | high(mb))) == 0;
        let is_less = less(double_key(a), double_key(b));
        let number = select(same(a, b) | no_number, 1, select(is_less, 0, 2));
        let result = select(is_nan, 3, number);
        result
    }

    /// The smaller, or the larger if `is_max` is 1; the number where the other is NaN.
    fn double_extreme(a: u64, b: u64, is_max: u32) -> u64 {
        let infinite = u64(0, 0x7ff00000);
        let a_is_nan = less(infinite, u64(low(a), high(a) & 0x7fffffff));
        let b_is_nan = less(infinite, u64(low(b), high(b) & 0x7fffffff));
        let is_less = select(less(double_key(b), double_key(a)), 1, 0);
        let number = select(is_less == is_max, a, b);
        let one = select(a_is_nan, b, select(b_is_nan, a, number));
        let result = select(a_is_nan & b_is_nan, u64(0, 0x7ff80000), one);
        result
    }

    /// An integer: the greatest below for mode 0, the least above for 1, that towards zero for 2, the nearest with ties away from zero for 3, and with
    /// ties to even for 4.
    fn double_integral(x: u64, mode: u32) -> u64 {
        let m = u64(low(x), high(x) & 0x7fffffff);
        let e = high(m) >> 20;
        let places = max(min(max(e, 1075) - e, 52), 1);
        let unit = shl(u64(1, 0), places);
        let digits = shr(m, places);
        let whole = shl(digits, places);
        let is_away = (mode < 2) & ((high(x) >> 31) != mode);
        let tie = add(shr(unit, 1), u64(low(digits) & 1, 0));
        let half = select(mode == 3, shr(unit, 1), sub(tie, u64(1, 0)));
        let nearest = shl(shr(add(m, half), places), places);
        let directed = select(is_away & less(whole, m), add(whole, unit), whole);
        let large = select(mode > 2, nearest, directed);
        let is_one = (is_away & less(u64(0, 0), m)) | ((mode == 3) & (e == 1022)) | ((mode == 4) & less(u64(0, 0x3fe00000), m));
        let small = select(is_one, u64(0, 0x3ff00000), u64(0, 0));
        let magnitude = select(e < 1023, small, large);
        let number = select(e > 1074, x, u64(low(magnitude), high(magnitude) | (high(x) & 0x80000000)));
        let result = select(less(u64(0, 0x7ff00000), m), u64(0, 0x7ff80000), number);
        result
    }

    /// The integer part of a magnitude, at most 2^64 - 1; 0 of NaN.
    fn double_whole(x: u64) -> u64 {
        let m = u64(low(x), high(x) & 0x7fffffff);
        let e = high(m) >> 20;
        let digits = u64(low(x), (high(x) & 0xfffff) | 0x100000);
        let finite = select(e > 1074, shl(digits, max(e, 1075) - 1075), shr(digits, min(max(e, 1075) - e, 63)));
        let number = select(e > 1086, u64(0xffffffff, 0xffffffff), finite);
        let result = select((e < 1023) | less(u64(0, 0x7ff00000), m), u64(0, 0), number);
        result
    }

    /// A magnitude with a sign bit.
    fn double_of_whole(sign: u32, x: u64) -> u64 {
        let zeros = min(clz_wide(x), 63);
        let packed = double_pack(sign, 3134 - zeros, shl(x, zeros));
        let result = select(same(x, u64(0, 0)), u64(0, sign), packed);
        result
    }

    /// The number of an `f32`, from its bits.
    fn double_of_single(x: u32) -> u64 {
        let m = x & 0x7fffffff;
        let sign = x & 0x80000000;
        let packed = double_pack(sign, exponent(x) + 2047, u64(0, significand(x)));
        let number = select(m == 0, u64(0, sign), select(m == 0x7f800000, u64(0, sign | 0x7ff00000), packed));
        let result = select(m > 0x7f800000, u64(0, 0x7ff80000), number);
        result
    }

    /// The bits of the nearest `f32`.
    fn double_to_single(x: u64) -> u32 {
        let m = u64(low(x), high(x) & 0x7fffffff);
        let sign = high(x) & 0x80000000;
        let infinite = u64(0, 0x7ff00000);
        let packed = pack(sign, min(max(double_scale(x), 2111), 3300) - 2047, double_digits(x));
        let number = select(same(m, u64(0, 0)), sign, select(same(m, infinite), sign | 0x7f800000, packed));
        let result = select(less(infinite, m), 0x7fc00000, number);
        result
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Bits that are hard, and all near the borders: subnormal numbers, halves, integers, infinities, NaNs.
    fn operands() -> Vec<u64> {
        let mut list: Vec<u64> = vec![
            0,
            1,
            2,
            3,
            0x000f_ffff_ffff_ffff,
            0x0010_0000_0000_0000,
            0x0010_0000_0000_0001,
            0x3fe0_0000_0000_0000,
            0x3fdf_ffff_ffff_ffff,
            0x3fe0_0000_0000_0001,
            0x3ff0_0000_0000_0000,
            0x3ff0_0000_0000_0001,
            0x3fef_ffff_ffff_ffff,
            0x3ff8_0000_0000_0000,
            0x4004_0000_0000_0000,
            0x432f_ffff_ffff_ffff,
            0x4330_0000_0000_0000,
            0x4330_0000_0000_0001,
            0x4340_0000_0000_0001,
            0x41ef_ffff_ffe0_0000,
            0x41f0_0000_0000_0000,
            0x43ef_ffff_ffff_ffff,
            0x43f0_0000_0000_0000,
            0x47ef_ffff_e000_0000,
            0x47ef_ffff_f000_0000,
            0x47ef_ffff_efff_ffff,
            0x3690_0000_0000_0000,
            0x36a0_0000_0000_0000,
            0x3690_0000_0000_0001,
            0x7fef_ffff_ffff_ffff,
            0x7ff0_0000_0000_0000,
            0x7ff0_0000_0000_0001,
            0x7ff8_0000_0000_0000,
            0x3cb0_0000_0000_0000,
            0x3ca0_0000_0000_0000,
            0x3c9f_ffff_ffff_ffff,
            0x1ff0_0000_0000_0000,
            0x2000_0000_0000_0000,
            0x5ff0_0000_0000_0000,
            0x3fb9_9999_9999_999a,
        ];
        list.extend(list.clone().iter().map(|bits| bits | 1 << 63));
        list
    }

    /// Numbers from a seed, of all exponents or of near ones, with few or with many digits.
    fn random(count: u32) -> impl Iterator<Item = u64> + Clone {
        let mut state = 0x9e37_79b9_7f4a_7c15u64;
        let mut next = move || {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            state.wrapping_mul(0x2545_f491_4f6c_dd1d)
        };
        (0..count).map(move |at| {
            let bits = next();
            let bits = if at % 3 == 0 { bits } else { bits & 0x803f_ffff_ffff_ffff | 0x3fc0 << 48 };
            if at % 4 == 1 { bits & !0xffff_ffff_ffff } else { bits }
        })
    }

    type On<const N: usize> = (fn([u64; N]) -> u64, fn([f64; N]) -> u64);

    /// A function over bits, and what Rust computes.
    const UNARY: [On<1>; 17] = [
        (|[a]| double_sqrt(a), |[a]| canonical(a.sqrt())),
        (|[a]| double_integral(a, 0), |[a]| canonical(a.floor())),
        (|[a]| double_integral(a, 1), |[a]| canonical(a.ceil())),
        (|[a]| double_integral(a, 2), |[a]| canonical(a.trunc())),
        (|[a]| double_integral(a, 3), |[a]| canonical(a.round())),
        (|[a]| double_integral(a, 4), |[a]| canonical(a.round_ties_even())),
        (|[a]| double_whole(a), |[a]| a.abs() as u64),
        (|[a]| double_of_whole(0, a), |[a]| (a.to_bits() as f64).to_bits()),
        (|[a]| double_of_whole(0, shr(a, 11)), |[a]| ((a.to_bits() >> 11) as f64).to_bits()),
        (|[a]| double_of_whole(0, u64(low(a), 0)), |[a]| f64::from(a.to_bits() as u32).to_bits()),
        (|[a]| double_of_single(low(a)), |[a]| canonical(f32::from_bits(a.to_bits() as u32).into())),
        (|[a]| double_of_single(high(a)), |[a]| canonical(f32::from_bits((a.to_bits() >> 32) as u32).into())),
        (|[a]| double_to_single(a).into(), |[a]| super::super::canonical(a as f32).into()),
        (
            |[a]| double_pack(high(a) & 0x8000_0000, double_scale(a), double_digits(a)),
            |[a]| {
                if a == 0.0 || !a.is_finite() {
                    let bits = a.to_bits();
                    double_pack(high(bits) & 0x8000_0000, double_scale(bits), double_digits(bits))
                } else {
                    a.to_bits()
                }
            },
        ),
        (|[a]| double_mul(a, a), |[a]| canonical(a * a)),
        (|[a]| double_add(a, a), |[a]| canonical(a + a)),
        (|[a]| double_div(u64(0, 0x3ff0_0000), a), |[a]| canonical(1.0 / a)),
    ];

    const BINARY: [On<2>; 6] = [
        (|[a, b]| double_add(a, b), |[a, b]| canonical(a + b)),
        (|[a, b]| double_mul(a, b), |[a, b]| canonical(a * b)),
        (|[a, b]| double_div(a, b), |[a, b]| canonical(a / b)),
        (|[a, b]| double_rem(a, b), |[a, b]| canonical(a % b)),
        (
            |[a, b]| double_order(a, b).into(),
            |[a, b]| a.partial_cmp(&b).map_or(3, |order| (order as i8 + 1) as u64),
        ),
        (
            |[a, b]| double_extreme(a, b, 1),
            |[a, b]| if a == b && a.is_sign_negative() { canonical(b) } else { canonical(a.max(b)) },
        ),
    ];

    #[test]
    fn definitions_compute_what_rust_does() {
        let on = |bits: u64| f64::from_bits(bits);
        for (at, (ours, rust)) in UNARY.iter().enumerate() {
            for a in operands().into_iter().chain(random(60_000)) {
                assert_eq!(ours([a]), rust([on(a)]), "{at} of {a:#x}, {:?}", on(a));
            }
        }
        for (at, (ours, rust)) in BINARY.iter().enumerate() {
            let hard = operands();
            let pairs = hard.iter().flat_map(|a| hard.iter().map(move |b| (*a, *b)));
            for (a, b) in pairs.chain(random(40_000).zip(random(40_001).skip(1))) {
                assert_eq!(ours([a, b]), rust([on(a), on(b)]), "{at} of {a:#x}, {b:#x}");
            }
        }
    }

    #[test]
    fn a_product_with_a_sum_is_rounded_once() {
        let hard = operands();
        let few: Vec<u64> = hard.iter().copied().step_by(3).collect();
        let triples = hard.iter().flat_map(|a| {
            let few = &few;
            few.iter().flat_map(move |b| few.iter().map(move |c| (*a, *b, *c)))
        });
        let random = random(60_000).zip(random(60_001).skip(1)).zip(random(60_002).skip(2));
        // What is nearly the product's negative, and as far from it as digits are.
        let near = random.clone().map(|((a, b), c)| {
            let product = f64::from_bits(a) * f64::from_bits(b);
            (a, b, (-product).to_bits() ^ (c >> 60))
        });
        for (a, b, c) in triples.chain(random.map(|((a, b), c)| (a, b, c))).chain(near) {
            assert_eq!(double_mul_add(a, b, c), mul_add(a, b, c), "{a:#x} * {b:#x} + {c:#x}");
        }
    }

    #[test]
    fn literals_come_back() {
        for bits in
            [0, 1, 0x3ff8_0000_0000_0000, 0x7fef_ffff_ffff_ffff, 0x3fb9_9999_9999_999a, 0x0010_0000_0000_0000]
        {
            let text = literal(bits);
            assert_eq!(parse(text.trim_end_matches('d')).map(f64::to_bits), Some(bits), "{text}");
        }
        assert_eq!((literal(NAN), literal(0xfff0 << 48)), ("nan64".to_string(), "-inf64".to_string()));
        assert_eq!(literal(NAN | 1), "nan64(0x7ff80000, 0x00000001)");
        assert_eq!((parse("0x1.8p0"), parse("0x1p-1074").map(f64::to_bits)), (Some(1.5), Some(1)));
        assert_eq!((parse("0x1p-1075"), parse("0x1p1024"), parse("1e309")), (None, None, None));
        assert_eq!(parse("0x1.fffffffffffffp1023"), Some(f64::MAX));
        assert_eq!(parse("0x1.00000000000001p0"), None);
    }
}
