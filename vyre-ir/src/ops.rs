//! The operators, one row each.
//!
//! A row holds the operator's meaning in words, its name, its spelling, the method that a kernel may write for
//! it, its evaluation and examples of it. The enums, constant folding, the interpreter, the text and wire forms,
//! the macro's spellings and the tests come from the rows; each backend adds one exhaustive `match`.
//!
//! In a program binary and unary operators take `U32` and give `U32` (rule V021), and so do atomics. The same rows
//! compute on the other scalars that their [`Typing`] names: a lowered program has typed operators, into which the
//! operations of the library on `I32` and `U64` turn.

use crate::Scalar;

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
}

impl Typing {
    /// The scalar that the operator gives for a first operand of this one, or `None` if it does not take it.
    pub const fn result(self, operand: Scalar) -> Option<Scalar> {
        Some(match (self, operand) {
            (Typing::Bitwise, Scalar::Bool) | (Typing::Equality, Scalar::Bool) => Scalar::Bool,
            (_, Scalar::Bool) => return None,
            (Typing::Arithmetic | Typing::Bitwise | Typing::Shift, integer) => integer,
            (Typing::Equality | Typing::Order, _) => Scalar::Bool,
            (Typing::Distance, Scalar::I32 | Scalar::U32) => Scalar::U32,
            (Typing::Distance, Scalar::U64) => Scalar::U64,
            (Typing::Count, _) => Scalar::U32,
            (Typing::Truth, Scalar::U32) => Scalar::Bool,
            (Typing::Atomic, Scalar::U32) => Scalar::U32,
            (Typing::Truth | Typing::Atomic, Scalar::I32 | Scalar::U64) => return None,
        })
    }
}

