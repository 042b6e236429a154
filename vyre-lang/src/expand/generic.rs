//! Kernels and functions over types. An attribute sees no instantiations, so each is checked and compiled for every type that its bounds
//! allow, with the type in the place of the parameter; the type's name chooses among them when it is used.

use crate::data;
use crate::diagnostics::Errors;
use crate::functional;
use crate::signature;
use crate::types::{INTEGERS, Ty};
use proc_macro2::{Group, Ident, Spacing, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::{GenericArgument, GenericParam, ItemFn, PathArguments, Signature, Type, TypeParamBound};

/// A type parameter, with its bound.
#[derive(Clone)]
pub(crate) struct TypeParam {
    pub(crate) name: Ident,
    bound: Bound,
}

impl TypeParam {
    /// One that stands for a function.
    pub(crate) fn of_function(name: &Ident) -> TypeParam {
        TypeParam { name: name.clone(), bound: Bound::Other }
    }

    /// Whether a type may stand in its place.
    pub(crate) fn allows(&self, ty: Ty) -> bool {
        matches!(self.bound, Bound::Other) || self.bound.types().contains(&ty)
    }

    /// The trait that it has.
    pub(crate) fn trait_name(&self) -> &'static str {
        self.bound.name()
    }
}

#[derive(Clone, Copy)]
enum Bound {
    Number,
    Integer,
    Float,
    /// Traits of the user's or of std's, or none: any type that has what the body asks for, which rustc checks.
    Other,
}

/// A kernel or a function with types in the place of its parameters.
pub(crate) struct Instance {
    pub(crate) types: Vec<Ty>,
    pub(crate) function: ItemFn,
}

/// The floats.
const FLOATS: [Ty; 4] = [Ty::F32, Ty::F64, Ty::F16, Ty::BF16];

impl Bound {
    fn of(bound: &TypeParamBound) -> Option<Bound> {
        let TypeParamBound::Trait(bound) = bound else { return None };
        Some(match bound.path.segments.last()?.ident.to_string().as_str() {
            "Number" => Bound::Number,
            "Integer" => Bound::Integer,
            "Float" => Bound::Float,
            _ => return None,
        })
    }

    /// The types that have the trait, those first that authors think of first.
    fn types(self) -> Vec<Ty> {
        let mut types: Vec<Ty> = INTEGERS.iter().map(|integer| integer.ty).collect();
        types.sort_by_key(|ty| (ty.bits() != 32, ty.bits()));
        match self {
            Bound::Integer => types,
            Bound::Number => types.into_iter().chain(FLOATS).collect(),
            Bound::Float => FLOATS.to_vec(),
            Bound::Other => Vec::new(),
        }
    }

    fn name(self) -> &'static str {
        match self {
            Bound::Number => "Number",
            Bound::Integer => "Integer",
            Bound::Float => "Float",
            Bound::Other => "Other",
        }
    }
}

/// The bound of a type parameter, if it is one that kernels know, alone.
fn bound(param: &syn::TypeParam) -> Option<Bound> {
    let mut bounds = param.bounds.iter();
    let bound = bounds.next().and_then(Bound::of)?;
    (bounds.next().is_none() && param.default.is_none()).then_some(bound)
}

/// Whether a type parameter is one over numbers.
pub(crate) fn is_number(param: &syn::TypeParam) -> bool {
    bound(param).is_some()
}

/// The type parameters of a signature, if all of them are over numbers.
pub(crate) fn type_params(signature: &Signature) -> Vec<TypeParam> {
    let params = signature.generics.type_params();
    let known: Option<Vec<TypeParam>> =
        params.map(|param| Some(TypeParam { name: param.ident.clone(), bound: bound(param)? })).collect();
    known.unwrap_or_default()
}

/// Whether a type parameter is over other types than numbers, by traits of the user's or of std's. Closures are none of these.
pub(crate) fn is_other(param: &syn::TypeParam) -> bool {
    let is_closure = |bound: &TypeParamBound| {
        let TypeParamBound::Trait(bound) = bound else { return false };
        let last = bound.path.segments.last();
        last.is_some_and(|last| ["Fn", "FnMut", "FnOnce"].iter().any(|name| last.ident == name))
    };
    bound(param).is_none() && param.default.is_none() && !param.bounds.iter().any(is_closure)
}

