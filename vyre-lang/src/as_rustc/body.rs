//! From a body to its graph: what is read, moved, stored and lent, in the order in which it happens.

use super::Found;
use super::closures::Closure;
use super::flow::{Graph, Loan, Local, LocalId, Op, Place, Point, Source, Step, Tables, held_by, reached_by};
use super::impls::shown;
use super::items::{Bound, Env, Items, trait_functions};
use super::numbers::Numbers;
use super::scope::{Kind, Meaning, Space};
use super::ty::{Ty, differ};
use super::visible::member_name;
use crate::diagnostics::Area;
use crate::overload;
use crate::syntax::{plain, strip};
use std::collections::{HashMap, HashSet};
use syn::{Expr, FnArg, Pat, ReturnType, Stmt, UnOp};

pub(super) fn check<'a>(items: &Items<'a>, found: &mut Found) {
    for entry in &items.scope.entries {
        match entry.kind {
            Kind::Function(it) => {
                let env = items.env(entry.module, [&it.sig.generics]);
                Builder::function(items, env, &it.sig, &it.block, found);
            }
            Kind::Trait(it) => {
                for method in trait_functions(it) {
                    let Some(block) = &method.default else { continue };
                    let mut env = items.env(entry.module, [&it.generics]);
                    items.declare(&mut env, &method.sig.generics);
                    Builder::function(items, env, &method.sig, block, found);
                }
            }
            _ => {}
        }
    }
    for block in &items.impls {
        for method in block.functions() {
            let mut env = block.env.clone();
            items.declare(&mut env, &method.sig.generics);
            Builder::function(items, env, &method.sig, &method.block, found);
        }
    }
}

/// What an expression gives.
#[derive(Clone)]
pub(super) struct Value {
    pub(super) ty: Ty,
    pub(super) holds: Vec<Source>,
}

impl Value {
    pub(super) fn of(ty: Ty) -> Value {
        Value { ty, holds: Vec::new() }
    }
}

/// Where an expression leads.
#[derive(Clone)]
pub(super) struct Spot {
    /// Nothing where a type on the way is not known.
    pub(super) place: Option<Place>,
    pub(super) ty: Ty,
    /// The variable at its root.
    pub(super) root: Option<LocalId>,
}

/// How a place is taken that is a `&mut` reference.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum As {
    /// Where a reference is expected, or nothing is known: what it leads to is looked at.
    Lent,
    /// Where a `&mut` reference is expected: what it leads to is lent again.
    LentMutably,
    Moved,
}

impl As {
    /// How a value of a type is expected.
    pub(super) fn expected(ty: Option<&Ty>) -> As {
        match ty {
            Some(Ty::Ref(true, ..)) => As::LentMutably,
            Some(Ty::Ref(..) | Ty::Unknown) | None => As::Lent,
            Some(_) => As::Moved,
        }
    }
}

struct Open<'a> {
    label: Option<&'a syn::Ident>,
    /// Where `continue` leads; nothing for a block.
    head: Option<usize>,
    left: Vec<usize>,
    ty: Ty,
    /// Where the values go that it is left with.
    result: LocalId,
}

pub(super) struct Builder<'b, 'a> {
    pub(super) items: &'b Items<'a>,
    pub(super) env: Env<'a>,
    pub(super) found: &'b mut Found,
    pub(super) locals: Vec<Local>,
    pub(super) loans: Vec<Loan>,
    pub(super) graph: Graph,
    /// The points from which the next one is reached.
    pub(super) ends: Vec<usize>,
    pub(super) scopes: Vec<Vec<(String, LocalId)>>,
    /// The variables that a name has, of which the last one is meant.
    names: HashMap<String, Vec<LocalId>>,
    open: Vec<Open<'a>>,
    pub(super) closures: Vec<Closure>,
    /// The parameters, with where their types are written.
    params: Vec<(LocalId, Area)>,
    /// Whether the signature says that one lifetime outlives another.
    outlives: bool,
    /// What `return` gives; the type of the function's result.
    pub(super) result: Ty,
    pub(super) returned: Option<LocalId>,
    /// Whether patterns are looked at for a guard, which moves nothing.
    pub(super) peeks: bool,
    /// Whether the place that is looked at next is one that is stored to.
    pub(super) stores: bool,
    /// What these patterns compare, and what they bind.
    pub(super) compared: Vec<Place>,
    peeked: Vec<Place>,
    /// What is computed and lent in this statement.
    computed: Vec<LocalId>,
    /// The variables of which it has been said that they are not `mut`.
    immutable: HashSet<LocalId>,
    /// The ranges that are no `ExactSizeIterator`.
    pub(super) uncounted: HashSet<*const syn::ExprRange>,
    pub(super) numbers: Numbers<'a>,
    /// Whether it is the body of a `const fn`.
    pub(super) is_const: bool,
    /// The functions that have given values of types that only bounds tell, by the numbers of these types. Those of the parameters come first.
    pub(super) unnamed: Vec<*const syn::Signature>,
}

/// Whether a range of a type does not say how long it is: its length may not fit a `usize`, as Rust sees it.
pub(super) fn is_uncounted(ty: &Ty, is_half_open: bool) -> bool {
    let Ty::Plain(name) = ty else { return false };
    match name.as_str() {
        "u64" | "i64" | "u128" | "i128" => true,
        "u32" | "i32" | "usize" | "isize" | "char" => !is_half_open,
        _ => false,
    }
}

