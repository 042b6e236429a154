//! A number of 128 bits in the compositions of `primitive.u128`: its words, and its halves with the operators of `primitive.u64`.

use super::{Body, select};
use crate::{DataType, Expr};
use std::ops::{Add, BitOr, Div, Mul, Shl, Shr, Sub};

/// A `U64`, whose operators are the operations of `primitive.u64`.
#[derive(Clone)]
pub(super) struct Half(pub(super) Expr);

macro_rules! operators {
    ($($Trait:ident $function:ident $Right:ident $name:literal;)*) => {$(
        impl $Trait<$Right> for Half {
            type Output = Half;
            fn $function(self, other: $Right) -> Half {
                Half(Expr::call($name, vec![self.0, other.into()]))
            }
        }
    )*};
}

operators! {
    Add add Half "primitive.u64.add";
    Sub sub Half "primitive.u64.sub";
    Mul mul Half "primitive.u64.mul";
    Div div Half "primitive.u64.div";
    BitOr bitor Half "primitive.u64.or";
    Shl shl Expr "primitive.u64.shl";
    Shr shr Expr "primitive.u64.shr";
}

impl From<Half> for Expr {
    fn from(half: Half) -> Expr {
        half.0
    }
}

impl Half {
    /// The `U64` of a `U32`.
    pub(super) fn of(value: impl Into<Expr>) -> Half {
        Half(Expr::cast(DataType::U64, value.into()))
    }

    /// Binds the value to a variable, and gives the variable.
    pub(super) fn bind(self, name: &str, body: &mut Body) -> Half {
        Half(body.bind(name, self))
    }

    /// 1 if it is less than the other, else 0.
    pub(super) fn less(self, other: Half) -> Expr {
        Expr::call("primitive.u64.lt", vec![self.0, other.0])
    }

    /// 1 if the two are equal, else 0.
    pub(super) fn equals(self, other: Half) -> Expr {
        Expr::call("primitive.u64.eq", vec![self.0, other.0])
    }

    /// `then` if `cond` is not 0, else `otherwise`.
    pub(super) fn select(cond: &Expr, then: Half, otherwise: Half) -> Half {
        Half(select(cond, then, otherwise))
    }
}

/// An operation of `primitive.u64` on a half.
pub(super) fn of_half(name: &str, half: Half) -> Expr {
    Expr::call(format!("primitive.u64.{name}"), vec![half.0])
}

/// An operation of `primitive.u128`.
pub(super) fn call(name: &str, args: Vec<Expr>) -> Expr {
    Expr::call(format!("primitive.u128.{name}"), args)
}

/// The upper half of the product of 128 bits.
pub(super) fn mul_hi(a: Half, b: Half) -> Half {
    Half(Expr::call("primitive.u64.mul_hi", vec![a.0, b.0]))
}

/// A word of a number.
pub(super) fn word(x: &Expr, at: u32) -> Expr {
    Expr::component(x.clone(), at)
}

/// A `U128` of four words, the lowest first.
pub(super) fn words(word: impl Fn(u32) -> Expr) -> Expr {
    Expr::compose(DataType::U128, (0..4).map(word).collect())
}

/// Not 0 if any bit is set in a word or in the one above it.
pub(super) fn any(x: &Expr, at: u32) -> Expr {
    word(x, at) | word(x, at + 1)
}

/// Two words of a number, from this one on.
pub(super) fn half(x: &Expr, at: u32) -> Half {
    Half(Expr::compose(DataType::U64, vec![word(x, at), word(x, at + 1)]))
}

/// The lower half.
pub(super) fn lo(x: &Expr) -> Half {
    half(x, 0)
}

/// The upper half.
pub(super) fn hi(x: &Expr) -> Half {
    half(x, 2)
}

/// Both halves, bound to variables: the lower and the upper one.
pub(super) fn halves(body: &mut Body, name: &str, x: &Expr) -> (Half, Half) {
    (lo(x).bind(&format!("{name}_lo"), body), hi(x).bind(&format!("{name}_hi"), body))
}

/// A `U128` of two halves, each of which stands there twice.
pub(super) fn quad(lo: Half, hi: Half) -> Expr {
    words(|at| word(if at < 2 { &lo.0 } else { &hi.0 }, at % 2))
}

/// A `U128` that has this number in each of its words.
pub(super) fn number(word: u32) -> Expr {
    Expr::compose(DataType::U128, vec![Expr::u32(word); 4])
}
