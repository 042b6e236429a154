//! The operators, one row each.
//!
//! A row holds the operator's meaning in words, its name, its spelling, the method that a kernel may write for
//! it, its evaluation and examples of it. The enums, constant folding, the interpreter, the text and wire forms,
//! the macro's spellings and the tests come from the rows; each backend adds one exhaustive `match`.
//!
//! Typing is uniform over each table: binary and unary operators take `U32` and give `U32` (rule V021), and so
//! do atomics.

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

macro_rules! operators {
    (
        $(#[$enum_attr:meta])*
        $Enum:ident($($param:ident),*) $params:tt:
        $(
            #[doc = $doc:literal]
            $(#[doc = $more:literal])*
            $Name:ident = $tag:literal, $kind:ident($text:literal), methods [$($method:literal),*],
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
                    $($Enum::$Name => {
                        #[inline]
                        const fn row($($operand: u32),*) -> u32 {
                            $eval
                        }
                        row $params
                    })*
                }
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
    Add = 0, Symbol("+"), methods ["wrapping_add"],
    |a, b| a.wrapping_add(b),
    examples { (2, 3) => 5, (u32::MAX, 1) => 0 };
    #[doc = "The difference, modulo 2^32."]
    Sub = 1, Symbol("-"), methods ["wrapping_sub"],
    |a, b| a.wrapping_sub(b),
    examples { (5, 3) => 2, (0, 1) => u32::MAX };
    #[doc = "The product, modulo 2^32."]
    Mul = 2, Symbol("*"), methods ["wrapping_mul"],
    |a, b| a.wrapping_mul(b),
    examples { (6, 7) => 42, (0x8000_0000, 2) => 0 };
    #[doc = "The quotient, truncated; 0 if the divisor is 0."]
    Div = 3, Symbol("/"), methods [],
    |a, b| match a.checked_div(b) { Some(quotient) => quotient, None => 0 },
    examples { (7, 2) => 3, (7, 0) => 0 };
    #[doc = "The remainder; 0 if the divisor is 0."]
    Mod = 4, Symbol("%"), methods [],
    |a, b| match a.checked_rem(b) { Some(remainder) => remainder, None => 0 },
    examples { (7, 2) => 1, (7, 0) => 0 };
    #[doc = "The bits set in both."]
    BitAnd = 5, Symbol("&"), methods [],
    |a, b| a & b,
    examples { (0b1100, 0b1010) => 0b1000 };
    #[doc = "The bits set in either."]
    BitOr = 6, Symbol("|"), methods [],
    |a, b| a | b,
    examples { (0b1100, 0b1010) => 0b1110 };
    #[doc = "The bits set in exactly one."]
    BitXor = 7, Symbol("^"), methods [],
    |a, b| a ^ b,
    examples { (0b1100, 0b1010) => 0b0110 };
    #[doc = "The left operand shifted left by the right one `& 31`."]
    Shl = 8, Symbol("<<"), methods [],
    |a, b| a << (b & 31),
    examples { (1, 4) => 16, (1, 32) => 1, (3, 31) => 0x8000_0000 };
    #[doc = "The left operand shifted right by the right one `& 31`; zeros come in."]
    Shr = 9, Symbol(">>"), methods [],
    |a, b| a >> (b & 31),
    examples { (16, 4) => 1, (0x8000_0000, 31) => 1, (2, 33) => 1 };
    #[doc = "1 if equal, else 0."]
    Eq = 10, Symbol("=="), methods [],
    |a, b| (a == b) as u32,
    examples { (1, 1) => 1, (1, 2) => 0 };
    #[doc = "1 if not equal, else 0."]
    Ne = 11, Symbol("!="), methods [],
    |a, b| (a != b) as u32,
    examples { (1, 1) => 0, (1, 2) => 1 };
    #[doc = "1 if less, unsigned, else 0."]
    Lt = 12, Symbol("<"), methods [],
    |a, b| (a < b) as u32,
    examples { (1, 2) => 1, (u32::MAX, 0) => 0 };
    #[doc = "1 if greater, unsigned, else 0."]
    Gt = 13, Symbol(">"), methods [],
    |a, b| (a > b) as u32,
    examples { (1, 2) => 0, (u32::MAX, 0) => 1 };
    #[doc = "1 if less or equal, unsigned, else 0."]
    Le = 14, Symbol("<="), methods [],
    |a, b| (a <= b) as u32,
    examples { (2, 2) => 1, (3, 2) => 0 };
    #[doc = "1 if greater or equal, unsigned, else 0."]
    Ge = 15, Symbol(">="), methods [],
    |a, b| (a >= b) as u32,
    examples { (2, 2) => 1, (2, 3) => 0 };
    #[doc = "1 if both are non-zero, else 0; both operands are evaluated."]
    And = 16, Symbol("&&"), methods [],
    |a, b| (a != 0 && b != 0) as u32,
    examples { (2, 4) => 1, (2, 0) => 0 };
    #[doc = "1 if either is non-zero, else 0; both operands are evaluated."]
    Or = 17, Symbol("||"), methods [],
    |a, b| (a != 0 || b != 0) as u32,
    examples { (0, 4) => 1, (0, 0) => 0 };
    #[doc = "The distance between the two, unsigned."]
    AbsDiff = 18, Function("abs_diff"), methods ["abs_diff"],
    |a, b| a.abs_diff(b),
    examples { (3, 5) => 2, (0, u32::MAX) => u32::MAX };
    #[doc = "The smaller, unsigned."]
    Min = 19, Function("min"), methods ["min"],
    |a, b| if a < b { a } else { b },
    examples { (3, 5) => 3, (u32::MAX, 0) => 0 };
    #[doc = "The larger, unsigned."]
    Max = 20, Function("max"), methods ["max"],
    |a, b| if a > b { a } else { b },
    examples { (3, 5) => 5, (u32::MAX, 0) => u32::MAX };
}

operators! {
    /// Operators of one operand: `U32 -> U32`.
    UnOp(operand) (operand):
    #[doc = "The two's complement: `0 - x`, modulo 2^32."]
    Negate = 0, Symbol("-"), methods ["wrapping_neg"],
    |a| a.wrapping_neg(),
    examples { (1) => u32::MAX, (0) => 0 };
    #[doc = "Every bit inverted."]
    BitNot = 1, Symbol("~"), methods [],
    |a| !a,
    examples { (0) => u32::MAX, (0xffff_0000) => 0xffff };
    #[doc = "1 if zero, else 0."]
    LogicalNot = 2, Symbol("!"), methods [],
    |a| (a == 0) as u32,
    examples { (0) => 1, (7) => 0 };
    #[doc = "The number of bits set."]
    Popcount = 3, Function("popcount"), methods ["count_ones"],
    |a| a.count_ones(),
    examples { (0) => 0, (0xff00_0001) => 9 };
    #[doc = "The number of zero bits above the highest one; 32 for 0."]
    Clz = 4, Function("clz"), methods ["leading_zeros"],
    |a| a.leading_zeros(),
    examples { (0) => 32, (1) => 31 };
    #[doc = "The number of zero bits below the lowest one; 32 for 0."]
    Ctz = 5, Function("ctz"), methods ["trailing_zeros"],
    |a| a.trailing_zeros(),
    examples { (0) => 32, (8) => 3 };
    #[doc = "The bits in the opposite order."]
    ReverseBits = 6, Function("reverse_bits"), methods ["reverse_bits"],
    |a| a.reverse_bits(),
    examples { (1) => 0x8000_0000, (0xf) => 0xf000_0000 };
}

operators! {
    /// Atomic read-modify-write operations on a `U32` element. `eval` gives the value that the element has
    /// afterwards, from its old value, the operand and the expected value (which only `CompareExchange` looks
    /// at); the expression itself gives the old value.
    AtomicOp(old, value, expected) (old, value, expected):
    #[doc = "Adds, modulo 2^32."]
    Add = 0, Function("atomic_add"), methods ["fetch_add"],
    |old, value, _expected| old.wrapping_add(value),
    examples { (u32::MAX, 2, 0) => 1 };
    #[doc = "Sets the bits that the operand has."]
    Or = 1, Function("atomic_or"), methods ["fetch_or"],
    |old, value, _expected| old | value,
    examples { (0b1100, 0b1010, 0) => 0b1110 };
    #[doc = "Keeps the bits that the operand has."]
    And = 2, Function("atomic_and"), methods ["fetch_and"],
    |old, value, _expected| old & value,
    examples { (0b1100, 0b1010, 0) => 0b1000 };
    #[doc = "Inverts the bits that the operand has."]
    Xor = 3, Function("atomic_xor"), methods ["fetch_xor"],
    |old, value, _expected| old ^ value,
    examples { (0b1100, 0b1010, 0) => 0b0110 };
    #[doc = "Keeps the smaller, unsigned."]
    Min = 4, Function("atomic_min"), methods ["fetch_min"],
    |old, value, _expected| if value < old { value } else { old },
    examples { (5, 3, 0) => 3, (3, u32::MAX, 0) => 3 };
    #[doc = "Keeps the larger, unsigned."]
    Max = 5, Function("atomic_max"), methods ["fetch_max"],
    |old, value, _expected| if value > old { value } else { old },
    examples { (5, 3, 0) => 5, (3, u32::MAX, 0) => u32::MAX };
    #[doc = "Puts the operand in place."]
    Exchange = 6, Function("atomic_exchange"), methods ["swap"],
    |_old, value, _expected| value,
    examples { (5, 3, 0) => 3 };
    #[doc = "Puts the operand in place if the element equals the expected value; it never fails otherwise."]
    CompareExchange = 7, Function("atomic_compare_exchange"), methods ["compare_exchange"],
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
