//! `macro_rules!` of a text: calls are written out in the text before anything else looks at it, so that what follows has positions of its own for each
//! of them. Lines stay what they are, and a mistake in what is written out is one of the call. In a `#[vyre::module]` the tokens are written out, and stay
//! where rustc has them.
//!
//! What a body binds itself has names that nobody can write, as in Rust no name of the caller's is one of them.

use super::{Diagnostic, on_thread};
use crate::diagnostics::{Area, Errors};
use crate::guard;
use proc_macro2::{Delimiter, Group, Ident, Literal, Punct, Spacing, Span, TokenStream, TokenTree};
use std::cell::Cell;
use std::collections::{HashMap, HashSet};
use std::ops::Range;
use std::rc::Rc;
use syn::parse::{ParseStream, Parser};

/// How deeply calls may stand in what calls write, and how many tokens all of them may write.
const MAX_DEPTH: usize = 128;
const MAX_TOKENS: usize = 1 << 18;

/// A text without macros of its own.
pub(super) struct Expanded {
    pub(super) text: String,
    /// What stands in the place of what: bytes of the text that was given, and bytes of this one.
    edits: Vec<(Range<usize>, Range<usize>)>,
}

/// A text with its macros written out; nothing if it has none.
pub(super) fn expanded(text: &str) -> Result<Option<Expanded>, Vec<Diagnostic>> {
    if !text.contains("macro_rules") {
        return Ok(None);
    }
    let found = on_thread(text, |text| {
        let Ok(tokens) = text.parse::<TokenStream>() else { return Ok(None) };
        let mut errors = Errors::of(tokens.clone());
        // What is wrong with it is said of the text as it is.
        if !guard::check_module(&tokens, &mut errors) {
            return Ok(None);
        }
        let mut macros = Macros::new(errors, Calls::All);
        macros.written(tokens.into_iter().collect(), Around::Items, 0);
        match macros.errors.is_empty() {
            true => Ok(Some(macros.edits)),
            false => Err(super::diagnostics(macros.errors.into_list())),
        }
    })?;
    let Some(found) = found else { return Ok(None) };
    let (mut made, mut edits, mut at) = (String::new(), Vec::new(), 0);
    for (range, written) in found {
        let (Some(before), Some(old)) = (text.get(at..range.start), text.get(range.clone())) else {
            return Ok(None);
        };
        made.push_str(before);
        let start = made.len();
        made.push_str(&written);
        // Lines stay what they are.
        made.extend(old.chars().filter(|it| *it == '\n'));
        edits.push((range.clone(), start..made.len()));
        at = range.end;
    }
    made.push_str(text.get(at..).unwrap_or_default());
    Ok(Some(Expanded { text: made, edits }))
}

/// What stands in a `#[vyre::module]`, without calls of the macros that it declares.
pub(crate) struct WrittenOut {
    /// For kernels.
    pub(crate) everywhere: TokenStream,
    /// For rustc, which writes out those in bodies itself.
    pub(crate) items: TokenStream,
    pub(crate) errors: Errors,
}

/// The calls in a module written out; nothing if it has none.
pub(crate) fn written_out(body: TokenStream, errors: &Errors) -> Option<WrittenOut> {
    let written = |calls| {
        let mut macros = Macros::new(errors.like(), calls);
        let tokens = macros.written(body.clone().into_iter().collect(), Around::Items, 0);
        (tokens.into_iter().collect(), macros)
    };
    let (everywhere, macros) = written(Calls::All);
    (macros.calls > 0).then(|| WrittenOut {
        everywhere,
        items: written(Calls::OfItems).0,
        errors: macros.errors,
    })
}

impl Expanded {
    /// What is said of this text, of the one that was given.
    pub(super) fn of_given(&self, text: &str, said: Vec<Diagnostic>) -> Vec<Diagnostic> {
        let said = said.into_iter().map(|it| {
            let span = self.given(it.span.start).start..self.given(it.span.end).end;
            let before = text.get(..span.start).unwrap_or_default();
            let line = before.matches('\n').count() + 1;
            let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
            let number = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
            Diagnostic { span, line: number(line), column: number(column), ..it }
        });
        let mut said: Vec<Diagnostic> = said.collect();
        let mut seen = HashSet::new();
        said.retain(|it| seen.insert((it.span.clone(), it.message.clone())));
        said
    }

    /// The bytes of the given text from which a byte is.
    fn given(&self, at: usize) -> Range<usize> {
        let mut shift = 0i64;
        for (old, new) in &self.edits {
            if at < new.start {
                break;
            }
            if at < new.end {
                return old.clone();
            }
            shift = old.end as i64 - new.end as i64;
        }
        let at = usize::try_from(at as i64 + shift).unwrap_or(0);
        at..at
    }
}

/// A part of what a rule takes.
enum Pattern {
    Token(TokenTree),
    Group(Delimiter, Vec<Pattern>),
    Fragment {
        name: String,
        kind: String,
    },
    /// The pattern, what stands between two, and how often it may stand there: `*`, `+` or `?`.
    Repeat(Vec<Pattern>, Vec<TokenTree>, char),
}

struct Rule {
    takes: Vec<Pattern>,
    gives: Vec<TokenTree>,
    /// What the body binds itself.
    own: Own,
}

/// The names that a body binds itself, which are not those of its caller.
#[derive(Default)]
struct Own {
    variables: HashSet<String>,
    labels: HashSet<String>,
    /// What it names besides, where only a variable can stand, and what it calls. The variables of a caller are none of these.
    open: HashSet<String>,
}

/// What a name stands for, which is copied for each round of a repetition.
#[derive(Clone)]
enum Bound {
    One(Rc<Vec<TokenTree>>),
    Many(Rc<Vec<Bound>>),
}

