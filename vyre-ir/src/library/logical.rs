//! `primitive.logical.*`: truth of `U32`. Any number but 0 is true; the results are 0 and 1. Both arguments are
//! evaluated.

use super::operations;
use crate::{BinOp, Expr, UnOp};

operations! {
    #[doc = "1 if both are true, else 0."]
    "primitive.logical.and" (a: U32, b: U32) -> U32,
    laws ["and(a, b) = and(b, a)", "and(a, 0) = 0", "and(a, 1) = a != 0"],
    edge_cases { [[2], [4]] => [1], [[2], [0]] => [0], [[0x8000_0000], [1]] => [1] },
    Expr::binary(BinOp::And, a, b);

    #[doc = "1 if either is true, else 0."]
    "primitive.logical.or" (a: U32, b: U32) -> U32,
    laws ["or(a, b) = or(b, a)", "or(a, 1) = 1", "or(a, 0) = a != 0"],
    edge_cases { [[0], [4]] => [1], [[0], [0]] => [0], [[2], [1]] => [1] },
    Expr::binary(BinOp::Or, a, b);

    #[doc = "1 if exactly one is true, else 0."]
    "primitive.logical.xor" (a: U32, b: U32) -> U32,
    laws ["xor(a, b) = xor(b, a)", "xor(a, a) = 0", "xor(a, 0) = a != 0"],
    edge_cases { [[2], [4]] => [0], [[2], [0]] => [1], [[0], [0]] => [0] },
    a.differs(0u32).differs(b.differs(0u32));

    #[doc = "1 if `a` is false, else 0."]
    "primitive.logical.not" (a: U32) -> U32,
    laws ["not(not(a)) = a != 0"],
    edge_cases { [[0]] => [1], [[7]] => [0] },
    Expr::unary(UnOp::LogicalNot, a);

    #[doc = "0 if both are true, else 1."]
    "primitive.logical.nand" (a: U32, b: U32) -> U32,
    laws ["nand(a, b) = not(and(a, b))", "nand(a, b) = or(not(a), not(b))"],
    edge_cases { [[2], [4]] => [0], [[2], [0]] => [1] },
    Expr::unary(UnOp::LogicalNot, Expr::binary(BinOp::And, a, b));

    #[doc = "0 if either is true, else 1."]
    "primitive.logical.nor" (a: U32, b: U32) -> U32,
    laws ["nor(a, b) = not(or(a, b))", "nor(a, b) = and(not(a), not(b))"],
    edge_cases { [[0], [0]] => [1], [[0], [4]] => [0], [[1], [2]] => [0] },
    Expr::unary(UnOp::LogicalNot, Expr::binary(BinOp::Or, a, b));
}
