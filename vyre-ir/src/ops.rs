//! The operators, one row each.
//!
//! A row holds the operator's meaning in words, its name, its spelling and precedence, the methods that a kernel may write for
//! it, the laws that hold of it, its name in the library, its evaluation and examples of it. The enums, constant folding, both CPU
//! engines, the host's side of functions, the text and wire forms, the macro's spellings and the tests come from the rows; each
//! backend that spells operators adds one exhaustive `match`.
//!
//! In a program binary and unary operators on integers take `U32` and give `U32` (rule V021), and so do atomics. The same rows
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
/// | `Atomic` | `U32` | `U32` |
/// | `Float` | floats | the same type, and the canonical NaN |
/// | `FloatSign` | floats, of which it sees the bits | the same type |
/// | `FloatOrder` | two floats | `Bool` |
/// | `ToU32`, `ToI32`, `ToU64` | a float | that integer |
/// | `FromU32`, `FromI32`, `FromU64` | that integer | a float |
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
    FloatSign,
    FloatOrder,
    ToU32,
    ToI32,
    ToU64,
    FromU32,
    FromI32,
    FromU64,
}

impl Typing {
    /// The scalar that the operator gives for a first operand of this one, or `None` if it does not take it.
    pub const fn result(self, operand: Scalar) -> Option<Scalar> {
        use Scalar::{Bool, F32, I32, U32, U64};
        match self {
            Typing::Arithmetic | Typing::Shift => match operand {
                U32 | I32 | U64 => Some(operand),
                Bool | F32 => None,
            },
            Typing::Bitwise => match operand {
                U32 | I32 | U64 | Bool => Some(operand),
                F32 => None,
            },
            Typing::Equality => match operand {
                U32 | I32 | U64 | Bool => Some(Bool),
                F32 => None,
            },
            Typing::Order => match operand {
                U32 | I32 | U64 => Some(Bool),
                Bool | F32 => None,
            },
            Typing::Distance => match operand {
                U32 | I32 => Some(U32),
                U64 => Some(U64),
                Bool | F32 => None,
            },
            Typing::Count => match operand {
                U32 | I32 | U64 => Some(U32),
                Bool | F32 => None,
            },
            Typing::Truth => only(operand, U32, Bool),
            Typing::Atomic => only(operand, U32, U32),
            Typing::Float | Typing::FloatSign => match operand {
                F32 => Some(F32),
                U32 | I32 | U64 | Bool => None,
            },
            Typing::FloatOrder => match operand {
                F32 => Some(Bool),
                U32 | I32 | U64 | Bool => None,
            },
            Typing::ToU32 => only(operand, F32, U32),
            Typing::ToI32 => only(operand, F32, I32),
            Typing::ToU64 => only(operand, F32, U64),
            Typing::FromU32 => only(operand, U32, F32),
            Typing::FromI32 => only(operand, I32, F32),
            Typing::FromU64 => only(operand, U64, F32),
        }
    }

    /// The types of the operands and of the result in a program. What is defined on several integers is there on `U32`, and a truth
    /// value is a `U32` of 0 or 1.
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
            Typing::Float | Typing::FloatSign => (DataType::F32, DataType::F32),
            Typing::FloatOrder | Typing::ToU32 => (DataType::F32, DataType::U32),
            Typing::ToI32 => (DataType::F32, DataType::I32),
            Typing::ToU64 => (DataType::F32, DataType::U64),
            Typing::FromU32 => (DataType::U32, DataType::F32),
            Typing::FromI32 => (DataType::I32, DataType::F32),
            Typing::FromU64 => (DataType::U64, DataType::F32),
        }
    }
}

/// `result` for one scalar alone.
const fn only(operand: Scalar, wanted: Scalar, result: Scalar) -> Option<Scalar> {
    if operand as u8 == wanted as u8 { Some(result) } else { None }
}

