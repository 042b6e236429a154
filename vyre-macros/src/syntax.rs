//! What the syntax tree of Rust needs everywhere.

use proc_macro2::{TokenStream, TokenTree};

/// The expression without parentheses around it, and without the invisible ones of a macro's fragments.
pub(crate) fn strip(expr: &syn::Expr) -> &syn::Expr {
    match expr {
        syn::Expr::Paren(inner) => strip(&inner.expr),
        syn::Expr::Group(inner) => strip(&inner.expr),
        other => other,
    }
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
pub(crate) fn plain(ident: &syn::Ident) -> String {
    let text = ident.to_string();
    text.strip_prefix("r#").map(str::to_string).unwrap_or(text)
}

/// The expressions between the commas of a macro's tokens, as far as they are Rust.
pub(crate) fn exprs(tokens: TokenStream) -> Vec<syn::Expr> {
    let trees: Vec<TokenTree> = tokens.into_iter().collect();
    let parts = trees.split(|token| matches!(token, TokenTree::Punct(mark) if mark.as_char() == ','));
    parts.filter_map(|part| syn::parse2(part.iter().cloned().collect()).ok()).collect()
}
