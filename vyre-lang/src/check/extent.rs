//! Where expressions begin and end, without writing their tokens. [`Area::of`] writes them, and that again for every
//! expression around: of nested ones much more than there are.

use crate::diagnostics::Area;
use proc_macro2::Span;
use syn::{Expr, ExprArray, ExprCall, ExprField, ExprIndex, ExprMethodCall, ExprPath, ExprRepeat, Member};

/// What has an area.
pub(super) trait Extent {
    /// From the first token to the last.
    fn area(&self) -> Area;
}

impl Extent for Expr {
    fn area(&self) -> Area {
        Area::between(first(self), last(self))
    }
}

impl Extent for ExprPath {
    fn area(&self) -> Area {
        match self.path.get_ident() {
            Some(name) if self.attrs.is_empty() => Area::from(name.span()),
            _ => Area::of(self),
        }
    }
}

impl Extent for ExprCall {
    fn area(&self) -> Area {
        Area::between(first(&self.func), self.paren_token.span.close())
    }
}

impl Extent for ExprMethodCall {
    fn area(&self) -> Area {
        Area::between(first(&self.receiver), self.paren_token.span.close())
    }
}

impl Extent for ExprIndex {
    fn area(&self) -> Area {
        Area::between(first(&self.expr), self.bracket_token.span.close())
    }
}

impl Extent for ExprField {
    fn area(&self) -> Area {
        let end = match &self.member {
            Member::Named(name) => name.span(),
            Member::Unnamed(index) => index.span,
        };
        Area::between(first(&self.base), end)
    }
}

impl Extent for ExprArray {
    fn area(&self) -> Area {
        Area::between(self.bracket_token.span.open(), self.bracket_token.span.close())
    }
}

impl Extent for ExprRepeat {
    fn area(&self) -> Area {
        Area::between(self.bracket_token.span.open(), self.bracket_token.span.close())
    }
}

/// The first token.
fn first(mut expr: &Expr) -> Span {
    loop {
        expr = match expr {
            Expr::Binary(it) => &it.left,
            Expr::Assign(it) => &it.left,
            Expr::Call(it) => &it.func,
            Expr::MethodCall(it) => &it.receiver,
            Expr::Field(it) => &it.base,
            Expr::Index(it) => &it.expr,
            Expr::Cast(it) => &it.expr,
            Expr::Path(it) => return it.area().written,
            Expr::Lit(it) => return it.lit.span(),
            Expr::Paren(it) => return it.paren_token.span.open(),
            Expr::Array(it) => return it.area().written,
            Expr::Repeat(it) => return it.area().written,
            Expr::If(it) => return it.if_token.span,
            Expr::Block(it) if it.label.is_none() => return it.block.brace_token.span.open(),
            other => return Area::of(other).written,
        }
    }
}

/// The last token.
fn last(mut expr: &Expr) -> Span {
    loop {
        expr = match expr {
            Expr::Binary(it) => &it.right,
            Expr::Assign(it) => &it.right,
            Expr::Unary(it) => &it.expr,
            Expr::Call(it) => return it.area().end,
            Expr::MethodCall(it) => return it.area().end,
            Expr::Field(it) => return it.area().end,
            Expr::Index(it) => return it.area().end,
            Expr::Path(it) => return it.area().end,
            Expr::Lit(it) => return it.lit.span(),
            Expr::Paren(it) => return it.paren_token.span.close(),
            Expr::Array(it) => return it.area().end,
            Expr::Repeat(it) => return it.area().end,
            Expr::Block(it) => return it.block.brace_token.span.close(),
            other => return Area::of(other).end,
        }
    }
}
