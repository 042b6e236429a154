//! `primitive.u128.*`: arithmetic on `U128`, unsigned, composed of operations on its two halves. A lowered program has no operators
//! on 128 bits: it has those on `U64` that the compositions call.

use super::halves::*;
use super::{Body, Composed, count_ones, operations, power, reverse_bits, select};
use crate::Expr;

operations! {
    #[doc = "The sum, modulo 2^128."]
    "primitive.u128.add" (a: U128, b: U128) -> U128,
    laws ["add(a, b) = add(b, a)", "add(a, 0) = a", "sub(add(a, b), b) = a"],
    edge_cases {
        [[0xffff_ffff, 0xffff_ffff, 0, 0], [1, 0, 0, 0]] => [0, 0, 1, 0],
        [[0xffff_ffff, 0xffff_ffff, 0xffff_ffff, 0xffff_ffff], [1, 0, 0, 0]] => [0, 0, 0, 0],
        [[0, 0x8000_0000, 1, 0], [0, 0x8000_0000, 2, 0]] => [0, 0, 4, 0],
    },
    add(&a, &b);

    #[doc = "The difference, modulo 2^128."]
    "primitive.u128.sub" (a: U128, b: U128) -> U128,
    laws ["sub(a, a) = 0", "sub(a, 0) = a"],
    edge_cases {
        [[0, 0, 1, 0], [1, 0, 0, 0]] => [0xffff_ffff, 0xffff_ffff, 0, 0],
        [[0, 0, 0, 0], [1, 0, 0, 0]] => [0xffff_ffff, 0xffff_ffff, 0xffff_ffff, 0xffff_ffff],
    },
    sub(&a, &b);

    #[doc = "The product, modulo 2^128."]
    "primitive.u128.mul" (a: U128, b: U128) -> U128,
    laws ["mul(a, b) = mul(b, a)", "mul(a, 1) = a", "mul(a, 0) = 0"],
    edge_cases {
        [[0xffff_ffff, 0xffff_ffff, 0, 0], [0xffff_ffff, 0xffff_ffff, 0, 0]] => [1, 0, 0xffff_fffe, 0xffff_ffff],
        [[0, 0, 1, 0], [0, 0, 1, 0]] => [0, 0, 0, 0], [[0, 0, 1, 0], [3, 0, 7, 0]] => [0, 0, 3, 0],
        [[0xffff_ffff, 0xffff_ffff, 0xffff_ffff, 0xffff_ffff], [0xffff_ffff, 0xffff_ffff, 0xffff_ffff, 0xffff_ffff]] => [1, 0, 0, 0],
    },
    multiply(&a, &b);

    #[doc = "The product of two `U64`, of 128 bits."]
    "primitive.u128.mul_wide" (a: U64, b: U64) -> U128,
    laws ["mul_wide(a, b) = mul_wide(b, a)", "mul_wide(a, 1) = mul_wide(1, a)"],
    edge_cases {
        [[0xffff_ffff, 0xffff_ffff], [0xffff_ffff, 0xffff_ffff]] => [1, 0, 0xffff_fffe, 0xffff_ffff],
        [[0, 1], [0, 1]] => [0, 0, 1, 0], [[3, 0], [5, 0]] => [15, 0, 0, 0],
    },
    multiply_wide(a, b);

    #[doc = "The upper 128 bits of the product of 256 bits."]
    "primitive.u128.mul_hi" (a: U128, b: U128) -> U128,
    laws ["mul_hi(a, b) = mul_hi(b, a)", "mul_hi(a, 1) = 0"],
    edge_cases {
        [[0xffff_ffff, 0xffff_ffff, 0xffff_ffff, 0xffff_ffff], [0xffff_ffff, 0xffff_ffff, 0xffff_ffff, 0xffff_ffff]] =>
            [0xffff_fffe, 0xffff_ffff, 0xffff_ffff, 0xffff_ffff],
        [[0, 0, 1, 0], [0, 0, 1, 0]] => [1, 0, 0, 0], [[0, 0, 0, 0x8000_0000], [2, 0, 0, 0]] => [1, 0, 0, 0],
    },
    mul_high(&a, &b);

    #[doc = "The quotient, truncated; 0 if `b` is 0."]
    "primitive.u128.div" (a: U128, b: U128) -> U128,
    laws ["div(a, 1) = a", "div(a, 0) = 0", "add(mul(div(a, b), b), mod(a, b)) = a where ne(b, 0)"],
    edge_cases {
        [[7, 0, 0, 0], [0, 0, 0, 0]] => [0, 0, 0, 0],
        [[0xffff_ffff, 0xffff_ffff, 0xffff_ffff, 0xffff_ffff], [0, 0, 0, 0]] => [0, 0, 0, 0],
        [[0xffff_ffff, 0xffff_ffff, 0xffff_ffff, 0xffff_ffff], [1, 0, 0, 0]] =>
            [0xffff_ffff, 0xffff_ffff, 0xffff_ffff, 0xffff_ffff],
        [[0, 0, 1, 0], [3, 0, 0, 0]] => [0x5555_5555, 0x5555_5555, 0, 0],
        [[0xffff_ffff, 0xffff_ffff, 0xffff_ffff, 0xffff_ffff], [0, 0, 1, 0]] => [0xffff_ffff, 0xffff_ffff, 0, 0],
        [[0, 0, 1, 0], [1, 0, 1, 0]] => [0, 0, 0, 0],
        [[0xffff_ffff, 0xffff_ffff, 0xffff_ffff, 0xffff_ffff], [0xffff_ffff, 0xffff_ffff, 0, 0]] => [1, 0, 1, 0],
        [[0xffff_fffe, 0xffff_ffff, 0xffff_ffff, 0xffff_ffff], [0xffff_ffff, 0xffff_ffff, 0xffff_ffff, 0xffff_ffff]] =>
            [0, 0, 0, 0],
    },
    divide(&a, &b);

    #[doc = "The remainder; 0 if `b` is 0."]
    "primitive.u128.mod" (a: U128, b: U128) -> U128,
    laws ["mod(a, 1) = 0", "mod(a, 0) = 0", "lt(mod(a, b), b) = 1 where ne(b, 0)"],
    edge_cases {
        [[7, 0, 0, 0], [0, 0, 0, 0]] => [0, 0, 0, 0], [[0, 0, 1, 0], [3, 0, 0, 0]] => [1, 0, 0, 0],
        [[0, 0, 1, 0], [1, 0, 1, 0]] => [0, 0, 1, 0],
        [[0xffff_ffff, 0xffff_ffff, 0xffff_ffff, 0xffff_ffff], [0, 0, 1, 0]] => [0xffff_ffff, 0xffff_ffff, 0, 0],
    },
    remainder(a, b);

    #[doc = "1 if the two are equal, else 0."]
    "primitive.u128.eq" (a: U128, b: U128) -> U32,
    laws ["eq(a, a) = 1", "eq(a, b) = eq(b, a)", "eq(a, b) + ne(a, b) = 1"],
    edge_cases {
        [[1, 2, 3, 4], [1, 2, 3, 4]] => [1], [[1, 2, 3, 4], [1, 2, 3, 5]] => [0], [[1, 2, 3, 4], [1, 2, 4, 4]] => [0],
        [[1, 2, 3, 4], [1, 3, 3, 4]] => [0], [[1, 2, 3, 4], [2, 2, 3, 4]] => [0],
    },
    equal(&a, &b);

    #[doc = "1 if the two differ, else 0."]
    "primitive.u128.ne" (a: U128, b: U128) -> U32,
    laws ["ne(a, a) = 0", "ne(a, b) = ne(b, a)"],
    edge_cases {
        [[1, 2, 3, 4], [1, 2, 3, 4]] => [0], [[1, 2, 3, 4], [1, 2, 3, 5]] => [1], [[1, 2, 3, 4], [1, 2, 4, 4]] => [1],
        [[1, 2, 3, 4], [1, 3, 3, 4]] => [1], [[1, 2, 3, 4], [2, 2, 3, 4]] => [1],
    },
    equal(&a, &b).equals(0u32);

    #[doc = "1 if `a` is less than `b`, else 0."]
    "primitive.u128.lt" (a: U128, b: U128) -> U32,
    laws ["lt(a, a) = 0", "lt(a, b) = gt(b, a)", "lt(a, b) + ge(a, b) = 1"],
    edge_cases {
        [[0xffff_ffff, 0xffff_ffff, 0, 0], [0, 0, 1, 0]] => [1], [[0, 0, 1, 0], [0xffff_ffff, 0xffff_ffff, 0, 0]] => [0],
        [[1, 0, 5, 0], [2, 0, 5, 0]] => [1], [[2, 0, 5, 0], [2, 0, 5, 0]] => [0],
    },
    less(&a, &b);

    #[doc = "1 if `a` is greater than `b`, else 0."]
    "primitive.u128.gt" (a: U128, b: U128) -> U32,
    laws ["gt(a, a) = 0", "gt(a, b) + le(a, b) = 1"],
    edge_cases {
        [[0xffff_ffff, 0xffff_ffff, 0, 0], [0, 0, 1, 0]] => [0], [[0, 0, 1, 0], [0xffff_ffff, 0xffff_ffff, 0, 0]] => [1],
        [[2, 0, 5, 0], [2, 0, 5, 0]] => [0],
    },
    less(&b, &a);

    #[doc = "1 if `a` is at most `b`, else 0."]
    "primitive.u128.le" (a: U128, b: U128) -> U32,
    laws ["le(a, a) = 1", "le(a, b) = ge(b, a)"],
    edge_cases {
        [[0xffff_ffff, 0xffff_ffff, 0, 0], [0, 0, 1, 0]] => [1], [[0, 0, 1, 0], [0xffff_ffff, 0xffff_ffff, 0, 0]] => [0],
        [[2, 0, 5, 0], [2, 0, 5, 0]] => [1],
    },
    less(&b, &a).equals(0u32);

    #[doc = "1 if `a` is at least `b`, else 0."]
    "primitive.u128.ge" (a: U128, b: U128) -> U32,
    laws ["ge(a, a) = 1"],
    edge_cases {
        [[0xffff_ffff, 0xffff_ffff, 0, 0], [0, 0, 1, 0]] => [0], [[0, 0, 1, 0], [0xffff_ffff, 0xffff_ffff, 0, 0]] => [1],
        [[2, 0, 5, 0], [2, 0, 5, 0]] => [1],
    },
    less(&a, &b).equals(0u32);

    #[doc = "`a` with its bits moved up by `b & 127` places; zeros come in at the bottom."]
    "primitive.u128.shl" (a: U128, b: U32) -> U128,
    laws ["shl(a, 0) = a", "shl(a, b) = shl(a, b % 128)"],
    edge_cases {
        [[1, 0, 0, 0], [63]] => [0, 0x8000_0000, 0, 0], [[1, 0, 0, 0], [64]] => [0, 0, 1, 0],
        [[1, 0, 0, 0], [127]] => [0, 0, 0, 0x8000_0000], [[1, 2, 3, 4], [128]] => [1, 2, 3, 4],
        [[1, 2, 3, 4], [32]] => [0, 1, 2, 3], [[3, 0, 0, 0], [0xffff_ffff]] => [0, 0, 0, 0x8000_0000],
    },
    shift_left(&a, &b);

    #[doc = "`a` with its bits moved down by `b & 127` places; zeros come in at the top."]
    "primitive.u128.shr" (a: U128, b: U32) -> U128,
    laws ["shr(a, 0) = a", "shr(a, b) = shr(a, b % 128)"],
    edge_cases {
        [[0, 0, 0, 0x8000_0000], [63]] => [0, 0, 1, 0], [[0, 0, 1, 0], [64]] => [1, 0, 0, 0],
        [[0, 0, 0, 0x8000_0000], [127]] => [1, 0, 0, 0], [[1, 2, 3, 4], [128]] => [1, 2, 3, 4],
        [[1, 2, 3, 4], [32]] => [2, 3, 4, 0], [[0, 0, 0, 0xc000_0000], [0xffff_ffff]] => [1, 0, 0, 0],
    },
    shift_right(&a, &b);

    #[doc = "`a` with its bits moved up by `b & 127` places; those that leave at the top come in at the bottom."]
    "primitive.u128.rotl" (a: U128, b: U32) -> U128,
    laws ["rotl(a, 0) = a", "rotl(a, b) = rotl(a, b % 128)", "rotl(a, b) = or(shl(a, b), shr(a, 128 - b))"],
    edge_cases {
        [[1, 0, 0, 0x8000_0000], [1]] => [3, 0, 0, 0], [[1, 2, 3, 4], [64]] => [3, 4, 1, 2],
        [[1, 2, 3, 4], [32]] => [4, 1, 2, 3], [[1, 2, 3, 4], [128]] => [1, 2, 3, 4],
        [[1, 0, 0, 0], [0xffff_ffff]] => [0, 0, 0, 0x8000_0000],
    },
    rotate_left(a, b);

    #[doc = "`a` with its bits moved down by `b & 127` places; those that leave at the bottom come in at the top."]
    "primitive.u128.rotr" (a: U128, b: U32) -> U128,
    laws ["rotr(a, 0) = a", "rotr(rotl(a, b), b) = a", "rotr(a, b) = rotl(a, 128 - b)"],
    edge_cases {
        [[3, 0, 0, 0], [1]] => [1, 0, 0, 0x8000_0000], [[1, 2, 3, 4], [32]] => [2, 3, 4, 1],
        [[1, 2, 3, 4], [128]] => [1, 2, 3, 4], [[1, 0, 0, 0], [127]] => [2, 0, 0, 0],
    },
    rotate_left(a, -b);

    #[doc = "The bits set in both."]
    "primitive.u128.and" (a: U128, b: U128) -> U128,
    laws ["and(a, b) = and(b, a)", "and(a, a) = a", "and(a, 0) = 0"],
    edge_cases { [[0xf0, 0xffff_ffff, 1, 3], [0xff, 0x1234_5678, 1, 6]] => [0xf0, 0x1234_5678, 1, 2] },
    words(|at| word(&a, at) & word(&b, at));

    #[doc = "The bits set in either."]
    "primitive.u128.or" (a: U128, b: U128) -> U128,
    laws ["or(a, b) = or(b, a)", "or(a, a) = a", "or(a, 0) = a"],
    edge_cases { [[0xf0, 0, 1, 3], [0x0f, 0x1234_5678, 1, 6]] => [0xff, 0x1234_5678, 1, 7] },
    words(|at| word(&a, at) | word(&b, at));

    #[doc = "The bits set in exactly one."]
    "primitive.u128.xor" (a: U128, b: U128) -> U128,
    laws ["xor(a, b) = xor(b, a)", "xor(a, a) = 0", "xor(a, 0) = a"],
    edge_cases { [[0xf0, 0xffff_ffff, 1, 3], [0xff, 0x1234_5678, 1, 6]] => [0x0f, 0xedcb_a987, 0, 5] },
    words(|at| word(&a, at) ^ word(&b, at));

    #[doc = "Every bit inverted."]
    "primitive.u128.not" (a: U128) -> U128,
    laws ["not(not(a)) = a"],
    edge_cases { [[0, 0xffff_ffff, 1, 0]] => [0xffff_ffff, 0, 0xffff_fffe, 0xffff_ffff] },
    words(|at| !word(&a, at));

    #[doc = "The smaller."]
    "primitive.u128.min" (a: U128, b: U128) -> U128,
    laws ["min(a, b) = min(b, a)", "min(a, a) = a", "min(a, 0) = 0"],
    edge_cases {
        [[0xffff_ffff, 0xffff_ffff, 0, 0], [0, 0, 1, 0]] => [0xffff_ffff, 0xffff_ffff, 0, 0],
        [[1, 0, 5, 0], [2, 0, 5, 0]] => [1, 0, 5, 0],
    },
    select(&less(&a, &b), a, b);

    #[doc = "The larger."]
    "primitive.u128.max" (a: U128, b: U128) -> U128,
    laws ["max(a, b) = max(b, a)", "max(a, a) = a", "max(a, 0) = a"],
    edge_cases {
        [[0xffff_ffff, 0xffff_ffff, 0, 0], [0, 0, 1, 0]] => [0, 0, 1, 0], [[1, 0, 5, 0], [2, 0, 5, 0]] => [2, 0, 5, 0],
    },
    select(&less(&a, &b), b, a);

    #[doc = "`min(max(x, lo), hi)`: `x` if it lies between the two, else the one that it is past. Where `lo` is more "]
    #[doc = "than `hi`, that is `hi`."]
    "primitive.u128.clamp" (x: U128, lo: U128, hi: U128) -> U128,
    laws ["clamp(x, 0, not(0)) = x", "clamp(x, lo, lo) = lo", "clamp(x, lo, hi) = min(max(x, lo), hi)"],
    edge_cases {
        [[5, 0, 1, 0], [9, 0, 0, 0], [0, 0, 2, 0]] => [5, 0, 1, 0], [[5, 0, 0, 0], [9, 0, 0, 0], [0, 0, 2, 0]] => [9, 0, 0, 0],
        [[5, 0, 2, 0], [9, 0, 0, 0], [0, 0, 2, 0]] => [0, 0, 2, 0], [[5, 0, 1, 0], [0, 0, 2, 0], [9, 0, 0, 0]] => [9, 0, 0, 0],
    },
    call("min", vec![call("max", vec![x, lo]), hi]);

    #[doc = "The distance between the two."]
    "primitive.u128.abs_diff" (a: U128, b: U128) -> U128,
    laws ["abs_diff(a, b) = abs_diff(b, a)", "abs_diff(a, a) = 0", "abs_diff(a, b) = sub(max(a, b), min(a, b))"],
    edge_cases {
        [[0, 0, 1, 0], [1, 0, 0, 0]] => [0xffff_ffff, 0xffff_ffff, 0, 0],
        [[1, 0, 0, 0], [0, 0, 1, 0]] => [0xffff_ffff, 0xffff_ffff, 0, 0], [[5, 0, 7, 0], [3, 0, 7, 0]] => [2, 0, 0, 0],
    },
    abs_diff(&a, &b);

    #[doc = "The sum, or 2^128 - 1 if it is more than that."]
    "primitive.u128.add_sat" (a: U128, b: U128) -> U128,
    laws ["add_sat(a, b) = add_sat(b, a)", "add_sat(a, 0) = a", "add_sat(a, b) = add(a, min(not(a), b))"],
    edge_cases {
        [[0xffff_ffff, 0xffff_ffff, 0xffff_ffff, 0xffff_ffff], [1, 0, 0, 0]] =>
            [0xffff_ffff, 0xffff_ffff, 0xffff_ffff, 0xffff_ffff],
        [[0xffff_ffff, 0xffff_ffff, 0, 0], [1, 0, 0, 0]] => [0, 0, 1, 0],
        [[0, 0, 0, 0x8000_0000], [0, 0, 0, 0x8000_0000]] => [0xffff_ffff, 0xffff_ffff, 0xffff_ffff, 0xffff_ffff],
    },
    add_sat(a, b);

    #[doc = "The difference, or 0 if it is less than that."]
    "primitive.u128.sub_sat" (a: U128, b: U128) -> U128,
    laws ["sub_sat(a, a) = 0", "sub_sat(a, 0) = a", "add(sub_sat(a, b), min(a, b)) = a"],
    edge_cases {
        [[0, 0, 0, 0], [1, 0, 0, 0]] => [0, 0, 0, 0], [[0, 0, 1, 0], [1, 0, 0, 0]] => [0xffff_ffff, 0xffff_ffff, 0, 0],
        [[0xffff_ffff, 0xffff_ffff, 0, 0], [0, 0, 1, 0]] => [0, 0, 0, 0],
    },
    select(&less(&a, &b), number(0), call("sub", vec![a, b]));

    #[doc = "`base` multiplied by itself, `exponent` factors, modulo 2^128; 1 if there are none."]
    "primitive.u128.pow" (base: U128, exponent: U32) -> U128,
    laws ["pow(base, 0) = 1", "pow(base, 1) = base", "pow(1, exponent) = 1",
        "mul(pow(base, a), pow(base, b)) = pow(base, a + b) where a + b >= a"],
    edge_cases {
        [[0, 0, 0, 0], [0]] => [1, 0, 0, 0], [[0, 0, 0, 0], [5]] => [0, 0, 0, 0],
        [[2, 0, 0, 0], [127]] => [0, 0, 0, 0x8000_0000], [[2, 0, 0, 0], [128]] => [0, 0, 0, 0],
        [[10, 0, 0, 0], [38]] => [0, 0x098a_2240, 0x5a86_c47a, 0x4b3b_4ca8],
        [[0xffff_ffff, 0xffff_ffff, 0xffff_ffff, 0xffff_ffff], [0xffff_ffff]] =>
            [0xffff_ffff, 0xffff_ffff, 0xffff_ffff, 0xffff_ffff],
    },
    power(base, exponent, quad(Half::of(1u32), Half::of(0u32)), "primitive.u128.mul");

    #[doc = "What gives 0 with `a` in a sum, modulo 2^128."]
    "primitive.u128.neg" (a: U128) -> U128,
    laws ["neg(neg(a)) = a", "add(a, neg(a)) = 0"],
    edge_cases {
        [[0, 0, 0, 0]] => [0, 0, 0, 0], [[1, 0, 0, 0]] => [0xffff_ffff, 0xffff_ffff, 0xffff_ffff, 0xffff_ffff],
        [[0, 0, 1, 0]] => [0, 0, 0xffff_ffff, 0xffff_ffff],
    },
    call("sub", vec![number(0), a]);

    #[doc = "The number of bits set."]
    "primitive.u128.popcount" (a: U128) -> U32,
    laws ["popcount(a) + popcount(not(a)) = 128"],
    edge_cases {
        [[0, 0, 0, 0]] => [0], [[0xffff_ffff, 0xffff_ffff, 0xffff_ffff, 0xffff_ffff]] => [128], [[1, 1, 1, 1]] => [4],
    },
    [1, 2, 3].into_iter().fold(count_ones(&word(&a, 0)), |sum, at| sum + count_ones(&word(&a, at)));

    #[doc = "The number of zero bits above the highest one; 128 for 0."]
    "primitive.u128.clz" (a: U128) -> U32,
    laws ["clz(shr(not(0), b)) = b where b < 128"],
    edge_cases {
        [[0, 0, 0, 0]] => [128], [[1, 0, 0, 0]] => [127], [[0, 0, 1, 0]] => [63], [[0, 0, 0, 0x8000_0000]] => [0],
    },
    select(&any(&a, 2), of_half("clz", hi(&a)), of_half("clz", lo(&a)) + 64u32);

    #[doc = "The number of zero bits below the lowest one; 128 for 0."]
    "primitive.u128.ctz" (a: U128) -> U32,
    laws ["ctz(shl(1, b)) = b where b < 128"],
    edge_cases {
        [[0, 0, 0, 0]] => [128], [[1, 0, 0, 0]] => [0], [[0, 0, 1, 0]] => [64], [[0, 0x8000_0000, 1, 0]] => [63],
    },
    select(&any(&a, 0), of_half("ctz", lo(&a)), of_half("ctz", hi(&a)) + 64u32);

    #[doc = "The bits in the opposite order."]
    "primitive.u128.reverse_bits" (a: U128) -> U128,
    laws ["reverse_bits(reverse_bits(a)) = a", "ctz(reverse_bits(a)) = clz(a)"],
    edge_cases { [[1, 0, 0, 0]] => [0, 0, 0, 0x8000_0000], [[0xf0, 0, 3, 0]] => [0, 0xc000_0000, 0, 0x0f00_0000] },
    words(|at| reverse_bits(&word(&a, 3 - at)));
}

