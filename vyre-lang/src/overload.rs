//! The operators of structs and enums: the methods of `core::ops` and `core::cmp` that they call, and the names by which kernels find those.
//!
//! A type may have several `impl`s of one trait, for operands of several types, so the name says the other operand's type. Where the first
//! operand is a number, as in `impl Mul<V> for f32`, the method is found by the type of the second.

use crate::signature::last_name;
use crate::types::Ty;
use quote::ToTokens;
use syn::{BinOp, GenericArgument, Path, PathArguments, Type, UnOp};

/// The traits whose methods operators call, and these methods.
const METHODS: [(&str, &str); 24] = [
    ("Add", "add"),
    ("Sub", "sub"),
    ("Mul", "mul"),
    ("Div", "div"),
    ("Rem", "rem"),
    ("BitAnd", "bitand"),
    ("BitOr", "bitor"),
    ("BitXor", "bitxor"),
    ("Shl", "shl"),
    ("Shr", "shr"),
    ("AddAssign", "add_assign"),
    ("SubAssign", "sub_assign"),
    ("MulAssign", "mul_assign"),
    ("DivAssign", "div_assign"),
    ("RemAssign", "rem_assign"),
    ("BitAndAssign", "bitand_assign"),
    ("BitOrAssign", "bitor_assign"),
    ("BitXorAssign", "bitxor_assign"),
    ("ShlAssign", "shl_assign"),
    ("ShrAssign", "shr_assign"),
    ("PartialEq", "eq"),
    ("Neg", "neg"),
    ("Not", "not"),
    ("From", "from"),
];

/// How the names begin by which kernels find what no name in a program leads to.
pub(crate) const HIDDEN: &str = "__vyre_";

/// How the second names of the methods of traits begin.
const OF_TRAIT: &str = "__vyre_of_";

/// The second name of a method of a trait, which no method of another trait and none of a type has.
pub(crate) fn of_trait(of: &str, method: &str) -> String {
    format!("{OF_TRAIT}{of}__{method}")
}

/// The name of a trait with the type that it is written with, for names of its methods.
pub(crate) fn with_operand(of: &str, operand: &Type) -> String {
    let text = operand.to_token_stream().to_string();
    let kept: String = text.chars().filter(|letter| letter.is_alphanumeric()).collect();
    format!("{of}_of_{kept}")
}

/// The second name of a method without the type that its trait is written with.
pub(crate) fn without_operand(name: &str) -> Option<String> {
    let (of, method) = name.strip_prefix(OF_TRAIT)?.split_once("__")?;
    let (of, _) = of.rsplit_once("_of_")?;
    Some(of_trait(of, method))
}

/// The name that stands in the program, without the trait.
pub(crate) fn without_trait(name: &str) -> &str {
    match name.strip_prefix(OF_TRAIT).and_then(|rest| rest.split_once("__")) {
        Some((_, method)) => method,
        None => name,
    }
}

/// A message with the names that people wrote: `T::f` for the second name of a method of a trait, `f` for that of a method among functions.
pub(crate) fn as_written(message: &str) -> String {
    let is_name = |c: char| c.is_alphanumeric() || c == '_';
    let mut parts = message.split(HIDDEN);
    let mut written = parts.next().unwrap_or_default().to_string();
    for part in parts {
        let end = part.find(|c| !is_name(c)).unwrap_or(part.len());
        let (name, rest) = part.split_at(end);
        let shown = match (name.strip_prefix("of_"), name.strip_prefix("method_")) {
            (Some(of), _) => of.replacen("__", "::", 1),
            (_, Some(method)) => method.split_once('_').map_or(method, |(_, own)| own).to_string(),
            _ => format!("{HIDDEN}{name}"),
        };
        written += &shown;
        written += rest;
    }
    written.replace(crate::module::MARK, "")
}

/// The trait of an operator's method.
pub(crate) fn trait_of(method: &str) -> &'static str {
    METHODS.iter().find(|(_, known)| *known == method).map_or("", |(of, _)| of)
}

/// The traits whose methods what is no operator between two values calls: comparisons and indices.
const OTHERS: [(&str, &str); 3] =
    [("PartialOrd", "partial_cmp"), ("Index", "index"), ("IndexMut", "index_mut")];

/// Whether a method of a trait is one that an operator calls.
pub(crate) fn is_operator(method: &str, of: &Path) -> bool {
    let of = of.segments.last().map(|last| last.ident.to_string()).unwrap_or_default();
    METHODS.iter().chain(&OTHERS).any(|(known, name)| *known == of && *name == method)
}

/// Whether a trait is one of operators and conversions.
pub(crate) fn is_operator_trait(of: &Path) -> bool {
    let of = of.segments.last().map(|last| last.ident.to_string()).unwrap_or_default();
    METHODS.iter().any(|(known, _)| *known == of)
}

/// The method that an `impl` of a trait of operators, comparisons, indices or conversions must have; nothing for other traits.
pub(crate) fn method_of_trait(name: &str) -> Option<&'static str> {
    METHODS.iter().chain(&OTHERS).find(|(known, _)| *known == name).map(|(_, method)| *method)
}

/// Whether an `impl` of such a trait says the type of what its method gives.
pub(crate) fn has_output(name: &str) -> bool {
    let is_given =
        name.ends_with("Assign") || matches!(name, "PartialEq" | "PartialOrd" | "IndexMut" | "From");
    method_of_trait(name).is_some() && !is_given
}

