//! What `#[vyre::function] impl Name` leaves: the methods as plain Rust, and a type for each that kernels find it by.
//!
//! No type can stand beside a method, so the type is that of a trait's implementation for the hash of the method's name.

use super::function::{Found, compile, hash, item_of};
use crate::attribute::{self, Attribute};
use crate::check::{self, Siblings};
use crate::data::{self, Definitions, Job};
use crate::diagnostics::{Area, Errors};
use crate::hir::Kernel;
use crate::types::Ty;
use crate::{mirror, overload, signature};
use proc_macro2::{Delimiter, Group, Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, format_ident, quote};
use std::rc::Rc;
use syn::{
    FnArg, ImplItem, ImplItemFn, ItemFn, ItemImpl, Path, Receiver, ReceiverKind, ReturnType, parse_quote,
};

/// The hash of a method's name, by which callers find it.
pub(crate) fn name_hash(name: &str) -> u64 {
    hash([name.as_bytes()].into_iter())
}

/// Expands the attribute on an `impl`.
pub(super) fn implementation(
    attribute: &Attribute,
    given: TokenStream,
    item: TokenStream,
    block: &ItemImpl,
    known: Option<&Definitions>,
    mut errors: Errors,
) -> TokenStream {
    let Some(owner) = owner(block, &mut errors) else { return errors.into_tokens() };
    let replaced = without_associated(item.clone(), &associated(block));
    let replaced = without_self(replaced, &owner.to_token_stream());
    let Ok(block) = syn::parse2::<ItemImpl>(replaced) else { return item };
    let Some(known) = known else {
        let mut asked: Vec<Path> =
            Some(&owner).filter(|owner| !overload::is_number(owner)).cloned().into_iter().collect();
        let text = |path: &Path| path.to_token_stream().to_string();
        for path in functions(&block).flat_map(|function| data::of_function(&as_function(function, &owner))) {
            if !asked.iter().any(|known| text(known) == text(&path)) {
                asked.push(path);
            }
        }
        return data::ask(Job::Function, asked, &attribute.krate, given, item);
    };
    let of = block.trait_.as_ref().map(|(of, _)| of);
    let found_by = of.and_then(overload::other_of).filter(|_| overload::is_number(&owner)).unwrap_or(&owner);
    let signatures = functions(&block).map(|function| (key(function, of, &owner), function.sig.clone()));
    let siblings = Rc::new(Siblings { owner: owner.clone(), signatures: signatures.collect() });
    let place = Place { siblings: &siblings, of, found_by };
    let (mut inside, mut beside) = (TokenStream::new(), TokenStream::new());
    for item in &block.items {
        match item {
            ImplItem::Const(constant) => constant.to_tokens(&mut inside),
            ImplItem::Type(ty) if of.is_some() => ty.to_tokens(&mut inside),
            ImplItem::Fn(function) => {
                let method = Method::of(function, &place, (attribute, known), &mut errors);
                inside.extend(method.surface);
                beside.extend(method.hidden);
            }
            other => {
                let problem = "an `impl` of kernels has functions and constants";
                errors.report(Area::of(other), problem, "move it to another `impl`");
            }
        }
    }
    let attributes: Vec<&syn::Attribute> = attribute::kept(&block.attrs).collect();
    let (errors, self_ty) = (errors.into_items(&attribute.krate), &block.self_ty);
    if let (true, Some(method)) = (attribute.is_inside, functions(&block).next()) {
        // Only a constant may stand beside a method, and hold the rest.
        let name = format_ident!("__VYRE_OF_{}", method.sig.ident);
        return quote! {
            #[allow(dead_code)]
            #inside
            #[doc(hidden)]
            #[allow(dead_code, non_upper_case_globals, non_local_definitions)]
            const #name: () = { #beside #errors };
        };
    }
    let of = of.map(|of| quote!(#of for));
    quote! {
        #(#attributes)*
        #[allow(dead_code)]
        impl #of #self_ty { #inside }
        #beside
        #errors
    }
}

/// An `impl` without the bodies that are no Rust, if that is what tokens are.
pub(super) fn torn(item: &TokenStream) -> Option<ItemImpl> {
    let is_torn = |group: &Group| {
        let braces = group.delimiter() == Delimiter::Brace;
        braces && syn::parse2::<syn::Block>(TokenTree::from(group.clone()).into()).is_err()
    };
    let emptied = |token: TokenTree| match token {
        TokenTree::Group(group) if is_torn(&group) => Group::new(Delimiter::Brace, TokenStream::new()).into(),
        other => other,
    };
    let tokens = item.clone().into_iter().map(|token| match token {
        TokenTree::Group(group) if group.delimiter() == Delimiter::Brace => {
            Group::new(Delimiter::Brace, group.stream().into_iter().map(emptied).collect()).into()
        }
        other => other,
    });
    syn::parse2(tokens.collect()).ok()
}

/// What stays of an `impl` with a body that is no Rust: its methods without bodies, for their callers.
pub(super) fn survivors(block: &ItemImpl, krate: &TokenStream) -> TokenStream {
    let Some(owner) = data::path_of(&block.self_ty).cloned() else { return TokenStream::new() };
    let replaced = without_self(block.to_token_stream(), &owner.to_token_stream());
    let Ok(block) = syn::parse2::<ItemImpl>(replaced) else { return TokenStream::new() };
    let constants = block.items.iter().filter(|item| matches!(item, ImplItem::Const(_) | ImplItem::Type(_)));
    let surfaces = functions(&block).map(|method| {
        let (visibility, signature) = (&method.vis, &method.sig);
        quote!(#[allow(unused)] #visibility #signature { loop {} })
    });
    let hidden = functions(&block).map(|method| {
        let is_mutating = matches!(method.sig.inputs.first(), Some(FnArg::Receiver(own)) if takes_mut(own));
        let hash = name_hash(&method.sig.ident.to_string());
        survivor(&as_function(method, &owner), (&owner, hash), is_mutating, krate)
    });
    let of = block.trait_.as_ref().map(|(of, _)| quote!(#of for));
    quote! {
        #[allow(dead_code)]
        impl #of #owner { #(#constants)* #(#surfaces)* }
        #(#hidden)*
    }
}

fn functions(block: &ItemImpl) -> impl Iterator<Item = &ImplItemFn> {
    block.items.iter().filter_map(|item| match item {
        ImplItem::Fn(function) => Some(function),
        _ => None,
    })
}

/// Where a method stands.
struct Place<'a> {
    siblings: &'a Rc<Siblings>,
    /// The trait.
    of: Option<&'a Path>,
    /// The type by which kernels find it.
    found_by: &'a Path,
}

/// The name by which kernels find a method.
fn key(method: &ImplItemFn, of: Option<&Path>, owner: &Path) -> String {
    let name = method.sig.ident.to_string();
    match of {
        Some(of) => overload::key_of_impl(&name, of, owner),
        None => name,
    }
}

/// The types of an `impl` of a trait, such as `Output`.
pub(crate) fn associated(block: &ItemImpl) -> Vec<(Ident, TokenStream)> {
    let types = block.items.iter().filter_map(|item| match item {
        ImplItem::Type(ty) => Some((ty.ident.clone(), ty.ty.to_token_stream())),
        _ => None,
    });
    types.collect()
}

/// Tokens with the types themselves in place of `Self::Output` and its kin.
pub(crate) fn without_associated(tokens: TokenStream, types: &[(Ident, TokenStream)]) -> TokenStream {
    let mut left: Vec<TokenTree> = Vec::new();
    for token in tokens {
        match token {
            TokenTree::Group(group) => {
                let mut copy = Group::new(group.delimiter(), without_associated(group.stream(), types));
                copy.set_span(group.span());
                left.push(copy.into());
            }
            TokenTree::Ident(name)
                if let [.., TokenTree::Ident(own), TokenTree::Punct(_), TokenTree::Punct(second)] =
                    &left[..]
                    && own == "Self"
                    && second.as_char() == ':'
                    && let Some((_, ty)) = types.iter().find(|(known, _)| *known == name) =>
            {
                left.truncate(left.len() - 3);
                left.extend(ty.clone().into_iter().map(|mut token| {
                    token.set_span(token.span().located_at(name.span()));
                    token
                }));
            }
            other => left.push(other),
        }
    }
    left.into_iter().collect()
}

/// The path of the type; reports what is no `impl` of a type of kernels.
pub(crate) fn owner(block: &ItemImpl, errors: &mut Errors) -> Option<Path> {
    if let Some(param) = block.generics.params.first() {
        let problem = "`#[vyre::function]` sees no instances of an `impl` with parameters";
        errors.report(
            Area::of(param),
            problem,
            "put it into a `#[vyre::module]` with what uses it, or write the type",
        );
        return None;
    }
    let owner = data::path_of(&block.self_ty).cloned();
    if owner.is_none() {
        let fix = "name a struct or an enum with `#[vyre::data]`";
        errors.report(Area::of(&block.self_ty), "kernels have no methods of this type", fix);
    }
    owner
}

/// Tokens with a type in place of `Self`.
pub(crate) fn without_self(tokens: TokenStream, owner: &TokenStream) -> TokenStream {
    let replaced = tokens.into_iter().map(|token| match token {
        TokenTree::Group(group) => {
            let mut copy = Group::new(group.delimiter(), without_self(group.stream(), owner));
            copy.set_span(group.span());
            TokenTree::from(copy).into()
        }
        TokenTree::Ident(name) if name == "Self" => {
            let span = |mut token: TokenTree| {
                token.set_span(token.span().located_at(name.span()));
                token
            };
            owner.clone().into_iter().map(span).collect()
        }
        other => other.to_token_stream(),
    });
    replaced.collect()
}

/// A method as a function whose first parameter is `self`.
fn as_function(function: &ImplItemFn, owner: &Path) -> ItemFn {
    let mut sig = function.sig.clone();
    if let Some(FnArg::Receiver(receiver)) = sig.inputs.first().cloned()
        && let Some(first) = sig.inputs.first_mut()
    {
        let own = Ident::new("self", receiver.self_token.span);
        let is_mutable = takes_mut(&receiver) || receiver.mutability.is_some();
        let mutability = is_mutable.then(|| quote!(mut));
        let pat = syn::PatIdent {
            attrs: Vec::new(),
            by_ref: None,
            mutability: mutability.map(|_| Default::default()),
            ident: own,
            subpat: None,
        };
        let ty = parse_quote!(#owner);
        *first = FnArg::Typed(syn::PatType {
            attrs: Vec::new(),
            pat: Box::new(syn::Pat::Ident(pat)),
            colon_token: Default::default(),
            ty: Box::new(ty),
        });
    }
    let (attrs, vis) = (function.attrs.clone(), function.vis.clone());
    ItemFn { attrs, vis, modifiers: Default::default(), sig, block: Box::new(function.block.clone()) }
}

/// Whether a receiver is `&mut self`.
fn takes_mut(receiver: &Receiver) -> bool {
    matches!(receiver.kind, ReceiverKind::Reference(_, _, Some(_)))
}

/// What is left of a method: itself on the host, and what kernels find.
struct Method {
    surface: TokenStream,
    hidden: TokenStream,
}

impl Method {
    fn of(
        method: &ImplItemFn,
        Place { siblings, of, found_by }: &Place<'_>,
        (attribute, known): (&Attribute, &Definitions),
        errors: &mut Errors,
    ) -> Method {
        let owner = &siblings.owner;
        let function = as_function(method, owner);
        let key = key(method, *of, owner);
        let hash = name_hash(&key);
        let operator = of.filter(|_| method.sig.ident != key);
        let operator = operator.map(|of| operator_form(method, (owner, of), (found_by, &key)));
        let receiver = match method.sig.inputs.first() {
            Some(FnArg::Receiver(receiver)) => Some(receiver),
            _ => None,
        };
        let is_mutating = receiver.is_some_and(takes_mut);
        attribute::check_others(&method.attrs, attribute::Stands::Function, errors);
        if let Some(receiver) = receiver.filter(|receiver| matches!(receiver.kind, ReceiverKind::Typed(..))) {
            errors.report(
                Area::of(receiver),
                "kernels have no such receiver",
                "write `self`, `&self` or `&mut self`",
            );
            let (visibility, signature) = (&method.vis, &method.sig);
            let surface = quote!(#[allow(unused)] #visibility #signature { loop {} });
            let survivor = survivor(&function, (found_by, hash), false, &attribute.krate);
            let hidden = quote!(#survivor #operator);
            return Method { surface, hidden };
        }
        let mut own = Errors::of(function.to_token_stream());
        let is_behind = receiver.is_some_and(|receiver| matches!(receiver.kind, ReceiverKind::Reference(..)));
        let takes = (is_mutating, is_behind);
        let checked = check::check_method(&function, takes, siblings, (attribute, known.clone()), &mut own);
        let compiled = match known.are_erroneous() {
            true => None,
            false => compile(&checked, &function, attribute, &mut own),
        };
        let is_fine = own.is_empty();
        errors.absorb(own, None);
        let attributes: Vec<&syn::Attribute> = attribute::kept(&method.attrs).collect();
        let (visibility, signature) = (&method.vis, &method.sig);
        let Some(compiled) = compiled.filter(|_| is_fine) else {
            let survivor = survivor(&function, (found_by, hash), is_mutating, &attribute.krate);
            let hidden = quote!(#survivor #operator);
            let surface = quote!(#(#attributes)* #[allow(unused)] #visibility #signature { loop {} });
            return Method { surface, hidden };
        };
        let krate = &attribute.krate;
        let name = &method.sig.ident;
        let text = format!("{}::{name}", owner.to_token_stream().to_string().replace(' ', ""));
        let found_as = format_ident!("__vyre_{name}", span = Span::mixed_site());
        let apply = receiver.map(|_| apply(&checked, &method.sig.output, is_mutating, krate));
        let itself = quote!(#found_as);
        let attributes_of = &method.attrs;
        let found =
            Found { itself, text, name, attributes: attributes_of, instance: None, apply, operation: None };
        let hidden = item_of(&found, &checked, &compiled, krate);
        let mirror = mirror::method((method, &key), (owner, of.is_some()), &checked, known, krate);
        let private = quote!(#krate::__private);
        let hidden = quote! {
            const _: () = {
                #[allow(non_camel_case_types, missing_debug_implementations, missing_copy_implementations, unreachable_pub)]
                pub struct #found_as {}
                #[automatically_derived]
                impl #private::Method<#hash> for #found_by {
                    type Function = #found_as;
                    const MUTATES: ::core::primitive::bool = #is_mutating;
                }
                #hidden
            };

            #mirror
        };
        let inline =
            method.attrs.iter().filter(|it| it.path().is_ident("inline") || it.path().is_ident("cold"));
        let call = call(method, receiver, (owner, found_by, hash), &private);
        let hidden = quote!(#hidden #operator);
        let surface = quote! {
            #(#attributes)*
            #(#inline)*
            #[allow(clippy::all, clippy::pedantic, clippy::nursery, clippy::restriction)]
            #call
        };
        Method { surface, hidden }
    }
}

/// The method of an operator under the name by which kernels find it, for their form on the host.
fn operator_form(
    method: &ImplItemFn,
    (owner, of): (&Path, &Path),
    (found_by, key): (&Path, &str),
) -> TokenStream {
    let (name, output) = (&method.sig.ident, &method.sig.output);
    let key = Ident::new(key, name.span());
    let mut names = Vec::new();
    let mut params = Vec::new();
    for (at, input) in method.sig.inputs.iter().enumerate() {
        let given = format_ident!("argument_{at}");
        match input {
            FnArg::Receiver(receiver) if takes_mut(receiver) => {
                names.push(quote!(self));
                params.push(quote!(&mut self));
            }
            FnArg::Receiver(receiver) => {
                let is_behind = matches!(receiver.kind, ReceiverKind::Reference(..));
                names.push(if is_behind { quote!(&#given) } else { quote!(#given) });
                params.push(quote!(#given: #owner));
            }
            FnArg::Typed(input) => {
                let ty = &input.ty;
                names.push(quote!(#given));
                params.push(quote!(#given: #ty));
            }
        }
    }
    quote! {
        #[allow(dead_code, non_snake_case, unreachable_pub, clippy::all, clippy::pedantic, clippy::nursery, clippy::restriction)]
        impl #found_by {
            #[doc(hidden)]
            pub fn #key(#(#params),*) #output {
                <#owner as #of>::#name(#(#names),*)
            }
        }
    }
}

/// A method of the host's, whose parameters have the user's names.
fn call(
    method: &ImplItemFn,
    receiver: Option<&Receiver>,
    (owner, found_by, hash): (&Path, &Path, u64),
    private: &TokenStream,
) -> TokenStream {
    let mut signature = method.sig.clone();
    let mut names = Vec::new();
    for (at, input) in signature.inputs.iter_mut().enumerate() {
        let FnArg::Typed(input) = input else { continue };
        let name = match &*input.pat {
            syn::Pat::Ident(pat) => pat.ident.clone(),
            _ => format_ident!("argument_{at}", span = Span::mixed_site()),
        };
        *input.pat = parse_quote!(#name);
        // What it refers to is a value.
        names.push(match &*input.ty {
            syn::Type::Reference(_) => quote!(*#name),
            ty if signature::is_sized(ty) => quote!(#private::host::in_kernels(#name)),
            _ => quote!(#name),
        });
    }
    let found = quote!(<<#found_by as #private::Method<#hash>>::Function>);
    let visibility = &method.vis;
    let body = match receiver {
        None => quote!(#found::__call(#(#names),*)),
        Some(receiver) if takes_mut(receiver) => quote!(#found::__apply(self, #(#names),*)),
        Some(receiver) => {
            let own =
                if let ReceiverKind::Reference(..) = receiver.kind { quote!(*self) } else { quote!(self) };
            quote!({
                let mut own: #owner = #own;
                #found::__apply(&mut own, #(#names),*)
            })
        }
    };
    let body = match signature::is_sized(&signature.output) {
        true => quote!(#private::host::on_host(#body)),
        false => body,
    };
    if let (Some(FnArg::Receiver(receiver)), false) =
        (signature.inputs.first_mut(), receiver.is_some_and(takes_mut))
    {
        receiver.mutability = None;
    }
    quote!(#visibility #signature { #body })
}

/// What calls a method on a place of the host's, whichever receiver it has.
fn apply(checked: &Kernel, output: &ReturnType, is_mutating: bool, krate: &TokenStream) -> TokenStream {
    let host = crate::emit::Host { kernel: checked, krate };
    let Some(root) = checked.functions.first() else { return TokenStream::new() };
    let mut params = root.params.iter().map(|param| (host.param(*param), host.ty(checked.locals[*param].ty)));
    let Some((_, own)) = params.next() else { return TokenStream::new() };
    let (names, types): (Vec<Ident>, Vec<TokenStream>) = params.unzip();
    let is_unit = matches!(output, ReturnType::Default);
    let output = signature::in_kernels(quote!(#output));
    let body = match (is_mutating, is_unit) {
        (false, _) => quote!(Self::__call(*__vyre_own, #(#names),*)),
        (true, true) => quote!(*__vyre_own = Self::__call(*__vyre_own, #(#names),*)),
        (true, false) => quote!({
            let (own, result) = Self::__call(*__vyre_own, #(#names),*);
            *__vyre_own = own;
            result
        }),
    };
    debug_assert!(checked.types.resolve(root.result) != Ty::Unit, "a function gives something");
    quote! {
        #[doc(hidden)]
        #[allow(clippy::all, clippy::pedantic, clippy::nursery, clippy::restriction)]
        pub fn __apply(__vyre_own: &mut #own, #(#names: #types),*) #output { #body }
    }
}

/// What kernels find of an erroneous method, so that its callers show no errors of their own.
fn survivor(
    function: &ItemFn,
    (owner, hash): (&Path, u64),
    is_mutating: bool,
    krate: &TokenStream,
) -> TokenStream {
    let private = quote!(#krate::__private);
    let output = &function.sig.output;
    let output = signature::in_kernels(quote!(#output));
    let types = function.sig.inputs.iter().filter_map(|input| match input {
        FnArg::Typed(input) => Some(signature::in_kernels(input.ty.to_token_stream())),
        FnArg::Receiver(_) => None,
    });
    let types: Vec<TokenStream> = types.collect();
    let names: Vec<Ident> = (0..types.len()).map(|at| format_ident!("argument_{at}")).collect();
    let rest = types.iter().skip(1).zip(names.iter().skip(1)).map(|(ty, name)| quote!(#name: #ty));
    let own = types.first().map(|ty| quote!(own: &mut #ty, #(#rest),*));
    let apply = own.map(|params| quote!(pub fn __apply(#params) #output { loop {} }));
    quote! {
        #[allow(unused, clippy::all)]
        const _: () = {
            #[allow(non_camel_case_types, unreachable_pub)]
            pub struct __Vyre {}
            impl #private::Method<#hash> for #owner {
                type Function = __Vyre;
                const MUTATES: ::core::primitive::bool = #is_mutating;
            }
            impl __Vyre {
                pub fn __call(#(#names: #types),*) #output { loop {} }
                #apply
                pub fn __function() -> &'static #private::Function { loop {} }
                pub const fn __measure(_measure: &mut #private::Measure) {}
            }
        };
    }
}
