//! Closures as values: in fields, tuples and arrays, and as results. Which closure one is stands in its type, as in Rust. Its parts are copies of the
//! variables that it captures, and the values of the closures that it names. A `move` closure copies all that Rust moves, as the variables may
//! change behind it. Another one borrows, so that nobody changes what it captures while it is there, unless it does so itself: what is small is
//! copied, and the rest is read where it is. A call puts the parts into the variables of the closure's body, which stands in the place of the call.

use super::closures::Wanted;
use super::extent::Extent;
use super::function::Arguments;
use super::{Checker, Entity};
use crate::diagnostics::Area;
use crate::functional::Shape;
use crate::hir::{Expr, Kind, LocalId, Stmt};
use crate::syntax::{path_name, strip};
use crate::types::{Form, Ty};
use std::collections::HashMap;

/// The most words of a variable that a closure copies which borrows it.
const MAX_COPIED: u32 = 64;

/// How many closures with names may capture each other.
const MAX_CAPTURED: usize = 32;

/// The most words of a closure that another one captures, as closures that capture two others each grow fast.
const MAX_WORDS: u32 = 1024;

/// What a closure that is a value has of its own.
#[derive(Clone, Default)]
pub(super) struct Kept {
    /// The variables of its body that its parts are put into.
    own: Vec<LocalId>,
    /// Which of them its body changes: a call leaves them in the place of the closure.
    changed: Vec<usize>,
    /// What makes slices of those that are.
    slices: Vec<Stmt>,
    /// What it names that no part holds, so that it means something where it was made alone.
    tied: Option<String>,
}

/// Whether an expression is a call, or a part of what one gives.
fn is_of_call(expr: &syn::Expr) -> bool {
    match strip(expr) {
        syn::Expr::Call(_) | syn::Expr::MethodCall(_) => true,
        syn::Expr::Field(field) => is_of_call(&field.base),
        _ => false,
    }
}

impl Kept {
    /// What a closure has that captures one number.
    pub(super) fn of_number(number: LocalId) -> Kept {
        Kept { own: vec![number], ..Kept::default() }
    }

    /// Whether it captures nothing.
    pub(super) fn is_free(&self) -> bool {
        self.own.is_empty() && self.tied.is_none()
    }
}

/// What a closure that is a value has of something that it names.
enum Captured {
    /// Its value when the closure is made.
    Value(Expr),
    /// The place itself.
    Place,
    /// Nothing, as it is the same everywhere, or as the closure means something else by the name.
    Nothing,
}

