//! Modules that are compiled from their text, without rustc: all items are visible, so kernels see functions, methods and constants without
//! anything being linked.
//!
//! ```text
//! text ─ tokens ─ guard ─ syn ─> tree of items ─ names ─> items under names of their own ─┬─ constants ─> values
//!                                                                                       └─ check, emit ─> kernels
//! ```
//!
//! Functions of the module are checked as functions of each kernel that reaches them, and once more all together, so that what no kernel reaches is
//! checked, too. Nothing here is shared between texts, and no file is read.

mod aliases;
mod annotated;
mod bodies;
mod build;
mod caller;
mod derived;
mod diagnostic;
mod generic_aliases;
mod held;
mod inlined;
mod instance;
mod macros;
mod names;
mod namesakes;
pub(crate) mod operations;
mod output;
mod places;
mod plain_paths;
mod scopes;
mod shadowed;
mod tree;
mod wire;

pub(crate) use build::{Expansions, expansions};
pub use diagnostic::Diagnostic;
pub(crate) use macros::{WrittenOut, written_out};
pub(crate) use namesakes::MARK;
pub use output::{
    Access, Axis, BufferAccessName, Callable, Compiled, Instance, Kernel, Length, LengthStep, Packed,
    Parameter, Shape, Table,
};
pub(crate) use places::{PLACE, READING};
pub(crate) use tree::{arguments, constant_of, own_attribute};

pub use wire::{from_wire, to_wire};

use crate::diagnostics::{Errors, Reported};
use crate::guard;
use proc_macro2::TokenStream;
use std::collections::HashSet;

/// The most bytes of a text.
pub const MAX_TEXT: usize = 1 << 20;
/// The stack on which a text is compiled, in bytes: the front end recurses into what syn has parsed, as deeply as the guard allows.
const STACK: usize = 256 << 20;

/// Compiles a module from its text.
///
/// # Errors
/// All mistakes, in the order of the text.
pub fn compile(text: &str) -> Result<Compiled, Vec<Diagnostic>> {
    let Some(expanded) = macros::expanded(text)? else { return on_thread(text, build::module) };
    let compiled = on_thread(&expanded.text, build::module);
    let mut compiled = compiled.map_err(|said| expanded.of_given(text, said))?;
    compiled.warnings = expanded.of_given(text, compiled.warnings);
    Ok(compiled)
}

/// Compiles a function of a module that [`compile`] has compiled, as a kernel that calls it once: with a buffer for each type of number among its
/// arguments and in its result.
///
/// # Errors
/// If there is no such function, or if it cannot be called by itself.
pub fn compile_function(text: &str, function: &str) -> Result<Callable, Vec<Diagnostic>> {
    let Some(expanded) = macros::expanded(text)? else {
        return on_thread(text, |text| build::function(text, function));
    };
    let called = on_thread(&expanded.text, |text| build::function(text, function));
    called.map_err(|said| expanded.of_given(text, said))
}

/// Runs the front end where its stack is large enough, and where tokens of other texts have no positions. Where there are no threads, it
/// runs as it is.
fn on_thread<T: Send>(
    text: &str,
    run: impl Fn(&str) -> Result<T, Vec<Diagnostic>> + Sync,
) -> Result<T, Vec<Diagnostic>> {
    if text.len() > MAX_TEXT {
        let problem = format!("the text has {} bytes, and a module at most {MAX_TEXT}", text.len());
        let message = format!("{problem}. Fix: make two modules of it.");
        return Err(vec![Diagnostic::of_text(&message)]);
    }
    let threaded = std::thread::scope(|scope| {
        let builder = std::thread::Builder::new().name("vyre module".to_string()).stack_size(STACK);
        builder.spawn_scoped(scope, || run(text)).ok().map(std::thread::ScopedJoinHandle::join)
    });
    match threaded {
        Some(Ok(result)) => result,
        Some(Err(_)) => {
            let message = "the front end failed on this text. Fix: report it to vyre, with the text.";
            Err(vec![Diagnostic::of_text(message)])
        }
        None => run(text),
    }
}

/// The tokens of a text that syn may parse, as a file.
fn parsed(text: &str) -> Result<(TokenStream, syn::File), Vec<Diagnostic>> {
    let tokens = match text.parse::<TokenStream>() {
        Ok(tokens) => tokens,
        Err(error) => {
            let message =
                "this is no token of Rust's, or a bracket without its partner. Fix: close what is opened.";
            return Err(vec![Diagnostic::at(error.span().into(), None, message)]);
        }
    };
    let mut errors = Errors::of(tokens.clone());
    if guard::check_module(&tokens, &mut errors) {
        match syn::parse2::<syn::File>(with_ranges_in_lists(tokens.clone())) {
            Ok(file) => return Ok((tokens, file)),
            Err(error) => errors.report_syntax(&error),
        }
    }
    Err(diagnostics(errors.into_list()))
}

/// The tokens with `..=b` in brackets as `(..=b)`: rustc takes it as a pattern of an element there, and syn only in parentheses.
fn with_ranges_in_lists(tokens: TokenStream) -> TokenStream {
    use proc_macro2::{Delimiter, Group, TokenTree};
    let inside = |group: Group| {
        let mut elements: Vec<Vec<TokenTree>> = vec![Vec::new()];
        for token in with_ranges_in_lists(group.stream()) {
            match &token {
                TokenTree::Punct(comma) if comma.as_char() == ',' => elements.push(vec![token]),
                _ => elements.last_mut().into_iter().for_each(|element| element.push(token.clone())),
            }
        }
        let is_list = group.delimiter() == Delimiter::Bracket && elements.len() > 1;
        let is_dot =
            |token: Option<&TokenTree>| matches!(token, Some(TokenTree::Punct(dot)) if dot.as_char() == '.');
        let written = elements.into_iter().enumerate().flat_map(|(at, mut element)| {
            let range = usize::from(at > 0);
            let has_end = element.get(range + 2).is_some();
            if is_list && has_end && is_dot(element.get(range)) && is_dot(element.get(range + 1)) {
                let span = element[range].span();
                let mut apart = Group::new(Delimiter::Parenthesis, element.drain(range..).collect());
                apart.set_span(span);
                element.push(TokenTree::Group(apart));
            }
            element
        });
        let mut copy = Group::new(group.delimiter(), written.collect());
        copy.set_span(group.span());
        copy
    };
    let written = tokens.into_iter().map(|token| match token {
        TokenTree::Group(group) => TokenTree::Group(inside(group)),
        other => other,
    });
    written.collect()
}

/// Mistakes in the order of the text, each once.
fn diagnostics(list: Vec<Reported>) -> Vec<Diagnostic> {
    let mut seen = HashSet::new();
    let mut list: Vec<Diagnostic> = list.iter().map(Diagnostic::of).collect();
    list.retain(|it| seen.insert((it.span.clone(), it.message.clone())));
    list.sort_by_key(|it| it.span.start);
    list
}
