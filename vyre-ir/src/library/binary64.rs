//! `primitive.f64.*`: arithmetic on `F64`, composed of operators on its bits, and what Rust's methods of `f64` are in terms of that.
//!
//! Each row gives the one result that IEEE 754 defines, rounded once, to nearest, ties to even, and the canonical NaN. A device that has the type computes that
//! in its place. The definitions over integers are those of `float::binary64`, which are rows of `primitive.fixed.*`.

use super::{Composed, operations};
use crate::{DataType, Expr};

/// A composition that gives an `F64`, from the text that declares its bits.
fn double(text: &str) -> Composed {
    let Composed { body, result } = number(text);
    Composed { body, result: Expr::cast(DataType::F64, result) }
}

/// The same of an `F32`.
fn single(text: &str) -> Composed {
    super::float::float(text)
}

fn number(text: &str) -> Composed {
    super::float::number(text)
}

/// The operators.
pub(super) mod operators {
    use super::*;

    operations! {
        #[doc = "The sum, rounded once."]
        "primitive.f64.add" (a: F64, b: F64) -> F64,
        laws ["add(a, b) = add(b, a)"],
        edge_cases {
            [[0x9999999a, 0x3fb99999], [0x9999999a, 0x3fc99999]] => [0x33333334, 0x3fd33333],
            [[0x0, 0x80000000], [0x0, 0x80000000]] => [0x0, 0x80000000],
            [[0x0, 0x3ff00000], [0x0, 0xbff00000]] => [0x0, 0x0],
            [[0x0, 0x7ff00000], [0x0, 0xfff00000]] => [0x0, 0x7ff80000],
            [[0x1, 0x0], [0x1, 0x0]] => [0x2, 0x0],
            [[0xffffffff, 0x7fefffff], [0xffffffff, 0x7fefffff]] => [0x0, 0x7ff00000],
        },
        double("let result = call primitive.fixed.double_add(cast<u64>(a), cast<u64>(b));");

        #[doc = "The difference, rounded once."]
        "primitive.f64.sub" (a: F64, b: F64) -> F64,
        laws ["sub(a, b) = add(a, neg(b))"],
        edge_cases {
            [[0x0, 0x3ff00000], [0x0, 0x3ff00000]] => [0x0, 0x0],
            [[0x0, 0x0], [0x0, 0x0]] => [0x0, 0x0],
            [[0x0, 0x80000000], [0x0, 0x0]] => [0x0, 0x80000000],
            [[0x33333333, 0x3fd33333], [0x9999999a, 0x3fb99999]] => [0x99999999, 0x3fc99999],
        },
        double("let result = call primitive.fixed.double_add(cast<u64>(a), u64(b.0, b.1 ^ 0x80000000));");

        #[doc = "The product, rounded once."]
        "primitive.f64.mul" (a: F64, b: F64) -> F64,
        laws ["mul(a, b) = mul(b, a)"],
        edge_cases {
            [[0x9999999a, 0x3fb99999], [0x0, 0x40080000]] => [0x33333334, 0x3fd33333],
            [[0x0, 0x0], [0x0, 0x7ff00000]] => [0x0, 0x7ff80000],
            [[0x0, 0x100000], [0x0, 0x3fe00000]] => [0x0, 0x80000],
            [[0x0, 0x80000000], [0x0, 0x3ff00000]] => [0x0, 0x80000000],
        },
        double("let result = call primitive.fixed.double_mul(cast<u64>(a), cast<u64>(b));");

        #[doc = "The quotient, rounded once."]
        "primitive.f64.div" (a: F64, b: F64) -> F64,
        laws ["div(a, 1) = mul(a, 1)"],
        edge_cases {
            [[0x0, 0x3ff00000], [0x0, 0x40080000]] => [0x55555555, 0x3fd55555],
            [[0x0, 0x3ff00000], [0x0, 0x0]] => [0x0, 0x7ff00000],
            [[0x0, 0x0], [0x0, 0x0]] => [0x0, 0x7ff80000],
            [[0x0, 0xbff00000], [0x0, 0x7ff00000]] => [0x0, 0x80000000],
        },
        double("let result = call primitive.fixed.double_div(cast<u64>(a), cast<u64>(b));");

        #[doc = "The remainder of a quotient that is truncated, exact, with the sign of `a`."]
        "primitive.f64.mod" (a: F64, b: F64) -> F64,
        laws ["mod(a, b) = a where lt(abs(a), abs(b))"],
        edge_cases {
            [[0x0, 0x40160000], [0x0, 0x40000000]] => [0x0, 0x3ff80000],
            [[0x0, 0xc0160000], [0x0, 0x40000000]] => [0x0, 0xbff80000],
            [[0x0, 0x3ff00000], [0x0, 0x0]] => [0x0, 0x7ff80000],
            [[0x0, 0x3ff00000], [0x0, 0x7ff00000]] => [0x0, 0x3ff00000],
            [[0x8800759c, 0x7e37e43c], [0x0, 0x40080000]] => [0x0, 0x0],
        },
        double("let result = call primitive.fixed.double_rem(cast<u64>(a), cast<u64>(b));");

        #[doc = "The smaller; the number where the other is NaN, and `-0` is below `+0`."]
        "primitive.f64.min" (a: F64, b: F64) -> F64,
        laws ["min(a, b) = min(b, a)"],
        edge_cases {
            [[0x0, 0x3ff00000], [0x0, 0x40000000]] => [0x0, 0x3ff00000],
            [[0x0, 0x0], [0x0, 0x80000000]] => [0x0, 0x80000000],
            [[0x1, 0x7ff80000], [0x0, 0x3ff00000]] => [0x0, 0x3ff00000],
            [[0x1, 0x7ff80000], [0x0, 0xfff80000]] => [0x0, 0x7ff80000],
        },
        double("let result = call primitive.fixed.double_extreme(cast<u64>(a), cast<u64>(b), 0);");

        #[doc = "The larger; the number where the other is NaN, and `-0` is below `+0`."]
        "primitive.f64.max" (a: F64, b: F64) -> F64,
        laws ["max(a, b) = max(b, a)"],
        edge_cases {
            [[0x0, 0x3ff00000], [0x0, 0x40000000]] => [0x0, 0x40000000],
            [[0x0, 0x80000000], [0x0, 0x0]] => [0x0, 0x0],
            [[0x1, 0x7ff80000], [0x0, 0x3ff00000]] => [0x0, 0x3ff00000],
        },
        double("let result = call primitive.fixed.double_extreme(cast<u64>(a), cast<u64>(b), 1);");

        #[doc = "The magnitude of `a` with the sign of `b`, of NaNs too."]
        "primitive.f64.copysign" (a: F64, b: F64) -> F64,
        laws ["copysign(a, a) = a"],
        edge_cases {
            [[0x0, 0x3ff80000], [0x0, 0x80000000]] => [0x0, 0xbff80000],
            [[0x1, 0xfff80000], [0x0, 0x0]] => [0x1, 0x7ff80000],
        },
        double("let result = u64(a.0, (a.1 & 0x7fffffff) | (b.1 & 0x80000000));");

        #[doc = "1 if the two are equal, else 0; `-0` equals `+0`, and NaN nothing."]
        "primitive.f64.eq" (a: F64, b: F64) -> U32,
        laws ["eq(a, b) = eq(b, a)"],
        edge_cases {
            [[0x0, 0x0], [0x0, 0x80000000]] => [0x1],
            [[0x0, 0x7ff80000], [0x0, 0x7ff80000]] => [0x0],
        },
        number("let result = (call primitive.fixed.double_order(cast<u64>(a), cast<u64>(b))) == 1;");

        #[doc = "1 unless the two are equal, else 0."]
        "primitive.f64.ne" (a: F64, b: F64) -> U32,
        laws ["ne(a, b) = ne(b, a)"],
        edge_cases {
            [[0x0, 0x0], [0x0, 0x80000000]] => [0x0],
            [[0x0, 0x7ff80000], [0x0, 0x7ff80000]] => [0x1],
        },
        number("let result = (call primitive.fixed.double_order(cast<u64>(a), cast<u64>(b))) != 1;");

        #[doc = "1 if `a` is less, else 0; 0 with a NaN."]
        "primitive.f64.lt" (a: F64, b: F64) -> U32,
        laws ["lt(a, b) = gt(b, a)"],
        edge_cases {
            [[0x1, 0x0], [0x2, 0x0]] => [0x1],
            [[0x0, 0x7ff80000], [0x0, 0x0]] => [0x0],
            [[0x0, 0xc0000000], [0x0, 0xbff00000]] => [0x1],
        },
        number("let result = (call primitive.fixed.double_order(cast<u64>(a), cast<u64>(b))) == 0;");

        #[doc = "1 if `a` is greater, else 0; 0 with a NaN."]
        "primitive.f64.gt" (a: F64, b: F64) -> U32,
        laws ["gt(a, b) = lt(b, a)"],
        edge_cases {
            [[0x1, 0x0], [0x2, 0x0]] => [0x0],
            [[0x0, 0x0], [0x0, 0xbff00000]] => [0x1],
        },
        number("let result = (call primitive.fixed.double_order(cast<u64>(a), cast<u64>(b))) == 2;");

        #[doc = "1 if `a` is less or equal, else 0; 0 with a NaN."]
        "primitive.f64.le" (a: F64, b: F64) -> U32,
        laws ["le(a, b) = ge(b, a)"],
        edge_cases {
            [[0x0, 0x0], [0x0, 0x80000000]] => [0x1],
            [[0x0, 0x7ff80000], [0x0, 0x7ff80000]] => [0x0],
        },
        number("let result = (call primitive.fixed.double_order(cast<u64>(a), cast<u64>(b))) < 2;");

        #[doc = "1 if `a` is greater or equal, else 0; 0 with a NaN."]
        "primitive.f64.ge" (a: F64, b: F64) -> U32,
        laws ["ge(a, b) = le(b, a)"],
        edge_cases {
            [[0x0, 0x80000000], [0x0, 0x0]] => [0x1],
            [[0x1, 0x0], [0x2, 0x0]] => [0x0],
            [[0x0, 0x7ff80000], [0x1, 0x0]] => [0x0],
        },
        number("let order = call primitive.fixed.double_order(cast<u64>(a), cast<u64>(b)); let result = (order == 1) | (order == 2);");

        #[doc = "The number with the other sign, of NaNs too."]
        "primitive.f64.neg" (a: F64) -> F64,
        laws ["neg(neg(a)) = a"],
        edge_cases {
            [[0x0, 0x3ff80000]] => [0x0, 0xbff80000],
            [[0x1, 0x7ff80000]] => [0x1, 0xfff80000],
        },
        double("let result = u64(a.0, a.1 ^ 0x80000000);");

        #[doc = "The magnitude, of NaNs too."]
        "primitive.f64.abs" (a: F64) -> F64,
        laws ["abs(neg(a)) = abs(a)"],
        edge_cases {
            [[0x0, 0xbff80000]] => [0x0, 0x3ff80000],
            [[0x1, 0xfff80000]] => [0x1, 0x7ff80000],
        },
        double("let result = u64(a.0, a.1 & 0x7fffffff);");

        #[doc = "The square root, rounded once; NaN below zero, and `-0` of `-0`."]
        "primitive.f64.sqrt" (a: F64) -> F64,
        laws ["sqrt(mul(a, 1)) = sqrt(a)"],
        edge_cases {
            [[0x0, 0x40000000]] => [0x667f3bcd, 0x3ff6a09e],
            [[0x0, 0xbff00000]] => [0x0, 0x7ff80000],
            [[0x0, 0x80000000]] => [0x0, 0x80000000],
            [[0x1, 0x0]] => [0x0, 0x1e600000],
        },
        double("let result = call primitive.fixed.double_sqrt(cast<u64>(a));");

        #[doc = "The greatest integer that is at most `a`."]
        "primitive.f64.floor" (a: F64) -> F64,
        laws ["floor(floor(a)) = floor(a)"],
        edge_cases {
            [[0x0, 0xbfe00000]] => [0x0, 0xbff00000],
            [[0x0, 0x3ff80000]] => [0x0, 0x3ff00000],
        },
        double("let result = call primitive.fixed.double_integral(cast<u64>(a), 0);");

        #[doc = "The least integer that is at least `a`."]
        "primitive.f64.ceil" (a: F64) -> F64,
        laws ["ceil(ceil(a)) = ceil(a)"],
        edge_cases {
            [[0x0, 0x3ff80000]] => [0x0, 0x40000000],
            [[0x1, 0x0]] => [0x0, 0x3ff00000],
        },
        double("let result = call primitive.fixed.double_integral(cast<u64>(a), 1);");

        #[doc = "The integer towards zero."]
        "primitive.f64.trunc" (a: F64) -> F64,
        laws ["trunc(trunc(a)) = trunc(a)"],
        edge_cases {
            [[0x0, 0xbff80000]] => [0x0, 0xbff00000],
            [[0x0, 0xbfe00000]] => [0x0, 0x80000000],
        },
        double("let result = call primitive.fixed.double_integral(cast<u64>(a), 2);");

        #[doc = "The nearest integer, ties away from zero."]
        "primitive.f64.round" (a: F64) -> F64,
        laws ["round(trunc(a)) = trunc(a)"],
        edge_cases {
            [[0x0, 0x3fe00000]] => [0x0, 0x3ff00000],
            [[0x0, 0x40040000]] => [0x0, 0x40080000],
            [[0xffffffff, 0x3fdfffff]] => [0x0, 0x0],
        },
        double("let result = call primitive.fixed.double_integral(cast<u64>(a), 3);");

        #[doc = "The nearest integer, ties to even."]
        "primitive.f64.round_even" (a: F64) -> F64,
        laws ["round_even(trunc(a)) = trunc(a)"],
        edge_cases {
            [[0x0, 0x3fe00000]] => [0x0, 0x0],
            [[0x0, 0x40040000]] => [0x0, 0x40000000],
            [[0x0, 0x3ff80000]] => [0x0, 0x40000000],
        },
        double("let result = call primitive.fixed.double_integral(cast<u64>(a), 4);");

        #[doc = "The number as a `u32`, truncated; the nearest one if there is none, and 0 for NaN."]
        "primitive.f64.to_u32" (a: F64) -> U32,
        laws ["to_u32(from_u32(a)) = a"],
        edge_cases {
            [[0x0, 0x3ff80000]] => [0x1],
            [[0x0, 0xbff00000]] => [0x0],
            [[0x0, 0x41f00000]] => [0xffffffff],
            [[0x10000000, 0x41700000]] => [0x1000001],
        },
        number("let whole = call primitive.fixed.double_whole(cast<u64>(a)); let number = select(whole.1 == 0, whole.0, 0xffffffff); let result = select(a.1 >> 31, 0, number);");

        #[doc = "The number as an `i32`, truncated; the nearest one if there is none, and 0 for NaN."]
        "primitive.f64.to_i32" (a: F64) -> I32,
        laws ["to_i32(from_i32(a)) = a"],
        edge_cases {
            [[0x0, 0xbff80000]] => [0xffffffff],
            [[0x0, 0xfff00000]] => [0x80000000],
            [[0x0, 0x41e00000]] => [0x7fffffff],
        },
        number("let whole = call primitive.fixed.double_whole(cast<u64>(a)); let sign = a.1 >> 31; let most = 0x7fffffff + sign; let number = select(whole.1 == 0, min(whole.0, most), most); let result = cast<i32>(select(sign, 0 - number, number));");

        #[doc = "The number as a `u64`, truncated; the nearest one if there is none, and 0 for NaN."]
        "primitive.f64.to_u64" (a: F64) -> U64,
        laws ["to_u64(trunc(a)) = to_u64(a)"],
        edge_cases {
            [[0x0, 0x43f00000]] => [0xffffffff, 0xffffffff],
            [[0x80000, 0x41f00000]] => [0, 1],
            [[0x0, 0xbff00000]] => [0, 0],
            [[0x0, 0x7ff80000]] => [0, 0],
        },
        number("let whole = call primitive.fixed.double_whole(cast<u64>(a)); let result = select(a.1 >> 31, u64(0, 0), whole);");

        #[doc = "The number as an `f64`, exactly."]
        "primitive.f64.from_u32" (a: U32) -> F64,
        laws ["from_u32(0) = 0"],
        edge_cases {
            [[0x1]] => [0x0, 0x3ff00000],
            [[0xffffffff]] => [0xffe00000, 0x41efffff],
            [[0x0]] => [0x0, 0x0],
        },
        double("let result = call primitive.fixed.double_of_whole(0, u64(a, 0));");

        #[doc = "The number as an `f64`, exactly."]
        "primitive.f64.from_i32" (a: I32) -> F64,
        laws ["from_i32(0) = 0"],
        edge_cases {
            [[0xffffffff]] => [0x0, 0xbff00000],
            [[0x80000000]] => [0x0, 0xc1e00000],
            [[0x0]] => [0x0, 0x0],
        },
        double("let x = cast<u32>(a); let sign = x & 0x80000000; let result = call primitive.fixed.double_of_whole(sign, u64(select(sign, 0 - x, x), 0));");

        #[doc = "The nearest `f64`, ties to even."]
        "primitive.f64.from_u64" (a: U64) -> F64,
        laws ["from_u64(0) = 0"],
        edge_cases {
            [[1, 0]] => [0x0, 0x3ff00000],
            [[1, 0x200000]] => [0x0, 0x43400000],
            [[3, 0x200000]] => [0x2, 0x43400000],
            [[0xffffffff, 0xffffffff]] => [0x0, 0x43f00000],
            [[0, 0]] => [0x0, 0x0],
        },
        double("let result = call primitive.fixed.double_of_whole(0, a);");

        #[doc = "The same number, and the canonical NaN."]
        "primitive.f64.from_f32" (a: F32) -> F64,
        laws ["from_f32(0) = 0"],
        edge_cases {
            [[0x3dcccccd]] => [0xa0000000, 0x3fb99999],
            [[0x1]] => [0x0, 0x36a00000],
            [[0xff800000]] => [0x0, 0xfff00000],
            [[0x7f800001]] => [0x0, 0x7ff80000],
        },
        double("let result = call primitive.fixed.double_of_single(cast<u32>(a));");

        #[doc = "The nearest `f32`, ties to even, and the canonical NaN."]
        "primitive.f64.to_f32" (a: F64) -> F32,
        laws ["to_f32(from_f32(a)) = a where eq(a, a)"],
        edge_cases {
            [[0x9999999a, 0x3fb99999]] => [0x3dcccccd],
            [[0xf49c4a1d, 0x48078287]] => [0x7f800000],
            [[0x0, 0x36900000]] => [0x0],
            [[0x1, 0xfff80000]] => [0x7fc00000],
            [[0x0, 0x80000000]] => [0x80000000],
        },
        single("let result = call primitive.fixed.double_to_single(cast<u64>(a));");

        #[doc = "`a * b + c`, rounded once."]
        "primitive.f64.mul_add" (a: F64, b: F64, c: F64) -> F64,
        laws ["mul_add(a, b, c) = mul_add(b, a, c)"],
        edge_cases {
            [[0x0, 0x40000000], [0x0, 0x40080000], [0x0, 0x3ff00000]] => [0x0, 0x401c0000],
            [[0x1, 0x3ff00000], [0x1, 0x3ff00000], [0x2, 0xbff00000]] => [0x0, 0x39700000],
            [[0x0, 0x0], [0x0, 0x7ff00000], [0x0, 0x3ff00000]] => [0x0, 0x7ff80000],
            [[0x0, 0x3ff00000], [0x0, 0x3ff00000], [0x0, 0xbff00000]] => [0x0, 0x0],
        },
        double("let result = call primitive.fixed.double_mul_add(cast<u64>(a), cast<u64>(b), cast<u64>(c));");
    }
}

