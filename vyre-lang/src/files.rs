//! Where tokens stand. Positions come with the tokens; the texts of files come from whoever runs the front end, because a library reads none.

use proc_macro2::Span;
use quote::ToTokens;
use std::cell::Cell;

/// Gives the text of the file in which a token stands, if there is one.
pub type TextOf = fn(Span) -> Option<String>;

thread_local! {
    static TEXT_OF: Cell<TextOf> = const { Cell::new(|_| None) };
}

/// Runs the front end with what reads files. Without it, nothing is known of what stands around an item.
pub fn with_files<T>(text_of: TextOf, run: impl FnOnce() -> T) -> T {
    /// Puts back what was there before, also where `run` panics.
    struct Before(TextOf);
    impl Drop for Before {
        fn drop(&mut self) {
            TEXT_OF.set(self.0);
        }
    }
    let _before = Before(TEXT_OF.replace(text_of));
    run()
}

/// The text of the file in which a token stands.
pub(crate) fn text_of(span: Span) -> Option<String> {
    TEXT_OF.get()(span)
}

/// A place in a file: both numbers count from 1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Position {
    pub(crate) line: usize,
    pub(crate) column: usize,
}

impl Position {
    pub(crate) fn start(span: Span) -> Position {
        let at = span.start();
        Position { line: at.line, column: at.column + 1 }
    }

    pub(crate) fn end(span: Span) -> Position {
        let at = span.end();
        Position { line: at.line, column: at.column + 1 }
    }
}

/// A place in one of several files. Two tokens that a macro wrote may stand at one place.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Place {
    file: String,
    line: usize,
    column: usize,
}

impl Place {
    pub(crate) fn of(span: Span) -> Place {
        let Position { line, column } = Position::start(span);
        Place { file: span.file(), line, column }
    }
}

/// A call of a method, told from those inside of it that a macro has written with the same tokens.
pub(crate) struct MethodAt {
    place: Place,
    inside: String,
}

impl MethodAt {
    pub(crate) fn of(call: &syn::ExprMethodCall) -> MethodAt {
        let inside = written(&call.receiver) + &written(&call.args);
        MethodAt { place: Place::of(call.method.span()), inside }
    }

    pub(crate) fn is(&self, call: &syn::ExprMethodCall) -> bool {
        self.place == Place::of(call.method.span()) && !self.inside.contains(&written(call))
    }
}

/// Tokens without what stands between them.
fn written(tokens: &impl ToTokens) -> String {
    let text = tokens.to_token_stream().to_string();
    text.split_whitespace().collect()
}
