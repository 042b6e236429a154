//! `primitive.f16.*` and `primitive.bf16.*`: the rows of `F32` on floats of 16 bits, composed of those of `F32`. The head of
//! [`crate::float::half`] says why each is rounded correctly.

use super::{Body, Composed, Row, operations};
use crate::float::half::Format::{self, BF16, F16};
use crate::float::half::corrections;
use crate::{BinOp, DataType, Expr, Node, UnOp};

/// A float of 16 bits as an `F32`.
fn wide(value: Expr) -> Expr {
    Expr::cast(DataType::F32, value)
}

/// The bits of one.
fn bits(value: Expr) -> Expr {
    Expr::component(value, 0)
}

/// One with these bits.
fn half(format: Format, bits: impl Into<Expr>) -> Expr {
    Expr::compose(format.data_type(), vec![bits.into()])
}

/// An `F32` rounded.
fn rounded(format: Format, value: Expr) -> Expr {
    Expr::cast(format.data_type(), value)
}

/// An operator of two operands, in `F32`.
fn binary(format: Format, op: BinOp, [a, b]: [Expr; 2]) -> Expr {
    rounded(format, Expr::binary(op, wide(a), wide(b)))
}

/// An elementary function, whose result is rounded to odd before it is rounded.
fn odd(format: Format, id: &str, [a, b]: [Expr; 2]) -> Expr {
    let word = |value| Expr::cast(DataType::U32, wide(value));
    rounded(format, Expr::cast(DataType::F32, Expr::call(id, vec![word(a), word(b), 1.into()])))
}

/// An operator of one operand, in `F32`; with the operands for which that rounds to the wrong side.
fn unary(format: Format, op: UnOp, a: Expr) -> Composed {
    let result = |a| rounded(format, Expr::unary(op, wide(a)));
    let (raised, lowered) = corrections(op, format);
    if raised.is_empty() && lowered.is_empty() {
        return result(a).into();
    }
    let mut body = Body::default();
    let x = body.bind("x", bits(a.clone()));
    let mut sum = body.bind("twice", bits(result(a)));
    for (list, op) in [(raised, BinOp::Add), (lowered, BinOp::Sub)] {
        let is_in = list.iter().map(|known| Expr::binary(BinOp::Eq, x.clone(), u32::from(*known)));
        if let Some(is_in) = is_in.reduce(|a, b| Expr::binary(BinOp::BitOr, a, b)) {
            sum = Expr::binary(op, sum, is_in);
        }
    }
    body.gives(half(format, sum))
}

/// The product with a number.
fn scaled(format: Format, a: Expr, by: u32) -> Expr {
    Expr::binary(BinOp::FMul, a, half(format, by))
}

/// By squaring, as `powi` of `F32`.
fn powi(format: Format, [a, b]: [Expr; 2]) -> Composed {
    let mut body = Body::default();
    let one = || half(format, format.narrow(1f32.to_bits()));
    let exponent = body.bind("exponent", Expr::cast(DataType::U32, b));
    let is_negative = body.bind("is_negative", exponent.clone() >> 31);
    let left = Expr::select(is_negative.clone(), Expr::u32(0) - exponent.clone(), exponent);
    let left = body.bind("left", left);
    let power = body.bind("power", one());
    let square = body.bind("square", a);
    let bit = (left.clone() >> Expr::var("at")) & 1;
    let product = Expr::binary(BinOp::FMul, power.clone(), square.clone());
    let squared = Expr::binary(BinOp::FMul, square.clone(), square);
    let rounds = Expr::u32(32) - Expr::unary(UnOp::Clz, left);
    body.push(Node::for_range(
        "at",
        0,
        rounds,
        vec![Node::if_then(bit, vec![Node::assign("power", product)]), Node::assign("square", squared)],
    ));
    let inverse = Expr::binary(BinOp::FDiv, one(), power.clone());
    body.gives(Expr::select(is_negative, inverse, power))
}