/// A row on `u32`, where truth is 0 or 1.
macro_rules! untyped {
    (FloatSign $params:tt |$($operand:ident),*| $eval:expr) => {
        untyped!(Arithmetic $params |$($operand),*| $eval)
    };
    (FloatOrder ($($param:ident),*) |$($operand:ident),*| $eval:expr) => {{
        fn row($($operand: f32),*) -> bool { $eval }
        row($(f32::from_bits($param)),*) as u32
    }};
    (Float ($($param:ident),*) |$($operand:ident),*| $eval:expr) => {{
        fn row($($operand: f32),*) -> f32 { $eval }
        float::canonical(row($(f32::from_bits($param)),*))
    }};
    (ToU32 $params:tt $($row:tt)*) => { untyped!(@to u32 $params $($row)*) };
    (ToI32 $params:tt $($row:tt)*) => { untyped!(@to i32 $params $($row)*) };
    (ToU64 $params:tt $($row:tt)*) => { untyped!(@to u64 $params $($row)*) };
    (FromU32 $params:tt $($row:tt)*) => { untyped!(@from u32 $params $($row)*) };
    (FromI32 $params:tt $($row:tt)*) => { untyped!(@from i32 $params $($row)*) };
    (FromU64 $params:tt $($row:tt)*) => { untyped!(@from u64 $params $($row)*) };
    (@to $int:ident ($param:ident $(, $rest:ident)*) |$operand:ident $(, $more:ident)*| $eval:expr) => {{
        fn row($operand: f32) -> $int { $eval }
        row(f32::from_bits($param)) as u32
    }};
    (@from $int:ident ($param:ident $(, $rest:ident)*) |$operand:ident $(, $more:ident)*| $eval:expr) => {{
        fn row($operand: $int) -> f32 { $eval }
        row($param as $int).to_bits()
    }};
    ($typing:ident $params:tt |$($operand:ident),*| $eval:expr) => {{
        #[inline]
        fn row($($operand: u32),*) -> result!($typing u32) {
            $eval
        }
        row $params as u32
    }};
}

/// What a row gives for an operand of type `$of`.
macro_rules! result {
    (Equality $of:ident) => {
        bool
    };
    (Order $of:ident) => {
        bool
    };
    (Truth $of:ident) => {
        bool
    };
    (Count $of:ident) => {
        u32
    };
    (Distance i32) => {
        u32
    };
    ($typing:ident $of:ident) => {
        $of
    };
}

