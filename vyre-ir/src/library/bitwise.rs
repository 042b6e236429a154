//! `primitive.bitwise.*`: bits of `U32`.

use super::{Body, Composed, count_ones, leading_zeros, operations, reverse_bits, select, trailing_zeros};
use crate::{BinOp, Expr};

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

    #[doc = "`a` with its bits moved up by `b & 31` places; zeros come in at the bottom."]
    "primitive.bitwise.shl" (a: U32, b: U32) -> U32,
    laws ["shl(a, 0) = a", "shl(a, b) = shl(a, b % 32)"],
    edge_cases {
        [[1], [31]] => [0x8000_0000], [[1], [32]] => [1], [[0x8000_0000], [1]] => [0],
        [[3], [0xffff_ffff]] => [0x8000_0000],
    },
    a << b;

    #[doc = "`a` with its bits moved down by `b & 31` places; zeros come in at the top."]
    "primitive.bitwise.shr" (a: U32, b: U32) -> U32,
    laws ["shr(a, 0) = a", "shr(a, b) = shr(a, b % 32)"],
    edge_cases {
        [[0x8000_0000], [31]] => [1], [[7], [32]] => [7], [[1], [1]] => [0], [[0xc000_0000], [0xffff_ffff]] => [1],
    },
    a >> b;

    #[doc = "`a` with its bits moved up by `b & 31` places; those that leave at the top come in at the bottom."]
    "primitive.bitwise.rotl" (a: U32, b: U32) -> U32,
    laws ["rotl(a, 0) = a", "rotl(a, b) = rotl(a, b % 32)", "rotr(rotl(a, b), b) = a"],
    edge_cases { [[0x8000_0001], [1]] => [3], [[7], [32]] => [7], [[1], [0xffff_ffff]] => [0x8000_0000] },
    (a.clone() << b.clone()) | (a >> -b);

    #[doc = "`a` with its bits moved down by `b & 31` places; those that leave at the bottom come in at the top."]
    "primitive.bitwise.rotr" (a: U32, b: U32) -> U32,
    laws ["rotr(a, 0) = a", "rotr(a, b) = rotr(a, b % 32)", "rotr(a, b) = rotl(a, 32 - b)"],
    edge_cases { [[3], [1]] => [0x8000_0001], [[7], [32]] => [7], [[1], [31]] => [2] },
    (a.clone() >> b.clone()) | (a << -b);

    #[doc = "The number of bits set."]
    "primitive.bitwise.popcount" (a: U32) -> U32,
    laws ["popcount(a) + popcount(not(a)) = 32"],
    edge_cases { [[0]] => [0], [[0xffff_ffff]] => [32] },
    count_ones(&a);

    #[doc = "The number of zero bits above the highest one; 32 for 0."]
    "primitive.bitwise.clz" (a: U32) -> U32,
    laws ["clz(a) = ctz(reverse_bits(a))"],
    edge_cases { [[0]] => [32], [[1]] => [31], [[0x8000_0000]] => [0] },
    leading_zeros(&a);

    #[doc = "The number of zero bits below the lowest one; 32 for 0."]
    "primitive.bitwise.ctz" (a: U32) -> U32,
    laws ["ctz(a) = clz(reverse_bits(a))"],
    edge_cases { [[0]] => [32], [[1]] => [0], [[0x8000_0000]] => [31] },
    trailing_zeros(&a);

    #[doc = "The bits in the opposite order."]
    "primitive.bitwise.reverse_bits" (a: U32) -> U32,
    laws ["reverse_bits(reverse_bits(a)) = a"],
    edge_cases { [[1]] => [0x8000_0000], [[0x0000_00f0]] => [0x0f00_0000] },
    reverse_bits(&a);

    #[doc = "`c` bits of `value` from bit `o` up, moved down to bit 0, where `o` is `min(offset, 32)` and `c` is "]
    #[doc = "`min(count, 32 - o)`: what would lie past the top is not there."]
    "primitive.bitwise.extract_bits" (value: U32, offset: U32, count: U32) -> U32,
    laws ["extract_bits(value, 0, 32) = value", "extract_bits(value, offset, 0) = 0",
        "extract_bits(value, 32, count) = 0"],
    edge_cases {
        [[0x1234_5678], [8], [16]] => [0x3456], [[0x1234_5678], [28], [32]] => [1],
        [[0x1234_5678], [31], [0]] => [0], [[0x1234_5678], [0xffff_ffff], [0xffff_ffff]] => [0],
        [[0x1234_5678], [0], [0xffff_ffff]] => [0x1234_5678],
    },
    extract_bits(value, offset, count);

    #[doc = "`value` with `c` bits from bit `o` up replaced by the lowest ones of `inserted`, where `o` is "]
    #[doc = "`min(offset, 32)` and `c` is `min(count, 32 - o)`: what would lie past the top is left out."]
    "primitive.bitwise.insert_bits" (value: U32, inserted: U32, offset: U32, count: U32) -> U32,
    laws ["insert_bits(value, inserted, 0, 32) = inserted", "insert_bits(value, inserted, offset, 0) = value",
        "insert_bits(value, extract_bits(value, offset, count), offset, count) = value"],
    edge_cases {
        [[0xffff_ffff], [0], [8], [16]] => [0xff00_00ff], [[0], [0xffff_ffff], [28], [32]] => [0xf000_0000],
        [[7], [0xffff_ffff], [32], [1]] => [7], [[7], [9], [0], [0xffff_ffff]] => [9],
        [[7], [0], [1], [0]] => [7],
    },
    insert_bits(value, inserted, offset, count);
}

/// Binds the clamped offset, and the mask of as many low bits as the clamped count says. The mask is not yet moved to
/// the offset.
fn offset_and_mask(body: &mut Body, offset: Expr, count: Expr) -> (Expr, Expr) {
    let offset = body.bind("o", Expr::binary(BinOp::Min, offset, 32u32));
    let count = body.bind("c", Expr::binary(BinOp::Min, count, Expr::u32(32) - offset.clone()));
    // `32 - c` and `-c` are the same amount of a shift, but for no bits.
    let mask = select(&count.clone().equals(0u32), 0u32, Expr::u32(u32::MAX) >> -count);
    (offset, mask)
}

fn extract_bits(value: Expr, offset: Expr, count: Expr) -> Composed {
    let mut body = Body::default();
    let (offset, mask) = offset_and_mask(&mut body, offset, count);
    body.gives((value >> offset) & mask)
}

fn insert_bits(value: Expr, inserted: Expr, offset: Expr, count: Expr) -> Composed {
    let mut body = Body::default();
    let (offset, mask) = offset_and_mask(&mut body, offset, count);
    let mask = body.bind("mask", mask << offset.clone());
    body.gives((value & !mask.clone()) | ((inserted << offset) & mask))
}
