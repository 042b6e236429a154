//! What is checked on the tokens, before syn sees them: that their tree is not too deep (syn recurses into what it
//! parses, and would overflow the compiler's stack instead of giving an error), and that no attribute inside the
//! kernel changes what it means.

use crate::diagnostics::{Area, Errors};
use proc_macro2::{Delimiter, TokenStream, TokenTree};

/// The deepest nesting of parentheses, brackets and braces.
const MAX_NESTING: usize = 160;
/// The most tokens of one expression or statement at one level: operators, `else if`s and methods may each make
/// the tree one deeper.
const MAX_RUN: usize = 2_000;

/// Whether syn may parse the tokens; reports the first place where not.
pub(crate) fn check(tokens: &TokenStream, errors: &mut Errors) -> bool {
    let mut open = vec![(tokens.clone().into_iter(), 0usize)];
    loop {
        let depth = open.len();
        let Some((stream, run)) = open.last_mut() else { return true };
        let Some(token) = stream.next() else {
            open.pop();
            continue;
        };
        *run += 1;
        let is_end = match &token {
            TokenTree::Punct(punct) => matches!(punct.as_char(), ';' | ','),
            TokenTree::Group(group) => group.delimiter() == Delimiter::Brace && !continues(stream),
            _ => false,
        };
        if *run > MAX_RUN {
            let (problem, fix) = ("this expression is too long", "bind parts of it to variables");
            errors.report(Area::from(token.span()), problem, fix);
            return false;
        }
        if is_end {
            *run = 0;
        }
        if let TokenTree::Punct(punct) = &token
            && punct.as_char() == '#'
            && depth > 1
        {
            attribute(stream, errors);
        }
        if let TokenTree::Group(group) = token {
            if depth > MAX_NESTING {
                let problem = format!("more than {MAX_NESTING} nested parentheses, brackets and braces");
                errors.report(Area::from(group.span_open()), problem, "flatten the code");
                return false;
            }
            open.push((group.stream().into_iter(), 0));
        }
    }
}

/// Reports an attribute on a part of a kernel, unless it is documentation or a lint level.
fn attribute(rest: &proc_macro2::token_stream::IntoIter, errors: &mut Errors) {
    let Some(TokenTree::Group(group)) = rest.clone().next() else { return };
    if let Some(TokenTree::Ident(name)) = group.stream().into_iter().next()
        && !["doc", "allow", "expect", "warn", "deny", "rustfmt"].iter().any(|known| name == known)
    {
        let problem = format!("kernels have no attribute `{name}` inside");
        errors.report(Area::from(name.span()), problem, "remove it");
    }
}

/// Whether what follows a block still belongs to the same expression.
fn continues(rest: &proc_macro2::token_stream::IntoIter) -> bool {
    match rest.clone().next() {
        Some(TokenTree::Ident(ident)) => ident == "else" || ident == "as",
        Some(TokenTree::Punct(_)) => true,
        _ => false,
    }
}
