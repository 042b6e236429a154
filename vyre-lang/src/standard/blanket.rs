//! A trait of the text's for all iterators, `impl<I: Iterator> Extended for I`: its methods are functions over iterators, which stand in the place of their
//! calls. A method of such a trait whose name nothing else in the text has is called as that function.

use crate::expand::without_self;
use crate::functional;
use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::{ToTokens, format_ident, quote};
use std::collections::{HashMap, HashSet};
use syn::visit::Visit;
use syn::visit_mut::{self, VisitMut};
use syn::{Expr, FnArg, Item, ItemFn, ItemImpl, ItemTrait, Type, parse_quote};

/// Writes the methods of such traits, and their calls.
pub(super) fn write(file: &mut syn::File) {
    let mut found = Found::default();
    found.visit_file(file);
    let mut names = HashMap::new();
    functions(&mut file.items, &[], &found, &mut names);
    if !names.is_empty() {
        Calls(names).visit_file_mut(file);
    }
}

/// The traits of a text, and how many methods have a name.
#[derive(Default)]
struct Found {
    traits: HashMap<String, ItemTrait>,
    /// The names of methods of other `impl`s and traits.
    others: HashSet<String>,
    /// The traits for which there is such an `impl`.
    blanket: HashSet<String>,
}

/// The parameter that is the iterator.
fn iterator_of(block: &ItemImpl) -> Option<(Ident, String)> {
    let (of, _) = block.trait_.as_ref()?;
    let Type::Path(own) = &*block.self_ty else { return None };
    let param = own.path.get_ident()?;
    let is_iterator = functional::iterator_params(&block.generics).iter().any(|name| name == param);
    let name = of.segments.last()?.ident.to_string();
    is_iterator.then(|| (param.clone(), name))
}

impl<'ast> Visit<'ast> for Found {
    fn visit_item_trait(&mut self, it: &'ast ItemTrait) {
        self.traits.insert(it.ident.to_string(), it.clone());
    }

    fn visit_item_impl(&mut self, it: &'ast ItemImpl) {
        match iterator_of(it) {
            Some((_, name)) => drop(self.blanket.insert(name)),
            None => self.others.extend(it.items.iter().filter_map(|item| match item {
                syn::ImplItem::Fn(method) => Some(method.sig.ident.to_string()),
                _ => None,
            })),
        }
    }
}

/// Writes the `impl`s among some items as functions beside them.
fn functions(items: &mut Vec<Item>, path: &[Ident], found: &Found, names: &mut HashMap<String, TokenStream>) {
    let mut made = Vec::new();
    items.retain(|item| {
        let Item::Impl(block) = item else { return true };
        let Some((param, name)) = iterator_of(block) else { return true };
        let Some(of) = found.traits.get(&name) else { return true };
        let Some(own) = methods(block, of, &param) else { return true };
        if own.iter().any(|(method, _)| found.others.contains(&method.to_string())) {
            return true;
        }
        for (method, function) in own {
            let ident = &function.sig.ident;
            names.insert(method.to_string(), quote!(crate::#(#path::)*#ident));
            made.push(Item::Fn(function));
        }
        false
    });
    items.retain(|item| {
        !matches!(item, Item::Trait(it) if found.blanket.contains(&it.ident.to_string())) || made.is_empty()
    });
    items.extend(made);
    for item in items {
        if let Item::Mod(syn::ItemMod { ident, content: Some((_, items)), .. }) = item {
            let path: Vec<Ident> = path.iter().cloned().chain([ident.clone()]).collect();
            functions(items, &path, found, names);
        }
    }
}

/// The methods of an `impl`, those that the trait defines too, as functions; nothing if one is no method of an iterator that it takes.
fn methods(block: &ItemImpl, of: &ItemTrait, param: &Ident) -> Option<Vec<(Ident, ItemFn)>> {
    let written = block.items.iter().map(|item| match item {
        syn::ImplItem::Fn(method) => Some((method.sig.clone(), method.block.clone())),
        _ => None,
    });
    let mut all: Vec<(syn::Signature, syn::Block)> = written.collect::<Option<_>>()?;
    for item in &of.items {
        let syn::TraitItem::Fn(method) = item else { return None };
        let is_written = all.iter().any(|(own, _)| own.ident == method.sig.ident);
        if let (false, Some(block)) = (is_written, &method.default) {
            all.push((method.sig.clone(), block.clone()));
        }
    }
    let function = |(signature, body): (syn::Signature, syn::Block)| -> Option<(Ident, ItemFn)> {
        let name = signature.ident.clone();
        let Some(FnArg::Receiver(receiver)) = signature.inputs.first() else { return None };
        if !matches!(receiver.kind, syn::ReceiverKind::Value) {
            return None;
        }
        let mutability = receiver.mutability;
        let own = without_self(signature.to_token_stream(), &param.to_token_stream());
        let body = of_iterator(body.to_token_stream(), param);
        let mut signature: syn::Signature = syn::parse2(own).ok()?;
        let body: syn::Block = syn::parse2(body).ok()?;
        signature.ident = format_ident!("__vyre_{}_of_iterators", name, span = name.span());
        if let Some(first) = signature.inputs.first_mut() {
            *first = parse_quote!(#mutability __vyre_self: #param);
        }
        let mut generics = block.generics.clone();
        generics.params.extend(signature.generics.params.clone());
        if let Some(of_method) = &signature.generics.where_clause {
            let of_method =
                of_method.predicates.iter().filter(|it| !it.to_token_stream().to_string().contains("Sized"));
            generics.make_where_clause().predicates.extend(of_method.cloned());
        }
        signature.generics = generics;
        Some((name, parse_quote!(pub(crate) #signature #body)))
    };
    all.into_iter().map(function).collect()
}

/// Tokens of a method with the parameter in the place of `Self`, and the function's first parameter in that of `self`.
fn of_iterator(tokens: TokenStream, param: &Ident) -> TokenStream {
    fn without_receiver(tokens: TokenStream) -> TokenStream {
        let replaced = tokens.into_iter().map(|token| match token {
            TokenTree::Group(group) => {
                let mut copy = proc_macro2::Group::new(group.delimiter(), without_receiver(group.stream()));
                copy.set_span(group.span());
                TokenTree::Group(copy)
            }
            TokenTree::Ident(name) if name == "self" => {
                TokenTree::Ident(Ident::new("__vyre_self", name.span()))
            }
            other => other,
        });
        replaced.collect()
    }
    without_receiver(without_self(tokens, &param.to_token_stream()))
}

/// The calls of such methods.
struct Calls(HashMap<String, TokenStream>);

impl VisitMut for Calls {
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        visit_mut::visit_expr_mut(self, expr);
        if let Expr::MethodCall(call) = expr
            && let Some(function) = self.0.get(&call.method.to_string())
        {
            let (receiver, args) = (&call.receiver, &call.args);
            let turbofish = call.turbofish.as_ref().map(|it| &it.args).map(|args| quote!(::<_, #args>));
            *expr = syn::parse_quote_spanned!(call.method.span()=> #function #turbofish (#receiver, #args));
        }
    }
}
