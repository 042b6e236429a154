//! Fixed point of 128 bits, for the functions of two operands: their results may lie 2^-88 from the middle between two floats.

use super::definitions::*;
use super::fixed::*;

definitions! { TEXTS:
    /// The sum, modulo 2^128.
    fn quad_add(a: u128, b: u128) -> u128 {
        let lower = add(quad_low(a), quad_low(b));
        let carry = u64(select(less(lower, quad_low(a)), 1, 0), 0);
        let result = quad(add(add(quad_high(a), quad_high(b)), carry), lower);
        result
    }

    /// The difference, modulo 2^128.
    fn quad_sub(a: u128, b: u128) -> u128 {
        let borrow = u64(select(less(quad_low(a), quad_low(b)), 1, 0), 0);
        let result = quad(sub(sub(quad_high(a), quad_high(b)), borrow), sub(quad_low(a), quad_low(b)));
        result
    }

    /// The upper half of the product; at most 3 less.
    fn quad_mul_high(a: u128, b: u128) -> u128 {
        let left = mul_high(quad_high(a), quad_low(b));
        let right = mul_high(quad_low(a), quad_high(b));
        let lower = mul_low(quad_high(a), quad_high(b));
        let once = add(lower, left);
        let twice = add(once, right);
        let carry = select(less(once, lower), 1, 0) + select(less(twice, once), 1, 0);
        let result = quad(add(mul_high(quad_high(a), quad_high(b)), u64(carry, 0)), twice);
        result
    }

    /// The number of zero bits above the highest one.
    fn quad_clz(a: u128) -> u32 {
        let upper = clz_wide(quad_high(a));
        let result = select(upper == 64, 64 + clz_wide(quad_low(a)), upper);
        result
    }

    /// Shifted left by less than 128.
    fn quad_shl(a: u128, amount: u32) -> u128 {
        let n = amount & 63;
        let carried = shr(shr(quad_low(a), 1), 63 - n);
        let near = quad(add(shl(quad_high(a), n), carried), shl(quad_low(a), n));
        let far = quad(shl(quad_low(a), n), u64(0, 0));
        let result = select(amount > 63, far, near);
        result
    }

    /// Shifted right by any amount.
    fn quad_down(a: u128, amount: u32) -> u128 {
        let n = amount & 63;
        let carried = shl(shl(quad_high(a), 1), 63 - n);
        let near = quad(shr(quad_high(a), n), add(shr(quad_low(a), n), carried));
        let far = quad(u64(0, 0), down(quad_high(a), amount - (amount & 64)));
        let result = select(amount > 63, select(amount > 127, quad(u64(0, 0), u64(0, 0)), far), near);
        result
    }

    /// The quotient of two mantissas, in units of 2^-127; at most 16 less.
    fn quad_ratio(n: u64, d: u64) -> u128 {
        let divisor = quad(d, u64(0, 0));
        let near = quad(reciprocal(d), u64(0, 0));
        let rest = quad_sub(quad(u64(0xffffffff, 0x7fffffff), u64(0xffffffff, 0xffffffff)), quad_mul_high(divisor, near));
        let inverse = quad_add(near, quad_shl(quad_mul_high(near, rest), 1));
        let result = quad_mul_high(quad(n, u64(0, 0)), inverse);
        result
    }

    /// (2^f - 1) / f of a fraction of 128 bits.
    fn quad_exp2_slope(f: u128) -> u128 {
        let p21 = quad_add(quad(u64(0x00000000, 0x00000000), u64(0xc924d6bc, 0x000050d4)), quad_mul_high(f, quad(u64(0x00000000, 0x00000000), u64(0x96f9417d, 0x000003a5))));
        let p20 = quad_add(quad(u64(0x00000000, 0x00000000), u64(0x8d554d4a, 0x000ad405)), quad_mul_high(f, p21));
        let p19 = quad_add(quad(u64(0x00000000, 0x00000000), u64(0xad997d8a, 0x01457d41)), quad_mul_high(f, p20));
        let p18 = quad_add(quad(u64(0x00000000, 0x00000000), u64(0x069c7d64, 0x24b54ff1)), quad_mul_high(f, p19));
        let p17 = quad_add(quad(u64(0x00000003, 0x00000000), u64(0xd9eabec0, 0xee2e6aca)), quad_mul_high(f, p18));
        let p16 = quad_add(quad(u64(0x00000066, 0x00000000), u64(0xbf21aaab, 0x111340fe)), quad_mul_high(f, p17));
        let p15 = quad_add(quad(u64(0x000009c7, 0x00000000), u64(0x3f6d69b9, 0x44d6e0c2)), quad_mul_high(f, p16));
        let p14 = quad_add(quad(u64(0x0000e1b7, 0x00000000), u64(0xd06bf0cd, 0x421dbe73)), quad_mul_high(f, p15));
        let p13 = quad_add(quad(u64(0x00131496, 0x00000000), u64(0x70818ca3, 0x4d5858d6)), quad_mul_high(f, p14));
        let p12 = quad_add(quad(u64(0x01816193, 0x00000000), u64(0xb0a70e79, 0x166d1d0c)), quad_mul_high(f, p13));
        let p11 = quad_add(quad(u64(0x1c3bd650, 0x00000000), u64(0xc645e3fe, 0xfc298152)), quad_mul_high(f, p12));
        let p10 = quad_add(quad(u64(0xe8cac735, 0x00000001), u64(0x46e7adfe, 0x1bb24d4a)), quad_mul_high(f, p11));
        let p9 = quad_add(quad(u64(0x4cf5158b, 0x0000001e), u64(0xc32d9e2f, 0x8ec9f6ba)), quad_mul_high(f, p10));
        let p8 = quad_add(quad(u64(0x253d395e, 0x000001b5), u64(0x11b18a28, 0x7c3da4b2)), quad_mul_high(f, p9));
        let p7 = quad_add(quad(u64(0x0223a5c8, 0x0000162c), u64(0xffb203f5, 0x23fd8ffc)), quad_mul_high(f, p8));
        let p6 = quad_add(quad(u64(0xfe2c4586, 0x0000ffe5), u64(0x84d2d663, 0x34358a8e)), quad_mul_high(f, p7));
        let p5 = quad_add(quad(u64(0x97c363c3, 0x000a1848), u64(0xc136b40b, 0xb7a58544)), quad_mul_high(f, p6));
        let p4 = quad_add(quad(u64(0x9e299cc4, 0x005761ff), u64(0x946af4e5, 0x41c5fda6)), quad_mul_high(f, p5));
        let p3 = quad_add(quad(u64(0xf749cee5, 0x0276556d), u64(0xa7dcb352, 0x39977c16)), quad_mul_high(f, p4));
        let p2 = quad_add(quad(u64(0x82505fc5, 0x0e35846b), u64(0x995e9954, 0x99d3b15d)), quad_mul_high(f, p3));
        let p1 = quad_add(quad(u64(0x058b1d50, 0x3d7f7bff), u64(0x92e6bf92, 0xde2d60dd)), quad_mul_high(f, p2));
        let result = quad_add(quad(u64(0xd1cf79ab, 0xb17217f7), u64(0x03f2f6af, 0xc9e3b398)), quad_mul_high(f, p1));
        result
    }

    /// atanh(s) / s in units of 2^-127, for the square `v` of `s`, which is below 0.0295.
    fn quad_atanh_slope(v: u128) -> u128 {
        let p16 = quad_add(quad(u64(0xe9b2823a, 0x03beae8a), u64(0xedb10901, 0x11722a35)), quad_mul_high(v, quad(u64(0x8468ac6b, 0x04b63c31), u64(0xe1660034, 0x59777698))));
        let p15 = quad_add(quad(u64(0x5b56b50b, 0x04239e16), u64(0x3c5fa226, 0xcada2424)), quad_mul_high(v, p16));
        let p14 = quad_add(quad(u64(0x0663c756, 0x0469cccc), u64(0x4896b2b3, 0x1a9f5197)), quad_mul_high(v, p15));
        let p13 = quad_add(quad(u64(0x68e293cf, 0x04bda266), u64(0x637aa639, 0x1e8396b1)), quad_mul_high(v, p14));
        let p12 = quad_add(quad(u64(0x9a67b328, 0x051eb849), u64(0xc01ad016, 0x87ff0826)), quad_mul_high(v, p13));
        let p11 = quad_add(quad(u64(0x6d967375, 0x0590b216), u64(0x97e13fcf, 0x3eeba44a)), quad_mul_high(v, p12));
        let p10 = quad_add(quad(u64(0x17ba9a63, 0x06186186), u64(0x31e3c65a, 0xd96002a2)), quad_mul_high(v, p11));
        let p9 = quad_add(quad(u64(0x286db73f, 0x06bca1af), u64(0x90833956, 0xaad4fed7)), quad_mul_high(v, p10));
        let p8 = quad_add(quad(u64(0x8787833f, 0x07878787), u64(0xc116ea84, 0xa9069357)), quad_mul_high(v, p9));
        let p7 = quad_add(quad(u64(0x8888888f, 0x08888888), u64(0x9a3868c0, 0x958f7b77)), quad_mul_high(v, p8));
        let p6 = quad_add(quad(u64(0xd89d89d8, 0x09d89d89), u64(0xbdfdbc6d, 0x9521c56e)), quad_mul_high(v, p7));
        let p5 = quad_add(quad(u64(0x2e8ba2e8, 0x0ba2e8ba), u64(0xda0cc67a, 0xba358b9a)), quad_mul_high(v, p6));
        let p4 = quad_add(quad(u64(0x38e38e38, 0x0e38e38e), u64(0x2b6153a2, 0xe38e3508)), quad_mul_high(v, p5));
        let p3 = quad_add(quad(u64(0x49249249, 0x12492492), u64(0xdd376e6c, 0x24924925)), quad_mul_high(v, p4));
        let p2 = quad_add(quad(u64(0x99999999, 0x19999999), u64(0x995f1f0b, 0x99999999)), quad_mul_high(v, p3));
        let p1 = quad_add(quad(u64(0xaaaaaaaa, 0x2aaaaaaa), u64(0xaaaaaec3, 0xaaaaaaaa)), quad_mul_high(v, p2));
        let result = quad_add(quad(u64(0x00000000, 0x80000000), u64(0x00000000, 0x00000000)), quad_mul_high(v, p1));
        result
    }

    /// (1 - atan(u) / u) / v as a fraction of 128 bits, for the square `v` of `u`, which is at most 1/4.
    fn quad_atan_fall(v: u128) -> u128 {
        let p27 = quad_sub(quad(u64(0x61adaf81, 0x00cf099f), u64(0x212c1feb, 0x7bcab63d)), quad_mul_high(v, quad(u64(0x24c5c45d, 0x002c63f0), u64(0x52590fc5, 0x48998734))));
        let p26 = quad_sub(quad(u64(0x380f3261, 0x01ebc2eb), u64(0xa4e3a5cc, 0x7d4b4efb)), quad_mul_high(v, p27));
        let p25 = quad_sub(quad(u64(0x55b63fb1, 0x032b3321), u64(0x9be6df97, 0x454387ba)), quad_mul_high(v, p26));
        let p24 = quad_sub(quad(u64(0x1350d996, 0x04323551), u64(0x367414c5, 0xe2c588cb)), quad_mul_high(v, p25));
        let p23 = quad_sub(quad(u64(0x4ed37c88, 0x04e3d76b), u64(0x7eb1c3f9, 0x8d6edfab)), quad_mul_high(v, p24));
        let p22 = quad_sub(quad(u64(0xcebb49db, 0x0555ab54), u64(0xbe89aec4, 0x820630be)), quad_mul_high(v, p23));
        let p21 = quad_sub(quad(u64(0xc2f378ea, 0x05a8597b), u64(0x0019a75e, 0xfc94c441)), quad_mul_high(v, p22));
        let p20 = quad_sub(quad(u64(0xd83e8637, 0x05f239d5), u64(0x49da151a, 0x0f02d4f4)), quad_mul_high(v, p21));
        let p19 = quad_sub(quad(u64(0x95925722, 0x063e12bd), u64(0x7ba759b7, 0x0f2c4e5d)), quad_mul_high(v, p20));
        let p18 = quad_sub(quad(u64(0xe2381fa7, 0x06905990), u64(0x85d47b04, 0x2a476988)), quad_mul_high(v, p19));
        let p17 = quad_sub(quad(u64(0xf68c4760, 0x06eb3c1d), u64(0x512383e9, 0xf0bc75b1)), quad_mul_high(v, p18));
        let p16 = quad_sub(quad(u64(0x8b5bc27d, 0x075074c6), u64(0x678acf96, 0x8b9ab550)), quad_mul_high(v, p17));
        let p15 = quad_sub(quad(u64(0xb5eeea62, 0x07c1f075), u64(0x7563c4f4, 0x703e8102)), quad_mul_high(v, p16));
        let p14 = quad_sub(quad(u64(0x98a31de6, 0x08421083), u64(0xa703264b, 0x51832e26)), quad_mul_high(v, p15));
        let p13 = quad_sub(quad(u64(0x83c43e9c, 0x08d3dcb0), u64(0xbcb2107b, 0x68bd8702)), quad_mul_high(v, p14));
        let p12 = quad_sub(quad(u64(0xd00bc96d, 0x097b425e), u64(0x42900d9f, 0x34f5978c)), quad_mul_high(v, p13));
        let p11 = quad_sub(quad(u64(0xd703984d, 0x0a3d70a3), u64(0x1704f354, 0xef84817a)), quad_mul_high(v, p12));
        let p10 = quad_sub(quad(u64(0x8590704c, 0x0b21642c), u64(0x1cd01f20, 0xf7bcf092)), quad_mul_high(v, p11));
        let p9 = quad_sub(quad(u64(0x30c30a25, 0x0c30c30c), u64(0x07cdc68d, 0xe3929d1a)), quad_mul_high(v, p10));
        let p8 = quad_sub(quad(u64(0x50d79429, 0x0d79435e), u64(0x2c3b8107, 0x1892160d)), quad_mul_high(v, p9));
        let p7 = quad_sub(quad(u64(0x0f0f0f0e, 0x0f0f0f0f), u64(0xf604f86b, 0xd14b4f02)), quad_mul_high(v, p8));
        let p6 = quad_sub(quad(u64(0x11111111, 0x11111111), u64(0x4323eb9b, 0x10328298)), quad_mul_high(v, p7));
        let p5 = quad_sub(quad(u64(0xb13b13b1, 0x13b13b13), u64(0x315e4529, 0x3b117309)), quad_mul_high(v, p6));
        let p4 = quad_sub(quad(u64(0x5d1745d1, 0x1745d174), u64(0x1d441b31, 0x745d135e)), quad_mul_high(v, p5));
        let p3 = quad_sub(quad(u64(0x71c71c71, 0x1c71c71c), u64(0xe9e1f79b, 0xc71c71c2)), quad_mul_high(v, p4));
        let p2 = quad_sub(quad(u64(0x92492492, 0x24924924), u64(0x222ad9a4, 0x49249249)), quad_mul_high(v, p3));
        let p1 = quad_sub(quad(u64(0x33333333, 0x33333333), u64(0x3332a6a1, 0x33333333)), quad_mul_high(v, p2));
        let result = quad_sub(quad(u64(0x55555555, 0x55555555), u64(0x55555550, 0x55555555)), quad_mul_high(v, p1));
        result
    }
}
