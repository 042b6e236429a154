//! Functions of `vyre::ops` and `vyre::algorithms` that are written in the language itself: those that take slices, which no row of the IR's library can. The crate `vyre` has them as if
//! an author had written them under `#[vyre::function]`, and a module's text gets those that it names.

use proc_macro2::{Group, Span, TokenStream, TokenTree};
use std::collections::HashSet;
use syn::visit::Visit;
use syn::{Item, ItemFn};

/// The texts, each with the family whose functions it holds.
pub(crate) const TEXTS: &[(&str, &str)] = &[
    ("hash", include_str!("library/hash.rs")),
    ("text", include_str!("library/text.rs")),
    (SEARCH, include_str!("library/search.rs")),
];

/// The family whose functions users name as those of `vyre::algorithms`.
const SEARCH: &str = "search";

/// The families that have such functions.
pub(crate) fn families() -> impl Iterator<Item = &'static str> {
    TEXTS.iter().map(|(family, _)| *family)
}

/// Whether a family has a function of a name that is written in the language.
pub(crate) fn has(family: &str, name: &str) -> bool {
    let declares = |text: &str| {
        text.match_indices("pub fn ").any(|(at, keyword)| {
            let rest = &text[at + keyword.len()..];
            rest.strip_prefix(name).is_some_and(|rest| rest.starts_with(['(', '<']))
        })
    };
    TEXTS.iter().any(|(known, text)| *known == family && declares(text))
}

/// The path of the module in which users find a family.
pub(crate) fn module(family: &str) -> String {
    match family {
        SEARCH => "vyre::algorithms".to_string(),
        family => format!("vyre::ops::{family}"),
    }
}

/// The family and the name of such a function, if a path names one, such as `vyre::ops::hash::crc32`.
pub(crate) fn at_path(names: &[String]) -> Option<(&str, &str)> {
    let (family, name) = match names {
        [.., algorithms, name] if algorithms == "algorithms" => (SEARCH, name),
        [.., ops, family, name] if ops == "ops" => (&family[..], name),
        _ => return None,
    };
    has(family, name).then_some((family, name))
}

/// Whether a path names such a function.
pub(crate) fn has_path(names: &[String]) -> bool {
    at_path(names).is_some()
}

/// The functions of a family. Their tokens have no places.
pub(crate) fn functions(family: &str) -> Vec<ItemFn> {
    let text = TEXTS.iter().find(|(known, _)| *known == family).map_or("", |(_, text)| text);
    let tokens = text.parse().map(without_places).unwrap_or_default();
    let items = syn::parse2::<syn::File>(tokens).map(|file| file.items).unwrap_or_default();
    let function = |item| match item {
        Item::Fn(function) => Some(function),
        _ => None,
    };
    items.into_iter().filter_map(function).collect()
}

fn without_places(tokens: TokenStream) -> TokenStream {
    let without = |mut token: TokenTree| {
        if let TokenTree::Group(group) = &token {
            token = Group::new(group.delimiter(), without_places(group.stream())).into();
        }
        token.set_span(Span::call_site());
        token
    };
    tokens.into_iter().map(without).collect()
}

/// The functions of a family that these need, themselves included.
pub(crate) fn needed(family: &str, names: &HashSet<String>) -> Vec<ItemFn> {
    struct Calls<'a>(&'a mut Vec<String>);
    impl<'ast> Visit<'ast> for Calls<'_> {
        fn visit_path(&mut self, path: &'ast syn::Path) {
            self.0.extend(path.get_ident().map(ToString::to_string));
            syn::visit::visit_path(self, path);
        }
    }
    let functions = functions(family);
    let (mut open, mut needed): (Vec<String>, HashSet<String>) =
        (names.iter().cloned().collect(), HashSet::new());
    while let Some(name) = open.pop() {
        let found = functions.iter().find(|function| function.sig.ident == name);
        if let Some(function) = found.filter(|_| needed.insert(name)) {
            Calls(&mut open).visit_block(&function.block);
        }
    }
    functions.into_iter().filter(|function| needed.contains(&function.sig.ident.to_string())).collect()
}

#[cfg(test)]
mod tests {
    use super::{TEXTS, families, functions, has, needed};

    #[test]
    fn texts_are_functions_alone() {
        for (family, text) in TEXTS {
            let items = syn::parse_str::<syn::File>(text).unwrap().items.len();
            assert_eq!(functions(family).len(), items);
            assert!(functions(family).iter().all(|function| has(family, &function.sig.ident.to_string())));
        }
        assert!(!has("hash", "crc") && !has("math", "crc32") && families().count() == TEXTS.len());
    }

    #[test]
    fn a_function_brings_those_that_it_calls() {
        let names = |name: &str| -> Vec<String> {
            let needed = needed("hash", &[name.to_string()].into());
            needed.iter().map(|function| function.sig.ident.to_string()).collect()
        };
        assert_eq!(names("crc32"), ["crc32", "crc32_steps"]);
        assert_eq!(names("siphash13"), ["siphash13", "sip_round", "siphash13_steps", "siphash13_end"]);
        assert!(names("crc").is_empty());
    }
}
