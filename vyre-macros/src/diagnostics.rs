//! Errors at tokens, collected.

use crate::report;
use proc_macro2::{Delimiter, Group, Ident, Literal, Punct, Spacing, Span, TokenStream, TokenTree};
use quote::ToTokens;
use vyre_ir::Problem;

/// The tokens from one to another. Stable Rust cannot join two spans into one, but an error takes both.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Area {
    pub(crate) start: Span,
    pub(crate) end: Span,
}

impl Area {
    /// The area of all tokens of a syntax node.
    pub(crate) fn of(node: &dyn ToTokens) -> Area {
        let mut tokens = node.to_token_stream().into_iter();
        let Some(first) = tokens.next() else { return Area::from(Span::call_site()) };
        let start = open_span(&first);
        let end = tokens.last().map_or_else(|| close_span(&first), |last| close_span(&last));
        Area { start, end }
    }

    /// The area from the start of this one to the end of another.
    pub(crate) fn to(self, end: Area) -> Area {
        Area { start: self.start, end: end.end }
    }
}

impl From<Span> for Area {
    fn from(span: Span) -> Area {
        Area { start: span, end: span }
    }
}

fn open_span(token: &TokenTree) -> Span {
    match token {
        TokenTree::Group(group) => group.span_open(),
        other => other.span(),
    }
}

fn close_span(token: &TokenTree) -> Span {
    match token {
        TokenTree::Group(group) => group.span_close(),
        other => other.span(),
    }
}

/// A place in the source.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Position {
    line: usize,
    column: usize,
}

impl Position {
    fn start(span: Span) -> Position {
        let span = span.unwrap();
        Position { line: span.line(), column: span.column() }
    }

    fn end(span: Span) -> Position {
        let span = span.unwrap().end();
        Position { line: span.line(), column: span.column() }
    }
}

fn delimiters(group: &Group) -> (&'static str, &'static str) {
    match group.delimiter() {
        Delimiter::Parenthesis => ("(", ")"),
        Delimiter::Bracket => ("[", "]"),
        Delimiter::Brace => ("{", "}"),
        Delimiter::None => ("", ""),
    }
}

/// A broken rule in the rule's own words, with the rule's note and one on the kernel.
pub(crate) fn rule_message(problem: &Problem, note: Option<String>) -> String {
    let text = format!("[{}] vyre IR validation: {problem}. Fix: {}.", problem.code(), problem.fix());
    let of_rule = problem.note().map(|note| format!("Note: {note}."));
    let of_kernel = note.or_else(|| report::hint(problem));
    [Some(text), of_rule, of_kernel].into_iter().flatten().collect::<Vec<_>>().join("\n")
}

/// The errors of a kernel.
pub(crate) struct Errors {
    list: Vec<(Area, String)>,
    source: TokenStream,
}

impl Errors {
    /// No errors yet of an item of these tokens.
    pub(crate) fn of(source: TokenStream) -> Errors {
        Errors { list: Vec::new(), source }
    }

    /// What the user wrote in an area, and its line: `` `i < n` in line 4 ``. Only the line where the text is long, or where a
    /// macro wrote it.
    pub(crate) fn quote(&self, area: Area) -> String {
        let line = Position::start(area.start).line;
        match self.text(area) {
            Some(text) => format!("`{text}` in line {line}"),
            None => format!("what stands in line {line}"),
        }
    }

    /// The line of an area.
    pub(crate) fn line(&self, area: Area) -> usize {
        Position::start(area.start).line
    }

    /// What the user wrote in an area, as a value that an operator of higher precedence can follow: in parentheses where it
    /// needs them, and `value` where there is no short text.
    pub(crate) fn operand(&self, area: Area) -> String {
        let Some(text) = self.text(area) else { return "value".to_string() };
        let is_binary = syn::parse_str(&text).is_ok_and(|expr| {
            matches!(
                expr,
                syn::Expr::Binary(_) | syn::Expr::If(_) | syn::Expr::Block(_) | syn::Expr::Range(_)
            )
        });
        if is_binary { format!("({text})") } else { text }
    }