fn add(a: &Expr, b: &Expr) -> Composed {
    let mut body = Body::default();
    let a_lo = lo(a).bind("a_lo", &mut body);
    let low = (a_lo.clone() + lo(b)).bind("low", &mut body);
    let carry = Half::of(low.clone().less(a_lo));
    let high = (hi(a) + hi(b) + carry).bind("high", &mut body);
    body.gives(quad(low, high))
}

fn sub(a: &Expr, b: &Expr) -> Composed {
    let mut body = Body::default();
    let (a_lo, b_lo) = (lo(a).bind("a_lo", &mut body), lo(b).bind("b_lo", &mut body));
    let low = (a_lo.clone() - b_lo.clone()).bind("low", &mut body);
    let borrow = Half::of(a_lo.less(b_lo));
    let high = (hi(a) - hi(b) - borrow).bind("high", &mut body);
    body.gives(quad(low, high))
}

/// The lower half as a `U128`.
fn lower(x: &Expr) -> Expr {
    words(|at| if at < 2 { word(x, at) } else { Expr::u32(0) })
}

/// The upper half as a `U128`.
fn upper(x: &Expr) -> Expr {
    words(|at| if at < 2 { word(x, at + 2) } else { Expr::u32(0) })
}

fn multiply(a: &Expr, b: &Expr) -> Composed {
    let mut body = Body::default();
    let ((a_lo, a_hi), (b_lo, b_hi)) = (halves(&mut body, "a", a), halves(&mut body, "b", b));
    let low = (a_lo.clone() * b_lo.clone()).bind("low", &mut body);
    let high = mul_hi(a_lo.clone(), b_lo.clone()) + a_lo * b_hi + a_hi * b_lo;
    let high = high.bind("high", &mut body);
    body.gives(quad(low, high))
}

