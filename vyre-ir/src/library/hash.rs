//! `primitive.hash.*`: steps of hash functions, on `U32` and on `U64`. What hashes whole messages is written in the language itself, in the
//! crate `vyre`.

use super::{Body, Composed, operations};
use crate::{DataType, Expr, Node};

operations! {
    #[doc = "FNV-1a of 32 bits, one byte further: `(h ^ byte) * 0x01000193`. It starts with `0x811c9dc5`."]
    "primitive.hash.fnv1a32" (h: U32, byte: U32) -> U32,
    laws ["fnv1a32(h, h) = 0", "fnv1a32(h, byte) = fnv1a32(byte, h)"],
    edge_cases { [[0x811c_9dc5], [0x61]] => [0xe40c_292c], [[0x811c_9dc5], [0]] => [0x050c_5d1f], [[0], [1]] => [0x0100_0193] },
    (h ^ byte) * Expr::u32(0x0100_0193);

    #[doc = "FNV-1a of 64 bits, one byte further: `(h ^ byte) * 0x100000001b3`. It starts with `0xcbf29ce484222325`."]
    "primitive.hash.fnv1a64" (h: U64, byte: U64) -> U64,
    laws ["fnv1a64(h, h) = 0", "fnv1a64(h, byte) = fnv1a64(byte, h)"],
    edge_cases {
        [[0x8422_2325, 0xcbf2_9ce4], [0x61, 0]] => [0x8601_ec8c, 0xaf63_dc4c], [[0, 0], [1, 0]] => [0x1b3, 0x100],
    },
    times(xor(h, byte), 0x0000_0100_0000_01b3);

    #[doc = "The end of MurmurHash3 of 32 bits: two products between three `h ^ (h >> n)`, with `n` 16, 13 and 16."]
    "primitive.hash.murmur3_fmix32" (h: U32) -> U32,
    laws ["murmur3_fmix32(0) = 0", "murmur3_fmix32(a) != murmur3_fmix32(b) where a != b"],
    edge_cases { [[0]] => [0], [[1]] => [0x514e_28b7], [[0xffff_ffff]] => [0x81f1_6f39] },
    mix32(h, &[Mix::Shift(16), Mix::Times(0x85eb_ca6b), Mix::Shift(13), Mix::Times(0xc2b2_ae35), Mix::Shift(16)]);

    #[doc = "The end of MurmurHash3 of 64 bits: two products between three `h ^ (h >> 33)`."]
    "primitive.hash.murmur3_fmix64" (h: U64) -> U64,
    laws ["murmur3_fmix64(0) = 0", "murmur3_fmix64(a) != murmur3_fmix64(b) where a != b"],
    edge_cases { [[0, 0]] => [0, 0], [[1, 0]] => [0x34c2_cb2c, 0xb456_bcfc] },
    mix64(h, &[
        Mix::Shift(33), Mix::Times(0xff51_afd7_ed55_8ccd), Mix::Shift(33), Mix::Times(0xc4ce_b9fe_1a85_ec53), Mix::Shift(33),
    ]);

    #[doc = "SplitMix64: the state advances first, by `0x9e3779b97f4a7c15`, and the new state is mixed. The next number of the "]
    #[doc = "generator is that of `x + 0x9e3779b97f4a7c15`."]
    "primitive.hash.splitmix64" (x: U64) -> U64,
    laws ["splitmix64(a) != splitmix64(b) where a != b"],
    edge_cases {
        [[0, 0]] => [0x7b1d_cdaf, 0xe220_a839], [[1_234_567, 0]] => [0xfb08_fc85, 0x599e_d017],
        [[0x80b5_83eb, 0x61c8_8646]] => [0, 0],
    },
    mix64(Expr::call("primitive.u64.add", vec![x, constant(0x9e37_79b9_7f4a_7c15)]), &[
        Mix::Shift(30), Mix::Times(0xbf58_476d_1ce4_e5b9), Mix::Shift(27), Mix::Times(0x94d0_49bb_1331_11eb), Mix::Shift(31),
    ]);

    #[doc = "The end of xxHash32: two products between three `h ^ (h >> n)`, with `n` 15, 13 and 16."]
    "primitive.hash.xxh32_avalanche" (h: U32) -> U32,
    laws ["xxh32_avalanche(0) = 0", "xxh32_avalanche(a) != xxh32_avalanche(b) where a != b"],
    edge_cases { [[0]] => [0], [[0x1656_67b1]] => [0x02cc_5d05] },
    mix32(h, &[Mix::Shift(15), Mix::Times(0x85eb_ca77), Mix::Shift(13), Mix::Times(0xc2b2_ae3d), Mix::Shift(16)]);

    #[doc = "The end of xxHash64: two products between three `h ^ (h >> n)`, with `n` 33, 29 and 32."]
    "primitive.hash.xxh64_avalanche" (h: U64) -> U64,
    laws ["xxh64_avalanche(0) = 0", "xxh64_avalanche(a) != xxh64_avalanche(b) where a != b"],
    edge_cases { [[0, 0]] => [0, 0], [[0x1656_67c5, 0x27d4_eb2f]] => [0x51d8_e999, 0xef46_db37] },
    mix64(h, &[
        Mix::Shift(33), Mix::Times(0xc2b2_ae3d_27d4_eb4f), Mix::Shift(29), Mix::Times(0x1656_67b1_9e37_79f9), Mix::Shift(32),
    ]);

    #[doc = "PCG of 32 bits as a hash: one step of the generator from `x`, and the permutation RXS-M-XS of that state."]
    "primitive.hash.pcg_hash" (x: U32) -> U32,
    laws ["pcg_hash(a) != pcg_hash(b) where a != b"],
    edge_cases { [[0]] => [0x07bb_2fe2], [[1]] => [0xa8be_ea3c], [[0xffff_ffff]] => [0xe62a_4902] },
    pcg(x);

    #[doc = "Jenkins's hash, one byte at a time, of the four bytes of `x`, the lowest first."]
    "primitive.hash.jenkins" (x: U32) -> U32,
    laws ["jenkins(0) = 0"],
    edge_cases { [[0]] => [0], [[1]] => [0x009d_bee6], [[0x6463_6261]] => [0xcd8b_6206] },
    jenkins(x);

    #[doc = "A value joined to a hash, as `boost::hash_combine` was documented before 1.81: "]
    #[doc = "`seed ^ (value + 0x9e3779b9 + (seed << 6) + (seed >> 2))`."]
    "primitive.hash.combine32" (seed: U32, value: U32) -> U32,
    laws ["combine32(0, value) = value + 0x9e3779b9", "combine32(seed, a) != combine32(seed, b) where a != b"],
    edge_cases { [[0], [0]] => [0x9e37_79b9], [[1], [0]] => [0x9e37_79f8], [[0xffff_ffff], [7]] => [0x21c8_8680] },
    seed.clone() ^ (value + Expr::u32(0x9e37_79b9) + (seed.clone() << 6u32) + (seed >> 2u32));

    #[doc = "The same on 64 bits, with the same constant: `seed ^ (value + 0x9e3779b9 + (seed << 6) + (seed >> 2))`."]
    "primitive.hash.combine64" (seed: U64, value: U64) -> U64,
    laws ["combine64(0, 0) = 0x9e3779b9", "combine64(seed, a) != combine64(seed, b) where a != b"],
    edge_cases {
        [[0, 0], [0, 0]] => [0x9e37_79b9, 0], [[1, 0], [0, 0]] => [0x9e37_79f8, 0],
        [[0xffff_ffff, 0xffff_ffff], [7, 0]] => [0x61c8_8680, 0xbfff_ffff],
    },
    combine64(&seed, value);
}

