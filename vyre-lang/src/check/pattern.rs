//! What a `let` binds: patterns and written types.

use super::extent::Extent;
use super::iterate::{Item, Spot};
use super::lets::Mode;
use super::{Checker, Entity, plain};
use crate::diagnostics::Area;
use crate::hir::{Buffer, BufferId, Expr, Kind, Stmt};
use crate::signature::{name_of, written};
use crate::syntax::strip;
use crate::types::{Form, Ty};
use quote::ToTokens;
use std::collections::HashSet;
use vyre_ir::{BufferAccess, BufferDecl, DataType};

/// The name that a pattern binds, if it is one.
fn bound_name(pat: &syn::Pat) -> Option<&syn::Ident> {
    match pat {
        syn::Pat::Type(inner) => bound_name(&inner.pat),
        syn::Pat::Paren(inner) => bound_name(&inner.pat),
        syn::Pat::Ident(name) => Some(&name.ident),
        _ => None,
    }
}

/// Whether a pattern binds a name to a reference, or beside another pattern.
pub(super) fn names_within(pat: &syn::Pat) -> bool {
    has_name(pat, &|name| name.by_ref.is_some() || name.subpat.is_some())
}

/// Whether a pattern binds a name to a part of an array: `rest @ ..`.
pub(super) fn has_named_rest(pat: &syn::Pat) -> bool {
    has_name(pat, &|name| matches!(&name.subpat, Some((_, inner)) if matches!(**inner, syn::Pat::Rest(_))))
}

fn has_name(pat: &syn::Pat, is_it: &dyn Fn(&syn::PatIdent) -> bool) -> bool {
    match pat {
        syn::Pat::Ident(name) => {
            is_it(name) || name.subpat.as_ref().is_some_and(|(_, inner)| has_name(inner, is_it))
        }
        syn::Pat::Type(inner) => has_name(&inner.pat, is_it),
        syn::Pat::Paren(inner) => has_name(&inner.pat, is_it),
        syn::Pat::Reference(inner) => has_name(&inner.pat, is_it),
        syn::Pat::Tuple(tuple) => tuple.elems.iter().any(|pat| has_name(pat, is_it)),
        syn::Pat::Slice(slice) => slice.elems.iter().any(|pat| has_name(pat, is_it)),
        syn::Pat::TupleStruct(variant) => variant.elems.iter().any(|pat| has_name(pat, is_it)),
        syn::Pat::Struct(pat) => pat.fields.iter().any(|field| has_name(&field.pat, is_it)),
        syn::Pat::Or(or) => or.cases.iter().any(|pat| has_name(pat, is_it)),
        _ => false,
    }
}

/// The alternatives of a pattern.
fn cases_of(pat: &syn::Pat) -> Option<&syn::PatOr> {
    match pat {
        syn::Pat::Paren(inner) => cases_of(&inner.pat),
        syn::Pat::Or(cases) => Some(cases),
        _ => None,
    }
}

