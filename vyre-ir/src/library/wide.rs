//! `primitive.u64.*`: arithmetic on `U64`, unsigned, composed of operators on its two halves. What is no operator of a lowered
//! program calls those that are, so that a target with 64-bit integers computes them by itself.

use super::{
    Body, Composed, count_ones, leading_zeros, operations, power, reverse_bits, select, trailing_zeros,
};
use crate::{DataType, Expr};

operations! {
    #[doc = "The sum, modulo 2^64."]
    "primitive.u64.add" (a: U64, b: U64) -> U64,
    laws ["add(a, b) = add(b, a)", "add(a, 0) = a", "sub(add(a, b), b) = a"],
    edge_cases {
        [[0xffff_ffff, 0], [1, 0]] => [0, 1], [[0xffff_ffff, 0xffff_ffff], [1, 0]] => [0, 0],
        [[0x8000_0000, 0], [0x8000_0000, 0]] => [0, 1],
    },
    add(&a, &b);

    #[doc = "The difference, modulo 2^64."]
    "primitive.u64.sub" (a: U64, b: U64) -> U64,
    laws ["sub(a, a) = 0", "sub(a, 0) = a"],
    edge_cases { [[0, 1], [1, 0]] => [0xffff_ffff, 0], [[0, 0], [1, 0]] => [0xffff_ffff, 0xffff_ffff] },
    sub(&a, &b);

    #[doc = "The product, modulo 2^64."]
    "primitive.u64.mul" (a: U64, b: U64) -> U64,
    laws ["mul(a, b) = mul(b, a)", "mul(a, 1) = a", "mul(a, 0) = 0"],
    edge_cases {
        [[0xffff_ffff, 0], [0xffff_ffff, 0]] => [1, 0xffff_fffe], [[0, 1], [0, 1]] => [0, 0],
        [[0xffff_ffff, 0xffff_ffff], [0xffff_ffff, 0xffff_ffff]] => [1, 0], [[0, 1], [3, 7]] => [0, 3],
    },
    mul(&a, &b);

    #[doc = "The product of two `U32`, of 64 bits."]
    "primitive.u64.mul_wide" (a: U32, b: U32) -> U64,
    laws ["mul_wide(a, b) = mul_wide(b, a)", "mul_wide(a, 1) = mul_wide(1, a)"],
    edge_cases { [[0xffff_ffff], [0xffff_ffff]] => [1, 0xffff_fffe], [[0x1_0000], [0x1_0000]] => [0, 1], [[3], [5]] => [15, 0] },
    wide(a.clone() * b.clone(), Expr::call("primitive.math.mul_hi", vec![a, b]));

    #[doc = "The upper 64 bits of the product of 128 bits."]
    "primitive.u64.mul_hi" (a: U64, b: U64) -> U64,
    laws ["mul_hi(a, b) = mul_hi(b, a)", "mul_hi(a, 1) = 0"],
    edge_cases {
        [[0xffff_ffff, 0xffff_ffff], [0xffff_ffff, 0xffff_ffff]] => [0xffff_fffe, 0xffff_ffff],
        [[0, 1], [0, 1]] => [1, 0], [[0, 0x8000_0000], [2, 0]] => [1, 0], [[0xffff_ffff, 0], [0xffff_ffff, 0]] => [0, 0],
    },
    mul_hi(&a, &b);

    #[doc = "The quotient, truncated; 0 if `b` is 0."]
    "primitive.u64.div" (a: U64, b: U64) -> U64,
    laws ["div(a, 1) = a", "div(a, 0) = 0", "add(mul(div(a, b), b), mod(a, b)) = a where ne(b, 0)"],
    edge_cases {
        [[7, 0], [0, 0]] => [0, 0], [[0xffff_ffff, 0xffff_ffff], [0, 0]] => [0, 0],
        [[0xffff_ffff, 0xffff_ffff], [1, 0]] => [0xffff_ffff, 0xffff_ffff], [[0, 1], [3, 0]] => [0x5555_5555, 0],
        [[0xffff_ffff, 0xffff_ffff], [0, 1]] => [0xffff_ffff, 0], [[0, 1], [1, 1]] => [0, 0],
        [[0xffff_ffff, 0xffff_ffff], [0xffff_ffff, 0]] => [1, 1],
        [[0xffff_ffff, 0xffff_ffff], [0xffff_ffff, 0xffff_ffff]] => [1, 0],
        [[0xffff_fffe, 0xffff_ffff], [0xffff_ffff, 0xffff_ffff]] => [0, 0],
    },
    divide(a, b);

    #[doc = "The remainder; 0 if `b` is 0."]
    "primitive.u64.mod" (a: U64, b: U64) -> U64,
    laws ["mod(a, 1) = 0", "mod(a, 0) = 0", "lt(mod(a, b), b) = 1 where ne(b, 0)"],
    edge_cases {
        [[7, 0], [0, 0]] => [0, 0], [[0, 1], [3, 0]] => [1, 0], [[0, 1], [1, 1]] => [0, 1],
        [[0xffff_ffff, 0xffff_ffff], [0, 1]] => [0xffff_ffff, 0],
    },
    remainder(a, b);

    #[doc = "1 if the two are equal, else 0."]
    "primitive.u64.eq" (a: U64, b: U64) -> U32,
    laws ["eq(a, a) = 1", "eq(a, b) = eq(b, a)", "eq(a, b) + ne(a, b) = 1"],
    edge_cases { [[1, 2], [1, 2]] => [1], [[1, 2], [1, 3]] => [0], [[1, 2], [2, 2]] => [0], [[1, 2], [2, 1]] => [0] },
    lo(&a).equals(lo(&b)) & hi(&a).equals(hi(&b));

    #[doc = "1 if the two differ, else 0."]
    "primitive.u64.ne" (a: U64, b: U64) -> U32,
    laws ["ne(a, a) = 0", "ne(a, b) = ne(b, a)"],
    edge_cases { [[1, 2], [1, 2]] => [0], [[1, 2], [1, 3]] => [1], [[1, 2], [2, 2]] => [1], [[1, 2], [2, 1]] => [1] },
    lo(&a).differs(lo(&b)) | hi(&a).differs(hi(&b));

    #[doc = "1 if `a` is less than `b`, else 0."]
    "primitive.u64.lt" (a: U64, b: U64) -> U32,
    laws ["lt(a, a) = 0", "lt(a, b) = gt(b, a)", "lt(a, b) + ge(a, b) = 1"],
    edge_cases {
        [[0xffff_ffff, 0], [0, 1]] => [1], [[0, 1], [0xffff_ffff, 0]] => [0], [[1, 5], [2, 5]] => [1],
        [[2, 5], [2, 5]] => [0],
    },
    less(&a, &b);

    #[doc = "1 if `a` is greater than `b`, else 0."]
    "primitive.u64.gt" (a: U64, b: U64) -> U32,
    laws ["gt(a, a) = 0", "gt(a, b) + le(a, b) = 1"],
    edge_cases { [[0xffff_ffff, 0], [0, 1]] => [0], [[0, 1], [0xffff_ffff, 0]] => [1], [[2, 5], [2, 5]] => [0] },
    less(&b, &a);

    #[doc = "1 if `a` is at most `b`, else 0."]
    "primitive.u64.le" (a: U64, b: U64) -> U32,
    laws ["le(a, a) = 1", "le(a, b) = ge(b, a)"],
    edge_cases { [[0xffff_ffff, 0], [0, 1]] => [1], [[0, 1], [0xffff_ffff, 0]] => [0], [[2, 5], [2, 5]] => [1] },
    at_most(&a, &b);

    #[doc = "1 if `a` is at least `b`, else 0."]
    "primitive.u64.ge" (a: U64, b: U64) -> U32,
    laws ["ge(a, a) = 1"],
    edge_cases { [[0xffff_ffff, 0], [0, 1]] => [0], [[0, 1], [0xffff_ffff, 0]] => [1], [[2, 5], [2, 5]] => [1] },
    at_most(&b, &a);

    #[doc = "`a` with its bits moved up by `b & 63` places; zeros come in at the bottom."]
    "primitive.u64.shl" (a: U64, b: U32) -> U64,
    laws ["shl(a, 0) = a", "shl(a, b) = shl(a, b % 64)"],
    edge_cases {
        [[1, 0], [31]] => [0x8000_0000, 0], [[1, 0], [32]] => [0, 1], [[1, 0], [63]] => [0, 0x8000_0000],
        [[1, 2], [64]] => [1, 2], [[0x8000_0001, 0], [1]] => [2, 1], [[3, 0], [0xffff_ffff]] => [0, 0x8000_0000],
    },
    shift_left(&a, &b);

    #[doc = "`a` with its bits moved down by `b & 63` places; zeros come in at the top."]
    "primitive.u64.shr" (a: U64, b: U32) -> U64,
    laws ["shr(a, 0) = a", "shr(a, b) = shr(a, b % 64)"],
    edge_cases {
        [[0, 0x8000_0000], [31]] => [0, 1], [[0, 1], [32]] => [1, 0], [[0, 0x8000_0000], [63]] => [1, 0],
        [[1, 2], [64]] => [1, 2], [[0, 3], [1]] => [0x8000_0000, 1], [[0, 0xc000_0000], [0xffff_ffff]] => [1, 0],
    },
    shift_right(&a, &b);

    #[doc = "`a` with its bits moved up by `b & 63` places; those that leave at the top come in at the bottom."]
    "primitive.u64.rotl" (a: U64, b: U32) -> U64,
    laws ["rotl(a, 0) = a", "rotl(a, b) = rotl(a, b % 64)", "rotl(a, b) = or(shl(a, b), shr(a, 64 - b))"],
    edge_cases {
        [[1, 0x8000_0000], [1]] => [3, 0], [[1, 2], [32]] => [2, 1], [[1, 2], [64]] => [1, 2],
        [[0x8000_0000, 0], [33]] => [1, 0], [[3, 0], [63]] => [1, 0x8000_0000],
        [[1, 0], [0xffff_ffff]] => [0, 0x8000_0000], [[0x1234_5678, 0x9abc_def0], [4]] => [0x2345_6789, 0xabcd_ef01],
    },
    rotate_left(a, b);

    #[doc = "`a` with its bits moved down by `b & 63` places; those that leave at the bottom come in at the top."]
    "primitive.u64.rotr" (a: U64, b: U32) -> U64,
    laws ["rotr(a, 0) = a", "rotr(rotl(a, b), b) = a", "rotr(a, b) = rotl(a, 64 - b)"],
    edge_cases {
        [[3, 0], [1]] => [1, 0x8000_0000], [[1, 2], [32]] => [2, 1], [[1, 2], [64]] => [1, 2],
        [[1, 0], [33]] => [0x8000_0000, 0], [[1, 0], [63]] => [2, 0], [[1, 0], [0xffff_ffff]] => [2, 0],
    },
    rotate_left(a, -b);

    #[doc = "The bits set in both."]
    "primitive.u64.and" (a: U64, b: U64) -> U64,
    laws ["and(a, b) = and(b, a)", "and(a, a) = a", "and(a, 0) = 0"],
    edge_cases { [[0xf0, 0xffff_ffff], [0xff, 0x1234_5678]] => [0xf0, 0x1234_5678] },
    wide(lo(&a) & lo(&b), hi(&a) & hi(&b));

    #[doc = "The bits set in either."]
    "primitive.u64.or" (a: U64, b: U64) -> U64,
    laws ["or(a, b) = or(b, a)", "or(a, a) = a", "or(a, 0) = a"],
    edge_cases { [[0xf0, 0], [0x0f, 0x1234_5678]] => [0xff, 0x1234_5678] },
    wide(lo(&a) | lo(&b), hi(&a) | hi(&b));

    #[doc = "The bits set in exactly one."]
    "primitive.u64.xor" (a: U64, b: U64) -> U64,
    laws ["xor(a, b) = xor(b, a)", "xor(a, a) = 0", "xor(a, 0) = a"],
    edge_cases { [[0xf0, 0xffff_ffff], [0xff, 0x1234_5678]] => [0x0f, 0xedcb_a987] },
    wide(lo(&a) ^ lo(&b), hi(&a) ^ hi(&b));

    #[doc = "Every bit inverted."]
    "primitive.u64.not" (a: U64) -> U64,
    laws ["not(not(a)) = a"],
    edge_cases { [[0, 0xffff_ffff]] => [0xffff_ffff, 0] },
    wide(!lo(&a), !hi(&a));

    #[doc = "The smaller."]
    "primitive.u64.min" (a: U64, b: U64) -> U64,
    laws ["min(a, b) = min(b, a)", "min(a, a) = a", "min(a, 0) = 0"],
    edge_cases { [[0xffff_ffff, 0], [0, 1]] => [0xffff_ffff, 0], [[1, 5], [2, 5]] => [1, 5] },
    select(&less(&a, &b), a, b);

    #[doc = "The larger."]
    "primitive.u64.max" (a: U64, b: U64) -> U64,
    laws ["max(a, b) = max(b, a)", "max(a, a) = a", "max(a, 0) = a"],
    edge_cases { [[0xffff_ffff, 0], [0, 1]] => [0, 1], [[1, 5], [2, 5]] => [2, 5] },
    select(&less(&a, &b), b, a);

    #[doc = "`min(max(x, lo), hi)`: `x` if it lies between the two, else the one that it is past. Where `lo` is more "]
    #[doc = "than `hi`, that is `hi`."]
    "primitive.u64.clamp" (x: U64, lo: U64, hi: U64) -> U64,
    laws ["clamp(x, 0, not(0)) = x", "clamp(x, lo, lo) = lo", "clamp(x, lo, hi) = min(max(x, lo), hi)"],
    edge_cases {
        [[5, 1], [9, 0], [0, 2]] => [5, 1], [[5, 0], [9, 0], [0, 2]] => [9, 0], [[5, 2], [9, 0], [0, 2]] => [0, 2],
        [[5, 1], [0, 2], [9, 0]] => [9, 0], [[0, 0], [0, 2], [9, 0]] => [9, 0],
    },
    Expr::call("primitive.u64.min", vec![Expr::call("primitive.u64.max", vec![x, lo]), hi]);

    #[doc = "The distance between the two."]
    "primitive.u64.abs_diff" (a: U64, b: U64) -> U64,
    laws ["abs_diff(a, b) = abs_diff(b, a)", "abs_diff(a, a) = 0", "abs_diff(a, b) = sub(max(a, b), min(a, b))"],
    edge_cases {
        [[0, 0], [0xffff_ffff, 0xffff_ffff]] => [0xffff_ffff, 0xffff_ffff], [[0, 1], [1, 0]] => [0xffff_ffff, 0],
        [[1, 0], [0, 1]] => [0xffff_ffff, 0], [[5, 7], [3, 7]] => [2, 0],
    },
    abs_diff(&a, &b);

    #[doc = "The sum, or 2^64 - 1 if it is more than that."]
    "primitive.u64.add_sat" (a: U64, b: U64) -> U64,
    laws ["add_sat(a, b) = add_sat(b, a)", "add_sat(a, 0) = a", "add_sat(a, b) = add(a, min(not(a), b))"],
    edge_cases {
        [[0xffff_ffff, 0xffff_ffff], [1, 0]] => [0xffff_ffff, 0xffff_ffff],
        [[0xffff_fffe, 0xffff_ffff], [1, 0]] => [0xffff_ffff, 0xffff_ffff], [[0xffff_ffff, 0], [1, 0]] => [0, 1],
        [[0, 0x8000_0000], [0, 0x8000_0000]] => [0xffff_ffff, 0xffff_ffff],
    },
    add_sat(a, b);

    #[doc = "The difference, or 0 if it is less than that."]
    "primitive.u64.sub_sat" (a: U64, b: U64) -> U64,
    laws ["sub_sat(a, a) = 0", "sub_sat(a, 0) = a", "add(sub_sat(a, b), min(a, b)) = a"],
    edge_cases {
        [[0, 0], [1, 0]] => [0, 0], [[0, 1], [1, 0]] => [0xffff_ffff, 0], [[0xffff_ffff, 0], [0, 1]] => [0, 0],
        [[5, 7], [6, 7]] => [0, 0],
    },
    sub_sat(a, b);

    #[doc = "`base` multiplied by itself, `exponent` factors, modulo 2^64; 1 if there are none."]
    "primitive.u64.pow" (base: U64, exponent: U32) -> U64,
    laws ["pow(base, 0) = 1", "pow(base, 1) = base", "pow(1, exponent) = 1",
        "mul(pow(base, a), pow(base, b)) = pow(base, a + b) where a + b >= a"],
    edge_cases {
        [[0, 0], [0]] => [1, 0], [[0, 0], [5]] => [0, 0], [[2, 0], [63]] => [0, 0x8000_0000], [[2, 0], [64]] => [0, 0],
        [[10, 0], [19]] => [0x89e8_0000, 0x8ac7_2304], [[0, 1], [2]] => [0, 0],
        [[0xffff_ffff, 0xffff_ffff], [0xffff_ffff]] => [0xffff_ffff, 0xffff_ffff],
    },
    power(base, exponent, wide(1u32, 0u32), "primitive.u64.mul");

    #[doc = "What gives 0 with `a` in a sum, modulo 2^64."]
    "primitive.u64.neg" (a: U64) -> U64,
    laws ["neg(neg(a)) = a", "add(a, neg(a)) = 0"],
    edge_cases {
        [[0, 0]] => [0, 0], [[1, 0]] => [0xffff_ffff, 0xffff_ffff], [[0, 1]] => [0, 0xffff_ffff],
        [[0, 0x8000_0000]] => [0, 0x8000_0000],
    },
    wide(-lo(&a), !hi(&a) + lo(&a).equals(0u32));

    #[doc = "The number of bits set."]
    "primitive.u64.popcount" (a: U64) -> U32,
    laws ["popcount(a) + popcount(not(a)) = 64"],
    edge_cases { [[0, 0]] => [0], [[0xffff_ffff, 0xffff_ffff]] => [64], [[1, 1]] => [2] },
    count_ones(&lo(&a)) + count_ones(&hi(&a));

    #[doc = "The number of zero bits above the highest one; 64 for 0."]
    "primitive.u64.clz" (a: U64) -> U32,
    laws ["clz(shr(not(0), b)) = b where b < 64"],
    edge_cases { [[0, 0]] => [64], [[1, 0]] => [63], [[0, 1]] => [31], [[0, 0x8000_0000]] => [0] },
    select(&hi(&a), leading_zeros(&hi(&a)), leading_zeros(&lo(&a)) + 32u32);

    #[doc = "The number of zero bits below the lowest one; 64 for 0."]
    "primitive.u64.ctz" (a: U64) -> U32,
    laws ["ctz(shl(1, b)) = b where b < 64"],
    edge_cases { [[0, 0]] => [64], [[1, 0]] => [0], [[0, 1]] => [32], [[0x8000_0000, 1]] => [31] },
    select(&lo(&a), trailing_zeros(&lo(&a)), trailing_zeros(&hi(&a)) + 32u32);

    #[doc = "The bits in the opposite order."]
    "primitive.u64.reverse_bits" (a: U64) -> U64,
    laws ["reverse_bits(reverse_bits(a)) = a", "ctz(reverse_bits(a)) = clz(a)"],
    edge_cases { [[1, 0]] => [0, 0x8000_0000], [[0xf0, 3]] => [0xc000_0000, 0x0f00_0000] },
    wide(reverse_bits(&hi(&a)), reverse_bits(&lo(&a)));
}