type Bindings = HashMap<String, Bound>;

/// What stands around tokens.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Around {
    Items,
    Statements,
    Others,
}

/// Macros by their names.
type Known = Rc<HashMap<String, Macro>>;

#[derive(Clone)]
struct Macro {
    rules: Rc<Vec<Rule>>,
    /// Whether it stands in a function, whose variables it may name.
    is_inner: bool,
    /// The variables that it names and that have been declared anew behind it.
    hidden: HashSet<String>,
}

/// Which calls are written out.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Calls {
    All,
    /// Those that stand for items. The macros stay, too.
    OfItems,
}

struct Macros {
    which: Calls,
    /// Those that are in sight: to the end of the block or module that they stand in.
    known: Known,
    /// The variables of the function that is looked at.
    locals: HashSet<String>,
    errors: Errors,
    calls: usize,
    /// The tokens that have been written.
    tokens: usize,
    /// What is written in the place of which bytes of the text.
    edits: Vec<(Range<usize>, String)>,
}

fn is_punct(token: Option<&TokenTree>, char: char) -> bool {
    matches!(token, Some(TokenTree::Punct(it)) if it.as_char() == char)
}

fn word(token: Option<&TokenTree>) -> Option<String> {
    match token {
        Some(TokenTree::Ident(name)) => Some(name.to_string()),
        _ => None,
    }
}

fn group(token: Option<&TokenTree>) -> Option<&Group> {
    match token {
        Some(TokenTree::Group(group)) => Some(group),
        _ => None,
    }
}

fn trees(group: &Group) -> Vec<TokenTree> {
    group.stream().into_iter().collect()
}

impl Macros {
    fn new(errors: Errors, which: Calls) -> Macros {
        let (known, locals, edits) = (Known::default(), HashSet::new(), Vec::new());
        Macros { which, known, locals, errors, calls: 0, tokens: 0, edits }
    }

    /// Tokens with the calls in them written out. `depth` is 0 for those of the text itself.
    fn written(&mut self, tokens: Vec<TokenTree>, around: Around, depth: usize) -> Vec<TokenTree> {
        let mut made: Vec<TokenTree> = Vec::new();
        let (mut at, mut first, mut is_shared) = (0, None, false);
        // The variables of a `let`, which are there behind its `;`.
        let mut declared: Option<(usize, HashSet<String>)> = None;
        while let Some(token) = tokens.get(at) {
            let name = word(Some(token));
            if let Some((_, names)) = declared.take_if(|(end, _)| at >= *end) {
                self.hide(&names);
            }
            if name.as_deref() == Some("let") && around == Around::Statements {
                let end = ending(&tokens, at, |token| is_punct(Some(token), ';'));
                let mut names = HashSet::new();
                let pattern = ending(&tokens[..end], at, |token| is_punct(Some(token), '='));
                in_pattern(&tokens[at + 1..pattern], &mut names);
                declared = Some((end, names));
            }
            if name.as_deref() == Some("macro_rules")
                && is_punct(tokens.get(at + 1), '!')
                && let (Some(own), Some(body)) = (word(tokens.get(at + 2)), group(tokens.get(at + 3)))
            {
                self.define(own, body, around);
                if self.which == Calls::OfItems {
                    made.extend_from_slice(&tokens[at..at + 4]);
                    (at, first) = (at + 4, None);
                    continue;
                }
                // Attributes belong to it.
                let mut start = at;
                while start >= 2
                    && group(tokens.get(start - 1)).is_some_and(|it| it.delimiter() == Delimiter::Bracket)
                    && is_punct(tokens.get(start - 2), '#')
                {
                    start -= 2;
                    made.truncate(made.len().saturating_sub(2));
                }
                let mut end = at + 4;
                if is_punct(tokens.get(end), ';') {
                    end += 1;
                }
                self.edit(depth, &tokens[start..end], String::new());
                (at, first) = (end, None);
                continue;
            }
            // Macros of this module are in sight behind it, too.
            if is_punct(Some(token), '#')
                && let Some(attribute) = group(tokens.get(at + 1))
                && word(attribute.stream().into_iter().next().as_ref()).as_deref() == Some("macro_use")
            {
                self.edit(depth, &tokens[at..at + 2], String::new());
                if self.which == Calls::OfItems {
                    made.extend_from_slice(&tokens[at..at + 2]);
                }
                is_shared = true;
                at += 2;
                continue;
            }
            if let Some(known) = name.as_ref().and_then(|name| self.known.get(name)).cloned()
                && is_punct(tokens.get(at + 1), '!')
                && let Some(arguments) = group(tokens.get(at + 2))
                && !matches!(&tokens[at + 1], TokenTree::Punct(it) if it.spacing() == Spacing::Joint)
                && (self.which == Calls::All || around == Around::Items && first.is_none())
            {
                // `crate::name!` and `self::name!`.
                let mut start = at;
                while start >= 3
                    && is_punct(tokens.get(start - 1), ':')
                    && is_punct(tokens.get(start - 2), ':')
                {
                    start -= 3;
                    made.truncate(made.len().saturating_sub(3));
                }
                let mut end = at + 3;
                let next = tokens.get(end);
                let is_braced = arguments.delimiter() == Delimiter::Brace;
                let begins = match start.checked_sub(1).and_then(|before| tokens.get(before)) {
                    None => true,
                    Some(TokenTree::Punct(it)) => it.as_char() == ';',
                    Some(TokenTree::Group(it)) => it.delimiter() == Delimiter::Brace,
                    Some(_) => false,
                };
                let ends = next.is_none() || is_punct(next, ';') || is_braced && !is_punct(next, '.');
                let of = match around {
                    Around::Items if first.is_none() => Around::Items,
                    Around::Statements if begins && ends => Around::Statements,
                    _ => Around::Others,
                };
                if of == Around::Items && is_punct(next, ';') {
                    end += 1;
                }
                let own =
                    self.called(name.as_deref().unwrap_or_default(), &known, arguments, token.span(), depth);
                let inner = if of == Around::Others { Around::Statements } else { of };
                let mut own = self.written(own, inner, depth + 1);
                if of == Around::Others {
                    let stream = own.into_iter().collect();
                    own = vec![TokenTree::Group(Group::new(Delimiter::Parenthesis, stream))];
                }
                if depth == 0 {
                    let text = own.iter().cloned().collect::<TokenStream>().to_string();
                    self.edit(depth, &tokens[start..end], format!(" {text} "));
                }
                made.extend(own);
                (at, first) = (end, None);
                continue;
            }
            if first.is_none()
                && let Some(name) = &name
                && matches!(
                    name.as_str(),
                    "mod"
                        | "impl"
                        | "trait"
                        | "fn"
                        | "struct"
                        | "enum"
                        | "union"
                        | "const"
                        | "static"
                        | "use"
                        | "type"
                )
            {
                first = Some(name.clone());
            }
            match token {
                TokenTree::Group(inner) => {
                    let of = match (inner.delimiter(), around, first.as_deref()) {
                        (Delimiter::Brace, _, Some("mod" | "impl" | "trait")) => Around::Items,
                        (Delimiter::Brace, ..) => Around::Statements,
                        _ => Around::Others,
                    };
                    let is_braced = inner.delimiter() == Delimiter::Brace;
                    let outside = (is_braced && !is_shared).then(|| self.known.clone());
                    let is_function = is_braced && around == Around::Items && of == Around::Statements;
                    if is_function {
                        self.locals.clear();
                        bound_in(&trees(inner), &mut self.locals);
                        let start =
                            tokens[..at].iter().rposition(|it| word(Some(it)).as_deref() == Some("fn"));
                        if let Some(parameters) =
                            start.and_then(|start| parameters_of(&tokens[start + 1..at]))
                        {
                            in_pattern(&trees(parameters), &mut self.locals);
                        }
                    }
                    let own = self.written(trees(inner), of, depth);
                    if let Some(outside) = outside {
                        self.known = outside;
                    }
                    if is_function {
                        self.locals.clear();
                    }
                    let mut copy = Group::new(inner.delimiter(), own.into_iter().collect());
                    copy.set_span(inner.span());
                    made.push(TokenTree::Group(copy));
                    if is_braced {
                        (first, is_shared) = (None, false);
                    }
                }
                other => {
                    if is_punct(Some(other), ';') {
                        (first, is_shared) = (None, false);
                    }
                    made.push(other.clone());
                }
            }
            at += 1;
        }
        made
    }