/// The type that a trait of operators is written with.
pub(crate) fn operand_of(of: &Path) -> Option<&Type> {
    let PathArguments::AngleBracketed(arguments) = &of.segments.last()?.arguments else { return None };
    arguments.args.iter().find_map(|argument| match argument {
        GenericArgument::Type(ty) => Some(ty),
        _ => None,
    })
}

/// The method that an operator of two operands calls.
pub(crate) fn method_of(op: &BinOp) -> Option<&'static str> {
    Some(match op {
        BinOp::Add(_) => "add",
        BinOp::Sub(_) => "sub",
        BinOp::Mul(_) => "mul",
        BinOp::Div(_) => "div",
        BinOp::Rem(_) => "rem",
        BinOp::BitAnd(_) => "bitand",
        BinOp::BitOr(_) => "bitor",
        BinOp::BitXor(_) => "bitxor",
        BinOp::Shl(_) => "shl",
        BinOp::Shr(_) => "shr",
        BinOp::AddAssign(_) => "add_assign",
        BinOp::SubAssign(_) => "sub_assign",
        BinOp::MulAssign(_) => "mul_assign",
        BinOp::DivAssign(_) => "div_assign",
        BinOp::RemAssign(_) => "rem_assign",
        BinOp::BitAndAssign(_) => "bitand_assign",
        BinOp::BitOrAssign(_) => "bitor_assign",
        BinOp::BitXorAssign(_) => "bitxor_assign",
        BinOp::ShlAssign(_) => "shl_assign",
        BinOp::ShrAssign(_) => "shr_assign",
        BinOp::Eq(_) | BinOp::Ne(_) => "eq",
        _ => return None,
    })
}

/// The method that an operator of one operand calls.
pub(crate) fn method_of_prefix(op: &UnOp) -> Option<&'static str> {
    match op {
        UnOp::Neg(_) => Some("neg"),
        UnOp::Not(_) => Some("not"),
        _ => None,
    }
}

/// The closure that a path to a method of a trait of operators is, such as `Add::add`.
pub(crate) fn as_closure(path: &Path) -> Option<syn::Expr> {
    let mut segments = path.segments.iter().rev();
    let (method, of) = (segments.next()?.ident.to_string(), segments.next()?.ident.to_string());
    if trait_of(&method) != of {
        return None;
    }
    let span = path.segments.last()?.ident.span();
    const BINARY: [&str; 10] = ["+", "-", "*", "/", "%", "&", "|", "^", "<<", ">>"];
    let binary = BINARY.iter().filter_map(|op| syn::parse_str::<BinOp>(op).ok());
    let prefix = ["-", "!"].iter().filter_map(|op| syn::parse_str::<UnOp>(op).ok());
    let left = syn::Ident::new("__vyre_left", span);
    let right = syn::Ident::new("__vyre_right", span);
    let mut all = binary
        .filter(|op| method_of(op) == Some(&method))
        .map(|op| syn::parse_quote!(|#left, #right| #left #op #right))
        .chain(
            prefix
                .filter(|op| method_of_prefix(op) == Some(&method))
                .map(|op| syn::parse_quote!(|#left| #op #left)),
        );
    all.next()
}

/// The name by which kernels find a method of an `impl` of a trait: its own, unless an operator calls it.
pub(crate) fn key_of_impl(method: &str, of: &Path, owner: &Path) -> String {
    if trait_of(method).is_empty() {
        return method.to_string();
    }
    let other = match of.segments.last().map(|segment| &segment.arguments) {
        Some(PathArguments::AngleBracketed(arguments)) => {
            arguments.args.iter().find_map(|argument| match argument {
                GenericArgument::Type(ty) => Some(name_of(ty)),
                _ => None,
            })
        }
        _ => None,
    };
    let own = || owner.segments.last().map(|segment| segment.ident.to_string()).unwrap_or_default();
    let is_reversed = is_number(owner);
    key(method, &other.filter(|_| !is_reversed).unwrap_or_else(own), is_reversed)
}

/// The name by which kernels find the method that an operator calls, by the name of the other operand's type, which is the first one's if
/// they are reversed; `neg` and `not` have none.
pub(crate) fn key(method: &str, other: &str, is_reversed: bool) -> String {
    let other: String = other.chars().filter(|letter| letter.is_alphanumeric() || *letter == '_').collect();
    match (method, is_reversed) {
        ("neg" | "not", _) => format!("{HIDDEN}{method}"),
        (_, false) => format!("{HIDDEN}{method}_{other}"),
        (_, true) => format!("{HIDDEN}{method}_{other}_behind"),
    }
}

/// Whether a path is a type of numbers.
pub(crate) fn is_number(path: &Path) -> bool {
    path.get_ident().is_some_and(|name| {
        let name = name.to_string();
        name == "f32" || Ty::named_integer(&name).is_some()
    })
}

/// The type that an `impl` of an operator is about besides its own, by which its methods are found if its own is a number.
pub(crate) fn other_of(of: &Path) -> Option<&Path> {
    let PathArguments::AngleBracketed(arguments) = &of.segments.last()?.arguments else { return None };
    arguments.args.iter().find_map(|argument| match argument {
        GenericArgument::Type(ty) => crate::data::path_of(ty),
        _ => None,
    })
}

fn name_of(ty: &Type) -> String {
    let name = last_name(ty).map_or_else(|| ty.to_token_stream().to_string(), ToString::to_string);
    Ty::named_integer(&name).map_or(name, |integer| integer.name.to_string())
}