/// The lower half.
fn lo(x: &Expr) -> Expr {
    Expr::component(x.clone(), 0)
}

/// The upper half.
fn hi(x: &Expr) -> Expr {
    Expr::component(x.clone(), 1)
}

/// A `U64` of two halves.
fn wide(lo: impl Into<Expr>, hi: impl Into<Expr>) -> Expr {
    Expr::compose(DataType::U64, vec![lo.into(), hi.into()])
}

fn add(a: &Expr, b: &Expr) -> Composed {
    let mut body = Body::default();
    let low = body.bind("low", lo(a) + lo(b));
    let carry = low.clone().lt(lo(a));
    body.gives(wide(low, hi(a) + hi(b) + carry))
}

fn sub(a: &Expr, b: &Expr) -> Composed {
    let borrow = lo(a).lt(lo(b));
    wide(lo(a) - lo(b), hi(a) - hi(b) - borrow).into()
}

fn mul(a: &Expr, b: &Expr) -> Composed {
    let carry = Expr::call("primitive.math.mul_hi", vec![lo(a), lo(b)]);
    wide(lo(a) * lo(b), carry + lo(a) * hi(b) + hi(a) * lo(b)).into()
}

/// From the four products of halves; no sum here passes 64 bits.
fn mul_hi(a: &Expr, b: &Expr) -> Composed {
    let mut body = Body::default();
    let product = |a, b| Expr::call("primitive.u64.mul_wide", vec![a, b]);
    let add = |a, b| Expr::call("primitive.u64.add", vec![a, b]);
    let bottom = body.bind("bottom", product(lo(a), lo(b)));
    let middle = body.bind("middle", add(product(hi(a), lo(b)), wide(hi(&bottom), 0u32)));
    let other = body.bind("other", add(product(lo(a), hi(b)), wide(lo(&middle), 0u32)));
    let top = add(product(hi(a), hi(b)), wide(hi(&middle), 0u32));
    body.gives(add(top, wide(hi(&other), 0u32)))
}

