//! `assert!`, `assert_eq!`, `assert_ne!`, and the same with `debug_`; `panic!` and its kin.

use super::extent::Extent;
use super::{Checker, plain};
use crate::diagnostics::Area;
use crate::hir::{Block, Expr, Kind, Stmt};
use crate::types::Ty;
use proc_macro2::Span;
use quote::quote;
use std::collections::HashSet;
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

    /// The message that the user wrote: a literal. Only the kernel knows the values in it, so these stand there as they are written.
    fn message(&mut self, args: &[syn::Expr]) -> Option<Option<String>> {
        let (literal, values) = match args {
            [] => return Some(None),
            [syn::Expr::Lit(syn::ExprLit { lit: syn::Lit::Str(literal), .. }), values @ ..] => {
                (literal, values)
            }
            [other, ..] => {
                let fix = "write what is wrong, as in `assert!(i < 4, \"i is too large\")`; the error names the invocation";
                self.errors.report(Area::of(other), "the message of an assertion is a literal", fix);
                return None;
            }
        };
        let text = literal.value();
        let Some(pieces) = pieces(&text) else {
            let fix = "write a value as `{}`, and a brace as `{{` or `}}`";
            self.errors.report(Area::of(literal), "this is no message", fix);
            return None;
        };
        let (mut said, mut next, mut used) = (String::new(), 0, HashSet::new());
        for piece in pieces {
            let name = match piece {
                Piece::Text(text) => {
                    said.push_str(&text);
                    continue;
                }
                Piece::Value(name) => name,
            };
            let at = match name.as_str() {
                "" => {
                    next += 1;
                    Some(next - 1)
                }
                number if number.starts_with(|first: char| first.is_ascii_digit()) => number.parse().ok(),
                name => values.iter().position(|value| is_named(value, name)),
            };
            let value = match at {
                Some(at) => {
                    used.insert(at);
                    let Some(value) = values.get(at) else {
                        let fix = "pass a value for each `{}`";
                        self.errors.report(
                            Area::of(literal),
                            "the message has more values than there are",
                            fix,
                        );
                        return None;
                    };
                    let value = if let syn::Expr::Assign(named) = value { &*named.right } else { value };
                    self.errors.text(value.area()).unwrap_or_else(|| "..".to_string())
                }
                None if self.lookup(&name).is_some() => name,
                None => {
                    let ident = syn::Ident::new(&name, literal.span());
                    self.expr(&syn::parse_quote!(#ident));
                    name
                }
            };
            said.push('{');
            said.push_str(&value);
            said.push('}');
        }
        if let Some(unused) = (0..values.len()).find(|at| !used.contains(at)) {
            let area = values[unused].area();
            self.errors.report(
                area,
                "the message does not name this value",
                "write `{}` for it, or leave it out",
            );
            return None;
        }
        Some(Some(said))
    }
}

/// A piece of a message.
enum Piece {
    Text(String),
    /// What stands for a value, without its format.
    Value(String),
}

/// The pieces of a message; nothing of one that Rust does not read.
fn pieces(text: &str) -> Option<Vec<Piece>> {
    let (mut pieces, mut plain, mut rest) = (Vec::new(), String::new(), text);
    while let Some(at) = rest.find(['{', '}']) {
        let (before, from) = rest.split_at(at);
        plain.push_str(before);
        if let Some(after) = from.strip_prefix("{{").or_else(|| from.strip_prefix("}}")) {
            plain.push_str(&from[..1]);
            rest = after;
            continue;
        }
        let (value, after) = from.strip_prefix('{')?.split_once('}')?;
        let name = value.split(':').next().unwrap_or_default().trim();
        if !name.chars().all(|it| it == '_' || it.is_alphanumeric()) {
            return None;
        }
        pieces.push(Piece::Text(std::mem::take(&mut plain)));
        pieces.push(Piece::Value(name.to_string()));
        rest = after;
    }
    plain.push_str(rest);
    pieces.push(Piece::Text(plain));
    Some(pieces)
}

/// Whether an argument of a message is `name = value`.
fn is_named(value: &syn::Expr, name: &str) -> bool {
    matches!(value, syn::Expr::Assign(named) if crate::syntax::path_name(&named.left).is_some_and(|it| it == name))
}
