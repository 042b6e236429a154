//! `if let`, `while let`, `let .. else`, and what a pattern is held against. A condition with `let` is the condition under which its patterns fit,
//! and what they bind stands in front of what follows it.

use super::extent::Extent;
use super::matching::{join, split_guard};
use super::variants::block_of;
use super::{Checker, plain};
use crate::diagnostics::Area;
use crate::hir::{Block, Expr, Kind, Stmt};
use crate::syntax::strip;
use crate::types::Ty;
use std::collections::HashMap;
use syn::visit::Visit;
use vyre_ir::{BinOp, UnOp};

/// What the names of a pattern are: values, or references to parts of what it is held against.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Mode {
    Value,
    /// `&`. Nothing changes behind it, so it is a copy.
    Shared,
    /// `&mut`: a name for the place.
    Exclusive,
}

/// A condition with `let`.
pub(super) struct Conditions {
    /// What comes before it.
    pub(super) before: Vec<Stmt>,
    pub(super) cond: Expr,
    /// What its patterns bind where it holds.
    pub(super) lets: Vec<Stmt>,
}

/// The operands of `&&`, from left to right.
fn operands(cond: &syn::Expr) -> Vec<&syn::Expr> {
    let (mut all, mut open) = (Vec::new(), vec![cond]);
    while let Some(next) = open.pop() {
        match next {
            syn::Expr::Group(inner) => open.push(&inner.expr),
            syn::Expr::Binary(syn::ExprBinary { left, op: syn::BinOp::And(_), right, .. }) => {
                open.push(right);
                open.push(left);
            }
            other => all.push(other),
        }
    }
    all
}

/// Whether a condition has a `let`.
pub(super) fn has_let(cond: &syn::Expr) -> bool {
    operands(cond).iter().any(|operand| matches!(operand, syn::Expr::Let(_)))
}

/// Whether a pattern binds a name by `ref mut`.
fn has_ref_mut(pat: &syn::Pat) -> bool {
    struct Names(bool);
    impl<'ast> Visit<'ast> for Names {
        fn visit_pat_ident(&mut self, name: &'ast syn::PatIdent) {
            self.0 |= name.by_ref.is_some() && name.mutability.is_some();
            syn::visit::visit_pat_ident(self, name);
        }
    }
    let mut names = Names(false);
    names.visit_pat(pat);
    names.0
}

/// What comes before in a condition, and one more operand.
fn both(before: Option<Expr>, this: Expr) -> Expr {
    match before {
        Some(before) => join(BinOp::And, before, this),
        None => this,
    }
}