fn less(a: &Expr, b: &Expr) -> Expr {
    hi(a).lt(hi(b)) | (hi(a).equals(hi(b)) & lo(a).lt(lo(b)))
}

fn at_most(a: &Expr, b: &Expr) -> Expr {
    hi(a).lt(hi(b)) | (hi(a).equals(hi(b)) & lo(a).le(lo(b)))
}

/// The upper half of `wide(lo, hi) << amount`, for an amount taken `& 31`. By 0 and not by 32, nothing comes in.
fn upper_of_shl(lo: Expr, hi: Expr, amount: &Expr) -> Expr {
    (hi << amount.clone()) | ((lo >> 1u32) >> !amount.clone())
}

fn shift_left(a: &Expr, amount: &Expr) -> Composed {
    let mut body = Body::default();
    let low = body.bind("low", lo(a) << amount.clone());
    let high = upper_of_shl(lo(a), hi(a), amount);
    body.gives(select(&(amount.clone() & 32u32), wide(0u32, low.clone()), wide(low, high)))
}

fn shift_right(a: &Expr, amount: &Expr) -> Composed {
    let mut body = Body::default();
    let high = body.bind("high", hi(a) >> amount.clone());
    let low = (lo(a) >> amount.clone()) | ((hi(a) << 1u32) << !amount.clone());
    body.gives(select(&(amount.clone() & 32u32), wide(high.clone(), 0u32), wide(low, high)))
}

