//! `primitive.fixed.*`: what the elementary functions of `F32` are composed of, over integers. The definitions are those of
//! `crate::float`, which Rust compiles for the host.

use super::{Composed, operations};
use crate::float::{
    binary, binary64, definitions, double, exponential, fixed, logarithm, quick, roots, trigonometric,
};
use crate::{DataType, Expr};

/// The composition of a definition.
pub(super) fn definition(name: &str) -> Composed {
    const GROUPS: [&[(&str, &str)]; 9] = [
        fixed::TEXTS,
        double::TEXTS,
        exponential::TEXTS,
        logarithm::TEXTS,
        trigonometric::TEXTS,
        roots::TEXTS,
        binary::TEXTS,
        binary64::TEXTS,
        quick::TEXTS,
    ];
    let texts = || GROUPS.iter().copied().flatten();
    let is_definition = |word: &str| texts().any(|(known, _)| *known == word);
    let text = texts().find(|(known, _)| *known == name).map_or("", |(_, text)| text);
    Composed { body: definitions::statements(text, &is_definition), result: Expr::var("result") }
}

operations! {
    #[doc = "The significand of a float's magnitude, from its bits, with its leading bit at bit 31; 0 of a zero."]
    "primitive.fixed.significand" (x: U32) -> U32,
    laws ["significand(x) = significand(x ^ 2147483648)"],
    edge_cases { [[0x3fc0_0000]] => [0xc000_0000], [[1]] => [0x8000_0000], [[0]] => [0] },
    definition("significand");

    #[doc = "The exponent of a float, from its bits: of what its significand, from 1 to 2, is multiplied by. It is biased by 1024."]
    "primitive.fixed.exponent" (x: U32) -> U32,
    laws ["exponent(x) = exponent(x ^ 2147483648)"],
    edge_cases { [[0x3f80_0000]] => [1024], [[1]] => [875], [[0x7f7f_ffff]] => [1151] },
    definition("exponent");

    #[doc = "The bits of the float nearest to `m` units of `2^(e - 1024 - 63)`, ties to even, with a sign bit. `e` is at least 64."]
    "primitive.fixed.pack" (sign: U32, e: U32, m: U64) -> U32,
    laws ["pack(0, 1024, m) = pack(0, 1024, m)"],
    edge_cases { [[0], [1024], [0, 0x8000_0000]] => [0x3f80_0000], [[0x8000_0000], [1024], [1, 0x8000_0080]] => [0xbf80_0001], [[0], [1024], [0, 0x8000_0080]] => [0x3f80_0000], [[0], [874], [0, 0x8000_0000]] => [0], [[0], [874], [0, 0xc000_0000]] => [1], [[0], [1152], [0, 0x8000_0000]] => [0x7f80_0000] },
    definition("pack");

    #[doc = "The float that is `m` units of `2^(e - 1024 - 63)`, by its bits, or the one of its neighbours whose last bit is 1."]
    "primitive.fixed.pack_odd" (sign: U32, e: U32, m: U64) -> U32,
    laws ["pack_odd(0, 1024, m) = pack_odd(0, 1024, m)"],
    edge_cases {
        [[0], [1024], [0, 0x8000_0000]] => [0x3f80_0000], [[0x8000_0000], [1024], [1, 0x8000_0000]] => [0xbf80_0001],
        [[0], [1024], [0xffff_ffff, 0x8000_01ff]] => [0x3f80_0001], [[0], [1024], [0, 0x8000_0200]] => [0x3f80_0002],
        [[0], [800], [0, 0x8000_0000]] => [1],
    },
    definition("pack_odd");

    #[doc = "A number shifted right, by any amount."]
    "primitive.fixed.down" (x: U64, amount: U32) -> U64,
    laws ["down(x, 0) = x", "down(x, 64) = 0"],
    edge_cases { [[0, 1], [32]] => [1, 0], [[0, 1], [64]] => [0, 0] },
    definition("down");

    #[doc = "2^127 divided by a number whose top bit is set; within 4, and never too large."]
    "primitive.fixed.reciprocal" (d: U64) -> U64,
    laws ["reciprocal(d) = reciprocal(d)"],
    edge_cases { [[0xffff_ffff, 0xffff_ffff]] => [0xffff_ffff, 0x7fff_ffff] },
    definition("reciprocal");

    #[doc = "2^95 divided by the square root of a number of at least 2^62; within 8."]
    "primitive.fixed.reciprocal_root" (q: U64) -> U64,
    laws ["reciprocal_root(q) = reciprocal_root(q)"],
    edge_cases { [[0, 0x4000_0000]] => [0xffff_fffa, 0xffff_ffff] },
    definition("reciprocal_root");

    #[doc = "2^32 times the square root of a number of at least 2^62; within 8."]
    "primitive.fixed.root" (q: U64) -> U64,
    laws ["root(q) = root(q)"],
    edge_cases { [[0, 0x4000_0000]] => [0xffff_fffc, 0x7fff_ffff] },
    definition("root");

    #[doc = "`(2^f - 1) / f` of a fraction, as a fraction."]
    "primitive.fixed.exp2_slope" (f: U64) -> U64,
    laws ["exp2_slope(f) = exp2_slope(f)"],
    edge_cases { [[0, 0]] => [0xd1cf_79ac, 0xb172_17f7] },
    definition("exp2_slope");

    #[doc = "`atanh(s) / s` in units of 2^-63, for the square `v` of `s`, a fraction below 0.0295."]
    "primitive.fixed.atanh_slope" (v: U64) -> U64,
    laws ["atanh_slope(v) = atanh_slope(v)"],
    edge_cases { [[0, 0]] => [0, 0x8000_0000] },
    definition("atanh_slope");

    #[doc = "`sin(pi / 2 f) / f` in units of 2^-63, for the square `v` of `f`, a fraction of at most 1/4."]
    "primitive.fixed.sin_slope" (v: U64) -> U64,
    laws ["sin_slope(v) = sin_slope(v)"],
    edge_cases { [[0, 0]] => [0x2168_c235, 0xc90f_daa2] },
    definition("sin_slope");

    #[doc = "`cos(pi / 2 f)` in units of 2^-63, for the square `v` of `f`, a fraction of at most 1/4."]
    "primitive.fixed.cos_value" (v: U64) -> U64,
    laws ["cos_value(v) = cos_value(v)"],
    edge_cases { [[0, 0]] => [0, 0x8000_0000] },
    definition("cos_value");

    #[doc = "`(1 - atan(u) / u) / v` as a fraction, for the square `v` of `u`, a fraction of at most 1/4."]
    "primitive.fixed.atan_fall" (v: U64) -> U64,
    laws ["atan_fall(v) = atan_fall(v)"],
    edge_cases { [[0, 0]] => [0x5555_553f, 0x5555_5555] },
    definition("atan_fall");

    #[doc = "`asin(a) / a` in units of 2^-63, for the square `v` of `a`, a fraction of at most 1/4."]
    "primitive.fixed.asin_slope" (v: U64) -> U64,
    laws ["asin_slope(v) = asin_slope(v)"],
    edge_cases { [[0, 0]] => [0, 0x8000_0000] },
    definition("asin_slope");

    #[doc = "`abs(x) log2(e)` in units of `2^(s - 62)`, for the exponent `s` of `x`: its upper 64 bits."]
    "primitive.fixed.log2e_times" (x: U32) -> U64,
    laws ["log2e_times(x) = log2e_times(x ^ 2147483648)"],
    edge_cases { [[0]] => [0, 0], [[0x3f80_0000]] => [0xae0b_f85d, 0x5c55_1d94] },
    definition("log2e_times");

    #[doc = "The whole part of `abs(x) log2(e)`; 1000 where it is too large for any function."]
    "primitive.fixed.log2e_whole" (x: U32) -> U32,
    laws ["log2e_whole(x) = log2e_whole(x ^ 2147483648)"],
    edge_cases { [[0x3f80_0000]] => [1], [[0x4120_0000]] => [14], [[0x7f80_0000]] => [1000] },
    definition("log2e_whole");

    #[doc = "The fraction of `abs(x) log2(e)`."]
    "primitive.fixed.log2e_fraction" (x: U32) -> U64,
    laws ["log2e_fraction(x) = log2e_fraction(x ^ 2147483648)"],
    edge_cases { [[0x3f80_0000]] => [0xb82f_e177, 0x7154_7652], [[0]] => [0, 0] },
    definition("log2e_fraction");

    #[doc = "The bits of 2^t, where `t` has a whole part and a fraction by magnitude."]
    "primitive.fixed.exp2_of" (is_negative: U32, whole: U32, f: U64) -> U32,
    laws ["exp2_of(is_negative, 0, 0) = 1065353216"],
    edge_cases { [[0], [3], [0, 0]] => [0x4100_0000], [[1], [0], [0, 0x8000_0000]] => [0x3f35_04f3] },
    definition("exp2_of");

    #[doc = "2^-t in units of 2^-63, where `t` has a whole part and a fraction."]
    "primitive.fixed.exp2_falling" (whole: U32, f: U64) -> U64,
    laws ["exp2_falling(0, 0) = exp2_falling(0, 0)"],
    edge_cases { [[1], [0, 0]] => [0, 0x4000_0000] },
    definition("exp2_falling");

    #[doc = "The exponential, from bits to bits."]
    "primitive.fixed.exp" (x: U32) -> U32,
    laws ["exp(0) = 1065353216"],
    edge_cases { [[0x3f80_0000]] => [0x402d_f854] },
    definition("exp");

    #[doc = "2 to a power, from bits to bits."]
    "primitive.fixed.exp2" (x: U32) -> U32,
    laws ["exp2(0) = 1065353216"],
    edge_cases { [[0x3f80_0000]] => [0x4000_0000] },
    definition("exp2");

    #[doc = "The exponential less 1, from bits to bits."]
    "primitive.fixed.exp_m1" (x: U32) -> U32,
    laws ["exp_m1(0) = 0"],
    edge_cases { [[0x3f80_0000]] => [0x3fdb_f0a9] },
    definition("exp_m1");

    #[doc = "The hyperbolic sine, from bits to bits."]
    "primitive.fixed.sinh" (x: U32) -> U32,
    laws ["sinh(0) = 0"],
    edge_cases { [[0x3f80_0000]] => [0x3f96_6cfe] },
    definition("sinh");

    #[doc = "The hyperbolic cosine, from bits to bits."]
    "primitive.fixed.cosh" (x: U32) -> U32,
    laws ["cosh(x) = cosh(x ^ 2147483648)"],
    edge_cases { [[0x3f80_0000]] => [0x3fc5_83ab] },
    definition("cosh");

    #[doc = "The hyperbolic tangent, from bits to bits."]
    "primitive.fixed.tanh" (x: U32) -> U32,
    laws ["tanh(0) = 0"],
    edge_cases { [[0x3f80_0000]] => [0x3f42_f7d6] },
    definition("tanh");

    #[doc = "`r / (2 + r)` by magnitude in units of `2^(-z - 64)`, for `r` of `n` units of `2^(-z - 63)`, or `-2^(-z - 64)` if it is negative."]
    "primitive.fixed.atanh_argument" (is_negative: U32, n: U64, z: U32) -> U64,
    laws ["atanh_argument(0, n, z) = atanh_argument(0, n, z)"],
    edge_cases { [[0], [0, 0], [64]] => [0, 0] },
    definition("atanh_argument");

    #[doc = "The bits of the logarithm of `2^(k - 1024) (1 + r)` to the base e, 2 or 10, as `base` is 0, 1 or 2. `r` is as `atanh_argument` takes it."]
    "primitive.fixed.log_of" (base: U32, k: U32, is_negative: U32, n: U64, z: U32) -> U32,
    laws ["log_of(1, 1024, 0, 0, 64) = 0"],
    edge_cases { [[1], [1034], [0], [0, 0], [64]] => [0x4120_0000], [[0], [1025], [0], [0, 0], [64]] => [0x3f31_7218] },
    definition("log_of");

    #[doc = "The bits of the logarithm of `m` units of `2^(k - 1024 - 63)`, to the base e, 2 or 10, as `base` is 0, 1 or 2."]
    "primitive.fixed.log_mantissa" (base: U32, k: U32, m: U64) -> U32,
    laws ["log_mantissa(1, 1026, m) = log_mantissa(1, 1026, m)"],
    edge_cases { [[2], [1033], [0, 0xfa00_0000]] => [0x4040_0000] },
    definition("log_mantissa");

    #[doc = "The logarithm to the base e, 2 or 10, as `base` is 0, 1 or 2, from bits to bits."]
    "primitive.fixed.log" (x: U32, base: U32) -> U32,
    laws ["log(1065353216, base) = 0"],
    edge_cases { [[0x4000_0000], [0]] => [0x3f31_7218], [[0x4000_0000], [1]] => [0x3f80_0000], [[0x4000_0000], [2]] => [0x3e9a_209b] },
    definition("log");

    #[doc = "The logarithm of 1 + x, from bits to bits."]
    "primitive.fixed.ln_1p" (x: U32) -> U32,
    laws ["ln_1p(0) = 0"],
    edge_cases { [[0x3f80_0000]] => [0x3f31_7218] },
    definition("ln_1p");

    #[doc = "Word `at` of the digits of `2 / pi`, after two words of zeros."]
    "primitive.fixed.two_by_pi" (at: U32) -> U32,
    laws ["two_by_pi(0) = 0"],
    edge_cases { [[2]] => [0xa2f9_836e], [[8]] => [0xfe51_63ac] },
    definition("two_by_pi");

    #[doc = "32 digits of `2 / pi` from one of them on, counted after 64 zeros."]
    "primitive.fixed.two_by_pi_from" (at: U32) -> U32,
    laws ["two_by_pi_from(0) = 0"],
    edge_cases { [[64]] => [0xa2f9_836e], [[68]] => [0x2f98_36e4] },
    definition("two_by_pi_from");

    #[doc = "The sine, the cosine or the tangent, as `function` is 0, 1 or 2, from bits to bits."]
    "primitive.fixed.trigonometric" (x: U32, function: U32) -> U32,
    laws ["trigonometric(x, 1) = trigonometric(x ^ 2147483648, 1)"],
    edge_cases { [[0x3f80_0000], [0]] => [0x3f57_6aa4], [[0x3f80_0000], [1]] => [0x3f0a_5140], [[0x3f80_0000], [2]] => [0x3fc7_5923] },
    definition("trigonometric");

    #[doc = "The angle with a tangent, from bits to bits."]
    "primitive.fixed.atan" (x: U32) -> U32,
    laws ["atan(0) = 0"],
    edge_cases { [[0x3f80_0000]] => [0x3f49_0fdb] },
    definition("atan");

    #[doc = "The angle with a sine, or with a cosine, as `function` is 0 or 1, from bits to bits."]
    "primitive.fixed.arc" (x: U32, function: U32) -> U32,
    laws ["arc(0, 0) = 0"],
    edge_cases { [[0x3f80_0000], [0]] => [0x3fc9_0fdb], [[0x3f00_0000], [1]] => [0x3f86_0a92] },
    definition("arc");

    #[doc = "The cube root, from bits to bits."]
    "primitive.fixed.cbrt" (x: U32) -> U32,
    laws ["cbrt(0) = 0"],
    edge_cases { [[0x4000_0000]] => [0x3fa1_4518] },
    definition("cbrt");

    #[doc = "1 divided by the square root, from bits to bits."]
    "primitive.fixed.rsqrt" (x: U32) -> U32,
    laws ["rsqrt(1065353216) = 1065353216"],
    edge_cases { [[0x4080_0000]] => [0x3f00_0000] },
    definition("rsqrt");

    #[doc = "The square root of the sum of the squares, from bits to bits."]
    "primitive.fixed.hypot" (x: U32, y: U32, is_odd: U32) -> U32,
    laws ["hypot(x, y, 0) = hypot(y, x, 0)"],
    edge_cases {
        [[0x4040_0000], [0x4080_0000], [0]] => [0x40a0_0000], [[0x3f80_0000], [0x3f80_0000], [0]] => [0x3fb5_04f3],
        [[0x3f80_0000], [0x3f80_0000], [1]] => [0x3fb5_04f3], [[0x3f80_0000], [1], [1]] => [0x3f80_0001],
    },
    definition("hypot");

    #[doc = "A number of 128 bits from its halves; the lowest word comes first."]
    "primitive.fixed.quad" (high: U64, low: U64) -> Vec4U32,
    laws ["quad_high(quad(high, low)) = high", "quad_low(quad(high, low)) = low"],
    edge_cases { [[3, 4], [1, 2]] => [1, 2, 3, 4] },
    Expr::compose(DataType::Vec4U32, [low.clone(), low, high.clone(), high].into_iter().zip([0, 1, 0, 1]).map(|(half, at)| Expr::component(half, at)).collect());

    #[doc = "The upper half of 128 bits."]
    "primitive.fixed.quad_high" (a: Vec4U32) -> U64,
    laws ["quad_high(a) = quad_high(a)"],
    edge_cases { [[1, 2, 3, 4]] => [3, 4] },
    Expr::compose(DataType::U64, vec![Expr::component(a.clone(), 2), Expr::component(a, 3)]);

    #[doc = "The lower half of 128 bits."]
    "primitive.fixed.quad_low" (a: Vec4U32) -> U64,
    laws ["quad_low(a) = quad_low(a)"],
    edge_cases { [[1, 2, 3, 4]] => [1, 2] },
    Expr::compose(DataType::U64, vec![Expr::component(a.clone(), 0), Expr::component(a, 1)]);

    #[doc = "The sum, modulo 2^128."]
    "primitive.fixed.quad_add" (a: Vec4U32, b: Vec4U32) -> Vec4U32,
    laws ["quad_high(quad_add(a, b)) = quad_high(quad_add(b, a))"],
    edge_cases { [[0xffff_ffff, 0xffff_ffff, 0xffff_ffff, 7], [1, 0, 0, 1]] => [0, 0, 0, 9] },
    definition("quad_add");

    #[doc = "The difference, modulo 2^128."]
    "primitive.fixed.quad_sub" (a: Vec4U32, b: Vec4U32) -> Vec4U32,
    laws ["quad_low(quad_sub(quad_add(a, b), b)) = quad_low(a)", "quad_high(quad_sub(quad_add(a, b), b)) = quad_high(a)"],
    edge_cases { [[0, 0, 0, 9], [1, 0, 0, 1]] => [0xffff_ffff, 0xffff_ffff, 0xffff_ffff, 7] },
    definition("quad_sub");

    #[doc = "The upper half of the product of 256 bits; at most 3 less."]
    "primitive.fixed.quad_mul_high" (a: Vec4U32, b: Vec4U32) -> Vec4U32,
    laws ["quad_high(quad_mul_high(a, b)) = quad_high(quad_mul_high(b, a))"],
    edge_cases { [[0, 0, 0, 0x8000_0000], [4, 0, 0, 6]] => [2, 0, 0, 3] },
    definition("quad_mul_high");

    #[doc = "The number of zero bits above the highest one; 128 for 0."]
    "primitive.fixed.quad_clz" (a: Vec4U32) -> U32,
    laws ["quad_clz(a) <= 128"],
    edge_cases { [[0, 0, 0, 0]] => [128], [[1, 0, 0, 0]] => [127], [[0, 0, 1, 0]] => [63] },
    definition("quad_clz");

    #[doc = "Shifted left by less than 128."]
    "primitive.fixed.quad_shl" (a: Vec4U32, amount: U32) -> Vec4U32,
    laws ["quad_low(quad_shl(a, 64)) = 0"],
    edge_cases { [[1, 2, 3, 4], [32]] => [0, 1, 2, 3], [[1, 2, 3, 4], [96]] => [0, 0, 0, 1], [[1, 2, 3, 4], [0]] => [1, 2, 3, 4] },
    definition("quad_shl");

    #[doc = "Shifted right by any amount."]
    "primitive.fixed.quad_down" (a: Vec4U32, amount: U32) -> Vec4U32,
    laws ["quad_low(quad_down(a, 64)) = quad_high(a)"],
    edge_cases { [[1, 2, 3, 4], [32]] => [2, 3, 4, 0], [[1, 2, 3, 4], [96]] => [4, 0, 0, 0], [[1, 2, 3, 4], [0]] => [1, 2, 3, 4], [[1, 2, 3, 4], [128]] => [0, 0, 0, 0] },
    definition("quad_down");

    #[doc = "The quotient of two numbers whose top bits are set, in units of 2^-127; at most 16 less."]
    "primitive.fixed.quad_ratio" (n: U64, d: U64) -> Vec4U32,
    laws ["quad_clz(quad_ratio(n, d)) = quad_clz(quad_ratio(n, d))"],
    edge_cases { [[0, 0x8000_0000], [0, 0x8000_0000]] => [0xffff_fff7, 0xffff_ffff, 0xffff_ffff, 0x7fff_ffff] },
    definition("quad_ratio");

    #[doc = "`(2^f - 1) / f` of a fraction of 128 bits."]
    "primitive.fixed.quad_exp2_slope" (f: Vec4U32) -> Vec4U32,
    laws ["quad_clz(quad_exp2_slope(f)) = quad_clz(quad_exp2_slope(f))"],
    edge_cases { [[0, 0, 0, 0]] => [0x03f2_f6af, 0xc9e3_b398, 0xd1cf_79ab, 0xb172_17f7] },
    definition("quad_exp2_slope");

    #[doc = "`atanh(s) / s` in units of 2^-127, for the square `v` of `s`, which is below 0.0295."]
    "primitive.fixed.quad_atanh_slope" (v: Vec4U32) -> Vec4U32,
    laws ["quad_clz(quad_atanh_slope(v)) = quad_clz(quad_atanh_slope(v))"],
    edge_cases { [[0, 0, 0, 0]] => [0, 0, 0, 0x8000_0000] },
    definition("quad_atanh_slope");

    #[doc = "`(1 - atan(u) / u) / v` as a fraction of 128 bits, for the square `v` of `u`, which is at most 1/4."]
    "primitive.fixed.quad_atan_fall" (v: Vec4U32) -> Vec4U32,
    laws ["quad_clz(quad_atan_fall(v)) = quad_clz(quad_atan_fall(v))"],
    edge_cases { [[0, 0, 0, 0]] => [0x5555_5550, 0x5555_5555, 0x5555_5555, 0x5555_5555] },
    definition("quad_atan_fall");

    #[doc = "The bits nearest to `m` units of `2^(e - 1024 - 127)`, which is not quite exact."]
    "primitive.fixed.quad_pack" (sign: U32, e: U32, m: Vec4U32, is_odd: U32) -> U32,
    laws ["quad_pack(0, 1024, m, 0) = quad_pack(0, 1024, m, 0)"],
    edge_cases { [[0], [1024], [0, 0, 0, 0xc000_0000], [0]] => [0x3fc0_0000], [[0], [1024], [0, 0, 0, 0xc000_0000], [1]] => [0x3fc0_0001] },
    definition("quad_pack");

    #[doc = "1 if the logarithm of a float is that of a whole exponent less something, else 0."]
    "primitive.fixed.log2_is_up" (x: U32) -> U32,
    laws ["log2_is_up(x) <= 1"],
    edge_cases { [[0x3f80_0000]] => [0], [[0x3fff_ffff]] => [1] },
    definition("log2_is_up");

    #[doc = "How far the significand, or its half, is from 1, in units of 2^-31 or 2^-32."]
    "primitive.fixed.log2_distance" (x: U32) -> U32,
    laws ["log2_distance(x) = log2_distance(x ^ 2147483648)"],
    edge_cases { [[0x3f80_0001]] => [0x100], [[0x3fff_ffff]] => [0x100] },
    definition("log2_distance");

    #[doc = "The magnitude of the logarithm to base 2 of a float's magnitude: in units of 2^-120, or below 2^(-125) as `log2_distance` says if the exponent is 0."]
    "primitive.fixed.log2_fixed" (x: U32) -> Vec4U32,
    laws ["quad_clz(log2_fixed(x)) = quad_clz(log2_fixed(x))"],
    edge_cases { [[0x4080_0000]] => [0, 0, 0, 0x0200_0000] },
    definition("log2_fixed");

    #[doc = "The bits of 2^t with a sign, for `t` of `m` units of `2^(e - 1024 - 126)` by magnitude. What is within 2^-93 of the middle between two floats is there."]
    "primitive.fixed.quad_exp2" (sign: U32, is_negative: U32, e: U32, m: Vec4U32, is_odd: U32) -> U32,
    laws ["quad_exp2(0, 0, 900, m, 0) = 1065353216"],
    edge_cases { [[0], [0], [1024], [0, 0, 0, 0x4000_0000], [0]] => [0x4000_0000], [[0], [0], [1024], [0, 0, 0, 0x4000_0000], [1]] => [0x4000_0000] },
    definition("quad_exp2");

    #[doc = "A float to the power of another, from bits to bits."]
    "primitive.fixed.pow" (x: U32, y: U32, is_odd_rounded: U32) -> U32,
    laws ["pow(x, 0, 0) = 1065353216"],
    edge_cases {
        [[0x4000_0000], [0x4000_0000], [0]] => [0x4080_0000], [[0x4000_0000], [0x4000_0000], [1]] => [0x4080_0000],
        [[0x3f80_0001], [0x4000_0000], [1]] => [0x3f80_0003],
    },
    definition("pow");

    #[doc = "The angle of a point whose second coordinate comes first, from bits to bits."]
    "primitive.fixed.atan2" (y: U32, x: U32, is_odd: U32) -> U32,
    laws ["atan2(0, 0, 0) = 0"],
    edge_cases { [[0x3f80_0000], [0x3f80_0000], [0]] => [0x3f49_0fdb], [[0x3f80_0000], [0x3f80_0000], [1]] => [0x3f49_0fdb] },
    definition("atan2");
}