/// The name of a type that only its bounds tell. The number tells it from others with the same bounds, and is not shown.
pub(super) fn unnamed(bounds: &[Bound<'_>], number: usize) -> String {
    let names: Vec<&str> = bounds.iter().map(|bound| bound.name.as_str()).collect();
    format!("impl {}{}", names.join(" + "), crate::module::MARK.repeat(number))
}

/// How a type gets a bound.
pub(super) fn bound_by(param: &str, bound: &str) -> String {
    match param.starts_with("impl ") {
        true => format!("say so where the type is written: `{param} + {bound}`"),
        false => format!("bind the parameter: `{param}: {bound}`"),
    }
}

impl<'b, 'a> Builder<'b, 'a> {
    fn function(
        items: &'b Items<'a>,
        mut env: Env<'a>,
        sig: &'a syn::Signature,
        block: &'a syn::Block,
        found: &'b mut Found,
    ) {
        let mut params = Vec::new();
        for (at, input) in sig.inputs.iter().enumerate() {
            if let FnArg::Typed(it) = input
                && let syn::Type::ImplTrait(of) = &*it.ty
            {
                let bounds = items.bounds_of(env.module, &of.bounds);
                let name = unnamed(&bounds, at);
                env.params.insert(name.clone(), bounds);
                params.push(Some(Ty::Param(name)));
            } else {
                params.push(None);
            }
        }
        let result = match &sig.output {
            ReturnType::Default => Ty::unit(),
            ReturnType::Type(_, ty) => items.ty(&env, ty),
        };
        let mut builder = Builder {
            items,
            env,
            found,
            locals: Vec::new(),
            loans: Vec::new(),
            graph: Graph::default(),
            ends: Vec::new(),
            scopes: vec![Vec::new()],
            names: HashMap::new(),
            open: Vec::new(),
            closures: Vec::new(),
            params: Vec::new(),
            outlives: outlives(&sig.generics),
            result: result.clone(),
            returned: None,
            peeks: false,
            stores: false,
            compared: Vec::new(),
            peeked: Vec::new(),
            computed: Vec::new(),
            immutable: HashSet::new(),
            uncounted: HashSet::new(),
            numbers: Numbers::of(block),
            is_const: sig.constness.is_some(),
            unnamed: sig.inputs.iter().map(|_| std::ptr::from_ref(sig)).collect(),
        };
        let area = Area::of(&sig.ident);
        builder.point(Op::Nothing, area);
        let returned = builder.temporary(result, area);
        builder.returned = Some(returned);
        for (input, param) in sig.inputs.iter().zip(params) {
            match input {
                FnArg::Receiver(it) => {
                    let own = builder.env.self_ty.clone().unwrap_or(Ty::Unknown);
                    let ty = match &it.kind {
                        syn::ReceiverKind::Value => own,
                        syn::ReceiverKind::Reference(_, _, None) => own.shared(),
                        syn::ReceiverKind::Reference(_, _, Some(_)) => own.exclusive(),
                        _ => Ty::Unknown,
                    };
                    builder.declare(
                        "self".to_string(),
                        ty,
                        it.mutability.is_some(),
                        Area::of(&it.self_token),
                    );
                }
                FnArg::Typed(it) => {
                    let ty = param.unwrap_or_else(|| builder.items.ty(&builder.env, &it.ty));
                    let local = builder.temporary(ty.clone(), Area::of(&it.pat));
                    builder.params.push((local, Area::of(&it.ty)));
                    let spot = Spot { place: Some(Place::of(local)), ty, root: Some(local) };
                    builder.bind(&it.pat, &spot, None);
                    builder.note_length(&it.pat, &it.ty);
                }
            }
        }
        let value = builder.block(block);
        builder.check_tail(block, &value.ty);
        builder.give_back(value, block.stmts.last().map_or(area, |stmt| Area::of(stmt)));
        builder.finish();
    }

    fn finish(mut self) {
        let graph = std::mem::take(&mut self.graph);
        self.check_graph(&graph);
        let Some(returned) = self.returned else { return };
        let (loans, from) = {
            let tables = Tables { locals: &self.locals, loans: &self.loans };
            (held_by(&tables, returned), reached_by(&tables, returned))
        };
        self.check_lifetimes(&from);
        for loan in loans {
            let loan = &self.loans[loan];
            if let Some(name) = &self.locals[loan.place.local].name
                && !loan.place.has_deref()
            {
                let problem =
                    format!("cannot return a value that refers to `{name}`, which belongs to this function");
                self.found.report(
                    loan.area,
                    problem,
                    "give the value itself, or take a reference as a parameter",
                );
                return;
            }
        }
    }

    /// What a function gives with a lifetime of its signature comes from parameters with that lifetime.
    fn check_lifetimes(&mut self, from: &[LocalId]) {
        let reference = match &self.result {
            Ty::Std("Option" | "Result", parts) => parts.first(),
            whole => Some(whole),
        };
        let Some(Ty::Ref(_, expected, _)) = reference else { return };
        if self.regions(&self.result) != Some(1) || self.outlives {
            return;
        }
        let is_self = |local: &Local| local.name.as_deref() == Some("self");
        let of_self = self.locals.iter().find(|local| is_self(local)).map(|local| &local.ty);
        let Some(expected) = expected else {
            // It has the lifetime of `&self`, which no other parameter has.
            let Some(Ty::Ref(..)) = of_self else { return };
            let other = self.params.iter().find(|(local, _)| {
                let ty = &self.locals[*local].ty;
                from.contains(local) && matches!(ty, Ty::Ref(_, None, _)) && self.regions(ty) == Some(1)
            });
            if let Some((_, area)) = other {
                let problem = "lifetime may not live long enough: the result has the lifetime of `&self`, and this parameter has another one";
                let fix = "write one lifetime at both: `fn f<'a>(&self, x: &'a T) -> &'a T`";
                self.found.report(*area, problem, fix);
            }
            return;
        };
        for local in from {
            let Some(area) = self.params.iter().find(|(param, _)| param == local).map(|(_, area)| *area)
            else {
                continue;
            };
            let ty = &self.locals[*local].ty;
            let Ty::Ref(_, lifetime, _) = ty else { continue };
            if self.regions(ty) == Some(1)
                && lifetime.as_ref() != Some(expected)
                && lifetime.as_deref() != Some("static")
            {
                let problem = format!(
                    "lifetime may not live long enough: the result has the lifetime `'{expected}`, and this parameter has another one"
                );
                let fix = format!("write `&'{expected}` here, too");
                return self.found.report(area, problem, fix);
            }
        }
    }

    pub(super) fn check_graph(&mut self, graph: &Graph) {
        let shown = |place: &Place| shown_place(&self.locals, place);
        let tables = Tables { locals: &self.locals, loans: &self.loans };
        graph.check(&tables, &shown, self.found);
    }

    // Points.

    pub(super) fn point(&mut self, op: Op, area: Area) -> usize {
        let at = self.graph.points.len();
        let dead = &mut self.numbers.dead;
        if at > 0 && self.ends.iter().all(|end| dead.contains(end)) {
            dead.insert(at);
        }
        self.graph.points.push(Point { op, area, next: Vec::new() });
        for end in std::mem::take(&mut self.ends) {
            self.graph.points[end].next.push(at);
        }
        self.ends = vec![at];
        at
    }

    /// Where nothing leads, as after a `return`.
    fn stop(&mut self) {
        self.ends.clear();
    }

    pub(super) fn temporary(&mut self, ty: Ty, area: Area) -> LocalId {
        self.locals.push(Local {
            name: None,
            ty,
            is_mutable: true,
            in_guard: false,
            area,
            holds: Vec::new(),
            is_given: false,
        });
        self.locals.len() - 1
    }

    fn declare(&mut self, name: String, ty: Ty, is_mutable: bool, area: Area) -> LocalId {
        let local = self.locals.len();
        let in_guard = self.peeks;
        self.locals.push(Local {
            name: Some(name.clone()),
            ty,
            is_mutable: is_mutable && !in_guard,
            in_guard,
            area,
            holds: Vec::new(),
            is_given: false,
        });
        if let Some(scope) = self.scopes.last_mut() {
            self.names.entry(name.clone()).or_default().push(local);
            scope.push((name, local));
        }
        self.point(Op::Set(local), area);
        local
    }

    pub(super) fn hold(&mut self, local: LocalId, holds: &[Source]) {
        for source in holds {
            if !self.locals[local].holds.contains(source) {
                self.locals[local].holds.push(source.clone());
            }
        }
    }

    /// Says that a value is used now.
    pub(super) fn touch(&mut self, value: &Value, area: Area) {
        self.touch_all(&value.holds, area);
    }

    /// Says that several values are used at once.
    pub(super) fn touch_each(&mut self, values: &[Value], area: Area) {
        let holds: Vec<Source> = values.iter().flat_map(|value| value.holds.iter().cloned()).collect();
        self.touch_all(&holds, area);
    }

    fn touch_all(&mut self, holds: &[Source], area: Area) {
        let unnamed = holds.iter().filter_map(|source| match source {
            Source::Local(local) if self.locals[*local].name.is_none() => Some(*local),
            _ => None,
        });
        let unnamed: Vec<LocalId> = unnamed.collect();
        match unnamed[..] {
            [] => {}
            [local] => drop(self.point(Op::Use(local), area)),
            _ => drop(self.point(Op::UseAll(unnamed), area)),
        }
    }

    /// A value that waits for others: what it holds lives until it is used.
    pub(super) fn kept(&mut self, value: Value, area: Area) -> Value {
        if value.holds.is_empty() {
            return value;
        }
        let local = self.temporary(value.ty.clone(), area);
        self.touch(&value, area);
        self.hold(local, &value.holds);
        self.point(Op::Set(local), area);
        Value { ty: value.ty, holds: vec![Source::Local(local)] }
    }

    pub(super) fn local_of(&self, name: &str) -> Option<LocalId> {
        self.names.get(name).and_then(|locals| locals.last()).copied()
    }

    /// Ends a scope; gives what was declared in it.
    pub(super) fn leave_scope(&mut self) -> Vec<(String, LocalId)> {
        let declared = self.scopes.pop().unwrap_or_default();
        for (name, _) in &declared {
            if let Some(locals) = self.names.get_mut(name) {
                locals.pop();
            }
        }
        declared
    }

    fn give_back(&mut self, value: Value, area: Area) {
        if let Some(returned) = self.returned {
            self.touch(&value, area);
            self.hold(returned, &value.holds);
        }
        self.stop();
    }

    // Types.

    /// How many lifetimes a value of a type has; nothing if that is not known.
    pub(super) fn regions(&self, ty: &Ty) -> Option<usize> {
        let all = |list: &[Ty]| list.iter().map(|ty| self.regions(ty)).sum::<Option<usize>>();
        match ty {
            Ty::Unknown => None,
            Ty::Never | Ty::Plain(_) | Ty::Integer | Ty::Float | Ty::Param(_) => Some(0),
            Ty::Item(id, args) => Some(self.items.lifetimes_of(*id) + all(args)?),
            Ty::Std("Iterator", args) => match all(args) {
                Some(0 | 1) => Some(1),
                _ => None,
            },
            Ty::Std(_, args) | Ty::Tuple(args) => all(args),
            Ty::Ref(_, _, inner) => Some(1 + self.regions(inner)?),
            Ty::Array(inner) | Ty::Slice(inner) => self.regions(inner),
            Ty::Closure(_) => None,
        }
    }

    pub(super) fn may_hold(&self, ty: &Ty) -> bool {
        self.regions(ty) != Some(0)
    }

    pub(super) fn is_copy(&self, ty: &Ty) -> Option<bool> {
        match ty {
            Ty::Closure(id) => self.closures[*id].is_copy,
            Ty::Std("Iterator" | "Range" | "RangeInclusive", _) => Some(false),
            _ => self.items.is_copy(&self.env, ty),
        }
    }

    /// What holds of a value that is read from a place.
    fn holds_of(&self, spot: &Spot) -> Vec<Source> {
        let (Some(place), true) = (&spot.place, self.may_hold(&spot.ty)) else { return Vec::new() };
        // A part with all the lifetimes of the whole.
        let is_part = || {
            let of_part = self.regions(&spot.ty);
            of_part.is_some() && of_part == self.regions(&self.locals[place.local].ty)
        };
        // A part of what a call gives, as `split_at_mut`, where all comes from one reference.
        let is_of_one = || {
            let tables = Tables { locals: &self.locals, loans: &self.loans };
            let is_given = self.locals[place.local].is_given && !place.has_deref();
            is_given && held_by(&tables, place.local).len() == 1
        };
        let holds = place.steps.is_empty() || is_part() || is_of_one();
        if holds { vec![Source::Local(place.local)] } else { Vec::new() }
    }

    // Places.

    fn unknown(&mut self, spot: &Spot, area: Area) -> Spot {
        if let Some(root) = spot.root {
            self.point(Op::Use(root), area);
        }
        Spot { place: None, ty: Ty::Unknown, root: spot.root }
    }

    /// What a place leads to, if it is a reference.
    pub(super) fn deref(&mut self, spot: &Spot) -> Option<Spot> {
        let Ty::Ref(is_exclusive, _, inner) = &spot.ty else { return None };
        let place = spot.place.as_ref().map(|place| place.then(Step::Deref(*is_exclusive)));
        Some(Spot { place, ty: (**inner).clone(), root: spot.root })
    }

    /// Whether a type surely has nothing behind it. What is not known may be one of std's.
    fn is_no_reference(&self, ty: &Ty) -> bool {
        match ty {
            Ty::Plain(_) | Ty::Array(_) | Ty::Slice(_) | Ty::Tuple(_) => true,
            Ty::Integer | Ty::Float | Ty::Closure(_) => true,
            Ty::Std(name, _) => matches!(*name, "Option" | "Result" | "Range"),
            Ty::Item(id, _) => {
                let leads = |block: &super::items::Impl<'_>| {
                    block.trait_name().as_deref() == Some("Deref")
                        && !matches!(&block.ty, Ty::Item(of, _) if of != id)
                };
                !self.items.impls.iter().any(leads)
            }
            Ty::Param(_) | Ty::Ref(..) | Ty::Unknown | Ty::Never => false,
        }
    }

    pub(super) fn behind(&mut self, spot: Spot) -> Spot {
        let mut spot = spot;
        while let Some(inner) = self.deref(&spot) {
            spot = inner;
        }
        spot
    }

    fn field_of(&mut self, spot: Spot, name: &str, area: Area) -> Spot {
        let spot = self.behind(spot);
        let then = |spot: &Spot, ty: Ty| {
            let place = spot.place.as_ref().map(|place| place.then(Step::Field(name.to_string())));
            Spot { place, ty, root: spot.root }
        };
        match &spot.ty {
            Ty::Item(id, args) => {
                let Some(field) = self.items.field(*id, None, name) else {
                    let leads = self.items.impls.iter().any(|it| it.trait_name().as_deref() == Some("Deref"));
                    if !leads && matches!(self.items.scope.entries[*id].kind, Kind::Struct(_)) {
                        let problem = format!("no field `{name}` on type `{}`", self.items.name(*id));
                        self.found.report(area, problem, "name one that the struct has");
                    }
                    return self.unknown(&spot, area);
                };
                let module = super::declarations::module_of(self.items, *id);
                let seen_in = self.items.scope.seen_in(&field.vis, module);
                if !self.items.scope.is_seen(seen_in, self.env.module) {
                    let problem = format!("field `{name}` of struct `{}` is private", self.items.name(*id));
                    self.found.report(area, problem, "declare it as `pub`, or call a method");
                }
                let ty = self.items.field_ty(*id, args, field);
                then(&spot, ty)
            }
            Ty::Tuple(parts) => match name.parse::<usize>().ok().and_then(|at| parts.get(at)) {
                Some(ty) => then(&spot, ty.clone()),
                None => self.unknown(&spot, area),
            },
            Ty::Std("Range", of) if matches!(name, "start" | "end") && !of.is_empty() => {
                then(&spot, of[0].clone())
            }
            Ty::Param(param) => {
                let problem = format!("no field `{name}` on type `{param}`");
                self.found.report(area, problem, "call a method of a trait that it is bound by");
                self.unknown(&spot, area)
            }
            _ => self.unknown(&spot, area),
        }
    }

    fn index_of(&mut self, spot: Spot, index: &Ty, is_range: bool, area: Area) -> Spot {
        let spot = self.behind(spot);
        match &spot.ty {
            Ty::Array(inner) | Ty::Slice(inner) => {
                let place = spot.place.as_ref().map(|place| place.then(Step::Index));
                let ty = match index {
                    _ if is_range => Ty::Slice(inner.clone()),
                    Ty::Unknown => Ty::Unknown,
                    Ty::Std(..) => Ty::Slice(inner.clone()),
                    _ => (**inner).clone(),
                };
                Spot { place, ty, root: spot.root }
            }
            _ => self.unknown(&spot, area),
        }
    }

    /// A place, which is not read yet.
    pub(super) fn place(&mut self, expr: &'a Expr) -> Spot {
        let area = Area::of(expr);
        let stores = std::mem::take(&mut self.stores);
        match strip(expr) {
            Expr::Path(it) => {
                let local = it.path.get_ident().and_then(|name| self.local_of(&plain(name)));
                match local {
                    Some(local) => Spot {
                        place: Some(Place::of(local)),
                        ty: self.locals[local].ty.clone(),
                        root: Some(local),
                    },
                    None => {
                        let value = self.value(expr, As::Lent);
                        // Constants are values of their own, each time.
                        Spot { place: None, ty: value.ty, root: None }
                    }
                }
            }
            Expr::Field(it) => {
                self.stores = stores;
                let base = self.place(&it.base);
                self.field_of(base, &member_name(&it.member), Area::of(&it.member))
            }
            Expr::Index(it) => {
                self.stores = stores;
                let base = self.place(&it.expr);
                let is_range = matches!(strip(&it.index), Expr::Range(_));
                if is_range {
                    let problem = || "cannot take a part by a range in constant functions".to_string();
                    self.not_constant(area, problem, "write `split_at`, or a loop over indices");
                }
                let is_in_part =
                    matches!(strip(&it.expr), Expr::Index(of) if matches!(strip(&of.index), Expr::Range(_)));
                // What a part is taken of, and a part itself, is lent before the index in it is computed.
                let base = self.behind(base);
                let lent = (is_range || is_in_part).then(|| {
                    let lent = self.borrow(&base, stores, area);
                    self.kept(lent, area)
                });
                let index = self.value(&it.index, As::Lent);
                if let Some(lent) = lent {
                    self.touch(&lent, area);
                }
                self.check_index(it);
                if stores && let Ty::Item(id, _) = &base.ty {
                    let has = |name: &str| self.items.has_impl(&base.ty, name);
                    if has("Index") && !has("IndexMut") && !has("Deref") {
                        let of = self.items.name(*id);
                        let problem =
                            format!("cannot assign to an element of `{of}`, which has no `IndexMut`");
                        self.found.report(area, problem, format!("write `impl IndexMut for {of}`"));
                    }
                }
                self.index_of(base, &index.ty, is_range, area)
            }
            Expr::Unary(it) if matches!(it.op, UnOp::Deref(_)) => {
                let base = self.place(&it.expr);
                match self.deref(&base) {
                    Some(spot) => spot,
                    None => {
                        if self.is_no_reference(&base.ty) {
                            let shown = shown(self.items, &base.ty);
                            let problem = format!("type `{shown}` cannot be dereferenced");
                            self.found.report(area, problem, "remove the `*`");
                        }
                        self.unknown(&base, area)
                    }
                }
            }
            _ => {
                let value = self.value(expr, As::Lent);
                let local = self.temporary(value.ty.clone(), area);
                self.touch(&value, area);
                self.hold(local, &value.holds);
                self.point(Op::Set(local), area);
                if is_call(expr) {
                    self.computed.push(local);
                    self.locals[local].is_given = true;
                }
                Spot { place: Some(Place::of(local)), ty: value.ty, root: Some(local) }
            }
        }
    }

    pub(super) fn is_place(expr: &Expr) -> bool {
        match strip(expr) {
            Expr::Path(_) | Expr::Field(_) | Expr::Index(_) => true,
            Expr::Unary(it) => matches!(it.op, UnOp::Deref(_)),
            _ => false,
        }
    }

    /// Whether what a place leads to may be changed: no shared reference is on the way, and its variable is `mut`.
    pub(super) fn changeable(&mut self, place: &Place, area: Area, borrows: bool) -> bool {
        let text = shown_place(&self.locals, place);
        let verb = if borrows {
            format!("cannot borrow `{text}` as mutable")
        } else {
            format!("cannot assign to `{text}`")
        };
        for step in place.steps.iter().rev() {
            match step {
                Step::Deref(true) => return true,
                Step::Deref(false) => {
                    let problem = format!("{verb}, which is behind a `&` reference");
                    self.found.report(area, problem, "take `&mut` instead");
                    return false;
                }
                Step::Field(_) | Step::Index => {}
            }
        }
        let local = &self.locals[place.local];
        if local.is_mutable {
            return true;
        }
        let name = local.name.clone().unwrap_or_default();
        if local.in_guard {
            let problem = format!("{verb}, as `{name}` is immutable for the pattern guard");
            self.found.report(area, problem, "change it in the arm, behind the `=>`");
            return false;
        }
        if !self.immutable.insert(place.local) {
            return false;
        }
        let problem = format!("{verb}, as `{name}` is not declared as mutable");
        self.found.report(area, problem, format!("declare it as `mut {name}`"));
        false
    }

    /// Lends a place.
    pub(super) fn borrow(&mut self, spot: &Spot, is_exclusive: bool, area: Area) -> Value {
        let ty = if is_exclusive { spot.ty.clone().exclusive() } else { spot.ty.clone().shared() };
        let Some(place) = &spot.place else {
            if let Some(root) = spot.root {
                self.point(Op::Use(root), area);
            }
            return Value::of(ty);
        };
        if self.peeks {
            self.peeked.push(place.clone());
            self.point(Op::Read(place.clone()), area);
            return Value::of(ty);
        }
        if is_exclusive && !self.changeable(place, area, true) {
            return Value::of(ty);
        }
        let mut holds = Vec::new();
        if place.has_deref() && self.regions(&self.locals[place.local].ty) == Some(1) {
            holds.push(Source::Local(place.local));
        }
        if place.steps.contains(&Step::Deref(false)) {
            // What a shared reference leads to is never changed.
            self.point(Op::Read(place.clone()), area);
            return Value { ty, holds };
        }
        let text = shown_place(&self.locals, place);
        let loan = self.loans.len();
        self.loans.push(Loan { place: place.clone(), is_exclusive, area, text });
        self.point(Op::Borrow(loan), area);
        holds.push(Source::Loan(loan));
        let local = self.temporary(ty.clone(), area);
        self.hold(local, &holds);
        self.point(Op::Set(local), area);
        Value { ty, holds: vec![Source::Local(local)] }
    }

    /// Takes the value of a place: copies it, moves it, or lends what it leads to again.
    pub(super) fn take(&mut self, spot: &Spot, how: As, area: Area) -> Value {
        let value = Value { ty: spot.ty.clone(), holds: self.holds_of(spot) };
        let Some(place) = &spot.place else {
            if let Some(root) = spot.root {
                self.point(Op::Use(root), area);
            }
            return value;
        };
        if self.peeks {
            self.peeked.push(place.clone());
            self.point(Op::Read(place.clone()), area);
            return value;
        }
        if matches!(spot.ty, Ty::Ref(true, ..)) && how != As::Moved {
            return match self.deref(spot) {
                Some(inner) if !place.steps.contains(&Step::Deref(false)) => {
                    let lent = self.borrow(&inner, how == As::LentMutably, area);
                    Value { ty: spot.ty.clone(), holds: lent.holds }
                }
                _ => value,
            };
        }
        if self.is_copy(&spot.ty) != Some(false) {
            self.point(Op::Read(place.clone()), area);
            return value;
        }
        let text = shown_place(&self.locals, place);
        if let Some(at) = place.steps.iter().position(|step| !matches!(step, Step::Field(_))) {
            let problem = match place.steps[at] {
                Step::Index => {
                    let whole = Place { local: place.local, steps: place.steps[..at].to_vec() };
                    format!(
                        "cannot move out of an element of `{}`, whose type is not `Copy`",
                        shown_place(&self.locals, &whole)
                    )
                }
                _ => format!("cannot move out of `{text}`, which is behind a reference"),
            };
            let of = shown(self.items, &spot.ty);
            self.found.report(
                area,
                problem,
                format!("lend it with `&`, or derive `Clone` and `Copy` for `{of}`"),
            );
            return value;
        }
        if self.locals[place.local].in_guard && !place.has_deref() {
            let problem = format!("cannot move out of `{text}` in pattern guard");
            self.found.report(area, problem, "lend it with `&`, or move it in the arm, behind the `=>`");
            return value;
        }
        self.point(Op::Move(place.clone()), area);
        value
    }

    // Statements.

    pub(super) fn block(&mut self, block: &'a syn::Block) -> Value {
        let outer = self.env.module;
        self.env.module = self.items.scope.block(block).unwrap_or(outer);
        self.scopes.push(Vec::new());
        let mut value = Value::of(Ty::unit());
        for (at, stmt) in block.stmts.iter().enumerate() {
            let is_last = at + 1 == block.stmts.len();
            match stmt {
                Stmt::Local(it) => {
                    let before = std::mem::take(&mut self.computed);
                    self.local(it);
                    // What has been computed on the way is gone after the statement.
                    let computed = std::mem::replace(&mut self.computed, before);
                    let is_name = matches!(&it.pat, Pat::Ident(_));
                    for local in computed.into_iter().filter(|_| is_name && it.init.is_some()) {
                        if !self.ends.is_empty() && !self.may_hold(&self.locals[local].ty) {
                            self.point(Op::Dead(local), Area::of(&it.pat));
                        }
                    }
                }
                Stmt::Item(_) => {}
                Stmt::Macro(it) => {
                    if is_last && it.semi_token.is_none() {
                        value = Value::of(Ty::Unknown);
                    }
                }
                Stmt::Expr(expr, None) if is_last => {
                    let how = self.given_as();
                    value = self.value(expr, how);
                }
                Stmt::Expr(expr, _) => drop(self.value(expr, As::Lent)),
            }
        }
        if self.ends.is_empty() {
            value = Value::of(Ty::Never);
        }
        let declared = self.leave_scope();
        let area = block
            .stmts
            .last()
            .map_or_else(|| Area::from(block.brace_token.span.close()), |stmt| Area::of(stmt));
        let named = declared.iter().any(|(_, local)| value.holds.contains(&Source::Local(*local)));
        if (named || !value.holds.is_empty()) && !self.ends.is_empty() {
            value = self.kept(value, area);
        }
        if self.scopes.len() > 1 {
            let end = Area::from(block.brace_token.span.close());
            for (_, local) in declared.iter().rev() {
                if !self.ends.is_empty() {
                    self.point(Op::Dead(*local), end);
                }
            }
        }
        self.env.module = outer;
        value
    }

    fn local(&mut self, it: &'a syn::Local) {
        let area = Area::of(&it.pat);
        let (pat, written) = match &it.pat {
            Pat::Type(typed) => {
                super::declarations::opaque(&typed.ty, "the type of variable bindings", self.found);
                (&*typed.pat, Some(self.items.ty(&self.env, &typed.ty)))
            }
            pat => (pat, None),
        };
        let Some(init) = &it.init else {
            let first = self.locals.len();
            self.bind(pat, &Spot { place: None, ty: written.unwrap_or(Ty::Unknown), root: None }, None);
            for local in first..self.locals.len() {
                self.point(Op::Unset(local), area);
            }
            return;
        };
        let how = written.as_ref().map_or(As::Moved, |written| As::expected(Some(written)));
        // A pattern that takes a place apart moves its parts only.
        let is_name = matches!(pat, Pat::Ident(it) if it.by_ref.is_none() && it.subpat.is_none());
        if let Some(written) = &written
            && Self::is_place(&init.expr)
        {
            self.settle_number(&init.expr, written);
        }
        let (spot, value) = if Self::is_place(&init.expr) && !is_name {
            (self.place(&init.expr), None)
        } else {
            let value = self.value(&init.expr, how);
            if let Some(written) = written.as_ref().filter(|_| value.ty == Ty::Integer) {
                self.settle_number(&init.expr, written);
            }
            if let Some(written) = &written {
                self.demand_same(&init.expr, written, &value.ty);
            }
            let ty = match written {
                Some(written) => merged(&written, &value.ty),
                None => value.ty.clone(),
            };
            let spot = Spot { place: None, ty, root: None };
            match is_name {
                true => (spot, Some(value)),
                false => {
                    let local = self.temporary(spot.ty.clone(), area);
                    self.locals[local].is_given = is_call(&init.expr);
                    self.touch(&value, area);
                    self.hold(local, &value.holds);
                    self.point(Op::Set(local), area);
                    (Spot { place: Some(Place::of(local)), ty: spot.ty, root: Some(local) }, None)
                }
            }
        };
        if let Some((_, otherwise)) = &init.diverge {
            if let Some(place) = &spot.place {
                self.point(Op::Read(place.clone()), area);
            }
            let matched = self.ends.clone();
            self.value(otherwise, As::Lent);
            self.ends = matched;
        }
        let ty = spot.ty.clone();
        self.bind(pat, &spot, value);
        if let Pat::Ident(name) = pat {
            self.note_variable((&name.ident, name.mutability.is_some()), &init.expr, &ty);
        }
        if let Pat::Type(typed) = &it.pat {
            self.note_length(pat, &typed.ty);
        }
    }

    /// Binds a name to a value, or to what is in a place.
    pub(super) fn name(&mut self, name: &syn::Ident, is_mutable: bool, spot: &Spot, value: Option<Value>) {
        let area = Area::of(name);
        let value = match value {
            Some(value) => Value { ty: spot.ty.clone(), ..value },
            None if spot.place.is_some() => self.take(spot, As::Moved, area),
            None => Value::of(spot.ty.clone()),
        };
        self.touch(&value, area);
        let local = self.declare(plain(name), value.ty, is_mutable, area);
        self.hold(local, &value.holds);
    }

    pub(super) fn name_lent(&mut self, name: &syn::Ident, is_mutable: bool, spot: &Spot, is_exclusive: bool) {
        let area = Area::of(name);
        let value = self.borrow(spot, is_exclusive, area);
        let local = self.declare(plain(name), value.ty, is_mutable, area);
        self.hold(local, &value.holds);
    }

    // Expressions.

    fn reads(&mut self, spot: &Spot, area: Area) {
        match &spot.place {
            Some(place) => drop(self.point(Op::Read(place.clone()), area)),
            None => {
                if let Some(root) = spot.root {
                    self.point(Op::Use(root), area);
                }
            }
        }
    }

    /// Looks at an expression by reference, as comparisons do.
    pub(super) fn looked_at(&mut self, expr: &'a Expr) -> Ty {
        if Self::is_place(expr) {
            let spot = self.place(expr);
            self.reads(&spot, Area::of(expr));
            return spot.ty;
        }
        self.value(expr, As::Lent).ty
    }

    pub(super) fn value(&mut self, expr: &'a Expr, how: As) -> Value {
        let value = self.value_of(expr, how);
        self.note_number(expr, &value.ty);
        value
    }

    fn value_of(&mut self, expr: &'a Expr, how: As) -> Value {
        let area = Area::of(expr);
        match expr {
            Expr::Paren(it) => self.value(&it.expr, how),
            Expr::Group(it) => self.value(&it.expr, how),
            Expr::Path(it) => match it.path.get_ident().and_then(|name| self.local_of(&plain(name))) {
                Some(_) => {
                    let spot = self.place(expr);
                    self.take(&spot, how, area)
                }
                None => Value::of(self.constant(&it.path)),
            },
            Expr::Field(_) | Expr::Index(_) => {
                let spot = self.place(expr);
                self.take(&spot, how, area)
            }
            Expr::Lit(it) => Value::of(literal(&it.lit)),
            Expr::Array(it) => {
                let values: Vec<Value> = it.elems.iter().map(|expr| self.kept_value(expr)).collect();
                let ty = values
                    .iter()
                    .map(|value| value.ty.clone())
                    .reduce(|first, second| joined(&first, &second));
                self.made(Ty::Array(Box::new(ty.unwrap_or(Ty::Unknown))), values, area)
            }
            Expr::Repeat(it) => {
                let value = self.value(&it.expr, As::Moved);
                let is_once = matches!(strip(&it.len), Expr::Lit(len) if matches!(&len.lit, syn::Lit::Int(len) if matches!(len.base10_digits(), "0" | "1")));
                let may_be_constant = matches!(strip(&it.expr), Expr::Path(path) if self.local_of(&path.path.get_ident().map(plain).unwrap_or_default()).is_none());
                if !is_once && !may_be_constant && self.is_copy(&value.ty) == Some(false) {
                    let of = shown(self.items, &value.ty);
                    let problem = format!(
                        "the trait bound `{of}: Copy` is not satisfied, which a list of copies needs"
                    );
                    let fix = format!("derive `Clone` and `Copy` for `{of}`, or write the elements");
                    self.found.report(Area::of(&*it.expr), problem, fix);
                }
                Value { ty: Ty::Array(Box::new(value.ty)), holds: value.holds }
            }
            Expr::Tuple(it) => {
                let values: Vec<Value> = it.elems.iter().map(|expr| self.kept_value(expr)).collect();
                let ty = Ty::Tuple(values.iter().map(|value| value.ty.clone()).collect());
                self.made(ty, values, area)
            }
            Expr::Struct(it) => self.structure(it),
            Expr::Call(it) => self.call(it),
            Expr::MethodCall(it) => self.method_call(it),
            Expr::Binary(it) => self.binary(it),
            Expr::Unary(it) if matches!(it.op, UnOp::Deref(_)) => {
                let spot = self.place(expr);
                self.take(&spot, how, area)
            }
            Expr::Unary(it) => {
                let value = self.value(&it.expr, As::Moved);
                let name = if matches!(it.op, UnOp::Not(_)) { "Not" } else { "Neg" };
                if let Ty::Param(param) = &value.ty
                    && self.lacks(param, name)
                {
                    let sign = if name == "Not" { "!" } else { "-" };
                    let problem = format!("cannot apply unary operator `{sign}` to type `{param}`");
                    self.found.report(
                        area,
                        problem,
                        bound_by(param, &format!("core::ops::{name}<Output = {param}>")),
                    );
                }
                match value.ty {
                    ty @ (Ty::Plain(_) | Ty::Integer | Ty::Float) => Value::of(ty),
                    _ => Value::of(Ty::Unknown),
                }
            }
            Expr::Cast(it) => {
                let value = self.value(&it.expr, As::Lent);
                let ty = self.items.ty(&self.env, &it.ty);
                if let Ty::Param(param) = &value.ty
                    && ty.is_number()
                {
                    let problem = format!("non-primitive cast: `{param}` as `{}`", shown(self.items, &ty));
                    let fix = format!("bind the parameter, as in `{param}: Into<i64>`, and write `.into()`");
                    self.found.report(Area::of(it), problem, fix);
                }
                if let (Ty::Plain(from), Ty::Plain(to)) = (&value.ty, &ty)
                    && from == "char"
                    && matches!(to.as_str(), "f32" | "f64" | "bool")
                {
                    let problem = format!("casting `char` as `{to}` is invalid");
                    self.found.report(
                        Area::of(it),
                        problem,
                        format!("cast through an integer: `as u32 as {to}`"),
                    );
                }
                Value::of(ty)
            }
            Expr::Reference(it) => self.reference(it),
            Expr::Assign(it) => self.assign(it),
            Expr::Block(it) => self.labelled_block(it),
            Expr::Unsafe(it) => self.block(&it.block),
            Expr::Const(_) | Expr::Async(_) | Expr::TryBlock(_) => Value::of(Ty::Unknown),
            Expr::If(it) => self.branches(it),
            Expr::Let(_) => {
                // Where a condition is a value.
                let (yes, no) = self.condition(expr);
                self.ends = [yes, no].concat();
                Value::of(Ty::plain("bool"))
            }
            Expr::Match(it) => self.matching(it),
            Expr::Loop(it) => self.endless(it),
            Expr::While(it) => self.while_loop(it),
            Expr::ForLoop(it) => self.for_loop(it),
            Expr::Break(it) => self.leave(it),
            Expr::Continue(it) => {
                let label = it.label.as_ref().map(|label| &label.ident);
                let at = self.open.iter().rposition(|open| match label {
                    Some(label) => open.label == Some(label),
                    None => open.head.is_some(),
                });
                if let Some(head) = at.and_then(|at| self.open[at].head) {
                    for end in std::mem::take(&mut self.ends) {
                        self.graph.points[end].next.push(head);
                    }
                }
                self.stop();
                Value::of(Ty::Never)
            }
            Expr::Return(it) => {
                let how = self.given_as();
                let value = match &it.expr {
                    Some(expr) => self.value(expr, how),
                    None => Value::of(Ty::unit()),
                };
                if let Some(expr) = &it.expr {
                    self.check_result(expr, &value.ty);
                }
                self.give_back(value, area);
                Value::of(Ty::Never)
            }
            Expr::Try(it) => {
                let problem = || "`?` is not allowed in constant functions".to_string();
                self.not_constant(Area::of(&it.question_token), problem, "write a `match`");
                let value = self.value(&it.expr, As::Moved);
                // The early return gives what is in the error.
                self.point(Op::Nothing, area);
                let ty = match &value.ty {
                    Ty::Std("Option" | "Result", parts) => parts.first().cloned().unwrap_or(Ty::Unknown),
                    _ => Ty::Unknown,
                };
                let holds = if self.regions(&value.ty) == Some(1) && self.may_hold(&ty) {
                    value.holds
                } else {
                    Vec::new()
                };
                Value { ty, holds }
            }
            Expr::Range(it) => {
                let values: Vec<Value> = [&it.start, &it.end]
                    .into_iter()
                    .flatten()
                    .map(|expr| self.value(expr, As::Lent))
                    .collect();
                let ty = values
                    .iter()
                    .map(|value| value.ty.clone())
                    .reduce(|first, second| joined(&first, &second));
                let is_half = matches!(it.limits, syn::RangeLimits::HalfOpen(_));
                if ty.as_ref().is_some_and(|ty| is_uncounted(ty, is_half)) {
                    self.uncounted.insert(std::ptr::from_ref(it));
                }
                match (ty, values.len(), is_half) {
                    (Some(ty), 2, true) => Value::of(Ty::Std("Range", vec![ty])),
                    (Some(ty), 2, false) => Value::of(Ty::Std("RangeInclusive", vec![ty])),
                    _ => Value::of(Ty::Std("RangeOpen", Vec::new())),
                }
            }
            Expr::Closure(it) => self.closure(it, &[]),
            _ => Value::of(Ty::Unknown),
        }
    }

    /// A part of what is being made.
    pub(super) fn kept_value(&mut self, expr: &'a Expr) -> Value {
        let value = self.value(expr, As::Moved);
        self.kept(value, Area::of(expr))
    }

    pub(super) fn made(&mut self, ty: Ty, values: Vec<Value>, area: Area) -> Value {
        let holds: Vec<Source> = values.into_iter().flat_map(|value| value.holds).collect();
        self.touch_all(&holds, area);
        Value { ty, holds }
    }

    /// The type of a constant, of a variant or of a struct without fields.
    fn constant(&mut self, path: &'a syn::Path) -> Ty {
        if path.is_ident("None") {
            return Ty::option(Ty::Unknown);
        }
        match self.items.scope.path(self.env.module, path, Space::Values) {
            Meaning::Item(id) => {
                let entry = &self.items.scope.entries[id];
                let env = Env { module: entry.module, ..Env::default() };
                match entry.kind {
                    Kind::Constant(it) => self.items.ty(&env, &it.ty),
                    Kind::Static(it) => self.items.ty(&env, &it.ty),
                    Kind::Struct(it) if it.fields.is_empty() => self.open_item(id),
                    _ => Ty::Unknown,
                }
            }
            Meaning::Variant(id, at)
                if self.items.fields(id, Some(at)).is_some_and(syn::Fields::is_empty) =>
            {
                self.open_item(id)
            }
            Meaning::Outside => {
                self.demand_one_trait(path);
                super::numbers::type_of_limit(path).unwrap_or(Ty::Unknown)
            }
            Meaning::Variant(..) => Ty::Unknown,
        }
    }

    /// Reports a constant `Type::NAME` that more than one trait has, or one alone that is not in scope.
    fn demand_one_trait(&mut self, path: &'a syn::Path) {
        let [of, last] = path.segments.iter().collect::<Vec<_>>()[..] else { return };
        let (text, name) = (plain(&of.ident), plain(&last.ident));
        let items = self.items;
        let has = |id: super::scope::ItemId| {
            let Kind::Trait(it) = items.scope.entries[id].kind else { return false };
            it.items.iter().any(|item| matches!(item, syn::TraitItem::Const(it) if plain(&it.ident) == name))
        };
        let (mut traits, is_param): (Vec<super::scope::ItemId>, bool) = match self.env.params.get(&text) {
            Some(bounds) => {
                let bounds = items.with_supertraits(bounds);
                let ids = bounds.iter().filter_map(|bound| match bound.trait_ {
                    Meaning::Item(id) => Some(id),
                    _ => None,
                });
                (ids.collect(), true)
            }
            None => {
                let ty = match items.scope.owner(self.env.module, path) {
                    _ if text == "Self" => self.env.self_ty.clone(),
                    Meaning::Item(id)
                        if matches!(items.scope.entries[id].kind, Kind::Struct(_) | Kind::Enum(_)) =>
                    {
                        Some(self.open_item(id))
                    }
                    Meaning::Outside if crate::constants::of_std(&text, &name).is_none() => {
                        crate::signature::named(&text).map(|_| Ty::plain(&text))
                    }
                    _ => None,
                };
                let Some(ty) = ty else { return };
                let is_of = |block: &&super::items::Impl<'a>| {
                    !matches!(block.ty, Ty::Param(_)) && super::items::matched(&block.ty, &ty).is_some()
                };
                let blocks: Vec<_> = items.impls.iter().filter(is_of).collect();
                let is_own = blocks.iter().filter(|block| block.trait_.is_none()).any(|block| {
                    block
                        .item
                        .items
                        .iter()
                        .any(|item| matches!(item, syn::ImplItem::Const(it) if plain(&it.ident) == name))
                });
                if is_own {
                    return;
                }
                let ids = blocks.iter().filter_map(|block| match block.trait_ {
                    Some(Meaning::Item(id)) => Some(id),
                    _ => None,
                });
                (ids.collect(), false)
            }
        };
        traits.sort_unstable();
        traits.dedup();
        traits.retain(|id| has(*id));
        let seen: Vec<_> =
            traits.iter().filter(|id| is_param || items.scope.has_trait(**id, self.env.module)).collect();
        let area = Area::of(path);
        match (&seen[..], &traits[..]) {
            ([first, second, ..], _) => {
                let (first, second) = (items.name(**first), items.name(**second));
                let problem = format!(
                    "multiple applicable items in scope: `{name}` is a constant of `{first}` and of `{second}`"
                );
                self.found.report(
                    area,
                    problem,
                    format!("write which one is meant: `<{text} as {first}>::{name}`"),
                );
            }
            ([], [of, ..]) => {
                let of = items.name(*of);
                let problem =
                    format!("no associated item named `{name}` found for `{text}` in the current scope");
                self.found.report(area, problem, format!("import the trait: `use .. ::{of};`"));
            }
            _ => {}
        }
    }

    pub(super) fn open_item(&self, id: super::scope::ItemId) -> Ty {
        Ty::Item(id, vec![Ty::Unknown; self.items.params_of(id).len()])
    }

    fn structure(&mut self, it: &'a syn::ExprStruct) -> Value {
        let area = Area::of(&it.path);
        let (meaning, ty) = match it.path.get_ident() {
            Some(name) if name == "Self" => (None, self.env.self_ty.clone().unwrap_or(Ty::Unknown)),
            _ => match self.items.scope.path(self.env.module, &it.path, Space::Types) {
                Meaning::Item(id) if matches!(self.items.scope.entries[id].kind, Kind::Struct(_)) => {
                    (None, self.open_item(id))
                }
                Meaning::Variant(id, at) => (Some(at), self.open_item(id)),
                _ => (None, Ty::Unknown),
            },
        };
        let mut values = Vec::new();
        let mut args: Vec<(String, Ty)> = Vec::new();
        for field in &it.fields {
            // A reference is lent again, where the field's type says that it is one.
            let declared = match &ty {
                Ty::Item(id, _) => self.items.field(*id, meaning, &member_name(&field.member)).map(|field| {
                    let env = Env { self_ty: None, ..self.items.env_of(*id) };
                    self.items.ty(&env, &field.ty)
                }),
                _ => None,
            };
            let value = self.value(&field.expr, As::expected(declared.as_ref()));
            if let Some(declared) = &declared {
                args.extend(super::items::matched(declared, &value.ty).unwrap_or_default());
                if matches!(declared, Ty::Plain(_)) {
                    self.demand_same(&field.expr, declared, &value.ty);
                }
            }
            values.push(self.kept(value, Area::of(&field.expr)));
        }
        let ty = match ty {
            Ty::Item(id, open) => {
                let params = self.items.params_of(id);
                let settled = params.iter().zip(open).map(|(name, open)| {
                    let of = args.iter().find(|(param, _)| param == name).map(|(_, ty)| ty.clone());
                    if open == Ty::Unknown { of.unwrap_or(Ty::Unknown) } else { open }
                });
                let ty = Ty::Item(id, settled.collect());
                self.check_arguments_of(id, &ty, area);
                ty
            }
            other => other,
        };
        if let Some(rest) = &it.rest {
            let spot = self.place(rest);
            let given: Vec<String> = it.fields.iter().map(|field| member_name(&field.member)).collect();
            if let Ty::Item(id, _) = &spot.ty
                && let Some(fields) = self.items.fields(*id, None)
            {
                for (at, field) in fields.iter().enumerate() {
                    let name = field.ident.as_ref().map_or_else(|| at.to_string(), plain);
                    if !given.contains(&name) {
                        let part = self.field_of(spot.clone(), &name, Area::of(&**rest));
                        values.push(self.take(&part, As::Moved, Area::of(&**rest)));
                    }
                }
            } else {
                self.reads(&spot, Area::of(&**rest));
            }
        }
        self.made(ty, values, area)
    }

    fn reference(&mut self, it: &'a syn::ExprReference) -> Value {
        let is_exclusive = it.mutability.is_some();
        let area = Area::of(it);
        if Self::is_place(&it.expr) {
            self.stores = is_exclusive;
            let spot = self.place(&it.expr);
            return self.borrow(&spot, is_exclusive, area);
        }
        let value = self.value(&it.expr, As::Lent);
        let ty = if is_exclusive { value.ty.exclusive() } else { value.ty.shared() };
        Value { ty, holds: value.holds }
    }

    /// A reference to what is computed, as an argument: it lives as long as the statement.
    pub(super) fn lent_for_statement(&mut self, it: &'a syn::ExprReference) -> Value {
        let area = Area::of(it);
        let value = self.value(&it.expr, As::Lent);
        let ty = value.ty.clone();
        let local = self.temporary(ty.clone(), area);
        self.touch(&value, area);
        self.hold(local, &value.holds);
        self.point(Op::Set(local), area);
        self.computed.push(local);
        let spot = Spot { place: Some(Place::of(local)), ty, root: Some(local) };
        self.borrow(&spot, it.mutability.is_some(), area)
    }

    fn assign(&mut self, it: &'a syn::ExprAssign) -> Value {
        let area = Area::of(&*it.left);
        let value = self.value(&it.right, As::Lent);
        let is_open = value.ty == Ty::Integer;
        let value = self.kept(value, area);
        match strip(&it.left) {
            // A list of places.
            Expr::Tuple(_) | Expr::Array(_) | Expr::Struct(_) | Expr::Call(_) | Expr::Infer(_) => {
                self.touch(&value, area);
                self.stored(&it.left);
            }
            _ => {
                self.stores = true;
                let spot = self.place(&it.left);
                if is_open {
                    self.settle_number(&it.right, &spot.ty);
                }
                self.demand_same(&it.right, &spot.ty, &value.ty);
                self.touch(&value, area);
                self.store(&spot, Some(value), area);
            }
        }
        Value::of(Ty::unit())
    }

    /// The places of an assignment to a list.
    fn stored(&mut self, expr: &'a Expr) {
        match strip(expr) {
            Expr::Tuple(it) => it.elems.iter().for_each(|expr| self.stored(expr)),
            Expr::Array(it) => it.elems.iter().for_each(|expr| self.stored(expr)),
            Expr::Call(it) => it.args.iter().for_each(|expr| self.stored(expr)),
            Expr::Struct(it) => it.fields.iter().for_each(|field| self.stored(&field.expr)),
            Expr::Infer(_) | Expr::Range(_) => {}
            _ => {
                self.stores = true;
                let spot = self.place(expr);
                self.store(&spot, None, Area::of(expr));
            }
        }
    }

    fn store(&mut self, spot: &Spot, value: Option<Value>, area: Area) {
        let Some(place) = &spot.place else {
            if let Some(root) = spot.root {
                self.point(Op::Use(root), area);
            }
            return;
        };
        // The first value of a variable, and the second of one that is not `mut`, are looked at elsewhere.
        let is_whole = place.steps.is_empty() && !self.locals[place.local].in_guard;
        if is_whole || self.changeable(place, area, false) {
            self.point(Op::Store(place.clone()), area);
        }
        if let Some(value) = value {
            if place.steps.is_empty() && self.locals[place.local].ty == Ty::Unknown {
                self.locals[place.local].ty = value.ty.clone();
            }
            // What is stored into a part of a variable is held by it, and by what its reference comes from.
            if place.steps.is_empty()
                || (!place.has_deref() && self.regions(&self.locals[place.local].ty) == Some(1))
            {
                self.hold(place.local, &value.holds);
            }
        }
    }

    fn binary(&mut self, it: &'a syn::ExprBinary) -> Value {
        use syn::BinOp::*;
        let area = Area::of(it);
        let bool = || Value::of(Ty::plain("bool"));
        if matches!(it.op, And(_) | Or(_)) {
            let (yes, no) = self.condition_of_binary(it);
            self.ends = [yes, no].concat();
            return bool();
        }
        if matches!(it.op, Eq(_) | Ne(_) | Lt(_) | Le(_) | Gt(_) | Ge(_)) {
            let first = self.looked_at(&it.left);
            let second = self.looked_at(&it.right);
            if first.holds_reference_unlike(&second) {
                let [wanted, found] = [&first, &second].map(|ty| shown(self.items, ty));
                let problem = format!("mismatched types: expected `{wanted}`, found `{found}`");
                let fix = "compare values with values, or references with references";
                self.found.report(Area::of(&*it.right), problem, fix);
            }
            let name = if matches!(it.op, Eq(_) | Ne(_)) { "PartialEq" } else { "PartialOrd" };
            self.check_operator(&it.op, &first, name, area);
            self.check_literal(&first, name, &it.right, &second);
            return bool();
        }
        let (name, is_store) = operator(&it.op);
        if is_store {
            let value = self.value(&it.right, As::Moved);
            self.stores = true;
            let spot = self.place(&it.left);
            self.check_operator(&it.op, &spot.ty, name, area);
            if let Some(place) = &spot.place {
                self.point(Op::Read(place.clone()), Area::of(&*it.left));
            }
            self.touch(&value, area);
            self.store(&spot, None, Area::of(&*it.left));
            return Value::of(Ty::unit());
        }
        let first = self.value(&it.left, As::Moved);
        let first = self.kept(first, area);
        let second = self.value(&it.right, As::Moved);
        self.touch(&first, area);
        self.touch(&second, area);
        self.check_operator(&it.op, &first.ty, name, area);
        self.check_literal(&first.ty, name, &it.right, &second.ty);
        let ty = match (first.ty.behind(), second.ty.behind()) {
            (first, second) if first.is_number() && second.is_number() => {
                if matches!(it.op, Shl(_) | Shr(_)) || !matches!(first, Ty::Integer | Ty::Float) {
                    first.clone()
                } else {
                    second.clone()
                }
            }
            (Ty::Plain(first), _) if first == "bool" => Ty::plain("bool"),
            (Ty::Param(param), _) => match self.output_of(param, name) {
                true => Ty::Param(param.clone()),
                false => Ty::Unknown,
            },
            _ => Ty::Unknown,
        };
        Value::of(ty)
    }

    /// A literal is no value of a type parameter, and a bound without arguments takes that alone.
    fn check_literal(&mut self, left: &Ty, name: &str, right: &'a Expr, ty: &Ty) {
        let (Ty::Param(param), Ty::Integer | Ty::Float) = (left, ty) else { return };
        let bounds = self.env.params.get(param).into_iter().flatten();
        let own: Vec<_> = bounds.filter(|bound| bound.name == name).collect();
        let takes_itself = |bound: &&Bound<'_>| {
            let last = bound.path.segments.last().map(|last| &last.arguments);
            match last {
                Some(syn::PathArguments::AngleBracketed(of)) => {
                    !of.args.iter().any(|arg| matches!(arg, syn::GenericArgument::Type(_)))
                }
                _ => true,
            }
        };
        if !own.is_empty() && own.iter().all(takes_itself) {
            let problem = format!("mismatched types: expected type parameter `{param}`, found a literal");
            let fix = format!(
                "take the number as a parameter of type `{param}`, or make it by a trait that `{param}` is bound by"
            );
            self.found.report(Area::of(right), problem, fix);
        }
    }

    /// Whether a bound says that an operator gives the parameter's own type.
    fn output_of(&self, param: &str, name: &str) -> bool {
        let Some(bounds) = self.env.params.get(param) else { return false };
        bounds.iter().any(|bound| {
            bound.name == name && {
                let tokens = quote::ToTokens::to_token_stream(bound.path).to_string().replace(' ', "");
                tokens.contains(&format!("Output={param}>"))
            }
        })
    }

    pub(super) fn lacks(&self, param: &str, name: &str) -> bool {
        let Some(bounds) = self.env.params.get(param) else { return false };
        self.items.bounds_bring(bounds, name) == Some(false)
    }

    /// Reports what a `const fn` may not do.
    pub(super) fn not_constant(&mut self, area: Area, problem: impl Fn() -> String, fix: &str) {
        if self.is_const {
            self.found.report(area, problem(), fix);
        }
    }

    fn check_operator(&mut self, op: &syn::BinOp, ty: &Ty, name: &str, area: Area) {
        let sign = quote::ToTokens::to_token_stream(op).to_string();
        let is_comparison = matches!(name, "PartialEq" | "PartialOrd");
        let is_of_trait = match ty.behind() {
            Ty::Item(..) | Ty::Param(_) | Ty::Std(..) | Ty::Tuple(_) | Ty::Array(_) | Ty::Slice(_) => true,
            Ty::Plain(name) => name == "str",
            _ => false,
        };
        if is_of_trait || matches!(ty, Ty::Ref(..)) {
            let problem = || format!("cannot call non-const operator `{sign}` in constant functions");
            self.not_constant(area, problem, "write a `const fn` for it, or leave `const` out");
        }
        match ty {
            Ty::Param(param) if self.lacks(param, name) => {
                let (problem, fix) = if is_comparison {
                    (
                        format!("binary operation `{sign}` cannot be applied to type `{param}`"),
                        bound_by(param, name),
                    )
                } else if name.ends_with("Assign") {
                    (
                        format!("binary assignment operation `{sign}` cannot be applied to type `{param}`"),
                        bound_by(param, &format!("core::ops::{name}")),
                    )
                } else {
                    (
                        format!("no implementation for `{param} {sign} {param}`"),
                        bound_by(param, &format!("core::ops::{name}<Output = {param}>")),
                    )
                };
                self.found.report(area, problem, fix);
            }
            Ty::Item(id, _)
                if is_comparison && self.items.derives_for(&self.env, ty, name) == Some(false) =>
            {
                let problem = format!(
                    "binary operation `{sign}` cannot be applied to type `{}`",
                    shown(self.items, ty)
                );
                self.found.report(area, problem, format!("derive `{name}` for `{}`", self.items.name(*id)));
            }
            Ty::Std("Discriminant", _) if name != "PartialEq" => {
                let problem = format!("binary operation `{sign}` cannot be applied to type `Discriminant`");
                self.found.report(area, problem, "compare with `==`, or derive `PartialOrd` for the type");
            }
            _ => {}
        }
    }

    // Control.

    fn labelled_block(&mut self, it: &'a syn::ExprBlock) -> Value {
        let Some(label) = &it.label else { return self.block(&it.block) };
        let result = self.temporary(Ty::Unknown, Area::of(it));
        self.open.push(Open {
            label: Some(&label.name.ident),
            head: None,
            left: Vec::new(),
            ty: Ty::Never,
            result,
        });
        let value = self.block(&it.block);
        self.closed(value)
    }

    /// Ends a loop or a block: those who left it meet those who reach its end.
    fn closed(&mut self, value: Value) -> Value {
        let Some(open) = self.open.pop() else { return value };
        let area = self.locals[open.result].area;
        let ty = joined(&value.ty, &open.ty);
        self.fill_result(value, open.result, area);
        self.ends.extend(open.left);
        self.result_value(ty, open.result)
    }

    /// Puts the value of a branch where those of the others go.
    fn fill_result(&mut self, value: Value, result: LocalId, area: Area) {
        if !self.ends.is_empty() {
            self.touch(&value, area);
            self.hold(result, &value.holds);
            self.point(Op::Set(result), area);
        }
    }

    fn result_value(&mut self, ty: Ty, result: LocalId) -> Value {
        let holds =
            if self.locals[result].holds.is_empty() { Vec::new() } else { vec![Source::Local(result)] };
        self.locals[result].ty = ty.clone();
        Value { ty, holds }
    }

    fn branches(&mut self, it: &'a syn::ExprIf) -> Value {
        self.scopes.push(Vec::new());
        let is_known = usize::from(self.is_known_condition(&it.cond));
        let (yes, no) = self.condition(&it.cond);
        self.numbers.under_known += is_known;
        self.ends = yes;
        let result = self.temporary(Ty::Unknown, Area::of(it));
        let first = self.block(&it.then_branch);
        let first_ty = first.ty.clone();
        self.fill_result(first, result, Area::of(&it.then_branch));
        let declared = self.leave_scope();
        self.forget(&declared, Area::of(&*it.cond));
        let after = std::mem::replace(&mut self.ends, no);
        let second = match &it.else_branch {
            Some((_, otherwise)) => self.value(otherwise, As::Lent),
            None => Value::of(Ty::unit()),
        };
        self.numbers.under_known -= is_known;
        let ty = joined(&first_ty, &second.ty);
        self.fill_result(second, result, Area::of(it));
        self.ends.extend(after);
        self.result_value(ty, result)
    }

    /// The variables of a pattern are gone.
    fn forget(&mut self, declared: &[(String, LocalId)], area: Area) {
        if !self.ends.is_empty() {
            for (_, local) in declared.iter().rev() {
                self.point(Op::Dead(*local), area);
            }
        }
    }

    fn condition_of_binary(&mut self, it: &'a syn::ExprBinary) -> (Vec<usize>, Vec<usize>) {
        let is_and = matches!(it.op, syn::BinOp::And(_));
        let (yes, no) = self.condition(&it.left);
        let (goes_on, mut leaves) = if is_and { (yes, no) } else { (no, yes) };
        self.ends = goes_on;
        let is_known = usize::from(self.is_known_condition(&it.left));
        self.numbers.under_known += is_known;
        let (yes, no) = self.condition(&it.right);
        self.numbers.under_known -= is_known;
        if is_and {
            leaves.extend(no);
            (yes, leaves)
        } else {
            leaves.extend(yes);
            (leaves, no)
        }
    }

    /// Where a condition leads if it holds, and where if not. The names that it binds are in the scope around.
    fn condition(&mut self, expr: &'a Expr) -> (Vec<usize>, Vec<usize>) {
        match expr {
            Expr::Paren(it) => self.condition(&it.expr),
            Expr::Group(it) => self.condition(&it.expr),
            Expr::Unary(it) if matches!(it.op, UnOp::Not(_)) => {
                let (yes, no) = self.condition(&it.expr);
                (no, yes)
            }
            Expr::Binary(it) if matches!(it.op, syn::BinOp::And(_) | syn::BinOp::Or(_)) => {
                self.condition_of_binary(it)
            }
            Expr::Let(it) => {
                let spot = self.place(&it.expr);
                self.reads_for(&it.pat, &spot, Area::of(&*it.expr));
                let at = self.point(Op::Nothing, Area::of(&*it.expr));
                self.bind(&it.pat, &spot, None);
                (std::mem::take(&mut self.ends), vec![at])
            }
            _ => {
                let value = self.value(expr, As::Lent);
                self.demand_same(expr, &Ty::plain("bool"), &value.ty);
                let ends = std::mem::take(&mut self.ends);
                (ends.clone(), ends)
            }
        }
    }

    /// A pattern that compares reads what it compares.
    fn reads_for(&mut self, pat: &'a Pat, spot: &Spot, area: Area) {
        let compares = matches!(
            pat,
            Pat::TupleStruct(_) | Pat::Struct(_) | Pat::Path(_) | Pat::Lit(_) | Pat::Range(_) | Pat::Or(_)
        ) || matches!(pat, Pat::Ident(it) if it.ident == "None");
        if compares && !matches!(spot.ty, Ty::Ref(true, ..)) {
            self.reads(spot, area);
        }
    }

    fn matching(&mut self, it: &'a syn::ExprMatch) -> Value {
        let spot = self.place(&it.expr);
        let area = Area::of(&*it.expr);
        if let Some(arm) = it.arms.first() {
            let pat = match &arm.pat {
                Pat::Guard(it) => &it.pat,
                pat => pat,
            };
            self.reads_for(pat, &spot, area);
        }
        let start = self.point(Op::Nothing, area);
        let mut from = vec![start];
        let mut compared = Vec::new();
        if it.arms.iter().any(|arm| matches!(arm.pat, Pat::Guard(_))) {
            for arm in &it.arms {
                self.scopes.push(Vec::new());
                compared.extend(self.peek(&arm.pat, &spot).0);
                self.leave_scope();
            }
            from = self.ends.clone();
        }
        let result = self.temporary(Ty::Unknown, area);
        let (mut left, mut ty) = (Vec::new(), Ty::Never);
        let is_known = usize::from(self.is_known_condition(&it.expr));
        self.numbers.under_known += is_known;
        for arm in &it.arms {
            self.ends = from.clone();
            self.scopes.push(Vec::new());
            let mut is_guard_known = 0;
            let pat = match &arm.pat {
                Pat::Guard(guarded) => {
                    is_guard_known = usize::from(self.is_known_condition(&guarded.guard));
                    self.scopes.push(Vec::new());
                    let bound = self.peek(&guarded.pat, &spot).1;
                    let lent = self.lent_for_guard(compared.iter().cloned().chain(bound), area);
                    let (yes, no) = self.condition(&guarded.guard);
                    let [yes, no] = [yes, no].map(|ends| self.used_up_to(ends, lent, area));
                    self.leave_scope();
                    from.extend(no);
                    self.ends = yes;
                    &*guarded.pat
                }
                pat => pat,
            };
            self.bind(pat, &spot, None);
            self.numbers.under_known += is_guard_known;
            let value = self.value(&arm.body, As::Lent);
            self.numbers.under_known -= is_guard_known;
            ty = joined(&ty, &value.ty);
            self.fill_result(value, result, Area::of(&*arm.body));
            let declared = self.leave_scope();
            self.forget(&declared, Area::of(&*arm.body));
            left.append(&mut self.ends);
        }
        self.numbers.under_known -= is_known;
        self.ends = left;
        self.result_value(ty, result)
    }

    /// Binds a pattern for a guard; gives what it compares, and what it binds.
    fn peek(&mut self, pat: &'a Pat, spot: &Spot) -> (Vec<Place>, Vec<Place>) {
        self.peeks = true;
        self.bind(pat, spot, None);
        self.peeks = false;
        (std::mem::take(&mut self.compared), std::mem::take(&mut self.peeked))
    }

    /// A guard has what the patterns compare and what its own binds as shared references.
    fn lent_for_guard(&mut self, places: impl Iterator<Item = Place>, area: Area) -> LocalId {
        let lent = self.temporary(Ty::Unknown, area);
        for place in places {
            let text = shown_place(&self.locals, &place);
            let loan = self.loans.len();
            self.loans.push(Loan { place, is_exclusive: false, area, text });
            self.point(Op::Borrow(loan), area);
            self.hold(lent, &[Source::Loan(loan)]);
        }
        self.point(Op::Set(lent), area);
        lent
    }

    /// The same ends, up to which what is lent is used.
    fn used_up_to(&mut self, ends: Vec<usize>, lent: LocalId, area: Area) -> Vec<usize> {
        if ends.is_empty() {
            return ends;
        }
        self.ends = ends;
        self.point(Op::Use(lent), area);
        std::mem::take(&mut self.ends)
    }

    fn loops(&mut self, label: Option<&'a syn::Label>, head: usize) {
        let label = label.map(|label| &label.name.ident);
        let area = self.graph.points[head].area;
        let result = self.temporary(Ty::Unknown, area);
        self.open.push(Open { label, head: Some(head), left: Vec::new(), ty: Ty::Never, result });
    }

    /// The end of a round.
    fn again(&mut self, head: usize) {
        for end in std::mem::take(&mut self.ends) {
            self.graph.points[end].next.push(head);
        }
    }

    fn endless(&mut self, it: &'a syn::ExprLoop) -> Value {
        let head = self.point(Op::Nothing, Area::of(&it.loop_token));
        self.loops(it.label.as_ref(), head);
        self.block(&it.body);
        self.again(head);
        self.closed(Value::of(Ty::Never))
    }

    fn while_loop(&mut self, it: &'a syn::ExprWhile) -> Value {
        let head = self.point(Op::Nothing, Area::of(&it.while_token));
        self.loops(it.label.as_ref(), head);
        self.scopes.push(Vec::new());
        let is_known = usize::from(self.is_known_condition(&it.cond));
        let (yes, no) = self.condition(&it.cond);
        self.numbers.under_known += is_known;
        self.ends = yes;
        self.block(&it.body);
        self.numbers.under_known -= is_known;
        let declared = self.leave_scope();
        self.forget(&declared, Area::of(&*it.cond));
        self.again(head);
        self.ends = no;
        self.closed(Value::of(Ty::unit()));
        Value::of(Ty::unit())
    }

    fn for_loop(&mut self, it: &'a syn::ExprForLoop) -> Value {
        let fix = "write `while` with a counter, as in any `const fn`";
        self.not_constant(Area::of(&it.for_token), || "`const fn`s have no `for` loops".to_string(), fix);
        let area = Area::of(&*it.expr);
        let value = self.value(&it.expr, As::Moved);
        // A trait of the text's own may have the name.
        let is_namesake = |block: &super::items::Impl<'_>| {
            block.trait_name().as_deref() == Some("Iterator")
                && matches!(block.trait_, Some(Meaning::Item(_)))
                && super::items::matched(&block.ty, &value.ty).is_some()
        };
        if matches!(value.ty, Ty::Item(..)) && self.items.impls.iter().any(is_namesake) {
            let of = shown(self.items, &value.ty);
            let fix = format!("write `impl core::iter::Iterator for {of}`");
            self.found.report(area, format!("`{of}` is not an iterator"), fix);
        }
        let item = self.item_of(&value.ty);
        let iterator = self.temporary(value.ty.clone(), area);
        self.touch(&value, area);
        self.hold(iterator, &value.holds);
        self.point(Op::Set(iterator), area);
        let head = self.point(Op::Use(iterator), area);
        self.loops(it.label.as_ref(), head);
        self.scopes.push(Vec::new());
        let given = self.temporary(item.clone(), area);
        if self.may_hold(&item) && self.regions(&item).is_some_and(|count| count == 1) {
            self.hold(given, &[Source::Local(iterator)]);
        }
        self.point(Op::Set(given), area);
        let spot = Spot { place: Some(Place::of(given)), ty: item, root: Some(given) };
        self.bind(&it.pat, &spot, None);
        self.block(&it.body);
        let declared = self.leave_scope();
        self.forget(&declared, area);
        self.again(head);
        self.ends = vec![head];
        self.closed(Value::of(Ty::unit()));
        Value::of(Ty::unit())
    }

    fn leave(&mut self, it: &'a syn::ExprBreak) -> Value {
        let value = it.expr.as_ref().map(|expr| self.value(expr, As::Lent));
        let label = it.label.as_ref().map(|label| &label.ident);
        let at = self.open.iter().rposition(|open| match label {
            Some(label) => open.label == Some(label),
            None => open.head.is_some(),
        });
        if let Some(at) = at {
            if let Some(value) = value {
                self.open[at].ty = joined(&self.open[at].ty, &value.ty);
                self.fill_result(value, self.open[at].result, Area::of(it));
            }
            let ends = std::mem::take(&mut self.ends);
            self.open[at].left.extend(ends);
        }
        self.stop();
        Value::of(Ty::Never)
    }

    /// A body inside of this one: its graph, from the variables at hand.
    pub(super) fn inside(&mut self, body: impl FnOnce(&mut Self)) -> Graph {
        let graph = std::mem::take(&mut self.graph);
        let dead = std::mem::take(&mut self.numbers.dead);
        let ends = std::mem::take(&mut self.ends);
        let open = std::mem::take(&mut self.open);
        let returned = self.returned.take();
        let result = std::mem::replace(&mut self.result, Ty::Unknown);
        body(self);
        self.result = result;
        self.returned = returned;
        self.open = open;
        self.ends = ends;
        self.numbers.dead = dead;
        std::mem::replace(&mut self.graph, graph)
    }

    /// How what the function gives is taken.
    fn given_as(&self) -> As {
        match As::expected(Some(&self.result)) {
            As::Moved => As::Lent,
            how => how,
        }
    }

    /// What a function gives must be what its signature says, as far as parameters of types are concerned.
    fn check_result(&mut self, expr: &'a Expr, ty: &Ty) {
        if *ty == Ty::Integer {
            let result = self.result.clone();
            self.settle_number(expr, &result);
        }
        let result = self.result.clone();
        self.demand_same(expr, &result, ty);
    }

    /// A value where one of another type is expected, as far as that is sure. Functions that nothing calls are checked here alone if they are over types.
    pub(super) fn demand_same(&mut self, expr: &'a Expr, expected: &Ty, given: &Ty) {
        let is_param = |ty: &Ty| matches!(ty, Ty::Param(_));
        let is_plain = |ty: &Ty| matches!(ty, Ty::Plain(_));
        let are_plain = is_plain(expected) && is_plain(given);
        let is_shared = matches!((expected, given), (Ty::Ref(true, ..), Ty::Ref(false, ..)));
        if is_shared {
            let problem = "mismatched types: expected a `&mut` reference, found a `&` reference";
            self.found.report(Area::of(expr), problem, "take `&mut` where it comes from");
        } else if (is_param(expected) || are_plain || (is_param(given) && expected.is_known()))
            && differ(given, expected)
        {
            let [expected, given] = [expected, given].map(|ty| shown(self.items, ty));
            let problem = format!("mismatched types: expected `{expected}`, found `{given}`");
            self.found.report(
                Area::of(expr),
                problem,
                format!("give a value of the type `{expected}`, whatever that is"),
            );
        }
    }

    /// Checks the tail of a body.
    pub(super) fn check_tail(&mut self, block: &'a syn::Block, ty: &Ty) {
        if let Some(Stmt::Expr(expr, None)) = block.stmts.last()
            && !matches!(
                strip(expr),
                Expr::If(_) | Expr::Match(_) | Expr::Block(_) | Expr::Loop(_) | Expr::Unsafe(_)
            )
        {
            self.check_result(expr, ty);
        }
    }
}

