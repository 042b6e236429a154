//! Which row computes what Rust spells how: its operators on `i32`, `u64` and `u128`, and std's methods.
//!
//! On `u32`, operators and some methods are operators of the IR: see [`BinOp::from_method`] and
//! [`UnOp::from_method`](crate::UnOp::from_method).

use super::{Row, binary64, float, half, quad, rows, signed, signed_wide, wide};
use crate::{BinOp, DataType, Scalar, UnOp};
use DataType::{BF16, F16, F32, F64, I32, U32, U64, U128};

/// The typed operator that an operation of the library is. A lowered program has it in place of the composition, which
/// stays the definition.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Operation {
    /// An operator of two operands, the first one on this scalar.
    Binary(BinOp, Scalar),
    /// An operator of one operand on this scalar.
    Unary(UnOp, Scalar),
    /// [`Expr::FMulAdd`](crate::Expr::FMulAdd) on `F32`.
    MulAdd,
    /// The same on `F64`.
    DoubleMulAdd,
}

impl Operation {
    /// The id of the operation.
    pub fn id(self) -> Option<String> {
        Some(format!("primitive.{}.{}", self.family()?, self.name()?))
    }

    /// Every one that is an operation of the library.
    fn all() -> impl Iterator<Item = Operation> {
        let binary = |scalar| BinOp::on(scalar).map(move |op| Operation::Binary(op, scalar));
        let unary = |scalar| UnOp::on(scalar).map(move |op| Operation::Unary(op, scalar));
        let on = move |scalar: &Scalar| binary(*scalar).chain(unary(*scalar));
        Scalar::ALL.iter().flat_map(on).chain([Operation::MulAdd, Operation::DoubleMulAdd])
    }

    /// The operation with this id, if it is a typed operator: `primitive.i32.*`, `primitive.u64.*` and those of floats as far as
    /// their names are those of rows of [`BinOp`] and [`UnOp`].
    pub fn of(id: &str) -> Option<Operation> {
        let (scalar, name) = id.strip_prefix("primitive.")?.split_once('.')?;
        let is_it = |operation: &Operation| {
            operation.name() == Some(name) && operation.family().is_some_and(|family| family.name() == scalar)
        };
        Operation::all().find(is_it)
    }

    /// The scalar in the operation's id: a float for conversions, else that of the operands.
    fn family(self) -> Option<Scalar> {
        let (typing, scalar) = match self {
            Operation::Binary(op, scalar) => (op.typing(), scalar),
            Operation::Unary(op, scalar) => (op.typing(), scalar),
            Operation::MulAdd => return Some(Scalar::F32),
            Operation::DoubleMulAdd => return Some(Scalar::F64),
        };
        match (scalar, typing.result(scalar)?) {
            (Scalar::F64, _) | (_, Scalar::F64) => Some(Scalar::F64),
            (Scalar::F32, _) | (_, Scalar::F32) => Some(Scalar::F32),
            (Scalar::I32 | Scalar::U64 | Scalar::F16 | Scalar::BF16, _) => Some(scalar),
            (Scalar::U32 | Scalar::Bool, _) => None,
        }
    }

    /// How far from the exact result it may be, in ULP of that, if it is approximate.
    pub fn tolerance_ulp(self) -> Option<u32> {
        match self {
            Operation::Binary(op, _) => op.tolerance_ulp(),
            Operation::Unary(op, _) => op.tolerance_ulp(),
            Operation::MulAdd | Operation::DoubleMulAdd => None,
        }
    }

    /// The text form's name for it, if it is approximate.
    pub fn approximate(self) -> Option<&'static str> {
        self.tolerance_ulp()?;
        match self {
            Operation::Binary(op, _) => Some(op.spelling().text()),
            Operation::Unary(op, _) => Some(op.spelling().text()),
            Operation::MulAdd | Operation::DoubleMulAdd => None,
        }
    }

    fn name(self) -> Option<&'static str> {
        match self {
            Operation::Binary(op, _) => op.library_name(),
            Operation::Unary(op, _) => op.library_name(),
            Operation::MulAdd | Operation::DoubleMulAdd => Some("mul_add"),
        }
    }
}

/// The operators that are elementary functions: what no device computes by itself.
pub fn elementary_operators() -> impl Iterator<Item = Operation> {
    super::elementary::ROWS.iter().filter_map(|row| Operation::of(row.id))
}

