//! Rust's operators and literals as expressions.

use super::Expr;
use crate::{BinOp, UnOp};
use std::ops;

/// There is no conversion from `i32`. With both, the literal `1` would default to `i32`.
impl From<u32> for Expr {
    fn from(value: u32) -> Expr {
        Expr::LitU32(value)
    }
}

impl From<f32> for Expr {
    fn from(value: f32) -> Expr {
        Expr::LitF32(value)
    }
}

impl From<bool> for Expr {
    fn from(value: bool) -> Expr {
        Expr::LitBool(value)
    }
}

macro_rules! operator_traits {
    ($($Trait:ident $method:ident $Op:ident),*) => {$(
        impl<R: Into<Expr>> ops::$Trait<R> for Expr {
            type Output = Expr;
            fn $method(self, right: R) -> Expr {
                Expr::binary(BinOp::$Op, self, right)
            }
        }
    )*};
}

operator_traits! {
    Add add Add, Sub sub Sub, Mul mul Mul, Div div Div, Rem rem Mod,
    BitAnd bitand BitAnd, BitOr bitor BitOr, BitXor bitxor BitXor, Shl shl Shl, Shr shr Shr
}

impl ops::Neg for Expr {
    type Output = Expr;
    fn neg(self) -> Expr {
        Expr::unary(UnOp::Negate, self)
    }
}

impl ops::Not for Expr {
    type Output = Expr;
    /// Inverts every bit, as `!` does on Rust's integers.
    fn not(self) -> Expr {
        Expr::unary(UnOp::BitNot, self)
    }
}

macro_rules! comparisons {
    ($($(#[$doc:meta])* $method:ident $Op:ident),*) => {
        impl Expr {$(
            $(#[$doc])*
            pub fn $method(self, right: impl Into<Expr>) -> Expr {
                Expr::binary(BinOp::$Op, self, right)
            }
        )*}
    };
}

comparisons! {
    /// 1 if equal, else 0.
    equals Eq,
    /// 1 if not equal, else 0.
    differs Ne,
    /// 1 if less, else 0.
    lt Lt,
    /// 1 if less or equal, else 0.
    le Le,
    /// 1 if greater, else 0.
    gt Gt,
    /// 1 if greater or equal, else 0.
    ge Ge
}
