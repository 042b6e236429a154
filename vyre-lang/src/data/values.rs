//! The constants that can be named at a place of a file, as its text declares them, for the evaluator of constants.
//!
//! rustc knows what a name means and holds its own value against the one that is found here.

use super::hints::{Declared, owned, words};
use crate::constants::Constants;
use proc_macro2::{Group, Ident, TokenStream, TokenTree};
use quote::quote;
use std::collections::HashSet;

/// How long the text of a constant may be: a longer one is a table, most likely, which takes long to read.
const MAX_TEXT: usize = 1 << 14;

/// The constants and the `const fn`s that can be named at a byte of a text.
pub(super) fn at(text: &str, declared: &[Declared], at: usize) -> Constants {
    let words = words(text);
    let mut constants = Constants::default();
    let mut add = |it: &Declared, name: String| {
        if declared.iter().any(|other| !std::ptr::eq(it, other) && is_either(it, other)) {
            return;
        }
        let Some(tokens) = written(text, &words, it).and_then(|text| text.parse().ok()) else { return };
        let tokens = match &it.owner {
            Some((owner, _)) => {
                // The head `impl<T> S<T>` ends in `>`. No path leads to such a constant without the type's parameters.
                let Ok(owner) = syn::parse_str::<Ident>(owner) else { return };
                let beside =
                    declared.iter().filter(|other| other.owner == it.owner && other.block == it.block);
                of_owner(tokens, &owner, &beside.map(|other| other.name.as_str()).collect())
            }
            None => tokens,
        };
        if it.is_function {
            syn::parse2(tokens).into_iter().for_each(|item| constants.add_function(name.clone(), item));
        } else {
            syn::parse2(tokens).into_iter().for_each(|item| constants.add(name.clone(), item));
        }
    };
    let (here, brought): (Vec<&Declared>, Vec<_>) = declared.iter().partition(|it| it.from.is_none());
    for it in &here {
        if let Some((owner, _)) = &it.owner {
            add(it, owned(owner, &it.name));
        }
    }
    let is_of_type = |it: &Declared| matches!(it.owner, Some((_, true)));
    let mut visible: Vec<&Declared> =
        here.iter().copied().chain(brought).filter(|it| it.block.contains(&at) && !is_of_type(it)).collect();
    // The outer blocks come first, and what is brought with everything else of a module before what has a name.
    visible.sort_by_key(|it| (it.name != "*", std::cmp::Reverse(it.block.len())));
    for it in visible {
        let Some(from) = &it.from else {
            add(it, it.name.clone());
            continue;
        };
        for source in &here {
            let key = source.owner.as_ref().map(|(owner, _)| owned(owner, &source.name));
            match from.strip_suffix('*') {
                Some(owner) if key.as_ref().is_some_and(|key| key.starts_with(owner)) => {
                    add(source, source.name.clone());
                }
                None if key.as_ref() == Some(from) => add(source, it.name.clone()),
                _ => {}
            }
        }
    }
    constants
}

/// Whether two items share a name, so that the text does not tell which of them it means: conditions choose one, or their modules have the
/// same name.
fn is_either(it: &Declared, other: &Declared) -> bool {
    let is_beside = it.block == other.block || it.owner.is_some() && it.owner == other.owner;
    it.name == other.name && is_beside
}

/// The text of a `const` item or of a `const fn`; nothing of other functions.
fn written<'t>(text: &'t str, words: &[(usize, &str)], it: &Declared) -> Option<&'t str> {
    let first = if it.is_function { it.word.checked_sub(1)? } else { it.word };
    let (start, _) = words.get(first).filter(|(_, word)| *word == "const")?;
    let mut depth = 0;
    let end = words[it.word..].iter().find(|(_, word)| {
        depth += i32::from(matches!(*word, "{" | "[" | "(")) - i32::from(matches!(*word, "}" | "]" | ")"));
        depth == 0 && *word == if it.is_function { "}" } else { ";" }
    })?;
    text.get(*start..=end.0).filter(|text| text.len() <= MAX_TEXT)
}

