//! Patterns of slices: `[first, rest @ ..]` and its kin, whose names are those of elements and of parts.

use super::extent::Extent;
use super::iterate::{Item, Spot};
use super::lets::Mode;
use super::matching::{Bound, alternatives, both, split_guard};
use super::{Checker, Entity};
use crate::diagnostics::Area;
use crate::hir::{Base, Block, BufferId, Cut, Expr, Kind, Stmt};
use crate::syntax::strip;
use crate::types::{Form, Ty};
use std::collections::HashMap;
use syn::Pat;
use vyre_ir::BinOp;

/// Whether a pattern is one of slices, and the elements of it.
fn of_slice(pat: &Pat) -> Option<&syn::PatSlice> {
    match pat {
        Pat::Slice(pat) => Some(pat),
        Pat::Paren(inner) => of_slice(&inner.pat),
        Pat::Reference(inner) => of_slice(&inner.pat),
        _ => None,
    }
}

/// An arm of a `match`: a pattern without alternatives, the guard, and the body.
type Written<'a> = (Pat, Option<&'a syn::Expr>, &'a syn::Expr);

/// Whether an element of a pattern stands for any number of them, with the name that they get.
pub(super) fn rest_of(pat: &Pat) -> Option<Option<&syn::PatIdent>> {
    match pat {
        Pat::Rest(_) => Some(None),
        Pat::Ident(name) if matches!(name.subpat.as_ref().map(|(_, it)| &**it), Some(Pat::Rest(_))) => {
            Some(Some(name))
        }
        _ => None,
    }
}

/// How many elements a pattern has, and whether more are taken; nothing where an element may not fit.
fn lengths(pat: &Pat) -> Option<(usize, bool)> {
    let slice = of_slice(pat)?;
    let has_rest = slice.elems.iter().any(|elem| rest_of(elem).is_some());
    let is_any = |elem: &Pat| match elem {
        Pat::Wild(_) => true,
        Pat::Ident(name) => name.subpat.is_none() || rest_of(elem).is_some(),
        Pat::Reference(inner) => matches!(&*inner.pat, Pat::Ident(_) | Pat::Wild(_)),
        _ => rest_of(elem).is_some(),
    };
    slice.elems.iter().all(is_any).then_some((slice.elems.len() - usize::from(has_rest), has_rest))
}

