//! The operators, one row each.
//!
//! A row holds the operator's meaning in words, its name, its spelling and precedence, the methods that a kernel may write for
//! it, the laws that hold of it, its name in the library, its evaluation and examples of it. The enums, constant folding, both CPU
//! engines, the host's side of functions, the text and wire forms, the macro's spellings and the tests come from the rows; each
//! backend that spells operators adds one exhaustive `match`.
//!
//! In a program binary and unary operators on integers take `U32` and give `U32` (rule V021). The same rows
//! compute on the other scalars that their [`Typing`] names: a lowered program has typed operators, into which the
//! operations of the library on `I32` and `U64` turn. Floats have rows of their own, because what holds of integers seldom holds of them.

use crate::{DataType, Scalar};

/// How an operator is written in the text form and in a kernel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spelling {
    /// Between or before its operands: `a + b`, `~a`.
    Symbol(&'static str),
    /// As a function: `min(a, b)`.
    Function(&'static str),
}

impl Spelling {
    /// The symbol or the function's name.
    pub const fn text(self) -> &'static str {
        match self {
            Spelling::Symbol(text) | Spelling::Function(text) => text,
        }
    }
}

/// The precedence of an expression in text, from low to high. Where a higher precedence is needed, the expression is written
/// in parentheses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[allow(missing_docs, reason = "the names are those of Rust's operators")]
pub enum Precedence {
    Or,
    And,
    Comparison,
    BitOr,
    BitXor,
    BitAnd,
    Shift,
    Sum,
    Product,
    Unary,
    Whole,
}

impl Precedence {
    /// That of a row: what its column says, else that of a function or of a symbol before its operand.
    const fn of(spelling: Spelling, column: &[Precedence]) -> Precedence {
        match (spelling, column) {
            (_, [precedence, ..]) => *precedence,
            (Spelling::Symbol(_), []) => Precedence::Unary,
            (Spelling::Function(_), []) => Precedence::Whole,
        }
    }

    /// The next higher precedence.
    pub(crate) fn tighter(self) -> Precedence {
        use Precedence::*;
        match self {
            Or => And,
            And => Comparison,
            Comparison => BitOr,
            BitOr => BitXor,
            BitXor => BitAnd,
            BitAnd => Shift,
            Shift => Sum,
            Sum => Product,
            Product => Unary,
            Unary | Whole => Whole,
        }
    }
}

/// What holds of an operator of two operands for all values. A row that names no law has none, which is always safe.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Law {
    /// `a op b = b op a`.
    Commutes,
    /// `(a op b) op c = a op (b op c)`.
    Associates,
}

/// Which scalars an operator computes on, and what it gives.
///
/// | typing | operands | result |
/// |---|---|---|
/// | `Arithmetic` | two, or one, of an integer type | the same type |
/// | `Bitwise` | two, or one, of an integer type or `Bool` | the same type |
/// | `Shift` | an integer, and the amount as a `U32` | the integer's type |
/// | `Equality` | two of an integer type or `Bool` | `Bool` |
/// | `Order` | two of an integer type | `Bool` |
/// | `Truth` | `U32`, whose truth is that they are not zero | `Bool` |
/// | `Distance` | two of an integer type | the unsigned type of the same size |
/// | `Count` | one of an integer type | `U32` |
/// | `Atomic` | an unsigned integer | the same type |
/// | `Float` | floats | the same type, and the canonical NaN |
/// | `Elementary` | floats of at most 32 bits | the same type, and the canonical NaN |
/// | `FloatSign` | floats, of which it sees the bits | the same type |
/// | `FloatOrder` | two floats | `Bool` |
/// | `ToU32`, `ToI32`, `ToU64` | an `F32` or an `F64` | that integer |
/// | `FromU32`, `FromI32`, `FromU64` | that integer | an `F32` |
/// | `DoubleFromU32`, `DoubleFromI32`, `DoubleFromU64` | that integer | an `F64` |
/// | `DoubleFromF32` | an `F32` | an `F64` |
/// | `ToF32` | an `F64` | an `F32` |
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the table above has a row for each")]
pub enum Typing {
    Arithmetic,
    Bitwise,
    Shift,
    Equality,
    Order,
    Truth,
    Distance,
    Count,
    Atomic,
    Float,
    Elementary,
    FloatSign,
    FloatOrder,
    ToU32,
    ToI32,
    ToU64,
    FromU32,
    FromI32,
    FromU64,
    DoubleFromU32,
    DoubleFromI32,
    DoubleFromU64,
    DoubleFromF32,
    ToF32,
}

