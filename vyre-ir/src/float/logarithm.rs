//! Logarithms, by ln(1 + r) = 2 atanh(r / (2 + r)).

use super::definitions::*;
use super::fixed::*;

definitions! { TEXTS:
    /// r / (2 + r) by magnitude in units of 2^(-z - 64), for `r` of `n` units of 2^(-z - 63), or -2^(-z - 64) if it is negative.
    fn atanh_argument(is_negative: u32, n: u64, z: u32) -> u64 {
        let half = down(n, z + 1);
        let over = select(is_negative != 0, sub(u64(0xffffffff, 0xffffffff), half), add(u64(0, 0x80000000), half));
        let result = mul_high(n, reciprocal(over));
        result
    }

    /// The logarithm of 2^k (1 + r), where `k` is biased by 1024, to the base `e`, 2 or 10, as `base` is 0, 1 or 2. `n`, `z` and
    /// `is_negative` are `r` as `atanh_argument` takes it.
    fn log_of(base: u32, k: u32, is_negative: u32, n: u64, z: u32) -> u32 {
        let s = atanh_argument(is_negative, n, z);
        let short = down(s, z);
        let slope = atanh_slope(mul_high(short, short));
        let scale = select(base == 1, u64(0x5c17f0bc, 0xb8aa3b29),
            select(base == 2, u64(0x37287195, 0xde5bd8a9), u64(0, 0x80000000)));
        let zeros = clz_wide(s);
        let product = mul_high(mul_high(shl(s, zeros), slope), scale);
        let lift = select(base == 2, 0, 2);
        let near = pack(select(is_negative != 0, 0x80000000, 0), 1024 + lift - z - zeros, product);
        let unit = select(base == 2, u64(0x7de7fbcc, 0x4d104d42), u64(0xd1cf79ac, 0xb17217f7));
        let whole = max(k, 1024) - min(k, 1024);
        let sign = select(k < 1024, 0x80000000, 0);
        let times_low = mul_wide(whole, low(unit));
        let times_high = add(mul_wide(whole, high(unit)), u64(high(times_low), 0));
        let f = select(base == 1, u64(0, 0), u64(low(times_low), low(times_high)));
        let w = select(base == 1, whole, high(times_high));
        let fall = z + zeros;
        let part = select(fall < lift + 1, shl(product, 1), down(product, max(fall, lift + 1) - 1 - lift));
        let is_less = (is_negative != 0) != (sign != 0);
        let total = select(is_less, sub(f, part), add(f, part));
        let borrow = select(less(f, part), 1, 0);
        let carry = select(less(total, f), 1, 0);
        let count = select(is_less, w - min(w, borrow), w + carry);
        let places = clz(count | 1);
        let mixed = add(shl(u64(0, count), places), down(total, 32 - places));
        let far = pack(sign, select(count == 0, 1023, 1055 - places), select(count == 0, total, mixed));
        let result = select(k == 1024, near, far);
        result
    }

    /// The logarithm of a mantissa times 2^k, with `k` biased by 1024.
    fn log_mantissa(base: u32, k: u32, m: u64) -> u32 {
        let is_negative = select(less(u64(0xf9de6484, 0xb504f333), m), 1, 0);
        let r = select(is_negative != 0, sub(u64(0, 0), m), sub(m, u64(0, 0x80000000)));
        let zeros = clz_wide(r);
        let result = log_of(base, k + is_negative, is_negative, shl(r, zeros), zeros);
        result
    }

    /// The logarithm to the base `e`, 2 or 10, as `base` is 0, 1 or 2.
    fn log(x: u32, base: u32) -> u32 {
        let m = x & 0x7fffffff;
        let number = log_mantissa(base, exponent(x), u64(0, significand(x)));
        let is_nan = (m > 0x7f800000) | (x > 0x80000000);
        let special = select(m == 0, 0xff800000, select(is_nan, 0x7fc00000, x));
        let result = select((m == 0) | is_nan | (m == 0x7f800000), special, select(x == 0x3f800000, 0, number));
        result
    }

    /// ln(1 + x). For one operand the result is nearer to the middle between two floats than the errors here: a trial of all operands found it.
    fn ln_1p(x: u32) -> u32 {
        let m = x & 0x7fffffff;
        let e = exponent(x);
        let h = u64(0, significand(x));
        let is_negative = x >> 31;
        let mut number = 0;
        if m < 0x3e800000 {
            number = log_of(0, 1024, is_negative, h, 1024 - e - is_negative);
        } else {
            let term = down(shr(h, 1), 1024 - min(e, 1024));
            let one = down(u64(0, 0x40000000), max(e, 1024) - 1024);
            let sum = select(is_negative != 0, sub(one, term), add(one, term));
            let zeros = clz_wide(sum);
            number = log_mantissa(0, max(e, 1024) + 1 - zeros, shl(sum, zeros));
        }
        let is_nan = (m > 0x7f800000) | (x > 0xbf800000);
        let special = select(is_nan, 0x7fc00000, select(x == 0xbf800000, 0xff800000, x));
        let is_special = is_nan | (x == 0xbf800000) | (x == 0x7f800000) | (m == 0);
        let result = select(is_special, special, select(x == 0x35400003, 0x353fffff, number));
        result
    }
}