    /// Notes what stands in the place of tokens of the text itself.
    fn edit(&mut self, depth: usize, tokens: &[TokenTree], written: String) {
        let ends = |token: &TokenTree| match token {
            TokenTree::Group(group) => {
                group.span_open().byte_range().start..group.span_close().byte_range().end
            }
            other => other.span().byte_range(),
        };
        if let (0, Some(first), Some(last)) = (depth, tokens.first(), tokens.last()) {
            self.edits.push((ends(first).start..ends(last).end, written));
        }
    }

    fn define(&mut self, name: String, body: &Group, around: Around) {
        let tokens = trees(body);
        let (mut at, mut rules) = (0, Vec::new());
        while let Some(takes) = group(tokens.get(at)) {
            let is_arrow = is_punct(tokens.get(at + 1), '=') && is_punct(tokens.get(at + 2), '>');
            let Some(gives) = group(tokens.get(at + 3)).filter(|_| is_arrow) else { break };
            let gives = trees(gives);
            let mut own = Own::default();
            bound_in(&gives, &mut own.variables);
            labels_in(&gives, &mut own.labels);
            open_in(&gives, &mut own.open);
            let takes = patterns(&trees(takes));
            self.check_fragments(&name, &takes, &mut HashSet::new(), body);
            rules.push(Rule { takes, gives, own });
            at += 4;
            if is_punct(tokens.get(at), ';') {
                at += 1;
            }
        }
        if at < tokens.len() || rules.is_empty() {
            let problem = format!("the rules of `{name}!` are not what Rust has");
            self.errors.report(Area::from(body.span_open()), problem, "write each as `(..) => { .. };`");
        }
        let is_inner = around != Around::Items;
        let own = Macro { rules: Rc::new(rules), is_inner, hidden: HashSet::new() };
        Rc::make_mut(&mut self.known).insert(name, own);
    }

    /// Notes which variables that macros name are other ones from here on.
    fn hide(&mut self, names: &HashSet<String>) {
        let named = |it: &Macro| -> Vec<String> {
            let open = it.rules.iter().flat_map(|rule| rule.own.open.intersection(names));
            open.filter(|_| it.is_inner).cloned().collect()
        };
        if self.known.values().any(|it| !named(it).is_empty()) {
            for known in Rc::make_mut(&mut self.known).values_mut() {
                known.hidden.extend(named(known));
            }
        }
    }

