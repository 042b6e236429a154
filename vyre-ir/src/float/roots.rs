//! The cube root, the reciprocal of the square root, and the length of a right triangle's longest side.

use super::definitions::*;
use super::fixed::*;

definitions! { TEXTS:
    /// The cube root, by Newton's iteration for the reciprocal of twice that of a fraction from 1/8 on.
    fn cbrt(x: u32) -> u32 {
        let m = x & 0x7fffffff;
        let scale = exponent(x) + 2;
        let third = scale / 3;
        let part = scale - 3 * third;
        let q = shr(u64(0, significand(x)), 2 - part);
        let mut y = sub(u64(0, 0xf0000000), mul_high(sub(q, u64(0, 0x20000000)), u64(0, 0x99999999)));
        for _step in 0..7 {
            let cube = mul_high(mul_high(mul_high(y, y), y), q);
            let is_low = less(cube, u64(0xfffffffc, 0x1fffffff));
            let rest = select(is_low, sub(u64(0xfffffffc, 0x1fffffff), cube), sub(cube, u64(0xfffffffc, 0x1fffffff)));
            let change = shl(mul_high(mul_high(y, shl(rest, 1)), u64(0xaaaaaaaa, 0xaaaaaaaa)), 1);
            y = select(is_low, add(y, change), sub(y, change));
        }
        let number = pack(x & 0x80000000, third + 684, mul_high(mul_high(y, y), q));
        let special = select(m > 0x7f800000, 0x7fc00000, x);
        let result = select((m >= 0x7f800000) | (m == 0), special, number);
        result
    }

    /// One divided by the square root.
    fn rsqrt(x: u32) -> u32 {
        let m = x & 0x7fffffff;
        let scale = exponent(x) + 1;
        let half = scale >> 1;
        let q = shr(u64(0, significand(x)), scale & 1);
        let number = pack(0, 1536 - half - (scale & 1), reciprocal_root(q));
        let is_nan = (m > 0x7f800000) | (x > 0x80000000);
        let special = select(is_nan, 0x7fc00000, select(m == 0, x | 0x7f800000, 0));
        let result = select(is_nan | (m == 0) | (m == 0x7f800000), special, number);
        result
    }

    /// The root of the sum of the squares, exactly rounded, or to odd: whatever is lost is remembered as one bit.
    fn hypot(x: u32, y: u32, is_odd: u32) -> u32 {
        let mx = x & 0x7fffffff;
        let my = y & 0x7fffffff;
        let a = max(mx, my);
        let b = min(mx, my);
        let ea = exponent(a);
        let far = min(ea - min(exponent(b), ea), 30);
        let ha = significand(a) >> 6;
        let hb = significand(b) >> 6;
        let square = mul_wide(hb, hb);
        let short = shr(square, 2 * far);
        let sum = add(mul_wide(ha, ha), short);
        let mut rest = sum;
        let mut root = u64(0, 0);
        for step in 0..27 {
            let digit = shl(u64(1, 0), 26 - step);
            let trial = shl(add(shl(root, 1), digit), 26 - step);
            let is_over = less(rest, trial);
            rest = sub(rest, select(is_over, u64(0, 0), trial));
            root = add(root, select(is_over, u64(0, 0), digit));
        }
        let lost = sub(square, shl(short, 2 * far));
        let is_inexact = ((low(rest) | high(rest)) | (low(lost) | high(lost))) != 0;
        let m = add(shl(root, 8), u64(select(is_inexact, 1, 0), 0));
        let number = select(is_odd != 0, pack_odd(0, ea + 30, m), pack(0, ea + 30, m));
        let special = select((mx == 0x7f800000) | (my == 0x7f800000), 0x7f800000, 0x7fc00000);
        let result = select(a >= 0x7f800000, special, number);
        result
    }
}
