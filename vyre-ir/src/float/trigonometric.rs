//! Trigonometric functions, reduced by Payne and Hanek, and their inverses.

use super::definitions::*;
use super::fixed::*;

definitions! { TEXTS:
    /// A word of the digits of 2 / pi, after 64 zeros.
    fn two_by_pi(at: u32) -> u32 {
        let low_half = select(at < 4, select(at == 2, 0xa2f9836e, select(at == 3, 0x4e441529, 0)),
            select(at == 4, 0xfc2757d1, 0xf534ddc0));
        let high_half = select(at == 6, 0xdb629599, select(at == 7, 0x3c439041, 0xfe5163ac));
        let result = select(at < 6, low_half, high_half);
        result
    }

    /// 32 digits of 2 / pi that begin at one of them, counted after 64 zeros.
    fn two_by_pi_from(at: u32) -> u32 {
        let both = u64(two_by_pi((at >> 5) + 1), two_by_pi(at >> 5));
        let result = low(shr(both, 32 - (at & 31)));
        result
    }

    /// The sine, the cosine or the tangent, as `function` is 0, 1 or 2.
    fn trigonometric(x: u32, function: u32) -> u32 {
        let m = x & 0x7fffffff;
        let h = significand(x);
        let e = exponent(x);
        let mut turn = 0;
        let mut is_back = 0;
        let mut n = mul_high(u64(0, h), u64(0x4e44152a, 0xa2f9836e));
        let mut z = 1023 - min(e, 1023);
        let mut f = down(n, z);
        if m >= 0x3f000000 {
            let at = min(e, 1151) - 993;
            let product3 = mul_wide(h, two_by_pi_from(at + 96));
            let product2 = add(mul_wide(h, two_by_pi_from(at + 64)), u64(high(product3), 0));
            let product1 = add(mul_wide(h, two_by_pi_from(at + 32)), u64(high(product2), 0));
            let product0 = add(mul_wide(h, two_by_pi_from(at)), u64(high(product1), 0));
            let turned = u64(low(product1), low(product0));
            let rest = u64(low(product3), low(product2));
            let positive = add(shl(turned, 2), shr(rest, 62));
            let positive_rest = shl(rest, 2);
            is_back = high(positive) >> 31;
            turn = (high(turned) >> 30) + is_back;
            f = select(is_back != 0, sub(sub(u64(0, 0), positive), u64(select((low(positive_rest) | high(positive_rest)) == 0, 0, 1), 0)), positive);
            let f_rest = select(is_back != 0, sub(u64(0, 0), positive_rest), positive_rest);
            z = clz_wide(f);
            n = add(shl(f, z), shr(shr(f_rest, 1), 63 - min(z, 63)));
        }
        let v = mul_high(f, f);
        let sine = mul_high(n, sin_slope(v));
        let cosine = cos_value(v);
        let is_odd = ((turn + select(function == 1, 1, 0)) & 1) != 0;
        let back = is_back << 31;
        let flip = ((turn + select(function == 1, 1, 0)) & 2) << 30;
        let own = select(function == 1, 0, x & 0x80000000);
        let round_sign = own ^ flip ^ select(is_odd, 0, back);
        let zeros = clz_wide(sine);
        let divisor = select(is_odd, shl(sine, zeros), cosine);
        let over = reciprocal(shl(divisor, clz_wide(divisor)));
        let ratio = mul_high(select(is_odd, cosine, sine), over);
        let tangent_e = select(is_odd, 1024 + z + zeros, 1024 + clz_wide(cosine) - z);
        let tangent = pack(own ^ back ^ select(is_odd, 0x80000000, 0), tangent_e, ratio);
        let wave = pack(round_sign, select(is_odd, 1024, 1024 - z), select(is_odd, cosine, sine));
        let number = select(function == 2, tangent, wave);
        let zero = select(function == 1, 0x3f800000, x);
        let result = select(m >= 0x7f800000, 0x7fc00000, select(m == 0, zero, number));
        result
    }

    /// The angle whose tangent is `x`.
    fn atan(x: u32) -> u32 {
        let m = x & 0x7fffffff;
        let sign = x & 0x80000000;
        let h = u64(0, significand(x));
        let e = exponent(x);
        let is_small = e < 1023;
        let is_large = e > 1024;
        let scaled = shr(h, 1025 - min(max(e, 1023), 1024));
        let one = u64(0, 0x40000000);
        let is_below = less(scaled, one);
        let over = select(is_below, sub(one, scaled), sub(scaled, one));
        let under = add(one, scaled);
        let shift = clz_wide(over);
        let divisor = select(is_large, h, shl(under, clz_wide(under)));
        let inverse = reciprocal(divisor);
        let middle = mul_high(shl(over, shift), inverse);
        let n = select(is_small, h, select(is_large, inverse, middle));
        let z = select(is_small, 1023 - min(e, 1023), select(is_large, max(e, 1024) - 1024, max(shift, clz_wide(under) + 1) - clz_wide(under) - 1));
        let u = down(n, z);
        let v = mul_high(u, u);
        let angle = sub(n, mul_high(n, mul_high(v, atan_fall(v))));
        let near = pack(sign, 1023 - min(z, 900), angle);
        let part = down(angle, z + 1);
        let quarter = u64(0x10b4611a, 0x6487ed51);
        let half = u64(0x2168c235, 0xc90fdaa2);
        let far = select(is_large, sub(half, part), select(is_below, sub(quarter, part), add(quarter, part)));
        let number = select(is_small, near, pack(sign, 1024, far));
        let infinite = sign | 0x3fc90fdb;
        let special = select(m > 0x7f800000, 0x7fc00000, select(m == 0, x, infinite));
        let result = select((m >= 0x7f800000) | (m == 0), special, number);
        result
    }

    /// The angle whose sine is `x`, or whose cosine, as `function` is 0 or 1.
    fn arc(x: u32, function: u32) -> u32 {
        let m = x & 0x7fffffff;
        let sign = x & 0x80000000;
        let h = u64(0, significand(x));
        let e = min(exponent(x), 1023);
        let z = 1023 - e;
        let is_small = e < 1023;
        let fraction = down(h, z);
        let w = select(is_small, mul_high(fraction, fraction), shr(sub(u64(0, 0), h), 1));
        let even = min(clz_wide(w), 62) & 62;
        let root_of = root(shl(select(is_small, u64(0, 0x80000000), w), select(is_small, 0, even)));
        let arm = mul_high(select(is_small, h, root_of), asin_slope(w));
        let arm_e = select(is_small, 1025 - z - 1, 1025 - (even >> 1));
        let right = u64(0x2168c235, 0xc90fdaa2);
        let arm_down = down(arm, 1025 - min(arm_e, 1025));
        let sine_large = pack(sign, 1025, sub(shr(right, 1), arm_down));
        let sine = select(is_small, pack(sign, arm_e, arm), sine_large);
        let cosine_small = select(sign != 0, add(shr(right, 1), arm_down), sub(shr(right, 1), arm_down));
        let cosine_large = select(sign != 0, pack(0, 1025, sub(right, arm_down)), pack(0, arm_e, arm));
        let cosine = select(is_small, pack(0, 1025, cosine_small), cosine_large);
        let at_one = select(function == 1, select(sign != 0, 0x40490fdb, 0), sign | 0x3fc90fdb);
        let at_zero = select(function == 1, 0x3fc90fdb, x);
        let number = select(function == 1, cosine, sine);
        let result = select(m > 0x3f800000, 0x7fc00000,
            select(m == 0x3f800000, at_one, select(m == 0, at_zero, number)));
        result
    }
}
