//! Traits and enums of a text that have the names of std's, such as a trait `Add` or an enum `Option`. Kernels know those of std by their names alone, so the
//! text's own get other names before anything else looks at them.

use crate::as_rustc;
use crate::syntax::plain;
use proc_macro2::{Group, Ident, TokenStream, TokenTree};
use quote::ToTokens;
use std::collections::HashSet;
use syn::visit::{self, Visit};

/// What stands behind the names. Nobody writes it, and messages leave it out.
pub(crate) const MARK: char = 'ʹ';

/// The same items, with other names where std has these. Names that stay are those that the text imports from std, too, and those of variants, which are
/// printed.
pub(super) fn set_apart(file: syn::File) -> syn::File {
    let mut found = Found::default();
    found.visit_file(&file);
    found.own.retain(|name| !found.others.contains(name));
    if found.own.is_empty() {
        return file;
    }
    let renamed = renamed(file.to_token_stream(), &found.own);
    syn::parse2(renamed).unwrap_or(file)
}

#[derive(Default)]
struct Found {
    own: HashSet<String>,
    others: HashSet<String>,
}

impl<'ast> Visit<'ast> for Found {
    fn visit_item_trait(&mut self, it: &'ast syn::ItemTrait) {
        let name = plain(&it.ident);
        if as_rustc::is_trait_of_std(&name) {
            self.own.insert(name);
        }
        visit::visit_item_trait(self, it);
    }
    fn visit_item_enum(&mut self, it: &'ast syn::ItemEnum) {
        if it.ident == "Option" || it.ident == "Result" {
            self.own.insert(plain(&it.ident));
        }
        visit::visit_item_enum(self, it);
    }
    fn visit_variant(&mut self, it: &'ast syn::Variant) {
        self.others.insert(plain(&it.ident));
        visit::visit_variant(self, it);
    }
    fn visit_item_use(&mut self, it: &'ast syn::ItemUse) {
        if let syn::UseTree::Path(path) = &it.tree
            && is_std(&path.ident)
        {
            imported(&path.tree, &mut self.others);
        }
    }
}

fn is_std(name: &Ident) -> bool {
    name == "std" || name == "core"
}

/// The names that a `use` brings under these names.
fn imported(tree: &syn::UseTree, names: &mut HashSet<String>) {
    match tree {
        syn::UseTree::Path(it) => imported(&it.tree, names),
        syn::UseTree::Name(it) => drop(names.insert(plain(&it.ident))),
        syn::UseTree::Group(it) => it.items.iter().for_each(|tree| imported(tree, names)),
        syn::UseTree::Rename(_) | syn::UseTree::Glob(_) => {}
    }
}

fn renamed(tokens: TokenStream, own: &HashSet<String>) -> TokenStream {
    let mut tokens = tokens.into_iter().peekable();
    let mut made = Vec::new();
    while let Some(token) = tokens.next() {
        match token {
            // A path from std stays, and what is derived is std's.
            TokenTree::Ident(name) if is_std(&name) || name == "derive" => {
                // Behind `::` stands a name or a list of them, and behind `derive` a list.
                let mut may_follow = name == "derive";
                made.push(TokenTree::Ident(name));
                while let Some(next) = tokens.next_if(|token| match token {
                    TokenTree::Punct(it) => it.as_char() == ':',
                    TokenTree::Ident(_) | TokenTree::Group(_) => may_follow,
                    TokenTree::Literal(_) => false,
                }) {
                    may_follow = matches!(next, TokenTree::Punct(_));
                    made.push(next);
                }
            }
            TokenTree::Ident(name) if own.contains(&name.to_string()) => {
                made.push(TokenTree::Ident(Ident::new(&format!("{name}{MARK}"), name.span())));
            }
            TokenTree::Group(group) => {
                let mut copy = Group::new(group.delimiter(), renamed(group.stream(), own));
                copy.set_span(group.span());
                made.push(TokenTree::Group(copy));
            }
            other => made.push(other),
        }
    }
    made.into_iter().collect()
}
