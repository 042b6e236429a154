//! What the syntax tree of Rust needs everywhere.

use crate::editor::{ends_operand, is_mark};
use proc_macro2::{Delimiter, Group, Ident, Span, TokenStream, TokenTree};
use quote::quote;
use syn::Token;
use syn::parse::{Parse, ParseStream};
use syn::punctuated::Punctuated;

/// The expression without parentheses around it, and without the invisible ones of a macro's fragments.
pub(crate) fn strip(expr: &syn::Expr) -> &syn::Expr {
    match expr {
        syn::Expr::Paren(inner) => strip(&inner.expr),
        syn::Expr::Group(inner) => strip(&inner.expr),
        other => other,
    }
}

/// Whether a type as it is written is one of lists, whose constants are tables.
pub(crate) fn is_list(ty: &syn::Type) -> bool {
    matches!(ty, syn::Type::Array(_) | syn::Type::Reference(_))
}

/// The one name that an expression is; it may have generic arguments.
pub(crate) fn path_name(expr: &syn::Expr) -> Option<String> {
    match strip(expr) {
        syn::Expr::Path(path) => single(path).map(|segment| plain(&segment.ident)),
        _ => None,
    }
}

/// The segment of a path that has only one.
pub(crate) fn single(path: &syn::ExprPath) -> Option<&syn::PathSegment> {
    let is_name = path.qself.is_none() && path.path.leading_colon.is_none();
    path.path.segments.first().filter(|_| is_name && path.path.segments.len() == 1)
}

/// The whole path that an expression is.
pub(crate) fn path_text(path: &syn::ExprPath) -> String {
    let segments: Vec<String> = path.path.segments.iter().map(|segment| plain(&segment.ident)).collect();
    segments.join("::")
}

/// The names of a path.
pub(crate) fn path_names(function: &syn::Expr) -> Option<Vec<String>> {
    let syn::Expr::Path(path) = strip(function) else { return None };
    Some(path.path.segments.iter().map(|segment| plain(&segment.ident)).collect())
}

/// A name as the IR has it: without `r#`.
pub(crate) fn plain(ident: &Ident) -> String {
    let text = ident.to_string();
    text.strip_prefix("r#").map(str::to_string).unwrap_or(text)
}

/// The names that stand among tokens.
pub(crate) fn words(tokens: impl quote::ToTokens) -> std::collections::HashSet<String> {
    let mut found = std::collections::HashSet::new();
    let mut open = vec![tokens.to_token_stream()];
    while let Some(tokens) = open.pop() {
        for token in tokens {
            match token {
                TokenTree::Group(group) => open.push(group.stream()),
                TokenTree::Ident(name) => drop(found.insert(plain(&name))),
                _ => {}
            }
        }
    }
    found
}

/// A name as a token at a place. Keywords become raw names. Text that is no name becomes `_`, because `Ident::new` panics on it.
pub(crate) fn identifier(name: &str, span: Span) -> Ident {
    let plain = match name {
        // No raw names exist of these.
        "_" | "self" | "Self" | "super" | "crate" => return Ident::new(name, span),
        // A keyword of the edition that syn does not know as one.
        "gen" => None,
        _ => syn::parse_str(name).ok(),
    };
    let raw = || syn::parse_str::<Ident>(&format!("r#{name}")).ok();
    let mut ident = plain.or_else(raw).unwrap_or_else(|| Ident::new("_", span));
    ident.set_span(span);
    ident
}

/// The field with a name, or with a number as those of tuple structs have.
pub(crate) fn member(name: &str) -> syn::Member {
    syn::parse_str(name).unwrap_or_else(|_| identifier(name, Span::call_site()).into())
}

/// What `matches!(value, pattern if guard)` takes.
pub(crate) struct Matches {
    pub(crate) value: syn::Expr,
    pub(crate) pat: syn::Pat,
    pub(crate) guard: Option<syn::Expr>,
}