impl Checker<'_> {
    pub(super) fn let_statement(&mut self, local: &syn::Local, stmts: &mut Vec<Stmt>) {
        let Some(init) = &local.init else { return self.set_later(&local.pat, None, stmts) };
        if let syn::Pat::Type(typed) = &local.pat
            && let syn::Type::Path(path) = &*typed.ty
            && self.known.of(&path.path).is_none()
            && self.generic_named(&path.path).is_none()
            && path
                .path
                .segments
                .last()
                .is_some_and(|last| super::call::instead_of_type(&last.ident.to_string()).is_some())
            && self.written_type(&typed.ty).is_some_and(|ty| ty == Ty::Error)
        {
            // What makes such a value is the same mistake.
            return self.poison(&typed.pat);
        }
        if let Some((_, diverge)) = &init.diverge {
            return self.let_else(&local.pat, &init.expr, diverge, stmts);
        }
        if let (syn::Pat::Reference(pat), syn::Expr::Reference(value)) = (&local.pat, strip(&init.expr))
            && pat.mutability.is_none()
            && value.mutability.is_none()
            && self.is_kernel
        {
            let init = syn::LocalInit { expr: value.expr.clone(), ..init.clone() };
            let local = syn::Local { pat: (*pat.pat).clone(), init: Some(init), ..local.clone() };
            return self.let_statement(&local, stmts);
        }
        if let (syn::Pat::Slice(_), Some(name)) = (&local.pat, crate::syntax::path_name(&init.expr))
            && let Some(Entity::Reference(of)) = self.lookup(&name)
            && !self.shared.contains(&of)
        {
            let place = &init.expr;
            let init = syn::LocalInit { expr: Box::new(syn::parse_quote!(&mut *#place)), ..init.clone() };
            let local = syn::Local { init: Some(init), ..local.clone() };
            return self.let_statement(&local, stmts);
        }
        if names_within(&local.pat) && self.is_kernel {
            let value = match &*init.expr {
                // A part that may be changed is a slice.
                syn::Expr::Reference(it) if it.mutability.is_some() && has_named_rest(&local.pat) => {
                    let place = &it.expr;
                    syn::parse_quote!(&mut #place[..])
                }
                value => value.clone(),
            };
            return self.let_else(&local.pat, &value, &syn::parse_quote!({ loop {} }), stmts);
        }
        if self.is_of_reference(&local.pat, &init.expr) {
            // What it binds are references to the parts, as in a `match`.
            return self.let_else(&local.pat, &init.expr, &syn::parse_quote!({ loop {} }), stmts);
        }
        if let Some(place) = self.taken_apart(&local.pat, &init.expr) {
            let Some(name) = self.hidden_let(place, false, stmts) else { return self.poison(&local.pat) };
            let otherwise = syn::parse_quote!({ loop {} });
            return self.let_else(&local.pat, &syn::parse_quote!(#name), &otherwise, stmts);
        }
        if let Some(cases) = cases_of(&local.pat)
            && self.is_kernel
        {
            // One of them fits, as rustc has seen.
            let otherwise = syn::parse_quote!({ unreachable!() });
            return self.let_else(&syn::Pat::Or(cases.clone()), &init.expr, &otherwise, stmts);
        }
        self.bind(&local.pat, &init.expr, None, stmts);
    }

    /// Whether a pattern takes what a `&mut` refers to apart, or the array behind a `&`.
    fn is_of_reference(&self, pat: &syn::Pat, value: &syn::Expr) -> bool {
        if matches!((pat, strip(value)), (syn::Pat::Slice(_), syn::Expr::Reference(_))) {
            return self.is_kernel;
        }
        let is_apart = matches!(pat, syn::Pat::Struct(_) | syn::Pat::TupleStruct(_) | syn::Pat::Tuple(_));
        let name = crate::syntax::path_name(value).and_then(|name| self.lookup(&name));
        is_apart && matches!(name, Some(Entity::Reference(local)) if !self.shared.contains(&local))
    }

    /// The `&mut place` that a pattern takes apart.
    fn taken_apart<'e>(&self, pat: &syn::Pat, value: &'e syn::Expr) -> Option<&'e syn::Expr> {
        let is_apart = matches!(pat, syn::Pat::Struct(_) | syn::Pat::TupleStruct(_) | syn::Pat::Tuple(_));
        let value = strip(value);
        let is_place = is_exclusive(value) && matches!(value, syn::Expr::Reference(it) if is_place(&it.expr));
        (is_apart && is_place && self.is_kernel).then_some(value)
    }

    /// `let x;`, of a variable that gets its value later.
    fn set_later(&mut self, pat: &syn::Pat, ty: Option<&syn::Type>, stmts: &mut Vec<Stmt>) {
        match pat {
            syn::Pat::Type(inner) => self.set_later(&inner.pat, Some(&inner.ty), stmts),
            syn::Pat::Paren(inner) => self.set_later(&inner.pat, ty, stmts),
            syn::Pat::Ident(name) if name.by_ref.is_none() && name.subpat.is_none() => {
                let ty = match ty.and_then(|ty| self.written_type(ty)) {
                    Some(ty) => ty,
                    None => self.infer.open(),
                };
                let area = Area::from(name.ident.span());
                if ty == Ty::Error {
                    return self.declare(&name.ident, Entity::Poisoned);
                }
                let local = self.local(&plain(&name.ident), ty, true);
                self.later.insert(local, name.mutability.is_some());
                self.declare_bound(&name.ident, Entity::Local(local));
                let value = Expr { kind: Kind::Literal(0), ty, area };
                stmts.push(Stmt::Let { local, value, area });
            }
            syn::Pat::Tuple(tuple) => tuple.elems.iter().for_each(|pat| self.set_later(pat, None, stmts)),
            other => {
                self.poison(other);
                let fix = "declare each variable by itself, or give it a value";
                self.errors.report(Area::of(other), "this pattern has no value", fix);
            }
        }
    }

    /// Binds a pattern to an expression. `ty` is the type that is written beside it.
    fn bind(&mut self, pat: &syn::Pat, value: &syn::Expr, ty: Option<&syn::Type>, stmts: &mut Vec<Stmt>) {
        if ty.is_none() && self.is_kernel && self.bind_perhaps(pat, value, stmts) {
            return;
        }
        if self.is_kernel
            && let Some(rest) = self.remainder(value)
        {
            return self.bind(pat, &rest, ty, stmts);
        }
        match (pat, value) {
            (syn::Pat::Type(pat), syn::Expr::Lit(syn::ExprLit { lit: syn::Lit::ByteStr(_), .. }))
                if matches!(&*pat.ty, syn::Type::Reference(_)) =>
            {
                self.bind(&pat.pat, value, None, stmts)
            }
            (syn::Pat::Type(pat), _) => self.bind(&pat.pat, value, Some(&pat.ty), stmts),
            (syn::Pat::Paren(pat), _) => self.bind(&pat.pat, value, ty, stmts),
            (pat, syn::Expr::Paren(value)) => self.bind(pat, &value.expr, ty, stmts),
            (pat, syn::Expr::Group(value)) => self.bind(pat, &value.expr, ty, stmts),
            (syn::Pat::Tuple(pats), syn::Expr::Tuple(values))
                if !pats.elems.iter().any(|pat| matches!(pat, syn::Pat::Rest(_))) =>
            {
                self.bind_tuple(pats, values, ty, stmts)
            }
            (syn::Pat::Ident(name), syn::Expr::Lit(syn::ExprLit { lit: lit @ syn::Lit::ByteStr(_), .. }))
                if self.is_kernel && name.by_ref.is_none() && name.subpat.is_none() =>
            {
                let entity = self.bytes_in_memory(lit, name, stmts);
                self.declare_bound(&name.ident, entity);
            }
            (syn::Pat::Ident(name), _) if name.by_ref.is_none() && name.subpat.is_none() => {
                if let syn::Expr::Repeat(repeat) = strip(value)
                    && !self.is_nested(repeat, ty)
                    && self.is_kernel
                {
                    return self.bind_repeat(pat, name, repeat, ty, stmts);
                }
                if ty.is_none()
                    && let Some(entity) = self.bind_cursor(value, stmts)
                {
                    return self.declare_bound(&name.ident, entity);
                }
                let own_place = self.own_place_behind(value);
                if let Some(entity) = self.bind_place_call(own_place.as_ref().unwrap_or(value), stmts) {
                    return self.declare_bound(&name.ident, entity);
                }
                if let Some(entity) = self.bind_kept(value, stmts) {
                    return self.declare_bound(&name.ident, entity);
                }
                if ty.is_none()
                    && let Some(entity) = self.bind_chain(value, name.mutability.is_some(), stmts)
                {
                    return self.declare_bound(&name.ident, entity);
                }
                if ty.is_none()
                    && let Some(entity) = self.bind_closure(value, stmts)
                {
                    return self.declare_bound(&name.ident, entity);
                }
                if let Some(entity) = ty.and_then(|ty| self.bind_pointer(value, ty, stmts)) {
                    return self.declare_bound(&name.ident, entity);
                }
                if let Some(entity) = self.same_reference(value).filter(|_| name.mutability.is_none()) {
                    return self.declare_bound(&name.ident, entity);
                }
                let referred = self.bind_slice((&name.ident, name.mutability.is_some()), value, ty, stmts);
                if referred.is_none()
                    && name.mutability.is_some()
                    && let Some(entity) = self.bind_moved_reference(&name.ident, value, stmts)
                {
                    return self.declare_bound(&name.ident, entity);
                }
                if let Some(entity) = referred.or_else(|| self.bind_reference(&name.ident, value, ty, stmts))
                {
                    return self.declare_bound(&name.ident, entity);
                }
                if ty.is_none()
                    && let Some(entity) = self.whole(&name.ident, value)
                {
                    if let (Entity::Buffer(buffer), None) = (entity, &name.mutability) {
                        self.demand_mutable(buffer, &name.ident);
                    }
                    return self.declare_bound(&name.ident, entity);
                }
                if let Some(entity) =
                    self.nested_array(&name.ident, name.mutability.is_some(), (value, ty), stmts)
                {
                    return self.declare_bound(&name.ident, entity);
                }
                if let Some(copy) = self.bind_copy(&name.ident, name.mutability.is_some(), value, stmts) {
                    if let (Entity::Buffer(buffer), Some(syn::Type::Array(array))) = (copy, ty)
                        && self.buffers[buffer].dimensions.is_empty()
                    {
                        self.demand_array(buffer, array, value.area());
                    }
                    return self.declare_bound(&name.ident, copy);
                }
                let value = self.expr_of(value, ty);
                self.bind_checked(pat, value, ty, stmts);
            }
            _ => {
                let wanted = if ty.is_none() { self.wanted_by_patterns(value, &[pat]) } else { None };
                let value = wanted.unwrap_or_else(|| self.expr_of(value, ty));
                self.bind_checked(pat, value, ty, stmts);
            }
        }
    }

    /// What a `let` binds that is no value: a whole id or a workgroup array.
    fn whole(&mut self, name: &syn::Ident, value: &syn::Expr) -> Option<Entity> {
        match self.ids(value) {
            Some(ids) => Some(Entity::Ids(ids)),
            None => self.workgroup_array(name, value),
        }
    }

    /// `let name = [value; N];`: a vector if it has two or four elements of `u32`, else a local array.
    fn bind_repeat(
        &mut self,
        pat: &syn::Pat,
        name: &syn::PatIdent,
        repeat: &syn::ExprRepeat,
        ty: Option<&syn::Type>,
        stmts: &mut Vec<Stmt>,
    ) {
        let area = repeat.area();
        let length = self.length(&repeat.len);
        let Some(length) = self.array_length(length) else {
            return self.declare_bound(&name.ident, Entity::Poisoned);
        };
        let value = self.expr(&repeat.expr);
        self.demand_known(&value);
        let element = match ty {
            Some(syn::Type::Array(array)) => written(&array.elem),
            _ => None,
        };
        let element = element.unwrap_or_else(|| self.infer.resolve(value.ty));
        let lane = if matches!(element, Ty::F32 | Ty::Float(_)) { Ty::F32 } else { Ty::U32 };
        if let (Some(ty_of_value), None, Ty::U32 | Ty::Int(_) | Ty::F32 | Ty::Float(_) | Ty::Error) =
            (lane.vector(length.0), &length.2, element)
            && (!matches!(element, Ty::Int(_) | Ty::Float(_)) || self.lane_type(element, area).is_some())
        {
            self.demand(&value, lane);
            let value = Expr { kind: Kind::Splat(Box::new(value)), ty: ty_of_value, area };
            return self.bind_checked(pat, value, ty, stmts);
        }
        let entity = self.local_array(&name.ident, length, value, area, stmts);
        if let (Some(Entity::Buffer(buffer)), Some(syn::Type::Array(array))) = (entity, ty) {
            self.demand_array(buffer, array, area);
        }
        if let (Some(Entity::Buffer(buffer)), None) = (entity, &name.mutability) {
            self.demand_mutable(buffer, &name.ident);
        }
        self.declare_bound(&name.ident, entity.unwrap_or(Entity::Poisoned));
    }

    /// The buffer that `[value; N]` declares.
    fn local_array(
        &mut self,
        name: &syn::Ident,
        (count, length_area, length): (u32, Area, Option<Expr>),
        value: Expr,
        area: Area,
        stmts: &mut Vec<Stmt>,
    ) -> Option<Entity> {
        if !self.in_kernel(area, "local arrays yet") {
            return None;
        }
        let ty = self.infer.resolve(value.ty);
        let has_parts = self.infer.parts(ty).is_some();
        if !ty.is_integer()
            && !ty.is_float()
            && !matches!(ty, Ty::Bool | Ty::Enum(_))
            && ty.vector_lanes().is_none()
            && !has_parts
        {
            if ty != Ty::Error {
                self.errors.report(
                    value.area,
                    "this expression has no value",
                    "fill the array with a number",
                );
            }
            return None;
        }
        let decl = BufferDecl::private(plain(name), count, DataType::U32);
        let (area, ty) = (length_area, value.ty);
        let buffer = Buffer { length, ..Buffer::new(decl, area, ty) };
        let entity = self.buffer(buffer);
        if let Entity::Buffer(buffer) = entity {
            stmts.push(Stmt::Fill { buffer, value, area: Area::from(name.span()) });
        }
        Some(entity)
    }

    /// Reports a local array of another type than the one written beside it.
    fn demand_array(&mut self, buffer: BufferId, written: &syn::TypeArray, value: Area) {
        let element = self.written_type(&written.elem).unwrap_or(Ty::Error);
        let got = self.buffers[buffer].ty;
        if self.infer.unify(element, got).is_none() {
            let got = self.infer.resolve(got);
            let problem = format!("expected elements of type `{element}`, got `{got}`");
            self.errors.report(value, problem, "give the array and its annotation one type");
        }
        let length = self.length(&written.len);
        let count = self.buffers[buffer].decl.count;
        if let Some(expected) = self.constant_u32(&length)
            && expected != count
        {
            let problem = format!("expected an array of {expected} elements, got one of {count}");
            self.errors.report(value, problem, "give the array and its annotation one length");
        }
    }

    /// A workgroup array that nobody can write to is of no use; a local array has its first values.
    pub(super) fn demand_mutable(&mut self, buffer: BufferId, name: &syn::Ident) {
        match self.buffers[buffer].decl.access {
            BufferAccess::Workgroup => {
                let problem = "a workgroup array is bound by a `let mut`";
                self.errors.report(Area::of(name), problem, format!("declare it as `mut {name}`"));
            }
            // Atomics are changed through shared references.
            BufferAccess::WorkgroupAtomic => {}
            _ => self.buffers[buffer].is_constant = true,
        }
    }

    /// Binds a tuple of names to a tuple of values. Every value is evaluated before the first name is bound.
    /// What an iterator in a tuple is bound to; nothing for other values.
    fn iterator_bound(
        &mut self,
        value: &syn::Expr,
        is_mutable: bool,
        stmts: &mut Vec<Stmt>,
    ) -> Option<Entity> {
        if !self.is_kernel {
            return None;
        }
        self.bind_cursor(value, stmts).or_else(|| self.bind_chain(value, is_mutable, stmts))
    }

    fn bind_tuple(
        &mut self,
        pats: &syn::PatTuple,
        values: &syn::ExprTuple,
        ty: Option<&syn::Type>,
        stmts: &mut Vec<Stmt>,
    ) {
        if ty.is_none() && self.bind_slices(pats, values, stmts) {
            return;
        }
        // A whole id is no value, but a name can be bound to it.
        let mut whole = Vec::new();
        let mut checked = Vec::new();
        let mut names = pats.elems.iter();
        // What stands before a reference is evaluated before it.
        let has_places = ty.is_none() && self.is_kernel && values.elems.iter().any(is_exclusive);
        let mut written = match ty {
            Some(syn::Type::Tuple(types)) => Some(types.elems.iter()),
            _ => None,
        };
        for value in &values.elems {
            let name = names.next();
            if let Some(ty) = written.as_mut().and_then(Iterator::next)
                && self.asks_what_is_wanted(value)
                && let Some(ty) = self.written_type(ty)
            {
                checked.push(Some(self.expr_as(value, ty)));
                continue;
            }
            if let Some(syn::Pat::Ident(name)) = name
                && name.by_ref.is_none()
                && name.subpat.is_none()
                && ty.is_none()
                && let Some(entity) = self.iterator_bound(value, name.mutability.is_some(), stmts)
            {
                whole.push((name.ident.clone(), entity));
                checked.push(None);
                continue;
            }
            if let Some(syn::Pat::Ident(name)) = name
                && has_places
                && is_exclusive(value)
            {
                let slice = self.bind_slice((&name.ident, name.mutability.is_some()), value, None, stmts);
                let entity = slice.or_else(|| self.bind_reference(&name.ident, value, None, stmts));
                if let Some(entity) = entity {
                    whole.push((name.ident.clone(), entity));
                    checked.push(None);
                    continue;
                }
            }
            if has_places {
                let value = self.expr(value);
                let is_value = !matches!(self.infer.resolve(value.ty), Ty::Error | Ty::Unit | Ty::Never);
                let value = if is_value { self.hidden("part", value, stmts) } else { value };
                checked.push(Some(value));
                continue;
            }
            match (name, self.ids(value)) {
                (Some(syn::Pat::Ident(name)), Some(ids)) if ty.is_none() => {
                    whole.push((name.ident.clone(), Entity::Ids(ids)));
                    checked.push(None);
                }
                _ => checked.push(Some(self.expr(value))),
            }
        }
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
        self.demand_distinct(&pats.elems);
        for ((pat, value), ty) in pats.elems.iter().zip(checked).zip(types) {
            if let Some(value) = value {
                self.bind_checked(pat, value, ty, stmts);
            }
        }
        for (name, entity) in whole {
            self.declare_bound(&name, entity);
        }
    }

    /// `let (a, b) = (&c[..i], &c[i..]);`, where every value is a slice or a reference; says whether it was that.
    fn bind_slices(&mut self, pats: &syn::PatTuple, values: &syn::ExprTuple, stmts: &mut Vec<Stmt>) -> bool {
        let names = pats.elems.iter().map_while(|pat| match pat {
            syn::Pat::Ident(name) if name.by_ref.is_none() && name.subpat.is_none() => Some(name),
            _ => None,
        });
        let names: Vec<&syn::PatIdent> = names.collect();
        let is_reference = |value: &syn::Expr| matches!(strip(value), syn::Expr::Reference(_));
        let is_it = names.len() == pats.elems.len() && names.len() == values.elems.len();
        if !is_it || !values.elems.iter().all(is_reference) {
            return false;
        }
        self.demand_distinct(&pats.elems);
        let mut bound = Vec::new();
        for (pat, value) in names.iter().zip(&values.elems) {
            let name = &pat.ident;
            let slice = self.bind_slice((name, pat.mutability.is_some()), value, None, stmts);
            let entity = slice.or_else(|| self.bind_reference(name, value, None, stmts));
            bound.push(entity.unwrap_or_else(|| {
                self.expr(value);
                Entity::Poisoned
            }));
        }
        names.into_iter().zip(bound).for_each(|(pat, entity)| self.declare_bound(&pat.ident, entity));
        true
    }

    /// Reports names that stand twice in one pattern or one list of parameters.
    pub(super) fn demand_distinct<'a>(&mut self, pats: impl IntoIterator<Item = &'a syn::Pat>) {
        let mut names: HashSet<&syn::Ident> = HashSet::new();
        for name in pats.into_iter().filter_map(bound_name) {
            if !names.insert(name) {
                let problem = format!("`{name}` is bound twice");
                self.errors.report(Area::of(name), problem, "give each value a name of its own, or `_`");
            }
        }
    }

    /// Declares a name of a pattern. A constant's name in a pattern is that constant, in Rust.
    pub(super) fn declare_bound(&mut self, name: &syn::Ident, entity: Entity) {
        if let Some(Entity::Const(..)) = self.lookup(&plain(name)) {
            self.report_constant_bound(name);
        }
        if let Entity::Local(local) = entity {
            self.declared.insert(local, Area::from(name.span()));
        }
        self.declare(name, entity);
    }

    pub(super) fn report_constant_bound(&mut self, name: &syn::Ident) {
        let problem = format!("`{name}` is a constant, so a pattern cannot bind it anew");
        self.errors.report(Area::of(name), problem, "choose another name");
    }

    pub(super) fn bind_checked(
        &mut self,
        pat: &syn::Pat,
        value: Expr,
        ty: Option<&syn::Type>,
        stmts: &mut Vec<Stmt>,
    ) {
        let value = self.unit_as_value(value);
        match pat {
            syn::Pat::Type(inner) => self.bind_checked(&inner.pat, value, Some(&inner.ty), stmts),
            syn::Pat::Wild(_) => {
                let declared = ty.and_then(|ty| self.written_beside(ty, &value));
                if let Some(declared) =
                    declared.filter(|ty| ty.is_integer() || ty.is_float() || *ty == Ty::Bool)
                    && self.infer.unify(declared, value.ty).is_none()
                {
                    let got = self.infer.resolve(value.ty);
                    self.other_type(value.area, declared, got, None);
                }
                stmts.push(Stmt::Expr(value));
            }
            syn::Pat::Ident(name) if name.by_ref.is_none() && name.subpat.is_none() => {
                let declared = ty.and_then(|ty| self.written_beside(ty, &value)).unwrap_or(value.ty);
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
                    self.other_type(value.area, expected, got, None);
                }
                if let Ty::Error = self.infer.resolve(declared) {
                    self.declare(&name.ident, Entity::Poisoned);
                    return stmts.push(Stmt::Expr(value));
                }
                let area = Area::from(name.ident.span());
                if let Some(entity) =
                    self.bind_slice_value(&name.ident, name.mutability.is_some(), &value, stmts)
                {
                    return self.declare_bound(&name.ident, entity);
                }
                if let Some(entity) = self.array_of(&name.ident, name.mutability.is_some(), &value, stmts) {
                    return self.declare_bound(&name.ident, entity);
                }
                let local = self.local(&plain(&name.ident), declared, name.mutability.is_some());
                self.declare_bound(&name.ident, Entity::Local(local));
                stmts.push(Stmt::Let { local, value, area });
            }
            syn::Pat::Paren(inner) => self.bind_checked(&inner.pat, value, ty, stmts),
            syn::Pat::Reference(inner) if inner.mutability.is_none() && self.referent(value.ty).is_some() => {
                let value = self.pointed(value);
                self.bind_checked(&inner.pat, value, None, stmts);
            }
            syn::Pat::Tuple(_) | syn::Pat::Slice(_) | syn::Pat::Struct(_)
                if self.referent(value.ty).is_some() =>
            {
                // Patterns of parts look through references, and what they bind are references.
                let place = self.pointed(value);
                let place = self.hidden("parts", place, stmts);
                self.bind_item(pat, Item::Place(Spot::shared(place)), stmts);
            }
            pat if names_within(pat) && self.is_kernel => {
                if let Some(written) = ty.and_then(|ty| self.written_beside(ty, &value)) {
                    self.demand(&value, written);
                }
                if self.infer.resolve(value.ty) == Ty::Error || !self.demand_known(&value) {
                    return self.poison(pat);
                }
                let value = self.hidden("parts", value, stmts);
                self.fitted(pat, (value, Mode::Value), stmts);
            }
            syn::Pat::Tuple(_) | syn::Pat::Slice(_) => self.destructure(pat, value, ty, stmts),
            syn::Pat::Struct(pat) => {
                if let Some(written) = ty.and_then(|ty| self.written_beside(ty, &value)) {
                    self.demand(&value, written);
                }
                self.destructure_struct(pat, value, stmts);
            }
            other => {
                self.poison(other);
                if self.infer.resolve(value.ty) != Ty::Error {
                    self.no_pattern(other);
                }
            }
        }
    }

    /// Reports a pattern that kernels do not have.
    pub(super) fn no_pattern(&mut self, pat: &syn::Pat) {
        use syn::Pat::{Lit, Or, Path, Range, TupleStruct};
        if let Lit(_) | Range(_) | TupleStruct(_) | Path(_) | Or(_) = pat {
            let fix = "write `let .. else { .. };`, `if let`, or a `match`";
            let problem = "this pattern does not take every value, which it must here";
            return self.errors.report(Area::of(pat), problem, fix);
        }
        let fix = "use names, `_`, and tuples, arrays and structs of them";
        self.errors.report(Area::of(pat), "kernels have no such pattern", fix);
    }

    /// Declares the names of a pattern whose `let` is erroneous.
    pub(super) fn poison(&mut self, pat: &syn::Pat) {
        match pat {
            syn::Pat::Ident(name) => self.declare(&name.ident, Entity::Poisoned),
            syn::Pat::Type(inner) => self.poison(&inner.pat),
            syn::Pat::Paren(inner) => self.poison(&inner.pat),
            syn::Pat::Tuple(tuple) => tuple.elems.iter().for_each(|pat| self.poison(pat)),
            syn::Pat::Slice(slice) => slice.elems.iter().for_each(|pat| self.poison(pat)),
            syn::Pat::Struct(pat) => pat.fields.iter().for_each(|field| self.poison(&field.pat)),
            syn::Pat::TupleStruct(variant) => variant.elems.iter().for_each(|pat| self.poison(pat)),
            syn::Pat::Reference(inner) => self.poison(&inner.pat),
            syn::Pat::Or(or) => or.cases.iter().for_each(|pat| self.poison(pat)),
            _ => {}
        }
    }

    /// `PhantomData`, which holds nothing.
    pub(super) fn phantom(&mut self, path: &syn::ExprPath) -> Option<Expr> {
        let is_it = self.sees_module && is_phantom(&path.path);
        is_it.then(|| {
            let ty = self.infer.many(Form::Tuple, Vec::new());
            Expr { kind: Kind::Many(Vec::new()), ty, area: path.area() }
        })
    }

    /// The type that a user wrote beside a value. Where the value is erroneous a type that kernels do not have is the same
    /// mistake.
    pub(super) fn written_beside(&mut self, ty: &syn::Type, value: &Expr) -> Option<Ty> {
        if let Ty::Error = self.infer.resolve(value.ty) {
            return written(ty);
        }
        self.written_type(ty)
    }

    /// The type that a user wrote.
    pub(super) fn written_type(&mut self, ty: &syn::Type) -> Option<Ty> {
        match ty {
            syn::Type::Paren(inner) => return self.written_type(&inner.elem),
            syn::Type::Group(inner) => return self.written_type(&inner.elem),
            syn::Type::Infer(_) => return None,
            ty if let Some(function) = self.written_function(ty) => return Some(function),
            syn::Type::Tuple(tuple) if !tuple.elems.is_empty() || self.is_kernel => {
                let parts = tuple.elems.iter().map(|part| self.written_type(part).unwrap_or(Ty::Error));
                let parts: Vec<Ty> = parts.collect();
                return Some(if parts.contains(&Ty::Error) {
                    Ty::Error
                } else {
                    self.infer.many(Form::Tuple, parts)
                });
            }
            syn::Type::Reference(syn::TypeReference { mutability, elem, .. })
                if self.is_kernel
                    && let syn::Type::Slice(slice) = &**elem =>
            {
                return Some(self.written_slice(slice, mutability.is_some()));
            }
            syn::Type::Array(array) if written(ty).is_none() => return Some(self.written_array(array)),
            syn::Type::Reference(reference)
                if reference.mutability.is_none() && !matches!(*reference.elem, syn::Type::Slice(_)) =>
            {
                let inner = self.written_type(&reference.elem).unwrap_or_else(|| self.infer.open());
                return Some(if inner == Ty::Error {
                    Ty::Error
                } else {
                    self.infer.many(Form::Reference, vec![inner])
                });
            }
            _ => {}
        }
        if let syn::Type::Path(path) = ty
            && let Some(Entity::Type(ty)) = path.path.get_ident().and_then(|name| self.lookup(&plain(name)))
        {
            return Some(ty);
        }
        if let Some(ty) = self.written_variants(ty).or_else(|| self.written_range(ty)) {
            return Some(ty);
        }
        if let syn::Type::Path(path) = ty
            && self.sees_module
            && is_phantom(&path.path)
        {
            return Some(self.infer.many(Form::Tuple, Vec::new()));
        }
        if let syn::Type::Path(path) = ty
            && let Some(ty) = self.associated_type(&path.path)
        {
            return Some(ty);
        }
        let known = written(ty).or_else(|| self.written_data(ty));
        if let (None, syn::Type::Path(path)) = (known, ty)
            && self.is_poisoned_name(&path.path)
        {
            return Some(Ty::Error);
        }
        if known.is_none() {
            if let syn::Type::TraitObject(object) = ty {
                let bound = object.bounds.to_token_stream();
                let problem = format!("kernels have no `dyn {bound}`: each call knows which type it gives");
                self.errors.report(Area::of(ty), problem, format!("write `impl {bound}`"));
                return Some(Ty::Error);
            }
            let name = name_of(ty);
            let others = "use an integer of at most 64 bits, `u128`, `f32`, `f64`, `bool`, vectors such as `[u32; 2]` and `[f32; 4]`, or structs with `#[vyre::data]`";
            let of_std = match ty {
                syn::Type::Path(path) => path.path.segments.last().map(|last| plain(&last.ident)),
                _ => None,
            };
            let of_std = of_std.and_then(|name| super::call::instead_of_type(&name));
            let fix = crate::signature::instead_of_atomic(&name).or(of_std).unwrap_or(others);
            self.errors.report(Area::of(ty), format!("kernels have no `{name}` values yet"), fix);
        }
        Some(known.unwrap_or(Ty::Error))
    }
}

/// Whether a path is that of `PhantomData`.
fn is_phantom(path: &syn::Path) -> bool {
    path.segments.last().is_some_and(|last| last.ident == "PhantomData")
}

/// Whether an expression is a `&mut`.
fn is_exclusive(value: &syn::Expr) -> bool {
    matches!(strip(value), syn::Expr::Reference(it) if it.mutability.is_some())
}

/// Whether an expression names a variable, an element or a part of one.
fn is_place(expr: &syn::Expr) -> bool {
    match strip(expr) {
        syn::Expr::Path(_) => true,
        syn::Expr::Field(field) => is_place(&field.base),
        syn::Expr::Index(index) => is_place(&index.expr),
        syn::Expr::Unary(unary) => matches!(unary.op, syn::UnOp::Deref(_)) && is_place(&unary.expr),
        _ => false,
    }
}
