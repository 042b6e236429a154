//! `primitive.math.*`: arithmetic on `U32`.

use super::{Body, Composed, leading_zeros, operations, select, trailing_zeros};
use crate::{BinOp, Expr, Node};

operations! {
    #[doc = "The sum, modulo 2^32."]
    "primitive.math.add" (a: U32, b: U32) -> U32,
    laws ["add(a, b) = add(b, a)", "add(a, 0) = a", "sub(add(a, b), b) = a"],
    edge_cases { [[0xffff_ffff], [1]] => [0] },
    a + b;

    #[doc = "The difference, modulo 2^32."]
    "primitive.math.sub" (a: U32, b: U32) -> U32,
    laws ["sub(a, a) = 0", "sub(a, 0) = a"],
    edge_cases { [[0], [1]] => [0xffff_ffff] },
    a - b;

    #[doc = "The product, modulo 2^32."]
    "primitive.math.mul" (a: U32, b: U32) -> U32,
    laws ["mul(a, b) = mul(b, a)", "mul(a, 1) = a", "mul(a, 0) = 0"],
    edge_cases { [[0x8000_0000], [2]] => [0], [[0xffff_ffff], [0xffff_ffff]] => [1] },
    a * b;

    #[doc = "The quotient, truncated; 0 if `b` is 0."]
    "primitive.math.div" (a: U32, b: U32) -> U32,
    laws ["div(a, 1) = a", "div(a, 0) = 0", "add(mul(div(a, b), b), mod(a, b)) = a where b != 0"],
    edge_cases { [[7], [2]] => [3], [[7], [0]] => [0], [[0], [0]] => [0], [[0xffff_ffff], [0xffff_ffff]] => [1] },
    a / b;

    #[doc = "The remainder; 0 if `b` is 0."]
    "primitive.math.mod" (a: U32, b: U32) -> U32,
    laws ["mod(a, 1) = 0", "mod(a, 0) = 0", "mod(a, b) < b where b != 0"],
    edge_cases { [[7], [2]] => [1], [[7], [0]] => [0], [[0xffff_ffff], [0x8000_0000]] => [0x7fff_ffff] },
    a % b;

    #[doc = "The smaller."]
    "primitive.math.min" (a: U32, b: U32) -> U32,
    laws ["min(a, b) = min(b, a)", "min(a, a) = a", "min(a, 0) = 0"],
    edge_cases { [[0xffff_ffff], [0]] => [0] },
    Expr::binary(BinOp::Min, a, b);

    #[doc = "The larger."]
    "primitive.math.max" (a: U32, b: U32) -> U32,
    laws ["max(a, b) = max(b, a)", "max(a, a) = a", "max(a, 0) = a"],
    edge_cases { [[0xffff_ffff], [0]] => [0xffff_ffff] },
    Expr::binary(BinOp::Max, a, b);

    #[doc = "The distance between the two."]
    "primitive.math.abs_diff" (a: U32, b: U32) -> U32,
    laws ["abs_diff(a, b) = abs_diff(b, a)", "abs_diff(a, a) = 0", "abs_diff(a, b) = max(a, b) - min(a, b)"],
    edge_cases { [[0], [0xffff_ffff]] => [0xffff_ffff], [[0x8000_0000], [0x7fff_ffff]] => [1] },
    Expr::binary(BinOp::AbsDiff, a, b);

    #[doc = "`min(max(x, lo), hi)`: `x` if it lies between the two, else the one that it is past. Where `lo` is more "]
    #[doc = "than `hi`, that is `hi`."]
    "primitive.math.clamp" (x: U32, lo: U32, hi: U32) -> U32,
    laws ["clamp(x, 0, 0xffffffff) = x", "clamp(x, lo, lo) = lo", "clamp(x, lo, hi) <= hi"],
    edge_cases {
        [[5], [1], [9]] => [5], [[0], [1], [9]] => [1], [[10], [1], [9]] => [9], [[5], [9], [1]] => [1],
        [[0], [9], [1]] => [1],
    },
    Expr::binary(BinOp::Min, Expr::binary(BinOp::Max, x, lo), hi);

    #[doc = "The greatest common divisor; the other one if either is 0, and 0 if both are."]
    "primitive.math.gcd" (a: U32, b: U32) -> U32,
    laws ["gcd(a, b) = gcd(b, a)", "gcd(a, 0) = a", "gcd(a, a) = a", "gcd(a, 1) = 1"],
    edge_cases {
        [[0], [0]] => [0], [[0], [5]] => [5], [[5], [0]] => [5], [[12], [18]] => [6],
        [[2_971_215_073], [1_836_311_903]] => [1], [[0x8000_0000], [0xffff_ffff]] => [1],
        [[0x8000_0000], [0xc000_0000]] => [0x4000_0000],
    },
    gcd(a, b);

    #[doc = "The least common multiple, modulo 2^32; 0 if either is 0."]
    "primitive.math.lcm" (a: U32, b: U32) -> U32,
    laws ["lcm(a, b) = lcm(b, a)", "lcm(a, a) = a", "lcm(a, 1) = a", "lcm(a, 0) = 0"],
    edge_cases {
        [[0], [0]] => [0], [[4], [6]] => [12], [[0x8000_0000], [3]] => [0x8000_0000],
        [[0xffff_ffff], [0xffff_fffe]] => [2],
    },
    // 0 / 0 is 0, so nothing needs to be said of 0.
    a.clone() / Expr::call("primitive.math.gcd", vec![a, b.clone()]) * b;

    #[doc = "The sum, or 2^32 - 1 if it is more than that."]
    "primitive.math.add_sat" (a: U32, b: U32) -> U32,
    laws ["add_sat(a, b) = add_sat(b, a)", "add_sat(a, 0) = a", "add_sat(a, b) >= a"],
    edge_cases { [[0xffff_ffff], [1]] => [0xffff_ffff], [[0xffff_fffe], [1]] => [0xffff_ffff] },
    a.clone() + Expr::binary(BinOp::Min, !a, b);

    #[doc = "The difference, or 0 if it is less than that."]
    "primitive.math.sub_sat" (a: U32, b: U32) -> U32,
    laws ["sub_sat(a, a) = 0", "sub_sat(a, 0) = a", "sub_sat(a, b) <= a"],
    edge_cases { [[0], [1]] => [0], [[0xffff_ffff], [1]] => [0xffff_fffe], [[5], [0xffff_ffff]] => [0] },
    a.clone() - Expr::binary(BinOp::Min, a, b);

    #[doc = "The upper 32 bits of the product of 64 bits."]
    "primitive.math.mul_hi" (a: U32, b: U32) -> U32,
    laws ["mul_hi(a, b) = mul_hi(b, a)", "mul_hi(a, 1) = 0"],
    edge_cases {
        [[0xffff_ffff], [0xffff_ffff]] => [0xffff_fffe], [[0x1_0000], [0x1_0000]] => [1],
        [[0xffff], [0x1_0001]] => [0], [[0x8000_0000], [2]] => [1],
    },
    mul_hi(a, b);

    #[doc = "The position of the highest bit set: the logarithm to base 2, rounded down; 0 for 0."]
    "primitive.math.ilog2" (a: U32) -> U32,
    laws ["ilog2(1 << n) = n where n < 32"],
    edge_cases { [[0]] => [0], [[1]] => [0], [[2]] => [1], [[3]] => [1], [[0xffff_ffff]] => [31] },
    Expr::u32(31) - leading_zeros(&(a | 1u32));

    #[doc = "The square root, rounded down."]
    "primitive.math.isqrt" (a: U32) -> U32,
    laws ["isqrt(n * n) = n where n < 65536"],
    edge_cases {
        [[0]] => [0], [[3]] => [1], [[4]] => [2], [[0xffff_ffff]] => [0xffff], [[0xfffe_0000]] => [0xfffe],
        [[0xfffe_0001]] => [0xffff],
    },
    isqrt(a);

    #[doc = "`base` multiplied by itself, `exponent` factors, modulo 2^32; 1 if there are none."]
    "primitive.math.pow" (base: U32, exponent: U32) -> U32,
    laws ["pow(base, 0) = 1", "pow(base, 1) = base", "pow(1, exponent) = 1",
        "mul(pow(base, a), pow(base, b)) = pow(base, a + b) where a + b >= a"],
    edge_cases {
        [[0], [0]] => [1], [[0], [5]] => [0], [[2], [31]] => [0x8000_0000], [[2], [32]] => [0],
        [[3], [0xffff_ffff]] => [0xaaaa_aaab], [[0xffff_ffff], [0xffff_ffff]] => [0xffff_ffff],
    },
    pow(base, exponent);
}