/// The operators of floats that are approximate.
pub fn approximate_operators() -> impl Iterator<Item = Operation> {
    super::approx::ROWS[0].iter().filter_map(|row| Operation::of(row.id))
}

/// The row that computes Rust's operator on two values of the type, but for shifts, whose amount is a `U32`. Only `I32`,
/// `U64`, `U128` and floats have such rows.
pub fn operator(op: BinOp, ty: &DataType) -> Option<&'static Row> {
    // Written as methods, or operators of `bool`.
    if matches!(op, BinOp::And | BinOp::Or | BinOp::AbsDiff | BinOp::Min | BinOp::Max) {
        return None;
    }
    // Operators of floats have the names of those of integers.
    let (takes, _) = op.typing().in_program();
    op.library_name().filter(|_| takes != F32 || ty.is_float()).and_then(|name| named(ty, name))
}

/// The row that computes Rust's operator on two `i64`s, which are held as `U64`: where the sign matters a row of its own.
pub fn signed_operator(op: BinOp) -> Option<&'static Row> {
    let row = operator(op, &U64)?;
    signed_wide::ROWS.iter().find(|of_signed| of_signed.name() == row.name()).or(Some(row))
}

/// The row that computes Rust's `-x`: for `I32` and floats.
pub fn negate(ty: &DataType) -> Option<&'static Row> {
    named(ty, "neg").filter(|_| *ty == I32 || ty.is_float())
}

/// The row that computes Rust's `!x`, every bit inverted: for `I32`, `U64` and `U128`.
pub fn not(ty: &DataType) -> Option<&'static Row> {
    named(ty, "not")
}

/// The row that computes std's method of the type. The receiver is the first argument.
pub fn method(ty: &DataType, name: &str) -> Option<&'static Row> {
    let (_, _, id) = METHODS.iter().find(|(of, method, _)| of == ty && *method == name)?;
    rows().find(|row| row.id == *id)
}

/// The row of the family of a type whose operators are rows.
fn named(ty: &DataType, name: &str) -> Option<&'static Row> {
    let family = match ty {
        I32 => signed::ROWS,
        U64 => wide::ROWS,
        U128 => quad::ROWS,
        F32 => float::ROWS,
        F16 => half::ROWS[0],
        BF16 => half::ROWS[1],
        F64 => binary64::operators::ROWS,
        _ => return None,
    };
    family.iter().find(|row| row.name() == name)
}

/// The rows of integers and of `f64`, and those that the other floats have, with the name of the method and what follows the family in the id.
macro_rules! methods {
    (integers: $(($($integer:tt)*),)* floats: $($F:ident $family:literal),*; $($method:literal $id:literal,)*) => {
        methods! { @each [$(($($integer)*),)*] [$($F $family),*] [$($method $id,)*] }
    };
    (@each [$($done:expr,)*] [$F:ident $family:literal $(, $G:ident $other:literal)*] [$($method:literal $id:literal,)*]) => {
        methods! { @each
            [$($done,)* $(($F, $method, concat!("primitive.", $family, $id)),)*]
            [$($G $other),*] [$($method $id,)*]
        }
    };
    (@each [$($done:expr,)*] [] $methods:tt) => {
        &[$($done),*]
    };
}

