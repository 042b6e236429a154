//! `assert!`, `assert_eq!`, `assert_ne!`, and the same with `debug_`; `panic!` and its kin.

use super::{Checker, plain};
use crate::diagnostics::Area;
use crate::hir::{Block, Expr, Kind, Stmt};
use crate::types::Ty;
use proc_macro2::Span;
use quote::quote;
use syn::Token;
use syn::punctuated::Punctuated;

impl Checker<'_> {
    /// An assertion, if the macro is one.
    pub(super) fn assertion(&mut self, call: &syn::Macro) -> Option<Expr> {
        let name = plain(&call.path.segments.last()?.ident);
        let (name, is_debug) = match name.strip_prefix("debug_") {
            Some(rest) => (rest, true),
            None => (name.as_str(), false),
        };
        if let "panic" | "unreachable" | "todo" | "unimplemented" = name
            && !is_debug
        {
            return Some(self.panics(call, name));
        }
        let operands = match name {
            "assert" => 1,
            "assert_eq" | "assert_ne" => 2,
            _ => return None,
        };
        let area = Area::of(&call.path).to(Area::of(&call.bang_token));
        Some(self.checked_assertion(call, name, operands, is_debug).unwrap_or_else(|| Expr::error(area)))
    }

    /// `panic!("message")` and its kin: an assertion that fails, behind which nothing is.
    fn panics(&mut self, call: &syn::Macro, name: &str) -> Expr {
        let area = Area::of(&call.path).to(Area::of(&call.bang_token));
        let args = match call.parse_body_with(Punctuated::<syn::Expr, Token![,]>::parse_terminated) {
            Ok(args) => args,
            Err(error) => {
                self.errors.report_syntax(&error);
                return Expr::error(area);
            }
        };
        let args: Vec<syn::Expr> = args.into_iter().collect();
        let Some(literal) = self.message(&args) else { return Expr::error(area) };
        let message = match (name, literal) {
            ("panic", Some(said)) => said,
            ("panic", None) => "explicit panic".to_string(),
            ("unreachable", None) => "internal error: entered unreachable code".to_string(),
            ("unreachable", Some(said)) => format!("internal error: entered unreachable code: {said}"),
            ("todo", None) => "not yet implemented".to_string(),
            ("todo", Some(said)) => format!("not yet implemented: {said}"),
            (_, None) => "not implemented".to_string(),
            (_, Some(said)) => format!("not implemented: {said}"),
        };
        self.has_assertions = true;
        let cond = Box::new(Expr { kind: Kind::Literal(0), ty: Ty::Bool, area });
        let kind = Kind::Assert { cond, message, literal: None, compares: false };
        let stmts = vec![Stmt::Expr(Expr { kind, ty: Ty::Unit, area })];
        Expr { kind: Kind::Block(Block { stmts, tail: None }), ty: Ty::Never, area }
    }

    fn checked_assertion(
        &mut self,
        call: &syn::Macro,
        name: &str,
        operands: usize,
        is_debug: bool,
    ) -> Option<Expr> {
        let area = Area::of(&call.path).to(Area::of(&call.bang_token));
        let args = match call.parse_body_with(Punctuated::<syn::Expr, Token![,]>::parse_terminated) {
            Ok(args) => args,
            Err(error) => {
                self.errors.report_syntax(&error);
                return None;
            }
        };
        let args: Vec<syn::Expr> = args.into_iter().collect();
        if args.len() < operands {
            let fix = match operands {
                1 => "write a condition: `assert!(i < out.len())`",
                _ => "write two values: `assert_eq!(a, b)`",
            };
            self.errors.report(area, "this assertion says too little", fix);
            return None;
        }
        let (values, rest) = args.split_at(operands);
        let literal = self.message(rest)?;
        let is_equal = name == "assert_eq";
        let cond = match values {
            [left, right] => {
                let span: Span = call.path.segments.last()?.ident.span();
                let (left, right) = (Box::new(left.clone()), Box::new(right.clone()));
                let op = match is_equal {
                    true => syn::BinOp::Eq(Token![==](span)),
                    false => syn::BinOp::Ne(Token![!=](span)),
                };
                self.expr(&syn::Expr::Binary(syn::ExprBinary { attrs: Vec::new(), left, op, right }))
            }
            [cond, ..] => {
                let cond = self.expr(cond);
                self.condition(&cond, "the condition of an assertion");
                cond
            }
            [] => return None,
        };
        let said = match (operands, &literal) {
            (1, Some(literal)) => literal.clone(),
            (1, None) => match self.errors.text(cond.area) {
                Some(text) => format!("assertion failed: {text}"),
                None => "assertion failed".to_string(),
            },
            (_, literal) => {
                let sign = if is_equal { "==" } else { "!=" };
                let message = literal.as_ref().map(|literal| format!(": {literal}"));
                format!("assertion `left {sign} right` failed{}", message.unwrap_or_default())
            }
        };
        self.has_assertions = true;
        let kind = Kind::Assert { cond: Box::new(cond), message: said, literal, compares: operands == 2 };
        let assertion = Expr { kind, ty: Ty::Unit, area };
        if !is_debug {
            return Some(assertion);
        }
        // Whether the user's crate has debug assertions is what rustc knows.
        let cond = self.item_expr(quote!(::core::cfg!(debug_assertions)), Some(Ty::Bool), area);
        let then = Block { stmts: Vec::new(), tail: Some(Box::new(assertion)) };
        Some(Expr { kind: Kind::If { cond: Box::new(cond), then, otherwise: None }, ty: Ty::Unit, area })
    }

    /// The message that the user wrote: a literal without values, as only the kernel knows any.
    fn message(&mut self, args: &[syn::Expr]) -> Option<Option<String>> {
        let fix =
            "write what is wrong, as in `assert!(i < 4, \"i is too large\")`; the error names the invocation";
        let literal = match args {
            [] => return Some(None),
            [syn::Expr::Lit(syn::ExprLit { lit: syn::Lit::Str(literal), .. })] => literal,
            [syn::Expr::Lit(syn::ExprLit { lit: syn::Lit::Str(_), .. }), value, ..] => {
                self.errors.report(Area::of(value), "the message of an assertion has no values", fix);
                return None;
            }
            [other, ..] => {
                self.errors.report(Area::of(other), "the message of an assertion is a literal", fix);
                return None;
            }
        };
        let text = literal.value();
        let plain = text.replace("{{", "").replace("}}", "");
        if plain.contains(['{', '}']) {
            self.errors.report(Area::of(literal), "the message of an assertion has no values", fix);
            return None;
        }
        Some(Some(text.replace("{{", "{").replace("}}", "}")))
    }
}