impl Checker<'_> {
    /// How a pattern that is held against a slice binds elements: as values where it is a part of an array without a `&` before it, or a `*slice`.
    pub(super) fn mode_of_slice(&self, expr: &syn::Expr) -> Mode {
        match strip(expr) {
            syn::Expr::Unary(unary) if matches!(unary.op, syn::UnOp::Deref(_)) => Mode::Value,
            syn::Expr::Index(index) if matches!(strip(&index.index), syn::Expr::Range(_)) => Mode::Value,
            syn::Expr::Reference(reference) if reference.mutability.is_some() => Mode::Exclusive,
            other => match crate::syntax::path_name(other).and_then(|name| self.lookup(&name)) {
                Some(Entity::Buffer(of)) if self.buffers[of].is_slice && !self.buffers[of].is_constant => {
                    Mode::Exclusive
                }
                _ => Mode::Shared,
            },
        }
    }

    /// The slice that a pattern takes apart; nothing where it is another value, and nothing inside where it is erroneous.
    pub(super) fn sliced_by(
        &mut self,
        expr: &syn::Expr,
        pats: &[&Pat],
        stmts: &mut Vec<Stmt>,
    ) -> Option<Option<BufferId>> {
        if !self.is_kernel || !pats.iter().any(|pat| of_slice(split_guard(pat).0).is_some()) {
            return None;
        }
        let inner = match strip(expr) {
            syn::Expr::Reference(reference) => strip(&reference.expr),
            syn::Expr::Unary(unary) if matches!(unary.op, syn::UnOp::Deref(_)) => strip(&unary.expr),
            other => other,
        };
        let is_part =
            matches!(inner, syn::Expr::Index(index) if matches!(strip(&index.index), syn::Expr::Range(_)));
        let entity = crate::syntax::path_name(inner).and_then(|name| self.lookup(&name));
        let is_slice = matches!(entity, Some(Entity::Buffer(buffer)) if self.buffers[buffer].is_slice || self.buffers[buffer].decl.access.is_bound());
        // The elements of an array in memory are places only as those of a slice.
        let is_array =
            self.mode_of_slice(expr) == Mode::Exclusive && matches!(entity, Some(Entity::Buffer(_)));
        if !is_part && !is_slice && !is_array {
            return None;
        }
        let viewed = self.viewed_without_error(expr);
        let is_exclusive = self.mode_of_slice(expr) == Mode::Exclusive;
        let found = self.slice_of(viewed.flatten(), expr, is_exclusive, stmts);
        if let Some((_, Some(_))) = found {
            let problem = "this array is a part of a value, of which no `&mut` slice is kept";
            self.errors.report(
                expr.area(),
                problem,
                "bind the array: `let mut a = ..;`, and give it back after",
            );
            return Some(None);
        }
        Some(found.map(|(slice, _)| {
            // The pattern is held against what it is now.
            self.cut_of(
                slice,
                Cut::Range { from: None, to: None, is_closed: false },
                is_exclusive,
                expr.area(),
                stmts,
            )
        }))
    }

    /// The type of the array behind `&mut array`, whose length is known.
    fn array_lent(&mut self, expr: &syn::Expr) -> Option<Ty> {
        let syn::Expr::Reference(reference) = strip(expr) else { return None };
        let name = crate::syntax::path_name(&reference.expr)?;
        let Entity::Buffer(buffer) = self.lookup(&name)? else { return None };
        self.whole_array(buffer, expr.area()).map(|whole| whole.ty)
    }

    /// When a slice fits a pattern, whose names are bound; nothing inside if always.
    pub(super) fn fits_slice(
        &mut self,
        pat: &Pat,
        (slice, mode): (BufferId, Mode),
        lets: &mut Vec<Stmt>,
    ) -> Option<Expr> {
        let area = Area::of(pat);
        // Behind a `&` in the pattern names are the elements' values.
        let mode = if matches!(pat, Pat::Reference(_)) { Mode::Value } else { mode };
        let Some(written) = of_slice(pat) else {
            match pat {
                Pat::Wild(_) => {}
                Pat::Ident(_) => self.bind_item(pat, Item::Slice(slice), lets),
                Pat::Paren(inner) => return self.fits_slice(&inner.pat, (slice, mode), lets),
                Pat::Lit(syn::ExprLit { lit: syn::Lit::ByteStr(text), .. }) => {
                    let bytes = text.value();
                    let listed: Pat = syn::parse_quote!([#(#bytes),*]);
                    return self.fits_slice(&listed, (slice, mode), lets);
                }
                _ => {
                    self.poison(pat);
                    self.errors.report(
                        area,
                        "this is no pattern of a slice",
                        "write `[a, b]`, `[a, ..]` or a name",
                    );
                }
            }
            return None;
        };
        let length = || Expr { kind: Kind::Len(slice), ty: Ty::U32, area };
        let number = |at: usize| Expr { kind: Kind::Literal(at as u128), ty: Ty::U32, area };
        let binary = |op: BinOp, left: Expr, right: Expr, ty: Ty| {
            let (left, right) = (Box::new(left), Box::new(right));
            Expr { kind: Kind::Binary { op, left, right }, ty, area }
        };
        let rest = written.elems.iter().position(|elem| rest_of(elem).is_some());
        let fixed = written.elems.len() - usize::from(rest.is_some());
        let mut cond = match rest {
            Some(_) if fixed == 0 => None,
            Some(_) => Some(binary(BinOp::Ge, length(), number(fixed), Ty::Bool)),
            None => Some(binary(BinOp::Eq, length(), number(fixed), Ty::Bool)),
        };
        let root = self.slice_roots.get(&slice).copied().unwrap_or(Base::Buffer(slice));
        let mut bound = Vec::new();
        for (at, elem) in written.elems.iter().enumerate() {
            if let Some(name) = rest_of(elem) {
                let Some(name) = name else { continue };
                let behind = written.elems.len() - 1 - at;
                let to = (behind > 0).then(|| binary(BinOp::Sub, length(), number(behind), Ty::U32));
                let from = (at > 0).then(|| number(at));
                let cut = Cut::Range { from, to, is_closed: false };
                let part = self.cut_of(slice, cut, mode == Mode::Exclusive, area, lets);
                let name = &name.ident;
                let pat: Pat = syn::parse_quote!(#name);
                self.bind_item(&pat, Item::Slice(part), lets);
                continue;
            }
            let index = match rest {
                Some(rest) if at > rest => {
                    binary(BinOp::Sub, length(), number(written.elems.len() - at), Ty::U32)
                }
                _ => number(at),
            };
            let place = self.element_of_slice(slice, index, area);
            match elem {
                Pat::Wild(_) => {}
                Pat::Ident(name) if name.subpat.is_none() && self.is_binding(name) => {
                    let place = match place.kind {
                        Kind::Load { buffer, index } => {
                            let index = self.settled_count(*index, lets);
                            self.element_of_slice(buffer, index, area)
                        }
                        _ => place,
                    };
                    let item = match mode {
                        Mode::Value => Item::Value(place),
                        _ => Item::Place(Spot::of(place, mode == Mode::Exclusive, Some(root))),
                    };
                    self.bind_item(elem, item, lets);
                }
                elem => {
                    let outer = std::mem::replace(&mut self.mode, mode);
                    let fits = self.fits(elem, place, &mut bound);
                    self.mode = outer;
                    cond = both(BinOp::And, cond, fits);
                }
            }
        }
        for name in bound {
            self.bind_name(name, lets);
        }
        cond
    }

    /// Whether a type is that of slices as values.
    pub(super) fn is_slice_value(&self, ty: Ty) -> bool {
        matches!(self.infer.parts(ty), Some((Form::Slice, _)))
    }

    /// What is made of a slice that is a value.
    fn of_slice_value(
        &mut self,
        value: &Expr,
        area: Area,
        make: impl FnOnce(&mut Self, BufferId, &mut Vec<Stmt>) -> Expr,
    ) -> Expr {
        let mut stmts = Vec::new();
        let Some(Some(slice)) = self.slice_behind(value, &mut stmts) else { return Expr::error(area) };
        let made = make(self, slice, &mut stmts);
        super::variants::block_of(stmts, made)
    }

    /// When a slice that is a part of a value fits a pattern. Its elements are bound in a mode, and its parts are slices again.
    pub(super) fn fits_slice_value<'p>(
        &mut self,
        pat: &'p syn::PatSlice,
        value: &Expr,
        mode: Mode,
        bound: &mut Vec<Bound<'p>>,
    ) -> Option<Expr> {
        let area = Area::of(pat);
        let number = |at: usize| Expr { kind: Kind::Literal(at as u128), ty: Ty::U32, area };
        let binary = |op: BinOp, left: Expr, right: Expr, ty: Ty| {
            let (left, right) = (Box::new(left), Box::new(right));
            Expr { kind: Kind::Binary { op, left, right }, ty, area }
        };
        let length = |slice: BufferId| Expr { kind: Kind::Len(slice), ty: Ty::U32, area };
        let rest = pat.elems.iter().position(|elem| rest_of(elem).is_some());
        let fixed = pat.elems.len() - usize::from(rest.is_some());
        let mut cond = match rest {
            Some(_) if fixed == 0 => None,
            rest => Some(self.of_slice_value(value, area, |_, slice, _| {
                let op = if rest.is_some() { BinOp::Ge } else { BinOp::Eq };
                binary(op, length(slice), number(fixed), Ty::Bool)
            })),
        };
        for (at, elem) in pat.elems.iter().enumerate() {
            let behind = pat.elems.len() - 1 - at;
            match (rest_of(elem), elem) {
                (Some(Some(_)), Pat::Ident(name)) => {
                    let part = self.of_slice_value(value, area, |checker, slice, stmts| {
                        let to =
                            (behind > 0).then(|| binary(BinOp::Sub, length(slice), number(behind), Ty::U32));
                        let from = (at > 0).then(|| number(at));
                        let cut = Cut::Range { from, to, is_closed: false };
                        let part = checker.cut_of(slice, cut, false, area, stmts);
                        let viewed = checker.buffer_view(part);
                        checker.slice_value(viewed, area)
                    });
                    bound.push(Bound { name, value: part, mode: Mode::Shared });
                }
                (Some(_), _) => {}
                (None, elem) => {
                    let element = self.of_slice_value(value, area, |checker, slice, _| {
                        let index = match rest {
                            Some(rest) if at > rest => {
                                binary(BinOp::Sub, length(slice), number(behind + 1), Ty::U32)
                            }
                            _ => number(at),
                        };
                        checker.element_of_slice(slice, index, area)
                    });
                    let outer = std::mem::replace(&mut self.mode, mode);
                    let fits = self.fits(elem, element, bound);
                    self.mode = outer;
                    cond = both(BinOp::And, cond, fits);
                }
            }
        }
        cond
    }

    /// `match` of a slice.
    pub(super) fn match_of_slice(&mut self, it: &syn::ExprMatch) -> Option<Expr> {
        // A body stands behind each of the alternatives of its pattern.
        let written = it.arms.iter().flat_map(|arm| {
            let (pat, guard) = split_guard(&arm.pat);
            let pats = alternatives(pat).unwrap_or_else(|| vec![pat.clone()]);
            pats.into_iter().map(move |pat| (pat, guard, &*arm.body))
        });
        let written: Vec<Written<'_>> = written.collect();
        let pats: Vec<&Pat> = written.iter().map(|(pat, ..)| pat).collect();
        let mut stmts = Vec::new();
        let found = self.sliced_by(&it.expr, &pats, &mut stmts)?;
        let area = Area::from(it.match_token.span);
        let gives_nothing = std::mem::take(&mut self.gives_nothing);
        let Some(slice) = found else { return Some(Expr::error(area)) };
        let mut arms = Vec::new();
        let mut result: Option<(Ty, Area)> = None;
        for (pat, guard, body) in &written {
            self.scopes.push(HashMap::new());
            let mut lets = Vec::new();
            let mut cond = self.fits_slice(pat, (slice, self.mode_of_slice(&it.expr)), &mut lets);
            if let Some(guard) = guard {
                let value = self.expr(guard);
                self.condition(&value, "a guard");
                let block = Block { stmts: lets.clone(), tail: Some(Box::new(value)) };
                let guard = Expr { kind: Kind::Block(block), ty: Ty::Bool, area };
                cond = both(BinOp::And, cond, Some(guard));
            }
            let body = if gives_nothing { self.without_value(body) } else { self.expr(body) };
            self.scopes.pop();
            result = Some(match result {
                None => (body.ty, body.area),
                Some(first) => {
                    (self.same_types(first, (body.ty, body.area), "the arms of a `match`"), first.1)
                }
            });
            arms.push((cond, Block { stmts: lets, tail: Some(Box::new(body)) }));
        }
        if let Some(array) = self.array_lent(&it.expr) {
            self.demand_exhaustive(&it.arms.iter().map(|arm| &arm.pat).collect::<Vec<_>>(), array, area);
        } else if !takes_every_length(&written) {
            let fix = "add `_ => ..`";
            self.errors.report(Area::of(&it.expr), "not every slice fits one of these patterns", fix);
        }
        let (ty, _) = result?;
        let (_, last) = arms.pop()?;
        let whole = arms.into_iter().rev().fold(last, |otherwise, (cond, then)| match cond {
            None => then,
            Some(cond) => {
                let kind = Kind::If { cond: Box::new(cond), then, otherwise: Some(otherwise) };
                Block { stmts: Vec::new(), tail: Some(Box::new(Expr { kind, ty, area })) }
            }
        });
        stmts.extend(whole.stmts);
        Some(Expr { kind: Kind::Block(Block { stmts, tail: whole.tail }), ty, area })
    }
}

/// Whether slices of each length fit an arm whose elements fit always.
fn takes_every_length(arms: &[Written<'_>]) -> bool {
    let mut exact = std::collections::HashSet::new();
    let mut more: Option<usize> = None;
    for (pat, guard, _) in arms {
        if guard.is_some() {
            continue;
        }
        if of_slice(pat).is_none() {
            return true;
        }
        match lengths(pat) {
            Some((count, true)) => more = Some(more.map_or(count, |least| least.min(count))),
            Some((count, false)) => drop(exact.insert(count)),
            None => {}
        }
    }
    more.is_some_and(|least| (0..least).all(|count| exact.contains(&count)))
}