/// Every method: the type, its name in std, the id of the row. Where std's method would panic,
/// the row's meaning says what it gives.
pub const METHODS: &[(DataType, &str, &str)] = methods! {
    integers:
    (U32, "rotate_left", "primitive.bitwise.rotl"),
    (U32, "rotate_right", "primitive.bitwise.rotr"),
    (U32, "clamp", "primitive.math.clamp"),
    (U32, "saturating_add", "primitive.math.add_sat"),
    (U32, "saturating_sub", "primitive.math.sub_sat"),
    (U32, "pow", "primitive.math.pow"),
    (U32, "wrapping_pow", "primitive.math.pow"),
    (U32, "wrapping_shl", "primitive.bitwise.shl"),
    (U32, "wrapping_shr", "primitive.bitwise.shr"),
    (U32, "isqrt", "primitive.math.isqrt"),
    (I32, "rotate_left", "primitive.i32.rotl"),
    (I32, "rotate_right", "primitive.i32.rotr"),
    (I32, "min", "primitive.i32.min"),
    (I32, "max", "primitive.i32.max"),
    (I32, "clamp", "primitive.i32.clamp"),
    (I32, "abs_diff", "primitive.i32.abs_diff"),
    (I32, "wrapping_add", "primitive.i32.add"),
    (I32, "wrapping_sub", "primitive.i32.sub"),
    (I32, "wrapping_mul", "primitive.i32.mul"),
    (I32, "saturating_add", "primitive.i32.add_sat"),
    (I32, "saturating_sub", "primitive.i32.sub_sat"),
    (I32, "pow", "primitive.i32.pow"),
    (I32, "wrapping_pow", "primitive.i32.pow"),
    (I32, "abs", "primitive.i32.abs"),
    (I32, "wrapping_abs", "primitive.i32.abs"),
    (I32, "signum", "primitive.i32.signum"),
    (I32, "wrapping_neg", "primitive.i32.neg"),
    (I32, "count_ones", "primitive.i32.popcount"),
    (I32, "leading_zeros", "primitive.i32.clz"),
    (I32, "trailing_zeros", "primitive.i32.ctz"),
    (I32, "reverse_bits", "primitive.i32.reverse_bits"),
    (I32, "wrapping_shl", "primitive.i32.shl"),
    (I32, "wrapping_shr", "primitive.i32.shr"),
    (U64, "rotate_left", "primitive.u64.rotl"),
    (U64, "rotate_right", "primitive.u64.rotr"),
    (U64, "min", "primitive.u64.min"),
    (U64, "max", "primitive.u64.max"),
    (U64, "clamp", "primitive.u64.clamp"),
    (U64, "abs_diff", "primitive.u64.abs_diff"),
    (U64, "wrapping_add", "primitive.u64.add"),
    (U64, "wrapping_sub", "primitive.u64.sub"),
    (U64, "wrapping_mul", "primitive.u64.mul"),
    (U64, "saturating_add", "primitive.u64.add_sat"),
    (U64, "saturating_sub", "primitive.u64.sub_sat"),
    (U64, "pow", "primitive.u64.pow"),
    (U64, "wrapping_pow", "primitive.u64.pow"),
    (U64, "wrapping_neg", "primitive.u64.neg"),
    (U64, "count_ones", "primitive.u64.popcount"),
    (U64, "leading_zeros", "primitive.u64.clz"),
    (U64, "trailing_zeros", "primitive.u64.ctz"),
    (U64, "reverse_bits", "primitive.u64.reverse_bits"),
    (U64, "wrapping_shl", "primitive.u64.shl"),
    (U64, "wrapping_shr", "primitive.u64.shr"),
    (U128, "rotate_left", "primitive.u128.rotl"),
    (U128, "rotate_right", "primitive.u128.rotr"),
    (U128, "min", "primitive.u128.min"),
    (U128, "max", "primitive.u128.max"),
    (U128, "clamp", "primitive.u128.clamp"),
    (U128, "abs_diff", "primitive.u128.abs_diff"),
    (U128, "wrapping_add", "primitive.u128.add"),
    (U128, "wrapping_sub", "primitive.u128.sub"),
    (U128, "wrapping_mul", "primitive.u128.mul"),
    (U128, "saturating_add", "primitive.u128.add_sat"),
    (U128, "saturating_sub", "primitive.u128.sub_sat"),
    (U128, "pow", "primitive.u128.pow"),
    (U128, "wrapping_pow", "primitive.u128.pow"),
    (U128, "wrapping_neg", "primitive.u128.neg"),
    (U128, "count_ones", "primitive.u128.popcount"),
    (U128, "leading_zeros", "primitive.u128.clz"),
    (U128, "trailing_zeros", "primitive.u128.ctz"),
    (U128, "reverse_bits", "primitive.u128.reverse_bits"),
    (U128, "wrapping_shl", "primitive.u128.shl"),
    (U128, "wrapping_shr", "primitive.u128.shr"),
    (F64, "abs", "primitive.f64.abs"),
    (F64, "copysign", "primitive.f64.copysign"),
    (F64, "min", "primitive.f64.min"),
    (F64, "max", "primitive.f64.max"),
    (F64, "mul_add", "primitive.f64.mul_add"),
    (F64, "sqrt", "primitive.f64.sqrt"),
    (F64, "floor", "primitive.f64.floor"),
    (F64, "ceil", "primitive.f64.ceil"),
    (F64, "trunc", "primitive.f64.trunc"),
    (F64, "round", "primitive.f64.round"),
    (F64, "round_ties_even", "primitive.f64.round_even"),
    (F64, "signum", "primitive.f64.signum"),
    (F64, "clamp", "primitive.f64.clamp"),
    (F64, "fract", "primitive.f64.fract"),
    (F64, "recip", "primitive.f64.recip"),
    (F64, "powi", "primitive.f64.powi"),
    (F64, "to_degrees", "primitive.f64.to_degrees"),
    (F64, "to_radians", "primitive.f64.to_radians"),
    (F64, "is_nan", "primitive.f64.is_nan"),
    (F64, "is_infinite", "primitive.f64.is_infinite"),
    (F64, "is_finite", "primitive.f64.is_finite"),
    (F64, "to_bits", "primitive.f64.to_bits"),
    floats: F32 "f32", F16 "f16", BF16 "bf16";
    "abs" ".abs",
    "copysign" ".copysign",
    "min" ".min",
    "max" ".max",
    "mul_add" ".mul_add",
    "sqrt" ".sqrt",
    "floor" ".floor",
    "ceil" ".ceil",
    "trunc" ".trunc",
    "round" ".round",
    "round_ties_even" ".round_even",
    "sin" ".sin",
    "cos" ".cos",
    "tan" ".tan",
    "asin" ".asin",
    "acos" ".acos",
    "atan" ".atan",
    "sinh" ".sinh",
    "cosh" ".cosh",
    "tanh" ".tanh",
    "exp" ".exp",
    "exp2" ".exp2",
    "exp_m1" ".exp_m1",
    "ln" ".ln",
    "log2" ".log2",
    "log10" ".log10",
    "ln_1p" ".ln_1p",
    "cbrt" ".cbrt",
    "hypot" ".hypot",
    "atan2" ".atan2",
    "powf" ".pow",
    "signum" ".signum",
    "clamp" ".clamp",
    "fract" ".fract",
    "recip" ".recip",
    "powi" ".powi",
    "to_degrees" ".to_degrees",
    "to_radians" ".to_radians",
    "is_nan" ".is_nan",
    "is_infinite" ".is_infinite",
    "is_finite" ".is_finite",
    "to_bits" ".to_bits",
};

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn operations_are_rows_of_both_tables() {
        let ids = || rows().filter_map(|row| Some((row, Operation::of(row.id)?)));
        // 19 operators of two operands and 6 of one, on both integers, and those of floats: 17, 32 and one of three on `F32`, and on floats of 16
        // bits all but 6 conversions. One is approximate on each.
        // On `F64` are 14 of two operands, 8 of one, one of three, and 8 conversions.
        assert_eq!(ids().count(), 2 * (19 + 6) + 17 + 32 + 1 + 2 * (17 + 26) + 3 + 14 + 8 + 1 + 8);
        for (row, operation) in ids() {
            assert_eq!(operation.id().as_deref(), Some(row.id));
            let (result, scalar) = match operation {
                Operation::Binary(op, scalar) => (op.typing().result(scalar), scalar),
                Operation::Unary(op, scalar) => (op.typing().result(scalar), scalar),
                Operation::MulAdd => (Some(Scalar::F32), Scalar::F32),
                Operation::DoubleMulAdd => (Some(Scalar::F64), Scalar::F64),
            };
            // Truth is a `U32` in a program.
            let result = result.map(|result| if result == Scalar::Bool { Scalar::U32 } else { result });
            assert_eq!(result.map(Scalar::name), Some(row.output.name()), "{}", row.id);
            assert_eq!(row.inputs[0].name(), scalar.name(), "{}", row.id);
        }
    }

    #[test]
    fn operations_compute_what_their_compositions_are_said_to() {
        let bits = |lanes: &[u32]| lanes.iter().rev().fold(0, |bits, lane| bits << 32 | u64::from(*lane));
        for row in rows() {
            let Some(operation) = Operation::of(row.id) else { continue };
            for (args, result) in row.edge_cases {
                let got = match operation {
                    Operation::Binary(op, scalar) => op.eval_as(scalar, bits(args[0]), bits(args[1])),
                    Operation::Unary(op, scalar) => op.eval_as(scalar, bits(args[0])),
                    Operation::MulAdd => {
                        Some(crate::float::mul_add(args[0][0], args[1][0], args[2][0]).into())
                    }
                    Operation::DoubleMulAdd => {
                        let all = [bits(args[0]), bits(args[1]), bits(args[2])];
                        Some(crate::float::mul_add_as(Scalar::F64, all))
                    }
                };
                assert_eq!(got, Some(bits(result)), "{} of {args:?}", row.id);
            }
        }
    }

    /// What std's method takes, receiver first, and gives.
    fn signature(ty: DataType, name: &str) -> (Vec<DataType>, DataType) {
        match name {
            "rotate_left" | "rotate_right" | "wrapping_shl" | "wrapping_shr" | "pow" | "wrapping_pow" => {
                (vec![ty.clone(), U32], ty)
            }
            "min" | "max" | "wrapping_add" | "wrapping_sub" | "wrapping_mul" | "saturating_add"
            | "saturating_sub" => (vec![ty.clone(), ty.clone()], ty),
            "abs_diff" => (vec![ty.clone(), ty.clone()], if ty == I32 { U32 } else { ty }),
            "clamp" => (vec![ty.clone(), ty.clone(), ty.clone()], ty),
            "copysign" | "hypot" | "atan2" | "powf" => (vec![ty.clone(), ty.clone()], ty),
            "sin" | "cos" | "tan" | "asin" | "acos" | "atan" | "sinh" | "cosh" | "tanh" | "exp" | "exp2"
            | "exp_m1" | "ln" | "log2" | "log10" | "ln_1p" | "cbrt" => (vec![ty.clone()], ty),
            "mul_add" => (vec![ty.clone(), ty.clone(), ty.clone()], ty),
            "powi" => (vec![ty.clone(), I32], ty),
            "sqrt" | "floor" | "ceil" | "trunc" | "round" | "round_ties_even" | "fract" | "recip"
            | "to_degrees" | "to_radians" => (vec![ty.clone()], ty),
            "to_bits" if ty == F64 => (vec![ty], U64),
            "is_nan" | "is_infinite" | "is_finite" | "to_bits" => (vec![ty], U32),
            "abs" | "wrapping_abs" | "signum" | "wrapping_neg" | "reverse_bits" | "isqrt" => {
                (vec![ty.clone()], ty)
            }
            "count_ones" | "leading_zeros" | "trailing_zeros" => (vec![ty], U32),
            other => panic!("what does `{other}` take?"),
        }
    }

    #[test]
    fn methods_are_rows_that_fit() {
        let mut known = HashSet::new();
        for (ty, name, id) in METHODS {
            assert!(known.insert((ty.clone(), *name)), "{ty}: `{name}` twice");
            let row = method(ty, name).unwrap_or_else(|| panic!("{ty}: `{name}` is {id}, which is no row"));
            assert_eq!(row.id, *id);
            assert_eq!(
                (row.inputs.to_vec(), row.output.clone()),
                signature(ty.clone(), name),
                "{ty}: `{name}`"
            );
        }
    }

    #[test]
    fn each_method_is_said_once() {
        for (ty, name, _) in METHODS {
            let is_operator = BinOp::from_method(name).is_some() || UnOp::from_method(name).is_some();
            assert!(!(*ty == U32 && is_operator), "`{name}` is an operator of the IR");
        }
        let methods = |op: &BinOp| op.methods().iter();
        let unary = UnOp::ALL.iter().flat_map(|op| op.methods());
        for name in BinOp::ALL.iter().flat_map(methods).chain(unary) {
            assert!([I32, U64, U128].iter().all(|ty| method(ty, name).is_some()), "only u32 has `{name}`");
            assert!(method(&U32, name).is_none());
        }
        assert!(method(&I32, "sqrt").is_none() && method(&DataType::Bool, "min").is_none());
    }

    #[test]
    fn operators_are_rows_that_fit() {
        use BinOp::{AbsDiff, And, Max, Min, Or, Shl, Shr};
        for ty in [I32, U64, U128] {
            for op in &BinOp::on(Scalar::U32).collect::<Vec<_>>() {
                let Some(row) = operator(*op, &ty) else {
                    assert!(matches!(op, And | Or | AbsDiff | Min | Max), "{op:?} of {ty}");
                    continue;
                };
                let right = if matches!(op, Shl | Shr) { U32 } else { ty.clone() };
                let output = if op.is_predicate() { U32 } else { ty.clone() };
                assert_eq!(
                    (row.inputs, row.output.clone()),
                    (&[ty.clone(), right][..], output),
                    "{op:?} of {ty}"
                );
            }
            assert_eq!(not(&ty).map(|row| (row.inputs, row.output.clone())), Some((&[ty.clone()][..], ty)));
        }
        assert_eq!(negate(&I32).map(|row| row.id), Some("primitive.i32.neg"));
        assert!(negate(&U64).is_none() && negate(&U32).is_none() && not(&U32).is_none());
        assert!(BinOp::ALL.iter().all(|op| operator(*op, &U32).is_none()));
    }
}
