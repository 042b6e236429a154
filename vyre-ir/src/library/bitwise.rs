//! `primitive.bitwise.*`: bits of `U32`.

use super::operations;
use crate::{Expr, UnOp};

operations! {
    #[doc = "The bits set in both."]
    "primitive.bitwise.and" (a: U32, b: U32) -> U32,
    laws ["and(a, b) = and(b, a)", "and(a, a) = a", "and(a, 0) = 0"],
    edge_cases { [[0xffff_ffff], [0x1234_5678]] => [0x1234_5678], [[0xf0f0], [0x0f0f]] => [0] },
    a & b;

    #[doc = "The bits set in either."]
    "primitive.bitwise.or" (a: U32, b: U32) -> U32,
    laws ["or(a, b) = or(b, a)", "or(a, a) = a", "or(a, 0) = a"],
    edge_cases { [[0xf0f0], [0x0f0f]] => [0xffff] },
    a | b;

    #[doc = "The bits set in exactly one."]
    "primitive.bitwise.xor" (a: U32, b: U32) -> U32,
    laws ["xor(a, b) = xor(b, a)", "xor(a, a) = 0", "xor(a, 0) = a"],
    edge_cases { [[0xffff_ffff], [0x1234_5678]] => [0xedcb_a987] },
    a ^ b;

    #[doc = "Every bit inverted."]
    "primitive.bitwise.not" (a: U32) -> U32,
    laws ["not(not(a)) = a"],
    edge_cases { [[0]] => [0xffff_ffff] },
    !a;

    #[doc = "`a` with its bits moved up by `b & 31` places; those that leave at the top come in at the bottom."]
    "primitive.bitwise.rotl" (a: U32, b: U32) -> U32,
    laws ["rotl(a, 0) = a", "rotl(a, b) = rotl(a, b % 32)", "rotr(rotl(a, b), b) = a"],
    edge_cases { [[0x8000_0001], [1]] => [3], [[7], [32]] => [7] },
    (a.clone() << b.clone()) | (a >> Expr::unary(UnOp::Negate, b));

    #[doc = "The number of bits set."]
    "primitive.bitwise.popcount" (a: U32) -> U32,
    laws ["popcount(a) + popcount(not(a)) = 32"],
    edge_cases { [[0]] => [0], [[0xffff_ffff]] => [32] },
    Expr::unary(UnOp::Popcount, a);
}
