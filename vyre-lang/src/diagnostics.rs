//! Errors at tokens, collected.

use crate::files::Position;
use proc_macro2::{Delimiter, Group, Ident, Literal, Punct, Spacing, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use std::cell::{Cell, OnceCell};
use vyre_ir::{Code, Problem};

/// The tokens from one to another. Stable Rust cannot join two spans into one, but an error takes both.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Area {
    pub(crate) start: Span,
    pub(crate) end: Span,
    /// Where its first token was written. It is `start` but in the body of a function outside, whose errors stand at its call.
    pub(crate) written: Span,
    /// Whether someone asked for what wraps around, by `wrapping_add` or a cast.
    pub(crate) may_wrap: bool,
}

thread_local! {
    /// The call in whose place a function outside is being checked.
    static CALL: Cell<Option<Span>> = const { Cell::new(None) };
}

/// As long as it lives, areas of tokens have their errors at a call.
pub(crate) struct AtCall {
    before: Option<Span>,
}

impl AtCall {
    /// Of tokens that a function outside has handed on, or of the kernel's own.
    pub(crate) fn new(call: Option<Span>) -> AtCall {
        AtCall { before: CALL.replace(call) }
    }
}

impl Drop for AtCall {
    fn drop(&mut self) {
        CALL.set(self.before);
    }
}

impl Area {
    /// The area of all tokens of a syntax node.
    pub(crate) fn of(node: &dyn ToTokens) -> Area {
        let mut tokens = node.to_token_stream().into_iter();
        let Some(first) = tokens.next() else { return Area::from(Span::call_site()) };
        let start = open_span(&first);
        let end = tokens.last().map_or_else(|| close_span(&first), |last| close_span(&last));
        Area::between(start, end)
    }

    /// The area from a token to another.
    pub(crate) fn between(start: Span, end: Span) -> Area {
        match CALL.get() {
            Some(call) => Area { start: call, end: call, written: start, may_wrap: false },
            None => Area { start, end, written: start, may_wrap: false },
        }
    }

    /// Whether two areas begin at the same token.
    pub(crate) fn is(self, other: Area) -> bool {
        Position::start(self.start) == Position::start(other.start)
    }

    /// The area from the start of this one to the end of another.
    pub(crate) fn to(self, end: Area) -> Area {
        Area { end: end.end, may_wrap: false, ..self }
    }
}

