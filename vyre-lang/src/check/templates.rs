//! The methods of std's integers that are composed of others. Each is written in the language of kernels itself, so that it means the
//! same on devices and on the host.

use super::{Checker, Entity};
use crate::diagnostics::Area;
use crate::hir::{Block, Expr, Kind};
use crate::types::Ty;
use proc_macro2::{Group, Span, TokenStream, TokenTree};
use std::collections::HashMap;
use vyre_ir::library;

/// Which integers have a method.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Of {
    All,
    Unsigned,
    Signed,
    /// `u8`.
    Byte,
    /// `f32` and `f64`.
    Float,
    /// Those of 8 and 16 bits.
    Narrow,
    NarrowUnsigned,
    /// Those of 32 bits.
    Word,
    WordUnsigned,
    /// Those of 64 bits.
    Wide,
    WideUnsigned,
    /// Those of 128 bits.
    Long,
    LongSigned,
    /// Those that the IR does not have: of 8 and 16 bits, `i64` and `i128`.
    New,
    NewUnsigned,
    NewSigned,
}

/// A method: which integers have it, its name, the types of its arguments `a` and `b`, and what it gives for `x`. In the
/// text `T` is the type, `U` and `S` the unsigned and the signed one of its size, `W` the one of 32 bits with its sign, and `BITS` its number of
/// bits.
struct Template(Of, &'static str, &'static [&'static str], &'static str);

use Of::{
    All, Byte, Float, Long, LongSigned, Narrow, NarrowUnsigned, New, NewSigned, NewUnsigned, Signed,
    Unsigned, Wide, WideUnsigned, Word, WordUnsigned,
};

/// The first that fits is the one that is meant.
const TEMPLATES: &[Template] = &[
    Template(Narrow, "count_ones", &[], "(x as U as u32).count_ones()"),
    Template(Narrow, "leading_zeros", &[], "(x as U as u32).leading_zeros() - (32 - BITS)"),
    Template(Narrow, "trailing_zeros", &[], "(x as U as u32 | 1 << BITS).trailing_zeros()"),
    Template(Narrow, "reverse_bits", &[], "((x as U as u32).reverse_bits() >> (32 - BITS)) as T"),
    Template(
        Narrow,
        "rotate_left",
        &["u32"],
        "{ let (y, by) = (x as U as u32, a % BITS); (y << by | y >> (BITS - by)) as T }",
    ),
    Template(
        Narrow,
        "rotate_right",
        &["u32"],
        "{ let (y, by) = (x as U as u32, a % BITS); (y >> by | y << (BITS - by)) as T }",
    ),
    Template(
        Narrow,
        "swap_bytes",
        &[],
        "{ let y = x as U as u32; (y << (BITS - 8) | y >> (BITS - 8)) as T }",
    ),
    Template(
        NarrowUnsigned,
        "widening_mul",
        &["T"],
        "{ let product = x as u32 * a as u32; (product as T, (product >> BITS) as T) }",
    ),
    Template(NarrowUnsigned, "isqrt", &[], "(x as u32).isqrt() as T"),
    Template(Narrow, "pow", &["u32"], "(x as u32).pow(a) as T"),
    Template(LongSigned, "pow", &["u32"], "(x as u128).pow(a) as T"),
    Template(LongSigned, "swap_bytes", &[], "(x as u128).swap_bytes() as T"),
    Template(New, "pow", &["u32"], "(x as u64).pow(a) as T"),
    Template(New, "wrapping_pow", &["u32"], "x.pow(a)"),
    Template(New, "min", &["T"], "if a < x { a } else { x }"),
    Template(New, "max", &["T"], "if a < x { x } else { a }"),
    Template(New, "clamp", &["T", "T"], "x.max(a).min(b)"),
    Template(NewSigned, "abs", &[], "if x < 0 { -x } else { x }"),
    Template(NewSigned, "wrapping_abs", &[], "if x < 0 { -x } else { x }"),
    Template(NewSigned, "signum", &[], "(x > 0) as T - (x < 0) as T"),
    Template(New, "abs_diff", &["T"], "if x < a { a as U - x as U } else { x as U - a as U }"),
    Template(
        NewUnsigned,
        "saturating_add",
        &["T"],
        "{ let sum = x + a; if sum < x { T::MAX } else { sum } }",
    ),
    Template(
        NewSigned,
        "saturating_add",
        &["T"],
        "{ let sum = x + a; if (a < 0) == (sum < x) { sum } else if a < 0 { T::MIN } else { T::MAX } }",
    ),
    Template(NewUnsigned, "saturating_sub", &["T"], "if x < a { 0 } else { x - a }"),
    Template(
        NewSigned,
        "saturating_sub",
        &["T"],
        "{ let rest = x - a; if (a > 0) == (rest < x) { rest } else if a > 0 { T::MIN } else { T::MAX } }",
    ),
    Template(All, "count_ones", &[], "(x as U).count_ones()"),
    Template(All, "count_zeros", &[], "(!(x as U)).count_ones()"),
    Template(All, "leading_zeros", &[], "(x as U).leading_zeros()"),
    Template(All, "trailing_zeros", &[], "(x as U).trailing_zeros()"),
    Template(All, "leading_ones", &[], "(!(x as U)).leading_zeros()"),
    Template(All, "trailing_ones", &[], "(!(x as U)).trailing_zeros()"),
    Template(All, "reverse_bits", &[], "(x as U).reverse_bits() as T"),
    Template(All, "rotate_left", &["u32"], "(x as U).rotate_left(a) as T"),
    Template(All, "rotate_right", &["u32"], "(x as U).rotate_right(a) as T"),
    Template(
        Word,
        "swap_bytes",
        &[],
        "{ let y = x as u32; (y << 24 | (y & 0xff00) << 8 | y >> 8 & 0xff00 | y >> 24) as T }",
    ),
    Template(
        Wide,
        "swap_bytes",
        &[],
        "{ let (low, high) = (x as u32, (x >> 32) as u32);
           ((low.swap_bytes() as u64) << 32 | high.swap_bytes() as u64) as T }",
    ),
    Template(
        Long,
        "swap_bytes",
        &[],
        "{ let (low, high) = (x as u64, (x >> 64) as u64);
           (low.swap_bytes() as u128) << 64 | high.swap_bytes() as u128 }",
    ),
    Template(All, "to_be", &[], "x.swap_bytes()"),
    Template(All, "to_le", &[], "x"),
    Template(Unsigned, "is_power_of_two", &[], "x.count_ones() == 1"),
    Template(
        Unsigned,
        "next_power_of_two",
        &[],
        "{ let one: T = 1; let free = (x - 1).leading_zeros();
           if x <= 1 { one } else if free == 0 { 0 } else { one << (BITS - free) } }",
    ),
    Template(All, "ilog2", &[], "if x <= 0 { 0u32 } else { BITS - 1 - (x as U).leading_zeros() }"),
    Template(
        All,
        "ilog10",
        &[],
        "{ let (mut y, mut digits) = (x, 0u32); while y >= 10 { y /= 10; digits += 1; } digits }",
    ),
    Template(
        WideUnsigned,
        "isqrt",
        &[],
        "{ let (mut root, mut rest): (u64, u64) = (0, x as u64);
           let mut bit: u64 = 1 << 62;
           for _ in 0..32u32 {
               let next = root + bit;
               root = root >> 1;
               if rest >= next { rest -= next; root += bit; }
               bit = bit >> 2;
           }
           root as T }",
    ),
    Template(
        Long,
        "isqrt",
        &[],
        "{ let (mut root, mut rest): (u128, u128) = (0, x);
           let mut bit: u128 = 1 << 126;
           for _ in 0..64u32 {
               let next = root + bit;
               root = root >> 1;
               if rest >= next { rest -= next; root += bit; }
               bit = bit >> 2;
           }
           root }",
    ),
    Template(Signed, "isqrt", &[], "if x < 0 { 0 } else { (x as U).isqrt() as T }"),
    Template(
        Unsigned,
        "div_ceil",
        &["T"],
        "{ let quotient = x / a; if quotient * a < x && a != 0 { quotient + 1 } else { quotient } }",
    ),
    Template(Unsigned, "div_euclid", &["T"], "x / a"),
    Template(Unsigned, "rem_euclid", &["T"], "x % a"),
    Template(
        Signed,
        "div_euclid",
        &["T"],
        "{ let quotient = x / a;
           if x % a >= 0 { quotient } else if a > 0 { quotient - 1 } else { quotient + 1 } }",
    ),
    Template(
        Signed,
        "rem_euclid",
        &["T"],
        "{ let rest = x % a; if rest >= 0 { rest } else if a > 0 { rest + a } else { rest - a } }",
    ),
    Template(Signed, "unsigned_abs", &[], "x.wrapping_abs() as U"),
    Template(Signed, "is_negative", &[], "x < 0"),
    Template(Signed, "is_positive", &[], "x > 0"),
    Template(Signed, "cast_unsigned", &[], "x as U"),
    Template(Unsigned, "cast_signed", &[], "x as S"),
    Template(
        Unsigned,
        "carrying_add",
        &["T", "bool"],
        "{ let sum = x + a; let all = sum + b as T; (all, (sum < x) | (all < sum)) }",
    ),
    Template(
        Unsigned,
        "borrowing_sub",
        &["T", "bool"],
        "{ let rest = x - a; let all = rest - b as T; (all, (x < a) | (rest < b as T)) }",
    ),
    Template(
        WordUnsigned,
        "widening_mul",
        &["T"],
        "{ let product = x as u64 * a as u64; (product as T, (product >> 32) as T) }",
    ),
    Template(
        WideUnsigned,
        "widening_mul",
        &["T"],
        "{ let mask: u64 = 0xffff_ffff;
           let (xl, xh, al, ah) = (x & mask, x >> 32, a & mask, a >> 32);
           let (cross, other) = (xl * ah, xh * al);
           let middle = (xl * al >> 32) + (cross & mask) + (other & mask);
           (x * a, xh * ah + (cross >> 32) + (other >> 32) + (middle >> 32)) }",
    ),
    Template(
        Long,
        "widening_mul",
        &["T"],
        "{ let mask: u128 = 0xffff_ffff_ffff_ffff;
           let (xl, xh, al, ah) = (x & mask, x >> 64, a & mask, a >> 64);
           let (cross, other) = (xl * ah, xh * al);
           let middle = (xl * al >> 64) + (cross & mask) + (other & mask);
           (x * a, xh * ah + (cross >> 64) + (other >> 64) + (middle >> 64)) }",
    ),
    Template(
        Unsigned,
        "carrying_mul",
        &["T", "T"],
        "{ let (low, high) = x.widening_mul(a); let sum = low + b; (sum, high + (sum < low) as T) }",
    ),
    Template(Unsigned, "overflowing_add", &["T"], "{ let sum = x + a; (sum, sum < x) }"),
    Template(Signed, "overflowing_add", &["T"], "{ let sum = x + a; (sum, (a < 0) != (sum < x)) }"),
    Template(Unsigned, "overflowing_sub", &["T"], "(x - a, x < a)"),
    Template(Signed, "overflowing_sub", &["T"], "{ let rest = x - a; (rest, (a > 0) != (rest < x)) }"),
    Template(
        Unsigned,
        "overflowing_mul",
        &["T"],
        "{ let (low, high) = x.widening_mul(a); (low, high != 0) }",
    ),
    Template(
        Signed,
        "overflowing_mul",
        &["T"],
        "{ let product = x * a;
           (product, x != 0 && (product / x != a || x == -1 && a == T::MIN)) }",
    ),
    Template(Unsigned, "overflowing_neg", &[], "(0 - x, x != 0)"),
    Template(Signed, "overflowing_neg", &[], "(-x, x == T::MIN)"),
    Template(
        Unsigned,
        "saturating_mul",
        &["T"],
        "{ let (low, high) = x.widening_mul(a); if high != 0 { T::MAX } else { low } }",
    ),
    Template(
        Signed,
        "saturating_mul",
        &["T"],
        "{ let (product, is_past) = x.overflowing_mul(a);
           if !is_past { product } else if (x < 0) == (a < 0) { T::MAX } else { T::MIN } }",
    ),
    Template(All, "wrapping_add", &["T"], "x + a"),
    Template(All, "wrapping_sub", &["T"], "x - a"),
    Template(All, "wrapping_mul", &["T"], "x * a"),
    Template(All, "wrapping_div", &["T"], "x / a"),
    Template(All, "wrapping_rem", &["T"], "x % a"),
    Template(All, "wrapping_neg", &[], "0 - x"),
    Template(All, "wrapping_shl", &["u32"], "x << a"),
    Template(All, "wrapping_shr", &["u32"], "x >> a"),
    Template(Unsigned, "midpoint", &["T"], "(x & a) + ((x ^ a) >> 1)"),
    Template(
        Signed,
        "midpoint",
        &["T"],
        "{ let floor = (x & a) + ((x ^ a) >> 1); if floor < 0 { floor + ((x ^ a) & 1) } else { floor } }",
    ),
    Template(Unsigned, "is_multiple_of", &["T"], "if a == 0 { x == 0 } else { x % a == 0 }"),
    Template(
        Unsigned,
        "next_multiple_of",
        &["T"],
        "{ let rest = x % a; if rest == 0 { x } else { x + (a - rest) } }",
    ),
    Template(
        All,
        "checked_add",
        &["T"],
        "{ let (y, over) = x.overflowing_add(a); if over { None } else { Some(y) } }",
    ),
    Template(
        All,
        "checked_sub",
        &["T"],
        "{ let (y, over) = x.overflowing_sub(a); if over { None } else { Some(y) } }",
    ),
    Template(
        All,
        "checked_mul",
        &["T"],
        "{ let (y, over) = x.overflowing_mul(a); if over { None } else { Some(y) } }",
    ),
    Template(
        All,
        "checked_pow",
        &["u32"],
        "{ let (y, over) = x.overflowing_pow(a); if over { None } else { Some(y) } }",
    ),
    Template(
        All,
        "checked_neg",
        &[],
        "{ let (y, over) = x.overflowing_neg(); if over { None } else { Some(y) } }",
    ),
    Template(Signed, "checked_abs", &[], "if x == T::MIN { None } else { Some(x.wrapping_abs()) }"),
    Template(Unsigned, "checked_div", &["T"], "if a == 0 { None } else { Some(x / a) }"),
    Template(Unsigned, "checked_rem", &["T"], "if a == 0 { None } else { Some(x % a) }"),
    Template(
        Signed,
        "checked_div",
        &["T"],
        "if a == 0 || x == T::MIN && a == -1 { None } else { Some(x / a) }",
    ),
    Template(
        Signed,
        "checked_rem",
        &["T"],
        "if a == 0 || x == T::MIN && a == -1 { None } else { Some(x % a) }",
    ),
    Template(Unsigned, "checked_div_euclid", &["T"], "if a == 0 { None } else { Some(x / a) }"),
    Template(Unsigned, "checked_rem_euclid", &["T"], "if a == 0 { None } else { Some(x % a) }"),
    Template(
        Signed,
        "checked_div_euclid",
        &["T"],
        "if a == 0 || x == T::MIN && a == -1 { None } else { Some(x.div_euclid(a)) }",
    ),
    Template(
        Signed,
        "checked_rem_euclid",
        &["T"],
        "if a == 0 || x == T::MIN && a == -1 { None } else { Some(x.rem_euclid(a)) }",
    ),
    Template(All, "checked_shl", &["u32"], "if a < BITS { Some(x << a) } else { None }"),
    Template(All, "checked_shr", &["u32"], "if a < BITS { Some(x >> a) } else { None }"),
    Template(All, "checked_ilog2", &[], "if x <= 0 { None } else { Some(x.ilog2()) }"),
    Template(All, "checked_ilog10", &[], "if x <= 0 { None } else { Some(x.ilog10()) }"),
    Template(All, "checked_ilog", &["T"], "if x <= 0 || a < 2 { None } else { Some(x.ilog(a)) }"),
    Template(
        All,
        "ilog",
        &["T"],
        "{ let (mut y, mut digits) = (x, 0u32);
           if a >= 2 { while y >= a { y = y / a; digits = digits + 1; } }
           digits }",
    ),
    Template(Signed, "checked_isqrt", &[], "if x < 0 { None } else { Some(x.isqrt()) }"),
    Template(
        Unsigned,
        "checked_next_power_of_two",
        &[],
        "{ let one: T = 1; let free = (x - 1).leading_zeros();
           if x <= 1 { Some(one) } else if free == 0 { None } else { Some(one << (BITS - free)) } }",
    ),
    Template(
        Unsigned,
        "checked_next_multiple_of",
        &["T"],
        "if a == 0 { None } else { let rest = x % a; if rest == 0 { Some(x) } else { x.checked_add(a - rest) } }",
    ),
    Template(Unsigned, "wrapping_add_signed", &["S"], "x + a as T"),
    Template(
        Unsigned,
        "overflowing_add_signed",
        &["S"],
        "{ let (y, over) = x.overflowing_add(a as T); (y, over != (a < 0)) }",
    ),
    Template(
        Unsigned,
        "checked_add_signed",
        &["S"],
        "{ let (y, over) = x.overflowing_add(a as T); if over != (a < 0) { None } else { Some(y) } }",
    ),
    Template(
        Unsigned,
        "saturating_add_signed",
        &["S"],
        "{ let (y, over) = x.overflowing_add(a as T);
           if over == (a < 0) { y } else if a < 0 { 0 } else { T::MAX } }",
    ),
    Template(Unsigned, "wrapping_sub_signed", &["S"], "x - a as T"),
    Template(
        Unsigned,
        "overflowing_sub_signed",
        &["S"],
        "{ let (y, over) = x.overflowing_sub(a as T); (y, over != (a < 0)) }",
    ),
    Template(
        Unsigned,
        "checked_sub_signed",
        &["S"],
        "{ let (y, over) = x.overflowing_sub(a as T); if over != (a < 0) { None } else { Some(y) } }",
    ),
    Template(
        Unsigned,
        "saturating_sub_signed",
        &["S"],
        "{ let (y, over) = x.overflowing_sub(a as T);
           if over == (a < 0) { y } else if a < 0 { T::MAX } else { 0 } }",
    ),
    Template(
        Unsigned,
        "checked_signed_diff",
        &["T"],
        "{ let y = (x - a) as S; if (x >= a) == (y < 0) { None } else { Some(y) } }",
    ),
    Template(Signed, "wrapping_add_unsigned", &["U"], "x + a as T"),
    Template(Signed, "wrapping_sub_unsigned", &["U"], "x - a as T"),
    Template(
        Signed,
        "overflowing_add_unsigned",
        &["U"],
        "{ let (y, over) = x.overflowing_add(a as T); (y, over != ((a as T) < 0)) }",
    ),
    Template(
        Signed,
        "overflowing_sub_unsigned",
        &["U"],
        "{ let (y, over) = x.overflowing_sub(a as T); (y, over != ((a as T) < 0)) }",
    ),
    Template(
        Signed,
        "checked_add_unsigned",
        &["U"],
        "{ let (y, over) = x.overflowing_add_unsigned(a); if over { None } else { Some(y) } }",
    ),
    Template(
        Signed,
        "checked_sub_unsigned",
        &["U"],
        "{ let (y, over) = x.overflowing_sub_unsigned(a); if over { None } else { Some(y) } }",
    ),
    Template(
        Signed,
        "saturating_add_unsigned",
        &["U"],
        "{ let (y, over) = x.overflowing_add_unsigned(a); if over { T::MAX } else { y } }",
    ),
    Template(
        Signed,
        "saturating_sub_unsigned",
        &["U"],
        "{ let (y, over) = x.overflowing_sub_unsigned(a); if over { T::MIN } else { y } }",
    ),
    Template(
        All,
        "overflowing_pow",
        &["u32"],
        "{ let (mut base, mut power, mut over, mut rest): (T, T, bool, u32) = (x, 1, false, a);
           while rest > 0 {
               if rest & 1 == 1 {
                   let (product, is_past) = power.overflowing_mul(base);
                   power = product;
                   over = over | is_past;
               }
               rest = rest >> 1;
               if rest > 0 {
                   let (square, is_past) = base.overflowing_mul(base);
                   base = square;
                   over = over | is_past;
               }
           }
           (power, over) }",
    ),
    Template(All, "overflowing_shl", &["u32"], "(x << a, a >= BITS)"),
    Template(All, "overflowing_shr", &["u32"], "(x >> a, a >= BITS)"),
    Template(Signed, "overflowing_abs", &[], "(x.wrapping_abs(), x == T::MIN)"),
    Template(Unsigned, "overflowing_div", &["T"], "(x / a, false)"),
    Template(Unsigned, "overflowing_rem", &["T"], "(x % a, false)"),
    Template(Signed, "overflowing_div", &["T"], "(x / a, x == T::MIN && a == -1)"),
    Template(Signed, "overflowing_rem", &["T"], "(x % a, x == T::MIN && a == -1)"),
    Template(Unsigned, "overflowing_div_euclid", &["T"], "(x / a, false)"),
    Template(Unsigned, "overflowing_rem_euclid", &["T"], "(x % a, false)"),
    Template(Signed, "overflowing_div_euclid", &["T"], "(x.div_euclid(a), x == T::MIN && a == -1)"),
    Template(Signed, "overflowing_rem_euclid", &["T"], "(x.rem_euclid(a), x == T::MIN && a == -1)"),
    Template(
        Unsigned,
        "saturating_pow",
        &["u32"],
        "{ let (y, over) = x.overflowing_pow(a); if over { T::MAX } else { y } }",
    ),
    Template(
        Signed,
        "saturating_pow",
        &["u32"],
        "{ let (y, over) = x.overflowing_pow(a);
           if !over { y } else if x < 0 && a % 2 == 1 { T::MIN } else { T::MAX } }",
    ),
    Template(Signed, "saturating_neg", &[], "if x == T::MIN { T::MAX } else { -x }"),
    Template(Signed, "saturating_abs", &[], "if x == T::MIN { T::MAX } else { x.wrapping_abs() }"),
    Template(Unsigned, "saturating_div", &["T"], "x / a"),
    Template(Signed, "saturating_div", &["T"], "if x == T::MIN && a == -1 { T::MAX } else { x / a }"),
    Template(All, "wrapping_div_euclid", &["T"], "x.div_euclid(a)"),
    Template(All, "wrapping_rem_euclid", &["T"], "x.rem_euclid(a)"),
    Template(All, "unbounded_shl", &["u32"], "if a < BITS { x << a } else { 0 }"),
    Template(Unsigned, "unbounded_shr", &["u32"], "if a < BITS { x >> a } else { 0 }"),
    Template(Signed, "unbounded_shr", &["u32"], "if a < BITS { x >> a } else { x >> (BITS - 1) }"),
    Template(
        Float,
        "rem_euclid",
        &["T"],
        "{ let rest = x % a; if rest < 0.0 { rest + a.abs() } else { rest } }",
    ),
    Template(
        Float,
        "div_euclid",
        &["T"],
        "{ let quotient = (x / a).trunc();
           if x % a < 0.0 { if a > 0.0 { quotient - 1.0 } else { quotient + 1.0 } } else { quotient } }",
    ),
    Template(
        Float,
        "midpoint",
        &["T"],
        "{ let (low, high) = (T::MIN_POSITIVE * 2.0, T::MAX / 2.0);
           let (of_x, of_a) = (x.abs(), a.abs());
           if of_x <= high && of_a <= high { (x + a) / 2.0 }
           else if of_x < low { x + a / 2.0 }
           else if of_a < low { x / 2.0 + a }
           else { x / 2.0 + a / 2.0 } }",
    ),
    Template(Float, "sin_cos", &[], "(x.sin(), x.cos())"),
    Template(Float, "is_normal", &[], "x.abs() >= T::MIN_POSITIVE && x.abs() < T::INFINITY"),
    Template(Float, "is_subnormal", &[], "x != 0.0 && x.abs() < T::MIN_POSITIVE"),
    Template(
        Float,
        "next_up",
        &[],
        "{ let bits = x.to_bits(); let size = bits << 1 >> 1;
           if x.is_nan() || x == T::INFINITY { x }
           else { T::from_bits(if size == 0 { 1 } else if bits == size { bits + 1 } else { bits - 1 }) } }",
    ),
    Template(Float, "next_down", &[], "-(-x).next_up()"),
    Template(Float, "is_sign_negative", &[], "x.to_bits().leading_zeros() == 0"),
    Template(Float, "is_sign_positive", &[], "x.to_bits().leading_zeros() != 0"),
    Template(Byte, "is_ascii", &[], "x < 128"),
    Template(Byte, "is_ascii_digit", &[], "x >= 48 && x <= 57"),
    Template(Byte, "is_ascii_hexdigit", &[], "{ let y = x | 32; x >= 48 && x <= 57 || y >= 97 && y <= 102 }"),
    Template(Byte, "is_ascii_lowercase", &[], "x >= 97 && x <= 122"),
    Template(Byte, "is_ascii_uppercase", &[], "x >= 65 && x <= 90"),
    Template(Byte, "is_ascii_alphabetic", &[], "{ let y = x | 32; y >= 97 && y <= 122 }"),
    Template(
        Byte,
        "is_ascii_alphanumeric",
        &[],
        "{ let y = x | 32; x >= 48 && x <= 57 || y >= 97 && y <= 122 }",
    ),
    Template(Byte, "is_ascii_whitespace", &[], "x == 32 || x == 9 || x == 10 || x == 12 || x == 13"),
    Template(
        Byte,
        "is_ascii_punctuation",
        &[],
        "x >= 33 && x <= 47 || x >= 58 && x <= 64 || x >= 91 && x <= 96 || x >= 123 && x <= 126",
    ),
    Template(Byte, "is_ascii_graphic", &[], "x >= 33 && x <= 126"),
    Template(Byte, "is_ascii_control", &[], "x < 32 || x == 127"),
    Template(Byte, "to_ascii_lowercase", &[], "if x >= 65 && x <= 90 { x + 32 } else { x }"),
    Template(Byte, "to_ascii_uppercase", &[], "if x >= 97 && x <= 122 { x - 32 } else { x }"),
    Template(Byte, "eq_ignore_ascii_case", &["&T"], "x.to_ascii_lowercase() == a.to_ascii_lowercase()"),
];

