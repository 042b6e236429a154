//! `primitive.i32.*`: signed arithmetic, two's complement, composed of operators on `U32`.

use super::{Body, Composed, count_ones, leading_zeros, operations, reverse_bits, select, trailing_zeros};
use crate::{BinOp, DataType, Expr};

operations! {
    #[doc = "The sum, modulo 2^32."]
    "primitive.i32.add" (a: I32, b: I32) -> I32,
    laws ["add(a, b) = add(b, a)", "add(a, 0) = a", "add(a, neg(a)) = 0"],
    edge_cases { [[0x7fff_ffff], [1]] => [0x8000_0000], [[0xffff_ffff], [1]] => [0] },
    signed(bits(&a) + bits(&b));

    #[doc = "The difference, modulo 2^32."]
    "primitive.i32.sub" (a: I32, b: I32) -> I32,
    laws ["sub(a, a) = 0", "sub(a, 0) = a", "sub(0, a) = neg(a)"],
    edge_cases { [[0x8000_0000], [1]] => [0x7fff_ffff], [[0], [1]] => [0xffff_ffff] },
    signed(bits(&a) - bits(&b));

    #[doc = "The product, modulo 2^32."]
    "primitive.i32.mul" (a: I32, b: I32) -> I32,
    laws ["mul(a, b) = mul(b, a)", "mul(a, 1) = a", "mul(a, -1) = neg(a)"],
    edge_cases {
        [[0xffff_fffd], [5]] => [0xffff_fff1], [[0x8000_0000], [0xffff_ffff]] => [0x8000_0000],
        [[0xffff_ffff], [0xffff_ffff]] => [1],
    },
    signed(bits(&a) * bits(&b));

    #[doc = "The quotient, truncated toward 0, modulo 2^32; 0 if `b` is 0."]
    "primitive.i32.div" (a: I32, b: I32) -> I32,
    laws ["div(a, 1) = a", "div(a, -1) = neg(a)", "div(a, 0) = 0", "add(mul(div(a, b), b), mod(a, b)) = a where ne(b, 0)"],
    edge_cases {
        [[0xffff_fff9], [2]] => [0xffff_fffd], [[7], [0xffff_fffe]] => [0xffff_fffd],
        [[0xffff_fff9], [0xffff_fffe]] => [3], [[0x8000_0000], [0xffff_ffff]] => [0x8000_0000],
        [[0x8000_0000], [0]] => [0], [[5], [0]] => [0], [[0x7fff_ffff], [0x8000_0000]] => [0],
        [[0x8000_0000], [0x8000_0000]] => [1],
    },
    divide(&a, &b);

    #[doc = "The remainder of the division that truncates toward 0: it has the sign of `a`; 0 if `b` is 0."]
    "primitive.i32.mod" (a: I32, b: I32) -> I32,
    laws ["mod(a, 1) = 0", "mod(a, -1) = 0", "mod(a, 0) = 0", "mod(a, b) = mod(a, neg(b))"],
    edge_cases {
        [[0xffff_fff9], [2]] => [0xffff_ffff], [[7], [0xffff_fffe]] => [1], [[0x8000_0000], [0xffff_ffff]] => [0],
        [[0xffff_fff9], [0]] => [0], [[0x7fff_ffff], [0x8000_0000]] => [0x7fff_ffff],
        [[0x8000_0000], [0x7fff_ffff]] => [0xffff_ffff],
    },
    remainder(&a, &b);

    #[doc = "1 if the two are equal, else 0."]
    "primitive.i32.eq" (a: I32, b: I32) -> U32,
    laws ["eq(a, a) = 1", "eq(a, b) = eq(b, a)", "eq(a, b) + ne(a, b) = 1"],
    edge_cases { [[0xffff_ffff], [0xffff_ffff]] => [1], [[0x8000_0000], [0]] => [0] },
    bits(&a).equals(bits(&b));

    #[doc = "1 if the two differ, else 0."]
    "primitive.i32.ne" (a: I32, b: I32) -> U32,
    laws ["ne(a, a) = 0", "ne(a, b) = ne(b, a)"],
    edge_cases { [[0xffff_ffff], [0xffff_ffff]] => [0], [[0x8000_0000], [0]] => [1] },
    bits(&a).differs(bits(&b));

    #[doc = "1 if `a` is less than `b`, else 0."]
    "primitive.i32.lt" (a: I32, b: I32) -> U32,
    laws ["lt(a, a) = 0", "lt(a, b) = gt(b, a)", "lt(a, b) + ge(a, b) = 1"],
    edge_cases { [[0xffff_ffff], [0]] => [1], [[0x8000_0000], [0x7fff_ffff]] => [1], [[1], [0xffff_ffff]] => [0] },
    ordered(&a).lt(ordered(&b));

    #[doc = "1 if `a` is greater than `b`, else 0."]
    "primitive.i32.gt" (a: I32, b: I32) -> U32,
    laws ["gt(a, a) = 0", "gt(a, b) + le(a, b) = 1"],
    edge_cases { [[0xffff_ffff], [0]] => [0], [[0x8000_0000], [0x7fff_ffff]] => [0], [[1], [0xffff_ffff]] => [1] },
    ordered(&a).gt(ordered(&b));

    #[doc = "1 if `a` is at most `b`, else 0."]
    "primitive.i32.le" (a: I32, b: I32) -> U32,
    laws ["le(a, a) = 1", "le(a, b) = ge(b, a)"],
    edge_cases { [[0x8000_0000], [0x8000_0000]] => [1], [[1], [0xffff_ffff]] => [0] },
    ordered(&a).le(ordered(&b));

    #[doc = "1 if `a` is at least `b`, else 0."]
    "primitive.i32.ge" (a: I32, b: I32) -> U32,
    laws ["ge(a, a) = 1"],
    edge_cases { [[0x8000_0000], [0x8000_0000]] => [1], [[0xffff_ffff], [1]] => [0] },
    ordered(&a).ge(ordered(&b));

    #[doc = "`a` with its bits moved up by `b & 31` places; zeros come in at the bottom."]
    "primitive.i32.shl" (a: I32, b: U32) -> I32,
    laws ["shl(a, 0) = a", "shl(a, b) = shl(a, b % 32)"],
    edge_cases { [[1], [31]] => [0x8000_0000], [[1], [32]] => [1], [[0xffff_ffff], [0xffff_ffff]] => [0x8000_0000] },
    signed(bits(&a) << b);

    #[doc = "`a` with its bits moved down by `b & 31` places; copies of the sign come in at the top."]
    "primitive.i32.shr" (a: I32, b: U32) -> I32,
    laws ["shr(a, 0) = a", "shr(a, b) = shr(a, b % 32)", "shr(-1, b) = -1"],
    edge_cases {
        [[0x8000_0000], [31]] => [0xffff_ffff], [[0x8000_0000], [32]] => [0x8000_0000],
        [[0xffff_fff9], [1]] => [0xffff_fffc], [[0x7fff_ffff], [0xffff_ffff]] => [0],
    },
    arithmetic_shr(&a, b);

    #[doc = "`a` with its bits moved up by `b & 31` places; those that leave at the top come in at the bottom."]
    "primitive.i32.rotl" (a: I32, b: U32) -> I32,
    laws ["rotl(a, 0) = a", "rotl(a, b) = rotl(a, b % 32)", "rotr(rotl(a, b), b) = a"],
    edge_cases {
        [[0x8000_0001], [1]] => [3], [[0xffff_fff9], [32]] => [0xffff_fff9], [[1], [31]] => [0x8000_0000],
        [[3], [0xffff_ffff]] => [0x8000_0001],
    },
    signed(Expr::call("primitive.bitwise.rotl", vec![bits(&a), b]));

    #[doc = "`a` with its bits moved down by `b & 31` places; those that leave at the bottom come in at the top, where "]
    #[doc = "the sign is one bit like the others."]
    "primitive.i32.rotr" (a: I32, b: U32) -> I32,
    laws ["rotr(a, 0) = a", "rotr(a, b) = rotr(a, b % 32)", "rotr(a, b) = rotl(a, 32 - b)"],
    edge_cases {
        [[0x8000_0000], [1]] => [0x4000_0000], [[1], [1]] => [0x8000_0000], [[0xffff_fff9], [32]] => [0xffff_fff9],
        [[0x8000_0001], [0xffff_ffff]] => [3],
    },
    signed(Expr::call("primitive.bitwise.rotr", vec![bits(&a), b]));

    #[doc = "The bits set in both."]
    "primitive.i32.and" (a: I32, b: I32) -> I32,
    laws ["and(a, b) = and(b, a)", "and(a, a) = a", "and(a, -1) = a"],
    edge_cases { [[0xffff_ffff], [0x8000_0001]] => [0x8000_0001] },
    signed(bits(&a) & bits(&b));

    #[doc = "The bits set in either."]
    "primitive.i32.or" (a: I32, b: I32) -> I32,
    laws ["or(a, b) = or(b, a)", "or(a, a) = a", "or(a, 0) = a"],
    edge_cases { [[0x8000_0000], [1]] => [0x8000_0001] },
    signed(bits(&a) | bits(&b));

    #[doc = "The bits set in exactly one."]
    "primitive.i32.xor" (a: I32, b: I32) -> I32,
    laws ["xor(a, b) = xor(b, a)", "xor(a, a) = 0", "xor(a, -1) = not(a)"],
    edge_cases { [[0xffff_ffff], [0x8000_0001]] => [0x7fff_fffe] },
    signed(bits(&a) ^ bits(&b));

    #[doc = "Every bit inverted: `-a - 1`."]
    "primitive.i32.not" (a: I32) -> I32,
    laws ["not(not(a)) = a"],
    edge_cases { [[0]] => [0xffff_ffff], [[0x8000_0000]] => [0x7fff_ffff] },
    signed(!bits(&a));

    #[doc = "The smaller."]
    "primitive.i32.min" (a: I32, b: I32) -> I32,
    laws ["min(a, b) = min(b, a)", "min(a, a) = a"],
    edge_cases { [[0xffff_ffff], [0]] => [0xffff_ffff], [[0x8000_0000], [0x7fff_ffff]] => [0x8000_0000] },
    signed(plain(Expr::binary(BinOp::Min, ordered(&a), ordered(&b))));

    #[doc = "The larger."]
    "primitive.i32.max" (a: I32, b: I32) -> I32,
    laws ["max(a, b) = max(b, a)", "max(a, a) = a"],
    edge_cases { [[0xffff_ffff], [0]] => [0], [[0x8000_0000], [0x7fff_ffff]] => [0x7fff_ffff] },
    signed(plain(Expr::binary(BinOp::Max, ordered(&a), ordered(&b))));

    #[doc = "`min(max(x, lo), hi)`: `x` if it lies between the two, else the one that it is past. Where `lo` is more "]
    #[doc = "than `hi`, that is `hi`."]
    "primitive.i32.clamp" (x: I32, lo: I32, hi: I32) -> I32,
    laws ["clamp(x, lo, hi) = min(max(x, lo), hi)", "clamp(x, lo, lo) = lo", "le(clamp(x, lo, hi), hi) = 1"],
    edge_cases {
        [[5], [0xffff_ffff], [9]] => [5], [[0x8000_0000], [0xffff_ffff], [9]] => [0xffff_ffff],
        [[0x7fff_ffff], [0xffff_ffff], [9]] => [9], [[0], [9], [0xffff_ffff]] => [0xffff_ffff],
        [[0x8000_0000], [0x8000_0000], [0x7fff_ffff]] => [0x8000_0000],
    },
    Expr::call("primitive.i32.min", vec![Expr::call("primitive.i32.max", vec![x, lo]), hi]);

    #[doc = "The distance between the two, unsigned: any distance fits."]
    "primitive.i32.abs_diff" (a: I32, b: I32) -> U32,
    laws ["abs_diff(a, b) = abs_diff(b, a)", "abs_diff(a, a) = 0", "abs_diff(a, b) = abs_diff(not(a), not(b))"],
    edge_cases {
        [[0x8000_0000], [0x7fff_ffff]] => [0xffff_ffff], [[0xffff_fffd], [2]] => [5],
        [[0x8000_0000], [0]] => [0x8000_0000],
    },
    Expr::binary(BinOp::AbsDiff, ordered(&a), ordered(&b));

    #[doc = "The sum, or of the least and the greatest number the one that it is past."]
    "primitive.i32.add_sat" (a: I32, b: I32) -> I32,
    laws ["add_sat(a, b) = add_sat(b, a)", "add_sat(a, 0) = a", "ge(add_sat(a, b), a) = 1 where ge(b, 0)",
        "add_sat(a, b) = add(a, b) where lt(a, 0) != lt(b, 0)"],
    edge_cases {
        [[0x7fff_ffff], [1]] => [0x7fff_ffff], [[0x8000_0000], [0xffff_ffff]] => [0x8000_0000],
        [[0x8000_0000], [0x8000_0000]] => [0x8000_0000], [[0x7fff_ffff], [0x7fff_ffff]] => [0x7fff_ffff],
        [[0x8000_0000], [0x7fff_ffff]] => [0xffff_ffff], [[0x7fff_fffe], [1]] => [0x7fff_ffff],
    },
    add_sat(&a, &b);

    #[doc = "The difference, or of the least and the greatest number the one that it is past."]
    "primitive.i32.sub_sat" (a: I32, b: I32) -> I32,
    laws ["sub_sat(a, a) = 0", "sub_sat(a, 0) = a", "sub_sat(a, b) = not(add_sat(not(a), b))"],
    edge_cases {
        [[0x8000_0000], [1]] => [0x8000_0000], [[0x7fff_ffff], [0xffff_ffff]] => [0x7fff_ffff],
        [[0], [0x8000_0000]] => [0x7fff_ffff], [[0xffff_ffff], [0x8000_0000]] => [0x7fff_ffff],
        [[0xffff_fffe], [0x7fff_ffff]] => [0x8000_0000], [[0x8000_0000], [0x8000_0000]] => [0],
    },
    sub_sat(&a, &b);

    #[doc = "`base` multiplied by itself, `exponent` factors, modulo 2^32; 1 if there are none."]
    "primitive.i32.pow" (base: I32, exponent: U32) -> I32,
    laws ["pow(base, 0) = 1", "pow(base, 1) = base", "pow(1, exponent) = 1", "pow(-1, 2 * exponent) = 1",
        "mul(pow(base, a), pow(base, b)) = pow(base, a + b) where a + b >= a"],
    edge_cases {
        [[0], [0]] => [1], [[0xffff_fffe], [3]] => [0xffff_fff8], [[0xffff_fffe], [31]] => [0x8000_0000],
        [[0xffff_ffff], [0xffff_ffff]] => [0xffff_ffff], [[0x8000_0000], [2]] => [0],
        [[3], [0xffff_ffff]] => [0xaaaa_aaab],
    },
    signed(Expr::call("primitive.math.pow", vec![bits(&base), exponent]));

    #[doc = "The distance from 0, modulo 2^32: that of the least number is itself."]
    "primitive.i32.abs" (a: I32) -> I32,
    laws ["abs(a) = abs(neg(a))", "abs(a) = max(a, neg(a))"],
    edge_cases { [[0xffff_ffff]] => [1], [[0x8000_0000]] => [0x8000_0000], [[0]] => [0] },
    Expr::call("primitive.i32.max", vec![a.clone(), Expr::call("primitive.i32.neg", vec![a])]);

    #[doc = "The number of the opposite sign, modulo 2^32: that of the least number is itself."]
    "primitive.i32.neg" (a: I32) -> I32,
    laws ["neg(neg(a)) = a"],
    edge_cases { [[1]] => [0xffff_ffff], [[0x8000_0000]] => [0x8000_0000], [[0]] => [0] },
    signed(-bits(&a));

    #[doc = "-1, 0 or 1 as `a` is negative, 0 or positive."]
    "primitive.i32.signum" (a: I32) -> I32,
    laws ["mul(signum(a), abs(a)) = a"],
    edge_cases { [[0x8000_0000]] => [0xffff_ffff], [[0]] => [0], [[0x7fff_ffff]] => [1] },
    signed(sign(&bits(&a)) | bits(&a).differs(0u32));

    #[doc = "The number of bits set."]
    "primitive.i32.popcount" (a: I32) -> U32,
    laws ["popcount(a) + popcount(not(a)) = 32"],
    edge_cases { [[0xffff_ffff]] => [32], [[0x8000_0000]] => [1] },
    count_ones(&bits(&a));

    #[doc = "The number of zero bits above the highest one; 32 for 0."]
    "primitive.i32.clz" (a: I32) -> U32,
    laws ["clz(a) = 0 where lt(a, 0)"],
    edge_cases { [[0xffff_ffff]] => [0], [[1]] => [31], [[0]] => [32] },
    leading_zeros(&bits(&a));

    #[doc = "The number of zero bits below the lowest one; 32 for 0."]
    "primitive.i32.ctz" (a: I32) -> U32,
    laws ["ctz(a) = ctz(neg(a))"],
    edge_cases { [[0x8000_0000]] => [31], [[0xffff_ffff]] => [0], [[0]] => [32] },
    trailing_zeros(&bits(&a));

    #[doc = "The bits in the opposite order: the sign becomes bit 0."]
    "primitive.i32.reverse_bits" (a: I32) -> I32,
    laws ["reverse_bits(reverse_bits(a)) = a", "ctz(reverse_bits(a)) = clz(a)"],
    edge_cases { [[0x8000_0000]] => [1], [[1]] => [0x8000_0000], [[0xffff_fff0]] => [0x0fff_ffff] },
    signed(reverse_bits(&bits(&a)));
}