fn multiply_wide(a: Expr, b: Expr) -> Composed {
    let mut body = Body::default();
    let low = (Half(a.clone()) * Half(b.clone())).bind("low", &mut body);
    let high = mul_hi(Half(a), Half(b)).bind("high", &mut body);
    body.gives(quad(low, high))
}

/// From the four products of halves; no sum here passes 128 bits.
fn mul_high(a: &Expr, b: &Expr) -> Composed {
    let mut body = Body::default();
    let ((a_lo, a_hi), (b_lo, b_hi)) = (halves(&mut body, "a", a), halves(&mut body, "b", b));
    let product = |a: &Half, b: &Half| call("mul_wide", vec![a.0.clone(), b.0.clone()]);
    let add = |a, b| call("add", vec![a, b]);
    let bottom = mul_hi(a_lo.clone(), b_lo.clone()).bind("bottom", &mut body);
    let middle = body.bind("middle", add(product(&a_hi, &b_lo), quad(bottom, Half::of(0u32))));
    let other = body.bind("other", add(product(&a_lo, &b_hi), lower(&middle)));
    let top = body.bind("top", add(product(&a_hi, &b_hi), upper(&middle)));
    body.gives(add(top, upper(&other)))
}

fn equal(a: &Expr, b: &Expr) -> Expr {
    lo(a).equals(lo(b)) & hi(a).equals(hi(b))
}

