//! `type` items: another name for a type, which stands in the place of its name everywhere.

use super::names::{Found, Resolver, Target, path_at};
use crate::diagnostics::{Area, Errors};
use crate::syntax::plain;
use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use std::collections::HashSet;
use syn::{ItemType, PathArguments, Type};

/// The most tokens of a type that a name stands for: types of types could double each time.
const MAX_TOKENS: usize = 1 << 12;

/// The types that the names stand for, with their own names settled. One that has a mistake is missing.
#[derive(Default)]
pub(super) struct Aliases {
    types: Vec<Option<Type>>,
}

impl Aliases {
    /// The type, or what a path names in it.
    pub(super) fn tokens(&self, at: usize, rest: &[Ident]) -> Option<TokenStream> {
        let ty = self.types.get(at)?.as_ref()?;
        Some(match (ty, rest.is_empty()) {
            (Type::Path(path), _) if path.qself.is_none() => quote!(#path #(::#rest)*),
            (ty, true) => ty.to_token_stream(),
            (ty, false) => quote!(<#ty>#(::#rest)*),
        })
    }
}

impl Resolver {
    /// Settles the types of all `type` items, those first that the others name; reports circles.
    pub(super) fn follow_aliases(&mut self, items: &[(usize, ItemType)], errors: &mut Errors) {
        let named: Vec<HashSet<usize>> =
            items.iter().map(|(module, item)| self.aliases_in(item.ty.to_token_stream(), *module)).collect();
        self.aliases.types = items.iter().map(|_| None).collect();
        let mut open: Vec<usize> = (0..items.len()).collect();
        loop {
            let waits = |at: &usize| named[*at].iter().any(|other| open.contains(other));
            let (later, now): (Vec<usize>, Vec<usize>) = open.iter().partition(|at| waits(at));
            if now.is_empty() {
                break;
            }
            open = later;
            for at in now {
                let (module, item) = &items[at];
                self.aliases.types[at] = self.settled_alias(*module, item, errors);
            }
        }
        // The others of the circle are names for it.
        if let Some(at) = open.first().copied() {
            let name = &items[at].1.ident;
            let problem = format!("`{name}` is a name for itself");
            errors.report(Area::of(name), problem, "write the type itself");
        }
    }

    fn settled_alias(&self, module: usize, item: &ItemType, errors: &mut Errors) -> Option<Type> {
        let tokens = self.flattened(item.ty.to_token_stream(), module, &HashSet::new(), errors);
        if count(tokens.clone()) > MAX_TOKENS {
            let problem = format!("`{}` is a name for a type that is too long", item.ident);
            errors.report(Area::of(&item.ident), problem, "make parts of it structs");
            return None;
        }
        let mut ty: Type = syn::parse2(tokens).ok()?;
        if let Type::Path(path) = &mut ty {
            // `Name::<T>` is the same in types, and an expression needs it.
            for segment in &mut path.path.segments {
                if let PathArguments::AngleBracketed(arguments) = &mut segment.arguments {
                    arguments.colon2_token.get_or_insert_default();
                }
            }
        }
        Some(ty)
    }

    /// The `type` items that a type names.
    fn aliases_in(&self, tokens: TokenStream, module: usize) -> HashSet<usize> {
        let (mut found, mut open) = (HashSet::new(), vec![tokens]);
        while let Some(tokens) = open.pop() {
            let trees: Vec<TokenTree> = tokens.into_iter().collect();
            let mut at = 0;
            while at < trees.len() {
                match &trees[at] {
                    TokenTree::Group(group) => open.push(group.stream()),
                    TokenTree::Ident(_) => {
                        let path = path_at(&trees, at);
                        let names: Vec<String> = path.names.iter().map(plain).collect();
                        if let Found::Target(Target::Alias(alias), _) = self.find(module, &names, true) {
                            found.insert(alias);
                        }
                        at = path.end;
                        continue;
                    }
                    TokenTree::Punct(_) | TokenTree::Literal(_) => {}
                }
                at += 1;
            }
        }
        found
    }
}

/// The number of tokens.
pub(super) fn count(tokens: TokenStream) -> usize {
    let (mut number, mut open) = (0, vec![tokens]);
    while let Some(tokens) = open.pop() {
        for token in tokens {
            number += 1;
            if let TokenTree::Group(group) = token {
                open.push(group.stream());
            }
        }
    }
    number
}
