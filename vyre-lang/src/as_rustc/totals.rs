//! Sums and products of which nothing says the type: of their items it does not follow in Rust.

use super::Found;
use crate::check::{is_adaptor, is_source};
use crate::syntax::{plain, strip, words};
use quote::ToTokens;
use syn::visit::{self, Visit};
use syn::{Expr, ExprMethodCall, Stmt};

pub(super) fn check(file: &syn::File, found: &mut Found) {
    let declared = words(file.to_token_stream());
    if declared.contains("sum") || declared.contains("product") {
        let mut own = Own(false);
        own.visit_file(file);
        if !own.0 {
            Totals { found }.visit_file(file);
        }
    }
}

/// Whether the text has a function with the name of one of these methods.
struct Own(bool);

impl<'ast> Visit<'ast> for Own {
    fn visit_signature(&mut self, it: &'ast syn::Signature) {
        self.0 |= it.ident == "sum" || it.ident == "product";
    }
}

struct Totals<'f> {
    found: &'f mut Found,
}

/// Whether a method gives an iterator: on those alone a `sum` is one of std.
fn gives_iterator(name: &str) -> bool {
    is_source(name) || is_adaptor(name) || name == "bytes"
}

/// A sum or a product whose type its call does not say.
fn open_total(expr: &Expr) -> Option<&ExprMethodCall> {
    let Expr::MethodCall(call) = strip(expr) else { return None };
    let is_total = call.method == "sum" || call.method == "product";
    let is_of_iterator = match strip(&call.receiver) {
        Expr::MethodCall(inner) => gives_iterator(&plain(&inner.method)),
        Expr::Range(_) => true,
        _ => false,
    };
    (is_total && is_of_iterator && call.turbofish.is_none() && call.args.is_empty()).then_some(call)
}

impl Totals<'_> {
    /// Reports a total where nothing but itself says its type.
    fn refuse(&mut self, expr: &Expr) {
        if let Some(call) = open_total(expr) {
            let name = &call.method;
            let problem = format!("nothing says the type of this `{name}`");
            self.found.report(name.span(), problem, format!("write it, as in `{name}::<i32>()`"));
        }
    }
}

impl<'ast> Visit<'ast> for Totals<'_> {
    fn visit_stmt(&mut self, it: &'ast Stmt) {
        if let Stmt::Expr(expr, Some(_)) = it {
            self.refuse(expr);
        }
        visit::visit_stmt(self, it);
    }

    fn visit_expr_binary(&mut self, it: &'ast syn::ExprBinary) {
        use syn::BinOp::{Eq, Ge, Gt, Le, Lt, Ne};
        self.refuse(&it.left);
        // A number is compared with numbers of its own type alone.
        if !matches!(it.op, Eq(_) | Ne(_) | Lt(_) | Le(_) | Gt(_) | Ge(_)) {
            self.refuse(&it.right);
        }
        visit::visit_expr_binary(self, it);
    }

    fn visit_expr_unary(&mut self, it: &'ast syn::ExprUnary) {
        self.refuse(&it.expr);
        visit::visit_expr_unary(self, it);
    }

    fn visit_expr_cast(&mut self, it: &'ast syn::ExprCast) {
        self.refuse(&it.expr);
        visit::visit_expr_cast(self, it);
    }

    fn visit_expr_method_call(&mut self, it: &'ast ExprMethodCall) {
        self.refuse(&it.receiver);
        visit::visit_expr_method_call(self, it);
    }

    fn visit_block(&mut self, it: &'ast syn::Block) {
        for stmt in &it.stmts {
            if let Stmt::Local(local) = stmt
                && let (syn::Pat::Ident(name), Some(init)) = (&local.pat, &local.init)
                && open_total(&init.expr).is_some()
                && count(it, &plain(&name.ident)) < 2 + casts(it, &plain(&name.ident))
            {
                self.refuse(&init.expr);
            }
            if let Stmt::Local(syn::Local { pat: syn::Pat::Wild(_), init: Some(init), .. }) = stmt {
                self.refuse(&init.expr);
            }
        }
        visit::visit_block(self, it);
    }
}

/// How often a block casts what has a name, which says nothing of its type.
fn casts(block: &syn::Block, name: &str) -> usize {
    struct Casts<'n>(&'n str, usize);
    impl<'ast> Visit<'ast> for Casts<'_> {
        fn visit_expr_cast(&mut self, it: &'ast syn::ExprCast) {
            let cast = crate::syntax::path_name(strip(&it.expr));
            self.1 += usize::from(cast.is_some_and(|cast| cast == self.0));
            visit::visit_expr_cast(self, it);
        }
    }
    let mut casts = Casts(name, 0);
    casts.visit_block(block);
    casts.1
}

/// How often a name stands in a block.
pub(super) fn count(block: &syn::Block, name: &str) -> usize {
    struct Names<'n>(&'n str, usize);
    impl<'ast> Visit<'ast> for Names<'_> {
        fn visit_ident(&mut self, it: &'ast proc_macro2::Ident) {
            self.1 += usize::from(it == self.0);
        }
        fn visit_macro(&mut self, it: &'ast syn::Macro) {
            // What a macro names is used.
            self.1 += 2 * usize::from(words(it.tokens.clone()).contains(self.0));
        }
    }
    let mut names = Names(name, 0);
    names.visit_block(block);
    names.1
}