/// The shifts take the lowest six bits of an amount, which are the same for `-amount` and `64 - amount`.
fn rotate_left(a: Expr, amount: Expr) -> Composed {
    let mut body = Body::default();
    let amount = body.bind("amount", amount);
    let up = Expr::call("primitive.u64.shl", vec![a.clone(), amount.clone()]);
    let down = Expr::call("primitive.u64.shr", vec![a, -amount]);
    body.gives(Expr::call("primitive.u64.or", vec![up, down]))
}

fn abs_diff(a: &Expr, b: &Expr) -> Composed {
    let mut body = Body::default();
    let is_less = body.bind("is_less", less(a, b));
    let larger = select(&is_less, b.clone(), a.clone());
    let smaller = select(&is_less, a.clone(), b.clone());
    body.gives(Expr::call("primitive.u64.sub", vec![larger, smaller]))
}

fn add_sat(a: Expr, b: Expr) -> Composed {
    let mut body = Body::default();
    let sum = body.bind("sum", Expr::call("primitive.u64.add", vec![a.clone(), b]));
    let is_past = Expr::call("primitive.u64.lt", vec![sum.clone(), a]);
    body.gives(select(&is_past, wide(u32::MAX, u32::MAX), sum))
}

fn sub_sat(a: Expr, b: Expr) -> Composed {
    let is_past = Expr::call("primitive.u64.lt", vec![a.clone(), b.clone()]);
    select(&is_past, wide(0u32, 0u32), Expr::call("primitive.u64.sub", vec![a, b])).into()
}

