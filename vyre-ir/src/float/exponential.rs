//! Exponentials and hyperbolic functions, by 2^t with `t` in parts: a whole number, and a fraction.

use super::definitions::*;
use super::fixed::*;

definitions! { TEXTS:
    /// |x| log2(e) in units of 2^(s - 62), for the exponent `s` of `x`: its upper 64 bits.
    fn log2e_times(x: u32) -> u64 {
        let h = significand(x);
        let middle = add(mul_wide(h, 0x5c17f0bb), u64(high(mul_wide(h, 0xbe87fed0)), 0));
        let result = add(mul_wide(h, 0xb8aa3b29), u64(high(middle), 0));
        result
    }

    /// The whole part of `x log2(e)` by magnitude; 1000 where it is too large for any function.
    fn log2e_whole(x: u32) -> u32 {
        let e = exponent(x);
        let whole = low(down(log2e_times(x), 62 + 1024 - min(e, 1086)));
        let result = select(e > 1031, 1000, whole);
        result
    }

    /// The fraction of `x log2(e)` by magnitude.
    fn log2e_fraction(x: u32) -> u64 {
        let h = significand(x);
        let middle = add(mul_wide(h, 0x5c17f0bb), u64(high(mul_wide(h, 0xbe87fed0)), 0));
        let top = log2e_times(x);
        let amount = 30 + 1024 - min(exponent(x), 1031);
        let near = add(shl(top, 32 - min(amount, 31)), u64(low(middle) >> min(amount, 31), 0));
        let result = select(amount < 32, near, down(top, max(amount, 32) - 32));
        result
    }

    /// The bits of 2^t, where `t` has a whole part and a fraction by magnitude.
    fn exp2_of(is_negative: u32, whole: u32, f: u64) -> u32 {
        let is_whole = (low(f) | high(f)) == 0;
        let up = select(is_negative != 0, sub(u64(0, 0), f), f);
        let m = add(u64(0, 0x80000000), shr(mul_high(up, exp2_slope(up)), 1));
        let k = min(whole, 400);
        let fall = k + select(is_whole, 0, 1);
        let result = pack(0, select(is_negative != 0, 1024 - fall, 1024 + k), m);
        result
    }

    /// e^x
    fn exp(x: u32) -> u32 {
        let m = x & 0x7fffffff;
        let number = exp2_of(x >> 31, log2e_whole(x), log2e_fraction(x));
        let special = select(m > 0x7f800000, 0x7fc00000, select(x == 0xff800000, 0, x));
        let result = select(m >= 0x7f800000, special, number);
        result
    }

    /// 2^x
    fn exp2(x: u32) -> u32 {
        let m = x & 0x7fffffff;
        let h = significand(x);
        let e = exponent(x);
        let whole = select(e < 1024, 0, select(e > 1031, 1000, h >> (1055 - min(max(e, 1024), 1031))));
        let large = shl(u64(0, h), min(max(e, 1023), 1031) - 1023);
        let f = select(e > 1023, large, down(u64(0, h), 1023 - min(e, 1023)));
        let number = exp2_of(x >> 31, whole, f);
        let special = select(m > 0x7f800000, 0x7fc00000, select(x == 0xff800000, 0, x));
        let result = select(m >= 0x7f800000, special, number);
        result
    }

    /// 2^-t as a part of 1 in units of 2^-63, where `t` has a whole part and a fraction by magnitude.
    fn exp2_falling(whole: u32, f: u64) -> u64 {
        let is_whole = (low(f) | high(f)) == 0;
        let rest = sub(u64(0, 0), f);
        let m = add(u64(0, 0x80000000), shr(mul_high(rest, exp2_slope(rest)), 1));
        let result = down(m, min(whole, 400) + select(is_whole, 0, 1));
        result
    }

    /// e^x - 1
    fn exp_m1(x: u32) -> u32 {
        let m = x & 0x7fffffff;
        let sign = x & 0x80000000;
        let whole = log2e_whole(x);
        let f = log2e_fraction(x);
        let slope = exp2_slope(f);
        let part = shr(mul_high(f, slope), 1);
        let one = u64(0, 0x80000000);
        let k = min(whole, 200);
        let rise = mul_high(log2e_times(x), slope);
        let e = min(exponent(x), 1031) + 1;
        let mut number = pack(sign, e, rise);
        if sign != 0 {
            number = pack(sign, e, mul_high(rise, reciprocal(add(one, part))));
            if whole > 0 {
                number = pack(sign, 1024, sub(one, exp2_falling(whole, f)));
            }
        } else {
            if whole > 0 {
                number = pack(0, 1024 + k, sub(add(one, part), down(one, k)));
            }
        }
        let special = select(m > 0x7f800000, 0x7fc00000, select(x == 0xff800000, 0xbf800000, x));
        let result = select(m >= 0x7f800000, special, select(m == 0, x, number));
        result
    }

    /// (e^x - e^-x) / 2
    fn sinh(x: u32) -> u32 {
        let m = x & 0x7fffffff;
        let sign = x & 0x80000000;
        let k = min(log2e_whole(x), 200);
        let f = log2e_fraction(x);
        let slope = exp2_slope(f);
        let raised = add(u64(0, 0x80000000), shr(mul_high(f, slope), 1));
        let inverse = reciprocal(raised);
        let rise = mul_high(log2e_times(x), slope);
        let small = add(shr(rise, 1), shr(mul_high(rise, inverse), 1));
        let large = sub(raised, down(inverse, 2 * k + 1));
        let e = select(k == 0, min(exponent(x), 1031) + 1, 1023 + k);
        let number = pack(sign, e, select(k == 0, small, large));
        let result = select(m > 0x7f800000, 0x7fc00000, select((m == 0x7f800000) | (m == 0), x, number));
        result
    }

    /// (e^x + e^-x) / 2
    fn cosh(x: u32) -> u32 {
        let m = x & 0x7fffffff;
        let k = min(log2e_whole(x), 200);
        let f = log2e_fraction(x);
        let raised = add(u64(0, 0x80000000), shr(mul_high(f, exp2_slope(f)), 1));
        let number = pack(0, 1024 + k, add(shr(raised, 1), down(reciprocal(raised), 2 * k + 2)));
        let result = select(m > 0x7f800000, 0x7fc00000, select(m == 0x7f800000, m, number));
        result
    }

    /// sinh(x) / cosh(x)
    fn tanh(x: u32) -> u32 {
        let m = x & 0x7fffffff;
        let sign = x & 0x80000000;
        let twice = select(m < 0x43000000, select(m < 0x800000, m + m, m + 0x800000), 0x43000000);
        let whole = log2e_whole(twice);
        let f = log2e_fraction(twice);
        let one = u64(0, 0x80000000);
        let slope = exp2_slope(f);
        let rise = mul_high(log2e_times(twice), slope);
        let half = shr(mul_high(f, slope), 2);
        let fallen = exp2_falling(whole, f);
        let is_small = whole == 0;
        let inverse = reciprocal(add(one, select(is_small, half, fallen)));
        let over = select(is_small, rise, sub(one, fallen));
        let number = pack(sign, select(is_small, min(exponent(twice), 1031), 1024), mul_high(over, inverse));
        let result = select(m > 0x7f800000, 0x7fc00000, select(m == 0, x, number));
        result
    }
}
