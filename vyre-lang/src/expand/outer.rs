//! What the generated code says of functions outside: rustc finds them, holds the types of the calls against their
//! signatures, and measures them.
//!
//! A function's name is that of a function and of a type, as a kernel's is. The type is asked for once, under an alias, so that a
//! name that is none gives one error.

use super::function::hash;
use crate::check::{self, recursion_note};
use crate::diagnostics::{Area, rule_message};
use crate::emit::{Host, alias};
use crate::hir::{Argument, Callee, Kernel, OuterCall};
use crate::types::Ty;
use proc_macro2::{Delimiter, Group, Ident, Literal, Span, TokenStream};
use quote::{quote, quote_spanned};
use std::collections::{HashMap, HashSet};
use vyre_ir::{DeclaredCall, Link, Problem, Unlinked};

/// The variable that holds the result of a call.
fn result_name(call: usize) -> String {
    format!("result_{call}")
}

/// Declares the aliases. Of a function that is not marked rustc says that it is no type, and nothing on stable Rust changes that; but it
/// also names the macro that wrote the tokens.
pub(super) fn aliases(kernel: &Kernel, krate: &TokenStream) -> TokenStream {
    let own = kernel.callees.iter().enumerate().filter(|(_, callee)| callee.owned.is_none());
    let aliases = own.map(|(at, callee)| {
        let (alias, path) = (alias(at, Span::mixed_site()), &callee.path);
        quote!(#[allow(non_camel_case_types, dead_code)] type #alias = #path;)
    });
    let aliases: TokenStream = aliases.collect();
    if aliases.is_empty() {
        return aliases;
    }
    quote!(#krate::__private::calls_need_functions_with_the_attribute_vyre_function! { #aliases })
}

/// The aliases as tokens of the macro that is being expanded.
pub fn named_aliases(tokens: TokenStream) -> TokenStream {
    let tokens = tokens.into_iter().map(|mut token| {
        token.set_span(Span::mixed_site().located_at(token.span()));
        token
    });
    tokens.collect()
}

/// A function that is compiled and never called, with every call of a kernel in it. The body of a function has its calls itself.
pub(super) fn calls(kernel: &Kernel, krate: &TokenStream) -> TokenStream {
    let host = Host { kernel, krate };
    // A type that the macro does not know is that of the first call whose result has it.
    let mut unknown: HashMap<u32, usize> = HashMap::new();
    for (at, call) in kernel.outer_calls.iter().enumerate() {
        if kernel.callees[call.callee].owned.is_some() {
            continue;
        }
        if let Ty::Open(open) = kernel.types.resolve(call.result) {
            unknown.entry(open).or_insert(at);
        }
    }
    let first = |ty: Ty| match kernel.types.resolve(ty) {
        Ty::Open(open) => unknown.get(&open).copied(),
        _ => None,
    };
    let value = |ty: Ty, area: Area| {
        let [start, end] = [area.start, area.end].map(|span| Span::mixed_site().located_at(span));
        match first(ty) {
            // The linker passes it on as one value.
            Some(call) => {
                let (name, krate) = (Ident::new(&result_name(call), start), respanned(krate, start));
                let mut parens = Group::new(Delimiter::Parenthesis, quote!(#name));
                parens.set_span(end);
                quote_spanned!(start=> #krate::__private::single #parens)
            }
            None => {
                let (ty, krate) = (host.ty(ty), respanned(krate, start));
                let mut parens = Group::new(Delimiter::Parenthesis, TokenStream::new());
                parens.set_span(end);
                quote_spanned!(start=> #krate::__private::host::value::<#ty> #parens)
            }
        }
    };
    // rustc has seen the calls of a function outside.
    let own = kernel.outer_calls.iter().enumerate();
    let own = own.filter(|(_, call)| kernel.callees[call.callee].owned.is_none());
    let calls = own.map(|(at, call)| {
        let args = call.args.iter().enumerate().map(|(at, arg)| {
            let (value, area) = match arg {
                Argument::Literal(literal, _) => (literal.clone(), call.area),
                Argument::Value(ty, area) if at == 0 && call.is_method => (value(*ty, *area), *area),
                Argument::Value(ty, area) => (host.given(call, *ty, value(*ty, *area)), *area),
            };
            match call.references.contains(&at) {
                true => quote_spanned!(Span::mixed_site().located_at(area.start)=> &#value),
                false => value,
            }
        });
        let mut args = args.collect::<Vec<TokenStream>>().into_iter();
        // rustc finds methods as it does on the host.
        let receiver = if call.is_method { args.next() } else { None };
        let span = Span::mixed_site().located_at(call.area.start);
        let mut args = Group::new(Delimiter::Parenthesis, quote!(#(#args),*));
        args.set_span(Span::mixed_site().located_at(call.parens));
        let alias = alias(call.callee, span);
        let alias = quote_spanned!(span=> #alias::__call);
        let name = Ident::new(&result_name(at), Span::mixed_site());
        let ty = host.known(call.result).map(|_| {
            let ty = respanned(&host.ty(call.result), call.area.start);
            quote!(: #ty)
        });
        let same = first(call.result).filter(|first| *first != at).map(|first| {
            let first = Ident::new(&result_name(first), span);
            let krate = respanned(krate, span);
            let name = Ident::new(&result_name(at), span);
            quote_spanned!(span=> #krate::__private::host::select(true, #first, #name);)
        });
        let called = match (&call.of_data, receiver) {
            (Some((_, method)), Some(receiver)) => host.got(call, quote!(#receiver.#method #args)),
            (Some((owner, function)), None) => host.got(call, quote!(<#owner>::#function #args)),
            _ => quote!(#alias #args),
        };
        quote!(let #name #ty = #called; #same)
    });
    let casts = kernel.outer_casts.iter().map(|(ty, target, area)| {
        let (value, target) = (value(*ty, *area), host.ty(*target));
        let target = respanned(&target, area.end);
        let span = Span::mixed_site().located_at(area.start);
        let krate = respanned(krate, span);
        quote_spanned!(span=> let _ = #krate::__private::discrete(#value) as #target;)
    });
    quote! {
        #[allow(unused, clippy::all, clippy::pedantic, clippy::restriction, clippy::nursery)]
        fn __calls() {
            #(#calls)*
            #(#casts)*
        }
    }
}

/// Whether functions outside are called of whose results the checker does not know the type, or casts them.
pub(super) fn has_unknown(kernel: &Kernel, krate: &TokenStream) -> bool {
    let host = Host { kernel, krate };
    let is_unknown = |call: &OuterCall| !call.is_statement && host.known(call.result).is_none();
    !kernel.outer_casts.is_empty() || kernel.outer_calls.iter().any(is_unknown)
}

/// The same tokens, at another place.
pub(crate) fn respanned(tokens: &TokenStream, span: Span) -> TokenStream {
    let tokens = tokens.clone().into_iter().map(|mut token| {
        token.set_span(Span::mixed_site().located_at(span));
        token
    });
    tokens.collect()
}

/// What gives a callee's `Function`.
fn function(at: usize, callee: &Callee) -> TokenStream {
    let alias = alias(at, Span::mixed_site());
    callee.owned.as_ref().map_or_else(|| quote!(#alias::__function), |[function, _]| function.clone())
}

/// What measures a callee.
fn measure_of(at: usize, callee: &Callee) -> TokenStream {
    let alias = alias(at, Span::mixed_site());
    callee.owned.as_ref().map_or_else(|| quote!(#alias::__measure), |[_, measure]| quote!((#measure)))
}

/// The functions that the body of a function names, for those who call it, but for those that it has already.
pub(super) fn exports(kernel: &Kernel, private: &TokenStream, seen: &mut HashSet<String>) -> TokenStream {
    // A function over types is a callee for each of its types.
    let callees = kernel.callees.iter().enumerate().filter(|(_, callee)| seen.insert(callee.key.clone()));
    let callees: Vec<_> = callees.collect();
    let exports = callees.into_iter().map(|(at, callee)| {
        let (function, measure) = (function(at, callee), measure_of(at, callee));
        let name = check::export(&callee.key);
        let measure_name = check::export(&format!("{}#measure", callee.key));
        quote! {
            #[doc(hidden)]
            pub const #name: fn() -> &'static #private::Function = #function;
            #[doc(hidden)]
            pub const fn #measure_name(__vyre_measure: &mut #private::Measure) {
                #measure(__vyre_measure)
            }
        }
    });
    exports.collect()
}

/// The list of the callees. One over types follows from the types of the arguments of its first call; where all of these are literals, from
/// the call.
pub(super) fn list(kernel: &Kernel, krate: &TokenStream) -> TokenStream {
    let host = Host { kernel, krate };
    let callees = kernel.callees.iter().enumerate().map(|(at, callee)| {
        if callee.owned.is_some() {
            return function(at, callee);
        }
        let call = &kernel.outer_calls[callee.first];
        let span = Span::mixed_site().located_at(call.area.start);
        let (alias, args) = (alias(call.callee, span), arguments(kernel, callee.first, krate));
        if call.of_data.is_some() {
            return quote!(#alias::__function);
        }
        let overload = quote!(#krate::__private::overload::<#alias, _>);
        let is_literal = |arg: &Argument| matches!(arg, Argument::Literal(..));
        let known = host.known(call.result).filter(|_| !args.is_empty() && call.args.iter().all(is_literal));
        let Some(_) = known else { return quote!(#overload(|| (#(#args,)*))) };
        let result = host.ty(call.result);
        let names = (0..args.len()).map(|at| Ident::new(&format!("__argument_{at}"), span));
        let names: Vec<Ident> = names.collect();
        let mut parens = Group::new(Delimiter::Parenthesis, quote!(#(#names),*));
        parens.set_span(Span::mixed_site().located_at(call.parens));
        let called = quote_spanned!(span=> #alias::__call #parens);
        quote!(#overload(|| {
            let (#(#names,)*) = (#(#args,)*);
            let _: #result = #called;
            (#(#names,)*)
        }))
    });
    quote!(&[#(#callees),*])
}

/// Values of the types of a call's arguments. A literal of the user's is any other one of its kind, so that what is wrong with it is said once.
fn arguments(kernel: &Kernel, call: usize, krate: &TokenStream) -> Vec<TokenStream> {
    let host = Host { kernel, krate };
    let args = kernel.outer_calls[call].args.iter().map(|arg| match arg {
        Argument::Literal(..) => quote!(0),
        Argument::Value(ty, _) => match kernel.types.resolve(*ty) {
            // The result of a call before this one, of which only rustc knows the type.
            Ty::Open(open) => {
                let is_it = |call: &OuterCall| matches!(kernel.types.resolve(call.result), Ty::Open(it) if it == open);
                called_before(kernel, call, is_it, krate).unwrap_or_else(|| {
                    quote!(#krate::__private::host::value::<::core::primitive::u32>())
                })
            }
            known => {
                // A struct that the kernel does not name is what a call before this one gave.
                let is_unnamed = kernel.types.data_of(known).is_some_and(|data| data.path.is_none());
                let is_it = |call: &OuterCall| call.of_data.is_none() && kernel.types.resolve(call.result) == known;
                let called = is_unnamed.then(|| called_before(kernel, call, is_it, krate)).flatten();
                called.unwrap_or_else(|| {
                    let ty = host.ty(known);
                    quote!(#krate::__private::host::value::<#ty>())
                })
            }
        },
    });
    args.collect()
}

/// The first of the calls before one that meets a condition.
fn called_before(
    kernel: &Kernel,
    call: usize,
    is_it: impl Fn(&OuterCall) -> bool,
    krate: &TokenStream,
) -> Option<TokenStream> {
    let before = kernel.outer_calls[..call].iter().position(is_it)?;
    let alias = alias(kernel.outer_calls[before].callee, Span::mixed_site());
    let args = arguments(kernel, before, krate);
    Some(quote!(#alias::__call(#(#args),*)))
}

/// The statements that measure a function or a kernel with this id, with `measure` as the `&mut Measure`.
pub(super) fn measure(kernel: &Kernel, unlinked: &Unlinked, size: usize, id: &TokenStream) -> TokenStream {
    // For each callee through how many functions it is called at most.
    let (mut levels, mut literals) = (vec![0; kernel.callees.len()], 0);
    for DeclaredCall { op_id, level } in &unlinked.calls {
        match Link::of(op_id) {
            Some(Link::Function { callee, .. } | Link::Method { callee, .. }) => {
                levels[callee] = levels[callee].max(*level);
            }
            Some(Link::Literal(_) | Link::Item(_)) => literals += 1,
            Some(Link::Constant(_) | Link::Local(_) | Link::Table(_)) | None => {}
        }
    }
    let callees = levels.into_iter().enumerate().map(|(at, level)| {
        // Calls that are never reached are dropped, and measured all the same.
        let level = Literal::usize_suffixed(level);
        let measure = measure_of(at, &kernel.callees[at]);
        quote! {
            #measure(__vyre_measure);
            __vyre_measure.call(#level);
        }
    });
    // A literal of 128 bits is an operation that composes four words.
    let (size, depth) = ((size + 5 * literals) as u64, Literal::usize_suffixed(unlinked.depth));
    let library = unlinked.library.iter().map(|(id, size)| {
        // 0 and 1 have a meaning.
        let (id, size) = (hash([id.as_bytes()].into_iter()).max(2), *size as u64);
        quote!((#id, #size))
    });
    quote! {
        // A constant is computed once, however often the function is met.
        const __VYRE_ID: ::core::primitive::u64 = #id;
        if __vyre_measure.enter(__VYRE_ID) {
            #(#callees)*
            __vyre_measure.library(&[#(#library),*]);
            __vyre_measure.leave(#size, #depth);
        }
    }
}

/// The constant that fails to compile where calls lead too far. `measured` measures into `measure`.
pub(super) fn limits(
    kernel: &Kernel,
    name: &Ident,
    is_kernel: bool,
    krate: &TokenStream,
    measured: &TokenStream,
) -> TokenStream {
    let problem = quote!(#krate::__private::CallProblem);
    let failed = |span: Span, message: &str| quote_spanned!(span=> ::core::panic!(#message));
    let arms = kernel.callees.iter().enumerate().map(|(at, callee)| {
        let span = Span::mixed_site().located_at(callee.area.start);
        let text = callee.text.as_str();
        let itself = text.rsplit("::").next() == Some(name.to_string().as_str());
        let through: &[&str] = if itself { &[] } else { &[text] };
        let note = recursion_note(&name.to_string(), through);
        let recursion = failed(span, &rule_message(&Problem::CallDepth {}, Some(note)));
        let depth = failed(span, &rule_message(&Problem::CallDepth {}, None));
        quote! {
            ::core::option::Option::Some(#problem::Recursion(#at)) => #recursion,
            ::core::option::Option::Some(#problem::Depth(#at)) => #depth,
        }
    });
    let size =
        failed(Span::mixed_site().located_at(name.span()), &rule_message(&Problem::NodeCount {}, None));
    // A callee that is too large says so itself.
    let callees = kernel.callees.iter().enumerate().map(|(at, callee)| {
        let measure = measure_of(at, callee);
        quote! {
            let __vyre_measure = &mut #krate::__private::Measure::new();
            #measure(__vyre_measure);
            is_own &= !__vyre_measure.is_too_large();
        }
    });
    quote! {
        const _: () = {
            let __vyre_measure = &mut #krate::__private::Measure::new();
            #measured
            match __vyre_measure.problem(#is_kernel) {
                #(#arms)*
                ::core::option::Option::Some(#problem::Size) => {
                    let mut is_own = true;
                    #(#callees)*
                    if is_own {
                        #size
                    }
                }
                _ => {}
            }
        };
    }
}
