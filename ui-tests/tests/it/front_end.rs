//! The errors of a file as the front end finds them, written as rustc writes them: from the tokens of its text, without a compiler.

use super::items::collect;
use annotate_snippets::{AnnotationKind, Level, Renderer, Snippet};
use proc_macro2::{Span, TokenStream, TokenTree};
use std::cell::RefCell;
use std::ops::Range;
use std::sync::Mutex;

thread_local! {
    /// The text whose tokens are expanded.
    static TEXT: RefCell<String> = const { RefCell::new(String::new()) };
}

/// An error of an expansion: bytes of the text, and what it says.
#[derive(PartialEq)]
struct Error {
    area: Range<usize>,
    message: String,
}

/// What rustc writes of a file, as `rustc::says` leaves it, if all errors in it are the front end's. `path` is how the file is called there. Where
/// it is no tokens, or has no such errors, that is nothing.
pub(crate) fn errors(path: &str, text: &str) -> String {
    let errors = as_crate(text, || found(text));
    let renderer = Renderer::plain();
    let written = errors.iter().map(|Error { area, message }| {
        let annotation = AnnotationKind::Primary.span(area.clone());
        let snippet = Snippet::source(text).path(path).annotation(annotation);
        let report = renderer.render(&[Level::ERROR.primary_title(message).element(snippet)]);
        let lines: Vec<&str> = report.lines().map(str::trim_end).collect();
        lines.join("\n") + "\n"
    });
    written.collect::<Vec<_>>().join("\n")
}

/// Calls a function that expands items of a file. Each file is a crate of its own, and the front end knows one crate at a time.
fn as_crate<R>(text: &str, expand: impl FnOnce() -> R) -> R {
    static ONE: Mutex<()> = Mutex::new(());
    let _one = ONE.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    vyre_lang::forget_calls();
    TEXT.replace(text.to_string());
    vyre_lang::with_files(|_: Span| Some(TEXT.with_borrow(String::clone)), expand)
}

/// Whether the front end refuses a module of kernels in a file that is nothing else, the host's part apart.
pub(crate) fn refuses_module(text: &str) -> bool {
    let Ok(tokens) = text.parse::<TokenStream>() else { return true };
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let is_attribute = |token: &TokenTree| token.to_string().replace(' ', "") == "[vyre::module]";
    let Some(at) = tokens.iter().position(is_attribute) else { return false };
    let item: TokenStream = tokens[at + 1..at + 4].iter().cloned().collect();
    let expanded = as_crate(text, || vyre_lang::module(TokenStream::new(), item));
    let mut found = Vec::new();
    invocations(expanded, &mut found);
    !found.is_empty()
}

/// The errors of all items, in the order in which rustc comes to them: it expands all that is there, and then all that came of it.
fn found(text: &str) -> Vec<Error> {
    let Ok(tokens) = text.parse::<TokenStream>() else { return Vec::new() };
    let mut items = Vec::new();
    collect(tokens, &mut items);
    let expansions: Vec<Vec<TokenStream>> = items.iter().map(|item| item.expansions(&items)).collect();
    let rounds = expansions.iter().map(Vec::len).max().unwrap_or(0);
    let mut all = Vec::new();
    for round in 0..rounds {
        for tokens in expansions.iter().filter_map(|expansions| expansions.get(round)) {
            let mut here = Vec::new();
            invocations(tokens.clone(), &mut here);
            here.into_iter().for_each(|error| {
                // rustc says the same thing once.
                if !all.contains(&error) {
                    all.push(error);
                }
            });
        }
    }
    all
}

/// Every `::core::compile_error! { "message" }` in some tokens. It stands from the first of its tokens to its last one.
fn invocations(tokens: TokenStream, found: &mut Vec<Error>) {
    let list: Vec<TokenTree> = tokens.into_iter().collect();
    for (at, token) in list.iter().enumerate() {
        let TokenTree::Group(group) = token else { continue };
        let is_named = |at: usize| matches!(&list[at], TokenTree::Ident(name) if name == "compile_error");
        if at >= 7 && is_named(at - 2) {
            let (start, end) = (list[at - 7].span().byte_range(), group.span().byte_range());
            let message = group.stream().into_iter().next().and_then(|message| string(&message.to_string()));
            found.extend(message.map(|message| Error { area: start.start..end.end, message }));
        } else {
            invocations(group.stream(), found);
        }
    }
}

/// The value of a string literal, as `Literal::string` writes it.
fn string(literal: &str) -> Option<String> {
    let mut value = String::new();
    let mut letters = literal.strip_prefix('"')?.strip_suffix('"')?.chars();
    while let Some(letter) = letters.next() {
        value.push(match letter {
            '\\' => match letters.next()? {
                'n' => '\n',
                't' => '\t',
                other @ ('"' | '\\' | '\'') => other,
                _ => return None,
            },
            other => other,
        });
    }
    Some(value)
}