/// The tokens of an item of a module or a type, in which the names beside it are known by that of their owner.
fn of_owner(tokens: TokenStream, owner: &Ident, beside: &HashSet<&str>) -> TokenStream {
    let (mut before, mut is_declared) = ([' '; 2], false);
    let named = tokens.into_iter().flat_map(|token| {
        let is_member = before == [':', ':'] || before[1] == '.' && before[0] != '.';
        let keeps = is_member || is_declared;
        let mark = match &token {
            TokenTree::Punct(mark) => mark.as_char(),
            _ => ' ',
        };
        before = [before[1], mark];
        is_declared = matches!(&token, TokenTree::Ident(name) if name == "const" || name == "fn");
        let named_at = |name: &Ident| {
            let mut owner = owner.clone();
            owner.set_span(name.span());
            owner
        };
        match token {
            TokenTree::Group(group) => {
                vec![Group::new(group.delimiter(), of_owner(group.stream(), owner, beside)).into()]
            }
            TokenTree::Ident(name) if name == "Self" => vec![named_at(&name).into()],
            TokenTree::Ident(name) if !keeps && beside.contains(name.to_string().as_str()) => {
                let owner = named_at(&name);
                quote!(#owner::#name).into_iter().collect()
            }
            other => vec![other],
        }
    });
    named.collect()
}

#[cfg(test)]
mod tests {
    use crate::data::Hints;
    use crate::data::hints::tests::hints_of;

    const TEXT: &str = "const N: usize = 3; const fn twice(n: usize) -> usize { n * 2 }
mod a { const N: usize = 10; pub const M: usize = N + twice(1); pub const fn twice(n: usize) -> usize { n + N } }
impl S { const WIDTH: usize = 4; const ALL: usize = Self::WIDTH * super::N; }
const IS_WIDE: bool = N > 2; const BACK: i32 = -5; const TABLE: [u8; 3] = [1, 2, 3];
#[cfg(a)] const EITHER: u32 = 1; #[cfg(not(a))] const EITHER: u32 = 2;
mod b { pub mod d { pub const DEEP: u32 = 7; } } mod c { pub mod d { pub const DEEP: u32 = 8; } }
use a::M as SHORT;
fn below() {}";

    fn value(hints: &Hints, text: &str) -> Option<i128> {
        hints.bits_of(&syn::parse_str(text).unwrap(), &[]).map(u128::cast_signed)
    }

    #[test]
    fn constants_have_the_values_of_where_they_stand() {
        let below = hints_of(TEXT, "fn below");
        for (text, expected) in [
            ("N * 2 + 1", 7),
            ("twice(N)", 6),
            // 10 + (1 + 10).
            ("a::M", 21),
            ("SHORT", 21),
            ("a::twice(1)", 11),
            ("S::WIDTH << 1", 8),
            ("IS_WIDE", 1),
            ("BACK", -5),
            ("(BACK + 7) as usize", 2),
            ("TABLE.len()", 3),
            ("if IS_WIDE { 6 } else { 1 }", 6),
        ] {
            assert_eq!(value(&below, text), Some(expected), "{text}");
        }
        assert_eq!(value(&hints_of(TEXT, "pub const M"), "N"), Some(10));
    }

    #[test]
    fn constants_of_types_with_parameters_have_no_value() {
        let text = "struct S<T>(T); const N: usize = 3;
impl<T> S<T> { const WIDTH: usize = 4; const ALL: usize = Self::WIDTH * N; const TWICE: usize = WIDTH * 2; }
fn below() {}";
        let below = hints_of(text, "fn below");
        assert_eq!(value(&below, "N"), Some(3));
        assert_eq!(value(&below, "S::ALL"), None);
        let bounded =
            hints_of("impl S where u8: Copy { const WIDTH: usize = 4; }\nfn below() {}", "fn below");
        assert_eq!((value(&bounded, "S::WIDTH"), value(&bounded, "Copy::WIDTH")), (Some(4), None));
    }

    #[test]
    fn what_the_text_does_not_tell_has_no_value() {
        let below = hints_of(TEXT, "fn below");
        for text in ["EITHER", "d::DEEP", "MISSING", "elsewhere::N", "TABLE", "1.5", "N - 4"] {
            assert_eq!(value(&below, text), None, "{text}");
        }
    }
}
