//! The operation library: `primitive.*`, one row for each operation.
//!
//! A row holds the id, the signature, the meaning, laws, edge cases, and the composition, which is the definition. The
//! catalogue in the documentation and the tests come from the rows. Signed and 64-bit arithmetic lives here and not
//! in [`BinOp`](crate::BinOp): it is composed of operators on `U32`.

mod bitwise;

use crate::{Composition, DataType, OpSpec};

/// An operation of the library.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Row {
    /// The id, such as `primitive.bitwise.xor`.
    pub id: &'static str,
    /// The type of each argument.
    pub inputs: &'static [DataType],
    /// The type of the result.
    pub output: DataType,
    /// What it computes, in words.
    pub meaning: &'static str,
    /// What holds for every argument, such as `xor(a, a) = 0`.
    pub laws: &'static [&'static str],
    /// Arguments where one could doubt, each with the result: the lanes of every argument and of the result.
    pub edge_cases: &'static [(&'static [&'static [u32]], &'static [u32])],
    /// The definition.
    compose: fn() -> Composition,
}

impl Row {
    /// The operation.
    pub fn spec(&self) -> OpSpec {
        OpSpec::inlinable(self.id, self.inputs, self.output, (self.compose)())
    }
}

/// Every row, by family.
pub fn rows() -> impl Iterator<Item = &'static Row> {
    [bitwise::ROWS].into_iter().flatten()
}

/// A table of rows.
macro_rules! operations {
    ($(
        $(#[doc = $meaning:literal])+
        $id:literal ($($param:ident: $input:ident),*) -> $output:ident,
        laws [$($law:literal),* $(,)?],
        edge_cases { $([$([$($arg:expr),*]),*] => [$($result:expr),*]),* $(,)? },
        $compose:expr;
    )*) => {
        pub(super) const ROWS: &[$crate::library::Row] = &[$($crate::library::Row {
            id: $id,
            inputs: &[$($crate::DataType::$input),*],
            output: $crate::DataType::$output,
            meaning: concat!($($meaning),+).trim_ascii(),
            laws: &[$($law),*],
            edge_cases: &[$((&[$(&[$($arg),*]),*], &[$($result),*])),*],
            compose: || {
                $(let $param = $crate::Expr::var(stringify!($param));)*
                let composed: $crate::library::Composed = $compose.into();
                composed.over(&[$(stringify!($param)),*])
            },
        }),*];
    };
}

use operations;

/// What a row composes: an expression, or statements and an expression.
struct Composed {
    body: Vec<crate::Node>,
    result: crate::Expr,
}

impl Composed {
    fn over(self, params: &[&str]) -> Composition {
        Composition::new(params, self.body, self.result)
    }
}

impl From<crate::Expr> for Composed {
    fn from(result: crate::Expr) -> Composed {
        Composed { body: Vec::new(), result }
    }
}

impl From<(Vec<crate::Node>, crate::Expr)> for Composed {
    fn from((body, result): (Vec<crate::Node>, crate::Expr)) -> Composed {
        Composed { body, result }
    }
}