impl Of {
    fn has(self, ty: Ty) -> bool {
        let (is_signed, is_new) = (ty.is_signed(), ty.of_rows().is_none());
        if self != Float && !ty.is_integer() {
            return false;
        }
        match self {
            All => true,
            Unsigned => !is_signed,
            Signed => is_signed,
            Byte => ty == Ty::U8,
            Float => matches!(ty, Ty::F32 | Ty::F64),
            Narrow => ty.is_narrow(),
            NarrowUnsigned => ty.is_narrow() && !is_signed,
            Word => ty.bits() == 32,
            WordUnsigned => ty.bits() == 32 && !is_signed,
            Wide => ty.bits() == 64,
            WideUnsigned => ty.bits() == 64 && !is_signed,
            Long => ty.bits() == 128 && !is_signed,
            LongSigned => ty.bits() == 128 && is_signed,
            New => is_new,
            NewUnsigned => is_new && !is_signed,
            NewSigned => is_new && is_signed,
        }
    }
}

/// The methods that values of a type have by a template.
pub(super) fn names(ty: Ty) -> impl Iterator<Item = &'static str> {
    TEMPLATES.iter().filter(move |template| template.0.has(ty)).map(|template| template.1)
}

/// How many operands such a method has, its receiver included.
pub(super) fn operands(ty: Ty, name: &str) -> Option<usize> {
    let template = TEMPLATES.iter().find(|template| template.1 == name && template.0.has(ty))?;
    Some(template.2.len() + 1)
}