fn less(a: &Expr, b: &Expr) -> Expr {
    hi(a).less(hi(b)) | (hi(a).equals(hi(b)) & lo(a).less(lo(b)))
}

/// The upper half of `quad(lo, hi) << amount`, for an amount taken `& 63`. By 0 and not by 64, nothing comes in.
fn upper_of_shl(lo: Half, hi: Half, amount: &Expr) -> Half {
    (hi << amount.clone()) | ((lo >> Expr::u32(1)) >> !amount.clone())
}

fn shift_left(a: &Expr, amount: &Expr) -> Composed {
    let mut body = Body::default();
    let a_lo = lo(a).bind("a_lo", &mut body);
    let low = (a_lo.clone() << amount.clone()).bind("low", &mut body);
    let high = upper_of_shl(a_lo, hi(a), amount).bind("high", &mut body);
    let is_far = amount.clone() & 64u32;
    body.gives(select(&is_far, quad(Half::of(0u32), low.clone()), quad(low, high)))
}

fn shift_right(a: &Expr, amount: &Expr) -> Composed {
    let mut body = Body::default();
    let a_hi = hi(a).bind("a_hi", &mut body);
    let high = (a_hi.clone() >> amount.clone()).bind("high", &mut body);
    let low = (lo(a) >> amount.clone()) | ((a_hi << Expr::u32(1)) << !amount.clone());
    let low = low.bind("low", &mut body);
    let is_far = amount.clone() & 64u32;
    body.gives(select(&is_far, quad(high.clone(), Half::of(0u32)), quad(low, high)))
}