/// The methods.
pub(super) mod methods {
    use super::*;

    operations! {
        #[doc = "1 or -1 with the sign of `a`, zeros too, and NaN for NaN."]
        "primitive.f64.signum" (a: F64) -> F64,
        laws ["signum(neg(a)) = neg(signum(a)) where eq(a, a)"],
        edge_cases {
            [[0x0, 0xc0000000]] => [0x0, 0xbff00000],
            [[0x0, 0x0]] => [0x0, 0x3ff00000],
            [[0x0, 0x80000000]] => [0x0, 0xbff00000],
            [[0x1, 0xfff80000]] => [0x0, 0x7ff80000],
        },
        double("let result = cast<u64>(select(f_ne(a, a), nan64, f_copy_sign(1.0d, a)));");

        #[doc = "`a`, but `b` if it is less, and then `c` if it is greater; two comparisons and selections, which keep the bits."]
        "primitive.f64.clamp" (a: F64, b: F64, c: F64) -> F64,
        laws ["clamp(a, b, b) = b where lt(a, b)"],
        edge_cases {
            [[0x0, 0x40080000], [0x0, 0x3ff00000], [0x0, 0x40000000]] => [0x0, 0x40000000],
            [[0x0, 0x0], [0x0, 0x3ff00000], [0x0, 0x40000000]] => [0x0, 0x3ff00000],
            [[0x1, 0xfff80000], [0x0, 0x3ff00000], [0x0, 0x40000000]] => [0x1, 0xfff80000],
            [[0x0, 0x80000000], [0x0, 0x0], [0x0, 0x0]] => [0x0, 0x80000000],
        },
        double("let above = select(f_lt(a, b), b, a); let result = cast<u64>(select(f_gt(above, c), c, above));");

        #[doc = "What is left without the integer towards zero."]
        "primitive.f64.fract" (a: F64) -> F64,
        laws ["fract(a) = sub(a, trunc(a))"],
        edge_cases {
            [[0x0, 0xbff80000]] => [0x0, 0xbfe00000],
            [[0x0, 0x40000000]] => [0x0, 0x0],
            [[0x0, 0x7ff00000]] => [0x0, 0x7ff80000],
        },
        double("let result = cast<u64>(f_sub(a, f_trunc(a)));");

        #[doc = "One divided by `a`."]
        "primitive.f64.recip" (a: F64) -> F64,
        laws ["recip(a) = div(1, a)"],
        edge_cases {
            [[0x0, 0x40000000]] => [0x0, 0x3fe00000],
            [[0x0, 0x80000000]] => [0x0, 0xfff00000],
        },
        double("let result = cast<u64>(f_div(1.0d, a));");

        #[doc = "`a` to the power of `b`, by squaring from the lowest bit of the magnitude of `b` on, and one divided by that for a negative one."]
        "primitive.f64.powi" (a: F64, b: I32) -> F64,
        laws ["powi(a, 0) = 1", "powi(a, 1) = mul(a, 1)"],
        edge_cases {
            [[0x0, 0x40000000], [0xa]] => [0x0, 0x40900000],
            [[0x0, 0x40000000], [0xffffffff]] => [0x0, 0x3fe00000],
            [[0x0, 0x7ff80000], [0x0]] => [0x0, 0x3ff00000],
            [[0x0, 0xc0000000], [0x3]] => [0x0, 0xc0200000],
        },
        double(
            "let exponent = cast<u32>(b); let is_negative = exponent >> 31;
            let left = select(is_negative, 0 - exponent, exponent);
            let power = 1.0d; let square = a;
            for at in 0 .. 32 - clz(left) {
                if (left >> at) & 1 { power = f_mul(power, square); }
                square = f_mul(square, square);
            }
            let result = cast<u64>(select(is_negative, f_div(1.0d, power), power));"
        );

        #[doc = "The product with 180 by pi, as `f64` has it."]
        "primitive.f64.to_degrees" (a: F64) -> F64,
        laws ["to_degrees(neg(a)) = neg(to_degrees(a)) where eq(a, a)"],
        edge_cases {
            [[0x0, 0x3ff00000]] => [0x1a63c1f8, 0x404ca5dc],
        },
        double("let result = cast<u64>(f_mul(a, 57.29577951308232d));");

        #[doc = "The product with pi by 180, as `f64` has it."]
        "primitive.f64.to_radians" (a: F64) -> F64,
        laws ["to_radians(neg(a)) = neg(to_radians(a)) where eq(a, a)"],
        edge_cases {
            [[0x0, 0x3ff00000]] => [0xa2529d39, 0x3f91df46],
        },
        double("let result = cast<u64>(f_mul(a, 0.017453292519943295d));");

        #[doc = "1 for NaN, else 0."]
        "primitive.f64.is_nan" (a: F64) -> U32,
        laws ["is_nan(a) = ne(a, a)"],
        edge_cases {
            [[0x1, 0xfff80000]] => [0x1],
            [[0x0, 0x7ff00000]] => [0x0],
        },
        number("let result = f_ne(a, a);");

        #[doc = "1 for an infinity, else 0."]
        "primitive.f64.is_infinite" (a: F64) -> U32,
        laws ["is_infinite(neg(a)) = is_infinite(a)"],
        edge_cases {
            [[0x0, 0xfff00000]] => [0x1],
            [[0x0, 0x7ff80000]] => [0x0],
            [[0x1, 0x7ff00000]] => [0x0],
        },
        number("let result = ((a.1 & 0x7fffffff) == 0x7ff00000) & (a.0 == 0);");

        #[doc = "1 for a number that is neither infinite nor NaN, else 0."]
        "primitive.f64.is_finite" (a: F64) -> U32,
        laws ["is_finite(neg(a)) = is_finite(a)"],
        edge_cases {
            [[0x0, 0xfff00000]] => [0x0],
            [[0x0, 0x7ff80000]] => [0x0],
            [[0xffffffff, 0x7fefffff]] => [0x1],
        },
        number("let result = (a.1 & 0x7fffffff) < 0x7ff00000;");

        #[doc = "The bits."]
        "primitive.f64.to_bits" (a: F64) -> U64,
        laws ["to_bits(a) = to_bits(a)"],
        edge_cases {
            [[0x1, 0xfff80000]] => [0x1, 0xfff80000],
        },
        number("let result = cast<u64>(a);");
    }
}