/// A row on a scalar, whose bits are the low ones of a `u64`. What the typing does not take has no value.
macro_rules! typed {
    (Float $($row:tt)*) => { typed!(@float Float $($row)*) };
    (FloatSign $($row:tt)*) => { typed!(@float FloatSign $($row)*) };
    (FloatOrder $($row:tt)*) => { typed!(@float FloatOrder $($row)*) };
    (ToU32 $($row:tt)*) => { typed!(@float ToU32 $($row)*) };
    (ToI32 $($row:tt)*) => { typed!(@float ToI32 $($row)*) };
    (@float $typing:ident $scalar:ident ($($param:ident),*) $($row:tt)*) => {
        match $scalar {
            Scalar::F32 => {
                $(let $param = $param as u32;)*
                Some(untyped!($typing ($($param),*) $($row)*).into())
            }
            Scalar::U32 | Scalar::I32 | Scalar::U64 | Scalar::Bool => None,
        }
    };
    (ToU64 $scalar:ident ($param:ident $(, $rest:ident)*) |$operand:ident $(, $more:ident)*| $eval:expr) => {
        match $scalar {
            Scalar::F32 => {
                fn row($operand: f32) -> u64 { $eval }
                Some(row(f32::from_bits($param as u32)))
            }
            Scalar::U32 | Scalar::I32 | Scalar::U64 | Scalar::Bool => None,
        }
    };
    (FromU32 $($row:tt)*) => { typed!(@from U32 u32 $($row)*) };
    (FromI32 $($row:tt)*) => { typed!(@from I32 i32 $($row)*) };
    (FromU64 $($row:tt)*) => { typed!(@from U64 u64 $($row)*) };
    (@from $Scalar:ident $int:ident $scalar:ident ($param:ident $(, $rest:ident)*) |$operand:ident $(, $more:ident)*| $eval:expr) => {
        if let Scalar::$Scalar = $scalar {
            fn row($operand: $int) -> f32 { $eval }
            Some(row($param as $int).to_bits().into())
        } else {
            None
        }
    };
    (Truth $scalar:ident ($($param:ident),*) |$($operand:ident),*| $eval:expr) => {
        match $scalar {
            Scalar::U32 => {
                fn row($($operand: u32),*) -> bool { $eval }
                Some(row($($param as u32),*) as u64)
            }
            Scalar::I32 | Scalar::U64 | Scalar::Bool | Scalar::F32 => None,
        }
    };
    (Shift $scalar:ident ($left:ident, $right:ident) |$a:ident, $b:ident| $eval:expr) => {
        match $scalar {
            Scalar::U32 => {
                fn row($a: u32, $b: u32) -> u32 { $eval }
                Some(row($left as u32, $right as u32) as u64)
            }
            Scalar::I32 => {
                fn row($a: i32, $b: u32) -> i32 { $eval }
                Some(row($left as i32, $right as u32) as u32 as u64)
            }
            Scalar::U64 => {
                fn row($a: u64, $b: u32) -> u64 { $eval }
                Some(row($left, $right as u32))
            }
            Scalar::Bool | Scalar::F32 => None,
        }
    };
    (Bitwise $scalar:ident $params:tt |$($operand:ident),*| $eval:expr) => {
        typed!(@with_bool Bitwise $scalar $params |$($operand),*| $eval)
    };
    (Equality $scalar:ident $params:tt |$($operand:ident),*| $eval:expr) => {
        typed!(@with_bool Equality $scalar $params |$($operand),*| $eval)
    };
    (@with_bool $typing:ident $scalar:ident ($($param:ident),*) |$($operand:ident),*| $eval:expr) => {
        match $scalar {
            Scalar::Bool => {
                fn row($($operand: bool),*) -> bool { $eval }
                Some(row($($param != 0),*) as u64)
            }
            _ => typed!(@integers $typing $scalar ($($param),*) |$($operand),*| $eval),
        }
    };
    (@integers $typing:ident $scalar:ident ($($param:ident),*) |$($operand:ident),*| $eval:expr) => {
        match $scalar {
            Scalar::U32 => {
                fn row($($operand: u32),*) -> result!($typing u32) { $eval }
                Some(row($($param as u32),*) as u64)
            }
            Scalar::I32 => {
                fn row($($operand: i32),*) -> result!($typing i32) { $eval }
                Some(row($($param as i32),*) as u32 as u64)
            }
            Scalar::U64 => {
                fn row($($operand: u64),*) -> result!($typing u64) { $eval }
                Some(row($($param),*) as u64)
            }
            Scalar::Bool | Scalar::F32 => None,
        }
    };
    ($typing:ident $scalar:ident $params:tt |$($operand:ident),*| $eval:expr) => {
        typed!(@integers $typing $scalar $params |$($operand),*| $eval)
    };
}

