//! Parameters that are functions, as a signature writes them: `impl Fn(u32) -> u32`, a type parameter with such a bound, `fn(u32) -> u32`, and
//! `vyre::Function<(u32,), u32>`, each by value or behind a reference.

use crate::diagnostics::{Area, Errors};
use proc_macro2::{Delimiter, Group, Ident, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::punctuated::Punctuated;
use syn::{
    FnArg, GenericArgument, GenericParam, Generics, ItemFn, PathArguments, ReturnType, Signature, Type,
    TypeParam, TypeParamBound, WherePredicate,
};
use vyre_ir::CAPTURED_WORDS;

/// What a parameter that is a function takes and gives.
#[derive(Clone)]
pub(crate) struct Shape {
    /// Whether it is a value, as `vyre::Function` says, and no closure.
    pub(crate) is_value: bool,
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
    /// The type parameter that it is of.
    pub(crate) param: Option<Ident>,
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
        let mut ty = &*input.ty;
        while let Type::Reference(reference) = ty {
            ty = &reference.elem;
        }
        let param = match ty {
            Type::Path(path) => path.path.get_ident().cloned(),
            _ => None,
        };
        Some(Parameter { at, name, param, shape: shape(&input.ty, &signature.generics)? })
    });
    functions.collect()
}

/// A closure that calls a function with a name.
pub(crate) fn closure_of(path: &syn::ExprPath, count: usize) -> syn::ExprClosure {
    let area = Area::of(path);
    let names = (0..count).map(|at| Ident::new(&format!("__vyre_item_{at}"), area.start));
    let names: Vec<Ident> = names.collect();
    let mut call: syn::ExprCall = syn::parse_quote!(#path(#(#names),*));
    call.paren_token.span = crate::syntax::group_span(area.end);
    let mut closure: syn::ExprClosure = syn::parse_quote!(|#(#names),*| #call);
    closure.inputs_begin = syn::Token![|](area.start);
    closure.inputs_end = syn::Token![|](area.start);
    closure
}

/// Writes the types of the parameters of a closure that a function gives, which its signature says: `-> impl Fn(u32) -> u32`.
pub(crate) fn type_given_closure(signature: &Signature, body: &mut syn::Block) {
    let ReturnType::Type(_, ty) = &signature.output else { return };
    let Type::ImplTrait(_) = &**ty else { return };
    let Some(shape) = shape(ty, &signature.generics) else { return };
    let Some(syn::Stmt::Expr(last, None)) = body.stmts.last_mut() else { return };
    let mut given = last;
    let closure = loop {
        given = match given {
            syn::Expr::Closure(closure) => break closure,
            syn::Expr::Paren(paren) => &mut paren.expr,
            syn::Expr::Block(block) => match block.block.stmts.last_mut() {
                Some(syn::Stmt::Expr(last, None)) => last,
                _ => return,
            },
            _ => return,
        };
    };
    for (pat, ty) in closure.inputs.iter_mut().zip(&shape.inputs) {
        if !matches!(pat, syn::Pat::Type(_)) {
            *pat = syn::Pat::Type(syn::parse_quote!(#pat: #ty));
        }
    }
}

/// A parameter of a kernel that is a function. Behind [`of_kernel`] the kernel has words in its place: what the function takes from around it.
#[derive(Clone)]
pub(crate) struct Argument {
    pub(crate) name: Ident,
    pub(crate) shape: Shape,
    /// Its type as it was written.
    pub(crate) ty: Type,
    /// The type parameter that it is of, with the position among the generic parameters.
    pub(crate) param: Option<(usize, TypeParam)>,
}

/// Takes the functions out of the signature of a kernel.
pub(crate) fn of_kernel(function: &mut ItemFn, errors: &mut Errors) -> Vec<Argument> {
    let generics = function.sig.generics.clone();
    let (mut found, words) = (Vec::new(), CAPTURED_WORDS);
    for input in &mut function.sig.inputs {
        let FnArg::Typed(input) = input else { continue };
        let syn::Pat::Ident(name) = &*input.pat else { continue };
        let Some(shape) = shape(&input.ty, &generics) else { continue };
        if !shape.is_value || matches!(&*input.ty, Type::Reference(_)) {
            let fix = "take a value, `F: vyre::Function<(u32,), u32>`, and give it `func!(..)`";
            errors.report(Area::of(&input.ty), "a kernel takes no closure", fix);
        }
        let of = |(_, param): &(usize, &GenericParam)| match param {
            GenericParam::Type(param) => {
                matches!(&*input.ty, Type::Path(path) if path.path.is_ident(&param.ident))
            }
            _ => false,
        };
        let param = generics.params.iter().enumerate().find(of).and_then(|(at, param)| match param {
            GenericParam::Type(param) => Some((at, param.clone())),
            _ => None,
        });
        let (name, ty) = (name.ident.clone(), (*input.ty).clone());
        *input.ty = syn::parse_quote!([u32; #words]);
        found.push(Argument { name, shape, ty, param });
    }
    if !found.is_empty() {
        let kept = generics.params.iter().filter(|param| match param {
            GenericParam::Type(param) => !is_function(param, &generics),
            _ => true,
        });
        function.sig.generics.params = kept.cloned().collect();
    }
    found
}

impl Argument {
    /// The same, of an instance of a kernel over types.
    pub(crate) fn with_types(&self, change: impl Fn(TokenStream) -> TokenStream) -> Argument {
        let changed = |ty: &Type| syn::parse2(change(ty.to_token_stream())).unwrap_or_else(|_| ty.clone());
        let inputs = self.shape.inputs.iter().map(changed).collect();
        let output = self.shape.output.as_ref().map(changed);
        let param = self.param.as_ref().map(|(at, param)| {
            (*at, syn::parse2(change(param.to_token_stream())).unwrap_or_else(|_| param.clone()))
        });
        let ty = changed(&self.ty);
        Argument { shape: Shape { inputs, output, ..self.shape }, param, ty, ..self.clone() }
    }

    /// The types of what it takes and gives, as arguments of the trait of functions.
    pub(crate) fn types(&self) -> TokenStream {
        let (inputs, output) = (&self.shape.inputs, &self.shape.output);
        let output = output.as_ref().map_or_else(|| quote!(()), ToTokens::to_token_stream);
        quote!((#(#inputs,)*), #output)
    }
}

/// A kernel with its functions, as rustc reads it: their calls are those of the trait of functions.
pub(crate) fn for_rust(function: &ItemFn, functions: &[Argument], private: &TokenStream) -> ItemFn {
    let mut function = function.clone();
    for input in &mut function.sig.inputs {
        let FnArg::Typed(input) = input else { continue };
        let syn::Pat::Ident(name) = &*input.pat else { continue };
        if let Some(of) = functions.iter().find(|of| of.name == name.ident) {
            *input.ty = of.ty.clone();
        }
    }
    let mut known: Vec<&TypeParam> = functions.iter().filter_map(|of| Some(&of.param.as_ref()?.1)).collect();
    known.dedup_by_key(|param| &param.ident);
    function.sig.generics.params.extend(known.into_iter().cloned().map(GenericParam::Type));
    let names: Vec<&Ident> = functions.iter().map(|of| &of.name).collect();
    function.block = with_calls(&function.block, &names, private);
    function
}

/// A function with parameters that are values, `vyre::Function`, as plain Rust.
pub(crate) fn on_host(function: &ItemFn, private: &TokenStream) -> ItemFn {
    let mut function = function.clone();
    let functions = parameters(&function.sig);
    let names: Vec<&Ident> =
        functions.iter().filter(|of| of.shape.is_value).filter_map(|of| of.name.as_ref()).collect();
    function.block = with_calls(&function.block, &names, private);
    function
}

fn with_calls(block: &syn::Block, names: &[&Ident], private: &TokenStream) -> Box<syn::Block> {
    let tokens = if names.is_empty() { None } else { Some(called(block.to_token_stream(), names, private)) };
    Box::new(tokens.and_then(|tokens| syn::parse2(tokens).ok()).unwrap_or_else(|| block.clone()))
}

/// `f(x)` as a call of the trait's method.
fn called(tokens: TokenStream, names: &[&Ident], private: &TokenStream) -> TokenStream {
    let trees: Vec<TokenTree> = tokens.into_iter().collect();
    let mut new = TokenStream::new();
    for (at, tree) in trees.iter().enumerate() {
        let TokenTree::Group(group) = tree else {
            let next = trees.get(at + 1);
            let is_called =
                matches!(next, Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Parenthesis);
            let is_behind = at.checked_sub(1).and_then(|at| trees.get(at)).is_some_and(
                |before| matches!(before, TokenTree::Punct(mark) if matches!(mark.as_char(), '.' | ':')),
            );
            match tree {
                TokenTree::Ident(name) if is_called && !is_behind && names.contains(&name) => {
                    new.extend(quote!(#private::Call::call));
                }
                other => new.extend([other.clone()]),
            }
            continue;
        };
        let mut inner = called(group.stream(), names, private);
        let before = at.checked_sub(1).and_then(|at| trees.get(at));
        let further = at.checked_sub(2).and_then(|at| trees.get(at));
        let is_behind = further.is_some_and(
            |before| matches!(before, TokenTree::Punct(mark) if matches!(mark.as_char(), '.' | ':')),
        );
        if let Some(TokenTree::Ident(name)) = before
            && group.delimiter() == Delimiter::Parenthesis
            && !is_behind
            && names.contains(&name)
        {
            let last = group.stream().into_iter().last();
            let is_empty = last.is_none();
            let has_comma = matches!(&last, Some(TokenTree::Punct(mark)) if mark.as_char() == ',');
            let comma = (!is_empty && !has_comma).then(|| quote!(,));
            inner = quote!(&#name, (#inner #comma));
        }
        let mut copy = Group::new(group.delimiter(), inner);
        copy.set_span(group.span());
        new.extend([TokenTree::from(copy)]);
    }
    new
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
        Type::Reference(inner) => match &*inner.elem {
            // Each call knows which one it gives.
            Type::TraitObject(of) => of.bounds.iter().find_map(shape_of_bound),
            of => shape(of, generics),
        },
        Type::ImplTrait(of) => of.bounds.iter().find_map(shape_of_bound),
        Type::FnPtr(of) => {
            let inputs = of.inputs.iter().map(|input| input.ty.clone());
            Some(Shape { is_value: false, inputs: inputs.collect(), output: given(&of.output) })
        }
        Type::Path(path) => shape_of_param(path.path.get_ident()?, generics),
        _ => None,
    }
}

/// What a type of a value is that is a function's: `fn(u32) -> u32`, `&dyn Fn(u32) -> u32`.
pub(crate) fn is_function_type(ty: &Type) -> bool {
    match ty {
        Type::Paren(inner) => is_function_type(&inner.elem),
        Type::Group(inner) => is_function_type(&inner.elem),
        Type::Reference(inner) => inner.mutability.is_none() && is_function_type(&inner.elem),
        Type::ImplTrait(of) => of.bounds.iter().any(|bound| shape_of_bound(bound).is_some()),
        Type::TraitObject(of) => of.bounds.iter().any(|bound| shape_of_bound(bound).is_some()),
        Type::FnPtr(_) => true,
        _ => false,
    }
}

/// What a field's type takes and gives that is a function's.
pub(crate) fn shape_of_field(ty: &Type, generics: &Generics) -> Option<Shape> {
    match ty {
        Type::Reference(inner) if inner.mutability.is_none() => shape_of_field(&inner.elem, generics),
        Type::Paren(inner) => shape_of_field(&inner.elem, generics),
        Type::TraitObject(of) => of.bounds.iter().find_map(shape_of_bound),
        ty => shape(ty, generics),
    }
}

/// Whether a bound is that of iterators, or of what they are made of.
fn is_iterator_bound(bound: &TypeParamBound) -> bool {
    let TypeParamBound::Trait(bound) = bound else { return false };
    let known = ["Iterator", "IntoIterator", "DoubleEndedIterator", "ExactSizeIterator"];
    bound.path.segments.last().is_some_and(|last| known.iter().any(|name| last.ident == name))
}

/// Whether a function gives an iterator.
pub(crate) fn gives_iterator(signature: &Signature) -> bool {
    match &signature.output {
        ReturnType::Type(_, ty) => match &**ty {
            Type::ImplTrait(of) => of.bounds.iter().any(is_iterator_bound),
            _ => false,
        },
        ReturnType::Default => false,
    }
}

/// Whether a function gives a value of a type that only its body says: `impl Shape`, and no function and no iterator.
pub(crate) fn gives_unnamed(signature: &Signature) -> bool {
    match &signature.output {
        ReturnType::Type(_, ty) => {
            matches!(**ty, Type::ImplTrait(_)) && !is_function_type(ty) && !gives_iterator(signature)
        }
        ReturnType::Default => false,
    }
}

fn is_iterator(ty: &Type, generics: &Generics) -> bool {
    match ty {
        Type::Paren(inner) => is_iterator(&inner.elem, generics),
        Type::Group(inner) => is_iterator(&inner.elem, generics),
        Type::Reference(inner) => is_iterator(&inner.elem, generics),
        Type::ImplTrait(of) => of.bounds.iter().any(is_iterator_bound),
        Type::Path(path) => path.path.get_ident().is_some_and(|name| {
            bounds_of_param(name, generics).into_iter().flatten().flatten().any(is_iterator_bound)
        }),
        _ => false,
    }
}

/// Whether a type parameter is that of iterators.
pub(crate) fn is_iterator_type(param: &Ident, generics: &Generics) -> bool {
    bounds_of_param(param, generics).into_iter().flatten().flatten().any(is_iterator_bound)
}

/// Whether one of the type parameters is that of iterators.
pub(crate) fn has_iterator_types(generics: &Generics) -> bool {
    generics.type_params().any(|param| is_iterator_type(&param.ident, generics))
}

/// The parameters that are iterators.
pub(crate) fn iterator_params(generics: &Generics) -> Vec<Ident> {
    let params = generics.type_params().map(|param| &param.ident);
    params.filter(|param| is_iterator_type(param, generics)).cloned().collect()
}

/// Whether a result has the type of an iterator in it that is a parameter.
pub(crate) fn names_iterator(output: &ReturnType, generics: &Generics) -> bool {
    let words = crate::syntax::words(output);
    let is_one = |param: &&TypeParam| words.contains(&param.ident.to_string());
    generics.type_params().filter(is_one).any(|param| {
        bounds_of_param(&param.ident, generics).into_iter().flatten().flatten().any(is_iterator_bound)
    })
}

/// The positions of the parameters of a function that are iterators.
pub(crate) fn iterators(signature: &Signature) -> Vec<usize> {
    let iterators = signature.inputs.iter().enumerate().filter_map(|(at, input)| match input {
        FnArg::Typed(input) if is_iterator(&input.ty, &signature.generics) => Some(at),
        _ => None,
    });
    iterators.collect()
}

/// The iterators among the parameters that have names, with the types that bounds write for their items.
pub(crate) fn items_of_iterators(signature: &Signature) -> Vec<(&Ident, &Type)> {
    let named = iterators(signature).into_iter().filter_map(|at| match &signature.inputs[at] {
        FnArg::Typed(input) => match &*input.pat {
            syn::Pat::Ident(name) => Some((&name.ident, &*input.ty)),
            _ => None,
        },
        FnArg::Receiver(_) => None,
    });
    let item = |ty| written_item(ty, &signature.generics);
    named.filter_map(|(name, ty)| Some((name, item(ty)?))).collect()
}

/// The type that bounds write for the items of an iterator.
fn written_item<'s>(ty: &'s Type, generics: &'s Generics) -> Option<&'s Type> {
    match ty {
        Type::Paren(inner) => written_item(&inner.elem, generics),
        Type::Group(inner) => written_item(&inner.elem, generics),
        Type::Reference(inner) => written_item(&inner.elem, generics),
        Type::ImplTrait(of) => {
            of.bounds.iter().flat_map(written_types).find_map(|(name, ty)| (name == "Item").then_some(ty))
        }
        Type::Path(path) => {
            let name = path.path.get_ident()?;
            let bounds = associated_bounds(generics);
            bounds.into_iter().find_map(|(of, item, ty)| (of == name && item == "Item").then_some(ty))
        }
        _ => None,
    }
}

/// Whether the body of a function stands in the place of its calls, as it takes or gives an iterator, or gives a place.
pub(crate) fn is_over_iterators(signature: &Signature) -> bool {
    gives_iterator(signature) || !iterators(signature).is_empty() || gives_place(signature).is_some()
}

/// Whether a function that gives a place always gives one.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Place {
    /// `&mut T`
    Always,
    /// `Option<&mut T>` or `Result<&mut T, E>`
    Perhaps,
}

/// What a function gives that gives a place.
pub(crate) fn gives_place(signature: &Signature) -> Option<Place> {
    let is_place = |ty: &Type| {
        matches!(ty, Type::Reference(reference)
            if reference.mutability.is_some() && !matches!(*reference.elem, Type::Slice(_)))
    };
    let ReturnType::Type(_, ty) = &signature.output else { return None };
    if is_place(ty) {
        return Some(Place::Always);
    }
    let Type::Path(path) = &**ty else { return None };
    let last = path.path.segments.last()?;
    let PathArguments::AngleBracketed(arguments) = &last.arguments else { return None };
    let is_one = (last.ident == "Option" || last.ident == "Result")
        && matches!(arguments.args.first(), Some(GenericArgument::Type(ty)) if is_place(ty));
    is_one.then_some(Place::Perhaps)
}

/// The bounds of a type parameter.
fn bounds_of_param<'g>(
    name: &Ident,
    generics: &'g Generics,
) -> Option<Vec<&'g Punctuated<TypeParamBound, syn::Token![+]>>> {
    let param = generics.type_params().find(|param| param.ident == *name)?;
    let predicates = generics.where_clause.iter().flat_map(|clause| &clause.predicates);
    let further = predicates.filter_map(|predicate| match predicate {
        WherePredicate::Type(of) if matches!(&of.bounded_ty, Type::Path(path) if path.path.is_ident(name)) => {
            Some(&of.bounds)
        }
        _ => None,
    });
    Some(std::iter::once(&param.bounds).chain(further).collect())
}

/// The types that bounds write for those of traits: the parameter, the name of the type, and the type.
pub(crate) fn associated_bounds(generics: &Generics) -> Vec<(&Ident, &Ident, &Type)> {
    let written = generics.type_params().flat_map(|param| {
        let bounds = bounds_of_param(&param.ident, generics).into_iter().flatten().flatten();
        bounds.flat_map(written_types).map(|(name, ty)| (&param.ident, name, ty))
    });
    written.collect()
}

/// The types that a bound writes for those of its trait.
fn written_types(bound: &TypeParamBound) -> impl Iterator<Item = (&Ident, &Type)> {
    let last = match bound {
        TypeParamBound::Trait(bound) => bound.path.segments.last(),
        _ => None,
    };
    let arguments = last.and_then(|last| match &last.arguments {
        PathArguments::AngleBracketed(of) => Some(&of.args),
        _ => None,
    });
    arguments.into_iter().flatten().filter_map(|argument| match argument {
        GenericArgument::AssocType(of) => Some((&of.ident, &of.ty)),
        _ => None,
    })
}

/// What a type parameter takes and gives that is a function.
pub(crate) fn shape_of_param(name: &Ident, generics: &Generics) -> Option<Shape> {
    bounds_of_param(name, generics)?.into_iter().flatten().find_map(shape_of_bound)
}

fn shape_of_bound(bound: &TypeParamBound) -> Option<Shape> {
    let TypeParamBound::Trait(bound) = bound else { return None };
    let last = bound.path.segments.last()?;
    match &last.arguments {
        PathArguments::Parenthesized(of)
            if ["Fn", "FnMut", "FnOnce"].iter().any(|name| last.ident == name) =>
        {
            let inputs = of.inputs.iter().map(|input| input.ty.clone()).collect();
            Some(Shape { is_value: false, inputs, output: given(&of.output) })
        }
        PathArguments::AngleBracketed(of) if last.ident == "Function" => {
            let types = of.args.iter().filter_map(|argument| match argument {
                GenericArgument::Type(ty) => Some(ty),
                _ => None,
            });
            let [Type::Tuple(inputs), output] = types.collect::<Vec<_>>()[..] else { return None };
            let inputs = inputs.elems.iter().cloned().collect();
            let output = (!is_nothing(output)).then(|| output.clone());
            Some(Shape { is_value: true, inputs, output })
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