/// The steps, over bits.
pub(super) mod steps {
    use super::super::fixed::definition;
    use super::*;

    operations! {
        #[doc = "The significand of an `f64`'s magnitude, from its bits, with its leading bit at bit 63; 0 of a zero."]
        "primitive.fixed.double_digits" (x: U64) -> U64,
        laws ["double_digits(x) = double_digits(x)"],
        edge_cases {
            [[0x0, 0x3ff80000]] => [0, 0xc0000000],
            [[0x1, 0x0]] => [0, 0x80000000],
            [[0x0, 0x0]] => [0, 0],
        },
        definition("double_digits");

        #[doc = "The exponent of the leading bit of an `f64`, from its bits, biased by 3071."]
        "primitive.fixed.double_scale" (x: U64) -> U32,
        laws ["double_scale(x) = double_scale(x)"],
        edge_cases {
            [[0x0, 0x3ff00000]] => [0xbff],
            [[0x1, 0x0]] => [0x7cd],
        },
        definition("double_scale");

        #[doc = "A number shifted right by at most 63, whose lowest bit says too whether anything was lost."]
        "primitive.fixed.double_jam" (x: U64, amount: U32) -> U64,
        laws ["double_jam(x, 0) = x"],
        edge_cases {
            [[1, 1], [0x1]] => [0x80000001, 0],
            [[2, 1], [0x1]] => [0x80000001, 0],
        },
        definition("double_jam");

        #[doc = "The bits of the `f64` nearest to the significand `m` with a scale, ties to even, with a sign bit."]
        "primitive.fixed.double_pack" (sign: U32, e: U32, m: U64) -> U64,
        laws ["double_pack(0, e, m) = double_pack(0, e, m)"],
        edge_cases {
            [[0x0], [0xbff], [0, 0x80000000]] => [0x0, 0x3ff00000],
            [[0x80000000], [0xbff], [0x401, 0x80000000]] => [0x1, 0xbff00000],
            [[0x0], [0xbff], [0x400, 0x80000000]] => [0x0, 0x3ff00000],
            [[0x0], [0x7cc], [0, 0x80000000]] => [0x0, 0x0],
            [[0x0], [0xfff], [0, 0x80000000]] => [0x0, 0x7ff00000],
        },
        definition("double_pack");

        #[doc = "The sum of two `f64`, by their bits."]
        "primitive.fixed.double_add" (a: U64, b: U64) -> U64,
        laws ["double_add(a, b) = double_add(b, a)"],
        edge_cases {
            [[0x0, 0x3ff00000], [0x0, 0x40000000]] => [0x0, 0x40080000],
        },
        definition("double_add");

        #[doc = "The product of two `f64`, by their bits."]
        "primitive.fixed.double_mul" (a: U64, b: U64) -> U64,
        laws ["double_mul(a, b) = double_mul(b, a)"],
        edge_cases {
            [[0x0, 0x40000000], [0x0, 0x40080000]] => [0x0, 0x40180000],
        },
        definition("double_mul");

        #[doc = "The quotient of two `f64`, by their bits."]
        "primitive.fixed.double_div" (a: U64, b: U64) -> U64,
        laws ["double_div(a, b) = double_div(a, b)"],
        edge_cases {
            [[0x0, 0x40180000], [0x0, 0x40080000]] => [0x0, 0x40000000],
        },
        definition("double_div");

        #[doc = "The remainder of two `f64`, by their bits."]
        "primitive.fixed.double_rem" (a: U64, b: U64) -> U64,
        laws ["double_rem(a, b) = double_rem(a, b)"],
        edge_cases {
            [[0x0, 0x401c0000], [0x0, 0x40100000]] => [0x0, 0x40080000],
        },
        definition("double_rem");

        #[doc = "The square root of an `f64`, by its bits."]
        "primitive.fixed.double_sqrt" (a: U64) -> U64,
        laws ["double_sqrt(a) = double_sqrt(a)"],
        edge_cases {
            [[0x0, 0x40220000]] => [0x0, 0x40080000],
        },
        definition("double_sqrt");

        #[doc = "The product of two `f64` with a sum, by their bits."]
        "primitive.fixed.double_mul_add" (a: U64, b: U64, c: U64) -> U64,
        laws ["double_mul_add(a, b, c) = double_mul_add(b, a, c)"],
        edge_cases {
            [[0x0, 0x40000000], [0x0, 0x40080000], [0x0, 0x40100000]] => [0x0, 0x40240000],
        },
        definition("double_mul_add");

        #[doc = "The place of an `f64` in the order of all, from its bits; `-0` is below `+0`."]
        "primitive.fixed.double_key" (x: U64) -> U64,
        laws ["double_key(x) = double_key(x)"],
        edge_cases {
            [[0x0, 0x0]] => [0x0, 0x80000000],
            [[0x0, 0x80000000]] => [0xffffffff, 0x7fffffff],
        },
        definition("double_key");

        #[doc = "0 if the first of two `f64` is less, 1 if they are equal, 2 if it is greater, and 3 with a NaN."]
        "primitive.fixed.double_order" (a: U64, b: U64) -> U32,
        laws ["double_order(a, a) = double_order(a, a)"],
        edge_cases {
            [[0x0, 0x3ff00000], [0x0, 0x40000000]] => [0x0],
            [[0x0, 0x0], [0x0, 0x80000000]] => [0x1],
            [[0x0, 0x7ff80000], [0x0, 0x7ff80000]] => [0x3],
        },
        definition("double_order");

        #[doc = "The smaller of two `f64`, or the larger if `is_max` is 1, by their bits."]
        "primitive.fixed.double_extreme" (a: U64, b: U64, is_max: U32) -> U64,
        laws ["double_extreme(a, b, 0) = double_extreme(b, a, 0)"],
        edge_cases {
            [[0x0, 0x3ff00000], [0x0, 0x40000000], [0x0]] => [0x0, 0x3ff00000],
            [[0x0, 0x3ff00000], [0x0, 0x40000000], [0x1]] => [0x0, 0x40000000],
        },
        definition("double_extreme");

        #[doc = "An `f64` rounded to an integer, by its bits; down, up, towards zero, to the nearest and to the nearest with ties to even, by mode."]
        "primitive.fixed.double_integral" (x: U64, mode: U32) -> U64,
        laws ["double_integral(x, 2) = double_integral(x, 2)"],
        edge_cases {
            [[0x0, 0x40040000], [0x0]] => [0x0, 0x40000000],
            [[0x0, 0x40040000], [0x1]] => [0x0, 0x40080000],
            [[0x0, 0x40040000], [0x4]] => [0x0, 0x40000000],
        },
        definition("double_integral");

        #[doc = "The integer part of an `f64`'s magnitude, at most 2^64 - 1; 0 of NaN."]
        "primitive.fixed.double_whole" (x: U64) -> U64,
        laws ["double_whole(x) = double_whole(x)"],
        edge_cases {
            [[0x0, 0xc0040000]] => [2, 0],
            [[0x0, 0x7ff00000]] => [0xffffffff, 0xffffffff],
        },
        definition("double_whole");

        #[doc = "The bits of the `f64` nearest to an integer, with a sign bit."]
        "primitive.fixed.double_of_whole" (sign: U32, x: U64) -> U64,
        laws ["double_of_whole(0, x) = double_of_whole(0, x)"],
        edge_cases {
            [[0x0], [3, 0]] => [0x0, 0x40080000],
        },
        definition("double_of_whole");

        #[doc = "The bits of an `f32`'s number as an `f64`."]
        "primitive.fixed.double_of_single" (x: U32) -> U64,
        laws ["double_of_single(x) = double_of_single(x)"],
        edge_cases {
            [[0x3fc00000]] => [0x0, 0x3ff80000],
        },
        definition("double_of_single");

        #[doc = "The bits of the `f32` nearest to an `f64`."]
        "primitive.fixed.double_to_single" (x: U64) -> U32,
        laws ["double_to_single(x) = double_to_single(x)"],
        edge_cases {
            [[0x0, 0x3ff80000]] => [0x3fc00000],
        },
        definition("double_to_single");
    }
}
