//! What the elementary functions share: the parts of a float, division, roots and polynomials in fixed point of 64 bits.
//!
//! A *fraction* is a `u64` that counts 2^-64; a *mantissa* has its top bit set and counts 2^-63, so it lies from 1 to 2. Exponents are
//! biased by 1024. The polynomials are Chebyshev interpolations, with errors below 2^-68.

use super::definitions::*;

definitions! { TEXTS:
    /// The significand of a float's magnitude with its leading bit at bit 31; 0 of a zero.
    fn significand(x: u32) -> u32 {
        let digits = (x & 0x7fffff) | select((x & 0x7fffffff) >= 0x800000, 0x800000, 0);
        let result = digits << (clz(digits) & 31);
        result
    }

    /// The exponent of a float: what its significand, from 1 to 2, is multiplied by.
    fn exponent(x: u32) -> u32 {
        let biased = (x & 0x7fffffff) >> 23;
        let digits = (x & 0x7fffff) | select(biased > 0, 0x800000, 0);
        let result = max(biased, 1) + 905 - clz(digits);
        result
    }

    /// The bits of the float nearest to `m` units of 2^(e - 63), ties to even, with a sign bit. `e` is at least 64.
    fn pack(sign: u32, e: u32, m: u64) -> u32 {
        let zeros = clz_wide(m);
        let n = shl(m, zeros);
        let scale = e - min(zeros, 63);
        let below = min(max(scale, 898) - scale, 31);
        let top = (high(n) >> 1) | select(((high(n) & 1) | low(n)) != 0, 1, 0);
        let jammed = (top >> below) | select((top & ((1 << below) - 1)) != 0, 1, 0);
        let up = select((jammed & 255) == 64, 0, 64);
        let rounded = (jammed + up) >> 7;
        let finite = select(rounded == 0, 0, ((max(min(scale, 1200), 898) - 898) << 23) + rounded);
        let result = sign | select(scale > 1151, 0x7f800000, finite);
        result
    }

    /// The same, rounded to odd: the float itself if it is one, else the one of its two neighbours whose last bit is 1.
    fn pack_odd(sign: u32, e: u32, m: u64) -> u32 {
        let zeros = clz_wide(m);
        let n = shl(m, zeros);
        let scale = e - min(zeros, 63);
        let below = min(max(scale, 898) - scale, 31);
        let top = (high(n) >> 1) | select(((high(n) & 1) | low(n)) != 0, 1, 0);
        let jammed = (top >> below) | select((top & ((1 << below) - 1)) != 0, 1, 0);
        let rounded = (jammed >> 7) | select((jammed & 127) != 0, 1, 0);
        let finite = ((max(min(scale, 1200), 898) - 898) << 23) + rounded;
        let result = sign | select(scale > 1151, 0x7f800000, finite);
        result
    }

    /// A fraction shifted right, by any amount.
    fn down(x: u64, amount: u32) -> u64 {
        let result = select(amount > 63, u64(0, 0), shr(x, amount));
        result
    }

    /// One divided by a mantissa, as a fraction, by Newton's iteration; it is never too large.
    fn reciprocal(d: u64) -> u64 {
        let mut y = sub(u64(0xf3bcc908, 0x6a09e667), d);
        for _step in 0..5 {
            let rest = sub(u64(0xffffffff, 0x7fffffff), mul_high(d, y));
            y = add(y, shl(mul_high(y, rest), 1));
        }
        let result = y;
        result
    }

    /// One divided by twice the square root of a fraction from 1/4 on, as a fraction, by Newton's iteration.
    fn reciprocal_root(q: u64) -> u64 {
        let mut y = sub(u64(0, 0xfc000000), mul_high(sub(q, u64(0, 0x40000000)), u64(0, 0xa8000000)));
        for _step in 0..5 {
            let square = mul_high(mul_high(y, y), q);
            let is_low = less(square, u64(0xfffffffe, 0x3fffffff));
            let rest = sub(u64(0xfffffffe, 0x3fffffff), square);
            let change = shl(mul_high(y, select(is_low, rest, sub(u64(0, 0), rest))), 1);
            y = select(is_low, add(y, change), sub(y, change));
        }
        let result = y;
        result
    }

    /// The square root of a fraction from 1/4 on.
    fn root(q: u64) -> u64 {
        let result = shl(mul_high(q, reciprocal_root(q)), 1);
        result
    }

    /// (2^f - 1) / f of a fraction, as a fraction.
    fn exp2_slope(f: u64) -> u64 {
        let p11 = add(u64(0x1a7c5766, 0), mul_high(f, u64(0x0214d124, 0)));
        let p10 = add(u64(0xebcc1445, 1), mul_high(f, p11));
        let p9 = add(u64(0x49a967df, 0x1e), mul_high(f, p10));
        let p8 = add(u64(0x27aa4153, 0x1b5), mul_high(f, p9));
        let p7 = add(u64(0x00eaea04, 0x162c), mul_high(f, p8));
        let p6 = add(u64(0xfe97ce77, 0xffe5), mul_high(f, p7));
        let p5 = add(u64(0x97aaa792, 0xa1848), mul_high(f, p6));
        let p4 = add(u64(0x9e2d427d, 0x5761ff), mul_high(f, p5));
        let p3 = add(u64(0xf7497d0a, 0x276556d), mul_high(f, p4));
        let p2 = add(u64(0x8250637f, 0xe35846b), mul_high(f, p3));
        let p1 = add(u64(0x058b1d40, 0x3d7f7bff), mul_high(f, p2));
        let result = add(u64(0xd1cf79ac, 0xb17217f7), mul_high(f, p1));
        result
    }

    /// atanh(s) / s as a mantissa, for the square `v` of `s`, which is below 0.0295.
    fn atanh_slope(v: u64) -> u64 {
        let p8 = add(u64(0x3713571d, 0x0777948d), mul_high(v, u64(0x0e47943f, 0x07b52b6a)));
        let p7 = add(u64(0xc4cbe30c, 0x088917b8), mul_high(v, p8));
        let p6 = add(u64(0x0a5225a6, 0x09d89a85), mul_high(v, p7));
        let p5 = add(u64(0x3d218acb, 0x0ba2e8c4), mul_high(v, p6));
        let p4 = add(u64(0x24862e3e, 0x0e38e38e), mul_high(v, p5));
        let p3 = add(u64(0x493c3b6e, 0x12492492), mul_high(v, p4));
        let p2 = add(u64(0x99998ba7, 0x19999999), mul_high(v, p3));
        let p1 = add(u64(0xaaaaaaae, 0x2aaaaaaa), mul_high(v, p2));
        let result = add(u64(0, 0x80000000), mul_high(v, p1));
        result
    }

    /// sin(pi / 2 f) / f as a mantissa, for the square `v` of `f`, which is at most 1/4.
    fn sin_slope(v: u64) -> u64 {
        let p6 = sub(u64(0x3d0c6303, 0x7a), mul_high(v, sub(u64(0x6faa7e92, 1), mul_high(v, u64(0x034ef117, 0)))));
        let p5 = sub(u64(0x74fdc9bf, 0x1e30), mul_high(v, p6));
        let p4 = sub(u64(0xd21fb737, 0x541e0), mul_high(v, p5));
        let p3 = sub(u64(0x7315ec0d, 0x996966), mul_high(v, p4));
        let p2 = sub(u64(0xbad570e8, 0xa335e33), mul_high(v, p3));
        let p1 = sub(u64(0x96f94afb, 0x52aef398), mul_high(v, p2));
        let result = sub(u64(0x2168c235, 0xc90fdaa2), mul_high(v, p1));
        result
    }

    /// cos(pi / 2 f) in units of 2^-63, for the square `v` of `f`, which is at most 1/4.
    fn cos_value(v: u64) -> u64 {
        let p6 = sub(u64(0xa70a9025, 0x3f3), mul_high(v, sub(u64(0xb6eb67d1, 0xd), mul_high(v, u64(0x23c54d3f, 0)))));
        let p5 = sub(u64(0xf94f8e40, 0xd368), mul_high(v, p6));
        let p4 = sub(u64(0x68919a8a, 0x1e1f50), mul_high(v, p5));
        let p3 = sub(u64(0xc797fdaf, 0x2aba78f), mul_high(v, p4));
        let p2 = sub(u64(0x36b5875d, 0x20783e10), mul_high(v, p3));
        let p1 = sub(u64(0xf22ef2d2, 0x9de9e64d), mul_high(v, p2));
        let result = sub(u64(0, 0x80000000), mul_high(v, p1));
        result
    }

    /// (1 - atan(u) / u) / v as a fraction, for the square `v` of `u`, which is at most 1/4.
    fn atan_fall(v: u64) -> u64 {
        let p13 = sub(u64(0x5f2f063f, 0x04852d18), mul_high(v, u64(0x23e69a3e, 0x0178162d)));
        let p12 = sub(u64(0x4759f0a1, 0x078a5c15), mul_high(v, p13));
        let p11 = sub(u64(0x5f8d3f04, 0x099c1ea4), mul_high(v, p12));
        let p10 = sub(u64(0x2db3b498, 0x0afb0639), mul_high(v, p11));
        let p9 = sub(u64(0xdee34803, 0x0c2a00eb), mul_high(v, p10));
        let p8 = sub(u64(0xb6799b67, 0x0d7860ca), mul_high(v, p9));
        let p7 = sub(u64(0x2f017c31, 0x0f0ef914), mul_high(v, p8));
        let p6 = sub(u64(0x655dda88, 0x11110f81), mul_high(v, p7));
        let p5 = sub(u64(0x572d74eb, 0x13b13aff), mul_high(v, p6));
        let p4 = sub(u64(0xa52b735b, 0x1745d173), mul_high(v, p5));
        let p3 = sub(u64(0x6d812e19, 0x1c71c71c), mul_high(v, p4));
        let p2 = sub(u64(0x9239bd4c, 0x24924924), mul_high(v, p3));
        let p1 = sub(u64(0x333315fc, 0x33333333), mul_high(v, p2));
        let result = sub(u64(0x5555553f, 0x55555555), mul_high(v, p1));
        result
    }

    /// asin(a) / a as a mantissa, for the square `v` of `a`, which is at most 1/4.
    fn asin_slope(v: u64) -> u64 {
        let p14 = sub(u64(0x50fb25eb, 0x045d3878), mul_high(v, sub(u64(0x745edc82, 0x04d7d8c6), mul_high(v, u64(0x3da9cb70, 0x04a98332)))));
        let p12 = sub(u64(0x8e11ae55, 0x014d73bc), mul_high(v, sub(u64(0x0c524416, 0x00dd97c4), mul_high(v, p14))));
        let p11 = add(u64(0x210a7fc7, 0x00d55f0f), mul_high(v, p12));
        let p10 = add(u64(0x3ea4191c, 0x011714cd), mul_high(v, p11));
        let p9 = add(u64(0x6a62004f, 0x013f61ef), mul_high(v, p10));
        let p8 = add(u64(0x26c7f075, 0x017a9251), mul_high(v, p9));
        let p7 = add(u64(0x3c6fd274, 0x01c998ea), mul_high(v, p8));
        let p6 = add(u64(0xd475db5c, 0x02389d91), mul_high(v, p7));
        let p5 = add(u64(0x90f4cfe6, 0x02dd1745), mul_high(v, p6));
        let p4 = add(u64(0xe4e4fd58, 0x03e38e38), mul_high(v, p5));
        let p3 = add(u64(0xb6d71ed2, 0x05b6db6d), mul_high(v, p4));
        let p2 = add(u64(0x9999a0e2, 0x09999999), mul_high(v, p3));
        let p1 = add(u64(0x55555550, 0x15555555), mul_high(v, p2));
        let result = add(u64(0, 0x80000000), mul_high(v, p1));
        result
    }
}
