//! Definitions of operations over integers, each written once: Rust compiles them for the host, and the library has their text as
//! compositions for every other device.
//!
//! A definition is a subset of Rust that is also the text form of programs, once the functions of this module have become operations of
//! the library. It has `let`, assignments, `for`, `if`, operators on `u32` that do not overflow, and calls. It ends with `result`.

use crate::{Node, Program};

/// Functions with their texts.
macro_rules! definitions {
    ($TEXTS:ident: $(
        $(#[doc = $doc:literal])+
        $(#[inline($always:ident)])?
        fn $name:ident($($param:ident: $ty:ident),*) -> $output:ident { $($body:tt)* }
    )*) => {
        $(
            $(#[doc = $doc])+
            $(#[inline($always)])?
            #[allow(unused_assignments, clippy::let_and_return, clippy::manual_range_contains, reason = "the text form declares variables with values, `result` too, and has no methods")]
            pub(crate) fn $name($($param: $ty),*) -> $output {
                $($body)*
            }
        )*

        /// The name and the body of each.
        pub(crate) const $TEXTS: &[(&str, &str)] = &[$((stringify!($name), stringify!($($body)*))),*];
    };
}

pub(crate) use definitions;

/// `then` if `cond`, else `otherwise`.
#[inline]
pub(crate) fn select<T>(cond: bool, then: T, otherwise: T) -> T {
    if cond { then } else { otherwise }
}

/// The number of zero bits above the highest one; 32 for 0.
#[inline]
pub(crate) fn clz(x: u32) -> u32 {
    x.leading_zeros()
}

/// The same of 64 bits.
#[inline]
pub(crate) fn clz_wide(x: u64) -> u32 {
    x.leading_zeros()
}

/// A number from its halves.
#[inline]
pub(crate) fn u64(low: u32, high: u32) -> u64 {
    u64::from(low) | u64::from(high) << 32
}

/// The lower half.
#[inline]
pub(crate) fn low(x: u64) -> u32 {
    x as u32
}

/// The upper half.
#[inline]
pub(crate) fn high(x: u64) -> u32 {
    (x >> 32) as u32
}

/// The sum, modulo 2^64.
#[inline]
pub(crate) fn add(a: u64, b: u64) -> u64 {
    a.wrapping_add(b)
}

/// The difference, modulo 2^64.
#[inline]
pub(crate) fn sub(a: u64, b: u64) -> u64 {
    a.wrapping_sub(b)
}

/// Shifted left by the amount `& 63`.
#[inline]
pub(crate) fn shl(a: u64, amount: u32) -> u64 {
    a.wrapping_shl(amount)
}

/// Shifted right by the amount `& 63`.
#[inline]
pub(crate) fn shr(a: u64, amount: u32) -> u64 {
    a.wrapping_shr(amount)
}

/// Whether one is less than the other.
#[inline]
pub(crate) fn less(a: u64, b: u64) -> bool {
    a < b
}

/// Whether two are equal.
#[inline]
pub(crate) fn same(a: u64, b: u64) -> bool {
    a == b
}

/// The product of two halves.
#[inline]
pub(crate) fn mul_wide(a: u32, b: u32) -> u64 {
    u64::from(a) * u64::from(b)
}

/// The upper half of the product.
#[inline]
pub(crate) fn mul_high(a: u64, b: u64) -> u64 {
    ((u128::from(a) * u128::from(b)) >> 64) as u64
}

/// The lower half of the product.
#[inline]
pub(crate) fn mul_low(a: u64, b: u64) -> u64 {
    a.wrapping_mul(b)
}

/// The smaller.
#[inline]
pub(crate) fn min(a: u32, b: u32) -> u32 {
    if a < b { a } else { b }
}

/// The larger.
#[inline]
pub(crate) fn max(a: u32, b: u32) -> u32 {
    if a > b { a } else { b }
}

/// A number of 128 bits from its halves.
#[inline]
pub(crate) fn quad(high: u64, low: u64) -> u128 {
    u128::from(high) << 64 | u128::from(low)
}

/// The upper half of 128 bits.
#[inline]
pub(crate) fn quad_high(a: u128) -> u64 {
    (a >> 64) as u64
}

/// The lower half of 128 bits.
#[inline]
pub(crate) fn quad_low(a: u128) -> u64 {
    a as u64
}

/// What the functions of this module are in the text form. Those of a half are components.
const OPERATIONS: &[(&str, &str)] = &[
    ("clz_wide", "call primitive.u64.clz"),
    ("add", "call primitive.u64.add"),
    ("sub", "call primitive.u64.sub"),
    ("shl", "call primitive.u64.shl"),
    ("shr", "call primitive.u64.shr"),
    ("less", "call primitive.u64.lt"),
    ("same", "call primitive.u64.eq"),
    ("mul_wide", "call primitive.u64.mul_wide"),
    ("mul_high", "call primitive.u64.mul_hi"),
    ("mul_low", "call primitive.u64.mul"),
    ("real", "cast<f32>"),
    ("bits", "cast<u32>"),
    ("quad", "call primitive.fixed.quad"),
    ("quad_high", "call primitive.fixed.quad_high"),
    ("quad_low", "call primitive.fixed.quad_low"),
];

/// The statements of a definition, which declare `result`. A text that is none has no statements, for which the tests of the library look.
pub(crate) fn statements(text: &str, is_definition: &dyn Fn(&str) -> bool) -> Vec<Node> {
    let mut program = "program workgroup_size 1, 1, 1 entry {".to_string();
    translate(text.trim_end().trim_end_matches("result"), is_definition, &mut program);
    program.push('}');
    program.parse::<Program>().map_or_else(|_| Vec::new(), |program| program.entry)
}

/// Writes a text of Rust in the text form.
fn translate(text: &str, is_definition: &dyn Fn(&str) -> bool, out: &mut String) {
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let length = rest.find(|c| !is_part(c)).unwrap_or(rest.len()).max(first.len_utf8());
        let (word, after) = rest.split_at(length);
        rest = after;
        let operation = OPERATIONS.iter().find(|(name, _)| *name == word).map(|(_, operation)| *operation);
        match (word, operation, argument(rest)) {
            ("mut", ..) => {}
            ("low" | "high", _, Some((inner, after))) => {
                out.push('(');
                translate(inner, is_definition, out);
                out.push_str(if word == "low" { ").0" } else { ").1" });
                rest = after;
            }
            (_, Some(operation), Some(_)) => out.push_str(operation),
            (_, None, Some(_)) if is_definition(word) => {
                out.push_str("call primitive.fixed.");
                out.push_str(word);
            }
            _ => out.push_str(word),
        }
    }
}

/// What is in the parenthesis that a text begins with, and what is after it.
fn argument(text: &str) -> Option<(&str, &str)> {
    let text = text.strip_prefix('(')?;
    let mut depth = 1;
    let end = text.find(|c| {
        depth += i32::from(c == '(') - i32::from(c == ')');
        depth == 0
    })?;
    Some((&text[..end], &text[end + 1..]))
}
