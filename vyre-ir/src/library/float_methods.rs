//! `primitive.f32.*`: what Rust's methods of `f32` are in terms of its operators.

use super::float::{float, number};
use super::operations;

operations! {
    #[doc = "1 or -1 with the sign of `a`, zeros too, and NaN for NaN."]
    "primitive.f32.signum" (a: F32) -> F32,
    laws ["signum(neg(a)) = neg(signum(a))"],
    edge_cases {
        [[0xc000_0000]] => [0xbf80_0000], [[0]] => [0x3f80_0000], [[0x8000_0000]] => [0xbf80_0000],
        [[0xffc0_0001]] => [0x7fc0_0000],
    },
    float("let result = cast<u32>(select(f_ne(a, a), nan, f_copy_sign(1.0f, a)));");

    #[doc = "`a`, but `b` if it is less, and then `c` if it is greater; two comparisons and selections, which keep the bits."]
    "primitive.f32.clamp" (a: F32, b: F32, c: F32) -> F32,
    laws ["clamp(a, b, c) = min(max(a, b), c) where no operand is NaN or a zero"],
    edge_cases {
        [[0x4040_0000], [0x3f80_0000], [0x4000_0000]] => [0x4000_0000], [[0], [0x3f80_0000], [0x4000_0000]] => [0x3f80_0000],
        [[0xffc0_0001], [0x3f80_0000], [0x4000_0000]] => [0xffc0_0001], [[0x8000_0000], [0], [0]] => [0x8000_0000],
    },
    float("let above = select(f_lt(a, b), b, a); let result = cast<u32>(select(f_gt(above, c), c, above));");

    #[doc = "What is left without the integer towards zero."]
    "primitive.f32.fract" (a: F32) -> F32,
    laws ["fract(a) = sub(a, trunc(a))"],
    edge_cases { [[0xbfc0_0000]] => [0xbf00_0000], [[0x4000_0000]] => [0], [[0x7f80_0000]] => [0x7fc0_0000] },
    float("let result = cast<u32>(f_sub(a, f_trunc(a)));");

    #[doc = "One divided by `a`."]
    "primitive.f32.recip" (a: F32) -> F32,
    laws ["recip(a) = div(1, a)"],
    edge_cases { [[0x4000_0000]] => [0x3f00_0000], [[0x8000_0000]] => [0xff80_0000] },
    float("let result = cast<u32>(f_div(1.0f, a));");

    #[doc = "`a` to the power of `b`, by squaring from the lowest bit of the magnitude of `b` on, and one divided by that for a"]
    #[doc = " negative one."]
    "primitive.f32.powi" (a: F32, b: I32) -> F32,
    laws ["powi(a, 0) = 1", "powi(a, 1) = a where a is not NaN"],
    edge_cases {
        [[0x4000_0000], [10]] => [0x4480_0000], [[0x4000_0000], [0xffff_ffff]] => [0x3f00_0000],
        [[0x7fc0_0000], [0]] => [0x3f80_0000], [[0xc000_0000], [3]] => [0xc100_0000],
    },
    float(
        "let exponent = cast<u32>(b); let is_negative = exponent >> 31;
        let left = select(is_negative, 0 - exponent, exponent);
        let power = 1.0f; let square = a;
        for at in 0 .. 32 - clz(left) {
            if (left >> at) & 1 { power = f_mul(power, square); }
            square = f_mul(square, square);
        }
        let result = cast<u32>(select(is_negative, f_div(1.0f, power), power));"
    );

    #[doc = "The product with the `f32` that is nearest to 180 by pi."]
    "primitive.f32.to_degrees" (a: F32) -> F32,
    laws ["to_degrees(neg(a)) = neg(to_degrees(a))"],
    edge_cases { [[0x3f80_0000]] => [0x4265_2ee1] },
    float("let result = cast<u32>(f_mul(a, cast<f32>(0x42652ee1)));");

    #[doc = "The product with the quotient of the `f32` that is nearest to pi by 180."]
    "primitive.f32.to_radians" (a: F32) -> F32,
    laws ["to_radians(neg(a)) = neg(to_radians(a))"],
    edge_cases { [[0x3f80_0000]] => [0x3c8e_fa35] },
    float("let result = cast<u32>(f_mul(a, cast<f32>(0x3c8efa35)));");

    #[doc = "1 for NaN, else 0."]
    "primitive.f32.is_nan" (a: F32) -> U32,
    laws ["is_nan(a) = ne(a, a)"],
    edge_cases { [[0xffc0_0001]] => [1], [[0x7f80_0000]] => [0] },
    number("let result = f_ne(a, a);");

    #[doc = "1 for an infinity, else 0."]
    "primitive.f32.is_infinite" (a: F32) -> U32,
    laws ["is_infinite(neg(a)) = is_infinite(a)"],
    edge_cases { [[0xff80_0000]] => [1], [[0x7fc0_0000]] => [0], [[0x7f7f_ffff]] => [0] },
    number("let result = (cast<u32>(a) & 0x7fffffff) == 0x7f800000;");

    #[doc = "1 for a number that is neither infinite nor NaN, else 0."]
    "primitive.f32.is_finite" (a: F32) -> U32,
    laws ["is_finite(neg(a)) = is_finite(a)"],
    edge_cases { [[0xff80_0000]] => [0], [[0x7fc0_0000]] => [0], [[0x7f7f_ffff]] => [1] },
    number("let result = (cast<u32>(a) & 0x7fffffff) < 0x7f800000;");

    #[doc = "The bits."]
    "primitive.f32.to_bits" (a: F32) -> U32,
    laws ["to_bits(abs(a)) is below 2^31"],
    edge_cases { [[0xffc0_0001]] => [0xffc0_0001] },
    number("let result = cast<u32>(a);");
}