/// Whether one of the type parameters of a signature is over other types than numbers, or a parameter is a function. Such a function takes the
/// place of its calls.
pub(crate) fn is_over_others(signature: &Signature) -> bool {
    signature.generics.type_params().any(is_other) || functional::takes_functions(signature)
}

/// The type parameters of a function, which may be over other types than numbers. Those that stand for functions are none of these.
pub(crate) fn function_params(signature: &Signature) -> Vec<TypeParam> {
    let params = signature.generics.type_params();
    let params = params.filter(|param| !functional::is_function(param, &signature.generics)).map(|param| {
        let bound = bound(param).unwrap_or(Bound::Other);
        TypeParam { name: param.ident.clone(), bound }
    });
    params.collect()
}

/// Gives each `impl Trait` among the parameters' types a type parameter of its own. Closures are none of these.
pub(crate) fn named_impls(function: &mut ItemFn) {
    let mut params = Vec::new();
    for input in &mut function.sig.inputs {
        let syn::FnArg::Typed(input) = input else { continue };
        let mut ty = &mut *input.ty;
        while let Type::Reference(reference) = ty {
            ty = &mut reference.elem;
        }
        let Type::ImplTrait(of) = &*ty else { continue };
        let name = Ident::new(&format!("__Impl{}", params.len()), of.impl_token.span);
        let bounds = &of.bounds;
        let param: syn::TypeParam = syn::parse_quote!(#name: #bounds);
        if is_other(&param) || is_number(&param) {
            params.push(GenericParam::Type(param));
            *ty = syn::parse_quote!(#name);
        }
    }
    function.sig.generics.params.extend(params);
}

/// The generic parameters as a declaration and as arguments, in the order of the source.
pub(super) fn generics(signature: &Signature, krate: &TokenStream) -> (Vec<TokenStream>, Vec<TokenStream>) {
    let params = signature.generics.params.iter().filter_map(|param| match param {
        GenericParam::Const(param) => {
            let name = &param.ident;
            let size = if signature::is_sized(&param.ty) { "usize" } else { "u32" };
            let ty = Ident::new(size, Span::call_site());
            // In braces, as a type may have the same name.
            Some((quote!(const #name: ::core::primitive::#ty), quote!({ #name })))
        }
        GenericParam::Type(param) => {
            let name = &param.ident;
            let known = Ident::new(bound(param)?.name(), name.span());
            // An import of the trait is for the bound.
            let written = param.bounds.first().filter(|bound| is_import(bound));
            let bound = written.map_or_else(|| quote!(#krate::#known), ToTokens::to_token_stream);
            Some((quote!(#name: #bound), quote!(#name)))
        }
        GenericParam::Lifetime(_) => None,
    });
    params.unzip()
}

/// Whether a bound is the name of a trait that its file imports.
fn is_import(bound: &TypeParamBound) -> bool {
    let TypeParamBound::Trait(bound) = bound else { return false };
    bound.path.get_ident().is_some_and(data::is_imported)
}

/// The type parameter that is the element of a slice, or the value, that a parameter takes.
pub(crate) fn element<'p>(ty: &Type, params: &'p [TypeParam]) -> Option<&'p Ident> {
    match ty {
        Type::Paren(inner) => element(&inner.elem, params),
        Type::Group(inner) => element(&inner.elem, params),
        Type::Reference(inner) => element(&inner.elem, params),
        Type::Slice(inner) => element(&inner.elem, params),
        Type::Path(path) => {
            let last = path.path.segments.last()?;
            if let PathArguments::AngleBracketed(arguments) = &last.arguments
                && let Some(GenericArgument::Type(inner)) = arguments.args.first()
            {
                return element(inner, params);
            }
            params.iter().map(|param| &param.name).find(|name| path.path.is_ident(*name))
        }
        _ => None,
    }
}

/// The function for every combination of types.
pub(crate) fn instances(function: &ItemFn, params: &[TypeParam]) -> Vec<Instance> {
    let mut plain = function.clone();
    let kept = plain.sig.generics.params.iter().filter(|param| !matches!(param, GenericParam::Type(_)));
    plain.sig.generics.params = kept.cloned().collect();
    let tokens = plain.to_token_stream();
    let mut combinations: Vec<Vec<Ty>> = vec![Vec::new()];
    for param in params {
        let longer = combinations
            .iter()
            .flat_map(|types| param.bound.types().into_iter().map(move |ty| [&types[..], &[ty]].concat()));
        combinations = longer.collect();
    }
    let instances = combinations.into_iter().filter_map(|types| {
        let function = syn::parse2(with_types(tokens.clone(), params, &types)).ok()?;
        Some(Instance { types, function })
    });
    instances.collect()
}

/// The tokens with types in the place of parameters.
pub(crate) fn with_types(tokens: TokenStream, params: &[TypeParam], types: &[Ty]) -> TokenStream {
    let written = params.iter().zip(types).map(|(param, ty)| {
        let ty = Ident::new(&ty.to_string(), Span::call_site());
        (param.name.clone(), ty.to_token_stream())
    });
    with_tokens(tokens, &written.collect::<Vec<_>>())
}

/// The tokens with others in the place of names.
pub(crate) fn with_tokens(tokens: TokenStream, written: &[(Ident, TokenStream)]) -> TokenStream {
    let mut behind = Behind::Other;
    let replaced = tokens.into_iter().map(|token| -> TokenStream {
        let is_own = behind != Behind::Owner;
        behind = behind.next(&token);
        match token {
            TokenTree::Group(group) => {
                let mut copy = Group::new(group.delimiter(), with_tokens(group.stream(), written));
                copy.set_span(group.span());
                TokenTree::from(copy).into()
            }
            TokenTree::Ident(name) => match written.iter().find(|(known, _)| is_own && *known == name) {
                Some((_, tokens)) => {
                    let located = tokens.clone().into_iter().map(|mut token| {
                        token.set_span(token.span().located_at(name.span()));
                        token
                    });
                    located.collect()
                }
                None => TokenTree::from(name).into(),
            },
            other => other.into(),
        }
    });
    replaced.collect()
}

/// What stands before a token. Behind `::`, `.` and `'` a name is that of another's part or of a lifetime: `S::T` has nothing to do with a `T` in scope.
#[derive(Clone, Copy, PartialEq)]
enum Behind {
    Owner,
    /// One of two characters of `::` or `..`.
    Half(char),
    Other,
}

impl Behind {
    fn next(self, token: &TokenTree) -> Behind {
        let TokenTree::Punct(punct) = token else { return Behind::Other };
        match (self, punct.as_char(), punct.spacing()) {
            (Behind::Half(':'), ':', _) => Behind::Owner,
            (_, c @ (':' | '.'), Spacing::Joint) => Behind::Half(c),
            (Behind::Half('.'), ..) | (_, ':', _) => Behind::Other,
            (_, '.' | '\'', _) => Behind::Owner,
            _ => Behind::Other,
        }
    }
}

/// Takes over the errors of an instance. Those of the first one speak for all; a later one says which it is.
pub(crate) fn report(errors: &mut Errors, own: Errors, at: usize, params: &[TypeParam], types: &[Ty]) {
    let note = (at > 0).then(|| {
        let named: Vec<String> =
            params.iter().zip(types).map(|(param, ty)| format!("`{}` may be `{ty}`", param.name)).collect();
        format!("Here {}.", named.join(" and "))
    });
    errors.absorb(own, note.as_deref());
}

/// The condition that chooses an instance.
pub(super) fn arm(
    params: &[TypeParam],
    types: &[Ty],
    krate: &TokenStream,
    value: &TokenStream,
) -> TokenStream {
    let is_it = params.iter().zip(types).map(|(param, ty)| {
        let (name, ty) = (&param.name, ty.to_string());
        quote!(#krate::__private::is_named::<#name>(#ty))
    });
    quote!(if true #(&& #is_it)* { return #value; })
}
