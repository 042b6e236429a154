//! The rows.

use super::{Law, Precedence, Spelling, Typing};
use crate::Scalar;

operators! {
    /// Operators of two operands: `U32 x U32 -> U32`.
    BinOp(left, right) (left, right) $binary_rows:
    #[doc = "The sum, modulo 2^32."]
    Add = 0, Symbol("+", Sum), methods ["wrapping_add"], Arithmetic {Commutes, Associates}, library "add",
    |a, b| a.wrapping_add(b),
    examples { (2, 3) => 5, (u32::MAX, 1) => 0 };
    #[doc = "The difference, modulo 2^32."]
    Sub = 1, Symbol("-", Sum), methods ["wrapping_sub"], Arithmetic, library "sub",
    |a, b| a.wrapping_sub(b),
    examples { (5, 3) => 2, (0, 1) => u32::MAX };
    #[doc = "The product, modulo 2^32."]
    Mul = 2, Symbol("*", Product), methods ["wrapping_mul"], Arithmetic {Commutes, Associates}, library "mul",
    |a, b| a.wrapping_mul(b),
    examples { (6, 7) => 42, (0x8000_0000, 2) => 0 };
    #[doc = "The quotient, truncated; 0 if the divisor is 0."]
    Div = 3, Symbol("/", Product), methods [], Arithmetic, library "div",
    |a, b| if b == 0 { 0 } else { a.wrapping_div(b) },
    examples { (7, 2) => 3, (7, 0) => 0 };
    #[doc = "The remainder; 0 if the divisor is 0."]
    Mod = 4, Symbol("%", Product), methods [], Arithmetic, library "mod",
    |a, b| if b == 0 { 0 } else { a.wrapping_rem(b) },
    examples { (7, 2) => 1, (7, 0) => 0 };
    #[doc = "The bits set in both."]
    BitAnd = 5, Symbol("&", BitAnd), methods [], Bitwise {Commutes, Associates}, library "and",
    |a, b| a & b,
    examples { (0b1100, 0b1010) => 0b1000 };
    #[doc = "The bits set in either."]
    BitOr = 6, Symbol("|", BitOr), methods [], Bitwise {Commutes, Associates}, library "or",
    |a, b| a | b,
    examples { (0b1100, 0b1010) => 0b1110 };
    #[doc = "The bits set in exactly one."]
    BitXor = 7, Symbol("^", BitXor), methods [], Bitwise {Commutes, Associates}, library "xor",
    |a, b| a ^ b,
    examples { (0b1100, 0b1010) => 0b0110 };
    #[doc = "The left operand shifted left by the right one `& 31`."]
    Shl = 8, Symbol("<<", Shift), methods [], Shift, library "shl",
    |a, b| a.wrapping_shl(b),
    examples { (1, 4) => 16, (1, 32) => 1, (3, 31) => 0x8000_0000 };
    #[doc = "The left operand shifted right by the right one `& 31`; zeros come in."]
    Shr = 9, Symbol(">>", Shift), methods [], Shift, library "shr",
    |a, b| a.wrapping_shr(b),
    examples { (16, 4) => 1, (0x8000_0000, 31) => 1, (2, 33) => 1 };
    #[doc = "1 if equal, else 0."]
    Eq = 10, Symbol("==", Comparison), methods [], Equality {Commutes}, library "eq",
    |a, b| a == b,
    examples { (1, 1) => 1, (1, 2) => 0 };
    #[doc = "1 if not equal, else 0."]
    Ne = 11, Symbol("!=", Comparison), methods [], Equality {Commutes}, library "ne",
    |a, b| a != b,
    examples { (1, 1) => 0, (1, 2) => 1 };
    #[doc = "1 if less, unsigned, else 0."]
    Lt = 12, Symbol("<", Comparison), methods [], Order, library "lt",
    |a, b| a < b,
    examples { (1, 2) => 1, (u32::MAX, 0) => 0 };
    #[doc = "1 if greater, unsigned, else 0."]
    Gt = 13, Symbol(">", Comparison), methods [], Order, library "gt",
    |a, b| a > b,
    examples { (1, 2) => 0, (u32::MAX, 0) => 1 };
    #[doc = "1 if less or equal, unsigned, else 0."]
    Le = 14, Symbol("<=", Comparison), methods [], Order, library "le",
    |a, b| a <= b,
    examples { (2, 2) => 1, (3, 2) => 0 };
    #[doc = "1 if greater or equal, unsigned, else 0."]
    Ge = 15, Symbol(">=", Comparison), methods [], Order, library "ge",
    |a, b| a >= b,
    examples { (2, 2) => 1, (2, 3) => 0 };
    #[doc = "1 if both are non-zero, else 0; both operands are evaluated."]
    And = 16, Symbol("&&", And), methods [], Truth {Commutes},
    |a, b| a != 0 && b != 0,
    examples { (2, 4) => 1, (2, 0) => 0 };
    #[doc = "1 if either is non-zero, else 0; both operands are evaluated."]
    Or = 17, Symbol("||", Or), methods [], Truth {Commutes},
    |a, b| a != 0 || b != 0,
    examples { (0, 4) => 1, (0, 0) => 0 };
    #[doc = "The distance between the two, unsigned."]
    AbsDiff = 18, Function("abs_diff"), methods ["abs_diff"], Distance {Commutes}, library "abs_diff",
    |a, b| a.abs_diff(b),
    examples { (3, 5) => 2, (0, u32::MAX) => u32::MAX };
    #[doc = "The smaller, unsigned."]
    Min = 19, Function("min"), methods ["min"], Arithmetic {Commutes, Associates}, library "min",
    |a, b| if a < b { a } else { b },
    examples { (3, 5) => 3, (u32::MAX, 0) => 0 };
    #[doc = "The larger, unsigned."]
    Max = 20, Function("max"), methods ["max"], Arithmetic {Commutes, Associates}, library "max",
    |a, b| if a > b { a } else { b },
    examples { (3, 5) => 5, (u32::MAX, 0) => u32::MAX };
}

