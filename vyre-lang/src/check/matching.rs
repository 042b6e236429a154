//! `match` and `matches!`: arms become a chain of `if`s. rustc checks that no value is left out.

use super::lets::Mode;
use super::slice_patterns::rest_of;
use super::variants::Variant;
use super::{Checker, Entity, plain};
use crate::data::{Hints, Shape};
use crate::diagnostics::Area;
use crate::hir::{Block, Expr, Kind, Stmt};
use crate::syntax::Matches;
use crate::types::{Form, Ty};
use quote::quote;
use std::collections::HashMap;
use syn::punctuated::Punctuated;
use vyre_ir::BinOp;

/// The most arms in one chain: statements may be nested only so deep.
const CHAIN: usize = 24;

/// A name that a pattern binds, and what to.
pub(super) struct Bound<'p> {
    pub(super) name: &'p syn::PatIdent,
    pub(super) value: Expr,
    pub(super) mode: Mode,
}

struct Arm {
    /// Nothing if every value fits.
    cond: Option<Expr>,
    body: Block,
}

impl Checker<'_> {
    pub(super) fn match_expr(&mut self, it: &syn::ExprMatch) -> Expr {
        if let Some(value) = self.match_on_choice(it) {
            return value;
        }
        let wanted = self.wanted_tail.take();
        if let Some(value) = self.match_of_perhaps(it).or_else(|| self.match_of_slice(it)) {
            return value;
        }
        let area = Area::from(it.match_token.span);
        let gives_nothing = std::mem::take(&mut self.gives_nothing);
        let mut stmts = Vec::new();
        let pats: Vec<&syn::Pat> = it.arms.iter().map(|arm| &arm.pat).collect();
        let Some((value, mode)) = self.matched(&it.expr, &pats, &mut stmts) else {
            return Expr::error(area);
        };
        let mut arms = Vec::new();
        let mut result: Option<(Ty, Area)> = None;
        for arm in &it.arms {
            self.scopes.push(HashMap::new());
            let (pat, guard) = split_guard(&arm.pat);
            let outer = std::mem::replace(&mut self.mode, mode);
            let (cond, lets) = self.arm(pat, guard, &value, &mut stmts);
            self.mode = outer;
            let told = wanted.or_else(|| self.told_by(result?.0));
            let body = self.tail_of_block(&arm.body, gives_nothing, told);
            let area = body.area;
            self.scopes.pop();
            result = Some(match result {
                None => (body.ty, area),
                Some(first) => (self.same_types(first, (body.ty, area), "the arms of a `match`"), first.1),
            });
            let body = Block { stmts: lets, tail: Some(Box::new(body)) };
            arms.push(Arm { cond, body });
        }
        let Some((ty, _)) = result else {
            self.errors.report(area, "a `match` has at least one arm", "add `_ => ..`");
            return Expr::error(area);
        };
        if self.sees_module {
            self.demand_exhaustive(&pats, value.ty, Area::of(&it.expr));
        }
        if let Ty::Open(_) = self.infer.resolve(ty) {
            self.chosen.push((area, ty));
        }
        let tail = chain(arms, ty, area);
        Expr { kind: Kind::Block(Block { stmts, tail: Some(Box::new(tail)) }), ty, area }
    }

    /// `matches!(value, pattern if guard)`
    pub(super) fn matches_macro(&mut self, call: &syn::Macro) -> Expr {
        let area = Area::of(&call.path);
        let Matches { value, pat, guard } = match Matches::of(call) {
            Ok(parsed) => parsed,
            Err(error) => {
                self.errors.report_syntax(&error);
                return Expr::error(area);
            }
        };
        let mut stmts = Vec::new();
        let Some((value, mode)) = self.matched(&value, &[&pat], &mut stmts) else {
            return Expr::error(area);
        };
        self.scopes.push(HashMap::new());
        let outer = std::mem::replace(&mut self.mode, mode);
        let (cond, _) = self.arm(&pat, guard.as_ref(), &value, &mut stmts);
        self.mode = outer;
        self.scopes.pop();
        let truth = Expr { kind: Kind::Literal(1), ty: Ty::Bool, area };
        let tail = Some(Box::new(cond.unwrap_or(truth)));
        Expr { kind: Kind::Block(Block { stmts, tail }), ty: Ty::Bool, area }
    }

    /// The condition of an arm, and what its names are bound to in its body. What must be there before the condition goes to `before`.
    fn arm(
        &mut self,
        pat: &syn::Pat,
        guard: Option<&syn::Expr>,
        value: &Expr,
        before: &mut Vec<Stmt>,
    ) -> (Option<Expr>, Vec<Stmt>) {
        let (cond, bound) = match guard.map(|guard| (guard, alternatives(pat))) {
            Some((guard, Some(pats))) if pats.len() == 1 => self.guarded(pat, guard, value),
            Some((guard, Some(pats))) => return self.arm_of_several(&pats, guard, value, before),
            Some((_, None)) => {
                let problem = "this pattern has too many alternatives for a guard";
                self.errors.report(Area::of(pat), problem, "write an arm for each of them");
                self.poison(pat);
                return (None, Vec::new());
            }
            None => {
                let mut bound = Vec::new();
                (self.fits(pat, value.clone(), &mut bound), bound)
            }
        };
        self.demand_distinct_names(&bound);
        let mut lets = Vec::new();
        for name in bound {
            self.bind_name(name, &mut lets);
        }
        (cond, lets)
    }

    /// When a value fits a pattern and its guard holds, and the names that the pattern binds.
    fn guarded<'p>(
        &mut self,
        pat: &'p syn::Pat,
        guard: &syn::Expr,
        value: &Expr,
    ) -> (Option<Expr>, Vec<Bound<'p>>) {
        let (mut bound, mut lets) = (Vec::new(), Vec::new());
        let cond = self.fits(pat, value.clone(), &mut bound);
        for Bound { name, value, mode } in &bound {
            self.bind_name(Bound { name, value: value.clone(), mode: *mode }, &mut lets);
        }
        let outer = std::mem::replace(&mut self.mode, Mode::Value);
        let guard = self.expr(guard);
        self.mode = outer;
        self.condition(&guard, "a guard");
        let area = guard.area;
        let tail = Some(Box::new(guard));
        let guard = Expr { kind: Kind::Block(Block { stmts: lets, tail }), ty: Ty::Bool, area };
        (both(BinOp::And, cond, Some(guard)), bound)
    }

    /// An arm with a guard that is tried for each alternative of its pattern, in their order. A variable notes which one it was.
    fn arm_of_several(
        &mut self,
        pats: &[syn::Pat],
        guard: &syn::Expr,
        value: &Expr,
        before: &mut Vec<Stmt>,
    ) -> (Option<Expr>, Vec<Stmt>) {
        let area = value.area;
        let number = |at: usize| Expr { kind: Kind::Literal(at as u128), ty: Ty::U32, area };
        let which = self.local("which", Ty::U32, true);
        before.push(Stmt::Let { local: which, value: number(0), area });
        let (mut any, mut names): (Option<Expr>, Vec<Bound<'_>>) = (None, Vec::new());
        for (at, pat) in pats.iter().enumerate() {
            self.scopes.push(HashMap::new());
            let (cond, bound) = self.guarded(pat, guard, value);
            self.scopes.pop();
            let note = Kind::Assign { local: which, op: None, value: Box::new(number(at)) };
            let stmts = vec![Stmt::Expr(Expr { kind: note, ty: Ty::Unit, area })];
            let truth = Some(Box::new(Expr { kind: Kind::Literal(1), ty: Ty::Bool, area }));
            let noted = Expr { kind: Kind::Block(Block { stmts, tail: truth }), ty: Ty::Bool, area };
            any = both(BinOp::Or, any, both(BinOp::And, cond, Some(noted)));
            if at == 0 {
                names = bound;
                continue;
            }
            if let Some(lost) = bound.iter().map(|bound| bound.name).find(|name| !is_among(name, &names)) {
                self.not_in_all(lost);
                return (None, Vec::new());
            }
            for Bound { name, value: first, .. } in &mut names {
                let other = bound.iter().find(|other| other.name.ident == name.ident);
                let Some(Bound { value: other, .. }) = other else {
                    self.not_in_all(name);
                    return (None, Vec::new());
                };
                let ty = self.same(first, other, "the patterns");
                let (left, right) = (Kind::Local(which), Box::new(number(at)));
                let left = Box::new(Expr { kind: left, ty: Ty::U32, area });
                let is_it = Expr { kind: Kind::Binary { op: BinOp::Eq, left, right }, ty: Ty::Bool, area };
                let (then, otherwise) = (Box::new(other.clone()), Box::new(first.clone()));
                *first = Expr { kind: Kind::Select { cond: Box::new(is_it), then, otherwise }, ty, area };
            }
        }
        let mut lets = Vec::new();
        for name in names {
            self.bind_name(name, &mut lets);
        }
        (any, lets)
    }

    /// Whether a pattern is a text, and the value a slice of bytes.
    fn is_text(&self, literal: &syn::Lit, ty: Ty) -> bool {
        let ty = self.referent(ty).unwrap_or(ty);
        matches!(literal, syn::Lit::ByteStr(_)) && matches!(self.infer.parts(ty), Some((Form::Slice, _)))
    }

    /// When a slice is a text.
    fn fits_text(&mut self, literal: &syn::Lit, value: &Expr, area: Area) -> Expr {
        let mut stmts = Vec::new();
        let Some(Some(slice)) = self.slice_behind(value, &mut stmts) else { return Expr::error(area) };
        self.scopes.push(HashMap::from([("__vyre_text".to_string(), Entity::Buffer(slice))]));
        let is_equal = self.expr(&syn::parse_quote!(__vyre_text == #literal));
        self.scopes.pop();
        let kind = Kind::Block(Block { stmts, tail: Some(Box::new(is_equal)) });
        Expr { kind, ty: Ty::Bool, area }
    }

    pub(super) fn bind_name(&mut self, bound: Bound<'_>, stmts: &mut Vec<Stmt>) {
        let Bound { name, value, mode } = bound;
        let area = Area::from(name.ident.span());
        let value = self.unit_as_value(value);
        if let Ty::Unit | Ty::Error = self.infer.resolve(value.ty) {
            // `()` has nothing to bind.
            return self.declare(&name.ident, Entity::Poisoned);
        }
        if mode != Mode::Exclusive
            && let Some(entity) = self.bind_slice_value(&name.ident, name.mutability.is_some(), &value, stmts)
        {
            return self.declare(&name.ident, entity);
        }
        if mode != Mode::Value {
            return self.bind_behind(name, value, mode, stmts);
        }
        let local = self.local(&plain(&name.ident), value.ty, name.mutability.is_some());
        self.declare(&name.ident, Entity::Local(local));
        self.declared.insert(local, area);
        stmts.push(Stmt::Let { local, value, area });
    }

    /// Binds a name to a reference to a part of what a pattern is held against.
    fn bind_behind(&mut self, name: &syn::PatIdent, value: Expr, mode: Mode, stmts: &mut Vec<Stmt>) {
        let area = Area::from(name.ident.span());
        if mode == Mode::Exclusive && !self.can_change(&value) {
            let fix = "bind it by value, and assign to the variable";
            self.errors.report(area, "this name would be a `&mut` to no place", fix);
            return self.declare(&name.ident, Entity::Poisoned);
        }
        let local = self.local(&plain(&name.ident), value.ty, mode == Mode::Exclusive);
        self.declared.insert(local, area);
        self.declare(&name.ident, Entity::Reference(local));
        if mode == Mode::Exclusive {
            self.inner_places.insert(local, value);
        } else {
            self.shared.insert(local);
            stmts.push(Stmt::Let { local, value, area });
        }
    }

    /// When a value fits a pattern; nothing if always. Notes the names that it binds.
    pub(super) fn fits<'p>(
        &mut self,
        pat: &'p syn::Pat,
        value: Expr,
        bound: &mut Vec<Bound<'p>>,
    ) -> Option<Expr> {
        let area = Area::of(pat);
        if self.goes_behind(pat, value.ty) {
            // What it binds refers to the parts.
            let outer = std::mem::replace(&mut self.mode, Mode::Shared);
            let value = self.pointed(value);
            let cond = self.fits(pat, value, bound);
            self.mode = outer;
            return cond;
        }
        match pat {
            syn::Pat::Wild(_) => None,
            syn::Pat::Paren(inner) => self.fits(&inner.pat, value, bound),
            syn::Pat::Ident(name) if self.is_imported_variant(name, value.ty) => {
                let number = match self.variant_named(name, value.ty).filter(|_| self.sees_module) {
                    Some(number) => Expr { kind: Kind::Literal(number.into()), ty: Ty::U32, area },
                    // rustc knows which one it is: an import may rename it.
                    None => self.item_expr(quote!((#name as u32)), Some(Ty::U32), area),
                };
                // The type may have no name here.
                let value = Expr { kind: Kind::Cast(Box::new(value)), ty: Ty::U32, area };
                self.compared(BinOp::Eq, value, number, area)
            }
            syn::Pat::Ident(name)
                if let Some(fits) = self.empty_variant_fits(&name.ident.clone().into(), &value, area) =>
            {
                fits
            }
            syn::Pat::Path(path) if let Some(fits) = self.empty_variant_fits(&path.path, &value, area) => {
                fits
            }
            syn::Pat::Ident(name) if self.is_binding(name) => {
                if name.subpat.is_none() && name.by_ref.is_none() {
                    self.meant.bindings.push(name.ident.span());
                }
                let cond = name.subpat.as_ref().and_then(|(_, inner)| self.fits(inner, value.clone(), bound));
                bound.push(Bound { name, value, mode: self.mode_of(name) });
                cond
            }
            syn::Pat::Slice(slice) if self.is_slice_value(value.ty) => {
                self.fits_slice_value(slice, &value, Mode::Shared, bound)
            }
            syn::Pat::Reference(inner)
                if let syn::Pat::Slice(slice) = &*inner.pat
                    && self.is_slice_value(value.ty) =>
            {
                self.fits_slice_value(slice, &value, Mode::Value, bound)
            }
            syn::Pat::Reference(inner) if self.mode != Mode::Value => {
                let outer = std::mem::replace(&mut self.mode, Mode::Value);
                let cond = self.fits(&inner.pat, value, bound);
                self.mode = outer;
                cond
            }
            syn::Pat::Reference(inner) if self.referent(value.ty).is_some() => {
                let value = self.pointed(value);
                self.fits(&inner.pat, value, bound)
            }
            syn::Pat::TupleStruct(it) => self.variant_fits(it, value, bound),
            syn::Pat::Ident(name) => {
                let path = syn::Path::from(name.ident.clone());
                let path = syn::ExprPath { attrs: Vec::new(), qself: None, path };
                let constant = match self.lookup(&plain(&name.ident)) {
                    None => self.outer_constant(&path),
                    Some(_) => self.path(&path),
                };
                self.compared(BinOp::Eq, value, constant, area)
            }
            syn::Pat::Path(path) => {
                let is_outer = path.path.segments.len() > 1 && !self.is_known_path(path);
                let constant = if is_outer { self.outer_constant(path) } else { self.path(path) };
                self.compared(BinOp::Eq, value, constant, area)
            }
            syn::Pat::Lit(literal) if self.is_text(&literal.lit, value.ty) => {
                Some(self.fits_text(&literal.lit, &value, area))
            }
            syn::Pat::Lit(literal) => {
                let literal = self.literal(&literal.lit);
                self.compared(BinOp::Eq, value, literal, area)
            }
            syn::Pat::Verbatim(tokens) => match syn::parse2::<syn::Expr>(tokens.clone()) {
                Ok(literal) => {
                    let literal = self.expr(&literal);
                    self.compared(BinOp::Eq, value, literal, area)
                }
                Err(error) => {
                    self.errors.report_syntax(&error);
                    None
                }
            },
            syn::Pat::Range(range) => {
                let mut cond = None;
                let closed = matches!(range.limits, syn::RangeLimits::Closed(_));
                let upper = if closed { BinOp::Le } else { BinOp::Lt };
                for (op, bound) in [(BinOp::Ge, &range.start), (upper, &range.end)] {
                    let Some(bound) = bound else { continue };
                    let bound = self.expr(bound);
                    let this = self.compared(op, value.clone(), bound, area);
                    cond = both(BinOp::And, cond, this);
                }
                cond
            }
            syn::Pat::Or(or) => self.any_fits(or, &value, bound),
            syn::Pat::Tuple(tuple) if tuple.elems.is_empty() => {
                if !self.demand_held(&Expr::nothing(area, Ty::Unit), value.ty) {
                    return None;
                }
                None
            }
            syn::Pat::Tuple(tuple) => self.parts_fit(&tuple.elems, Form::Tuple, value, area, bound),
            syn::Pat::Struct(inner) => {
                let shorthand = inner.fields.iter().filter(|field| field.colon_token.is_none());
                self.meant.shorthand.extend(shorthand.map(|field| Area::of(&field.member).start));
                if let Some(variant) = self.variant_at(&inner.path) {
                    return self.fields_fit(inner, &variant, &value, bound);
                }
                let Some(parts) = self.struct_parts(inner, &value) else {
                    inner.fields.iter().for_each(|field| self.poison(&field.pat));
                    return None;
                };
                let fits = |cond, (pat, part)| {
                    let this = self.fits(pat, part, bound);
                    both(BinOp::And, cond, this)
                };
                parts.into_iter().fold(None, fits)
            }
            syn::Pat::Slice(slice) => self.parts_fit(&slice.elems, Form::Array, value, area, bound),
            other => {
                self.poison(other);
                self.no_pattern(other);
                None
            }
        }
    }

    fn not_in_all(&mut self, name: &syn::PatIdent) {
        let problem = format!("`{}` is not bound in all of the patterns", name.ident);
        self.errors.report(name.ident.span(), problem, "bind it in each of them");
        self.declare(&name.ident, Entity::Poisoned);
    }

    /// Whether a pattern is held against what a reference refers to: all are but names, `_`, and those that have a `&` themselves.
    fn goes_behind(&mut self, pat: &syn::Pat, ty: Ty) -> bool {
        let Some(inner) = self.referent(ty) else { return false };
        match pat {
            syn::Pat::Wild(_) | syn::Pat::Paren(_) | syn::Pat::Or(_) | syn::Pat::Reference(_) => false,
            syn::Pat::Ident(name) => {
                let is_plain = name.subpat.is_none() && name.by_ref.is_none() && name.mutability.is_none();
                let is_variant = is_plain && self.variant_at(&name.ident.clone().into()).is_some();
                is_variant || !self.is_binding(name) || self.is_imported_variant(name, inner)
            }
            syn::Pat::Lit(literal) => !self.is_text(&literal.lit, ty),
            _ => true,
        }
    }

    /// When a value fits one of several patterns. Each of them binds the same names.
    fn any_fits<'p>(&mut self, or: &'p syn::PatOr, value: &Expr, bound: &mut Vec<Bound<'p>>) -> Option<Expr> {
        let (mut cond, mut is_any) = (None, false);
        let mut cases: Vec<(Option<Expr>, Vec<Bound<'p>>)> = Vec::new();
        for case in &or.cases {
            let mut inner = Vec::new();
            let this = self.fits(case, value.clone(), &mut inner);
            is_any |= this.is_none();
            cond = both(BinOp::Or, cond, this.clone());
            cases.push((this, inner));
        }
        let (_, mut names) = cases.pop()?;
        let in_others = cases.iter().flat_map(|(_, inner)| inner);
        if let Some(lost) = in_others.map(|bound| bound.name).find(|name| !is_among(name, &names)) {
            self.not_in_all(lost);
            return None;
        }
        for Bound { name, value, .. } in &mut names {
            for (cond, inner) in cases.iter().rev() {
                let other = inner.iter().find(|other| other.name.ident == name.ident);
                let Some(Bound { value: other, .. }) = other else {
                    self.not_in_all(name);
                    return None;
                };
                let (area, ty) = (value.area, value.ty);
                if self.same(other, value, "the patterns") == Ty::Error {
                    *value = Expr::error(area);
                    break;
                }
                let otherwise = Box::new(value.clone());
                *value = match cond {
                    None => other.clone(),
                    Some(cond) => {
                        let (cond, then) = (Box::new(cond.clone()), Box::new(other.clone()));
                        Expr { kind: Kind::Select { cond, then, otherwise }, ty, area }
                    }
                };
            }
        }
        bound.append(&mut names);
        cond.filter(|_| !is_any)
    }

    /// When a value is a variant that holds nothing, if a path names one.
    #[allow(
        clippy::option_option,
        reason = "the inner one is the condition, of which there is none where every value fits"
    )]
    fn empty_variant_fits(&mut self, path: &syn::Path, value: &Expr, area: Area) -> Option<Option<Expr>> {
        let variant = self.variant_at(path)?;
        if !self.fits_variant(&variant, value, Area::of(path)) {
            return Some(None);
        }
        if !variant.parts.is_empty() {
            let fix = format!("write `{}(..)`", variant.name);
            self.errors.report(area, format!("`{}` holds a value", variant.name), fix);
            return Some(None);
        }
        Some(Some(self.is_variant(value.clone(), variant.tag, area)))
    }

    /// Whether a value may be a variant; reports one of another type.
    fn fits_variant(&mut self, variant: &Variant, value: &Expr, area: Area) -> bool {
        if self.infer.unify(value.ty, variant.ty).is_some() {
            return self.infer.resolve(value.ty) != Ty::Error;
        }
        let got = self.infer.name(value.ty);
        let problem = format!("this pattern does not fit a value of type `{got}`");
        self.errors.report(area, problem, "use a pattern of its type");
        false
    }

    /// When a value fits `Some(pattern)` or its kin.
    fn variant_fits<'p>(
        &mut self,
        it: &'p syn::PatTupleStruct,
        value: Expr,
        bound: &mut Vec<Bound<'p>>,
    ) -> Option<Expr> {
        let area = Area::of(&it.path);
        let Some(variant) = self.variant_at(&it.path) else {
            it.elems.iter().for_each(|pat| self.poison(pat));
            if !self.is_poisoned_name(&it.path) {
                let name = it.path.segments.last().map_or_else(String::new, |last| plain(&last.ident));
                let fix = "use `Some`, `Ok`, `Err`, or a variant of an enum with `#[vyre::data]`";
                self.errors.report(area, format!("kernels have no pattern `{name}(..)`"), fix);
            }
            return None;
        };
        if !self.fits_variant(&variant, &value, area) {
            it.elems.iter().for_each(|pat| self.poison(pat));
            return None;
        }
        let Some(spread) =
            self.spread(&it.elems, variant.parts.len(), area, "write a pattern for each, or `..`")
        else {
            it.elems.iter().for_each(|pat| self.poison(pat));
            return None;
        };
        let mut cond = Some(self.is_variant(value.clone(), variant.tag, area));
        for (at, pat) in spread {
            let part = self.part(value.clone(), variant.first + at, variant.parts[at], Area::of(pat));
            let this = self.fits(pat, part, bound);
            cond = both(BinOp::And, cond, this);
        }
        cond
    }

    /// When a value fits `Name::Variant { field: pattern, .. }`.
    fn fields_fit<'p>(
        &mut self,
        it: &'p syn::PatStruct,
        variant: &Variant,
        value: &Expr,
        bound: &mut Vec<Bound<'p>>,
    ) -> Option<Expr> {
        let area = Area::of(&it.path);
        if !self.fits_variant(variant, value, area) {
            it.fields.iter().for_each(|field| self.poison(&field.pat));
            return None;
        }
        let mut cond = Some(self.is_variant(value.clone(), variant.tag, area));
        let mut seen = Vec::new();
        for field in &it.fields {
            let Some(at) = self.field_of_variant(variant, &field.member) else {
                self.poison(&field.pat);
                continue;
            };
            seen.push(at);
            let part = self.part(value.clone(), variant.first + at, variant.parts[at], Area::of(&field.pat));
            let this = self.fits(&field.pat, part, bound);
            cond = both(BinOp::And, cond, this);
        }
        if it.rest.is_none() && (0..variant.parts.len()).any(|at| !seen.contains(&at)) {
            let problem = format!("the pattern lacks fields of `{}`", variant.name);
            self.errors.report(area, problem, "name each of them, or end with `..`");
        }
        cond
    }

    fn parts_fit<'p>(
        &mut self,
        pats: &'p Punctuated<syn::Pat, syn::Token![,]>,
        form: Form,
        value: Expr,
        area: Area,
        bound: &mut Vec<Bound<'p>>,
    ) -> Option<Expr> {
        if let (Ty::Open(_), Form::Tuple) = (self.infer.resolve(value.ty), form)
            && !pats.iter().any(|pat| matches!(pat, syn::Pat::Rest(_)))
        {
            let parts = pats.iter().map(|_| self.infer.open()).collect();
            let tuple = self.infer.many(Form::Tuple, parts);
            self.infer.unify(value.ty, tuple);
        }
        let lanes = self.infer.resolve(value.ty).vector_lanes().filter(|_| form == Form::Array);
        let types = match (self.infer.parts(value.ty), lanes) {
            (Some((found, parts)), _) if found == form => parts.to_vec(),
            (_, Some(lanes)) => vec![self.infer.resolve(value.ty).lane(); lanes as usize],
            _ => {
                let got = self.infer.name(value.ty);
                let problem = format!("this pattern does not fit a value of type `{got}`");
                self.errors.report(area, problem, "use a pattern of its type");
                pats.iter().for_each(|pat| self.poison(pat));
                return None;
            }
        };
        let fix = "write `_` for parts that do not matter, or `..`";
        let Some(spread) = self.spread(pats, types.len(), area, fix) else {
            pats.iter().for_each(|pat| self.poison(pat));
            return None;
        };
        let mut cond = None;
        let taken: Vec<usize> = spread.iter().map(|(at, _)| *at).collect();
        for (at, pat) in spread {
            let part = self.part(value.clone(), at, types[at], area);
            let this = self.fits(pat, part, bound);
            cond = both(BinOp::And, cond, this);
        }
        if let Some(name) = pats.iter().find_map(|pat| rest_of(pat).flatten()) {
            let others = (0..types.len()).filter(|at| !taken.contains(at));
            let parts = others.map(|at| self.part(value.clone(), at, types[at], area)).collect();
            let value = self.rest_of_array(parts, Area::from(name.ident.span()));
            bound.push(Bound { name, value, mode: self.mode_of(name) });
        }
        cond
    }

    /// How a pattern binds a name.
    fn mode_of(&self, name: &syn::PatIdent) -> Mode {
        match (&name.by_ref, &name.mutability) {
            (Some(_), Some(_)) => Mode::Exclusive,
            (Some(_), None) => Mode::Shared,
            // `mut` makes it a variable of its own.
            (None, Some(_)) => Mode::Value,
            (None, None) => self.mode,
        }
    }

    fn compared(&mut self, op: BinOp, value: Expr, with: Expr, area: Area) -> Option<Expr> {
        if self.infer.resolve(with.ty) == Ty::Error {
            return None;
        }
        if self.infer.unify(value.ty, with.ty).is_none() {
            let (expected, got) = (self.infer.name(value.ty), self.infer.name(with.ty));
            let problem = format!("expected a pattern of type `{expected}`, got `{got}`");
            self.errors.report(area, problem, "write a value of its type");
            return None;
        }
        if let Ty::Bool = self.infer.resolve(value.ty)
            && let (BinOp::Eq, Kind::Literal(bits)) = (op, &with.kind)
        {
            let operand = Box::new(value.clone());
            let not = Kind::Unary { op: vyre_ir::UnOp::LogicalNot, operand };
            return Some(if *bits == 1 { value } else { Expr { kind: not, ty: Ty::Bool, area } });
        }
        Some(self.arithmetic(op, value, with, area))
    }

    /// The number of the variant of a type that has this name.
    pub(super) fn variant_named(&self, name: &syn::PatIdent, ty: Ty) -> Option<u32> {
        let data = self.infer.data_of(ty)?;
        let Shape::Enum(variants) = &data.definition.shape else { return None };
        let is_plain = name.subpat.is_none() && name.by_ref.is_none() && name.mutability.is_none();
        let text = plain(&name.ident);
        variants.iter().find(|(variant, _)| is_plain && *variant == text).map(|(_, number)| *number)
    }

    /// Whether a name in a pattern for values of a type is one of its variants. In Rust it is one only where it is imported; rustc
    /// refuses to bind a variant's name.
    fn is_imported_variant(&self, name: &syn::PatIdent, ty: Ty) -> bool {
        let Some(data) = self.infer.data_of(ty) else { return false };
        let Shape::Enum(variants) = &data.definition.shape else { return false };
        let is_plain = name.subpat.is_none() && name.by_ref.is_none() && name.mutability.is_none();
        let text = plain(&name.ident);
        let has = |text: &str| variants.iter().any(|(variant, _)| variant == text);
        let renamed = || Hints::at(name.ident.span()).source_of(&text);
        is_plain && (has(&text) || renamed().is_some_and(|from| from.rsplit("::").next().is_some_and(has)))
    }

    /// Whether a path is that of a variant, a limit such as `u32::MAX`, or a constant that is written as constants are.
    fn is_known_path(&mut self, path: &syn::ExprPath) -> bool {
        let last = path.path.segments.last().map(|last| plain(&last.ident)).unwrap_or_default();
        let mut owner = path.path.clone();
        owner.segments.pop();
        owner.segments.pop_punct();
        super::expr::is_constant_name(&last) || self.data_type(&owner).is_some()
    }

    /// Whether a name in a pattern is a new one, and no constant.
    pub(super) fn is_binding(&self, name: &syn::PatIdent) -> bool {
        if name.subpat.is_some() || name.mutability.is_some() {
            return true;
        }
        let text = plain(&name.ident);
        match self.lookup(&text) {
            Some(Entity::Const(..) | Entity::Item(_)) => false,
            // What the file declares as a constant; else the spelling tells, and rustc says whether it is right.
            None if self.is_constant_of_file(&name.ident.clone().into()) => false,
            None => !super::expr::is_constant_name(&text) || text.chars().count() == 1,
            Some(_) => true,
        }
    }
}