impl Checker<'_> {
    /// A method that a template says, if there is one.
    pub(super) fn template(
        &mut self,
        call: &syn::ExprMethodCall,
        receiver: &Expr,
        ty: Ty,
        area: Area,
    ) -> Option<Expr> {
        let name = call.method.to_string();
        let is_it = |template: &&Template| template.1 == name && template.0.has(ty);
        let Template(_, _, params, text) = TEMPLATES.iter().find(is_it)?;
        let span = call.method.span();
        let wanted_by = |param: &str| match param {
            "T" | "&T" => ty,
            "S" => ty.signed(),
            "U" => ty.unsigned(),
            "bool" => Ty::Bool,
            _ => Ty::U32,
        };
        let wanted: Vec<Ty> = params.iter().map(|param| wanted_by(param)).collect();
        let Some(mut args) = self.arguments_as(&call.args, &wanted, Area::from(span), &name) else {
            return Some(Expr::error(area));
        };
        for (arg, param) in args.iter_mut().zip(*params) {
            let wanted = wanted_by(param);
            if *param == "&T" {
                *arg = self.behind_references(arg.clone());
            }
            let arg = &*arg;
            if !self.demand(arg, wanted) {
                return Some(Expr::error(area));
            }
        }
        if !self.demand_defined(&name, [Some(receiver), args.first()]) {
            return Some(Expr::error(area));
        }
        Some(self.written_as(text, ty, span, [receiver.clone()].into_iter().chain(args), area))
    }

    /// What a text computes of `x`, `a` and `b`.
    fn written_as(
        &mut self,
        text: &str,
        ty: Ty,
        span: Span,
        values: impl Iterator<Item = Expr>,
        area: Area,
    ) -> Expr {
        let tokens = text.parse::<TokenStream>().ok().map(|tokens| specific(tokens, ty, span));
        let Some(parsed) = tokens.and_then(|tokens| syn::parse2::<syn::Expr>(tokens).ok()) else {
            return Expr::error(area);
        };
        let mut stmts = Vec::new();
        self.scopes.push(HashMap::new());
        for (name, value) in ["x", "a", "b"].into_iter().zip(values) {
            let Expr { kind: Kind::Local(local), .. } = self.hidden(name, value, &mut stmts) else {
                continue;
            };
            if let Some(scope) = self.scopes.last_mut() {
                scope.insert(name.to_string(), Entity::Local(local));
            }
        }
        let value = self.expr(&parsed);
        self.scopes.pop();
        let ty = value.ty;
        Expr { kind: Kind::Block(Block { stmts, tail: Some(Box::new(value)) }), ty, area }
    }

    /// `x as T` of a float: the number without its fraction, or the nearest that there is; 0 for a NaN.
    pub(super) fn float_to_integer(&mut self, value: Expr, target: Ty, area: Area) -> Expr {
        let text = match target {
            Ty::I64 => {
                "{ let y = x.abs() as u64; if x < 0.0 { -(y.min(0x8000_0000_0000_0000) as i64) } else { y.min(T::MAX as u64) as i64 } }"
            }
            Ty::I128 => {
                "{ let y = x.abs() as u128; let least = 1u128 << 127; if x < 0.0 { -(y.min(least) as i128) } else { y.min(least - 1) as i128 } }"
            }
            Ty::U128 if self.infer.resolve(value.ty) == Ty::F32 => "(x as f64) as u128",
            // From 2^64 on a float has no fraction: it is its significand, shifted by its exponent.
            Ty::U128 => {
                "{ if x >= 340282366920938463463374607431768211456.0 { u128::MAX } else if x >= 18446744073709551616.0 { let y = x.to_bits(); ((y & 0xf_ffff_ffff_ffff | 0x10_0000_0000_0000) as u128) << ((y >> 52) as u32 - 1075) } else { (x as u64) as u128 } }"
            }
            _ if target.is_narrow() => "(x as W).clamp(T::MIN as W, T::MAX as W) as T",
            _ => {
                let float = self.infer.resolve(value.ty);
                return converted(float, format!("to_{}", target.machine()), value, target, area);
            }
        };
        let span = area.start;
        Expr { ty: target, ..self.written_as(text, target, span, [value].into_iter(), area) }
    }

    /// `x as f32` or `x as f64` of an integer of a type: the nearest float.
    pub(super) fn integer_to_float(&mut self, value: Expr, from: Ty, float: Ty, area: Area) -> Expr {
        if from == Ty::U128 {
            // The upper 64 bits, of which the last one also says whether there are others below; the power of two rounds nothing.
            let text = match float {
                Ty::F64 => {
                    "{ let by = 64 - x.leading_zeros().min(64); let rest = x & ((1u128 << by) - 1); let top = (x >> by) as u64 | (rest != 0) as u64; (top as f64) * f64::from_bits(((1023 + by) as u64) << 52) }"
                }
                _ => {
                    "{ let by = 64 - x.leading_zeros().min(64); let rest = x & ((1u128 << by) - 1); let top = (x >> by) as u64 | (rest != 0) as u64; (top as f32) * f32::from_bits((127 + by) << 23) }"
                }
            };
            return self.written_as(text, from, area.start, [value].into_iter(), area);
        }
        if matches!(from, Ty::I64 | Ty::I128) {
            let text = match float {
                Ty::F64 => "{ let y = x.unsigned_abs() as f64; if x < 0 { -y } else { y } }",
                _ => "{ let y = x.unsigned_abs() as f32; if x < 0 { -y } else { y } }",
            };
            return self.written_as(text, from, area.start, [value].into_iter(), area);
        }
        let wide = if from.is_narrow() { word(from) } else { from.machine() };
        let value = Expr { kind: Kind::Cast(Box::new(value)), ty: wide, area };
        converted(float, format!("from_{wide}"), value, float, area)
    }
}