/// Whether generics relate lifetimes.
fn outlives(generics: &syn::Generics) -> bool {
    generics.lifetimes().any(|it| !it.bounds.is_empty()) || generics.where_clause.is_some()
}

/// Whether an expression makes a value that is no constant, so that it lives as long as its statement.
pub(super) fn is_temporary(expr: &Expr) -> bool {
    let computed = matches!(strip(expr), Expr::Binary(_)) && {
        let names = crate::syntax::words(expr);
        let is_type = |name: &String| name == "as" || crate::signature::named(name).is_some();
        names.iter().any(|name| name.starts_with(char::is_lowercase) && !is_type(name))
    };
    computed || is_call(expr)
}

fn is_call(expr: &Expr) -> bool {
    matches!(strip(expr), Expr::Call(_) | Expr::MethodCall(_))
}

/// The trait of an operator that takes its operands by value, and whether it stores; an empty name for comparisons and what has no trait.
fn operator(op: &syn::BinOp) -> (&'static str, bool) {
    match overload::method_of(op).map_or("", overload::trait_of) {
        "PartialEq" => ("", false),
        name => (name, name.ends_with("Assign")),
    }
}

fn literal(lit: &syn::Lit) -> Ty {
    match lit {
        syn::Lit::Int(it) if it.suffix().is_empty() => Ty::Integer,
        syn::Lit::Int(it) => Ty::plain(it.suffix()),
        syn::Lit::Float(it) if it.suffix().is_empty() => Ty::Float,
        syn::Lit::Float(it) => Ty::plain(it.suffix()),
        syn::Lit::Bool(_) => Ty::plain("bool"),
        syn::Lit::Char(_) => Ty::plain("char"),
        syn::Lit::Byte(_) => Ty::plain("u8"),
        _ => Ty::Unknown,
    }
}

