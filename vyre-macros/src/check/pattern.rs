//! What a `let` binds: patterns and written types.

use super::{Checker, Entity, plain};
use crate::diagnostics::Area;
use crate::hir::{Expr, Stmt};
use crate::signature::name_of;
use crate::types::Ty;
use syn::spanned::Spanned;

impl Checker<'_> {
    pub(super) fn let_statement(&mut self, local: &syn::Local, stmts: &mut Vec<Stmt>) {
        let Some(init) = &local.init else {
            self.poison(&local.pat);
            let problem = "a variable is declared without a value";
            return self.errors.report(Area::of(&local.pat), problem, "give it one: `let x = 0;`");
        };
        if let Some((token, _)) = &init.diverge {
            self.poison(&local.pat);
            let problem = "kernels have no `let ... else`";
            return self.errors.report(token.span(), problem, "use `if`");
        }
        self.bind(&local.pat, &init.expr, None, stmts);
    }

    /// Binds a pattern to an expression. `ty` is the type that is written beside it.
    fn bind(&mut self, pat: &syn::Pat, value: &syn::Expr, ty: Option<&syn::Type>, stmts: &mut Vec<Stmt>) {
        match (pat, value) {
            (syn::Pat::Type(pat), _) => self.bind(&pat.pat, value, Some(&pat.ty), stmts),
            (syn::Pat::Paren(pat), _) => self.bind(&pat.pat, value, ty, stmts),
            (pat, syn::Expr::Paren(value)) => self.bind(pat, &value.expr, ty, stmts),
            (pat, syn::Expr::Group(value)) => self.bind(pat, &value.expr, ty, stmts),
            (syn::Pat::Tuple(pats), syn::Expr::Tuple(values)) => self.bind_tuple(pats, values, ty, stmts),
            (syn::Pat::Ident(name), _) if name.by_ref.is_none() && name.subpat.is_none() => {
                if ty.is_none()
                    && let Some(entity) = self.whole(&name.ident, value)
                {
                    if let (Entity::Buffer(_), None) = (entity, &name.mutability) {
                        let fix = format!("declare it as `mut {}`", name.ident);
                        let problem = "a workgroup array is bound by a `let mut`";
                        self.errors.report(Area::of(&name.ident), problem, fix);
                    }
                    return self.declare(&name.ident, entity);
                }
                let value = self.expr(value);
                self.bind_checked(pat, value, ty, stmts);
            }
            _ => {
                let value = self.expr(value);
                self.bind_checked(pat, value, ty, stmts);
            }
        }
    }

    /// What a `let` binds that is no value: a whole id or a workgroup array.
    fn whole(&mut self, name: &syn::Ident, value: &syn::Expr) -> Option<Entity> {
        if let Some(ids) = self.ids(value) {
            return Some(Entity::Ids(ids));
        }
        self.workgroup_array(name, value)
    }

    /// Binds a tuple of names to a tuple of values. Every value is evaluated before the first name is bound.
    fn bind_tuple(
        &mut self,
        pats: &syn::PatTuple,
        values: &syn::ExprTuple,
        ty: Option<&syn::Type>,
        stmts: &mut Vec<Stmt>,
    ) {
        let checked: Vec<Expr> = values.elems.iter().map(|value| self.expr(value)).collect();
        let types: Vec<Option<&syn::Type>> = match ty {
            Some(syn::Type::Tuple(types)) => types.elems.iter().map(Some).collect(),
            _ => vec![None; checked.len()],
        };
        let (names, got) = (pats.elems.len(), checked.len());
        if names != got || types.len() != got {
            pats.elems.iter().for_each(|pat| self.poison(pat));
            let problem = format!("this pattern has {names} names, but the tuple has {got} values");
            return self.errors.report(Area::of(pats), problem, "name each value");
        }
        for ((pat, value), ty) in pats.elems.iter().zip(checked).zip(types) {
            self.bind_checked(pat, value, ty, stmts);
        }
    }

    fn bind_checked(&mut self, pat: &syn::Pat, value: Expr, ty: Option<&syn::Type>, stmts: &mut Vec<Stmt>) {
        match pat {
            syn::Pat::Type(inner) => self.bind_checked(&inner.pat, value, Some(&inner.ty), stmts),
            syn::Pat::Wild(_) => stmts.push(Stmt::Expr(value)),
            syn::Pat::Ident(name) if name.by_ref.is_none() && name.subpat.is_none() => {
                let declared = ty.and_then(|ty| self.written_type(ty)).unwrap_or(value.ty);
                if let Ty::Unit = self.infer.resolve(value.ty) {
                    self.declare(&name.ident, Entity::Poisoned);
                    return self.errors.report(
                        value.area,
                        "this expression has no value",
                        "remove the `let`",
                    );
                }
                if self.infer.unify(declared, value.ty).is_none() {
                    let (expected, got) = (self.infer.resolve(declared), self.infer.resolve(value.ty));
                    let problem = format!("expected `{expected}`, got `{got}`");
                    self.errors.report(value.area, problem, "change the type or the value");
                }
                if let Ty::Error = self.infer.resolve(declared) {
                    self.declare(&name.ident, Entity::Poisoned);
                    return stmts.push(Stmt::Expr(value));
                }
                let area = Area::from(name.ident.span());
                let local = self.local(&plain(&name.ident), declared, name.mutability.is_some());
                self.declare(&name.ident, Entity::Local(local));
                stmts.push(Stmt::Let { local, value, area });
            }
            other => {
                self.poison(other);
                let fix = "use a name, or a tuple of names beside a tuple of values";
                self.errors.report(Area::of(other), "kernels have no such pattern", fix);
            }
        }
    }

    /// Declares the names of a pattern whose `let` is erroneous.
    fn poison(&mut self, pat: &syn::Pat) {
        match pat {
            syn::Pat::Ident(name) => self.declare(&name.ident, Entity::Poisoned),
            syn::Pat::Type(inner) => self.poison(&inner.pat),
            syn::Pat::Paren(inner) => self.poison(&inner.pat),
            syn::Pat::Tuple(tuple) => tuple.elems.iter().for_each(|pat| self.poison(pat)),
            _ => {}
        }
    }

    /// The type that a user wrote.
    pub(super) fn written_type(&mut self, ty: &syn::Type) -> Option<Ty> {
        let known = match ty {
            syn::Type::Path(path) => path.path.get_ident().and_then(|name| match name.to_string().as_str() {
                "u32" => Some(Ty::U32),
                "bool" => Some(Ty::Bool),
                _ => None,
            }),
            syn::Type::Paren(inner) => return self.written_type(&inner.elem),
            syn::Type::Group(inner) => return self.written_type(&inner.elem),
            syn::Type::Infer(_) => return None,
            _ => None,
        };
        if known.is_none() {
            let name = name_of(ty);
            let (yet, fix) = match name.as_str() {
                "usize" | "isize" => ("", "use `u32`, also for indices"),
                _ => (" yet", "use `u32` or `bool`"),
            };
            self.errors.report(Area::of(ty), format!("kernels have no `{name}` values{yet}"), fix);
        }
        Some(known.unwrap_or(Ty::Error))
    }
}
