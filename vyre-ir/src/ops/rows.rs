//! The rows.

use super::{Law, Precedence, Spelling, Typing};
use crate::float::binary64 as double;
use crate::float::elementary;
use crate::float::half::Format;
use crate::{DataType, Scalar, float};

operators! {
    /// Operators of two operands.
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
    #[doc = "The sum of two floats, rounded once."]
    FAdd = 21, Function("f_add"), methods [], Float {Commutes}, library "add",
    |a, b| a + b,
    examples { (0x3f80_0000, 0x4000_0000) => 0x4040_0000, (0x7f80_0000, 0xff80_0000) => 0x7fc0_0000 };
    #[doc = "The difference of two floats, rounded once."]
    FSub = 22, Function("f_sub"), methods [], Float, library "sub",
    |a, b| a - b,
    examples { (0x3f80_0000, 0x4000_0000) => 0xbf80_0000, (0x3f80_0000, 0x3f80_0000) => 0 };
    #[doc = "The product of two floats, rounded once."]
    FMul = 23, Function("f_mul"), methods [], Float {Commutes}, library "mul",
    |a, b| a * b,
    examples { (0x4000_0000, 0x4040_0000) => 0x40c0_0000, (1, 0x3f00_0000) => 0 };
    #[doc = "The quotient of two floats, rounded once."]
    FDiv = 24, Function("f_div"), methods [], Float, library "div",
    |a, b| a / b,
    examples { (0x3f80_0000, 0x4040_0000) => 0x3eaa_aaab, (0x3f80_0000, 0) => 0x7f80_0000 };
    #[doc = "The remainder of a quotient that is truncated, exact, with the sign of the dividend."]
    FRem = 25, Function("f_rem"), methods [], Float, library "mod",
    |a, b| a % b,
    examples { (0xc0b0_0000, 0x4000_0000) => 0xbfc0_0000, (0x3f80_0000, 0) => 0x7fc0_0000 };
    #[doc = "The smaller float; the number where the other is NaN, and `-0` is below `+0`."]
    FMin = 26, Function("f_min"), methods [], Float {Commutes}, library "min",
    |a, b| float::min(a, b),
    examples { (0, 0x8000_0000) => 0x8000_0000, (0x7fc0_0001, 0x3f80_0000) => 0x3f80_0000 };
    #[doc = "The larger float; the number where the other is NaN, and `-0` is below `+0`."]
    FMax = 27, Function("f_max"), methods [], Float {Commutes}, library "max",
    |a, b| float::max(a, b),
    examples { (0, 0x8000_0000) => 0, (0x7fc0_0001, 0x3f80_0000) => 0x3f80_0000 };
    #[doc = "The magnitude of the first float with the sign of the second, of NaNs too."]
    FCopySign = 28, Function("f_copy_sign"), methods [], FloatSign, library "copysign",
    |a, b| a & 0x7fff_ffff | b & 0x8000_0000,
    examples { (0x3f80_0000, 0x8000_0000) => 0xbf80_0000, (0xffc0_0001, 0) => 0x7fc0_0001 };
    #[doc = "1 if two floats are equal, else 0; `-0` equals `+0`, and NaN nothing."]
    FEq = 29, Function("f_eq"), methods [], FloatOrder {Commutes}, library "eq",
    |a, b| a == b,
    examples { (0, 0x8000_0000) => 1, (0x7fc0_0000, 0x7fc0_0000) => 0 };
    #[doc = "1 unless two floats are equal, else 0."]
    FNe = 30, Function("f_ne"), methods [], FloatOrder {Commutes}, library "ne",
    |a, b| a != b,
    examples { (0, 0x8000_0000) => 0, (0x7fc0_0000, 0x7fc0_0000) => 1 };
    #[doc = "1 if the first float is less, else 0; 0 with a NaN."]
    FLt = 31, Function("f_lt"), methods [], FloatOrder, library "lt",
    |a, b| a < b,
    examples { (1, 2) => 1, (0x7fc0_0000, 0) => 0 };
    #[doc = "1 if the first float is greater, else 0; 0 with a NaN."]
    FGt = 32, Function("f_gt"), methods [], FloatOrder, library "gt",
    |a, b| a > b,
    examples { (1, 2) => 0, (0, 0xbf80_0000) => 1 };
    #[doc = "1 if the first float is less or equal, else 0; 0 with a NaN."]
    FLe = 33, Function("f_le"), methods [], FloatOrder, library "le",
    |a, b| a <= b,
    examples { (0, 0x8000_0000) => 1, (0x7fc0_0000, 0x7fc0_0000) => 0 };
    #[doc = "1 if the first float is greater or equal, else 0; 0 with a NaN."]
    FGe = 34, Function("f_ge"), methods [], FloatOrder, library "ge",
    |a, b| a >= b,
    examples { (0x8000_0000, 0) => 1, (1, 2) => 0 };
    #[doc = "The square root of the sum of the squares, correctly rounded; infinite if either operand is."]
    FHypot = 35, Function("f_hypot"), methods [], Elementary {Commutes}, library "hypot",
    |a, b| elementary::hypot(a, b),
    examples { (0x4040_0000, 0x4080_0000) => 0x40a0_0000, (0xff80_0000, 0x7fc0_0000) => 0x7f80_0000 };
    #[doc = "The angle of a point whose second coordinate comes first, correctly rounded."]
    FAtan2 = 36, Function("f_atan2"), methods [], Elementary, library "atan2",
    |a, b| elementary::atan2(a, b),
    examples { (0x3f80_0000, 0x3f80_0000) => 0x3f49_0fdb, (0x8000_0000, 0x8000_0000) => 0xc049_0fdb };
    #[doc = "The first float to the power of the second, correctly rounded; 1 where the first is 1 or the second 0."]
    FPow = 37, Function("f_pow"), methods [], Elementary, library "pow",
    |a, b| elementary::pow(a, b),
    examples { (0x4000_0000, 0x3f00_0000) => 0x3fb5_04f3, (0x7fc0_0000, 0) => 0x3f80_0000, (0xc000_0000, 0x4040_0000) => 0xc100_0000 };
}

