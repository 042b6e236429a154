//! Traits and enums of a text that have the names of std's, such as a trait `Add` or an enum `Option`. Kernels know those of std by their names alone, so the
//! text's own get other names before anything else looks at them.

use crate::as_rustc;
use crate::syntax::plain;
use proc_macro2::{Group, Ident, TokenStream, TokenTree};
use quote::ToTokens;
use std::collections::HashSet;
use syn::visit::{self, Visit};

/// What stands behind the names. Nobody writes it, and messages leave it out. rustc sees it in what kernels need of a module: so it is plain, and in camel case.
pub(crate) const MARK: &str = "NamesakeOfStd";

/// The same items, with other names where std has these. Names that stay are those that the text imports from std, too, and those of variants, which are
/// printed.
pub(super) fn set_apart(file: syn::File) -> syn::File {
    let mut found = Found::default();
    found.visit_file(&file);
    found.own.retain(|name| !found.others.contains(name));
    if found.own.is_empty() {
        return file;
    }
    let tokens = file.to_token_stream();
    let seen = seen_in(tokens.clone(), &found.own);
    let renamed = renamed(tokens, &Names { own: &found.own, seen });
    syn::parse2(renamed).unwrap_or(file)
}

/// The names that are changed, and those of them that can be seen in a module without a path.
struct Names<'n> {
    own: &'n HashSet<String>,
    seen: HashSet<String>,
}

/// The names that a module declares or brings, without the modules in it.
fn seen_in(tokens: TokenStream, own: &HashSet<String>) -> HashSet<String> {
    let (mut seen, mut open) = (HashSet::new(), vec![tokens]);
    while let Some(tokens) = open.pop() {
        let tokens: Vec<TokenTree> = tokens.into_iter().collect();
        let is_word = |at: Option<usize>, words: &[&str]| matches!(at.and_then(|at| tokens.get(at)), Some(TokenTree::Ident(it)) if words.iter().any(|word| it == word));
        for (at, token) in tokens.iter().enumerate() {
            match token {
                TokenTree::Ident(name) if is_word(at.checked_sub(1), &["trait", "enum"]) => {
                    seen.extend(Some(name.to_string()).filter(|name| own.contains(name)));
                }
                TokenTree::Ident(word) if word == "use" && !is_word(Some(at + 1), &STD) => {
                    let end = tokens[at..]
                        .iter()
                        .position(|it| matches!(it, TokenTree::Punct(it) if it.as_char() == ';'));
                    let brought: TokenStream = tokens[at..at + end.unwrap_or(0)].iter().cloned().collect();
                    let is_all = brought.to_string().contains('*');
                    let words = crate::syntax::words(brought);
                    seen.extend(own.iter().filter(|name| is_all || words.contains(*name)).cloned());
                }
                TokenTree::Group(group) if !is_word(at.checked_sub(2), &["mod"]) => open.push(group.stream()),
                _ => {}
            }
        }
    }
    seen
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

const STD: [&str; 2] = ["std", "core"];

fn is_std(name: &Ident) -> bool {
    STD.iter().any(|krate| name == krate)
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

fn renamed(tokens: TokenStream, names: &Names<'_>) -> TokenStream {
    let mut tokens = tokens.into_iter().peekable();
    let mut made: Vec<TokenTree> = Vec::new();
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
            TokenTree::Ident(name) if names.own.contains(&name.to_string()) => {
                let is_behind_path = matches!(&made[..], [.., TokenTree::Punct(first), TokenTree::Punct(second)] if first.as_char() == ':' && second.as_char() == ':');
                made.push(TokenTree::Ident(match is_behind_path || names.seen.contains(&name.to_string()) {
                    true => Ident::new(&format!("{name}{MARK}"), name.span()),
                    false => name,
                }));
            }
            TokenTree::Group(group) => {
                let is_module =
                    matches!(&made[..], [.., TokenTree::Ident(word), TokenTree::Ident(_)] if word == "mod");
                let stream = group.stream();
                let inner = match is_module {
                    true => {
                        let seen = seen_in(stream.clone(), names.own);
                        renamed(stream, &Names { own: names.own, seen })
                    }
                    false => renamed(stream, names),
                };
                let mut copy = Group::new(group.delimiter(), inner);
                copy.set_span(group.span());
                made.push(TokenTree::Group(copy));
            }
            other => made.push(other),
        }
    }
    made.into_iter().collect()
}
