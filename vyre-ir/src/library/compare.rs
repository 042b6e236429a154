//! `primitive.compare.*`: comparisons of `U32`, unsigned, and the choice by one. They give 0 or 1.

use super::operations;
use crate::{Expr, UnOp};

operations! {
    #[doc = "1 if the two are equal, else 0."]
    "primitive.compare.eq" (a: U32, b: U32) -> U32,
    laws ["eq(a, a) = 1", "eq(a, b) = eq(b, a)", "eq(a, b) + ne(a, b) = 1"],
    edge_cases { [[0xffff_ffff], [0xffff_ffff]] => [1], [[1], [2]] => [0] },
    a.equals(b);

    #[doc = "1 if the two differ, else 0."]
    "primitive.compare.ne" (a: U32, b: U32) -> U32,
    laws ["ne(a, a) = 0", "ne(a, b) = ne(b, a)"],
    edge_cases { [[0xffff_ffff], [0xffff_ffff]] => [0], [[1], [2]] => [1] },
    a.differs(b);

    #[doc = "1 if `a` is less than `b`, else 0."]
    "primitive.compare.lt" (a: U32, b: U32) -> U32,
    laws ["lt(a, a) = 0", "lt(a, b) = gt(b, a)", "lt(a, b) + ge(a, b) = 1"],
    edge_cases { [[0x7fff_ffff], [0x8000_0000]] => [1], [[0xffff_ffff], [0]] => [0] },
    a.lt(b);

    #[doc = "1 if `a` is greater than `b`, else 0."]
    "primitive.compare.gt" (a: U32, b: U32) -> U32,
    laws ["gt(a, a) = 0", "gt(a, b) + le(a, b) = 1"],
    edge_cases { [[0x7fff_ffff], [0x8000_0000]] => [0], [[0xffff_ffff], [0]] => [1] },
    a.gt(b);

    #[doc = "1 if `a` is at most `b`, else 0."]
    "primitive.compare.le" (a: U32, b: U32) -> U32,
    laws ["le(a, a) = 1", "le(a, b) = ge(b, a)"],
    edge_cases { [[2], [2]] => [1], [[0xffff_ffff], [0]] => [0] },
    a.le(b);

    #[doc = "1 if `a` is at least `b`, else 0."]
    "primitive.compare.ge" (a: U32, b: U32) -> U32,
    laws ["ge(a, a) = 1"],
    edge_cases { [[2], [2]] => [1], [[0], [0xffff_ffff]] => [0] },
    a.ge(b);

    #[doc = "1 if `a` is 0, else 0."]
    "primitive.compare.logical_not" (a: U32) -> U32,
    laws ["logical_not(a) = eq(a, 0)"],
    edge_cases { [[0]] => [1], [[1]] => [0], [[0x8000_0000]] => [0] },
    Expr::unary(UnOp::LogicalNot, a);

    #[doc = "`a` if `cond` is not 0, else `b`; both are evaluated."]
    "primitive.compare.select" (cond: U32, a: U32, b: U32) -> U32,
    laws ["select(cond, a, a) = a", "select(0, a, b) = b", "select(1, a, b) = a"],
    edge_cases { [[0], [3], [5]] => [5], [[1], [3], [5]] => [3], [[0x8000_0000], [3], [5]] => [3] },
    Expr::select(cond, a, b);
}
