//! `primitive.f32.*`: the elementary functions, correctly rounded for every operand, with the canonical NaN. What they are composed of is in
//! `primitive.fixed.*`.

use super::float::float;
use super::operations;

operations! {
    #[doc = "The sine, correctly rounded; NaN of an infinity."]
    "primitive.f32.sin" (a: F32) -> F32,
    laws ["sin(neg(a)) = neg(sin(a)) where eq(sub(a, a), 0)"],
    edge_cases { [[0x3f80_0000]] => [0x3f57_6aa4], [[0x8000_0000]] => [0x8000_0000], [[0x7f80_0000]] => [0x7fc0_0000] },
    float("let result = call primitive.fixed.trigonometric(cast<u32>(a), 0);");

    #[doc = "The cosine, correctly rounded; NaN of an infinity."]
    "primitive.f32.cos" (a: F32) -> F32,
    laws ["cos(neg(a)) = cos(a)"],
    edge_cases { [[0x3f80_0000]] => [0x3f0a_5140], [[0]] => [0x3f80_0000], [[0xff80_0000]] => [0x7fc0_0000] },
    float("let result = call primitive.fixed.trigonometric(cast<u32>(a), 1);");

    #[doc = "The tangent, correctly rounded; NaN of an infinity."]
    "primitive.f32.tan" (a: F32) -> F32,
    laws ["tan(neg(a)) = neg(tan(a)) where eq(sub(a, a), 0)"],
    edge_cases { [[0x3f80_0000]] => [0x3fc7_5923], [[0x7fc0_0001]] => [0x7fc0_0000] },
    float("let result = call primitive.fixed.trigonometric(cast<u32>(a), 2);");

    #[doc = "The angle with this sine, correctly rounded; NaN past 1."]
    "primitive.f32.asin" (a: F32) -> F32,
    laws ["asin(neg(a)) = neg(asin(a)) where le(abs(a), 1)"],
    edge_cases { [[0x3f80_0000]] => [0x3fc9_0fdb], [[0x3f80_0001]] => [0x7fc0_0000] },
    float("let result = call primitive.fixed.arc(cast<u32>(a), 0);");

    #[doc = "The angle with this cosine, correctly rounded; NaN past 1."]
    "primitive.f32.acos" (a: F32) -> F32,
    laws ["acos(1) = 0"],
    edge_cases { [[0xbf80_0000]] => [0x4049_0fdb], [[0x8000_0000]] => [0x3fc9_0fdb] },
    float("let result = call primitive.fixed.arc(cast<u32>(a), 1);");

    #[doc = "The angle with this tangent, correctly rounded."]
    "primitive.f32.atan" (a: F32) -> F32,
    laws ["atan(neg(a)) = neg(atan(a)) where eq(a, a)"],
    edge_cases { [[0x3f80_0000]] => [0x3f49_0fdb], [[0xff80_0000]] => [0xbfc9_0fdb] },
    float("let result = call primitive.fixed.atan(cast<u32>(a));");

    #[doc = "The hyperbolic sine, correctly rounded."]
    "primitive.f32.sinh" (a: F32) -> F32,
    laws ["sinh(neg(a)) = neg(sinh(a)) where eq(a, a)"],
    edge_cases { [[0x3f80_0000]] => [0x3f96_6cfe], [[0xff80_0000]] => [0xff80_0000] },
    float("let result = call primitive.fixed.sinh(cast<u32>(a));");

    #[doc = "The hyperbolic cosine, correctly rounded."]
    "primitive.f32.cosh" (a: F32) -> F32,
    laws ["cosh(neg(a)) = cosh(a)"],
    edge_cases { [[0x3f80_0000]] => [0x3fc5_83ab], [[0xff80_0000]] => [0x7f80_0000] },
    float("let result = call primitive.fixed.cosh(cast<u32>(a));");

    #[doc = "The hyperbolic tangent, correctly rounded."]
    "primitive.f32.tanh" (a: F32) -> F32,
    laws ["tanh(neg(a)) = neg(tanh(a)) where eq(a, a)"],
    edge_cases { [[0x3f80_0000]] => [0x3f42_f7d6], [[0xff80_0000]] => [0xbf80_0000] },
    float("let result = call primitive.fixed.tanh(cast<u32>(a));");

    #[doc = "`e` to the power of `a`, correctly rounded."]
    "primitive.f32.exp" (a: F32) -> F32,
    laws ["exp(0) = 1"],
    edge_cases { [[0x3f80_0000]] => [0x402d_f854], [[0xff80_0000]] => [0], [[0x42b2_0000]] => [0x7f80_0000] },
    float("let result = call primitive.fixed.exp(cast<u32>(a));");

    #[doc = "2 to the power of `a`, correctly rounded."]
    "primitive.f32.exp2" (a: F32) -> F32,
    laws ["exp2(from_i32(5)) = 32"],
    edge_cases { [[0x3f00_0000]] => [0x3fb5_04f3], [[0xc314_0000]] => [2], [[0xc316_0000]] => [0] },
    float("let result = call primitive.fixed.exp2(cast<u32>(a));");

    #[doc = "`e` to the power of `a`, less 1, correctly rounded."]
    "primitive.f32.exp_m1" (a: F32) -> F32,
    laws ["exp_m1(0) = 0"],
    edge_cases { [[0x3f80_0000]] => [0x3fdb_f0a9], [[0x8000_0000]] => [0x8000_0000], [[0xff80_0000]] => [0xbf80_0000] },
    float("let result = call primitive.fixed.exp_m1(cast<u32>(a));");

    #[doc = "The logarithm to base `e`, correctly rounded; NaN below zero."]
    "primitive.f32.ln" (a: F32) -> F32,
    laws ["ln(1) = 0"],
    edge_cases { [[0x4000_0000]] => [0x3f31_7218], [[0x8000_0000]] => [0xff80_0000], [[0x8000_0001]] => [0x7fc0_0000] },
    float("let result = call primitive.fixed.log(cast<u32>(a), 0);");

    #[doc = "The logarithm to base 2, correctly rounded; NaN below zero."]
    "primitive.f32.log2" (a: F32) -> F32,
    laws ["log2(8) = 3"],
    edge_cases { [[1]] => [0xc315_0000], [[0x7f80_0000]] => [0x7f80_0000] },
    float("let result = call primitive.fixed.log(cast<u32>(a), 1);");

    #[doc = "The logarithm to base 10, correctly rounded; NaN below zero."]
    "primitive.f32.log10" (a: F32) -> F32,
    laws ["log10(1000) = 3"],
    edge_cases { [[0x4000_0000]] => [0x3e9a_209b], [[0xff80_0000]] => [0x7fc0_0000] },
    float("let result = call primitive.fixed.log(cast<u32>(a), 2);");

    #[doc = "The logarithm to base `e` of `1 + a`, correctly rounded; NaN below -1."]
    "primitive.f32.ln_1p" (a: F32) -> F32,
    laws ["ln_1p(0) = 0"],
    edge_cases { [[0x3f80_0000]] => [0x3f31_7218], [[0xbf80_0000]] => [0xff80_0000], [[0x8000_0001]] => [0x8000_0001] },
    float("let result = call primitive.fixed.ln_1p(cast<u32>(a));");

    #[doc = "The cube root, correctly rounded."]
    "primitive.f32.cbrt" (a: F32) -> F32,
    laws ["cbrt(neg(a)) = neg(cbrt(a)) where eq(a, a)"],
    edge_cases { [[0x4000_0000]] => [0x3fa1_4518], [[0xc1d8_0000]] => [0xc040_0000] },
    float("let result = call primitive.fixed.cbrt(cast<u32>(a));");

    #[doc = "1 divided by the square root, correctly rounded; NaN below zero, and `-inf` of `-0`."]
    "primitive.f32.rsqrt" (a: F32) -> F32,
    laws ["rsqrt(1) = 1"],
    edge_cases { [[0x4080_0000]] => [0x3f00_0000], [[0x8000_0000]] => [0xff80_0000], [[0x7f80_0000]] => [0] },
    float("let result = call primitive.fixed.rsqrt(cast<u32>(a));");

    #[doc = "The square root of the sum of the squares, correctly rounded; infinite if either is."]
    "primitive.f32.hypot" (a: F32, b: F32) -> F32,
    laws ["hypot(a, b) = hypot(b, a)"],
    edge_cases { [[0x4040_0000], [0x4080_0000]] => [0x40a0_0000], [[0xff80_0000], [0x7fc0_0000]] => [0x7f80_0000] },
    float("let result = call primitive.fixed.hypot(cast<u32>(a), cast<u32>(b), 0);");

    #[doc = "The angle of the point `(b, a)`, correctly rounded."]
    "primitive.f32.atan2" (a: F32, b: F32) -> F32,
    laws ["atan2(neg(a), b) = neg(atan2(a, b)) where eq(a, a) & eq(b, b)"],
    edge_cases {
        [[0x3f80_0000], [0x3f80_0000]] => [0x3f49_0fdb], [[0x8000_0000], [0x8000_0000]] => [0xc049_0fdb],
        [[0], [0]] => [0], [[0x7f80_0000], [0xff80_0000]] => [0x4016_cbe4], [[3], [0x4000_0000]] => [1],
        [[1], [0xff80_0000]] => [0x4049_0fdb], [[0x7fc0_0000], [0]] => [0x7fc0_0000],
    },
    float("let result = call primitive.fixed.atan2(cast<u32>(a), cast<u32>(b), 0);");

    #[doc = "`a` to the power of `b`, correctly rounded; 1 where `a` is 1 or `b` is 0, whatever the other is."]
    "primitive.f32.pow" (a: F32, b: F32) -> F32,
    laws ["pow(a, 0) = 1", "pow(1, b) = 1"],
    edge_cases {
        [[0x4000_0000], [0x3f00_0000]] => [0x3fb5_04f3], [[0x7fc0_0000], [0]] => [0x3f80_0000],
        [[0x3f80_0000], [0x7fc0_0000]] => [0x3f80_0000], [[0xbf80_0000], [0x7f80_0000]] => [0x3f80_0000],
        [[0x8000_0000], [0xbf80_0000]] => [0xff80_0000], [[0xc000_0000], [0x3f00_0000]] => [0x7fc0_0000],
        [[0xc040_0000], [0x4040_0000]] => [0xc1d8_0000], [[0x4000_0000], [0xc316_0000]] => [0],
        [[0x4580_0800], [0x4000_0000]] => [0x4b80_1000],
    },
    float("let result = call primitive.fixed.pow(cast<u32>(a), cast<u32>(b), 0);");
}