impl Checker<'_> {
    /// What a pattern is held against, in a variable or as a place; nothing where it is erroneous, which is reported.
    pub(super) fn matched(
        &mut self,
        expr: &syn::Expr,
        pats: &[&syn::Pat],
        stmts: &mut Vec<Stmt>,
    ) -> Option<(Expr, Mode)> {
        let (value, mode) = match self.wanted_by_patterns(expr, pats) {
            Some(value) => (value, Mode::Value),
            None => self.looked_at(expr),
        };
        if !self.demand_known(&value) || self.infer.resolve(value.ty) == Ty::Error {
            return None;
        }
        let is_place = mode == Mode::Exclusive || pats.iter().any(|pat| has_ref_mut(pat));
        if !is_place {
            return Some((self.hidden("matched", value, stmts), mode));
        }
        if !self.can_change(&value) {
            match super::inner::root_of(&value).kind {
                Kind::Local(local) => self.not_mutable(value.area, local),
                _ => {
                    let fix = "bind it first: `let mut value = ..;`";
                    self.errors.report(value.area, "a `&mut` to what is no variable", fix);
                }
            }
            return None;
        }
        Some((self.settled_place(value, stmts), mode))
    }

    /// The value of an expression that takes the type that is wanted, as what the patterns are of.
    pub(super) fn wanted_by_patterns(&mut self, expr: &syn::Expr, pats: &[&syn::Pat]) -> Option<Expr> {
        if !super::conversions::takes_wanted(expr) {
            return None;
        }
        let ty = pats.iter().find_map(|pat| self.data_of_pattern(pat))?;
        Some(self.expr_as(expr, ty))
    }

    /// The struct or the enum that a pattern names, if it has no parameters.
    fn data_of_pattern(&mut self, pat: &syn::Pat) -> Option<Ty> {
        let path = match pat {
            syn::Pat::Struct(it) => &it.path,
            syn::Pat::TupleStruct(it) => &it.path,
            syn::Pat::Path(it) if it.qself.is_none() => &it.path,
            syn::Pat::Paren(inner) => return self.data_of_pattern(&inner.pat),
            syn::Pat::Or(cases) => return cases.cases.iter().find_map(|case| self.data_of_pattern(case)),
            syn::Pat::Ident(name) => return self.data_of_pattern(&name.subpat.as_ref()?.1),
            syn::Pat::Guard(it) => return self.data_of_pattern(&it.pat),
            _ => return None,
        };
        let mut owner = path.clone();
        owner.segments.pop();
        owner.segments.pop_punct();
        let candidates = [(path, false), (&owner, true)];
        candidates.into_iter().filter(|(path, _)| !path.segments.is_empty()).find_map(|(path, is_owner)| {
            if self.generic_named(path).is_some() {
                return None;
            }
            let ty = self.data_type(path)?;
            let shape = &self.infer.data_of(ty)?.definition.shape;
            // What a struct owns is a constant of any type.
            (!is_owner || !matches!(shape, crate::data::Shape::Struct(_))).then_some(ty)
        })
    }

    fn looked_at(&mut self, expr: &syn::Expr) -> (Expr, Mode) {
        match strip(expr) {
            syn::Expr::Reference(reference) => {
                let mode = if reference.mutability.is_some() { Mode::Exclusive } else { Mode::Shared };
                (self.base(&reference.expr), mode)
            }
            syn::Expr::MethodCall(call) if call.args.is_empty() && call.method == "as_mut" => {
                (self.base(&call.receiver), Mode::Exclusive)
            }
            syn::Expr::MethodCall(call) if call.args.is_empty() && call.method == "as_ref" => {
                (self.base(&call.receiver), Mode::Shared)
            }
            syn::Expr::Tuple(tuple)
                if !tuple.elems.is_empty()
                    && tuple.elems.iter().all(
                        |it| matches!(strip(it), syn::Expr::Reference(it) if it.mutability.is_none()),
                    ) =>
            {
                let mut values = tuple.clone();
                for value in &mut values.elems {
                    if let syn::Expr::Reference(reference) = strip(value) {
                        *value = (*reference.expr).clone();
                    }
                }
                (self.tuple(&values), Mode::Shared)
            }
            syn::Expr::Path(path)
                if path.path.is_ident("self") && self.is_method && self.is_behind_reference =>
            {
                let mode = if self.is_mutating { Mode::Exclusive } else { Mode::Shared };
                (self.base(expr), mode)
            }
            other => match self.reference_named(other) {
                Some(local) if self.shared.contains(&local) => (self.base(other), Mode::Shared),
                Some(_) => (self.base(other), Mode::Exclusive),
                None => (self.expr(other), Mode::Value),
            },
        }
    }

    /// A condition with `let`. What its patterns bind is declared in the scope that is open.
    pub(super) fn conditions(&mut self, cond: &syn::Expr, what: &str) -> Conditions {
        let area = Area::of(cond);
        let (mut before, mut lets) = (Vec::new(), Vec::new());
        let mut whole: Option<Expr> = None;
        for operand in operands(cond) {
            let mut stmts: Vec<Stmt> = lets.clone();
            let this = match operand {
                syn::Expr::Let(it) => {
                    let (pat, _) = split_guard(&it.pat);
                    let mut own = Vec::new();
                    let sliced = self.sliced_by(&it.expr, &[pat], &mut own);
                    if let Some(sliced) = sliced {
                        let fits = match sliced {
                            Some(slice) => {
                                self.fits_slice(pat, (slice, self.mode_of_slice(&it.expr)), &mut lets)
                            }
                            None => {
                                self.poison(pat);
                                Some(Expr::error(Area::of(&it.let_token)))
                            }
                        };
                        match whole.is_some() {
                            true => {
                                lets.splice(0..0, own.clone());
                                stmts.append(&mut own);
                            }
                            false => before.append(&mut own),
                        }
                        let this = fits.unwrap_or(Expr { kind: Kind::Literal(1), ty: Ty::Bool, area });
                        let this = if whole.is_some() { block_of(stmts, this) } else { this };
                        whole = Some(both(whole, this));
                        continue;
                    }
                    if let Some(found) = self.perhaps(&it.expr, &mut own) {
                        let fits = match found {
                            Some(found) => self.fits_perhaps(pat, found, &mut lets),
                            None => {
                                self.poison(pat);
                                Some(Expr::error(Area::of(&it.let_token)))
                            }
                        };
                        match whole.is_some() {
                            true => {
                                lets.splice(0..0, own.clone());
                                stmts.append(&mut own);
                            }
                            false => before.append(&mut own),
                        }
                        let this = fits.unwrap_or(Expr { kind: Kind::Literal(1), ty: Ty::Bool, area });
                        let this = if whole.is_some() { block_of(stmts, this) } else { this };
                        whole = Some(both(whole, this));
                        continue;
                    }
                    let matched = self.matched(&it.expr, &[pat], &mut own);
                    match (matched, whole.is_some()) {
                        (None, _) => {
                            self.poison(pat);
                            stmts.append(&mut own);
                            Some(Expr::error(Area::of(&it.let_token)))
                        }
                        (Some((value, mode)), false) => {
                            before.append(&mut own);
                            self.fitted(pat, (value, mode), &mut lets)
                        }
                        (Some((value, mode)), true) => {
                            // It is computed where everything before it holds, and what follows sees it, and what says where it lies.
                            let value = match value.kind {
                                Kind::Local(_) => self.kept_later(value, &mut own, &mut before),
                                _ => {
                                    self.all_kept_later(&mut own, &mut before);
                                    value
                                }
                            };
                            stmts.append(&mut own);
                            self.fitted(pat, (value, mode), &mut lets)
                        }
                    }
                }
                other => {
                    let value = self.expr(other);
                    self.condition(&value, what);
                    Some(value)
                }
            };
            let this = this.unwrap_or(Expr { kind: Kind::Literal(1), ty: Ty::Bool, area });
            let this = if whole.is_some() { block_of(stmts, this) } else { this };
            whole = Some(both(whole, this));
        }
        Conditions { before, cond: whole.unwrap_or_else(|| Expr::error(area)), lets }
    }

    /// What a variable was declared for in a part of a condition, in a variable that is declared before the condition.
    fn kept_later(&mut self, value: Expr, stmts: &mut [Stmt], before: &mut Vec<Stmt>) -> Expr {
        let Kind::Local(hidden) = value.kind else { return value };
        let found = stmts.iter_mut().find(|stmt| matches!(stmt, Stmt::Let { local, .. } if *local == hidden));
        let Some(stmt) = found else { return value };
        let (ty, area) = (value.ty, value.area);
        let local = self.local("matched", ty, true);
        before.push(Stmt::Let { local, value: Expr { kind: Kind::Literal(0), ty, area }, area });
        let old = std::mem::replace(stmt, Stmt::Expr(Expr::nothing(area, Ty::Unit)));
        if let Stmt::Let { value, .. } = old {
            let kind = Kind::Assign { local, op: None, value: Box::new(value) };
            *stmt = Stmt::Expr(Expr { kind, ty: Ty::Unit, area });
        }
        Expr { kind: Kind::Local(local), ty, area }
    }

    /// The same of all variables that statements declare.
    fn all_kept_later(&mut self, stmts: &mut [Stmt], before: &mut Vec<Stmt>) {
        for stmt in stmts {
            let Stmt::Let { local, area, .. } = *stmt else { continue };
            let ty = self.locals[local].ty;
            before.push(Stmt::Let { local, value: Expr { kind: Kind::Literal(0), ty, area }, area });
            self.locals[local].is_mutable = true;
            let old = std::mem::replace(stmt, Stmt::Expr(Expr::nothing(area, Ty::Unit)));
            if let Stmt::Let { value, .. } = old {
                let kind = Kind::Assign { local, op: None, value: Box::new(value) };
                *stmt = Stmt::Expr(Expr { kind, ty: Ty::Unit, area });
            }
        }
    }

    /// When a value fits a pattern, whose names are bound.
    pub(super) fn fitted(
        &mut self,
        pat: &syn::Pat,
        (value, mode): (Expr, Mode),
        lets: &mut Vec<Stmt>,
    ) -> Option<Expr> {
        let mut bound = Vec::new();
        let outer = std::mem::replace(&mut self.mode, mode);
        let cond = self.fits(pat, value, &mut bound);
        self.mode = outer;
        self.demand_distinct_names(&bound);
        for name in bound {
            self.bind_name(name, lets);
        }
        cond
    }

    /// A `while let`: a loop that a value ends which does not fit.
    pub(super) fn while_let(&mut self, it: &syn::ExprWhile, area: Area) -> Expr {
        let (id, body) = self.looped_while(it.label.as_ref(), |checker, target| {
            checker.scopes.push(HashMap::new());
            let Conditions { before, cond, lets } =
                checker.conditions(&it.cond, "the condition of a `while`");
            let mut then = checker.loop_body(&it.body, "while");
            checker.scopes.pop();
            then.stmts.splice(0..0, lets);
            // What the body gives is `()`, or it never ends.
            if let Some(tail) = then.tail.take() {
                then.stmts.push(Stmt::Expr(*tail));
            }
            let leave = Expr { kind: Kind::Break { target, value: None }, ty: Ty::Never, area };
            let otherwise = Some(Block { stmts: vec![Stmt::Expr(leave)], tail: None });
            let round = Kind::If { cond: Box::new(cond), then, otherwise };
            let mut stmts = before;
            stmts.push(Stmt::Expr(Expr { kind: round, ty: Ty::Unit, area }));
            Block { stmts, tail: None }
        });
        Expr { kind: Kind::Loop { id, cond: None, body }, ty: Ty::Unit, area }
    }

    /// `let pattern = value else { .. };`
    pub(super) fn let_else(
        &mut self,
        pat: &syn::Pat,
        value: &syn::Expr,
        diverge: &syn::Expr,
        stmts: &mut Vec<Stmt>,
    ) {
        let (pat, ty) = match pat {
            syn::Pat::Type(typed) => (&*typed.pat, Some(&*typed.ty)),
            pat => (pat, None),
        };
        let area = Area::of(diverge);
        let sliced = self.sliced_by(value, &[pat], stmts);
        let found = if sliced.is_some() { None } else { self.perhaps(value, stmts) };
        let is_place = found.is_some() || sliced.is_some();
        let matched = if is_place { None } else { self.matched(value, &[pat], stmts) };
        let otherwise = match strip(diverge) {
            syn::Expr::Block(block) => self.block(&block.block),
            other => Block { stmts: Vec::new(), tail: Some(Box::new(self.expr(other))) },
        };
        let of_block = otherwise.tail.as_ref().map_or_else(|| otherwise.type_without_tail(), |tail| tail.ty);
        if !matches!(self.infer.resolve(of_block), Ty::Never | Ty::Error) {
            let fix = "end it with `return`, `break` or `continue`";
            self.errors.report(area, "the `else` of a `let` must not end", fix);
        }
        if is_place {
            let (mut lets, at) = (Vec::new(), value.area());
            let cond = match (found.flatten(), sliced.flatten()) {
                (Some(found), _) => self.fits_perhaps(pat, found, &mut lets),
                (_, Some(slice)) => self.fits_slice(pat, (slice, self.mode_of_slice(value)), &mut lets),
                (None, None) => return self.poison(pat),
            };
            if let Some(cond) = cond {
                let not = Kind::Unary { op: UnOp::LogicalNot, operand: Box::new(cond) };
                let not = Box::new(Expr { kind: not, ty: Ty::Bool, area: at });
                let kind = Kind::If { cond: not, then: otherwise, otherwise: None };
                stmts.push(Stmt::Expr(Expr { kind, ty: Ty::Unit, area: at }));
            }
            return stmts.extend(lets);
        }
        let Some((value, mode)) = matched else { return self.poison(pat) };
        if let Some(written) = ty.and_then(|ty| self.written_beside(ty, &value)) {
            self.demand(&value, written);
        }
        let (mut lets, at) = (Vec::new(), value.area);
        let Some(cond) = self.fitted(pat, (value, mode), &mut lets) else { return stmts.extend(lets) };
        let not = Kind::Unary { op: UnOp::LogicalNot, operand: Box::new(cond) };
        let not = Box::new(Expr { kind: not, ty: Ty::Bool, area: at });
        let kind = Kind::If { cond: not, then: otherwise, otherwise: None };
        stmts.push(Stmt::Expr(Expr { kind, ty: Ty::Unit, area: at }));
        stmts.extend(lets);
    }

    /// Reports a name that a pattern binds twice.
    pub(super) fn demand_distinct_names(&mut self, bound: &[super::matching::Bound<'_>]) {
        for (at, one) in bound.iter().enumerate() {
            if bound[..at].iter().any(|other| other.name.ident == one.name.ident) {
                let problem = format!("`{}` is bound twice", plain(&one.name.ident));
                let fix = "give each value a name of its own, or `_`";
                self.errors.report(Area::of(&one.name.ident), problem, fix);
            }
        }
    }
}