    /// What the user wrote in an area, if it is short and was not written by a macro.
    pub(crate) fn text(&self, area: Area) -> Option<String> {
        let (start, end) = (Position::start(area.start), Position::end(area.end));
        let mut text = String::new();
        let mut last = start;
        let mut streams = vec![self.source.clone().into_iter()];
        let mut closing: Vec<Group> = Vec::new();
        while let Some(stream) = streams.last_mut() {
            let (span, piece) = match stream.next() {
                Some(TokenTree::Group(group)) => {
                    let (open, _) = delimiters(&group);
                    let span = group.span_open();
                    streams.push(group.stream().into_iter());
                    closing.push(group);
                    (span, open.to_string())
                }
                Some(token) => (token.span(), token.to_string()),
                None => {
                    streams.pop();
                    let Some(group) = closing.pop() else { break };
                    (group.span_close(), delimiters(&group).1.to_string())
                }
            };
            let at = Position::start(span);
            if at < start || Position::end(span) > end {
                continue;
            }
            if at != last && !text.is_empty() {
                text.push(' ');
            }
            text.push_str(&piece);
            last = Position::end(span);
        }
        (!text.is_empty() && text.chars().count() <= 60).then_some(text)
    }

    /// Reports a construct that the kernel language leaves out, or a breach of Rust's own rules.
    pub(crate) fn report(&mut self, area: impl Into<Area>, problem: impl AsRef<str>, fix: impl AsRef<str>) {
        self.list.push((area.into(), format!("{}. Fix: {}.", problem.as_ref(), fix.as_ref())));
    }

    /// Reports a mistake that has a second place, which the note names.
    pub(crate) fn report_noted(&mut self, area: impl Into<Area>, problem: &str, fix: &str, note: &str) {
        self.list.push((area.into(), format!("{problem}. Fix: {fix}.\n{note}")));
    }

    /// Reports a broken rule of the IR, in the rule's own words. Without a note the fix is put in a kernel's terms where
    /// the rule speaks of the IR.
    pub(crate) fn report_rule(&mut self, area: impl Into<Area>, problem: &Problem, note: Option<String>) {
        self.list.push((area.into(), rule_message(problem, note)));
    }

    /// Reports what syn refused.
    pub(crate) fn report_syntax(&mut self, error: &syn::Error) {
        for error in error.clone() {
            self.list.push((error.span().into(), error.to_string()));
        }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// One `compile_error!` for each error, in the order of the source.
    pub(crate) fn into_tokens(self) -> TokenStream {
        // They are nearly in order, and those at one place stay in theirs.
        let mut ordered: Vec<(Position, Area, String)> = Vec::new();
        for (area, message) in self.list {
            let position = Position::start(area.start);
            let at = ordered.partition_point(|(other, ..)| *other <= position);
            ordered.insert(at, (position, area, message));
        }
        let mut tokens = TokenStream::new();
        for (_, area, message) in ordered {
            tokens.extend(compile_error(area, &message));
        }
        tokens
    }
}

/// `::core::compile_error! { "message" }`, whose first token has the start of the area and whose last one its end.
fn compile_error(Area { start, end }: Area, message: &str) -> [TokenTree; 8] {
    let colon = |spacing| {
        let mut colon = Punct::new(':', spacing);
        colon.set_span(start);
        TokenTree::from(colon)
    };
    let ident = |name| TokenTree::from(Ident::new(name, start));
    let mut bang = Punct::new('!', Spacing::Alone);
    bang.set_span(start);
    let mut literal = Literal::string(message);
    literal.set_span(end);
    let mut body = Group::new(Delimiter::Brace, TokenTree::from(literal).into());
    body.set_span(end);
    [
        colon(Spacing::Joint),
        colon(Spacing::Alone),
        ident("core"),
        colon(Spacing::Joint),
        colon(Spacing::Alone),
        ident("compile_error"),
        bang.into(),
        body.into(),
    ]
}
