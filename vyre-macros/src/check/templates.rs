//! The methods of std's integers that are composed of others. Each is written in the language of kernels itself, so that it means the
//! same on devices and on the host.

use super::{Checker, Entity};
use crate::diagnostics::Area;
use crate::hir::{Block, Expr, Kind};
use crate::types::Ty;
use proc_macro2::{Group, Span, TokenStream, TokenTree};
use std::collections::HashMap;

/// Which integers have a method.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Of {
    All,
    Unsigned,
    Signed,
    /// Those of 32 bits.
    Narrow,
    /// Those of 64 bits.
    Wide,
    NarrowUnsigned,
}

/// A method: which integers have it, its name, the types of its arguments `a` and `b`, and what it gives for `x`. In the
/// text `T` is the type, `U` the unsigned one of its size, and `BITS` its number of bits.
struct Template(Of, &'static str, &'static [&'static str], &'static str);

use Of::{All, Narrow, NarrowUnsigned, Signed, Unsigned, Wide};

const TEMPLATES: &[Template] = &[
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
        Narrow,
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
        Wide,
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
        NarrowUnsigned,
        "widening_mul",
        &["T"],
        "{ let product = x as u64 * a as u64; (product as T, (product >> 32) as T) }",
    ),
    Template(
        Wide,
        "widening_mul",
        &["T"],
        "{ let mask: u64 = 0xffff_ffff;
           let (xl, xh, al, ah) = (x & mask, x >> 32, a & mask, a >> 32);
           let (cross, other) = (xl * ah, xh * al);
           let middle = (xl * al >> 32) + (cross & mask) + (other & mask);
           (x * a, xh * ah + (cross >> 32) + (other >> 32) + (middle >> 32)) }",
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
];

impl Of {
    fn has(self, ty: Ty) -> bool {
        let is_wide = ty == Ty::U64;
        match self {
            All => true,
            Unsigned => !ty.is_signed(),
            Signed => ty.is_signed(),
            Narrow => !is_wide,
            Wide => is_wide,
            NarrowUnsigned => !is_wide && !ty.is_signed(),
        }
    }
}

/// The methods that values of a type have by a template.
pub(super) fn names(ty: Ty) -> impl Iterator<Item = &'static str> {
    let is_integer = ty.is_integer();
    TEMPLATES.iter().filter(move |template| is_integer && template.0.has(ty)).map(|template| template.1)
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
        let is_it = |template: &&Template| template.1 == name && ty.is_integer() && template.0.has(ty);
        let Template(_, _, params, text) = TEMPLATES.iter().find(is_it)?;
        let span = call.method.span();
        let Some(args) = self.arguments(&call.args, params.len(), Area::from(span), &name) else {
            return Some(Expr::error(area));
        };
        for (arg, param) in args.iter().zip(*params) {
            let wanted = match *param {
                "T" => ty,
                "bool" => Ty::Bool,
                _ => Ty::U32,
            };
            if !self.demand(arg, wanted) {
                return Some(Expr::error(area));
            }
        }
        let tokens: TokenStream = text.parse().ok()?;
        let parsed: syn::Expr = syn::parse2(specific(tokens, ty, span)).ok()?;
        let mut stmts = Vec::new();
        self.scopes.push(HashMap::new());
        for (name, value) in ["x", "a", "b"].into_iter().zip([receiver.clone()].into_iter().chain(args)) {
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
        Some(Expr { kind: Kind::Block(Block { stmts, tail: Some(Box::new(value)) }), ty, area })
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
        TokenTree::Ident(ident) if ident == "U" => name(match ty {
            Ty::I32 => "u32",
            Ty::Isize => "usize",
            Ty::U64 => "u64",
            Ty::Usize => "usize",
            _ => "u32",
        }),
        TokenTree::Ident(ident) if ident == "BITS" => {
            let mut bits = proc_macro2::Literal::u32_suffixed(if ty == Ty::U64 { 64 } else { 32 });
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
