//! Kernels and functions over types. An attribute sees no instantiations, so each is checked and compiled for every type that its bounds
//! allow, with the type in the place of the parameter; the type's name chooses among them when it is used.

use crate::data;
use crate::diagnostics::Errors;
use crate::signature;
use crate::types::{INTEGERS, Ty};
use proc_macro2::{Group, Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::{GenericArgument, GenericParam, ItemFn, PathArguments, Signature, Type, TypeParamBound};

/// A type parameter, with its bound.
#[derive(Clone)]
pub(crate) struct TypeParam {
    pub(crate) name: Ident,
    bound: Bound,
}

impl TypeParam {
    /// Whether a type may stand in its place.
    pub(crate) fn allows(&self, ty: Ty) -> bool {
        self.bound.types().contains(&ty)
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
        }
    }

    fn name(self) -> &'static str {
        match self {
            Bound::Number => "Number",
            Bound::Integer => "Integer",
            Bound::Float => "Float",
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

/// The generic parameters as a declaration and as arguments, in the order of the source.
pub(super) fn generics(signature: &Signature, krate: &TokenStream) -> (Vec<TokenStream>, Vec<TokenStream>) {
    let params = signature.generics.params.iter().filter_map(|param| match param {
        GenericParam::Const(param) => {
            let name = &param.ident;
            let size = if signature::is_sized(&param.ty) { "usize" } else { "u32" };
            let ty = Ident::new(size, Span::call_site());
            Some((quote!(const #name: ::core::primitive::#ty), quote!(#name)))
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
    let replaced = tokens.into_iter().map(|token| match token {
        TokenTree::Group(group) => {
            let mut copy = Group::new(group.delimiter(), with_types(group.stream(), params, types));
            copy.set_span(group.span());
            TokenTree::from(copy)
        }
        TokenTree::Ident(name) => match params.iter().position(|param| param.name == name) {
            Some(at) => Ident::new(&types[at].to_string(), name.span()).into(),
            None => name.into(),
        },
        other => other,
    });
    replaced.collect()
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