/// By halving: an odd number and the odd part of another have the same divisors as the smaller of the two and their
/// difference, which is even. So each round takes a bit at least from the two together.
fn gcd(a: Expr, b: Expr) -> Composed {
    let mut body = Body::default();
    let twos = body.bind("twos", trailing_zeros(&(a.clone() | b.clone())));
    let odd = body.bind("odd", a.clone() >> trailing_zeros(&a));
    // Without a first number there is nothing to do.
    let rest = body.bind("rest", select(&a, b.clone(), 0u32));
    body.push(Node::for_range(
        "round",
        0u32,
        64u32,
        vec![
            Node::if_then(rest.clone().equals(0u32), vec![Node::Break]),
            Node::let_bind("other", rest.clone() >> trailing_zeros(&rest)),
            Node::assign("rest", Expr::binary(BinOp::AbsDiff, odd.clone(), Expr::var("other"))),
            Node::assign("odd", Expr::binary(BinOp::Min, odd.clone(), Expr::var("other"))),
        ],
    ));
    body.gives(select(&a, odd << twos, b))
}

/// From the four products of 16 bits each; no sum here passes 32 bits.
fn mul_hi(a: Expr, b: Expr) -> Composed {
    let mut body = Body::default();
    let low = |x: &Expr| x.clone() & 0xffffu32;
    let high = |x: &Expr| x.clone() >> 16u32;
    let a_low = body.bind("a_low", low(&a));
    let a_high = body.bind("a_high", high(&a));
    let b_low = body.bind("b_low", low(&b));
    let b_high = body.bind("b_high", high(&b));
    let bottom = a_low.clone() * b_low.clone();
    let middle = body.bind("middle", a_high.clone() * b_low + high(&bottom));
    let other = a_low * b_high.clone() + low(&middle);
    body.gives(a_high * b_high + high(&middle) + high(&other))
}

/// Bit by bit from the top: a bit belongs to the root if the square does not pass `a` with it.
fn isqrt(a: Expr) -> Composed {
    let mut body = Body::default();
    let root = body.bind("root", 0u32);
    let with = Expr::var("with");
    let fits = (with.clone() * with.clone()).le(a);
    body.push(Node::for_range(
        "bit",
        0u32,
        16u32,
        vec![
            Node::let_bind("with", root.clone() | (Expr::u32(0x8000) >> Expr::var("bit"))),
            Node::assign("root", select(&fits, with, root.clone())),
        ],
    ));
    body.gives(root)
}

/// By squaring, one round for each bit of the exponent.
fn pow(base: Expr, exponent: Expr) -> Composed {
    let mut body = Body::default();
    let result = body.bind("result", 1u32);
    let square = body.bind("square", base);
    let bits = Expr::u32(32) - leading_zeros(&exponent);
    let is_set = (exponent >> Expr::var("bit")) & 1u32;
    body.push(Node::for_range(
        "bit",
        0u32,
        bits,
        vec![
            Node::assign("result", result.clone() * select(&is_set, square.clone(), 1u32)),
            Node::assign("square", square.clone() * square),
        ],
    ));
    body.gives(result)
}