    /// Whether fragments have names of their own, and kinds that Rust has.
    fn check_fragments(&mut self, name: &str, takes: &[Pattern], seen: &mut HashSet<String>, body: &Group) {
        let area = || Area::from(body.span_open());
        for (at, pattern) in takes.iter().enumerate() {
            match pattern {
                Pattern::Token(token) if is_punct(Some(token), '$') => {
                    let problem = format!("a fragment of `{name}!` has no kind");
                    self.errors.report(area(), problem, "write one, as in `$x:expr`");
                }
                Pattern::Token(_) => {}
                Pattern::Fragment { name: own, kind } => {
                    if !KINDS.contains(&kind.as_str()) {
                        let problem =
                            format!("there is no fragment of the kind `{kind}`, as `${own}` is one");
                        self.errors.report(area(), problem, format!("use one of {}", KINDS.join(", ")));
                    }
                    if !seen.insert(own.clone()) {
                        let problem = format!("`${own}` stands twice in what a rule of `{name}!` takes");
                        self.errors.report(area(), problem, "use two names");
                    }
                    if !may_follow(kind, takes.get(at + 1)) {
                        let problem = format!("what follows `${own}:{kind}` may not stand there");
                        self.errors.report(area(), problem, "write a `,`, `;` or `=>` behind it");
                    }
                }
                Pattern::Group(_, inner) | Pattern::Repeat(inner, ..) => {
                    self.check_fragments(name, inner, seen, body)
                }
            }
        }
    }

    /// What a call writes.
    fn called(
        &mut self,
        name: &str,
        known: &Macro,
        arguments: &Group,
        span: Span,
        depth: usize,
    ) -> Vec<TokenTree> {
        let given = trees(arguments);
        self.calls += 1;
        if depth > MAX_DEPTH || self.tokens > MAX_TOKENS {
            if self.errors.is_empty() {
                let problem = format!("`{name}!` writes too much, or calls itself without an end");
                self.errors.report(Area::from(span), problem, "write a function");
            }
            return Vec::new();
        }
        for rule in &*known.rules {
            let mut found = Bindings::new();
            if matched(&rule.takes, &given, 0, &mut found) != Some(given.len()) {
                continue;
            }
            // In a function it may name the variables that are there before it.
            let others = if known.is_inner { &known.hidden } else { &self.locals };
            if let Some(variable) = rule.own.open.intersection(others).next() {
                let problem = format!("`{name}!` names `{variable}`, which is another variable here");
                let fix = format!("rename that variable, or give it to the macro, as `${variable}:ident`");
                self.errors.report(Area::from(span), problem, fix);
                return Vec::new();
            }
            let mut made = Vec::new();
            let prefix = format!("__vyre_{}_of_macro_", self.calls);
            let left = Cell::new(MAX_TOKENS);
            let parts = (&rule.own, &prefix[..], &left);
            if write(&rule.gives, &found, parts, Fields::Other, &mut made).is_none() {
                let (problem, fix) = match left.get() {
                    0 => (format!("`{name}!` writes too much"), "write a function"),
                    _ => (
                        format!("a rule of `{name}!` repeats what it does not take equally often"),
                        "repeat names of one list together",
                    ),
                };
                self.errors.report(Area::from(span), problem, fix);
            }
            self.tokens += size(&made);
            return made;
        }
        let problem = format!("no rule of `{name}!` takes these tokens");
        self.errors.report(Area::from(span), problem, "write them as one of its rules has them");
        Vec::new()
    }
}

/// How many tokens there are.
fn size(tokens: &[TokenTree]) -> usize {
    let (mut count, mut open) = (0, vec![tokens.to_vec()]);
    while let Some(tokens) = open.pop() {
        count += tokens.len();
        open.extend(tokens.iter().filter_map(|token| group(Some(token))).map(trees));
    }
    count
}

/// What a rule takes, from its tokens.
fn patterns(tokens: &[TokenTree]) -> Vec<Pattern> {
    let (mut made, mut at) = (Vec::new(), 0);
    while let Some(token) = tokens.get(at) {
        if is_punct(Some(token), '$') {
            if let (Some(name), true, Some(kind)) =
                (word(tokens.get(at + 1)), is_punct(tokens.get(at + 2), ':'), word(tokens.get(at + 3)))
            {
                made.push(Pattern::Fragment { name, kind });
                at += 4;
                continue;
            }
            if let Some(inner) = group(tokens.get(at + 1))
                && let Some((between, often, end)) = repetition(tokens, at + 2)
            {
                made.push(Pattern::Repeat(patterns(&trees(inner)), between, often));
                at = end;
                continue;
            }
        }
        made.push(match token {
            TokenTree::Group(inner) => Pattern::Group(inner.delimiter(), patterns(&trees(inner))),
            other => Pattern::Token(other.clone()),
        });
        at += 1;
    }
    made
}

/// What stands behind `$(..)`: what is between two, how often it may stand, and where that ends.
fn repetition(tokens: &[TokenTree], start: usize) -> Option<(Vec<TokenTree>, char, usize)> {
    let often = |token: Option<&TokenTree>| match token {
        Some(TokenTree::Punct(it)) if matches!(it.as_char(), '*' | '+' | '?') => Some(it.as_char()),
        _ => None,
    };
    if let Some(often) = often(tokens.get(start)) {
        return Some((Vec::new(), often, start + 1));
    }
    // What is between may have two characters, such as `=>`.
    let end = (start + 1..=start + 2).find(|end| often(tokens.get(*end)).is_some())?;
    Some((tokens.get(start..end)?.to_vec(), often(tokens.get(end))?, end + 1))
}

fn is_alike(a: &TokenTree, b: Option<&TokenTree>) -> bool {
    match (a, b) {
        (TokenTree::Punct(a), Some(TokenTree::Punct(b))) => a.as_char() == b.as_char(),
        (TokenTree::Ident(a), Some(TokenTree::Ident(b))) => a == b,
        (TokenTree::Literal(a), Some(TokenTree::Literal(b))) => a.to_string() == b.to_string(),
        _ => false,
    }
}

