//! The operation library: `primitive.*`, one row for each operation.
//!
//! A row holds the id, the signature, the meaning, laws, edge cases, and the composition, which is the definition. The
//! catalogue in the documentation and the tests come from the rows. Signed and 64-bit arithmetic lives here and not
//! in [`BinOp`](crate::BinOp): it is composed of operators on `U32`.

mod approx;
mod binary64;
mod bitwise;
mod compare;
mod elementary;
mod fixed;
mod float;
mod float_methods;
mod half;
mod halves;
mod hash;
mod logical;
mod math;
mod methods;
mod quad;
mod quick;
mod signed;
mod signed_wide;
#[cfg(test)]
mod tests;
mod wide;

use crate::{Composition, DataType, Expr, Node, OpSpec, UnOp};

pub use methods::{
    METHODS, Operation, approximate_operators, elementary_operators, method, negate, not, operator,
    signed_operator,
};

/// An operation of the library.
#[derive(Clone, Debug)]
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
    params: &'static [&'static str],
    /// The definition, over the parameters.
    compose: fn(&mut Params) -> Composed,
}

impl Row {
    /// The id without its last part, such as `primitive.bitwise`.
    pub fn family(&self) -> &'static str {
        self.id.rsplit_once('.').map_or("", |(family, _)| family)
    }

    /// The last part of the id, such as `xor`: the name by which the laws call the operation.
    pub fn name(&self) -> &'static str {
        self.id.rsplit_once('.').map_or(self.id, |(_, name)| name)
    }

    /// Whether it is a step within elementary functions (`primitive.fixed.*`). Programs can call it by its id, and `vyre::ops` does not have it.
    pub fn is_step(&self) -> bool {
        self.family() == "primitive.fixed"
    }

    /// The names of the arguments.
    pub fn parameters(&self) -> impl Iterator<Item = &'static str> {
        self.params.iter().copied()
    }

    /// The operation.
    pub fn spec(&self) -> OpSpec {
        let Composed { body, result } = (self.compose)(&mut Params(self.params.iter()));
        OpSpec::inlinable(
            self.id,
            self.inputs,
            self.output.clone(),
            Composition::new(self.params, body, result),
        )
    }
}

const FAMILIES: &[&[Row]] = &[
    bitwise::ROWS,
    math::ROWS,
    compare::ROWS,
    logical::ROWS,
    signed::ROWS,
    wide::ROWS,
    signed_wide::ROWS,
    quad::ROWS,
    hash::ROWS,
    float::ROWS,
    float_methods::ROWS,
    elementary::ROWS,
    half::ROWS[0],
    half::ELEMENTARY[0],
    half::ROWS[1],
    half::ELEMENTARY[1],
    binary64::operators::ROWS,
    binary64::methods::ROWS,
    approx::ROWS[0],
    approx::ROWS[1],
    approx::ROWS[2],
    fixed::ROWS,
    quick::ROWS,
    binary64::steps::ROWS,
];

/// The id of an operation's quick phase, if it has one: an operation on the bits of the operand that gives the bits of the result, or
/// `u32::MAX` where it leaves that open. It computes with floats.
pub fn quick_phase(id: &str) -> Option<&'static str> {
    let name = id.strip_prefix("primitive.f32.")?;
    quick::ROWS
        .iter()
        .map(|row| row.id)
        .find(|id| id.strip_prefix("primitive.fixed.").and_then(|id| id.strip_suffix("_quick")) == Some(name))
}

/// Whether an operation is one on bits that computes with floats: a quick phase, or what one calls.
pub fn is_of_floats_on_bits(id: &str) -> bool {
    quick::ROWS.iter().any(|row| row.id == id)
}

/// Every row, by family.
pub fn rows() -> impl Iterator<Item = &'static Row> {
    FAMILIES.iter().copied().flatten()
}

