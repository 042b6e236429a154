//! `char` as a struct of its number: `'a'` is `__VyreChar { 0: 97 }`, also in patterns, `b as char` makes one of a byte, and `char::from_u32` is a
//! function of the struct.

use crate::syntax::{plain, strip};
use proc_macro2::{Group, Ident, Literal, Span, TokenStream, TokenTree};
use syn::visit_mut::{self, VisitMut};
use syn::{Expr, ExprLit, Lit, LitChar, Pat, Path, parse_quote, parse_quote_spanned};

/// The struct.
pub(crate) const CHAR: &str = "__VyreChar";

/// Whether a name is that of the struct.
pub(crate) fn is_char(name: &str) -> bool {
    name == CHAR
}

/// Whether tokens name the type, or have a literal of it.
pub(crate) fn names_char(tokens: TokenStream) -> bool {
    let mut open = vec![tokens];
    while let Some(tokens) = open.pop() {
        for token in tokens {
            match token {
                TokenTree::Ident(word) if word == "char" => return true,
                TokenTree::Literal(literal) if literal.to_string().starts_with('\'') => return true,
                TokenTree::Group(group) => open.push(group.stream()),
                TokenTree::Ident(_) | TokenTree::Punct(_) | TokenTree::Literal(_) => {}
            }
        }
    }
    false
}

fn name(span: Span) -> Ident {
    Ident::new(CHAR, span)
}

fn number(literal: &LitChar) -> Literal {
    let mut number = Literal::u32_unsuffixed(literal.value().into());
    number.set_span(literal.span());
    number
}