/// Where what patterns take ends, and what their names stand for.
fn matched(takes: &[Pattern], tokens: &[TokenTree], mut at: usize, found: &mut Bindings) -> Option<usize> {
    for pattern in takes {
        match pattern {
            Pattern::Token(token) => {
                if !is_alike(token, tokens.get(at)) {
                    return None;
                }
                at += 1;
            }
            Pattern::Group(delimiter, inner) => {
                let given = group(tokens.get(at)).filter(|given| given.delimiter() == *delimiter)?;
                let given = trees(given);
                if matched(inner, &given, 0, found)? != given.len() {
                    return None;
                }
                at += 1;
            }
            Pattern::Fragment { name, kind } => {
                let (value, count) = fragment(kind, tokens.get(at..)?)?;
                found.insert(name.clone(), Bound::One(Rc::new(value)));
                at += count;
            }
            Pattern::Repeat(inner, between, often) => {
                let mut all: Vec<Bindings> = Vec::new();
                while at < tokens.len() {
                    let mut start = at;
                    if !all.is_empty() {
                        if !between.iter().enumerate().all(|(by, token)| is_alike(token, tokens.get(at + by)))
                        {
                            break;
                        }
                        start += between.len();
                    }
                    let mut own = Bindings::new();
                    match matched(inner, tokens, start, &mut own) {
                        Some(end) if end > at => at = end,
                        _ => break,
                    }
                    all.push(own);
                    if *often == '?' {
                        break;
                    }
                }
                if *often == '+' && all.is_empty() {
                    return None;
                }
                let mut names = Vec::new();
                names_of(inner, &mut names);
                for name in names {
                    let values: Vec<Bound> = all.iter_mut().filter_map(|own| own.remove(&name)).collect();
                    found.insert(name, Bound::Many(Rc::new(values)));
                }
            }
        }
    }
    Some(at)
}

fn names_of(patterns: &[Pattern], names: &mut Vec<String>) {
    for pattern in patterns {
        match pattern {
            Pattern::Fragment { name, .. } => names.push(name.clone()),
            Pattern::Group(_, inner) | Pattern::Repeat(inner, ..) => names_of(inner, names),
            Pattern::Token(_) => {}
        }
    }
}

/// The operators of several characters, each of which is one token to Rust.
const OPERATORS: [&str; 25] = [
    "<<=", ">>=", "...", "..=", "+=", "-=", "*=", "/=", "%=", "^=", "&=", "|=", "&&", "||", "<<", ">>", "==",
    "!=", ">=", "<=", "..", "::", "->", "=>", "<-",
];

/// How many tokens the first one of Rust is.
fn operator(tokens: &[TokenTree]) -> usize {
    let mut written = String::new();
    for token in tokens.iter().take(3) {
        let TokenTree::Punct(it) = token else { break };
        written.push(it.as_char());
        if it.spacing() == Spacing::Alone {
            break;
        }
    }
    OPERATORS.iter().find(|it| written.starts_with(**it)).map_or(1, |it| it.len())
}

/// The kinds of fragments.
const KINDS: [&str; 15] = [
    "block",
    "expr",
    "expr_2021",
    "ident",
    "item",
    "lifetime",
    "literal",
    "meta",
    "pat",
    "pat_param",
    "path",
    "stmt",
    "tt",
    "ty",
    "vis",
];

/// Whether Rust lets a pattern follow a fragment: what may begin where an expression, a type or a pattern ends has to stay what it is.
fn may_follow(kind: &str, next: Option<&Pattern>) -> bool {
    let (signs, words): (&str, &[&str]) = match kind {
        "expr" | "expr_2021" | "stmt" => ("=,;", &[]),
        "ty" | "path" => (",=:>;|", &["as", "where"]),
        "pat" => ("=,", &["if", "in"]),
        "pat_param" => ("=,|", &["if", "in"]),
        _ => return true,
    };
    match next {
        None | Some(Pattern::Repeat(..)) => true,
        Some(Pattern::Token(TokenTree::Punct(it))) => signs.contains(it.as_char()),
        Some(Pattern::Token(TokenTree::Ident(it))) => words.contains(&it.to_string().as_str()),
        Some(Pattern::Token(_)) => false,
        Some(Pattern::Group(delimiter, _)) => {
            matches!(kind, "ty" | "path") && *delimiter != Delimiter::Parenthesis
        }
        Some(Pattern::Fragment { kind: next, .. }) => matches!(kind, "ty" | "path") && next == "block",
    }
}

