//! The power, and the angle of a point, in fixed point of 128 bits.

use super::definitions::*;
use super::double::*;
use super::fixed::*;

definitions! { TEXTS:
    /// The bits nearest to `m` units of 2^(e - 127), or those that are odd; `m` is not quite exact.
    fn quad_pack(sign: u32, e: u32, m: u128, is_odd: u32) -> u32 {
        let zeros = quad_clz(m);
        let top = quad_high(quad_shl(m, zeros));
        let digits = u64(low(top) | 1, high(top));
        let scale = e - min(zeros, 127);
        let result = select(is_odd != 0, pack_odd(sign, scale, digits), pack(sign, scale, digits));
        result
    }

    /// Whether log2 of a float's magnitude, rounded down or up, is taken from the significand's half.
    fn log2_is_up(x: u32) -> u32 {
        let result = select(significand(x) > 0xb504f333, 1, 0);
        result
    }

    /// How far the significand, or its half, is from 1: by magnitude with its top bit set.
    fn log2_distance(x: u32) -> u32 {
        let h = significand(x);
        let result = select(log2_is_up(x) != 0, (0xffffffff - h) + min(h, 1), h - min(h, 0x80000000));
        result
    }

    /// log2 of a float's magnitude by magnitude: in units of 2^-120, or 2^(-125 - n) with `n` zeros above the distance, if the exponent is 0.
    fn log2_fixed(x: u32) -> u128 {
        let h = significand(x);
        let distance = log2_distance(x);
        let zeros = clz(distance);
        let divisor = add(u64(select(log2_is_up(x) != 0, 0, 0x80000000), select(log2_is_up(x) != 0, 1, 0)), u64(h, 0));
        let s = quad_ratio(u64(0, distance << (zeros & 31)), shl(divisor, 31));
        let short = quad_down(s, zeros);
        let product = quad_mul_high(quad_mul_high(s, quad_atanh_slope(quad_mul_high(short, short))),
            quad(u64(0x5c17f0bb, 0xb8aa3b29), u64(0x691d3e89, 0xbe87fed0)));
        let k = exponent(x) + log2_is_up(x);
        let whole = quad(u64(0, (max(k, 1024) - min(k, 1024)) << 24), u64(0, 0));
        let part = quad_down(product, zeros + 5);
        let is_less = (log2_is_up(x) != 0) != (k < 1024);
        let sum = select(is_less, quad_sub(whole, part), quad_add(whole, part));
        let result = select(k == 1024, product, sum);
        result
    }

    /// The bits of 2^t with a sign, for `t` of `m` units of 2^(e - 126 - 1024) by magnitude. What is within 2^-93 of the middle between two
    /// floats is there.
    fn quad_exp2(sign: u32, is_negative: u32, e: u32, m: u128, is_odd: u32) -> u32 {
        let rise = min(max(e, 1022), 1034);
        let large = quad_shl(m, rise - 1022);
        let f = select(e > 1021, large, quad_down(m, 1022 - min(e, 1022)));
        let whole = low(quad_low(quad_down(m, 1150 - rise)));
        let is_whole = (low(quad_high(f)) | high(quad_high(f)) | low(quad_low(f)) | high(quad_low(f))) == 0;
        let up = select(is_negative != 0, quad_sub(quad(u64(0, 0), u64(0, 0)), f), f);
        let g = quad_mul_high(up, quad_exp2_slope(up));
        let rounded = quad_add(g, quad(u64(0, 0), u64(0, 8)));
        let carry = select(less(quad_high(rounded), quad_high(g)), 1, 0);
        let top = quad_high(rounded);
        let rest = (low(top) & 1) | (high(quad_low(rounded)) >> 4);
        let half = shr(top, 1);
        let mantissa = u64(low(half) | select(rest == 0, 0, 1), high(half) | 0x80000000);
        let k = select(e > 1033, 500, min(whole, 500));
        let fall = k + select(is_whole, 0, 1);
        let scale = select(is_negative != 0, 1024 - fall, 1024 + k) + carry;
        let result = select(is_odd != 0, pack_odd(sign, scale, mantissa), pack(sign, scale, mantissa));
        result
    }

    /// `x` to the power of `y`, correctly rounded or to odd.
    fn pow(x: u32, y: u32, is_odd_rounded: u32) -> u32 {
        let mx = x & 0x7fffffff;
        let my = y & 0x7fffffff;
        let places = 150 - min(max(my >> 23, 126), 150);
        let digits = (my & 0x7fffff) | 0x800000;
        let is_whole = (my >= 0x4b800000) | ((my >= 0x3f800000) & ((digits & ((1 << places) - 1)) == 0)) | (my == 0);
        let is_odd = is_whole & (my < 0x4b800000) & (my != 0) & (((digits >> places) & 1) == 1);
        let sign = select(is_odd, x & 0x80000000, 0);
        let total = log2_fixed(x);
        let zeros = min(quad_clz(total), 127);
        let k = exponent(x) + log2_is_up(x);
        let e_log = select(k == 1024, 1026 - clz(log2_distance(x)) - zeros, 1031 - zeros);
        let is_below = select(k == 1024, log2_is_up(x) != 0, k < 1024);
        let product = quad_mul_high(quad(u64(0, significand(y)), u64(0, 0)), quad_shl(total, zeros));
        let is_negative = (y >> 31) ^ select(is_below, 1, 0);
        let number = quad_exp2(sign, is_negative, exponent(y) + e_log - 1024, product, is_odd_rounded);
        let is_huge = (mx > 0x3f800000) == ((y >> 31) == 0);
        let far = sign | select(is_huge, 0x7f800000, 0);
        let is_far = (my == 0x7f800000) | (mx == 0) | (mx == 0x7f800000);
        let is_nan = (mx > 0x7f800000) | (my > 0x7f800000);
        let is_broken = (x > 0x80000000) & (mx < 0x7f800000) & !is_whole;
        let normal = select(is_far, far, select(is_broken, 0x7fc00000, number));
        let is_one = (x == 0x3f800000) | (my == 0) | ((mx == 0x3f800000) & is_whole & (my <= 0x7f800000));
        let result = select(is_one, sign | 0x3f800000, select(is_nan, 0x7fc00000, normal));
        result
    }

    /// The angle of the point (x, y), correctly rounded or to odd.
    fn atan2(y: u32, x: u32, is_odd: u32) -> u32 {
        let my = y & 0x7fffffff;
        let mx = x & 0x7fffffff;
        let sign = y & 0x80000000;
        let is_left = x >> 31;
        let hy = significand(y);
        let hx = significand(x);
        let d = exponent(y) + 2048 - exponent(x);
        let at = min(max(d, 2046), 2050);
        let a = shl(u64(hy, 0), at - 2046);
        let b = shl(u64(hx, 0), 2);
        let is_small = (d < 2046) | less(shl(a, 1), b);
        let is_large = (d > 2050) | less(shl(b, 1), a);
        let is_below = less(a, b);
        let over = select(is_small, u64(0, hy), select(is_large, u64(0, hx), select(is_below, sub(b, a), sub(a, b))));
        let under = select(is_small, u64(0, hx), select(is_large, u64(0, hy), add(a, b)));
        let zeros_over = clz_wide(over);
        let zeros_under = clz_wide(under);
        let e = select(is_small, d, select(is_large, 4096 - d, 2048));
        let s = quad_ratio(shl(over, zeros_over), shl(under, zeros_under));
        let z = max(2047 + zeros_over, e + zeros_under) - (e + zeros_under);
        let u = quad_down(s, z);
        let v = quad_mul_high(u, u);
        let angle = quad_sub(s, quad_mul_high(s, quad_mul_high(v, quad_atan_fall(v))));
        let part = quad_down(angle, z + 2);
        let pi = quad(u64(0x2168c234, 0xc90fdaa2), u64(0x80dc1cd1, 0xc4c6628b));
        let half_pi = quad_down(pi, 1);
        let quarter_pi = quad_down(pi, 2);
        let first = select(is_small, part, select(is_large, quad_sub(half_pi, part),
            select(is_below, quad_sub(quarter_pi, part), quad_add(quarter_pi, part))));
        let far = quad_pack(sign, 1025, select(is_left != 0, quad_sub(pi, first), first), is_odd);
        let near = quad_pack(sign, 1023 - min(z, 900), angle, is_odd);
        let number = select(is_small & (is_left == 0), near, far);
        let flat = select(is_left != 0, 0x40490fdb, 0);
        let diagonal = select(is_left != 0, 0x4016cbe4, 0x3f490fdb);
        let is_infinite = (my == 0x7f800000) & (mx == 0x7f800000);
        let is_flat = (my == 0) | (mx == 0x7f800000);
        let is_upright = (mx == 0) | (my == 0x7f800000);
        let special = select(is_infinite, diagonal, select(is_flat, flat, 0x3fc90fdb));
        let is_nan = (mx > 0x7f800000) | (my > 0x7f800000);
        let result = select(is_nan, 0x7fc00000, select(is_flat | is_upright, sign | special, number));
        result
    }
}
