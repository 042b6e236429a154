//! What is checked on the tokens, before syn sees them: that their tree is not too deep (syn recurses into what it
//! parses, and would overflow the compiler's stack instead of giving an error), and that no attribute inside the
//! kernel changes what it means.

use crate::diagnostics::{Area, Errors};
use proc_macro2::token_stream::IntoIter;
use proc_macro2::{Delimiter, Spacing, TokenStream, TokenTree};
use std::iter::Peekable;

/// The deepest nesting of parentheses, brackets and braces.
const MAX_NESTING: usize = 160;
/// The most stack, in KiB, that the tree of the tokens may cost. A compiler's thread has 8 MiB.
const MAX_COST: usize = 5_600;

/// One level of tokens that is being read.
struct Level {
    /// A copy of it would be one of all the tokens that are left, so what comes next is only peeked at.
    stream: Peekable<IntoIter>,
    /// What entering the level costs.
    entry: usize,
    /// What the expression that is being read costs so far.
    run: usize,
    /// What its `<` cost, which may be brackets around a list.
    angles: usize,
    /// Whether the last token ends an operand, so that an operator now is no prefix.
    after_operand: bool,
    /// The first half of an operator, such as the `&` of `&&`.
    half: Option<char>,
    /// How many dots the last tokens are that stand side by side.
    dots: usize,
}

/// The deepest nesting in a module's text, in which items stand in modules.
const MAX_MODULE_NESTING: usize = 256;

/// Whether syn may parse the tokens; reports the first place where not.
pub(crate) fn check(tokens: &TokenStream, errors: &mut Errors) -> bool {
    check_nested(tokens, Some(MAX_NESTING), errors)
}

/// The same for a module's text, whose items may have attributes.
pub(crate) fn check_module(tokens: &TokenStream, errors: &mut Errors) -> bool {
    check_nested(tokens, None, errors)
}

fn check_nested(tokens: &TokenStream, of_item: Option<usize>, errors: &mut Errors) -> bool {
    let max = of_item.unwrap_or(MAX_MODULE_NESTING);
    let level = |tokens: TokenStream, entry| Level {
        stream: tokens.into_iter().peekable(),
        entry,
        run: 0,
        angles: 0,
        after_operand: false,
        half: None,
        dots: 0,
    };
    let mut open = vec![level(tokens.clone(), 0)];
    // What the levels cost around the innermost one.
    let mut outer = 0;
    loop {
        let depth = open.len();
        let Some(inner) = open.last_mut() else { return true };
        let Some(token) = inner.stream.next() else {
            let entry = inner.entry;
            open.pop();
            outer -= entry + open.last().map_or(0, |level| level.run + level.angles);
            continue;
        };
        inner.count(&token);
        if inner.is_third_dot(&token) {
            let problem = "`...` is no range in patterns any more";
            errors.report(Area::from(token.span()), problem, "write `..=`");
            return false;
        }
        if outer + inner.run + inner.angles > MAX_COST {
            let (problem, fix) = ("this expression is too long", "bind parts of it to variables");
            errors.report(Area::from(token.span()), problem, fix);
            return false;
        }
        if let TokenTree::Punct(punct) = &token
            && punct.as_char() == '#'
            && depth > 1
            && of_item.is_some()
        {
            attribute(inner.stream.peek(), errors);
        }
        if let TokenTree::Group(group) = token {
            if depth > max {
                let problem = format!("more than {max} nested parentheses, brackets and braces");
                errors.report(Area::from(group.span_open()), problem, "flatten the code");
                return false;
            }
            let entry = if group.delimiter() == Delimiter::Brace { 32 } else { 19 };
            outer += entry + inner.run + inner.angles;
            open.push(level(group.stream(), entry));
        }
    }
}

impl Level {
    /// Whether a token ends a `...`, which syn reads as `..=`.
    fn is_third_dot(&mut self, token: &TokenTree) -> bool {
        self.dots = match token {
            TokenTree::Punct(punct) if punct.as_char() == '.' => self.dots + 1,
            _ => 0,
        };
        let is_third = self.dots == 3;
        if matches!(token, TokenTree::Punct(punct) if punct.spacing() == Spacing::Alone) {
            self.dots = 0;
        }
        is_third
    }

    /// Adds what a token may cost: the stack that an unoptimised macro was measured to need for one more level of the
    /// tree, rounded up.
    fn count(&mut self, token: &TokenTree) {
        let is_prefix = !std::mem::replace(&mut self.after_operand, true);
        let half = self.half.take();
        match token {
            TokenTree::Punct(punct) => {
                let mark = punct.as_char();
                self.after_operand = mark == '?';
                if half.is_some_and(|half| mark == '=' || mark == half && "&|<>".contains(mark)) {
                    return;
                }
                if !is_prefix && punct.spacing() == Spacing::Joint && "&|<>=!+-*/%^".contains(mark) {
                    self.half = Some(mark);
                }
                match mark {
                    ';' => (self.run, self.angles) = (0, 0),
                    ',' => self.run = 0,
                    ':' | '#' | '\'' | '>' => {}
                    '<' if is_prefix => {}
                    '<' => self.angles += 40,
                    '&' if is_prefix => self.run += 44,
                    _ => self.run += 9,
                }
            }
            TokenTree::Group(group)
                if group.delimiter() == Delimiter::Brace && !continues(self.stream.peek()) =>
            {
                (self.run, self.angles) = (0, 0);
                self.after_operand = false;
            }
            TokenTree::Group(_) => self.run += 3,
            TokenTree::Ident(name) => {
                let word = name.to_string();
                if PREFIXES.contains(&word.as_str()) {
                    self.run += 18;
                    self.after_operand = false;
                }
            }
            TokenTree::Literal(_) => {}
        }
    }
}

/// The keywords that an expression may follow.
pub(crate) const PREFIXES: [&str; 16] = [
    "if", "else", "match", "while", "for", "in", "let", "return", "break", "move", "async", "unsafe",
    "static", "const", "as", "mut",
];

/// Reports an attribute on a part of a kernel that would have no effect. Documentation needs none, `default` is for a derive, `allow` has its own
/// because no lint looks inside, and `rustfmt` is not ours.
fn attribute(next: Option<&TokenTree>, errors: &mut Errors) {
    let Some(TokenTree::Group(group)) = next else { return };
    let Some(TokenTree::Ident(name)) = group.stream().into_iter().next() else { return };
    let (problem, fix) = match name.to_string().as_str() {
        "doc" | "allow" | "rustfmt" | "default" => return,
        "expect" | "warn" | "deny" | "forbid" => {
            (format!("no lint looks inside a kernel, so `{name}` has no effect"), "remove it")
        }
        "cfg" | "cfg_attr" => {
            (format!("kernels have no attribute `{name}` inside"), "put it on the kernel, or on one of two")
        }
        "operation" => {
            ("kernels declare no operations inside".to_string(), "declare it outside of the kernel")
        }
        _ => (format!("kernels have no attribute `{name}` inside"), "remove it"),
    };
    errors.report(Area::from(name.span()), problem, fix);
}

/// Whether what follows a block still belongs to the same expression.
fn continues(next: Option<&TokenTree>) -> bool {
    match next {
        Some(TokenTree::Ident(ident)) => *ident == "else" || *ident == "as",
        Some(TokenTree::Punct(_)) => true,
        _ => false,
    }
}