/// The first tokens as a fragment of a kind, and how many they are.
fn fragment(kind: &str, tokens: &[TokenTree]) -> Option<(Vec<TokenTree>, usize)> {
    fn parsed<T>(
        tokens: &[TokenTree],
        parse: impl Fn(ParseStream<'_>) -> syn::Result<T>,
    ) -> Option<(Vec<TokenTree>, usize)> {
        // Most fragments are short, and what follows one may be long. One that ends before the last tokens that are looked at ends there in all of them.
        let mut seen = 32;
        loop {
            let given = tokens.get(..seen).unwrap_or(tokens);
            let rest = |input: ParseStream<'_>| {
                parse(input)?;
                input.parse::<TokenStream>()
            };
            let rest = Parser::parse2(rest, given.iter().cloned().collect());
            let count = rest.ok().and_then(|rest| given.len().checked_sub(rest.into_iter().count()));
            let is_whole = given.len() == tokens.len();
            match count.filter(|count| *count > 0) {
                Some(count) if is_whole || count + 4 < given.len() => {
                    return Some((given.get(..count)?.to_vec(), count));
                }
                None if is_whole => return None,
                _ => seen *= 2,
            }
        }
    }
    let first = tokens.first();
    match kind {
        "expr" | "expr_2021" => {
            let (own, count) = parsed(tokens, |input| input.parse::<syn::Expr>())?;
            let own = match &own[..] {
                [_] => own,
                _ => vec![TokenTree::Group(Group::new(Delimiter::Parenthesis, own.into_iter().collect()))],
            };
            Some((own, count))
        }
        "ident" => match first? {
            TokenTree::Ident(name) if name != "_" => Some((tokens[..1].to_vec(), 1)),
            _ => None,
        },
        "tt" => {
            let mut count = operator(tokens);
            if is_punct(first, '\'') {
                count = 2;
            }
            Some((tokens.get(..count)?.to_vec(), count))
        }
        "literal" => {
            let count = if is_punct(first, '-') { 2 } else { 1 };
            let is_one = match tokens.get(count - 1)? {
                TokenTree::Literal(_) => true,
                TokenTree::Ident(name) => count == 1 && (name == "true" || name == "false"),
                _ => false,
            };
            is_one.then(|| (tokens[..count].to_vec(), count))
        }
        "lifetime" => is_punct(first, '\'').then(|| (tokens.get(..2).unwrap_or_default().to_vec(), 2)),
        "block" => {
            let is_one = group(first).is_some_and(|it| it.delimiter() == Delimiter::Brace);
            is_one.then(|| (tokens[..1].to_vec(), 1))
        }
        "ty" => parsed(tokens, |input| input.parse::<syn::Type>()),
        "path" => parsed(tokens, |input| input.parse::<syn::Path>()),
        "pat" => parsed(tokens, syn::Pat::parse_multi_with_leading_vert),
        "pat_param" => parsed(tokens, syn::Pat::parse_single),
        "item" => parsed(tokens, |input| input.parse::<syn::Item>()),
        "meta" => parsed(tokens, |input| input.parse::<syn::Meta>()),
        "vis" => parsed(tokens, |input| input.parse::<syn::Visibility>()).or(Some((Vec::new(), 0))),
        "stmt" => {
            let count = tokens.iter().position(|token| is_punct(Some(token), ';')).unwrap_or(tokens.len());
            (count > 0).then(|| (tokens[..count].to_vec(), count))
        }
        _ => None,
    }
}

/// Writes a body; nothing where lists that it repeats together are not equally long.
fn write(
    tokens: &[TokenTree],
    found: &Bindings,
    (own, prefix, left): (&Own, &str, &Cell<usize>),
    fields: Fields,
    made: &mut Vec<TokenTree>,
) -> Option<()> {
    let mut at = 0;
    while let Some(token) = tokens.get(at) {
        left.set(left.get().checked_sub(1)?);
        if is_punct(Some(token), '$') {
            if let Some(name) = word(tokens.get(at + 1)) {
                match found.get(&name) {
                    // `-1` is one expression: `$x.abs()` is `(-1).abs()`.
                    Some(Bound::One(value))
                        if is_punct(value.first(), '-')
                            && is_punct(tokens.get(at + 2), '.')
                            && !is_punct(tokens.get(at + 3), '.') =>
                    {
                        let value = value.iter().cloned().collect();
                        made.push(TokenTree::Group(Group::new(Delimiter::Parenthesis, value)));
                    }
                    Some(Bound::One(value)) => made.extend(value.iter().cloned()),
                    Some(Bound::Many(_)) => return None,
                    None if name == "crate" => made.push(tokens[at + 1].clone()),
                    None => made.extend([token.clone(), tokens[at + 1].clone()]),
                }
                at += 2;
                continue;
            }
            if let Some(inner) = group(tokens.get(at + 1))
                && let Some((between, _, end)) = repetition(tokens, at + 2)
            {
                let inner = trees(inner);
                let mut names = HashSet::new();
                named(&inner, &mut names);
                let lists = names.iter().filter_map(|name| match found.get(name) {
                    Some(Bound::Many(values)) => Some((name, values)),
                    _ => None,
                });
                let lists: Vec<(&String, &Rc<Vec<Bound>>)> = lists.collect();
                let count = lists.first()?.1.len();
                if lists.iter().any(|(_, values)| values.len() != count) {
                    return None;
                }
                for round in 0..count {
                    if round > 0 {
                        made.extend(between.iter().cloned());
                    }
                    let mut each = found.clone();
                    each.extend(lists.iter().map(|(name, values)| ((*name).clone(), values[round].clone())));
                    write(&inner, &each, (own, prefix, left), fields, made)?;
                }
                at = end;
                continue;
            }
        }
        let is_own = matches!(token, TokenTree::Ident(name) if own.renames(name, tokens, at, fields));
        if is_own && fields == Fields::Values && is_alone(tokens, at) {
            made.extend([token.clone(), TokenTree::Punct(Punct::new(':', Spacing::Alone))]);
        }
        made.push(match token {
            TokenTree::Group(inner) => {
                let mut own_tokens = Vec::new();
                let of = Fields::of(tokens, at, inner);
                write(&trees(inner), found, (own, prefix, left), of, &mut own_tokens)?;
                TokenTree::Group(Group::new(inner.delimiter(), own_tokens.into_iter().collect()))
            }
            TokenTree::Ident(name) if is_own => {
                TokenTree::Ident(Ident::new(&format!("{prefix}{name}"), name.span()))
            }
            TokenTree::Punct(it) => TokenTree::Punct(Punct::new(it.as_char(), it.spacing())),
            TokenTree::Literal(it) => TokenTree::Literal(Literal::clone(it)),
            TokenTree::Ident(it) => TokenTree::Ident(it.clone()),
        });
        at += 1;
    }
    Some(())
}

/// What stands in a group.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Fields {
    /// The fields of a struct with their values, or with what they are bound to.
    Values,
    Other,
}

