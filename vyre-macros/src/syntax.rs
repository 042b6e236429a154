//! What the syntax tree of Rust needs everywhere.

/// The expression without parentheses around it, and without the invisible ones of a macro's fragments.
pub(crate) fn strip(expr: &syn::Expr) -> &syn::Expr {
    match expr {
        syn::Expr::Paren(inner) => strip(&inner.expr),
        syn::Expr::Group(inner) => strip(&inner.expr),
        other => other,
    }
}
