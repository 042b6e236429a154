//! Parameters that are functions, as a signature writes them: `impl Fn(u32) -> u32`, a type parameter with such a bound, `fn(u32) -> u32`, and
//! `vyre::Function<(u32,), u32>`, each by value or behind a reference.

use crate::diagnostics::Area;
use proc_macro2::Ident;
use syn::punctuated::Punctuated;
use syn::{
    FnArg, GenericArgument, Generics, PathArguments, ReturnType, Signature, Type, TypeParam, TypeParamBound,
    WherePredicate,
};

/// What a parameter that is a function takes and gives.
#[derive(Clone)]
pub(crate) struct Shape {
    pub(crate) inputs: Vec<Type>,
    /// Nothing for `()`.
    pub(crate) output: Option<Type>,
}

/// A parameter that is a function.
#[derive(Clone)]
pub(crate) struct Parameter {
    /// Its position among all parameters.
    pub(crate) at: usize,
    pub(crate) name: Option<Ident>,
    pub(crate) shape: Shape,
}

/// The parameters of a signature that are functions.
pub(crate) fn parameters(signature: &Signature) -> Vec<Parameter> {
    let inputs = signature.inputs.iter().enumerate();
    let functions = inputs.filter_map(|(at, input)| {
        let FnArg::Typed(input) = input else { return None };
        let name = match &*input.pat {
            syn::Pat::Ident(name) => Some(name.ident.clone()),
            _ => None,
        };
        Some(Parameter { at, name, shape: shape(&input.ty, &signature.generics)? })
    });
    functions.collect()
}

/// Whether a parameter of a signature is a function. Such a function takes the place of its calls.
pub(crate) fn takes_functions(signature: &Signature) -> bool {
    let is_function = |input: &FnArg| match input {
        FnArg::Typed(input) => shape(&input.ty, &signature.generics).is_some(),
        FnArg::Receiver(_) => false,
    };
    signature.inputs.iter().any(is_function)
}

/// Whether a type parameter stands for a function.
pub(crate) fn is_function(param: &TypeParam, generics: &Generics) -> bool {
    shape_of_param(&param.ident, generics).is_some()
}

/// What a type takes and gives that is a function's.
pub(crate) fn shape(ty: &Type, generics: &Generics) -> Option<Shape> {
    match ty {
        Type::Paren(inner) => shape(&inner.elem, generics),
        Type::Group(inner) => shape(&inner.elem, generics),
        Type::Reference(inner) => shape(&inner.elem, generics),
        Type::ImplTrait(of) => of.bounds.iter().find_map(shape_of_bound),
        Type::FnPtr(of) => {
            let inputs = of.inputs.iter().map(|input| input.ty.clone());
            Some(Shape { inputs: inputs.collect(), output: given(&of.output) })
        }
        Type::Path(path) => shape_of_param(path.path.get_ident()?, generics),
        _ => None,
    }
}

fn shape_of_param(name: &Ident, generics: &Generics) -> Option<Shape> {
    let param = generics.type_params().find(|param| param.ident == *name)?;
    let predicates = generics.where_clause.iter().flat_map(|clause| &clause.predicates);
    let further = predicates.filter_map(|predicate| match predicate {
        WherePredicate::Type(of) if matches!(&of.bounded_ty, Type::Path(path) if path.path.is_ident(name)) => {
            Some(&of.bounds)
        }
        _ => None,
    });
    let bounds: Vec<&Punctuated<TypeParamBound, syn::Token![+]>> =
        std::iter::once(&param.bounds).chain(further).collect();
    bounds.into_iter().flatten().find_map(shape_of_bound)
}

fn shape_of_bound(bound: &TypeParamBound) -> Option<Shape> {
    let TypeParamBound::Trait(bound) = bound else { return None };
    let last = bound.path.segments.last()?;
    match &last.arguments {
        PathArguments::Parenthesized(of)
            if ["Fn", "FnMut", "FnOnce"].iter().any(|name| last.ident == name) =>
        {
            Some(Shape {
                inputs: of.inputs.iter().map(|input| input.ty.clone()).collect(),
                output: given(&of.output),
            })
        }
        PathArguments::AngleBracketed(of) if last.ident == "Function" => {
            let types = of.args.iter().filter_map(|argument| match argument {
                GenericArgument::Type(ty) => Some(ty),
                _ => None,
            });
            let [Type::Tuple(inputs), output] = types.collect::<Vec<_>>()[..] else { return None };
            let inputs = inputs.elems.iter().cloned().collect();
            Some(Shape { inputs, output: (!is_nothing(output)).then(|| output.clone()) })
        }
        _ => None,
    }
}

fn given(output: &ReturnType) -> Option<Type> {
    match output {
        ReturnType::Type(_, ty) if !is_nothing(ty) => Some((**ty).clone()),
        _ => None,
    }
}

fn is_nothing(ty: &Type) -> bool {
    matches!(ty, Type::Tuple(tuple) if tuple.elems.is_empty())
}

/// A function that only a running program knows, as in `&dyn Fn(u32) -> u32` and `Box<dyn Fn()>`.
pub(crate) struct Dynamic {
    pub(crate) area: Area,
    /// What stands behind the `dyn`.
    pub(crate) bound: Area,
    /// What stands before `impl` in its place.
    pub(crate) before: &'static str,
}

pub(crate) fn dynamic(ty: &Type) -> Option<Dynamic> {
    match ty {
        Type::Paren(inner) => dynamic(&inner.elem),
        Type::Group(inner) => dynamic(&inner.elem),
        Type::Reference(inner) => {
            let before = if inner.mutability.is_some() { "&mut " } else { "&" };
            Some(Dynamic { before, area: Area::of(inner), ..dynamic(&inner.elem)? })
        }
        Type::TraitObject(of) => {
            of.bounds.iter().find_map(shape_of_bound)?;
            Some(Dynamic { area: Area::of(of), bound: Area::of(of.bounds.first()?), before: "" })
        }
        Type::Path(path) => {
            let PathArguments::AngleBracketed(of) = &path.path.segments.last()?.arguments else {
                return None;
            };
            let inner = of.args.iter().find_map(|argument| match argument {
                GenericArgument::Type(ty) => dynamic(ty),
                _ => None,
            })?;
            Some(Dynamic { area: Area::of(path), ..inner })
        }
        _ => None,
    }
}