/// A row on `u32`, where truth is 0 or 1.
macro_rules! untyped {
    ($typing:ident $params:tt |$($operand:ident),*| $eval:expr) => {{
        #[inline]
        const fn row($($operand: u32),*) -> result!($typing u32) {
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
    (Truth $scalar:ident ($($param:ident),*) |$($operand:ident),*| $eval:expr) => {
        match $scalar {
            Scalar::U32 => {
                const fn row($($operand: u32),*) -> bool { $eval }
                Some(row($($param as u32),*) as u64)
            }
            Scalar::I32 | Scalar::U64 | Scalar::Bool => None,
        }
    };
    (Shift $scalar:ident ($left:ident, $right:ident) |$a:ident, $b:ident| $eval:expr) => {
        match $scalar {
            Scalar::U32 => {
                const fn row($a: u32, $b: u32) -> u32 { $eval }
                Some(row($left as u32, $right as u32) as u64)
            }
            Scalar::I32 => {
                const fn row($a: i32, $b: u32) -> i32 { $eval }
                Some(row($left as i32, $right as u32) as u32 as u64)
            }
            Scalar::U64 => {
                const fn row($a: u64, $b: u32) -> u64 { $eval }
                Some(row($left, $right as u32))
            }
            Scalar::Bool => None,
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
                const fn row($($operand: bool),*) -> bool { $eval }
                Some(row($($param != 0),*) as u64)
            }
            _ => typed!(@integers $typing $scalar ($($param),*) |$($operand),*| $eval),
        }
    };
    (@integers $typing:ident $scalar:ident ($($param:ident),*) |$($operand:ident),*| $eval:expr) => {
        match $scalar {
            Scalar::U32 => {
                const fn row($($operand: u32),*) -> result!($typing u32) { $eval }
                Some(row($($param as u32),*) as u64)
            }
            Scalar::I32 => {
                const fn row($($operand: i32),*) -> result!($typing i32) { $eval }
                Some(row($($param as i32),*) as u32 as u64)
            }
            Scalar::U64 => {
                const fn row($($operand: u64),*) -> result!($typing u64) { $eval }
                Some(row($($param),*) as u64)
            }
            Scalar::Bool => None,
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
        pub const fn eval_as(self, scalar: Scalar, $($param: u64),*) -> Option<u64> {
            match self { $($Enum::$Name => typed!($typing scalar $params |$($operand),*| $eval),)* }
        }
    };
    (
        $(#[$enum_attr:meta])*
        $Enum:ident($($param:ident),*) $params:tt:
        $(
            #[doc = $doc:literal]
            $(#[doc = $more:literal])*
            $Name:ident = $tag:literal, $kind:ident($text:literal), methods [$($method:literal),*], $typing:ident,
            |$($operand:ident),*| $eval:expr,
            examples { $(($($example:expr),*) => $result:expr),* };
        )*
    ) => {
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

            /// What the operator computes. Total: every operand has a result.
            #[inline]
            pub const fn eval(self, $($param: u32),*) -> u32 {
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

            fn find(is_it: &dyn Fn($Enum) -> bool) -> Option<$Enum> {
                Self::ALL.iter().copied().find(|op| is_it(*op))
            }
        }
    };
}

operators! {
    /// Operators of two operands: `U32 x U32 -> U32`.
    BinOp(left, right) (left, right):
    #[doc = "The sum, modulo 2^32."]
    Add = 0, Symbol("+"), methods ["wrapping_add"], Arithmetic,
    |a, b| a.wrapping_add(b),
    examples { (2, 3) => 5, (u32::MAX, 1) => 0 };
    #[doc = "The difference, modulo 2^32."]
    Sub = 1, Symbol("-"), methods ["wrapping_sub"], Arithmetic,
    |a, b| a.wrapping_sub(b),
    examples { (5, 3) => 2, (0, 1) => u32::MAX };
    #[doc = "The product, modulo 2^32."]
    Mul = 2, Symbol("*"), methods ["wrapping_mul"], Arithmetic,
    |a, b| a.wrapping_mul(b),
    examples { (6, 7) => 42, (0x8000_0000, 2) => 0 };
    #[doc = "The quotient, truncated; 0 if the divisor is 0."]
    Div = 3, Symbol("/"), methods [], Arithmetic,
    |a, b| if b == 0 { 0 } else { a.wrapping_div(b) },
    examples { (7, 2) => 3, (7, 0) => 0 };
    #[doc = "The remainder; 0 if the divisor is 0."]
    Mod = 4, Symbol("%"), methods [], Arithmetic,
    |a, b| if b == 0 { 0 } else { a.wrapping_rem(b) },
    examples { (7, 2) => 1, (7, 0) => 0 };
    #[doc = "The bits set in both."]
    BitAnd = 5, Symbol("&"), methods [], Bitwise,
    |a, b| a & b,
    examples { (0b1100, 0b1010) => 0b1000 };
    #[doc = "The bits set in either."]
    BitOr = 6, Symbol("|"), methods [], Bitwise,
    |a, b| a | b,
    examples { (0b1100, 0b1010) => 0b1110 };
    #[doc = "The bits set in exactly one."]
    BitXor = 7, Symbol("^"), methods [], Bitwise,
    |a, b| a ^ b,
    examples { (0b1100, 0b1010) => 0b0110 };
    #[doc = "The left operand shifted left by the right one `& 31`."]
    Shl = 8, Symbol("<<"), methods [], Shift,
    |a, b| a.wrapping_shl(b),
    examples { (1, 4) => 16, (1, 32) => 1, (3, 31) => 0x8000_0000 };
    #[doc = "The left operand shifted right by the right one `& 31`; zeros come in."]
    Shr = 9, Symbol(">>"), methods [], Shift,
    |a, b| a.wrapping_shr(b),
    examples { (16, 4) => 1, (0x8000_0000, 31) => 1, (2, 33) => 1 };
    #[doc = "1 if equal, else 0."]
    Eq = 10, Symbol("=="), methods [], Equality,
    |a, b| a == b,
    examples { (1, 1) => 1, (1, 2) => 0 };
    #[doc = "1 if not equal, else 0."]
    Ne = 11, Symbol("!="), methods [], Equality,
    |a, b| a != b,
    examples { (1, 1) => 0, (1, 2) => 1 };
    #[doc = "1 if less, unsigned, else 0."]
    Lt = 12, Symbol("<"), methods [], Order,
    |a, b| a < b,
    examples { (1, 2) => 1, (u32::MAX, 0) => 0 };
    #[doc = "1 if greater, unsigned, else 0."]
    Gt = 13, Symbol(">"), methods [], Order,
    |a, b| a > b,
    examples { (1, 2) => 0, (u32::MAX, 0) => 1 };
    #[doc = "1 if less or equal, unsigned, else 0."]
    Le = 14, Symbol("<="), methods [], Order,
    |a, b| a <= b,
    examples { (2, 2) => 1, (3, 2) => 0 };
    #[doc = "1 if greater or equal, unsigned, else 0."]
    Ge = 15, Symbol(">="), methods [], Order,
    |a, b| a >= b,
    examples { (2, 2) => 1, (2, 3) => 0 };
    #[doc = "1 if both are non-zero, else 0; both operands are evaluated."]
    And = 16, Symbol("&&"), methods [], Truth,
    |a, b| a != 0 && b != 0,
    examples { (2, 4) => 1, (2, 0) => 0 };
    #[doc = "1 if either is non-zero, else 0; both operands are evaluated."]
    Or = 17, Symbol("||"), methods [], Truth,
    |a, b| a != 0 || b != 0,
    examples { (0, 4) => 1, (0, 0) => 0 };
    #[doc = "The distance between the two, unsigned."]
    AbsDiff = 18, Function("abs_diff"), methods ["abs_diff"], Distance,
    |a, b| a.abs_diff(b),
    examples { (3, 5) => 2, (0, u32::MAX) => u32::MAX };
    #[doc = "The smaller, unsigned."]
    Min = 19, Function("min"), methods ["min"], Arithmetic,
    |a, b| if a < b { a } else { b },
    examples { (3, 5) => 3, (u32::MAX, 0) => 0 };
    #[doc = "The larger, unsigned."]
    Max = 20, Function("max"), methods ["max"], Arithmetic,
    |a, b| if a > b { a } else { b },
    examples { (3, 5) => 5, (u32::MAX, 0) => u32::MAX };
}

operators! {
    /// Operators of one operand: `U32 -> U32`.
    UnOp(operand) (operand):
    #[doc = "The two's complement: `0 - x`, modulo 2^32."]
    Negate = 0, Symbol("-"), methods ["wrapping_neg"], Arithmetic,
    |a| a.wrapping_neg(),
    examples { (1) => u32::MAX, (0) => 0 };
    #[doc = "Every bit inverted."]
    BitNot = 1, Symbol("~"), methods [], Bitwise,
    |a| !a,
    examples { (0) => u32::MAX, (0xffff_0000) => 0xffff };
    #[doc = "1 if zero, else 0."]
    LogicalNot = 2, Symbol("!"), methods [], Truth,
    |a| a == 0,
    examples { (0) => 1, (7) => 0 };
    #[doc = "The number of bits set."]
    Popcount = 3, Function("popcount"), methods ["count_ones"], Count,
    |a| a.count_ones(),
    examples { (0) => 0, (0xff00_0001) => 9 };
    #[doc = "The number of zero bits above the highest one; 32 for 0."]
    Clz = 4, Function("clz"), methods ["leading_zeros"], Count,
    |a| a.leading_zeros(),
    examples { (0) => 32, (1) => 31 };
    #[doc = "The number of zero bits below the lowest one; 32 for 0."]
    Ctz = 5, Function("ctz"), methods ["trailing_zeros"], Count,
    |a| a.trailing_zeros(),
    examples { (0) => 32, (8) => 3 };
    #[doc = "The bits in the opposite order."]
    ReverseBits = 6, Function("reverse_bits"), methods ["reverse_bits"], Arithmetic,
    |a| a.reverse_bits(),
    examples { (1) => 0x8000_0000, (0xf) => 0xf000_0000 };
}

operators! {
    /// Atomic read-modify-write operations on a `U32` element. `eval` gives the value that the element has
    /// afterwards, from its old value, the operand and the expected value (which only `CompareExchange` looks
    /// at); the expression itself gives the old value.
    AtomicOp(old, value, expected) (old, value, expected):
    #[doc = "Adds, modulo 2^32."]
    Add = 0, Function("atomic_add"), methods ["fetch_add"], Atomic,
    |old, value, _expected| old.wrapping_add(value),
    examples { (u32::MAX, 2, 0) => 1 };
    #[doc = "Sets the bits that the operand has."]
    Or = 1, Function("atomic_or"), methods ["fetch_or"], Atomic,
    |old, value, _expected| old | value,
    examples { (0b1100, 0b1010, 0) => 0b1110 };
    #[doc = "Keeps the bits that the operand has."]
    And = 2, Function("atomic_and"), methods ["fetch_and"], Atomic,
    |old, value, _expected| old & value,
    examples { (0b1100, 0b1010, 0) => 0b1000 };
    #[doc = "Inverts the bits that the operand has."]
    Xor = 3, Function("atomic_xor"), methods ["fetch_xor"], Atomic,
    |old, value, _expected| old ^ value,
    examples { (0b1100, 0b1010, 0) => 0b0110 };
    #[doc = "Keeps the smaller, unsigned."]
    Min = 4, Function("atomic_min"), methods ["fetch_min"], Atomic,
    |old, value, _expected| if value < old { value } else { old },
    examples { (5, 3, 0) => 3, (3, u32::MAX, 0) => 3 };
    #[doc = "Keeps the larger, unsigned."]
    Max = 5, Function("atomic_max"), methods ["fetch_max"], Atomic,
    |old, value, _expected| if value > old { value } else { old },
    examples { (5, 3, 0) => 5, (3, u32::MAX, 0) => u32::MAX };
    #[doc = "Puts the operand in place."]
    Exchange = 6, Function("atomic_exchange"), methods ["swap"], Atomic,
    |_old, value, _expected| value,
    examples { (5, 3, 0) => 3 };
    #[doc = "Puts the operand in place if the element equals the expected value; it never fails otherwise."]
    CompareExchange = 7, Function("atomic_compare_exchange"), methods ["compare_exchange"], Atomic,
    |old, value, expected| if old == expected { value } else { old },
    examples { (5, 3, 5) => 3, (5, 3, 4) => 5 };
}

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
        matches!(self, Eq | Ne | Lt | Gt | Le | Ge | And | Or)
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
    fn tags_come_back() {
        for op in BinOp::ALL {
            assert_eq!(BinOp::from_tag(*op as u8), Some(*op));
        }
        for op in UnOp::ALL {
            assert_eq!(UnOp::from_tag(*op as u8), Some(*op));
        }
        for op in AtomicOp::ALL {
            assert_eq!(AtomicOp::from_tag(*op as u8), Some(*op));
        }
    }
}
