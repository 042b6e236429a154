//! The parameters of a kernel.

use crate::diagnostics::{Area, Errors};
use proc_macro2::Ident;
use syn::{FnArg, GenericParam, Pat, ReturnType, Safety, Signature, Type};
use vyre_ir::DataType;

/// How a parameter is passed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Passing {
    /// `&[T]`
    Read(DataType),
    /// `&mut [T]`
    Write(DataType),
    /// `&[AtomicU32]`
    Atomic,
    /// `&[u8]`
    Bytes,
    /// `u32`
    Scalar,
    /// Of a type that kernels do not take; an error has been reported.
    Unknown,
}

/// A parameter.
pub(crate) struct Param {
    pub(crate) name: Ident,
    pub(crate) is_mutable: bool,
    pub(crate) passing: Passing,
    pub(crate) area: Area,
}

const TAKES: &str = "take `&[u32]`, `&mut [u32]`, `&[AtomicU32]`, `&[u8]` or `u32`";

/// The parameters, with errors for everything in the signature that a kernel cannot have.
pub(crate) fn parse(signature: &Signature, errors: &mut Errors) -> Vec<Param> {
    qualifiers(signature, errors);
    let mut params = Vec::new();
    for input in &signature.inputs {
        let FnArg::Typed(input) = input else {
            errors.report(Area::of(input), "a kernel has no `self`", "make it a free function");
            continue;
        };
        let (name, is_mutable) = match &*input.pat {
            Pat::Ident(pat) if pat.by_ref.is_none() && pat.subpat.is_none() => {
                (pat.ident.clone(), pat.mutability.is_some())
            }
            other => {
                errors.report(Area::of(other), "a kernel's parameter is a plain name", "give it a name");
                (Ident::new(&format!("argument_{}", params.len()), proc_macro2::Span::call_site()), false)
            }
        };
        let passing = passing(&input.ty).unwrap_or_else(|| {
            if mentions(&input.ty, signature) {
                return Passing::Unknown;
            }
            let problem = format!("a kernel cannot take a parameter of type `{}`", name_of(&input.ty));
            errors.report(Area::of(&input.ty), problem, TAKES);
            Passing::Unknown
        });
        params.push(Param { name, is_mutable, passing, area: Area::of(&input.pat) });
    }
    params
}

fn qualifiers(signature: &Signature, errors: &mut Errors) {
    if let ReturnType::Type(arrow, ty) = &signature.output
        && returns_value(signature)
    {
        let area = Area::of(arrow).to(Area::of(ty));
        errors.report(area, "a kernel returns nothing", "write results to a `&mut [T]` parameter");
    }
    if let Some(token) = &signature.asyncness {
        errors.report(Area::of(token), "a kernel is not `async`", "remove `async`");
    }
    if let Some(token) = &signature.constness {
        errors.report(Area::of(token), "a kernel is not `const`", "remove `const`");
    }
    if let Safety::Unsafe(token) = &signature.safety {
        let fix = "remove `unsafe`: every operation is defined for every value";
        errors.report(Area::of(token), "a kernel is not `unsafe`", fix);
    }
    if let Some(token) = &signature.abi {
        errors.report(Area::of(token), "a kernel has no ABI of its own", "remove `extern`");
    }
    if let Some(variadic) = &signature.variadic {
        errors.report(Area::of(variadic), "a kernel has a fixed number of parameters", "remove `...`");
    }
    for param in &signature.generics.params {
        let (what, fix) = match param {
            GenericParam::Lifetime(_) => ("lifetime parameters", "remove it"),
            GenericParam::Type(_) => ("type parameters", "write the type, such as `u32`"),
            GenericParam::Const(_) => ("constant parameters yet", "pass the value by a `u32` parameter"),
        };
        errors.report(Area::of(param), format!("a kernel has no {what}"), fix);
    }
}

/// Whether the signature has a return type other than `()`, which is an error.
pub(crate) fn returns_value(signature: &Signature) -> bool {
    match &signature.output {
        ReturnType::Type(_, ty) => !matches!(&**ty, Type::Tuple(tuple) if tuple.elems.is_empty()),
        ReturnType::Default => false,
    }
}

/// Whether a type names a generic parameter, which is an error already.
fn mentions(ty: &Type, signature: &Signature) -> bool {
    let text = name_of(ty);
    let mut words = text.split(|letter: char| !letter.is_alphanumeric() && letter != '_');
    words.any(|word| {
        signature.generics.params.iter().any(|param| match param {
            GenericParam::Type(param) => param.ident == word,
            GenericParam::Const(param) => param.ident == word,
            GenericParam::Lifetime(_) => false,
        })
    })
}

/// How a type of a parameter is passed, if a kernel can take it.
fn passing(ty: &Type) -> Option<Passing> {
    match ty {
        Type::Paren(inner) => passing(&inner.elem),
        Type::Group(inner) => passing(&inner.elem),
        Type::Path(_) => (last_name(ty)? == "u32").then_some(Passing::Scalar),
        Type::Reference(reference) => {
            let Type::Slice(slice) = &*reference.elem else { return None };
            let element = last_name(&slice.elem)?.to_string();
            match (element.as_str(), reference.mutability.is_some()) {
                ("u32", false) => Some(Passing::Read(DataType::U32)),
                ("u32", true) => Some(Passing::Write(DataType::U32)),
                ("AtomicU32", false) => Some(Passing::Atomic),
                ("u8", false) => Some(Passing::Bytes),
                _ => None,
            }
        }
        _ => None,
    }
}

/// The last name of a path without arguments.
fn last_name(ty: &Type) -> Option<&Ident> {
    let path = match ty {
        Type::Path(path) => path,
        Type::Group(inner) => return last_name(&inner.elem),
        Type::Paren(inner) => return last_name(&inner.elem),
        _ => return None,
    };
    let segment = path.path.segments.last()?;
    (path.qself.is_none() && segment.arguments.is_empty()).then_some(&segment.ident)
}

/// The type as the user wrote it, as far as tokens tell.
pub(crate) fn name_of(ty: &Type) -> String {
    use quote::ToTokens;
    let is_word = |letter: char| letter.is_alphanumeric() || letter == '_';
    let spaced = ty.to_token_stream().to_string();
    let mut text = String::new();
    let mut pieces = spaced.split_whitespace().peekable();
    while let Some(piece) = pieces.next() {
        text.push_str(piece);
        let follows = pieces
            .peek()
            .is_some_and(|next| next.starts_with(|first| is_word(first) || "[&(".contains(first)));
        if follows && (piece.ends_with(is_word) || piece.ends_with([';', ','])) {
            text.push(' ');
        }
    }
    text
}
