//! `func!`: a function of kernels as a value.
//!
//! A path becomes the type that stands behind it. A closure becomes a function that nothing else names, whose last parameters are what it
//! takes from around it.

use super::function::function_with;
use super::methods::name_hash;
use crate::attribute::ANONYMOUS;
use crate::diagnostics::{Area, Errors};
use crate::{data, guard, signature};
use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, format_ident, quote};
use syn::parse::{Parse, ParseStream, Parser};
use syn::punctuated::Punctuated;
use syn::{Expr, ExprClosure, ExprPath, Pat, PatType, Path, ReturnType, Token, Type};

/// What stands between the parentheses of `func!(..)`.
struct Value {
    krate: TokenStream,
    function: Expr,
    captured: Vec<Captured>,
}

/// What a closure takes from around it.
struct Captured {
    name: Ident,
    ty: Type,
}

impl Parse for Captured {
    fn parse(input: ParseStream<'_>) -> syn::Result<Captured> {
        let name = input.parse()?;
        input.parse::<Token![:]>()?;
        Ok(Captured { name, ty: input.parse()? })
    }
}

impl Parse for Value {
    fn parse(input: ParseStream<'_>) -> syn::Result<Value> {
        let mut krate = quote!(::vyre);
        if input.peek(Token![crate]) && input.peek2(Token![=]) {
            input.parse::<Token![crate]>()?;
            input.parse::<Token![=]>()?;
            krate = input.call(Path::parse_mod_style)?.into_token_stream();
            input.parse::<Token![,]>()?;
        }
        let function = input.parse()?;
        let mut captured = Vec::new();
        if !input.is_empty() {
            input.parse::<Token![,]>()?;
            captured = Punctuated::<Captured, Token![,]>::parse_terminated(input)?.into_iter().collect();
        }
        Ok(Value { krate, function, captured })
    }
}