impl Checker<'_> {
    /// Whether closures may be values here.
    pub(super) fn keeps_closures(&self) -> bool {
        self.sees_module && self.is_kernel
    }

    /// The type of a function that is a value, which no signature says: a closure that turns out later.
    pub(super) fn written_function(&mut self, ty: &syn::Type) -> Option<Ty> {
        if !self.keeps_closures() || !crate::functional::is_function_type(ty) {
            return None;
        }
        if let syn::Type::FnPtr(_) = ty {
            let shape = crate::functional::shape(ty, &syn::Generics::default())?;
            return Some(self.pointer_type(&shape));
        }
        Some(self.infer.open())
    }

    /// A closure, or the name of a function or a closure, where a value is wanted of which it is known what it takes.
    pub(super) fn function_as(&mut self, value: &syn::Expr, shape: &Shape) -> Option<Expr> {
        if !self.keeps_closures() {
            return None;
        }
        let wanted = self.wanted_function(shape);
        self.function_wanted(value, &wanted)
    }

    /// The same, where the types are known.
    pub(super) fn function_wanted(&mut self, value: &syn::Expr, wanted: &Wanted) -> Option<Expr> {
        if !self.keeps_closures() {
            return None;
        }
        match strip(value) {
            syn::Expr::Reference(reference) if reference.mutability.is_none() => {
                let function = self.function_wanted(&reference.expr, wanted)?;
                Some(Expr { area: value.area(), ..self.reference_to(function) })
            }
            syn::Expr::Closure(closure) => Some(self.kept_closure(closure, Some(wanted))),
            syn::Expr::Path(path) => {
                match path_name(value).and_then(|name| self.lookup(&name)) {
                    Some(Entity::Delayed(_)) => return self.kept_delayed(value, Some(wanted)),
                    Some(Entity::Function(_) | Entity::Template(_) | Entity::Named(_)) => {}
                    Some(_) => return None,
                    None if self.name_of_function(path).is_none() => return None,
                    None => {}
                }
                let closure = crate::functional::closure_of(path, wanted.inputs.len());
                Some(self.kept_closure(&closure, Some(wanted)))
            }
            _ => None,
        }
    }

    /// The value that a closure of a chain is which waits.
    pub(super) fn kept_delayed(&mut self, name: &syn::Expr, wanted: Option<&Wanted>) -> Option<Expr> {
        self.in_delayed(name, |checker, closure| match closure {
            syn::Expr::Closure(closure) => Some(checker.kept_closure(closure, wanted)),
            _ => None,
        })?
    }

    /// The value that a closure is.
    pub(super) fn kept_closure(&mut self, closure: &syn::ExprClosure, wanted: Option<&Wanted>) -> Expr {
        let area = Area::of(closure);
        if !self.demand_closure(closure) {
            return Expr::error(area);
        }
        if let Some(wanted) = wanted
            && wanted.inputs.len() != closure.inputs.len()
        {
            self.wrong_parameters(closure.inputs.len(), wanted.inputs.len(), area);
            return Expr::error(area);
        }
        let changed = super::closures::names_changed(&closure.body);
        let of_params = super::closures::names_bound(|names| {
            closure.inputs.iter().for_each(|input| syn::visit::Visit::visit_pat(names, input));
        });
        let bound = super::closures::names_bound(|names| syn::visit::Visit::visit_expr(names, &closure.body));
        let mut names: Vec<String> =
            super::closures::names_in(&closure.body).difference(&of_params).cloned().collect();
        names.sort_unstable();
        let (mut own, mut values, mut kept) = (HashMap::new(), Vec::new(), Kept::default());
        let moves = closure.capture.is_some();
        for name in names {
            let Some(entity) = self.lookup(&name) else { continue };
            // What the body declares itself it may change.
            let is_hidden = moves && bound.contains(&name);
            let changes = changed.iter().any(|(of, by)| {
                *of == name
                    && !is_hidden
                    && match entity {
                        Entity::Local(local) => self.may_change(local, *by),
                        Entity::Buffer(array) => !by && !self.is_same_everywhere(array),
                        _ => false,
                    }
            });
            let is_own = match entity {
                Entity::Local(_) => true,
                Entity::Buffer(array) => self.is_own_array(array) || self.buffers[array].is_moving,
                _ => false,
            };
            let has_state = changes && moves && matches!(entity, Entity::Local(_));
            if changes && moves && is_own && !has_state {
                let problem = format!("this closure is a value, and changes `{name}`, which it has moved");
                let fix = "keep what it changes in a field of the struct beside it";
                self.errors.report(area, problem, fix);
                return Expr::error(area);
            }
            let value = match changes && !has_state {
                true => None,
                false => match self.captured_value(entity, &name, moves, area) {
                    Captured::Nothing => continue,
                    Captured::Value(value) => Some(value),
                    Captured::Place => None,
                },
            };
            let Some(value) = value else {
                if moves && is_own {
                    let problem = format!("this closure is a value, and cannot move `{name}`");
                    let fix =
                        format!("leave `move` out, or let it capture the parts of `{name}` that it reads");
                    self.errors.report(area, problem, fix);
                    return Expr::error(area);
                }
                kept.tied.get_or_insert(name);
                continue;
            };
            let copy = self.local(&name, value.ty, has_state);
            if has_state {
                kept.changed.push(kept.own.len());
            }
            let bound = match entity {
                Entity::Reference(_) => {
                    self.shared.insert(copy);
                    Entity::Reference(copy)
                }
                Entity::Buffer(_) => {
                    let ident = syn::Ident::new(&name, area.start);
                    let held = Expr { kind: Kind::Local(copy), ty: value.ty, area };
                    let bound = self
                        .bind_slice_value(&ident, false, &held, &mut kept.slices)
                        .or_else(|| self.array_of(&ident, false, &held, &mut kept.slices));
                    let Some(bound) = bound else { return Expr::error(area) };
                    bound
                }
                _ => Entity::Local(copy),
            };
            values.push(value);
            kept.own.push(copy);
            own.insert(name, bound);
        }
        let mut without_move = closure.clone();
        without_move.capture = None;
        self.scopes.push(own);
        let id = self.closure_as(&without_move, wanted, &mut Vec::new());
        self.scopes.pop();
        if let Some(known) = self.same_closure(id, &values, &kept)
            && wanted.is_none_or(|wanted| self.demand_wanted(known, wanted, area))
        {
            self.unify_closures(known, id);
            self.forget_closure(id);
            return self.closure_value_of(known, values, area);
        }
        self.keep_closure(id, kept);
        let types = self.types_of_params(id);
        let is_known = closure.inputs.iter().all(|input| matches!(input, syn::Pat::Type(_)))
            || !types.iter().any(|ty| matches!(self.infer.resolve(*ty), Ty::Open(_)));
        // Of which arrays slices are a call says.
        if is_known && !types.into_iter().any(|ty| self.holds_slices(ty)) {
            self.check_closure(id);
        }
        self.closure_value_of(id, values, area)
    }

    /// An earlier closure of the same type, as Rust has it: one that is written at the same place, of which all that it names is the same, and that
    /// captures values of the same types.
    fn same_closure(&self, id: usize, values: &[Expr], kept: &Kept) -> Option<usize> {
        if kept.tied.is_some() || !kept.slices.is_empty() {
            return None;
        }
        (0..id).rev().find(|known| {
            let own = &self.kept_of(*known);
            let types = own.own.iter().map(|local| self.infer.resolve(self.locals[*local].ty));
            own.tied.is_none()
                && own.slices.is_empty()
                && own.own.len() == values.len()
                && types.eq(values.iter().map(|value| self.infer.resolve(value.ty)))
                && self.is_written_once(*known, id)
        })
    }

    /// What a closure that is a value has of something that it names.
    fn captured_value(&mut self, entity: Entity, name: &str, moves: bool, area: Area) -> Captured {
        match entity {
            Entity::Local(local) if !self.is_set_by_now(local) => Captured::Nothing,
            Entity::Local(local) => {
                let ty = self.locals[local].ty;
                match moves || self.is_small(ty) {
                    true => Captured::Value(Expr { kind: Kind::Local(local), ty, area }),
                    false => Captured::Place,
                }
            }
            Entity::Reference(local) if self.shared.contains(&local) => {
                let place = self.referred(local, area);
                let is_atomic =
                    matches!(place.kind, Kind::Load { buffer, .. } if self.buffers[buffer].is_atomic);
                // An element is one of this round of a loop.
                let is_element =
                    self.inner_places.contains_key(&local) && !matches!(place.kind, Kind::Local(_));
                let most = if is_element { MAX_WORDS } else { MAX_COPIED };
                match !is_atomic && (moves || self.infer.words(place.ty) <= most) {
                    true => Captured::Value(place),
                    false => Captured::Place,
                }
            }
            Entity::Buffer(buffer) if self.is_same_everywhere(buffer) => Captured::Nothing,
            Entity::Buffer(buffer) if moves && self.is_own_array(buffer) => {
                self.whole_array(buffer, area).map_or(Captured::Place, Captured::Value)
            }
            Entity::Buffer(buffer) if self.is_shared_slice(buffer) => {
                let ident = syn::Ident::new(name, area.start);
                let before = self.errors.count();
                let value = self.path(&syn::parse_quote!(#ident));
                if self.errors.count() > before {
                    self.errors.keep(before);
                    return Captured::Place;
                }
                Captured::Value(value)
            }
            Entity::Closure(id) if self.captured_closures < MAX_CAPTURED && self.is_stateless(id) => {
                self.captured_closures += 1;
                let value = self.named_closure(id, area);
                self.captured_closures -= 1;
                match value.ty != Ty::Error && self.infer.words(value.ty) <= MAX_WORDS {
                    true => Captured::Value(value),
                    false => Captured::Place,
                }
            }
            Entity::Buffer(_)
            | Entity::Reference(_)
            | Entity::Closure(_)
            | Entity::Cursor(_)
            | Entity::Kept(_)
            | Entity::Lazy(_)
            | Entity::Delayed(_) => Captured::Place,
            _ => Captured::Nothing,
        }
    }

    fn closure_value_of(&mut self, id: usize, mut values: Vec<Expr>, area: Area) -> Expr {
        if values.is_empty() {
            // Arrays have elements of a word at least.
            values.push(Expr { kind: Kind::Literal(0), ty: Ty::U32, area });
        }
        let types = values.iter().map(|value| value.ty).collect();
        let ty = self.infer.many(Form::Closure(id as u32), types);
        Expr { kind: Kind::Many(values), ty, area }
    }

    /// The value of a closure that has a name: one that is written again, where it sees what the other saw. What it captures is still the same,
    /// so that its value is one however often it is asked for.
    pub(super) fn named_closure(&mut self, id: usize, area: Area) -> Expr {
        if !self.demand_stateless(id, area) {
            return Expr::error(area);
        }
        if let Some(value) = self.value_of_closure(id) {
            return Expr { area, ..value };
        }
        let value = self.where_closure_was(id, |checker, closure| checker.kept_closure(closure, None));
        if let Some(again) = self.closure_in(value.ty) {
            self.unify_closures(id, again);
            self.note_value_of_closure(id, value.clone());
        }
        Expr { area, ..value }
    }

    /// Whether a value is small enough to be copied where it need not be.
    fn is_small(&self, ty: Ty) -> bool {
        self.infer.words(ty) <= MAX_COPIED
    }

    /// Whether a buffer is a slice that nobody writes to.
    fn is_shared_slice(&self, buffer: crate::hir::BufferId) -> bool {
        let known = &self.buffers[buffer];
        known.is_slice && known.is_constant && !known.is_atomic
    }

    /// Whether a buffer is an array of the invocation's own.
    fn is_own_array(&self, buffer: crate::hir::BufferId) -> bool {
        let known = &self.buffers[buffer];
        known.decl.access == vyre_ir::BufferAccess::Private && !known.is_slice
    }

    /// Whether a buffer is the same wherever a closure is called: one of the kernel's.
    fn is_same_everywhere(&self, buffer: crate::hir::BufferId) -> bool {
        let known = &self.buffers[buffer];
        !known.is_slice && known.decl.access.is_bound()
    }

    /// The closure that a value is, as its type says.
    pub(super) fn closure_in(&self, ty: Ty) -> Option<usize> {
        match self.infer.parts(self.infer.resolve(ty))? {
            (Form::Closure(id), _) => Some(id as usize),
            (Form::Reference, parts) => self.closure_in(*parts.first()?),
            _ => None,
        }
    }

    /// The closures in a value of a type.
    fn closures_in(&self, ty: Ty) -> Vec<usize> {
        let (mut open, mut found) = (vec![ty], Vec::new());
        while let Some(ty) = open.pop() {
            let Some((form, parts)) = self.infer.parts(ty) else { continue };
            if let Form::Closure(id) = form {
                found.push(id as usize);
            }
            match form {
                Form::Array => open.extend(parts.first()),
                _ => open.extend(parts.iter()),
            }
        }
        found
    }

    /// What is wrong about two types which differ in the closures that they hold, and what to do.
    pub(super) fn different_closures(&self, first: Ty, second: Ty) -> Option<(String, &'static str)> {
        let pairs = self.closures_in(first).into_iter().zip(self.closures_in(second));
        let (first, second) = pairs.into_iter().find(|(first, second)| first != second)?;
        let lines = [first, second].map(|id| self.errors.line(self.area_of_closure(id)));
        let problem = match lines {
            [first, second] if first == second => {
                format!("each closure has a type of its own, and two are made here, in line {first}")
            }
            [first, second] => {
                format!(
                    "each closure has a type of its own, and one is made in line {first}, the other in line {second}"
                )
            }
        };
        Some((problem, "choose inside of one closure: `move |x| if c { .. } else { .. }`"))
    }

    /// The function that an expression is as a value: the name of one, or a field with one. Nothing for others.
    pub(super) fn function_value(&mut self, function: &syn::Expr) -> Option<Expr> {
        if !self.keeps_closures() {
            return None;
        }
        let mut function = strip(function);
        while let syn::Expr::Unary(syn::ExprUnary { op: syn::UnOp::Deref(_), expr, .. })
        | syn::Expr::Reference(syn::ExprReference { expr, .. }) = function
        {
            function = strip(expr);
        }
        match function {
            syn::Expr::Path(_) => match path_name(function).and_then(|name| self.lookup(&name))? {
                Entity::Local(_) | Entity::Reference(_) => {}
                _ => return None,
            },
            syn::Expr::Field(field) if is_of_call(&field.base) => {
                let value = self.expr(function);
                if self.closure_in(value.ty).is_some() {
                    return Some(self.behind_references(value));
                }
                return (self.infer.resolve(value.ty) == Ty::Error).then(|| Expr::error(function.area()));
            }
            syn::Expr::Field(_) | syn::Expr::Index(_) => {}
            syn::Expr::Call(_) | syn::Expr::MethodCall(_) | syn::Expr::Block(_) => {
                let value = self.expr(function);
                if self.closure_in(value.ty).is_some() {
                    return Some(self.behind_references(value));
                }
                if self.infer.resolve(value.ty) != Ty::Error {
                    let fix = "write a closure, such as `|x| x + 1`, or the name of a function";
                    self.errors.report(value.area, "this is no function", fix);
                }
                return Some(Expr::error(function.area()));
            }
            _ => return None,
        }
        if !self.has_kept_closures() {
            return None;
        }
        let ty = self.peeked_type(function)?;
        self.closure_in(ty)?;
        let value = self.base(function);
        Some(self.behind_references(value))
    }

    /// A call of a function that is a value.
    pub(super) fn value_call(&mut self, function: Expr, args: &Arguments, area: Area) -> Expr {
        let Some(id) = self.closure_in(function.ty) else { return Expr::error(area) };
        let Kept { own, changed, slices, .. } = self.kept_of(id);
        let types = self.infer.parts(function.ty).map(|(_, parts)| parts).unwrap_or_default();
        let mut before = Vec::new();
        if !changed.is_empty() {
            if !self.demand_changeable(&function, "this closure") {
                return Expr::error(area);
            }
            let place = self.settled_place(function, &mut before);
            let own: Vec<(LocalId, Ty)> = own.into_iter().zip(types.iter().copied()).collect();
            let parts = own.iter().enumerate().map(|(at, (local, ty))| {
                let value = self.part(place.clone(), at, *ty, area);
                Stmt::Let { local: *local, value, area }
            });
            let parts: Vec<Stmt> = parts.chain(slices).collect();
            let value = self.closure_call_with(id, args, parts, area);
            let gives_nothing = matches!(self.infer.resolve(value.ty), Ty::Unit | Ty::Never | Ty::Error);
            let result = match gives_nothing {
                true => {
                    before.push(Stmt::Expr(value));
                    None
                }
                false => Some(self.hidden("given", value, &mut before)),
            };
            for at in changed {
                let Some((local, ty)) = own.get(at).copied() else { continue };
                let part = self.part(place.clone(), at, ty, area);
                let left = Expr { kind: Kind::Local(local), ty, area };
                let stored = self.give_back(part, None, left, area);
                before.push(Stmt::Expr(stored));
            }
            return match result {
                Some(result) => super::variants::block_of(before, result),
                None => Expr {
                    kind: Kind::Block(crate::hir::Block { stmts: before, tail: None }),
                    ty: Ty::Unit,
                    area,
                },
            };
        }
        let function = match own.is_empty() && super::aggregate::is_place(&function) {
            true => function,
            false => self.hidden("closure", function, &mut before),
        };
        let parts = own.into_iter().zip(types.iter()).enumerate().map(|(at, (local, ty))| {
            let value = self.part(function.clone(), at, *ty, area);
            Stmt::Let { local, value, area }
        });
        let parts: Vec<Stmt> = parts.chain(slices).collect();
        let value = self.closure_call_with(id, args, parts, area);
        super::variants::block_of(before, value)
    }

    /// The name of a function that is a value, which is bound to it, for who calls it by a name.
    pub(super) fn name_of_value(&mut self, function: Expr, stmts: &mut Vec<Stmt>) -> Option<(usize, Entity)> {
        let id = self.closure_in(function.ty)?;
        let Expr { kind: Kind::Local(local), .. } = self.hidden("closure", function, stmts) else {
            return None;
        };
        self.locals[local].is_mutable |= !self.kept_of(id).changed.is_empty();
        Some((id, Entity::Local(local)))
    }

    /// Reports a closure in a value that leaves what it captures. Whether there is none.
    pub(super) fn demand_free_closures(&mut self, ty: Ty, area: Area) -> bool {
        if !self.has_kept_closures() {
            return true;
        }
        for id in self.closures_in(ty) {
            if let Some(name) = self.kept_of(id).tied {
                let problem = format!(
                    "a closure leaves the place where it was made, with `{name}`, which it captures there"
                );
                let fix = "let it capture numbers and structs, or pass what it captures to it";
                self.errors.report(area, problem, fix);
                return false;
            }
        }
        true
    }
}