impl Fields {
    fn of(tokens: &[TokenTree], at: usize, inner: &Group) -> Fields {
        if inner.delimiter() != Delimiter::Brace {
            return Fields::Other;
        }
        let inner = trees(inner);
        let is_block = inner.iter().any(|token| is_punct(Some(token), ';'));
        let first = inner.iter().position(|token| {
            !matches!(word(Some(token)).as_deref(), Some("ref" | "mut" | "pub"))
                && group(Some(token)).is_none()
        });
        let (Some(first), false) = (first, is_block) else { return Fields::Other };
        let is_punctuated = |by| {
            is_punct(inner.get(by), ',') || is_punct(inner.get(by), ':') && !is_punct(inner.get(by + 1), ':')
        };
        let is_listed = match &inner[first] {
            TokenTree::Ident(_) => is_punctuated(first + 1),
            TokenTree::Punct(it) if it.as_char() == '$' => {
                group(inner.get(first + 1)).is_some() || is_punctuated(first + 2)
            }
            _ => false,
        };
        // `P { x }` is a value, `if a == B { x }` has a block.
        let is_only = inner.len() == 1 && {
            let named = at.checked_sub(1).and_then(|before| word(tokens.get(before)));
            let start = tokens[..at].iter().rposition(|token| {
                is_punct(Some(token), ';')
                    || group(Some(token)).is_some_and(|it| it.delimiter() == Delimiter::Brace)
            });
            let since = &tokens[start.map_or(0, |start| start + 1)..at];
            let is_block = since.iter().any(|token| {
                matches!(word(Some(token)).as_deref(), Some("if" | "while" | "match" | "for" | "fn"))
            });
            let is_fragment = at >= 2 && is_punct(tokens.get(at - 2), '$');
            named.is_some_and(|it| is_fragment || it.starts_with(char::is_uppercase))
                && (!is_block || is_punct(tokens.get(at + 1), '='))
        };
        if is_listed || is_only { Fields::Values } else { Fields::Other }
    }
}

/// Whether a name stands between two `,`.
fn is_alone(tokens: &[TokenTree], at: usize) -> bool {
    let before = at.checked_sub(1).and_then(|before| tokens.get(before));
    let next = tokens.get(at + 1);
    (before.is_none() || is_punct(before, ',')) && (next.is_none() || is_punct(next, ','))
}

impl Own {
    /// Whether a name in a body is one that the body binds.
    fn renames(&self, name: &Ident, tokens: &[TokenTree], at: usize, fields: Fields) -> bool {
        let before = at.checked_sub(1).and_then(|before| tokens.get(before));
        if is_punct(before, '\'') {
            return self.labels.contains(&name.to_string());
        }
        self.variables.contains(&name.to_string()) && !is_field(tokens, at, fields)
    }
}

/// Whether a name is one of a field: behind a `.`, or before a `:` where a struct has its fields.
fn is_field(tokens: &[TokenTree], at: usize, fields: Fields) -> bool {
    let before = at.checked_sub(1).and_then(|before| tokens.get(before));
    let is_range = at >= 2 && is_punct(tokens.get(at - 2), '.');
    let is_named =
        fields == Fields::Values && is_punct(tokens.get(at + 1), ':') && !is_punct(tokens.get(at + 2), ':');
    is_punct(before, '.') && !is_range || is_named
}

/// The labels of the loops and blocks of a body.
fn labels_in(tokens: &[TokenTree], names: &mut HashSet<String>) {
    for (at, token) in tokens.iter().enumerate() {
        let begins = match tokens.get(at + 3) {
            Some(TokenTree::Group(it)) => it.delimiter() == Delimiter::Brace,
            other => matches!(word(other).as_deref(), Some("loop" | "while" | "for")),
        };
        if begins
            && is_punct(Some(token), '\'')
            && is_punct(tokens.get(at + 2), ':')
            && let Some(name) = word(tokens.get(at + 1))
        {
            names.insert(name);
        }
        if let TokenTree::Group(inner) = token {
            labels_in(&trees(inner), names);
        }
    }
}

/// What a body names that only a variable can be, or calls, as far as tokens say so. What macros take is not looked at.
fn open_in(tokens: &[TokenTree], names: &mut HashSet<String>) {
    let mut bound = HashSet::new();
    bound_in(tokens, &mut bound);
    every_open(tokens, Fields::Other, names);
    names.retain(|name| !bound.contains(name));
}

fn every_open(tokens: &[TokenTree], fields: Fields, names: &mut HashSet<String>) {
    for (at, token) in tokens.iter().enumerate() {
        let before = at.checked_sub(1).and_then(|before| tokens.get(before));
        match token {
            TokenTree::Group(_) if is_punct(before, '!') || is_punct(before, '#') => {}
            TokenTree::Group(inner) => every_open(&trees(inner), Fields::of(tokens, at, inner), names),
            TokenTree::Ident(name) => {
                let next = tokens.get(at + 1);
                // An operand of an operator, or the whole of a group.
                let is_operand = |token: Option<&TokenTree>, is_before: bool| match token {
                    None => true,
                    Some(TokenTree::Punct(it)) => match is_before {
                        true => "+-*/%=<>;,(".contains(it.as_char()),
                        false => "+-*/%<>;,".contains(it.as_char()),
                    },
                    _ => false,
                };
                let is_name = name.to_string().starts_with(|it: char| it.is_lowercase())
                    && syn::parse2::<Ident>(token.clone().into()).is_ok();
                let is_variable = is_operand(before, true)
                    && is_operand(next, false)
                    && !(fields == Fields::Values && is_alone(tokens, at));
                // A function, unless a variable of its caller has the name.
                let is_called = group(next).is_some_and(|it| it.delimiter() == Delimiter::Parenthesis)
                    && !is_punct(before, '$')
                    && !is_punct(before, ':')
                    && word(before).as_deref() != Some("fn")
                    && !is_field(tokens, at, fields);
                if is_name && (is_variable || is_called) {
                    names.insert(name.to_string());
                }
            }
            _ => {}
        }
    }
}

