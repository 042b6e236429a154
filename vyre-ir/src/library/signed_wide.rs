//! `primitive.i64.*`: what signed integers of 64 bits compute otherwise than unsigned ones, composed of operators on `U64`, whose bits
//! they share. Sums, products, left shifts, bits and equality are those of `primitive.u64.*`.

use super::{Body, Composed, operations};
use crate::{DataType, Expr};

operations! {
    #[doc = "The signed quotient, truncated toward 0, modulo 2^64; 0 if `b` is 0."]
    "primitive.i64.div" (a: U64, b: U64) -> U64,
    laws ["div(a, 1) = a", "div(a, 0) = 0"],
    edge_cases {
        [[0xffff_fff9, 0xffff_ffff], [2, 0]] => [0xffff_fffd, 0xffff_ffff],
        [[7, 0], [0xffff_fffe, 0xffff_ffff]] => [0xffff_fffd, 0xffff_ffff],
        [[0, 0x8000_0000], [0xffff_ffff, 0xffff_ffff]] => [0, 0x8000_0000], [[0, 0x8000_0000], [0, 0]] => [0, 0],
        [[0xffff_ffff, 0x7fff_ffff], [0, 0x8000_0000]] => [0, 0], [[0, 0x8000_0000], [0, 0x8000_0000]] => [1, 0],
    },
    divide(&a, &b);

    #[doc = "The remainder of the signed division that truncates toward 0: it has the sign of `a`; 0 if `b` is 0."]
    "primitive.i64.mod" (a: U64, b: U64) -> U64,
    laws ["mod(a, 1) = 0", "mod(a, 0) = 0"],
    edge_cases {
        [[0xffff_fff9, 0xffff_ffff], [2, 0]] => [0xffff_ffff, 0xffff_ffff],
        [[7, 0], [0xffff_fffe, 0xffff_ffff]] => [1, 0], [[0, 0x8000_0000], [0xffff_ffff, 0xffff_ffff]] => [0, 0],
        [[0xffff_fff9, 0xffff_ffff], [0, 0]] => [0, 0],
    },
    remainder(&a, &b);

    #[doc = "1 if `a` is less than `b`, both with a sign, else 0."]
    "primitive.i64.lt" (a: U64, b: U64) -> U32,
    laws ["lt(a, a) = 0", "lt(a, b) = gt(b, a)", "lt(a, b) + ge(a, b) = 1"],
    edge_cases {
        [[0xffff_ffff, 0xffff_ffff], [0, 0]] => [1], [[0, 0], [0xffff_ffff, 0xffff_ffff]] => [0],
        [[0, 0x8000_0000], [0xffff_ffff, 0x7fff_ffff]] => [1], [[1, 5], [2, 5]] => [1],
    },
    compare("primitive.u64.lt", a, b);

    #[doc = "1 if `a` is greater than `b`, both with a sign, else 0."]
    "primitive.i64.gt" (a: U64, b: U64) -> U32,
    laws ["gt(a, a) = 0", "gt(a, b) + le(a, b) = 1"],
    edge_cases { [[0xffff_ffff, 0xffff_ffff], [0, 0]] => [0], [[0, 0], [0, 0x8000_0000]] => [1] },
    compare("primitive.u64.gt", a, b);

    #[doc = "1 if `a` is at most `b`, both with a sign, else 0."]
    "primitive.i64.le" (a: U64, b: U64) -> U32,
    laws ["le(a, a) = 1", "le(a, b) = ge(b, a)"],
    edge_cases { [[0xffff_ffff, 0xffff_ffff], [0, 0]] => [1], [[0, 0], [0, 0x8000_0000]] => [0] },
    compare("primitive.u64.le", a, b);

    #[doc = "1 if `a` is at least `b`, both with a sign, else 0."]
    "primitive.i64.ge" (a: U64, b: U64) -> U32,
    laws ["ge(a, a) = 1"],
    edge_cases { [[0xffff_ffff, 0xffff_ffff], [0, 0]] => [0], [[0, 0], [0, 0x8000_0000]] => [1] },
    compare("primitive.u64.ge", a, b);

    #[doc = "`a` with its bits moved down by `b & 63` places; copies of its sign come in at the top."]
    "primitive.i64.shr" (a: U64, b: U32) -> U64,
    laws ["shr(a, 0) = a", "shr(a, b) = shr(a, b % 64)"],
    edge_cases {
        [[0, 0x8000_0000], [63]] => [0xffff_ffff, 0xffff_ffff], [[0, 0x8000_0000], [32]] => [0x8000_0000, 0xffff_ffff],
        [[0xffff_ffff, 0x7fff_ffff], [63]] => [0, 0], [[1, 2], [64]] => [1, 2], [[0, 0xc000_0000], [1]] => [0, 0xe000_0000],
    },
    shift_right(a, b);

    #[doc = "The number in 128 bits: copies of its sign are above its bits."]
    "primitive.i64.extend" (a: U64) -> U128,
    laws ["extend(shr(a, 0)) = extend(a)"],
    edge_cases {
        [[0, 0x8000_0000]] => [0, 0x8000_0000, 0xffff_ffff, 0xffff_ffff], [[0xffff_ffff, 0x7fff_ffff]] => [0xffff_ffff, 0x7fff_ffff, 0, 0],
    },
    extend(&a);
}