operators! {
    /// Operators of one operand: `U32 -> U32`.
    UnOp(operand) (operand) $unary_rows:
    #[doc = "The two's complement: `0 - x`, modulo 2^32."]
    Negate = 0, Symbol("-"), methods ["wrapping_neg"], Arithmetic, library "neg",
    |a| a.wrapping_neg(),
    examples { (1) => u32::MAX, (0) => 0 };
    #[doc = "Every bit inverted."]
    BitNot = 1, Symbol("~"), methods [], Bitwise, library "not",
    |a| !a,
    examples { (0) => u32::MAX, (0xffff_0000) => 0xffff };
    #[doc = "1 if zero, else 0."]
    LogicalNot = 2, Symbol("!"), methods [], Truth,
    |a| a == 0,
    examples { (0) => 1, (7) => 0 };
    #[doc = "The number of bits set."]
    Popcount = 3, Function("popcount"), methods ["count_ones"], Count, library "popcount",
    |a| a.count_ones(),
    examples { (0) => 0, (0xff00_0001) => 9 };
    #[doc = "The number of zero bits above the highest one; 32 for 0."]
    Clz = 4, Function("clz"), methods ["leading_zeros"], Count, library "clz",
    |a| a.leading_zeros(),
    examples { (0) => 32, (1) => 31 };
    #[doc = "The number of zero bits below the lowest one; 32 for 0."]
    Ctz = 5, Function("ctz"), methods ["trailing_zeros"], Count, library "ctz",
    |a| a.trailing_zeros(),
    examples { (0) => 32, (8) => 3 };
    #[doc = "The bits in the opposite order."]
    ReverseBits = 6, Function("reverse_bits"), methods ["reverse_bits"], Arithmetic, library "reverse_bits",
    |a| a.reverse_bits(),
    examples { (1) => 0x8000_0000, (0xf) => 0xf000_0000 };
}

operators! {
    /// Atomic read-modify-write operations on a `U32` element. `eval` gives the value that the element has
    /// afterwards, from its old value, the operand and the expected value (which only `CompareExchange` looks
    /// at); the expression itself gives the old value.
    AtomicOp(old, value, expected) (old, value, expected) $atomic_rows:
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