operators! {
    /// Operators of one operand.
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
    #[doc = "The float with the other sign, of NaNs too."]
    FNegate = 7, Function("f_negate"), methods [], FloatSign, library "neg",
    |a| a ^ 0x8000_0000,
    examples { (0x3f80_0000) => 0xbf80_0000, (0x7fc0_0001) => 0xffc0_0001 };
    #[doc = "The magnitude of a float, of NaNs too."]
    FAbs = 8, Function("f_abs"), methods [], FloatSign, library "abs",
    |a| a & 0x7fff_ffff,
    examples { (0xbf80_0000) => 0x3f80_0000, (0xffc0_0001) => 0x7fc0_0001 };
    #[doc = "The square root, rounded once; NaN below zero, and `-0` of `-0`."]
    FSqrt = 9, Function("f_sqrt"), methods [], Float, library "sqrt",
    |a| a.sqrt(),
    examples { (0x4080_0000) => 0x4000_0000, (0xbf80_0000) => 0x7fc0_0000 };
    #[doc = "The greatest integer that is not greater, as a float."]
    FFloor = 10, Function("f_floor"), methods [], Float, library "floor",
    |a| a.floor(),
    examples { (0xbf00_0000) => 0xbf80_0000 };
    #[doc = "The least integer that is not less, as a float."]
    FCeil = 11, Function("f_ceil"), methods [], Float, library "ceil",
    |a| a.ceil(),
    examples { (0xbf00_0000) => 0x8000_0000 };
    #[doc = "The integer towards zero, as a float."]
    FTrunc = 12, Function("f_trunc"), methods [], Float, library "trunc",
    |a| a.trunc(),
    examples { (0xbfc0_0000) => 0xbf80_0000 };
    #[doc = "The nearest integer as a float, ties away from zero."]
    FRound = 13, Function("f_round"), methods [], Float, library "round",
    |a| a.round(),
    examples { (0x3f00_0000) => 0x3f80_0000 };
    #[doc = "The nearest integer as a float, ties to even."]
    FRoundEven = 14, Function("f_round_even"), methods [], Float, library "round_even",
    |a| a.round_ties_even(),
    examples { (0x3f00_0000) => 0 };
    #[doc = "A float as a `u32`, truncated; the nearest number if there is none, and 0 for NaN."]
    FToU32 = 15, Function("f_to_u32"), methods [], ToU32, library "to_u32",
    |a| a as u32,
    examples { (0x3fc0_0000) => 1, (0xbf80_0000) => 0 };
    #[doc = "A float as an `i32`, truncated; the nearest number if there is none, and 0 for NaN."]
    FToI32 = 16, Function("f_to_i32"), methods [], ToI32, library "to_i32",
    |a| a as i32,
    examples { (0xbfc0_0000) => u32::MAX };
    #[doc = "A float as a `u64`, truncated; the nearest number if there is none, and 0 for NaN."]
    FToU64 = 17, Function("f_to_u64"), methods [], ToU64, library "to_u64",
    |a| a as u64,
    examples { (0x3fc0_0000) => 1 };
    #[doc = "The nearest float to a `u32`, ties to even."]
    FFromU32 = 18, Function("f_from_u32"), methods [], FromU32, library "from_u32",
    |a| a as f32,
    examples { (1) => 0x3f80_0000, (0x0100_0001) => 0x4b80_0000 };
    #[doc = "The nearest float to an `i32`, ties to even."]
    FFromI32 = 19, Function("f_from_i32"), methods [], FromI32, library "from_i32",
    |a| a as f32,
    examples { (u32::MAX) => 0xbf80_0000 };
    #[doc = "The nearest float to a `u64`, ties to even."]
    FFromU64 = 20, Function("f_from_u64"), methods [], FromU64, library "from_u64",
    |a| a as f32,
    examples { (1) => 0x3f80_0000 };
    #[doc = "The sine, correctly rounded; NaN of an infinity."]
    FSin = 21, Function("f_sin"), methods [], Elementary, library "sin",
    |a| elementary::sin(a),
    examples { (0x3f80_0000) => 0x3f57_6aa4, (0x7f80_0000) => 0x7fc0_0000 };
    #[doc = "The cosine, correctly rounded; NaN of an infinity."]
    FCos = 22, Function("f_cos"), methods [], Elementary, library "cos",
    |a| elementary::cos(a),
    examples { (0) => 0x3f80_0000, (0x3f80_0000) => 0x3f0a_5140 };
    #[doc = "The tangent, correctly rounded; NaN of an infinity."]
    FTan = 23, Function("f_tan"), methods [], Elementary, library "tan",
    |a| elementary::tan(a),
    examples { (0x3f80_0000) => 0x3fc7_5923, (0x8000_0000) => 0x8000_0000 };
    #[doc = "The angle with this sine, correctly rounded; NaN past 1."]
    FAsin = 24, Function("f_asin"), methods [], Elementary, library "asin",
    |a| elementary::asin(a),
    examples { (0x3f80_0000) => 0x3fc9_0fdb, (0x4000_0000) => 0x7fc0_0000 };
    #[doc = "The angle with this cosine, correctly rounded; NaN past 1."]
    FAcos = 25, Function("f_acos"), methods [], Elementary, library "acos",
    |a| elementary::acos(a),
    examples { (0xbf80_0000) => 0x4049_0fdb, (0x3f80_0000) => 0 };
    #[doc = "The angle with this tangent, correctly rounded."]
    FAtan = 26, Function("f_atan"), methods [], Elementary, library "atan",
    |a| elementary::atan(a),
    examples { (0x3f80_0000) => 0x3f49_0fdb, (0xff80_0000) => 0xbfc9_0fdb };
    #[doc = "The hyperbolic sine, correctly rounded."]
    FSinh = 27, Function("f_sinh"), methods [], Elementary, library "sinh",
    |a| elementary::sinh(a),
    examples { (0x3f80_0000) => 0x3f96_6cfe, (0xff80_0000) => 0xff80_0000 };
    #[doc = "The hyperbolic cosine, correctly rounded."]
    FCosh = 28, Function("f_cosh"), methods [], Elementary, library "cosh",
    |a| elementary::cosh(a),
    examples { (0x3f80_0000) => 0x3fc5_83ab, (0) => 0x3f80_0000 };
    #[doc = "The hyperbolic tangent, correctly rounded."]
    FTanh = 29, Function("f_tanh"), methods [], Elementary, library "tanh",
    |a| elementary::tanh(a),
    examples { (0x3f80_0000) => 0x3f42_f7d6, (0xff80_0000) => 0xbf80_0000 };
    #[doc = "`e` to this power, correctly rounded."]
    FExp = 30, Function("f_exp"), methods [], Elementary, library "exp",
    |a| elementary::exp(a),
    examples { (0x3f80_0000) => 0x402d_f854, (0xff80_0000) => 0 };
    #[doc = "2 to this power, correctly rounded."]
    FExp2 = 31, Function("f_exp2"), methods [], Elementary, library "exp2",
    |a| elementary::exp2(a),
    examples { (0x4120_0000) => 0x4480_0000, (0x3f00_0000) => 0x3fb5_04f3 };
    #[doc = "`e` to this power less 1, correctly rounded."]
    FExpM1 = 32, Function("f_exp_m1"), methods [], Elementary, library "exp_m1",
    |a| elementary::exp_m1(a),
    examples { (0x3f80_0000) => 0x3fdb_f0a9, (0xff80_0000) => 0xbf80_0000 };
    #[doc = "The logarithm to base `e`, correctly rounded; NaN below zero."]
    FLog = 33, Function("f_log"), methods [], Elementary, library "ln",
    |a| elementary::ln(a),
    examples { (0x4000_0000) => 0x3f31_7218, (0) => 0xff80_0000 };
    #[doc = "The logarithm to base 2, correctly rounded; NaN below zero."]
    FLog2 = 34, Function("f_log2"), methods [], Elementary, library "log2",
    |a| elementary::log2(a),
    examples { (0x4100_0000) => 0x4040_0000, (0xbf80_0000) => 0x7fc0_0000 };
    #[doc = "The logarithm to base 10, correctly rounded; NaN below zero."]
    FLog10 = 35, Function("f_log10"), methods [], Elementary, library "log10",
    |a| elementary::log10(a),
    examples { (0x447a_0000) => 0x4040_0000, (0x4000_0000) => 0x3e9a_209b };
    #[doc = "The logarithm to base `e` of the sum with 1, correctly rounded; NaN below -1."]
    FLog1p = 36, Function("f_log1p"), methods [], Elementary, library "ln_1p",
    |a| elementary::ln_1p(a),
    examples { (0x3f80_0000) => 0x3f31_7218, (0xbf80_0000) => 0xff80_0000 };
    #[doc = "The cube root, correctly rounded."]
    FCbrt = 37, Function("f_cbrt"), methods [], Elementary, library "cbrt",
    |a| elementary::cbrt(a),
    examples { (0xc1d8_0000) => 0xc040_0000, (0x4000_0000) => 0x3fa1_4518 };
    #[doc = "1 divided by the square root, correctly rounded; NaN below zero, and `-inf` of `-0`."]
    FRsqrt = 38, Function("f_rsqrt"), methods [], Elementary, library "rsqrt",
    |a| elementary::rsqrt(a),
    examples { (0x4080_0000) => 0x3f00_0000, (0x8000_0000) => 0xff80_0000 };
    #[doc = "A float near the sine, within 2 ULP; NaN of an infinity. A program with it is not strict."]
    FSinApprox = 39, Function("f_sin_approx"), methods [], Elementary, library "sin_approx", tolerance 2,
    |a| elementary::sin_approx(a),
    examples { (0) => 0, (0x8000_0000) => 0x8000_0000, (0x7f80_0000) => 0x7fc0_0000 };
    #[doc = "A `u32` as an `f64`, exactly."]
    DFromU32 = 40, Function("d_from_u32"), methods [], DoubleFromU32, library "from_u32",
    |a| f64::from(a),
    examples { (1) => 0, (0xffff_ffff) => 0xffe0_0000 };
    #[doc = "An `i32` as an `f64`, exactly."]
    DFromI32 = 41, Function("d_from_i32"), methods [], DoubleFromI32, library "from_i32",
    |a| f64::from(a),
    examples { (u32::MAX) => 0, (0x7fff_ffff) => 0xffc0_0000 };
    #[doc = "The nearest `f64` to a `u64`, ties to even."]
    DFromU64 = 42, Function("d_from_u64"), methods [], DoubleFromU64, library "from_u64",
    |a| a as f64,
    examples { (0xffff_ffff) => 0xffe0_0000 };
    #[doc = "An `f32` as an `f64`: the same number, and the canonical NaN."]
    DFromF32 = 43, Function("d_from_f32"), methods [], DoubleFromF32, library "from_f32",
    |a| f64::from(a),
    examples { (0x3dcc_cccd) => 0xa000_0000, (0x7f80_0001) => 0 };
    #[doc = "The nearest `f32` to an `f64`, ties to even, and the canonical NaN."]
    DToF32 = 44, Function("d_to_f32"), methods [], ToF32, library "to_f32",
    |a| a as f32,
    examples { (1) => 0 };
}

operators! {
    /// Atomic read-modify-write operations on an element of `U32` or `U64`. `eval` gives the value that the element has
    /// afterwards, from its old value, the operand and the expected value (which only `CompareExchange` looks
    /// at); the expression itself gives the old value.
    AtomicOp(old, value, expected) (old, value, expected) $atomic_rows:
    #[doc = "Adds, modulo 2^32, or 2^64 for a `U64`."]
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