impl Typing {
    /// The scalar that the operator gives for a first operand of this one, or `None` if it does not take it.
    pub const fn result(self, operand: Scalar) -> Option<Scalar> {
        use Scalar::{BF16, Bool, F16, F32, F64, I32, U32, U64};
        match self {
            Typing::Arithmetic | Typing::Shift => match operand {
                U32 | I32 | U64 => Some(operand),
                Bool | F32 | F16 | BF16 | F64 => None,
            },
            Typing::Bitwise => match operand {
                U32 | I32 | U64 | Bool => Some(operand),
                F32 | F16 | BF16 | F64 => None,
            },
            Typing::Equality => match operand {
                U32 | I32 | U64 | Bool => Some(Bool),
                F32 | F16 | BF16 | F64 => None,
            },
            Typing::Order => match operand {
                U32 | I32 | U64 => Some(Bool),
                Bool | F32 | F16 | BF16 | F64 => None,
            },
            Typing::Distance => match operand {
                U32 | I32 => Some(U32),
                U64 => Some(U64),
                Bool | F32 | F16 | BF16 | F64 => None,
            },
            Typing::Count => match operand {
                U32 | I32 | U64 => Some(U32),
                Bool | F32 | F16 | BF16 | F64 => None,
            },
            Typing::Truth => only(operand, U32, Bool),
            Typing::Atomic => match operand {
                U32 | U64 => Some(operand),
                I32 | Bool | F32 | F16 | BF16 | F64 => None,
            },
            Typing::Float | Typing::FloatSign => match operand {
                F32 | F16 | BF16 | F64 => Some(operand),
                U32 | I32 | U64 | Bool => None,
            },
            Typing::Elementary => match operand {
                F32 | F16 | BF16 => Some(operand),
                U32 | I32 | U64 | Bool | F64 => None,
            },
            Typing::FloatOrder => match operand {
                F32 | F16 | BF16 | F64 => Some(Bool),
                U32 | I32 | U64 | Bool => None,
            },
            Typing::ToU32 => of_whole(operand, U32),
            Typing::ToI32 => of_whole(operand, I32),
            Typing::ToU64 => of_whole(operand, U64),
            Typing::FromU32 => only(operand, U32, F32),
            Typing::FromI32 => only(operand, I32, F32),
            Typing::FromU64 => only(operand, U64, F32),
            Typing::DoubleFromU32 => only(operand, U32, F64),
            Typing::DoubleFromI32 => only(operand, I32, F64),
            Typing::DoubleFromU64 => only(operand, U64, F64),
            Typing::DoubleFromF32 => only(operand, F32, F64),
            Typing::ToF32 => only(operand, F64, F32),
        }
    }

    /// The types of the operands and of the result in a program. What is defined on several integers is there on `U32`, what is defined on
    /// several floats on `F32`, and a truth value is a `U32` of 0 or 1.
    pub const fn in_program(self) -> (DataType, DataType) {
        match self {
            Typing::Arithmetic
            | Typing::Bitwise
            | Typing::Shift
            | Typing::Equality
            | Typing::Order
            | Typing::Truth
            | Typing::Distance
            | Typing::Count
            | Typing::Atomic => (DataType::U32, DataType::U32),
            Typing::Float | Typing::Elementary | Typing::FloatSign => (DataType::F32, DataType::F32),
            Typing::FloatOrder | Typing::ToU32 => (DataType::F32, DataType::U32),
            Typing::ToI32 => (DataType::F32, DataType::I32),
            Typing::ToU64 => (DataType::F32, DataType::U64),
            Typing::FromU32 => (DataType::U32, DataType::F32),
            Typing::FromI32 => (DataType::I32, DataType::F32),
            Typing::FromU64 => (DataType::U64, DataType::F32),
            Typing::DoubleFromU32 => (DataType::U32, DataType::F64),
            Typing::DoubleFromI32 => (DataType::I32, DataType::F64),
            Typing::DoubleFromU64 => (DataType::U64, DataType::F64),
            Typing::DoubleFromF32 => (DataType::F32, DataType::F64),
            Typing::ToF32 => (DataType::F64, DataType::F32),
        }
    }
}

impl Typing {
    /// The types of the operands and of the result in a program, for a first operand of this type: what is defined on several floats is
    /// there on each of them.
    pub fn in_program_of(self, operand: &DataType) -> (DataType, DataType) {
        match (self, operand) {
            (Typing::Float | Typing::Elementary | Typing::FloatSign, DataType::F16 | DataType::BF16)
            | (Typing::Float | Typing::FloatSign, DataType::F64) => (operand.clone(), operand.clone()),
            (Typing::FloatOrder, DataType::F16 | DataType::BF16 | DataType::F64) => {
                (operand.clone(), DataType::U32)
            }
            (Typing::ToU32 | Typing::ToI32 | Typing::ToU64, DataType::F64) => {
                (DataType::F64, self.in_program().1)
            }
            _ => self.in_program(),
        }
    }
}