impl Matches {
    /// The parts of a call.
    pub(crate) fn of(call: &syn::Macro) -> syn::Result<Matches> {
        call.parse_body().or_else(|error| match parenthesised(&call.tokens) {
            Some(tokens) => syn::parse2(tokens),
            None => Err(error),
        })
    }
}

impl Parse for Matches {
    fn parse(input: ParseStream<'_>) -> syn::Result<Matches> {
        let value = input.parse()?;
        input.parse::<Token![,]>()?;
        let pat = syn::Pat::parse_multi_with_leading_vert(input)?;
        if input.peek(Token![.]) {
            return Err(input.error("a pattern has no `.`. Fix: write `::` before the name of a variant."));
        }
        let guard = match input.parse::<Option<Token![if]>>()? {
            Some(_) => Some(input.parse()?),
            None => None,
        };
        input.parse::<Option<Token![,]>>()?;
        Ok(Matches { value, pat, guard })
    }
}

/// A `match` or a tuple with the parts of a call of `matches!` or `assert!`, for who looks for something in them; nothing of what is no Rust.
pub(crate) fn written_out(call: &syn::Macro) -> Option<syn::Expr> {
    if call.path.is_ident("matches") {
        let Matches { value, pat, guard } = Matches::of(call).ok()?;
        let guard = guard.map(|guard| quote!(if (#guard)));
        return syn::parse2(quote!(match (#value) { #pat #guard => {} })).ok();
    }
    let args = call.parse_body_with(Punctuated::<syn::Expr, Token![,]>::parse_terminated).ok()?;
    let args = args.iter();
    syn::parse2(quote!((#(#args,)*))).ok()
}

/// Tokens in which the ranges without a start have parentheses that are parts of a list, as in `[first, ..=3]`: rustc takes such a pattern, and syn
/// does not. Nothing if there are none.
pub(crate) fn parenthesised(tokens: &TokenStream) -> Option<TokenStream> {
    let trees: Vec<TokenTree> = tokens.clone().into_iter().collect();
    let mut is_changed = false;
    let new = trees.iter().enumerate().map(|(at, tree)| {
        let TokenTree::Group(group) = tree else { return tree.clone() };
        let inner = parenthesised(&group.stream());
        is_changed |= inner.is_some();
        let mut inner = inner.unwrap_or_else(|| group.stream());
        if group.delimiter() == Delimiter::Bracket && !ends_operand(&trees[..at]) {
            let parts: Vec<TokenTree> = inner.into_iter().collect();
            let parts = parts.split_inclusive(|part| is_mark(part, ','));
            inner = parts
                .flat_map(|part| {
                    let (range, comma) = match part {
                        [range @ .., comma] if is_mark(comma, ',') => (range, Some(comma)),
                        range => (range, None),
                    };
                    let is_open = matches!(range, [a, b, _, ..] if is_mark(a, '.') && is_mark(b, '.'));
                    is_changed |= is_open;
                    let range = range.iter().cloned().collect::<TokenStream>();
                    let range = if is_open {
                        TokenTree::from(Group::new(Delimiter::Parenthesis, range)).into()
                    } else {
                        range
                    };
                    [range, comma.cloned().map(TokenStream::from).unwrap_or_default()]
                })
                .collect();
        }
        let mut copy = Group::new(group.delimiter(), inner);
        copy.set_span(group.span());
        TokenTree::from(copy)
    });
    let new: TokenStream = new.collect();
    is_changed.then_some(new)
}

/// Parentheses at a place.
pub(crate) fn group_span(span: Span) -> proc_macro2::extra::DelimSpan {
    let mut group = Group::new(Delimiter::Parenthesis, TokenStream::new());
    group.set_span(span);
    group.delim_span()
}

/// Whether an operator assigns to its left operand.
pub(crate) fn assigns(op: &syn::BinOp) -> bool {
    let text = quote::ToTokens::to_token_stream(op).to_string();
    text.ends_with('=') && !matches!(text.as_str(), "==" | "!=" | "<=" | ">=")
}