/// The shifts take the lowest seven bits of an amount, which are the same for `-amount` and `128 - amount`.
fn rotate_left(a: Expr, amount: Expr) -> Composed {
    let mut body = Body::default();
    let amount = body.bind("amount", amount);
    let up = call("shl", vec![a.clone(), amount.clone()]);
    let down = call("shr", vec![a, -amount]);
    body.gives(call("or", vec![up, down]))
}

fn abs_diff(a: &Expr, b: &Expr) -> Composed {
    let mut body = Body::default();
    let is_less = body.bind("is_less", less(a, b));
    let larger = select(&is_less, b.clone(), a.clone());
    let smaller = select(&is_less, a.clone(), b.clone());
    body.gives(call("sub", vec![larger, smaller]))
}

fn add_sat(a: Expr, b: Expr) -> Composed {
    let mut body = Body::default();
    let sum = body.bind("sum", call("add", vec![a.clone(), b]));
    body.gives(select(&less(&sum, &a), number(u32::MAX), sum))
}

/// Without branches and loops, by three divisions of 64 bits: the way of `primitive.u64.div`, on digits of twice the size.
///
/// A divisor below 2^64 takes schoolbook division: the upper half first, then its remainder with the lower half. For
/// a greater one the divisor's upper 64 bits, taken from its highest bit on, give the quotient or one more than it.
fn divide(a: &Expr, b: &Expr) -> Composed {
    let mut body = Body::default();
    let ((a_lo, a_hi), (b_lo, b_hi)) = (halves(&mut body, "a", a), halves(&mut body, "b", b));
    let is_wide = body.bind("is_wide", any(b, 2).differs(0u32));
    let upper = (a_hi.clone() / b_lo.clone()).bind("upper", &mut body);
    let zeros = body.bind("zeros", of_half("clz", b_hi.clone()));
    let leading = upper_of_shl(b_lo.clone(), b_hi, &zeros);
    let divisor = Half::select(&is_wide, leading, b_lo.clone()).bind("divisor", &mut body);
    let (one, most) = (Expr::u32(1), Expr::u32(63));
    let high = Half::select(&is_wide, a_hi.clone() >> one.clone(), a_hi.clone() - upper.clone() * b_lo);
    let low = Half::select(&is_wide, (a_hi << most.clone()) | (a_lo.clone() >> one), a_lo);
    let quotient = divide_long(&mut body, high, low, &divisor);
    let estimate = (quotient.clone() >> (most - zeros)).bind("estimate", &mut body);
    let is_any = Half::of(any(&estimate.0, 0).differs(0u32));
    let estimate = (estimate - is_any).bind("at_most_one_less", &mut body);
    let product = call("mul", vec![b.clone(), quad(estimate.clone(), Half::of(0u32))]);
    let rest = body.bind("rest", call("sub", vec![a.clone(), product]));
    let is_one_less = Half::of(less(&rest, b).equals(0u32));
    let exact = (estimate + is_one_less).bind("exact", &mut body);
    let result = select(&is_wide, quad(exact, Half::of(0u32)), quad(quotient, upper));
    body.gives(select(&(any(b, 0) | any(b, 2)), result, number(0)))
}