/// What two branches give.
pub(super) fn joined(first: &Ty, second: &Ty) -> Ty {
    match (first, second) {
        (Ty::Never, other) | (other, Ty::Never) => other.clone(),
        (first, second) if first == second => first.clone(),
        (Ty::Integer | Ty::Float, other @ Ty::Plain(_)) | (other @ Ty::Plain(_), Ty::Integer | Ty::Float) => {
            other.clone()
        }
        (Ty::Std(first, of_first), Ty::Std(second, of_second))
            if first == second && of_first.len() == of_second.len() =>
        {
            Ty::Std(
                first,
                of_first.iter().zip(of_second).map(|(first, second)| joined(first, second)).collect(),
            )
        }
        (Ty::Item(first, of_first), Ty::Item(second, of_second))
            if first == second && of_first.len() == of_second.len() =>
        {
            Ty::Item(
                *first,
                of_first.iter().zip(of_second).map(|(first, second)| joined(first, second)).collect(),
            )
        }
        (Ty::Tuple(first), Ty::Tuple(second)) if first.len() == second.len() => {
            Ty::Tuple(first.iter().zip(second).map(|(first, second)| joined(first, second)).collect())
        }
        (Ty::Ref(first, of, inner), Ty::Ref(second, other, of_second)) if first == second => {
            let lifetime = of.clone().filter(|_| of == other);
            Ty::Ref(*first, lifetime, Box::new(joined(inner, of_second)))
        }
        (Ty::Unknown, other @ (Ty::Item(..) | Ty::Plain(_) | Ty::Std("Option" | "Result", _)))
        | (other @ (Ty::Item(..) | Ty::Plain(_) | Ty::Std("Option" | "Result", _)), Ty::Unknown) => {
            other.clone()
        }
        _ => Ty::Unknown,
    }
}

/// The type that is written, with what its value tells of the parts that are not.
fn merged(written: &Ty, given: &Ty) -> Ty {
    match written {
        Ty::Unknown => match given {
            // What a reference becomes where another type is expected is not known.
            Ty::Ref(..) | Ty::Closure(_) => Ty::Unknown,
            other => other.clone(),
        },
        _ if written.is_known() => written.clone(),
        _ => joined(written, given),
    }
}

/// A place in messages.
pub(super) fn shown_place(locals: &[Local], place: &Place) -> String {
    let Some(name) = locals.get(place.local).and_then(|local| local.name.clone()) else {
        return "value".to_string();
    };
    let mut text = name;
    for (at, step) in place.steps.iter().enumerate() {
        match step {
            Step::Field(name) => match name.split_once('#') {
                Some((_, name)) if name.parse::<usize>().is_ok() => {}
                Some((_, name)) => text = format!("{text}.{name}"),
                None if name.starts_with('[') => text = format!("{text}[..]"),
                None => text = format!("{text}.{name}"),
            },
            Step::Index => text = format!("{text}[_]"),
            Step::Deref(_) if at + 1 == place.steps.len() => text = format!("*{text}"),
            Step::Deref(_) => {}
        }
    }
    text
}