/// A step that loses nothing.
enum Mix<T> {
    /// `h ^ (h >> n)`.
    Shift(u32),
    /// `h * factor`.
    Times(T),
}

fn mix32(h: Expr, steps: &[Mix<u32>]) -> Composed {
    let mut body = Body::default();
    let h = body.bind("mixed", h);
    for step in steps {
        let next = match step {
            Mix::Shift(n) => h.clone() ^ (h.clone() >> *n),
            Mix::Times(factor) => h.clone() * Expr::u32(*factor),
        };
        body.push(Node::assign("mixed", next));
    }
    body.gives(h)
}

fn mix64(h: Expr, steps: &[Mix<u64>]) -> Composed {
    let mut body = Body::default();
    let h = body.bind("mixed", h);
    for step in steps {
        let next = match step {
            Mix::Shift(n) => xor(h.clone(), shift("primitive.u64.shr", &h, *n)),
            Mix::Times(factor) => times(h.clone(), *factor),
        };
        body.push(Node::assign("mixed", next));
    }
    body.gives(h)
}

fn constant(value: u64) -> Expr {
    Expr::compose(DataType::U64, vec![Expr::u32(value as u32), Expr::u32((value >> 32) as u32)])
}

fn xor(a: Expr, b: Expr) -> Expr {
    Expr::call("primitive.u64.xor", vec![a, b])
}

fn times(a: Expr, factor: u64) -> Expr {
    Expr::call("primitive.u64.mul", vec![a, constant(factor)])
}

fn shift(op: &str, value: &Expr, by: u32) -> Expr {
    Expr::call(op, vec![value.clone(), Expr::u32(by)])
}

fn pcg(x: Expr) -> Composed {
    let mut body = Body::default();
    let state = body.bind("state", x * Expr::u32(747_796_405) + Expr::u32(2_891_336_453));
    let by = (state.clone() >> 28u32) + Expr::u32(4);
    let word = body.bind("word", ((state.clone() >> by) ^ state) * Expr::u32(277_803_737));
    body.gives((word.clone() >> 22u32) ^ word)
}

fn jenkins(x: Expr) -> Composed {
    let mut body = Body::default();
    let hash = body.bind("hash", 0u32);
    for byte in 0..4u32 {
        let added = hash.clone() + ((x.clone() >> (8 * byte)) & 0xffu32);
        body.push(Node::assign("hash", added));
        body.push(Node::assign("hash", hash.clone() + (hash.clone() << 10u32)));
        body.push(Node::assign("hash", hash.clone() ^ (hash.clone() >> 6u32)));
    }
    body.push(Node::assign("hash", hash.clone() + (hash.clone() << 3u32)));
    body.push(Node::assign("hash", hash.clone() ^ (hash.clone() >> 11u32)));
    body.push(Node::assign("hash", hash.clone() + (hash.clone() << 15u32)));
    body.gives(hash)
}

fn combine64(seed: &Expr, value: Expr) -> Expr {
    let add = |a, b| Expr::call("primitive.u64.add", vec![a, b]);
    let up = shift("primitive.u64.shl", seed, 6);
    let down = shift("primitive.u64.shr", seed, 2);
    xor(seed.clone(), add(add(add(value, constant(0x9e37_79b9)), up), down))
}