/// Two comparisons and selections, which keep the bits.
fn clamp([a, low, high]: [Expr; 3]) -> Composed {
    let mut body = Body::default();
    let above = Expr::select(Expr::binary(BinOp::FLt, a.clone(), low.clone()), low, a);
    let above = body.bind("above", above);
    body.gives(Expr::select(Expr::binary(BinOp::FGt, above.clone(), high.clone()), high, above))
}

/// The magnitude of the bits.
fn magnitude(a: Expr) -> Expr {
    bits(a) & 0x7fff
}

/// The rows of a format, in terms of the bits that these names have.
macro_rules! family {
    ($rows:ident: $format:ident $prefix:literal
        $one:literal $two:literal $three:literal $four:literal $half:literal $half_more:literal
        $infinity:literal $nan:literal $payload:literal $most:literal $degrees:literal $radians:literal
        $third:literal $root_two:literal) => {
        mod $rows {
            use super::*;

            operations! {
                #[doc = "The sum, rounded once."]
                $prefix + "add" (a: $format, b: $format) -> $format,
                laws ["add(a, b) = add(b, a)"],
                edge_cases {
                    [[$one], [$two]] => [$three], [[0x8000], [0x8000]] => [0x8000], [[$one], [$one + 0x8000]] => [0],
                    [[$infinity], [$infinity + 0x8000]] => [$nan], [[1], [1]] => [2], [[$most], [$most]] => [$infinity],
                },
                binary($format, BinOp::FAdd, [a, b]);

                #[doc = "The difference, rounded once."]
                $prefix + "sub" (a: $format, b: $format) -> $format,
                laws ["sub(a, b) = add(a, neg(b))"],
                edge_cases { [[$three], [$two]] => [$one], [[0], [0]] => [0], [[0x8000], [0]] => [0x8000] },
                binary($format, BinOp::FSub, [a, b]);

                #[doc = "The product, rounded once."]
                $prefix + "mul" (a: $format, b: $format) -> $format,
                laws ["mul(a, b) = mul(b, a)"],
                edge_cases {
                    [[$two], [$two]] => [$four], [[0], [$infinity]] => [$nan], [[3], [$half]] => [2], [[1], [$half]] => [0],
                },
                binary($format, BinOp::FMul, [a, b]);

                #[doc = "The quotient, rounded once."]
                $prefix + "div" (a: $format, b: $format) -> $format,
                laws ["div(a, 1) = mul(a, 1)"],
                edge_cases {
                    [[$one], [$three]] => [$third], [[$one], [0]] => [$infinity], [[0], [0]] => [$nan],
                    [[$one + 0x8000], [$infinity]] => [0x8000],
                },
                binary($format, BinOp::FDiv, [a, b]);

                #[doc = "The remainder of a quotient that is truncated, exact, with the sign of `a`."]
                $prefix + "mod" (a: $format, b: $format) -> $format,
                laws ["mod(a, b) = a where lt(abs(a), abs(b))"],
                edge_cases {
                    [[$three], [$two]] => [$one], [[$three + 0x8000], [$two]] => [$one + 0x8000], [[$one], [0]] => [$nan],
                    [[$one], [$infinity]] => [$one],
                },
                binary($format, BinOp::FRem, [a, b]);

                #[doc = "The smaller; the number where the other is NaN, and `-0` is below `+0`."]
                $prefix + "min" (a: $format, b: $format) -> $format,
                laws ["min(a, b) = min(b, a)"],
                edge_cases { [[$one], [$two]] => [$one], [[0], [0x8000]] => [0x8000], [[$payload], [$one]] => [$one], [[$payload], [$nan]] => [$nan] },
                binary($format, BinOp::FMin, [a, b]);

                #[doc = "The larger; the number where the other is NaN, and `-0` is below `+0`."]
                $prefix + "max" (a: $format, b: $format) -> $format,
                laws ["max(a, b) = max(b, a)"],
                edge_cases { [[$one], [$two]] => [$two], [[0], [0x8000]] => [0], [[$payload], [$one]] => [$one], [[$payload], [$nan]] => [$nan] },
                binary($format, BinOp::FMax, [a, b]);

                #[doc = "The magnitude of `a` with the sign of `b`."]
                $prefix + "copysign" (a: $format, b: $format) -> $format,
                laws ["copysign(a, a) = a"],
                edge_cases { [[$one], [0x8000]] => [$one + 0x8000], [[$payload + 0x8000], [0]] => [$payload] },
                half($format, magnitude(a) | (bits(b) & 0x8000));

                #[doc = "1 if the two are equal, else 0; `-0` equals `+0`, and NaN nothing."]
                $prefix + "eq" (a: $format, b: $format) -> U32,
                laws ["eq(a, b) = eq(b, a)"],
                edge_cases { [[0], [0x8000]] => [1], [[$nan], [$nan]] => [0], [[$one], [$two]] => [0] },
                Expr::binary(BinOp::FEq, wide(a), wide(b));

                #[doc = "1 unless the two are equal, else 0."]
                $prefix + "ne" (a: $format, b: $format) -> U32,
                laws ["ne(a, b) = ne(b, a)"],
                edge_cases { [[0], [0x8000]] => [0], [[$nan], [$nan]] => [1] },
                Expr::binary(BinOp::FNe, wide(a), wide(b));

                #[doc = "1 if `a` is less, else 0; 0 with a NaN."]
                $prefix + "lt" (a: $format, b: $format) -> U32,
                laws ["lt(a, b) = gt(b, a)"],
                edge_cases { [[1], [2]] => [1], [[0x8000], [0]] => [0], [[$nan], [0]] => [0] },
                Expr::binary(BinOp::FLt, wide(a), wide(b));

                #[doc = "1 if `a` is greater, else 0; 0 with a NaN."]
                $prefix + "gt" (a: $format, b: $format) -> U32,
                laws ["gt(a, b) = lt(b, a)"],
                edge_cases { [[1], [2]] => [0], [[0], [0x8001]] => [1], [[$nan], [0]] => [0] },
                Expr::binary(BinOp::FGt, wide(a), wide(b));

                #[doc = "1 if `a` is less or equal, else 0; 0 with a NaN."]
                $prefix + "le" (a: $format, b: $format) -> U32,
                laws ["le(a, b) = ge(b, a)"],
                edge_cases { [[0], [0x8000]] => [1], [[$nan], [$nan]] => [0] },
                Expr::binary(BinOp::FLe, wide(a), wide(b));

                #[doc = "1 if `a` is greater or equal, else 0; 0 with a NaN."]
                $prefix + "ge" (a: $format, b: $format) -> U32,
                laws ["ge(a, b) = le(b, a)"],
                edge_cases { [[0x8000], [0]] => [1], [[1], [2]] => [0] },
                Expr::binary(BinOp::FGe, wide(a), wide(b));

                #[doc = "The same with the other sign, of NaNs too."]
                $prefix + "neg" (a: $format) -> $format,
                laws ["neg(neg(a)) = a"],
                edge_cases { [[$one]] => [$one + 0x8000], [[$payload]] => [$payload + 0x8000] },
                half($format, bits(a) ^ 0x8000);

                #[doc = "The magnitude, of NaNs too."]
                $prefix + "abs" (a: $format) -> $format,
                laws ["abs(neg(a)) = abs(a)"],
                edge_cases { [[$one + 0x8000]] => [$one], [[$payload + 0x8000]] => [$payload] },
                half($format, magnitude(a));

                #[doc = "The square root, rounded once; NaN below zero, and `-0` of `-0`."]
                $prefix + "sqrt" (a: $format) -> $format,
                laws ["sqrt(mul(a, 0)) = mul(a, 0)"],
                edge_cases { [[$four]] => [$two], [[$two]] => [$root_two], [[0x8001]] => [$nan], [[0x8000]] => [0x8000] },
                unary($format, UnOp::FSqrt, a);

                #[doc = "The greatest integer that is not greater."]
                $prefix + "floor" (a: $format) -> $format,
                laws ["floor(trunc(a)) = trunc(a)"],
                edge_cases { [[$half + 0x8000]] => [$one + 0x8000], [[$half_more]] => [$one] },
                unary($format, UnOp::FFloor, a);

                #[doc = "The least integer that is not less."]
                $prefix + "ceil" (a: $format) -> $format,
                laws ["ceil(trunc(a)) = trunc(a)"],
                edge_cases { [[$half + 0x8000]] => [0x8000], [[$half_more]] => [$two] },
                unary($format, UnOp::FCeil, a);

                #[doc = "The integer towards zero."]
                $prefix + "trunc" (a: $format) -> $format,
                laws ["trunc(trunc(a)) = trunc(a)"],
                edge_cases { [[$half_more + 0x8000]] => [$one + 0x8000], [[1]] => [0] },
                unary($format, UnOp::FTrunc, a);

                #[doc = "The nearest integer, ties away from zero."]
                $prefix + "round" (a: $format) -> $format,
                laws ["round(trunc(a)) = trunc(a)"],
                edge_cases { [[$half]] => [$one], [[$half_more + 0x8000]] => [$two + 0x8000] },
                unary($format, UnOp::FRound, a);

                #[doc = "The nearest integer, ties to even."]
                $prefix + "round_even" (a: $format) -> $format,
                laws ["round_even(trunc(a)) = trunc(a)"],
                edge_cases { [[$half]] => [0], [[$half_more]] => [$two] },
                unary($format, UnOp::FRoundEven, a);

                #[doc = "`a * b + c`, rounded once."]
                $prefix + "mul_add" (a: $format, b: $format, c: $format) -> $format,
                laws ["mul_add(a, b, c) = mul_add(b, a, c)"],
                edge_cases {
                    [[$two], [$one], [$one]] => [$three], [[$one + 1], [$one + 1], [$one + 0x8002]] => [
                        match $format { F16 => 0x0010, BF16 => 0x3880 }
                    ],
                    [[0], [$infinity], [$one]] => [$nan], [[1], [1], [0x8001]] => [0x8001], [[$one], [$one], [$one + 0x8000]] => [0],
                },
                rounded($format, Expr::call("primitive.f32.mul_add_odd", vec![wide(a), wide(b), wide(c)]));

                #[doc = "1 or -1 with the sign of `a`, zeros too, and NaN for NaN."]
                $prefix + "signum" (a: $format) -> $format,
                laws ["signum(neg(a)) = neg(signum(a)) where eq(a, a)"],
                edge_cases { [[$two + 0x8000]] => [$one + 0x8000], [[0]] => [$one], [[$payload]] => [$nan] },
                Expr::select(Expr::binary(BinOp::FNe, a.clone(), a.clone()), half($format, $nan), half($format, (bits(a) & 0x8000) | $one));

                #[doc = "`a`, but `b` if it is less, and then `c` if it is greater; two comparisons and selections, which keep the bits."]
                $prefix + "clamp" (a: $format, b: $format, c: $format) -> $format,
                laws ["clamp(a, b, b) = b where lt(a, b)"],
                edge_cases {
                    [[$three], [$one], [$two]] => [$two], [[0], [$one], [$two]] => [$one], [[$payload], [$one], [$two]] => [$payload],
                },
                clamp([a, b, c]);

                #[doc = "What is left without the integer towards zero."]
                $prefix + "fract" (a: $format) -> $format,
                laws ["fract(a) = sub(a, trunc(a))"],
                edge_cases { [[$half_more + 0x8000]] => [$half + 0x8000], [[$two]] => [0], [[$infinity]] => [$nan] },
                Expr::binary(BinOp::FSub, a.clone(), Expr::unary(UnOp::FTrunc, a));

                #[doc = "One divided by `a`."]
                $prefix + "recip" (a: $format) -> $format,
                laws ["recip(a) = div(1, a)"],
                edge_cases { [[$two]] => [$half], [[0x8000]] => [$infinity + 0x8000] },
                Expr::binary(BinOp::FDiv, half($format, $one), a);

                #[doc = "`a` to the power of `b`, by squaring from the lowest bit of the magnitude of `b` on, and one divided by that for a"]
                #[doc = " negative one."]
                $prefix + "powi" (a: $format, b: I32) -> $format,
                laws ["powi(a, 0) = 1", "powi(a, 1) = mul(a, 1)"],
                edge_cases { [[$two], [2]] => [$four], [[$two], [0xffff_ffff]] => [$half], [[$nan], [0]] => [$one] },
                powi($format, [a, b]);

                #[doc = "The product with the float that is nearest to 180 by pi."]
                $prefix + "to_degrees" (a: $format) -> $format,
                laws ["to_degrees(neg(a)) = neg(to_degrees(a)) where eq(a, a)"],
                edge_cases { [[$one]] => [$degrees] },
                scaled($format, a, $degrees);

                #[doc = "The product with the quotient of the float that is nearest to pi by 180."]
                $prefix + "to_radians" (a: $format) -> $format,
                laws ["to_radians(neg(a)) = neg(to_radians(a)) where eq(a, a)"],
                edge_cases { [[$one]] => [$radians] },
                scaled($format, a, $radians);

                #[doc = "1 for NaN, else 0."]
                $prefix + "is_nan" (a: $format) -> U32,
                laws ["is_nan(a) = ne(a, a)"],
                edge_cases { [[$payload + 0x8000]] => [1], [[$infinity]] => [0] },
                Expr::binary(BinOp::Gt, magnitude(a), $infinity);

                #[doc = "1 for an infinity, else 0."]
                $prefix + "is_infinite" (a: $format) -> U32,
                laws ["is_infinite(neg(a)) = is_infinite(a)"],
                edge_cases { [[$infinity + 0x8000]] => [1], [[$nan]] => [0], [[$most]] => [0] },
                Expr::binary(BinOp::Eq, magnitude(a), $infinity);

                #[doc = "1 for a number that is neither infinite nor NaN, else 0."]
                $prefix + "is_finite" (a: $format) -> U32,
                laws ["is_finite(neg(a)) = is_finite(a)"],
                edge_cases { [[$infinity + 0x8000]] => [0], [[$nan]] => [0], [[$most]] => [1] },
                Expr::binary(BinOp::Lt, magnitude(a), $infinity);

                #[doc = "The bits."]
                $prefix + "to_bits" (a: $format) -> U32,
                laws ["to_bits(abs(a)) < 32768"],
                edge_cases { [[$payload + 0x8000]] => [$payload + 0x8000] },
                bits(a);
            }
        }
    };
}