impl From<Span> for Area {
    fn from(span: Span) -> Area {
        Area::between(span, span)
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
    let (code, text) = (problem.code(), problem.to_string());
    // Some of the documented texts begin with it.
    let code = if text.starts_with(code.name()) { String::new() } else { format!("[{code}] ") };
    let text = format!("{code}vyre IR validation: {text}. Fix: {}.", problem.fix());
    let of_rule = problem.note().map(|note| format!("Note: {note}."));
    let of_kernel = note.or_else(|| hint(problem));
    [Some(text), of_rule, of_kernel].into_iter().flatten().collect::<Vec<_>>().join("\n")
}

/// What the fix of a rule means in a kernel, where the rule speaks of the IR.
fn hint(problem: &Problem) -> Option<String> {
    Some(match problem {
        Problem::LoadFromUnknown { name } | Problem::LenOfUnknown { name } => {
            format!("In a kernel: take a parameter `{name}: &[u32]`.")
        }
        Problem::StoreToUnknown { name } => format!("In a kernel: take a parameter `{name}: &mut [u32]`."),
        Problem::AtomicOnUnknown { name } => format!("In a kernel: take a parameter `{name}: &[AtomicU32]`."),
        Problem::AtomicOnWorkgroup { name } => {
            format!(
                "In a kernel: these elements are not atomic; write `let {name} = workgroup_array::<AtomicU32, ..>();`."
            )
        }
        Problem::AtomicOnPrivate { name } => {
            format!("In a kernel: these elements are not atomic; take a parameter `{name}: &[AtomicU32]`.")
        }
        Problem::AtomicOnReadOnly { name } => format!("In a kernel: take `{name}: &[AtomicU32]`."),
        Problem::OperationOnBytes { name } => {
            format!("In a kernel: read `{name}.byte(i)` or `{name}.word(i)`.")
        }
        Problem::ByteAccess { name, .. } => {
            format!("In a kernel: read `{name}[i]`, or take `{name}: &[u8]`.")
        }
        Problem::UniformLoadOf { name, .. } => format!("In a kernel: write `{name}[i]`."),
        Problem::AssignToLoopVariable { name } => format!("In a kernel: copy it, `let mut j = {name};`."),
        _ => return None,
    })
}

/// The most letters of the user's text that an error repeats.
const MAX_QUOTE: usize = 60;

/// A token, or a delimiter, where it stands.
struct Piece {
    start: Position,
    end: Position,
    text: String,
}

/// The tokens of a tree, in the order of the source.
fn pieces(tokens: TokenStream) -> Vec<Piece> {
    let mut pieces = Vec::new();
    let mut push = |span: Span, text: String| {
        pieces.push(Piece { start: Position::start(span), end: Position::end(span), text });
    };
    let mut open = vec![(tokens.into_iter(), None::<Group>)];
    while let Some((stream, group)) = open.last_mut() {
        match stream.next() {
            Some(TokenTree::Group(inner)) => {
                push(inner.span_open(), delimiters(&inner).0.to_string());
                open.push((inner.stream().into_iter(), Some(inner)));
            }
            Some(token) => push(token.span(), token.to_string()),
            None => {
                if let Some(group) = group {
                    push(group.span_close(), delimiters(group).1.to_string());
                }
                open.pop();
            }
        }
    }
    pieces.sort_by_key(|piece| piece.start);
    pieces
}

/// A mistake that has been reported.
pub(crate) struct Reported {
    pub(crate) area: Area,
    /// The rule that it breaks.
    pub(crate) code: Option<Code>,
    pub(crate) message: String,
}

impl Reported {
    fn new(area: impl Into<Area>, message: String) -> Reported {
        Reported { area: area.into(), code: None, message: crate::overload::as_written(&message) }
    }
}

/// The errors of a kernel.
pub(crate) struct Errors {
    list: Vec<Reported>,
    source: TokenStream,
    /// The tokens of the source, once one of them is quoted.
    pieces: OnceCell<Vec<Piece>>,
}

impl Errors {
    /// No errors yet of an item of these tokens.
    pub(crate) fn of(source: TokenStream) -> Errors {
        Errors { list: Vec::new(), source, pieces: OnceCell::new() }
    }

    /// No errors yet of the same item.
    pub(crate) fn like(&self) -> Errors {
        Errors::of(self.source.clone())
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
        let pieces = self.pieces.get_or_init(|| pieces(self.source.clone()));
        let first = pieces.partition_point(|piece| piece.start < start);
        let mut text = String::new();
        let mut last = start;
        for piece in pieces[first..].iter().take_while(|piece| piece.start <= end) {
            if piece.end > end {
                continue;
            }
            if piece.start != last && !text.is_empty() {
                text.push(' ');
            }
            text.push_str(&piece.text);
            last = piece.end;
            if text.chars().count() > MAX_QUOTE {
                return None;
            }
        }
        (!text.is_empty()).then_some(text)
    }

    /// Reports a mistake in the words of a rule that speaks of types of the IR, where those of Rust are others; with the advice in Rust's words.
    pub(crate) fn report_code(
        &mut self,
        area: impl Into<Area>,
        (code, problem, fix): (Code, &str, &str),
        advice: &str,
    ) {
        let text = format!("[{code}] vyre IR validation: {problem}. Fix: {fix}.\nIn a kernel: {advice}.");
        self.list.push(Reported { code: Some(code), ..Reported::new(area, text) });
    }

    /// Reports a construct that the kernel language leaves out, or a breach of Rust's own rules.
    pub(crate) fn report(&mut self, area: impl Into<Area>, problem: impl AsRef<str>, fix: impl AsRef<str>) {
        self.list.push(Reported::new(area, format!("{}. Fix: {}.", problem.as_ref(), fix.as_ref())));
    }

    /// Reports a mistake that has a second place, which the note names.
    pub(crate) fn report_noted(&mut self, area: impl Into<Area>, problem: &str, fix: &str, note: &str) {
        self.list.push(Reported::new(area, format!("{problem}. Fix: {fix}.\n{note}")));
    }