/// An operation of `primitive.u64`.
fn unsigned(name: &str, args: [Expr; 2]) -> Expr {
    Expr::call(name, args.into())
}

fn xor(a: Expr, b: Expr) -> Expr {
    unsigned("primitive.u64.xor", [a, b])
}

/// The sign of a number in each of its 64 bits.
fn sign(body: &mut Body, name: &str, of: &Expr) -> Expr {
    let word = body.bind(&format!("{name}_word"), -(Expr::component(of.clone(), 1) >> 31u32));
    body.bind(name, Expr::compose(DataType::U64, vec![word.clone(), word]))
}

/// A number, negated where the sign is set: of a number with its own sign the magnitude.
fn with_sign(number: Expr, sign: &Expr) -> Expr {
    unsigned("primitive.u64.sub", [xor(number, sign.clone()), sign.clone()])
}

fn divide(a: &Expr, b: &Expr) -> Composed {
    let mut body = Body::default();
    let (of_a, of_b) = (sign(&mut body, "sign_a", a), sign(&mut body, "sign_b", b));
    let magnitudes = [with_sign(a.clone(), &of_a), with_sign(b.clone(), &of_b)];
    let quotient = unsigned("primitive.u64.div", magnitudes);
    let sign = body.bind("sign", xor(of_a, of_b));
    body.gives(with_sign(quotient, &sign))
}

fn remainder(a: &Expr, b: &Expr) -> Composed {
    let mut body = Body::default();
    let (of_a, of_b) = (sign(&mut body, "sign_a", a), sign(&mut body, "sign_b", b));
    let magnitudes = [with_sign(a.clone(), &of_a), with_sign(b.clone(), &of_b)];
    body.gives(with_sign(unsigned("primitive.u64.mod", magnitudes), &of_a))
}

/// An unsigned comparison of two numbers, both of them moved up by 2^63.
fn compare(name: &str, a: Expr, b: Expr) -> Composed {
    let half = || Expr::compose(DataType::U64, vec![Expr::u32(0), Expr::u32(0x8000_0000)]);
    unsigned(name, [xor(a, half()), xor(b, half())]).into()
}

fn extend(a: &Expr) -> Composed {
    let mut body = Body::default();
    let word = |at| Expr::component(a.clone(), at);
    let sign = body.bind("sign", -(word(1) >> 31u32));
    body.gives(Expr::compose(DataType::U128, vec![word(0), word(1), sign.clone(), sign]))
}

fn shift_right(a: Expr, amount: Expr) -> Composed {
    let mut body = Body::default();
    let sign = sign(&mut body, "sign", &a);
    let shifted = unsigned("primitive.u64.shr", [xor(a, sign.clone()), amount]);
    body.gives(xor(shifted, sign))
}