/// `quad(low, high) / divisor`, for `high` below `divisor`: two digits of 32 bits, each estimated from the divisor's
/// leading one and then corrected.
fn divide_long(body: &mut Body, high: Half, low: Half, divisor: &Half) -> Half {
    let by = Expr::u32(32);
    let shift = body.bind("shift", of_half("clz", divisor.clone()));
    let divisor = (divisor.clone() << shift.clone()).bind("normal", body);
    let low = low.bind("a_low", body);
    let first = upper_of_shl(low.clone(), high, &shift).bind("a_high", body);
    let low = (low << shift).bind("a_rest", body);
    let next = |at| Half::of(word(&low.0, at));
    let upper = digit(body, "upper", &first, &next(1), &divisor);
    let rest = (first << by.clone()) + next(1) - upper.clone() * divisor.clone();
    let rest = rest.bind("a_remainder", body);
    let lower = digit(body, "lower", &rest, &next(0), &divisor);
    ((upper << by) + lower).bind("quotient", body)
}

/// A digit of 32 bits: `(high * 2^32 + next) / divisor`, for `high` below `divisor`, whose highest bit is set.
///
/// The leading digit of the divisor alone gives an estimate that is too large by two at most.
fn digit(body: &mut Body, name: &str, high: &Half, next: &Half, divisor: &Half) -> Half {
    let leading = Half::of(word(&divisor.0, 1)).bind(&format!("{name}_leading"), body);
    let trailing = Half::of(word(&divisor.0, 0)).bind(&format!("{name}_trailing"), body);
    let mut digit = (high.clone() / leading.clone()).bind(&format!("{name}_estimate"), body);
    let rest = high.clone() - digit.clone() * leading.clone();
    let mut rest = rest.bind(&format!("{name}_rest"), body);
    for round in ["once", "twice"] {
        // An estimate of more than 32 bits is too large whatever its product says; a remainder of more than 32 bits
        // says that it is not.
        let is_less = ((rest.clone() << Expr::u32(32)) | next.clone()).less(digit.clone() * trailing.clone());
        let exceeds = word(&digit.0, 1).differs(0u32) | (word(&rest.0, 1).equals(0u32) & is_less);
        let exceeds = body.bind(&format!("{name}_{round}"), exceeds);
        digit = (digit - Half::of(exceeds.clone())).bind(&format!("{name}_corrected_{round}"), body);
        let corrected = rest + Half::select(&exceeds, leading.clone(), Half::of(0u32));
        rest = corrected.bind(&format!("{name}_rest_{round}"), body);
    }
    digit
}

fn remainder(a: Expr, b: Expr) -> Composed {
    let mut body = Body::default();
    let quotient = call("div", vec![a.clone(), b.clone()]);
    let product = call("mul", vec![quotient, b.clone()]);
    let rest = body.bind("rest", call("sub", vec![a, product]));
    body.gives(select(&(any(&b, 0) | any(&b, 2)), rest, number(0)))
}