/// The names of fragments in a body.
fn named(tokens: &[TokenTree], names: &mut HashSet<String>) {
    for (at, token) in tokens.iter().enumerate() {
        if is_punct(Some(token), '$')
            && let Some(name) = word(tokens.get(at + 1))
        {
            names.insert(name);
        }
        if let TokenTree::Group(inner) = token {
            named(&trees(inner), names);
        }
    }
}

/// The variables that a body binds: in a `let`, a `for`, the parameters of closures and the arms of a `match`.
fn bound_in(tokens: &[TokenTree], names: &mut HashSet<String>) {
    let mut at = 0;
    let mut arm = 0;
    while let Some(token) = tokens.get(at) {
        let name = word(Some(token));
        match name.as_deref() {
            Some("let") => {
                let end =
                    ending(tokens, at + 1, |token| is_punct(Some(token), '=') || is_punct(Some(token), ';'));
                in_pattern(&tokens[at + 1..end], names);
            }
            Some("fn") => {
                if let Some(parameters) = parameters_of(&tokens[at + 1..]) {
                    in_pattern(&trees(parameters), names);
                }
            }
            Some("for") => {
                let end = ending(tokens, at + 1, |token| word(Some(token)).as_deref() == Some("in"));
                if end < tokens.len() {
                    in_pattern(&tokens[at + 1..end], names);
                }
            }
            _ => {}
        }
        let begins_closure = is_punct(Some(token), '|') && {
            let before = at.checked_sub(1).and_then(|before| tokens.get(before));
            match before {
                None => true,
                Some(TokenTree::Punct(it)) => matches!(it.as_char(), '=' | ',' | '>' | '(' | ';' | '&'),
                Some(TokenTree::Ident(it)) => it == "move" || it == "return",
                Some(_) => false,
            }
        };
        if begins_closure {
            let end = ending(tokens, at + 1, |token| is_punct(Some(token), '|'));
            in_pattern(&tokens[at + 1..end], names);
            at = end;
        }
        let is_arrow = is_punct(Some(token), '=') && is_punct(tokens.get(at + 1), '>');
        if is_arrow {
            let pattern = tokens.get(arm..at).unwrap_or_default();
            let guard = ending(pattern, 0, |token| word(Some(token)).as_deref() == Some("if"));
            in_pattern(&pattern[..guard], names);
        }
        if is_punct(Some(token), ',') || is_punct(Some(token), ';') {
            arm = at + 1;
        }
        if let TokenTree::Group(inner) = token {
            bound_in(&trees(inner), names);
            if inner.delimiter() == Delimiter::Brace {
                arm = at + 1;
            }
        }
        at += 1;
    }
}

/// The parameters of a function, from behind its `fn`.
fn parameters_of(tokens: &[TokenTree]) -> Option<&Group> {
    let name = if is_punct(tokens.first(), '$') { 2 } else { 1 };
    let is_named = tokens.get(name - 1).is_some_and(|it| matches!(it, TokenTree::Ident(_)));
    (name..tokens.len()).filter(|_| is_named).find_map(|at| {
        let is_behind = at == name || is_punct(tokens.get(at - 1), '>') && !is_punct(tokens.get(at - 2), '-');
        group(tokens.get(at)).filter(|it| is_behind && it.delimiter() == Delimiter::Parenthesis)
    })
}

fn ending(tokens: &[TokenTree], start: usize, ends: impl Fn(&TokenTree) -> bool) -> usize {
    let rest = tokens.get(start..).unwrap_or_default();
    rest.iter().position(ends).map_or(tokens.len(), |by| start + by)
}

/// The variables in a pattern.
fn in_pattern(tokens: &[TokenTree], names: &mut HashSet<String>) {
    let mut at = 0;
    while let Some(token) = tokens.get(at) {
        let is_single_colon = is_punct(Some(token), ':') && !is_punct(tokens.get(at + 1), ':');
        if is_single_colon && !(at > 0 && is_punct(tokens.get(at - 1), ':')) {
            // A type, up to the next parameter.
            at = ending(tokens, at, |token| is_punct(Some(token), ','));
            continue;
        }
        match token {
            TokenTree::Ident(name) => {
                let text = name.to_string();
                let is_variable = text.starts_with(|first: char| first.is_lowercase() || first == '_')
                    && !matches!(
                        text.as_str(),
                        "mut" | "ref" | "_" | "true" | "false" | "self" | "box" | "in"
                    )
                    && !is_punct(tokens.get(at + 1), '!')
                    && ![1, 2].iter().all(|by| is_punct(tokens.get(at + by), ':'))
                    && group(tokens.get(at + 1)).is_none()
                    && !at.checked_sub(1).is_some_and(|before| {
                        is_punct(tokens.get(before), '$') || is_punct(tokens.get(before), ':')
                    });
                if is_variable {
                    names.insert(text);
                }
            }
            TokenTree::Group(inner) if inner.delimiter() != Delimiter::Brace => {
                in_pattern(&trees(inner), names)
            }
            // `P { x, y: z }` binds `x` and `z`.
            TokenTree::Group(inner) => {
                for part in trees(inner).split(|token| is_punct(Some(token), ',')) {
                    match part {
                        [TokenTree::Ident(_)] => in_pattern(part, names),
                        [TokenTree::Ident(_), TokenTree::Punct(it), own @ ..] if it.as_char() == ':' => {
                            in_pattern(own, names)
                        }
                        _ => {}
                    }
                }
            }
            _ => {}
        }
        at += 1;
    }
}