/// The number of a literal in a pattern.
fn bound(expr: &Expr) -> Option<Expr> {
    match strip(expr) {
        Expr::Lit(ExprLit { lit: Lit::Char(literal), .. }) => {
            let number = number(literal);
            Some(parse_quote!(#number))
        }
        _ => None,
    }
}

/// `('a'..='z').contains(&c)` as comparisons of numbers.
fn contained(range: &Expr, value: &Expr) -> Option<Expr> {
    let Expr::Range(range) = strip(range) else { return None };
    let (from, to) = (bound(range.start.as_deref()?)?, bound(range.end.as_deref()?)?);
    let below: syn::BinOp = match range.limits {
        syn::RangeLimits::Closed(_) => parse_quote!(<=),
        syn::RangeLimits::HalfOpen(_) => parse_quote!(<),
    };
    let ty = name(Span::call_site());
    Some(
        parse_quote!(({ let __vyre_char: #ty = *(#value); __vyre_char.0 >= #from && __vyre_char.0 #below #to })),
    )
}

/// `'a'..='z'` as an iterator over numbers, without those that are of no `char`.
fn counted(range: &Expr) -> Option<Expr> {
    let Expr::Range(range) = strip(range) else { return None };
    let (start, end, limits) = (range.start.as_deref()?, range.end.as_deref()?, &range.limits);
    let known = [start, end].map(|side| match strip(side) {
        Expr::Lit(ExprLit { lit: Lit::Char(literal), .. }) => Some(literal),
        _ => None,
    });
    if known.iter().all(Option::is_none) {
        return None;
    }
    let [from, to]: [Expr; 2] = [0, 1].map(|at| match known[at] {
        Some(literal) => {
            let number = number(literal);
            parse_quote!(#number)
        }
        None => {
            let side = [start, end][at];
            parse_quote!((#side).0)
        }
    });
    let name = name(Span::call_site());
    let is_below = known[1].is_some_and(|last| last.value() < FIRST_ABOVE);
    let is_above = known[0].is_some_and(|first| first.value() >= FIRST_ABOVE);
    let numbers: Expr = match is_below || is_above {
        true => parse_quote!((#from #limits #to)),
        false => {
            parse_quote!((#from #limits #to).filter(|__vyre_char| *__vyre_char < 0xd800 || *__vyre_char > 0xdfff))
        }
    };
    Some(parse_quote!(#numbers.map(|__vyre_char: u32| #name { 0: __vyre_char })))
}

/// The first `char` above the numbers that are of none.
const FIRST_ABOVE: char = '\u{e000}';

/// The methods of ranges that are none of iterators.
const OF_RANGES: [&str; 5] = ["contains", "is_empty", "start", "end", "clone"];

/// Writes what is of `char` as what is of the struct.
pub(crate) struct Chars;

impl VisitMut for Chars {
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        if let Expr::MethodCall(call) = expr
            && call.method == "contains"
            && let (Expr::Range(_), 1) = (strip(&call.receiver), call.args.len())
            && let Some(mut made) = contained(&call.receiver, &call.args[0])
        {
            visit_mut::visit_expr_mut(self, &mut made);
            *expr = made;
            return;
        }
        match expr {
            Expr::MethodCall(call) if !OF_RANGES.iter().any(|name| call.method == name) => {
                if let Some(numbers) = counted(&call.receiver) {
                    *call.receiver = numbers;
                }
            }
            Expr::ForLoop(it) => {
                if let Some(numbers) = counted(&it.expr) {
                    *it.expr = numbers;
                }
            }
            _ => {}
        }
        visit_mut::visit_expr_mut(self, expr);
        let made: Expr = match expr {
            Expr::Lit(ExprLit { lit: Lit::Char(literal), .. }) => {
                let (name, number) = (name(literal.span()), number(literal));
                parse_quote_spanned!(literal.span()=> (#name { 0: #number }))
            }
            // The path has been rewritten.
            Expr::Cast(cast) if matches!(&*cast.ty, syn::Type::Path(path) if path.path.is_ident(CHAR)) => {
                let (name, byte) = (name(cast.as_token.span), &cast.expr);
                parse_quote_spanned!(cast.as_token.span=> (#name { 0: ({ let byte: u8 = #byte; byte }) as u32 }))
            }
            _ => return,
        };
        *expr = made;
    }

    fn visit_pat_mut(&mut self, pat: &mut Pat) {
        let made: Pat = match pat {
            Pat::Lit(ExprLit { lit: Lit::Char(literal), .. }) => {
                let (name, number) = (name(literal.span()), number(literal));
                parse_quote_spanned!(literal.span()=> #name { 0: #number })
            }
            Pat::Range(range) => {
                let mut of_numbers = range.clone();
                let (start, end) = (&mut of_numbers.start, &mut of_numbers.end);
                let mut is_char = false;
                for side in [start, end].into_iter().flatten() {
                    if let Some(number) = bound(side) {
                        (**side, is_char) = (number, true);
                    }
                }
                if !is_char {
                    return visit_mut::visit_pat_mut(self, pat);
                }
                let name = name(Span::call_site());
                parse_quote!(#name { 0: #of_numbers })
            }
            other => return visit_mut::visit_pat_mut(self, other),
        };
        *pat = made;
    }

    fn visit_expr_path_mut(&mut self, it: &mut syn::ExprPath) {
        // A value may have the name.
        if it.path.get_ident().is_none() {
            visit_mut::visit_expr_path_mut(self, it);
        }
    }

    fn visit_path_mut(&mut self, path: &mut Path) {
        visit_mut::visit_path_mut(self, path);
        if let Some(first) = path.segments.first_mut()
            && path.leading_colon.is_none()
            && plain(&first.ident) == "char"
            && first.arguments.is_none()
        {
            first.ident = name(first.ident.span());
        }
    }

    fn visit_macro_mut(&mut self, it: &mut syn::Macro) {
        // The arguments of `assert!`, `matches!` and their kin are expressions and patterns among tokens.
        let tokens = std::mem::take(&mut it.tokens);
        it.tokens = in_tokens(tokens, it.path.is_ident("matches"));
        visit_mut::visit_macro_mut(self, it);
    }
}

/// Literals among the tokens of a macro, in which a struct's value is a pattern, too. A range of literals is one where it is a pattern.
fn in_tokens(tokens: TokenStream, has_patterns: bool) -> TokenStream {
    let trees: Vec<TokenTree> = tokens.into_iter().collect();
    let mark =
        |at: usize, mark: char| matches!(trees.get(at), Some(TokenTree::Punct(it)) if it.as_char() == mark);
    let literal = |at: usize| match trees.get(at) {
        Some(TokenTree::Literal(literal)) if literal.to_string().starts_with('\'') => {
            syn::parse2::<LitChar>(TokenTree::Literal(literal.clone()).into()).ok()
        }
        _ => None,
    };
    let (mut made, mut at) = (TokenStream::new(), 0);
    while at < trees.len() {
        let is_range = mark(at + 1, '.') && mark(at + 2, '.');
        let end = if mark(at + 3, '=') { at + 4 } else { at + 3 };
        match (literal(at), literal(end), &trees[at]) {
            (Some(from), Some(to), _) if is_range && has_patterns => {
                let (name, from, to) = (name(from.span()), number(&from), number(&to));
                let limits: TokenStream = trees[at + 1..end].iter().cloned().collect();
                made.extend(quote::quote!(#name { 0: #from #limits #to }));
                at = end;
            }
            (Some(literal), _, _) if !(is_range || at > 1 && mark(at - 1, '.') && mark(at - 2, '.')) => {
                let (name, number) = (name(literal.span()), number(&literal));
                made.extend(quote::quote!(#name { 0: #number }));
            }
            (_, _, TokenTree::Group(group)) => {
                let mut copy = Group::new(group.delimiter(), in_tokens(group.stream(), has_patterns));
                copy.set_span(group.span());
                made.extend([TokenTree::Group(copy)]);
            }
            (_, _, TokenTree::Ident(word)) if word == "char" => {
                made.extend([TokenTree::Ident(name(word.span()))])
            }
            (_, _, other) => made.extend([other.clone()]),
        }
        at += 1;
    }
    made
}