/// The integer of 32 bits with the sign of a type.
fn word(ty: Ty) -> Ty {
    if ty.is_signed() { Ty::I32 } else { Ty::U32 }
}

/// A conversion between a float and an integer.
fn converted(float: Ty, name: String, value: Expr, ty: Ty, area: Area) -> Expr {
    let id = format!("primitive.{float}.{name}");
    let row = library::rows().find(|row| row.id == id);
    match row {
        Some(row) => Expr { kind: Kind::Call { op_id: row.id, args: vec![value] }, ty, area },
        None => Expr::error(area),
    }
}

/// The tokens of a template for a type, at the place of a call.
fn specific(tokens: TokenStream, ty: Ty, span: Span) -> TokenStream {
    let name = |text: &str| TokenTree::Ident(proc_macro2::Ident::new(text, span));
    let tokens = tokens.into_iter().map(|token| match token {
        TokenTree::Group(group) => {
            let mut copy = Group::new(group.delimiter(), specific(group.stream(), ty, span));
            copy.set_span(span);
            copy.into()
        }
        TokenTree::Ident(ident) if ident == "T" => name(&ty.to_string()),
        TokenTree::Ident(ident) if ident == "U" => name(&ty.unsigned().to_string()),
        TokenTree::Ident(ident) if ident == "S" => name(&ty.signed().to_string()),
        TokenTree::Ident(ident) if ident == "W" => name(&word(ty).to_string()),
        TokenTree::Ident(ident) if ident == "BITS" => {
            let mut bits = proc_macro2::Literal::u32_suffixed(ty.bits());
            bits.set_span(span);
            bits.into()
        }
        mut other => {
            other.set_span(span);
            other
        }
    });
    tokens.collect()
}