fn bits(value: &Expr) -> Expr {
    Expr::cast(DataType::U32, value.clone())
}

fn signed(bits: Expr) -> Expr {
    Expr::cast(DataType::I32, bits)
}

/// All ones if the number with these bits is negative, else 0.
fn sign(bits: &Expr) -> Expr {
    -(bits.clone() >> 31u32)
}

/// The number moved up by 2^31, so that the order is that of `U32`.
fn ordered(value: &Expr) -> Expr {
    bits(value) ^ 0x8000_0000u32
}

/// The bits of a number that was moved up.
fn plain(ordered: Expr) -> Expr {
    ordered ^ 0x8000_0000u32
}

/// The number with these bits, negated if `sign` is all ones and not if it is 0.
fn negate_if(sign: &Expr, bits: Expr) -> Expr {
    (bits ^ sign.clone()) - sign.clone()
}

/// Binds the sign and the distance from 0.
fn parts(body: &mut Body, name: &str, value: &Expr) -> (Expr, Expr) {
    let bits = bits(value);
    let sign = body.bind(&format!("{name}_sign"), sign(&bits));
    let distance = negate_if(&sign, bits);
    (sign, distance)
}

fn divide(a: &Expr, b: &Expr) -> Composed {
    let mut body = Body::default();
    let (a_sign, a) = parts(&mut body, "a", a);
    let (b_sign, b) = parts(&mut body, "b", b);
    let sign = body.bind("sign", a_sign ^ b_sign);
    body.gives(signed(negate_if(&sign, a / b)))
}

