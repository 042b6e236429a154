//! Functions that stand as arguments of methods such as `map`: a closure, or the name of a function. Its body takes the place of the call.

use super::extent::Extent;
use super::variants::block_of;
use super::{Checker, Entity, plain};
use crate::diagnostics::Area;
use crate::hir::{Expr, Kind, Stmt};
use crate::syntax::strip;
use crate::types::Ty;
use std::collections::HashMap;
use syn::punctuated::Punctuated;

/// What a function is given in Rust. Here it is a value in any case.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Given {
    Values,
    References,
}

impl Checker<'_> {
    /// What a closure or a function gives for these arguments.
    pub(super) fn inlined(&mut self, function: &syn::Expr, args: Vec<Expr>, given: Given) -> Expr {
        match strip(function) {
            syn::Expr::Closure(closure) => self.inlined_closure(closure, args, given),
            syn::Expr::Path(path) => self.inlined_function(path, args),
            other => {
                let value = self.expr(other);
                if self.infer.resolve(value.ty) != Ty::Error {
                    let fix = "write a closure, such as `|x| x + 1`, or the name of a function";
                    self.errors.report(value.area, "this is no function", fix);
                }
                Expr::error(other.area())
            }
        }
    }

    fn inlined_closure(&mut self, closure: &syn::ExprClosure, args: Vec<Expr>, given: Given) -> Expr {
        let area = Area::of(closure);
        if closure.inputs.len() != args.len() {
            let (got, wanted) = (closure.inputs.len(), args.len());
            let problem = format!("this closure takes {got} values, but is given {wanted}");
            let fix = if wanted == 0 { "write `||`".to_string() } else { format!("let it take {wanted}") };
            self.errors.report(area, problem, fix);
            return Expr::error(area);
        }
        let mut stmts = Vec::new();
        self.scopes.push(HashMap::new());
        for (pat, arg) in closure.inputs.iter().zip(args) {
            if let Ty::Unit = self.infer.resolve(arg.ty) {
                // `()` has nothing to bind.
                self.poison(pat);
                continue;
            }
            self.bind_argument(pat, arg, given, &mut stmts);
        }
        // A jump in a closure leads to nothing around it.
        let loops = std::mem::take(&mut self.loops);
        self.closures += 1;
        let body = self.expr(&closure.body);
        self.closures -= 1;
        self.loops = loops;
        self.scopes.pop();
        if let syn::ReturnType::Type(_, ty) = &closure.output
            && let Some(ty) = self.written_type(ty)
        {
            self.demand(&body, ty);
        }
        block_of(stmts, body)
    }

    /// Binds the parameter of a closure.
    fn bind_argument(&mut self, pat: &syn::Pat, arg: Expr, given: Given, stmts: &mut Vec<Stmt>) {
        match (pat, given) {
            (syn::Pat::Reference(inner), Given::References) => {
                self.bind_argument(&inner.pat, arg, Given::Values, stmts);
            }
            (syn::Pat::Paren(inner), _) => self.bind_argument(&inner.pat, arg, given, stmts),
            (syn::Pat::Ident(name), Given::References) if name.by_ref.is_none() && name.subpat.is_none() => {
                let area = Area::from(name.ident.span());
                let local = self.local(&plain(&name.ident), arg.ty, false);
                self.shared.insert(local);
                self.declare_bound(&name.ident, Entity::Reference(local));
                stmts.push(Stmt::Let { local, value: arg, area });
            }
            _ => self.bind_checked(pat, arg, None, stmts),
        }
    }

    /// A call of the function with this name. The arguments get names that nobody can write.
    fn inlined_function(&mut self, path: &syn::ExprPath, args: Vec<Expr>) -> Expr {
        let area = path.area();
        let span = path.path.segments.last().map_or(area.start, |last| last.ident.span());
        let (mut stmts, mut names) = (Vec::new(), Punctuated::<syn::Expr, syn::Token![,]>::new());
        self.scopes.push(HashMap::new());
        for (at, arg) in args.into_iter().enumerate() {
            let value = self.hidden("given", arg, &mut stmts);
            let Kind::Local(local) = value.kind else { continue };
            let name = syn::Ident::new(&format!("__vyre_given_{at}"), span);
            self.declare(&name, Entity::Local(local));
            names.push(syn::parse_quote!(#name));
        }
        let paren_token = syn::token::Paren(span);
        let is_method =
            path.qself.is_none() && path.path.segments.len() == 2 && self.is_number_path(&path.path);
        let called = match (is_method, names.first().cloned()) {
            (true, Some(receiver)) => {
                let method = path.path.segments[1].ident.clone();
                let args = names.into_iter().skip(1).collect();
                let dot_token = syn::Token![.](span);
                let (attrs, turbofish, receiver) = (Vec::new(), None, Box::new(receiver));
                let call =
                    syn::ExprMethodCall { attrs, receiver, dot_token, method, turbofish, paren_token, args };
                self.expr(&syn::Expr::MethodCall(call))
            }
            _ => {
                let func = Box::new(syn::Expr::Path(path.clone()));
                let call = syn::ExprCall { attrs: Vec::new(), func, paren_token, args: names };
                self.expr(&syn::Expr::Call(call))
            }
        };
        self.scopes.pop();
        block_of(stmts, called)
    }

    /// Whether a path is `u32::method` or its kin, of which the first argument is the receiver.
    fn is_number_path(&self, path: &syn::Path) -> bool {
        let [ty, method] = [0, 1].map(|at| plain(&path.segments[at].ident));
        let is_function =
            matches!(method.as_str(), "from" | "from_bits" | "from_u32") || method.starts_with("from_");
        crate::signature::named(&ty).is_some() && !is_function
    }
}