macro_rules! operators {
    // Atomics are on `U32` alone.
    (@typed AtomicOp $params:tt $($row:tt)*) => {};
    (@typed $Enum:ident $params:tt $(($Name:ident $typing:ident |$($operand:ident),*| $eval:expr))*) => {
        operators!(@typed_by $Enum $params $params $(($Name $typing |$($operand),*| $eval))*);
    };
    (@typed_by $Enum:ident ($($param:ident),*) $params:tt $(($Name:ident $typing:ident |$($operand:ident),*| $eval:expr))*) => {
        /// What the operator computes on a scalar whose bits are the low ones of a `u64`; a `Bool` is 0 or 1. It gives the
        /// bits of the result, or `None` if the [`Typing`] does not take the scalar.
        #[inline]
        pub fn eval_as(self, scalar: Scalar, $($param: u64),*) -> Option<u64> {
            match self { $($Enum::$Name => typed!($typing scalar $params |$($operand),*| $eval),)* }
        }
    };
    (
        $(#[$enum_attr:meta])*
        $Enum:ident($($param:ident),*) $params:tt $d:tt $rows:ident:
        $(
            #[doc = $doc:literal]
            $(#[doc = $more:literal])*
            $Name:ident = $tag:literal, $kind:ident($text:literal $(, $precedence:ident)?), methods [$($method:literal),*],
            $typing:ident $({$($law:ident),*})? $(, library $library:literal)?,
            |$($operand:ident),*| $eval:expr,
            examples { $(($($example:expr),*) => $result:expr),* };
        )*
    ) => {
        /// Calls the macro that is named first with the other tokens and, after them, the position of each row.
        #[doc(hidden)]
        #[macro_export]
        macro_rules! $rows {
            ($d callback:ident! $d($d args:tt)*) => { $d callback! { $d($d args)* $($tag)* } };
        }

        $(#[$enum_attr])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[repr(u8)]
        pub enum $Enum {
            $(
                #[doc = $doc]
                $(#[doc = $more])*
                $Name = $tag,
            )*
        }

        impl $Enum {
            /// Every operator, in the order of the table.
            pub const ALL: &'static [$Enum] = &[$($Enum::$Name),*];

            /// What the operator computes on `u32`; floats are their bits, and of 64 bits there are the low ones. Total: every operand
            /// has a result.
            #[inline]
            pub fn eval(self, $($param: u32),*) -> u32 {
                match self {
                    $($Enum::$Name => untyped!($typing $params |$($operand),*| $eval),)*
                }
            }

            operators!(@typed $Enum $params $(($Name $typing |$($operand),*| $eval))*);

            /// Which scalars the operator computes on, and what it gives.
            pub const fn typing(self) -> Typing {
                match self { $($Enum::$Name => Typing::$typing),* }
            }

            /// The name of the variant.
            pub const fn name(self) -> &'static str {
                match self { $($Enum::$Name => stringify!($Name)),* }
            }

            /// The spelling in the text form.
            pub const fn spelling(self) -> Spelling {
                match self { $($Enum::$Name => Spelling::$kind($text)),* }
            }

            /// How tightly the operator binds its operands in text.
            pub const fn precedence(self) -> Precedence {
                match self { $($Enum::$Name => Precedence::of(Spelling::$kind($text), &[$(Precedence::$precedence)?])),* }
            }

            /// What holds of the operator for every operand.
            pub const fn laws(self) -> &'static [Law] {
                match self { $($Enum::$Name => &[$($(Law::$law),*)?]),* }
            }

            /// The last part of the ids of the operations that compute the same on `I32` and on `U64`, if the library has any.
            pub const fn library_name(self) -> Option<&'static str> {
                let names: &[&str] = match self { $($Enum::$Name => &[$($library)?]),* };
                names.first().copied()
            }

            /// The methods by which a kernel may call the operator.
            pub const fn methods(self) -> &'static [&'static str] {
                match self { $($Enum::$Name => &[$($method),*]),* }
            }

            /// The meaning, in words.
            pub const fn doc(self) -> &'static str {
                match self { $($Enum::$Name => concat!($doc $(, $more)*)),* }
            }

            /// Operands with the result that the specification gives for them.
            pub const fn examples(self) -> &'static [(&'static [u32], u32)] {
                match self { $($Enum::$Name => &[$((&[$($example),*], $result)),*]),* }
            }

            /// The operator that the wire form writes as this byte.
            pub(crate) fn from_tag(tag: u8) -> Option<$Enum> {
                match tag { $($tag => Some($Enum::$Name),)* _ => None }
            }

            /// The operator that a kernel calls by this method, if there is one.
            pub fn from_method(method: &str) -> Option<$Enum> {
                Self::find(&|op| op.methods().contains(&method))
            }

            /// The operator that is written as this symbol in the text form and in kernels, if there is one.
            pub fn from_symbol(symbol: &str) -> Option<$Enum> {
                Self::find(&|op| matches!(op.spelling(), Spelling::Symbol(text) if text == symbol))
            }

            /// The operator that is written as this function in the text form, if there is one.
            pub fn from_function(name: &str) -> Option<$Enum> {
                Self::find(&|op| matches!(op.spelling(), Spelling::Function(text) if text == name))
            }

            /// The operators that take the scalar, in the order of the table.
            pub fn on(scalar: Scalar) -> impl Iterator<Item = $Enum> + Clone {
                Self::ALL.iter().copied().filter(move |op| op.typing().result(scalar).is_some())
            }

            /// The operators that take and give `U32` in a program, in the order of the table.
            pub fn on_words() -> Vec<$Enum> {
                let words = (DataType::U32, DataType::U32);
                Self::ALL.iter().copied().filter(|op| op.typing().in_program() == words).collect()
            }

            fn find(is_it: &dyn Fn($Enum) -> bool) -> Option<$Enum> {
                Self::ALL.iter().copied().find(|op| is_it(*op))
            }
        }
    };
}

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
        use BinOp::*;
        matches!(self, Eq | Ne | Lt | Gt | Le | Ge | And | Or | FEq | FNe | FLt | FGt | FLe | FGe)
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