    /// Reports a broken rule of the IR, in the rule's own words. Without a note the fix is put in a kernel's terms where
    /// the rule speaks of the IR.
    pub(crate) fn report_rule(&mut self, area: impl Into<Area>, problem: &Problem, note: Option<String>) {
        let code = Some(problem.code());
        self.list.push(Reported { code, ..Reported::new(area, rule_message(problem, note)) });
    }

    /// Reports what syn refused.
    pub(crate) fn report_syntax(&mut self, error: &syn::Error) {
        for error in error.clone() {
            self.list.push(Reported::new(error.span(), error.to_string()));
        }
    }

    /// Takes over the errors of an instance of the same source, with a note on it.
    pub(crate) fn absorb(&mut self, other: Errors, note: Option<&str>) {
        let noted = |message: String| match note {
            Some(note) => format!("{message}\n{note}"),
            None => message,
        };
        let noted = |it: Reported| Reported { message: noted(it.message), ..it };
        self.list.extend(other.list.into_iter().map(noted));
    }

    /// The errors themselves.
    pub(crate) fn into_list(self) -> Vec<Reported> {
        self.list
    }

    /// Whether one of them stands outside of an item.
    pub(crate) fn is_outside(&self, item: Area) -> bool {
        let inside = Position::start(item.start)..=Position::end(item.end);
        self.list.iter().any(|it| !inside.contains(&Position::start(it.area.start)))
    }

    /// The number of errors.
    pub(crate) fn count(&self) -> usize {
        self.list.len()
    }

    /// Forgets all errors but the first ones.
    pub(crate) fn keep(&mut self, count: usize) {
        self.list.truncate(count);
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// The tokens of the item.
    pub(crate) fn source(&self) -> TokenStream {
        self.source.clone()
    }

    /// Whether the macro cannot know what the source means: rust-analyzer hands out no texts of files, and those tell the types of constants
    /// outside (`data::constants`). What it shows of such a kernel is what rustc says.
    pub(crate) fn are_doubtful(&self) -> bool {
        let has_files = !Span::call_site().file().is_empty();
        !has_files && names_constant(self.source.clone())
    }

    /// One `compile_error!` for each error, and a use of the prelude if there are any: where items stand, and not in an `impl`.
    pub(crate) fn into_items(self, krate: &TokenStream) -> TokenStream {
        if self.is_empty() || self.are_doubtful() {
            return TokenStream::new();
        }
        self.torn_items(krate)
    }

    /// The same of what is no Rust, of which rustc has an error.
    pub(crate) fn torn_items(self, krate: &TokenStream) -> TokenStream {
        let (used, errors) = (use_of_prelude(krate), self.into_tokens());
        quote!(#used #errors)
    }

    /// One `compile_error!` for each error, in the order of the source.
    pub(crate) fn into_tokens(self) -> TokenStream {
        if self.are_doubtful() {
            return TokenStream::new();
        }
        let ordered = self.list.into_iter().map(|it| (Position::start(it.area.start), it.area, it.message));
        let mut ordered: Vec<(Position, Area, String)> = ordered.collect();
        // Those at one place stay in their order.
        ordered.sort_by_key(|(position, ..)| *position);
        ordered.into_iter().flat_map(|(_, area, message)| compile_error(area, &message)).collect()
    }
}

/// A use of the prelude, which what does not compile may leave as its only one: then its import is no second mistake.
pub(crate) fn use_of_prelude(krate: &TokenStream) -> TokenStream {
    quote! {
        const _: () = {
            #[allow(dead_code)]
            fn __used() {
                #krate::__private::Probe.__vyre_in_scope();
            }
        };
    }
}

/// Whether tokens have a name that is written as those of constants are.
fn names_constant(tokens: TokenStream) -> bool {
    tokens.into_iter().any(|token| match token {
        TokenTree::Group(group) => names_constant(group.stream()),
        TokenTree::Ident(name) => {
            let name = name.to_string();
            name.len() > 1 && name.starts_with(char::is_uppercase) && !name.contains(char::is_lowercase)
        }
        _ => false,
    })
}

/// `::core::compile_error! { "message" }`, whose first token has the start of the area and whose last one its end.
fn compile_error(Area { start, end, .. }: Area, message: &str) -> [TokenTree; 8] {
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