/// `result` for one scalar alone.
const fn only(operand: Scalar, wanted: Scalar, result: Scalar) -> Option<Scalar> {
    if operand as u8 == wanted as u8 { Some(result) } else { None }
}

/// `result` for a float that has conversions to integers.
const fn of_whole(operand: Scalar, result: Scalar) -> Option<Scalar> {
    if matches!(operand, Scalar::F32 | Scalar::F64) { Some(result) } else { None }
}

#[macro_use]
mod table;
mod rows;

pub use rows::{AtomicOp, BinOp, UnOp};

impl AtomicOp {
    /// Whether the operation compares with an expected value.
    pub const fn takes_expected(self) -> bool {
        matches!(self, AtomicOp::CompareExchange)
    }
}

impl BinOp {
    /// Whether the result is a truth value: only ever `0` or `1`.
    pub const fn is_predicate(self) -> bool {
        matches!(self.typing(), Typing::Equality | Typing::Order | Typing::Truth | Typing::FloatOrder)
    }

    /// Whether `a op b = b op a`.
    pub fn commutes(self) -> bool {
        self.laws().contains(&Law::Commutes)
    }

    /// Whether `(a op b) op c = a op (b op c)`.
    pub fn associates(self) -> bool {
        self.laws().contains(&Law::Associates)
    }

    /// The operator that gives the same for exchanged operands, if there is one.
    pub fn mirrored(self) -> Option<BinOp> {
        match self {
            BinOp::Lt => Some(BinOp::Gt),
            BinOp::Gt => Some(BinOp::Lt),
            BinOp::Le => Some(BinOp::Ge),
            BinOp::Ge => Some(BinOp::Le),
            BinOp::FLt => Some(BinOp::FGt),
            BinOp::FGt => Some(BinOp::FLt),
            BinOp::FLe => Some(BinOp::FGe),
            BinOp::FGe => Some(BinOp::FLe),
            _ => self.commutes().then_some(self),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn examples_hold() {
        for op in BinOp::ALL {
            assert!(!op.examples().is_empty(), "{op:?} has no example");
            for (operands, result) in op.examples() {
                assert_eq!(op.eval(operands[0], operands[1]), *result, "{op:?}{operands:?}");
            }
        }
        for op in UnOp::ALL {
            for (operands, result) in op.examples() {
                assert_eq!(op.eval(operands[0]), *result, "{op:?}{operands:?}");
            }
        }
        for op in AtomicOp::ALL {
            for (operands, result) in op.examples() {
                assert_eq!(op.eval(operands[0], operands[1], operands[2]), *result, "{op:?}{operands:?}");
            }
        }
    }

    #[test]
    fn laws_hold() {
        const VALUES: [u64; 9] =
            [0, 1, 2, 31, 0x7fff_ffff, 0x8000_0000, 0xffff_fffe, 0x3fc0_0001, 0x7f80_0000];
        let scalars =
            |op: BinOp| Scalar::ALL.iter().filter(move |scalar| op.typing().result(**scalar).is_some());
        for (op, scalar) in BinOp::ALL.iter().flat_map(|op| scalars(*op).map(move |scalar| (*op, *scalar))) {
            let eval = |a, b| op.eval_as(scalar, a, b).unwrap();
            for (a, b) in VALUES.iter().flat_map(|a| VALUES.iter().map(move |b| (*a, *b))) {
                assert!(!op.commutes() || eval(a, b) == eval(b, a), "{op:?} {scalar} {a} {b}");
                let associates = |c: &u64| eval(eval(a, b), *c) == eval(a, eval(b, *c));
                assert!(!op.associates() || VALUES.iter().all(associates), "{op:?} {scalar} {a} {b}");
                let other = op.mirrored().map(|op| op.eval_as(scalar, b, a).unwrap());
                assert!(other.is_none_or(|other| other == eval(a, b)), "{op:?} {scalar} {a} {b}");
            }
        }
    }

    #[test]
    fn tags_come_back() {
        for op in BinOp::ALL {
            assert_eq!(BinOp::from_tag(*op as u8), Some(*op));
            assert_eq!(BinOp::ALL[*op as usize], *op);
        }
        for op in UnOp::ALL {
            assert_eq!(UnOp::from_tag(*op as u8), Some(*op));
            assert_eq!(UnOp::ALL[*op as usize], *op);
        }
        for op in AtomicOp::ALL {
            assert_eq!(AtomicOp::from_tag(*op as u8), Some(*op));
        }
    }
}