/// Whether a name is one of those that are bound.
fn is_among(name: &syn::PatIdent, bound: &[Bound<'_>]) -> bool {
    bound.iter().any(|other| other.name.ident == name.ident)
}

/// The pattern of an arm without its guard, and the guard.
pub(super) fn split_guard(pat: &syn::Pat) -> (&syn::Pat, Option<&syn::Expr>) {
    match pat {
        syn::Pat::Guard(guarded) => (&guarded.pat, Some(&guarded.guard)),
        pat => (pat, None),
    }
}

/// The most alternatives of a pattern with a guard.
const MAX_ALTERNATIVES: usize = 16;

/// The patterns without `|` that a pattern stands for, in the order in which Rust tries them; nothing if they are too many.
pub(super) fn alternatives(pat: &syn::Pat) -> Option<Vec<syn::Pat>> {
    let all = match pat {
        syn::Pat::Or(or) => or.cases.iter().map(alternatives).collect::<Option<Vec<_>>>()?.concat(),
        syn::Pat::Paren(inner) => alternatives(&inner.pat)?,
        syn::Pat::Tuple(tuple) => {
            of_parts(tuple, &tuple.elems, |it, elems| syn::Pat::Tuple(syn::PatTuple { elems, ..it.clone() }))?
        }
        syn::Pat::Slice(slice) => {
            of_parts(slice, &slice.elems, |it, elems| syn::Pat::Slice(syn::PatSlice { elems, ..it.clone() }))?
        }
        syn::Pat::Struct(it) => {
            let pats: Punctuated<syn::Pat, syn::Token![,]> =
                it.fields.iter().map(|field| (*field.pat).clone()).collect();
            of_parts(it, &pats, |it, pats| {
                let mut it = it.clone();
                for (field, pat) in it.fields.iter_mut().zip(pats) {
                    *field.pat = pat;
                }
                syn::Pat::Struct(it)
            })?
        }
        syn::Pat::Ident(name) => match &name.subpat {
            None => vec![pat.clone()],
            Some((at, inner)) => {
                let inner = alternatives(inner)?.into_iter();
                let with = |inner| syn::PatIdent { subpat: Some((*at, Box::new(inner))), ..name.clone() };
                inner.map(|inner| syn::Pat::Ident(with(inner))).collect()
            }
        },
        _ => vec![pat.clone()],
    };
    (all.len() <= MAX_ALTERNATIVES).then_some(all)
}

/// The alternatives of a pattern of several parts.
fn of_parts<P>(
    pat: &P,
    parts: &Punctuated<syn::Pat, syn::Token![,]>,
    with: impl Fn(&P, Punctuated<syn::Pat, syn::Token![,]>) -> syn::Pat,
) -> Option<Vec<syn::Pat>> {
    let mut all: Vec<Vec<syn::Pat>> = vec![Vec::new()];
    for part in parts {
        let part = alternatives(part)?;
        if all.len() * part.len() > MAX_ALTERNATIVES {
            return None;
        }
        let longer = |before: &Vec<syn::Pat>| {
            let before = before.clone();
            part.iter().map(move |pat| [&before[..], std::slice::from_ref(pat)].concat()).collect::<Vec<_>>()
        };
        all = all.iter().flat_map(longer).collect();
    }
    let trailing = parts.trailing_punct();
    let punctuated = |pats: Vec<syn::Pat>| {
        let mut pats: Punctuated<_, syn::Token![,]> = pats.into_iter().collect();
        if trailing {
            pats.push_punct(Default::default());
        }
        pats
    };
    Some(all.into_iter().map(|pats| with(pat, punctuated(pats))).collect())
}

/// Two conditions, of which there may be none, as one.
pub(super) fn both(op: BinOp, first: Option<Expr>, second: Option<Expr>) -> Option<Expr> {
    match (first, second) {
        (Some(first), Some(second)) => Some(join(op, first, second)),
        (first, second) => first.or(second),
    }
}

/// Two conditions as one.
pub(super) fn join(op: BinOp, left: Expr, right: Expr) -> Expr {
    let area = left.area.to(right.area);
    Expr { kind: Kind::ShortCircuit { op, left: Box::new(left), right: Box::new(right) }, ty: Ty::Bool, area }
}

/// The arms as `if`s in one another.
fn chain(arms: Vec<Arm>, ty: Ty, area: Area) -> Expr {
    let mut arms = arms;
    if arms.len() > CHAIN {
        // Only arms whose conditions are known to be without effects are asked twice.
        let later = arms.split_off(CHAIN);
        let conds: Option<Vec<Expr>> = arms.iter().map(|arm| arm.cond.clone()).collect();
        if let Some(any) = conds.and_then(|conds| conds.into_iter().reduce(|a, b| join(BinOp::Or, a, b))) {
            let (then, otherwise) = (chain(arms, ty, area), chain(later, ty, area));
            let block = |tail| Block { stmts: Vec::new(), tail: Some(Box::new(tail)) };
            let kind = Kind::If { cond: Box::new(any), then: block(then), otherwise: Some(block(otherwise)) };
            return Expr { kind, ty, area };
        }
    }
    let mut arms = arms.into_iter().rev();
    let last = arms.next().map(|arm| arm.body).unwrap_or_default();
    let last = Expr { kind: Kind::Block(last), ty, area };
    arms.fold(last, |otherwise, arm| match arm.cond {
        None => Expr { kind: Kind::Block(arm.body), ty, area },
        Some(cond) => {
            let otherwise = Some(Block { stmts: Vec::new(), tail: Some(Box::new(otherwise)) });
            Expr { kind: Kind::If { cond: Box::new(cond), then: arm.body, otherwise }, ty, area }
        }
    })
}