/// Expands `func!(tokens)`.
pub fn func(tokens: TokenStream) -> TokenStream {
    let mut errors = Errors::of(tokens.clone());
    if !guard::check(&tokens, &mut errors) {
        return failed(errors);
    }
    let Value { krate, function, captured } = match Value::parse.parse2(tokens) {
        Ok(value) => value,
        Err(error) => {
            errors.report_syntax(&error);
            return failed(errors);
        }
    };
    match function {
        Expr::Path(path) => {
            if let Some(first) = captured.first() {
                let fix = "pass it to the function: `func!(|x: u32| function(x, value), value: u32)`";
                errors.report(Area::of(&first.name), "a path takes nothing from around it", fix);
                return failed(errors);
            }
            let ty = behind(&path, &krate);
            quote!(#krate::__private::named::<#ty, _, _>())
        }
        Expr::Closure(closure) => closure_value(closure, &captured, &krate, errors),
        other => {
            let fix = "write a path, or a closure such as `|x: u32| x + 1`";
            errors.report(Area::of(&other), "this is no function", fix);
            failed(errors)
        }
    }
}

/// An expression that stands for an erroneous value.
fn failed(errors: Errors) -> TokenStream {
    let errors = errors.into_tokens();
    quote!({ #errors ::core::unreachable!() })
}

/// The type behind the path of a function or a method.
fn behind(path: &ExprPath, krate: &TokenStream) -> TokenStream {
    let segments: Vec<_> = path.path.segments.iter().collect();
    let is_type = |name: &Ident| name.to_string().starts_with(char::is_uppercase);
    match (&path.qself, &segments[..]) {
        (Some(owner), [.., last]) => {
            let (owner, hash) = (&owner.ty, name_hash(&last.ident.to_string()));
            quote!(<#owner as #krate::__private::Method<#hash>>::Function)
        }
        (None, [owners @ .., owner, last]) if is_type(&owner.ident) => {
            let hash = name_hash(&last.ident.to_string());
            let leading = path.path.leading_colon;
            quote!(<#leading #(#owners::)* #owner as #krate::__private::Method<#hash>>::Function)
        }
        _ => path.to_token_stream(),
    }
}

fn closure_value(
    closure: ExprClosure,
    captured: &[Captured],
    krate: &TokenStream,
    mut errors: Errors,
) -> TokenStream {
    let mut params: Vec<&PatType> = Vec::new();
    for input in &closure.inputs {
        match input {
            Pat::Type(typed) => {
                if let Type::Reference(_) | Type::Slice(_) | Type::Infer(_) = &*typed.ty {
                    let fix = "write a type of values, such as `u32`";
                    errors.report(Area::of(&typed.ty), "a function of algorithms takes values", fix);
                }
                params.push(typed);
            }
            other => {
                let fix = format!("write `{}: u32`, or whatever it is", other.to_token_stream());
                errors.report(Area::of(other), "the parameters of a function have types", fix);
            }
        }
    }
    for Captured { name, .. } in captured {
        if !mentions(closure.body.to_token_stream(), name) {
            let problem = format!("`{name}` is not used");
            errors.report(Area::of(name), problem, "remove it, or use it in the function");
        }
    }
    let written = params.iter().map(|param| &*param.ty).chain(captured.iter().map(|it| &it.ty));
    for ty in written.chain(match &closure.output {
        ReturnType::Type(_, ty) => Some(&**ty),
        ReturnType::Default => None,
    }) {
        if is_parameter(ty) {
            let name = ty.to_token_stream();
            let problem = format!("a closure sees no type parameter `{name}` of the function around it");
            let fix = format!(
                "write a `#[vyre::function] fn over<{name}: ..>(..)`, and `func!(over::<{name}>)`, which works there"
            );
            errors.report(Area::of(ty), problem, fix);
        }
    }
    report_together(closure.body.to_token_stream(), &mut errors);
    if !errors.is_empty() {
        return failed(errors);
    }
    let name = Ident::new("__vyre_function", Span::mixed_site());
    let output = match &closure.output {
        ReturnType::Type(_, ty) => quote!(#ty),
        ReturnType::Default => quote!(_),
    };
    let (names, types): (Vec<&Ident>, Vec<&Type>) = captured.iter().map(|it| (&it.name, &it.ty)).unzip();
    let body = match &*closure.body {
        Expr::Block(block) if block.label.is_none() && block.attrs.is_empty() => {
            block.block.to_token_stream()
        }
        other => quote!({ #other }),
    };
    let anonymous = Ident::new(ANONYMOUS, Span::call_site());
    let item = quote!(fn #name(#(#params,)* #(#names: #types),*) -> #output #body);
    let function = function_with(quote!(#anonymous, crate = #krate), item, None);
    let taken: Vec<TokenStream> =
        params.iter().map(|param| signature::in_kernels(param.ty.to_token_stream())).collect();
    let given: Vec<TokenStream> =
        types.iter().map(|ty| signature::in_kernels(ty.to_token_stream())).collect();
    let [args, held] = [("argument", taken.len()), ("captured", given.len())].map(|(text, count)| {
        (0..count).map(|at| format_ident!("__{text}_{at}", span = Span::mixed_site())).collect::<Vec<Ident>>()
    });
    let private = quote!(#krate::__private);
    let values = names.iter().zip(&types).map(|(name, ty)| match signature::is_sized(ty) {
        true => quote!(#private::host::in_kernels(#name)),
        false => quote!(#name),
    });
    quote!({
        #function
        impl<R> #private::Closure<(#(#taken,)*), (#(#given,)*), R> for #name
        where
            #name: #private::Callable<(#(#taken,)* #(#given,)*), R>,
        {
            fn closed((#(#args,)*): (#(#taken,)*), (#(#held,)*): (#(#given,)*)) -> R {
                <#name as #private::Callable<(#(#taken,)* #(#given,)*), R>>::called((#(#args,)* #(#held,)*))
            }
            fn function() -> &'static #private::Function {
                <#name as #private::Callable<(#(#taken,)* #(#given,)*), R>>::function()
            }
        }
        #private::anonymous::<#name, _, _, _>((#(#values,)*))
    })
}

/// Whether a type looks like a type parameter: a capital letter, perhaps with a digit, that is no type of the file.
fn is_parameter(ty: &Type) -> bool {
    let Type::Path(path) = ty else { return false };
    let Some(ident) = path.path.get_ident() else { return false };
    let name = ident.to_string();
    let mut letters = name.chars();
    let is_short = letters.next().is_some_and(|first| first.is_ascii_uppercase())
        && letters.all(|letter| letter.is_ascii_digit());
    is_short && !data::has_marked_type(&path.path) && !data::is_imported(ident)
}

/// Reports what only kernels have, as an algorithm does not say how many invocations it has.
fn report_together(tokens: TokenStream, errors: &mut Errors) {
    let mut before = None;
    for token in tokens {
        match (&before, &token) {
            (Some(name), _) if is_of_kernels(name, &token) => {
                let problem = format!("a function of algorithms has no `{name}`");
                let fix = "ids, barriers, atomics and workgroup arrays are for kernels: take an index from `enumerate()`";
                errors.report(Area::of(name), problem, fix);
            }
            _ => {}
        }
        match token {
            TokenTree::Group(group) => {
                before = None;
                report_together(group.stream(), errors);
            }
            TokenTree::Ident(name) => before = Some(name),
            _ => before = None,
        }
    }
}

/// Whether it is a built-in function that asks for an invocation or a workgroup.
fn is_of_kernels(name: &Ident, next: &TokenTree) -> bool {
    let (name, is_called) = (name.to_string(), matches!(next, TokenTree::Group(_)));
    match name.as_str() {
        "invocation_id" | "local_id" | "barrier" => is_called,
        "workgroup_array" => true,
        other => is_called && other.starts_with("workgroup_"),
    }
}

/// Whether tokens have a name anywhere.
fn mentions(tokens: TokenStream, name: &Ident) -> bool {
    tokens.into_iter().any(|token| match token {
        TokenTree::Group(group) => mentions(group.stream(), name),
        TokenTree::Ident(it) => it == *name,
        _ => false,
    })
}
