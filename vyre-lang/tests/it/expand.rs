//! Expands the items of a text, and holds what comes of them to what must hold of any tokens.

use super::items::{Of, collect};
use proc_macro2::{TokenStream, TokenTree};
use std::time::{Duration, Instant};

/// No text takes longer, on a machine that does other work.
const LIMIT: Duration = Duration::from_secs(20);

/// How many items were expanded, and how many of them without an error.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Reached {
    pub(crate) items: u64,
    pub(crate) compiled: u64,
}

/// Expands every item of a text. What cannot be a text of tokens is nothing.
pub(crate) fn check(text: &str) -> Reached {
    let Ok(tokens) = text.parse::<TokenStream>() else { return Reached::default() };
    let is_small = text.len() < 8_000 && depth(&tokens) < 32;
    let mut items = Vec::new();
    collect(tokens, &mut items);
    let start = Instant::now();
    let mut reached = Reached::default();
    for item in &items {
        let result = item.expansions(&items).pop().unwrap();
        reached.items += 1;
        let has_error = contains(&result, "compile_error");
        reached.compiled += u64::from(!has_error && item.of != Of::Data);
        // What cannot be parsed is handed on as it is. Nothing guards syn here, so only small items that the guard lets pass are looked at.
        if is_small && !has_error && syn::parse2::<syn::Item>(item.item.clone()).is_ok() {
            let file = syn::parse2::<syn::File>(result.clone());
            assert!(file.is_ok(), "no items come of it: {:?}\n{result}", file.err());
        }
        assert!(start.elapsed() < LIMIT, "{:?} for {text}", start.elapsed());
    }
    reached
}

fn depth(tokens: &TokenStream) -> usize {
    let inner = |token| if let TokenTree::Group(group) = token { 1 + depth(&group.stream()) } else { 0 };
    tokens.clone().into_iter().map(inner).max().unwrap_or(0)
}

fn contains(tokens: &TokenStream, word: &str) -> bool {
    tokens.clone().into_iter().any(|token| match token {
        TokenTree::Ident(ident) => ident == word,
        TokenTree::Group(group) => contains(&group.stream(), word),
        _ => false,
    })
}