/// The elementary functions of a format, correctly rounded.
macro_rules! elementary {
    ($rows:ident: $format:ident $prefix:literal
        $one:literal $two:literal $three:literal $four:literal $five:literal $half:literal $infinity:literal $nan:literal) => {
        mod $rows {
            use super::*;

            operations! {
                #[doc = "The sine, correctly rounded; NaN of an infinity."]
                $prefix + "sin" (a: $format) -> $format,
                laws ["sin(neg(a)) = neg(sin(a)) where eq(sub(a, a), 0)"],
                edge_cases { [[0x8000]] => [0x8000], [[$infinity]] => [$nan] },
                unary($format, UnOp::FSin, a);

                #[doc = "The cosine, correctly rounded; NaN of an infinity."]
                $prefix + "cos" (a: $format) -> $format,
                laws ["cos(neg(a)) = cos(a)"],
                edge_cases { [[0x8000]] => [$one], [[$infinity + 0x8000]] => [$nan] },
                unary($format, UnOp::FCos, a);

                #[doc = "The tangent, correctly rounded; NaN of an infinity."]
                $prefix + "tan" (a: $format) -> $format,
                laws ["tan(neg(a)) = neg(tan(a)) where eq(sub(a, a), 0)"],
                edge_cases { [[0x8000]] => [0x8000], [[$infinity]] => [$nan] },
                unary($format, UnOp::FTan, a);

                #[doc = "The angle with this sine, correctly rounded; NaN past 1."]
                $prefix + "asin" (a: $format) -> $format,
                laws ["asin(neg(a)) = neg(asin(a)) where le(abs(a), 1)"],
                edge_cases { [[0x8000]] => [0x8000], [[$one + 1]] => [$nan] },
                unary($format, UnOp::FAsin, a);

                #[doc = "The angle with this cosine, correctly rounded; NaN past 1."]
                $prefix + "acos" (a: $format) -> $format,
                laws ["acos(1) = 0"],
                edge_cases { [[$one]] => [0], [[$two + 0x8000]] => [$nan] },
                unary($format, UnOp::FAcos, a);

                #[doc = "The angle with this tangent, correctly rounded."]
                $prefix + "atan" (a: $format) -> $format,
                laws ["atan(neg(a)) = neg(atan(a)) where eq(a, a)"],
                edge_cases { [[0x8000]] => [0x8000], [[$nan + 0x8001]] => [$nan] },
                unary($format, UnOp::FAtan, a);

                #[doc = "The hyperbolic sine, correctly rounded."]
                $prefix + "sinh" (a: $format) -> $format,
                laws ["sinh(neg(a)) = neg(sinh(a)) where eq(a, a)"],
                edge_cases { [[0x8000]] => [0x8000], [[$infinity + 0x8000]] => [$infinity + 0x8000] },
                unary($format, UnOp::FSinh, a);

                #[doc = "The hyperbolic cosine, correctly rounded."]
                $prefix + "cosh" (a: $format) -> $format,
                laws ["cosh(neg(a)) = cosh(a)"],
                edge_cases { [[0x8000]] => [$one], [[$infinity + 0x8000]] => [$infinity] },
                unary($format, UnOp::FCosh, a);

                #[doc = "The hyperbolic tangent, correctly rounded."]
                $prefix + "tanh" (a: $format) -> $format,
                laws ["tanh(neg(a)) = neg(tanh(a)) where eq(a, a)"],
                edge_cases { [[0x8000]] => [0x8000], [[$infinity + 0x8000]] => [$one + 0x8000] },
                unary($format, UnOp::FTanh, a);

                #[doc = "`e` to the power of `a`, correctly rounded."]
                $prefix + "exp" (a: $format) -> $format,
                laws ["exp(0) = 1"],
                edge_cases { [[0]] => [$one], [[$infinity + 0x8000]] => [0], [[$infinity]] => [$infinity] },
                unary($format, UnOp::FExp, a);

                #[doc = "2 to the power of `a`, correctly rounded."]
                $prefix + "exp2" (a: $format) -> $format,
                laws ["exp2(0) = 1"],
                edge_cases { [[$two]] => [$four], [[$one + 0x8000]] => [$half] },
                unary($format, UnOp::FExp2, a);

                #[doc = "`e` to the power of `a`, less 1, correctly rounded."]
                $prefix + "exp_m1" (a: $format) -> $format,
                laws ["exp_m1(0) = 0"],
                edge_cases { [[0x8000]] => [0x8000], [[$infinity + 0x8000]] => [$one + 0x8000] },
                unary($format, UnOp::FExpM1, a);

                #[doc = "The logarithm to base `e`, correctly rounded; NaN below zero."]
                $prefix + "ln" (a: $format) -> $format,
                laws ["ln(1) = 0"],
                edge_cases { [[$one]] => [0], [[0x8000]] => [$infinity + 0x8000], [[0x8001]] => [$nan] },
                unary($format, UnOp::FLog, a);

                #[doc = "The logarithm to base 2, correctly rounded; NaN below zero."]
                $prefix + "log2" (a: $format) -> $format,
                laws ["log2(1) = 0"],
                edge_cases { [[$four]] => [$two], [[$half]] => [$one + 0x8000], [[$infinity]] => [$infinity] },
                unary($format, UnOp::FLog2, a);

                #[doc = "The logarithm to base 10, correctly rounded; NaN below zero."]
                $prefix + "log10" (a: $format) -> $format,
                laws ["log10(1) = 0"],
                edge_cases { [[$one]] => [0], [[$infinity + 0x8000]] => [$nan] },
                unary($format, UnOp::FLog10, a);

                #[doc = "The logarithm to base `e` of `1 + a`, correctly rounded; NaN below -1."]
                $prefix + "ln_1p" (a: $format) -> $format,
                laws ["ln_1p(0) = 0"],
                edge_cases { [[$one + 0x8000]] => [$infinity + 0x8000], [[0x8001]] => [0x8001] },
                unary($format, UnOp::FLog1p, a);

                #[doc = "The cube root, correctly rounded."]
                $prefix + "cbrt" (a: $format) -> $format,
                laws ["cbrt(neg(a)) = neg(cbrt(a)) where eq(a, a)"],
                edge_cases { [[$one + 0x8000]] => [$one + 0x8000], [[0x8000]] => [0x8000] },
                unary($format, UnOp::FCbrt, a);

                #[doc = "1 divided by the square root, correctly rounded; NaN below zero, and `-inf` of `-0`."]
                $prefix + "rsqrt" (a: $format) -> $format,
                laws ["rsqrt(1) = 1"],
                edge_cases { [[$four]] => [$half], [[0x8000]] => [$infinity + 0x8000], [[$infinity]] => [0] },
                unary($format, UnOp::FRsqrt, a);

                #[doc = "The square root of the sum of the squares, correctly rounded; infinite if either is."]
                $prefix + "hypot" (a: $format, b: $format) -> $format,
                laws ["hypot(a, b) = hypot(b, a)"],
                edge_cases { [[$three], [$four + 0x8000]] => [$five], [[$infinity + 0x8000], [$nan]] => [$infinity] },
                odd($format, "primitive.fixed.hypot", [a, b]);

                #[doc = "The angle of the point `(b, a)`, correctly rounded."]
                $prefix + "atan2" (a: $format, b: $format) -> $format,
                laws ["atan2(neg(a), b) = neg(atan2(a, b)) where eq(a, a) & eq(b, b)"],
                edge_cases { [[0x8000], [$one]] => [0x8000], [[3], [$two]] => [1], [[$nan], [0]] => [$nan] },
                odd($format, "primitive.fixed.atan2", [a, b]);

                #[doc = "`a` to the power of `b`, correctly rounded; 1 where `a` is 1 or `b` is 0, whatever the other is."]
                $prefix + "pow" (a: $format, b: $format) -> $format,
                laws ["pow(a, 0) = 1", "pow(1, b) = 1"],
                edge_cases {
                    [[$four], [$half]] => [$two], [[$nan], [0]] => [$one], [[$two + 0x8000], [$half]] => [$nan],
                    [[$two + 0x8000], [$one + 0x8000]] => [$half + 0x8000],
                },
                odd($format, "primitive.fixed.pow", [a, b]);
            }
        }
    };
}

family! { f16: F16 "primitive.f16." 0x3c00 0x4000 0x4200 0x4400 0x3800 0x3e00 0x7c00 0x7e00 0x7c01 0x7bff 0x5329 0x2477 0x3555 0x3da8 }
family! { bf16: BF16 "primitive.bf16." 0x3f80 0x4000 0x4040 0x4080 0x3f00 0x3fc0 0x7f80 0x7fc0 0x7f81 0x7f7f 0x4265 0x3c8f 0x3eab 0x3fb5 }
elementary! { f16_elementary: F16 "primitive.f16." 0x3c00 0x4000 0x4200 0x4400 0x4500 0x3800 0x7c00 0x7e00 }
elementary! { bf16_elementary: BF16 "primitive.bf16." 0x3f80 0x4000 0x4040 0x4080 0x40a0 0x3f00 0x7f80 0x7fc0 }

/// The operators and methods, of both formats.
pub(super) const ROWS: [&[Row]; 2] = [f16::ROWS, bf16::ROWS];

/// The elementary functions, of both formats.
pub(super) const ELEMENTARY: [&[Row]; 2] = [f16_elementary::ROWS, bf16_elementary::ROWS];