fn remainder(a: &Expr, b: &Expr) -> Composed {
    let mut body = Body::default();
    let (sign, a) = parts(&mut body, "a", a);
    let (_, b) = parts(&mut body, "b", b);
    body.gives(signed(negate_if(&sign, a % b)))
}

/// Inverted, a negative number takes in zeros like the others.
fn arithmetic_shr(a: &Expr, amount: Expr) -> Composed {
    let mut body = Body::default();
    let sign = body.bind("sign", sign(&bits(a)));
    body.gives(signed(((bits(a) ^ sign.clone()) >> amount) ^ sign))
}

/// The least number if the one with these bits is negative, else the greatest.
fn limit(bits: &Expr) -> Expr {
    (bits.clone() >> 31u32) + 0x7fff_ffffu32
}

/// A sum is past the limits where its sign is that of neither operand.
fn add_sat(a: &Expr, b: &Expr) -> Composed {
    let mut body = Body::default();
    let sum = body.bind("sum", bits(a) + bits(b));
    let is_past = ((bits(a) ^ sum.clone()) & (bits(b) ^ sum.clone())) >> 31u32;
    body.gives(signed(select(&is_past, limit(&bits(a)), sum)))
}

/// A difference is past the limits where the signs differ and it has not that of `a`.
fn sub_sat(a: &Expr, b: &Expr) -> Composed {
    let mut body = Body::default();
    let difference = body.bind("difference", bits(a) - bits(b));
    let is_past = ((bits(a) ^ bits(b)) & (bits(a) ^ difference.clone())) >> 31u32;
    body.gives(signed(select(&is_past, limit(&bits(a)), difference)))
}