/// A table of rows.
macro_rules! operations {
    ($(
        $(#[doc = $meaning:literal])+
        $id:literal $(+ $name:literal)? ($($param:ident: $input:ident),*) -> $output:ident,
        laws [$($law:literal),* $(,)?],
        edge_cases { $([$([$($arg:expr),*]),*] => [$($result:expr),*]),* $(,)? },
        $compose:expr;
    )*) => {
        pub(in crate::library) const ROWS: &[$crate::library::Row] = &[$($crate::library::Row {
            id: concat!($id $(, $name)?),
            inputs: &[$($crate::DataType::$input),*],
            output: $crate::DataType::$output,
            meaning: concat!($($meaning),+).trim_ascii(),
            laws: &[$($law),*],
            edge_cases: &[$((&[$(&[$($arg),*]),*], &[$($result),*])),*],
            params: &[$(stringify!($param)),*],
            // A closure would be compiled as two functions.
            compose: {
                #[allow(unused_variables, reason = "a composition in the text form names its parameters there")]
                fn compose(params: &mut $crate::library::Params) -> $crate::library::Composed {
                    $(let $param = params.next();)*
                    $compose.into()
                }
                compose
            },
        }),*];
    };
}

use operations;

/// The parameters that a row has not taken yet.
struct Params(std::slice::Iter<'static, &'static str>);

impl Params {
    /// The variable of the next one.
    #[inline(never)]
    fn next(&mut self) -> Expr {
        Expr::var(self.0.next().copied().unwrap_or_default())
    }
}

/// What a row composes: an expression, or statements and an expression.
struct Composed {
    body: Vec<Node>,
    result: Expr,
}

impl From<Expr> for Composed {
    fn from(result: Expr) -> Composed {
        Composed { body: Vec::new(), result }
    }
}

/// Statements that a row collects before its result.
#[derive(Default)]
struct Body(Vec<Node>);

impl Body {
    /// Binds a value to a variable, and gives the variable.
    fn bind(&mut self, name: &str, value: impl Into<Expr>) -> Expr {
        self.push(Node::let_bind(name, value));
        Expr::var(name)
    }

    fn push(&mut self, node: Node) {
        self.0.push(node);
    }

    fn gives(self, result: Expr) -> Composed {
        Composed { body: self.0, result }
    }
}

/// `then` if `cond` is not 0, else `otherwise`.
fn select(cond: &Expr, then: impl Into<Expr>, otherwise: impl Into<Expr>) -> Expr {
    Expr::select(cond.clone(), then, otherwise)
}

/// A power by squaring, one round for each bit of the exponent, from 1 and the operation that multiplies. A product of several words is dear
/// enough for a branch.
fn power(base: Expr, exponent: Expr, one: Expr, mul: &str) -> Composed {
    let mut body = Body::default();
    let result = body.bind("result", one);
    let square = body.bind("square", base);
    let bits = Expr::u32(32) - leading_zeros(&exponent);
    let is_set = (exponent >> Expr::var("bit")) & 1u32;
    let times_square = |factor: Expr| Expr::call(mul, vec![factor, square.clone()]);
    body.push(Node::for_range(
        "bit",
        0u32,
        bits,
        vec![
            Node::if_then(is_set, vec![Node::assign("result", times_square(result.clone()))]),
            Node::assign("square", times_square(square.clone())),
        ],
    ));
    body.gives(result)
}

/// The number of zero bits above the highest one; 32 for 0.
fn leading_zeros(value: &Expr) -> Expr {
    Expr::unary(UnOp::Clz, value.clone())
}

/// The number of zero bits below the lowest one; 32 for 0.
fn trailing_zeros(value: &Expr) -> Expr {
    Expr::unary(UnOp::Ctz, value.clone())
}

/// The number of bits set.
fn count_ones(value: &Expr) -> Expr {
    Expr::unary(UnOp::Popcount, value.clone())
}

/// The bits in the opposite order.
fn reverse_bits(value: &Expr) -> Expr {
    Expr::unary(UnOp::ReverseBits, value.clone())
}