/// Without branches and loops, by three divisions of 32 bits.
///
/// A divisor below 2^32 takes schoolbook division: the upper half first, then its remainder with the lower half. For
/// a greater one the divisor's upper 32 bits, taken from its highest bit on, give the quotient or one more than it.
/// (Warren, Hacker's Delight, 9-5.)
fn divide(a: Expr, b: Expr) -> Composed {
    let mut body = Body::default();
    let is_wide = body.bind("is_wide", hi(&b).differs(0u32));
    let upper = body.bind("upper", hi(&a) / lo(&b));
    let zeros = body.bind("zeros", leading_zeros(&hi(&b)));
    let leading = upper_of_shl(lo(&b), hi(&b), &zeros);
    let divisor = body.bind("divisor", select(&is_wide, leading, lo(&b)));
    let high = select(&is_wide, hi(&a) >> 1u32, hi(&a) - upper.clone() * lo(&b));
    let low = select(&is_wide, (hi(&a) << 31u32) | (lo(&a) >> 1u32), lo(&a));
    let quotient = divide_long(&mut body, high, low, &divisor);
    let estimate = body.bind("estimate", quotient.clone() >> (Expr::u32(31) - zeros));
    let estimate = body.bind("at_most_one_less", estimate.clone() - estimate.differs(0u32));
    let product = Expr::call("primitive.u64.mul", vec![b.clone(), wide(estimate.clone(), 0u32)]);
    let rest = body.bind("rest", Expr::call("primitive.u64.sub", vec![a, product]));
    let narrow = wide(quotient, upper);
    let result = select(&is_wide, wide(estimate + at_most(&b, &rest), 0u32), narrow);
    let is_zero = (lo(&b) | hi(&b)).equals(0u32);
    body.gives(select(&is_zero, wide(0u32, 0u32), result))
}

/// `wide(low, high) / divisor`, for `high` below `divisor`: two digits of 16 bits, each estimated from the divisor's
/// leading one and then corrected.
fn divide_long(body: &mut Body, high: Expr, low: Expr, divisor: &Expr) -> Expr {
    let shift = body.bind("shift", leading_zeros(divisor));
    let divisor = body.bind("normal", divisor.clone() << shift.clone());
    let low = body.bind("a_low", low);
    let first = body.bind("a_high", upper_of_shl(low.clone(), high, &shift));
    let low = body.bind("a_rest", low << shift);
    let upper = digit(body, "upper", &first, &(low.clone() >> 16u32), &divisor);
    let rest = (first << 16u32) + (low.clone() >> 16u32) - upper.clone() * divisor.clone();
    let rest = body.bind("a_remainder", rest);
    let lower = digit(body, "lower", &rest, &(low & 0xffffu32), &divisor);
    body.bind("quotient", (upper << 16u32) + lower)
}

/// A digit of 16 bits: `(high * 2^16 + next) / divisor`, for `high` below `divisor`, whose highest bit is set.
///
/// The leading digit of the divisor alone gives an estimate that is too large by two at most.
fn digit(body: &mut Body, name: &str, high: &Expr, next: &Expr, divisor: &Expr) -> Expr {
    let leading = body.bind(&format!("{name}_leading"), divisor.clone() >> 16u32);
    let trailing = divisor.clone() & 0xffffu32;
    let trailing = body.bind(&format!("{name}_trailing"), trailing);
    let mut digit = body.bind(&format!("{name}_estimate"), high.clone() / leading.clone());
    let rest = high.clone() - digit.clone() * leading.clone();
    let mut rest = body.bind(&format!("{name}_rest"), rest);
    for round in ["once", "twice"] {
        // An estimate of more than 16 bits is too large whatever its product says; a remainder of more than 16 bits
        // says that it is not.
        let exceeds = (digit.clone() * trailing.clone()).gt((rest.clone() << 16u32) | next.clone());
        let exceeds = digit.clone().gt(0xffffu32) | (rest.clone().le(0xffffu32) & exceeds);
        let exceeds = body.bind(&format!("{name}_{round}"), exceeds);
        let corrected = digit - exceeds.clone();
        digit = body.bind(&format!("{name}_corrected_{round}"), corrected);
        let corrected = rest + select(&exceeds, leading.clone(), 0u32);
        rest = body.bind(&format!("{name}_rest_{round}"), corrected);
    }
    digit
}

fn remainder(a: Expr, b: Expr) -> Composed {
    let mut body = Body::default();
    let quotient = Expr::call("primitive.u64.div", vec![a.clone(), b.clone()]);
    let product = Expr::call("primitive.u64.mul", vec![quotient, b.clone()]);
    let rest = body.bind("rest", Expr::call("primitive.u64.sub", vec![a, product]));
    let is_zero = (lo(&b) | hi(&b)).equals(0u32);
    body.gives(select(&is_zero, wide(0u32, 0u32), rest))
}
