//! Assignments: to variables, elements of buffers, lanes and parts.

use super::extent::Extent;
use super::inner::root_of;
use super::{Checker, Entity, plain};
use crate::diagnostics::Area;
use crate::hir::{Block, BufferId, Expr, Kind, LocalId, Stmt};
use crate::syntax::strip;
use crate::types::{Form, Ty};
use vyre_ir::{BinOp, DataType, Problem};

/// Whether a value is a reference to a list that is gone behind the statement, as it is no constant.
pub(super) fn is_to_temporary(value: &syn::Expr) -> bool {
    let syn::Expr::Reference(reference) = strip(value) else { return false };
    let syn::Expr::Array(list) = strip(&reference.expr) else { return false };
    let is_literal = |element: &syn::Expr| match strip(element) {
        syn::Expr::Unary(it) => matches!(strip(&it.expr), syn::Expr::Lit(_)),
        element => matches!(element, syn::Expr::Lit(_)),
    };
    !list.elems.iter().all(is_literal)
}

impl Checker<'_> {
    pub(super) fn assign(&mut self, place: &syn::Expr, op: Option<BinOp>, value: &syn::Expr) -> Expr {
        if op.is_none()
            && let Some(assigned) = self.assign_indexed(place, None, value)
        {
            return assigned;
        }
        self.meant.seen.extend(crate::expand::last_of(place));
        if let Some(assigned) = self.assign_behind_call(place, op, value) {
            return assigned;
        }
        if let Some(assigned) = self.assign_in_slice(place, op, value) {
            return assigned;
        }
        if op.is_none()
            && names_fields(place)
            && let Some(assigned) = self.assign_fields(place, value)
        {
            return assigned;
        }
        let places = match strip(place) {
            syn::Expr::Tuple(tuple) => Some((&tuple.elems, Form::Tuple)),
            syn::Expr::Array(array) => Some((&array.elems, Form::Array)),
            _ => None,
        };
        if let (Some((places, Form::Tuple)), None) = (places, op)
            && places.iter().any(|place| self.is_moving_slice(place))
        {
            return self.assign_slices(places, value, place.area().to(value.area()));
        }
        if let (Some((places, form)), None) = (places, op) {
            return self.assign_parts(places, form, value, place.area().to(value.area()));
        }
        if let Some(assigned) = self.assign_perhaps(place, op, value) {
            return assigned;
        }
        if op.is_none()
            && let Some(moved) = self.move_slice(place, value)
        {
            return moved;
        }
        if op.is_none()
            && let Some(copied) = self.assign_copy(place, value, place.area().to(value.area()))
        {
            return copied;
        }
        let wanted = match op {
            None if self.asks_what_is_wanted(value) => self.peeked_type(place),
            None if matches!(strip(value), syn::Expr::Reference(_)) && !is_to_temporary(value) => {
                self.peeked_type(place).filter(|ty| matches!(self.infer.parts(*ty), Some((Form::Slice, _))))
            }
            _ => None,
        };
        let value = match wanted {
            Some(ty) => self.expr_as(value, ty),
            None => self.expr(value),
        };
        let value = if op.is_some() { self.number_behind(value) } else { self.unit_as_value(value) };
        let area = place.area().to(value.area);
        if op.is_none()
            && let Some(assigned) = self.assign_row(place, &value, area)
        {
            return assigned;
        }
        self.assign_value(place, op, value, area)
    }

    /// `(s, rest, n) = value;` with names of slices: a `let` of the parts, which are assigned to the places in their order.
    fn assign_slices(
        &mut self,
        places: &syn::punctuated::Punctuated<syn::Expr, syn::Token![,]>,
        value: &syn::Expr,
        area: Area,
    ) -> Expr {
        let names: Vec<_> = (0..places.len()).map(|at| quote::format_ident!("__vyre_part_{at}")).collect();
        let places = places.iter();
        let written = syn::parse_quote!({ let (#(#names,)*) = #value; #(#places = #names;)* });
        Expr { area, ..self.expr(&written) }
    }

    /// Whether a place is the name of a slice to which others are assigned.
    fn is_moving_slice(&self, place: &syn::Expr) -> bool {
        let entity = crate::syntax::path_name(place).and_then(|name| self.lookup(&name));
        matches!(entity, Some(Entity::Buffer(buffer)) if self.buffers[buffer].is_moving)
    }

    /// `Point { x: a, y: list[i], .. } = value;`: a `let` with the same pattern, whose names are assigned to the places in their order.
    fn assign_fields(&mut self, place: &syn::Expr, value: &syn::Expr) -> Option<Expr> {
        let mut assigned = Vec::new();
        let pattern = assigned_pattern(place, &mut assigned)?;
        let stores = assigned.iter().map(|(place, name)| -> syn::Stmt { syn::parse_quote!(#place = #name;) });
        let written = syn::parse_quote!({ let #pattern = #value; #(#stores)* });
        Some(Expr { area: place.area().to(value.area()), ..self.expr(&written) })
    }

    /// `self.bytes[i] = value`, and the same of what a function gives, where that is a slice: one of a name of its own.
    fn assign_in_slice(&mut self, place: &syn::Expr, op: Option<BinOp>, value: &syn::Expr) -> Option<Expr> {
        let slice = self.slice_in_place(place)?;
        let area = place.area().to(value.area());
        let (mut stmts, mut value) = (Vec::new(), value.clone());
        let is_simple = |value: &syn::Expr| matches!(strip(value), syn::Expr::Lit(_));
        if matches!(slice, syn::Expr::Call(_) | syn::Expr::MethodCall(_)) && !is_simple(&value) {
            // Rust evaluates the value before the place.
            let name = self.hidden_let(&value, false, &mut stmts)?;
            value = syn::parse_quote!(#name);
        }
        let Some(name) = self.hidden_let(slice, false, &mut stmts) else {
            return Some(Expr::error(area));
        };
        if let Some(Entity::Buffer(buffer)) = self.lookup(&name.to_string()) {
            let text = self.errors.text(slice.area()).unwrap_or_else(|| "this slice".to_string());
            if self.buffers[buffer].is_constant {
                let fix = "make it a `&mut [T]`";
                self.errors.report(slice.area(), format!("`{text}` cannot be written to"), fix);
                return Some(Expr::error(area));
            }
        }
        let target = with_slice(place, slice, &syn::parse_quote!(#name));
        let assigned = self.assign(&target, op, &value);
        stmts.push(Stmt::Expr(assigned));
        Some(Expr { kind: Kind::Block(Block { stmts, tail: None }), ty: Ty::Unit, area })
    }

    /// The slice that is a value, of which a place is an element or a part of one.
    fn slice_in_place<'p>(&mut self, place: &'p syn::Expr) -> Option<&'p syn::Expr> {
        let mut place = strip(place);
        loop {
            place = match place {
                syn::Expr::Field(field) => strip(&field.base),
                syn::Expr::Index(index) => {
                    let base = strip(&index.expr);
                    if !matches!(base, syn::Expr::Path(_)) && self.is_slice_valued(base) {
                        return Some(base);
                    }
                    base
                }
                _ => return None,
            }
        }
    }

    /// Assigns a checked value.
    pub(super) fn assign_value(
        &mut self,
        place: &syn::Expr,
        op: Option<BinOp>,
        value: Expr,
        area: Area,
    ) -> Expr {
        if !self.demand_unshared(place) {
            return Expr::error(area);
        }
        if let Some(buffer) = self.part_of_element(place) {
            return self.store_part(buffer, place, op, value, area);
        }
        if let syn::Expr::Field(_) | syn::Expr::Index(_) = strip(place)
            && let Some(local) = self.part_of_local(place)
        {
            return self.assign_part(local, place, op, value, area);
        }
        match strip(place) {
            syn::Expr::Index(index) => self.store(index, op, value, area),
            syn::Expr::Path(path) => self.assign_local(path, op, value, area),
            syn::Expr::Unary(_) if let Some(local) = self.behind(place) => {
                self.assign_variable(local, op, value, place.area(), area)
            }
            syn::Expr::Unary(unary)
                if op.is_none()
                    && let Some(assigned) = self.assign_behind(unary, &value, area) =>
            {
                assigned
            }
            syn::Expr::Unary(unary) if self.dereferenced(unary).is_some() => {
                self.assign_value(&unary.expr, op, value, area)
            }
            syn::Expr::Infer(_) if op.is_none() => Expr { ty: Ty::Unit, ..value },
            other => {
                let target = self.expr(other);
                if self.infer.resolve(target.ty) != Ty::Error {
                    let fix = "assign to a variable or to an element of a buffer";
                    self.errors.report(target.area, "this cannot be assigned to", fix);
                }
                Expr::error(area)
            }
        }
    }

    /// `pair.1 = value`
    fn assign_part(
        &mut self,
        local: LocalId,
        place: &syn::Expr,
        op: Option<BinOp>,
        value: Expr,
        area: Area,
    ) -> Expr {
        let target = self.expr(place);
        if self.infer.resolve(target.ty) == Ty::Error {
            return Expr::error(area);
        }
        if !self.locals[local].is_mutable {
            self.not_mutable(place.area(), local);
            return Expr::error(area);
        }
        if !self.demand_assignable((target.ty, place.area()), op, &value) {
            return Expr::error(area);
        }
        self.give_back(target, op, value, area)
    }

    /// Whether a value can be assigned to a place of a type, by this operator; reports one that cannot.
    pub(super) fn demand_assignable(
        &mut self,
        (ty, area): (Ty, Area),
        op: Option<BinOp>,
        value: &Expr,
    ) -> bool {
        match op {
            Some(op) => {
                let current = Expr { kind: Kind::Literal(0), ty, area };
                self.updated = Some(ty);
                self.binary_type(op, &current, value) != Ty::Error
            }
            None => self.demand(value, ty) && self.demand_free_closures(value.ty, value.area),
        }
    }

    fn store(&mut self, place: &syn::ExprIndex, op: Option<BinOp>, value: Expr, area: Area) -> Expr {
        if let syn::Expr::Range(range) = strip(&place.index) {
            let fix = "assign to each element in a loop";
            self.errors.report(Area::of(range), "a part of an array cannot be assigned to", fix);
            return Expr::error(area);
        }
        if self.nested_base(place).is_none()
            && let Some(base) = self.vector_base(&place.expr)
        {
            return self.assign_lane(base, &place.index, op, value, area);
        }
        let (buffer, index) = match self.nested_element(place) {
            Some(element) => element,
            None => {
                let found = self.indexed(place, |name| Problem::StoreToUnknown { name });
                let index = self.index_of(found.as_ref().map(|(_, name)| name.as_str()), &place.index);
                let Some((buffer, name)) = found else { return Expr::error(area) };
                (buffer, self.as_index(index, &name))
            }
        };
        if self.infer.resolve(index.ty) == Ty::Error {
            return Expr::error(area);
        }
        if !self.is_writable(buffer, place.area(), op) {
            return Expr::error(area);
        }
        let ty = self.buffers[buffer].ty;
        match op {
            Some(op) => {
                let kind = Kind::Literal(0);
                let current = Expr { kind, ty, area: place.area() };
                self.updated = Some(ty);
                self.binary_type(op, &current, &value);
            }
            None if self.infer.unify(ty, value.ty).is_none() => self.other_element(buffer, &value),
            None => {}
        }
        let (index, value, place) = (Box::new(index), Box::new(value), place.area());
        Expr { kind: Kind::Store { buffer, index, op, value, place }, ty: Ty::Unit, area }
    }

    /// Whether the elements of an array can be assigned to; reports it otherwise. What buffers allow is a rule of the IR's, but for packed ones.
    pub(super) fn is_writable(&mut self, buffer: BufferId, place: Area, op: Option<BinOp>) -> bool {
        let name = self.buffers[buffer].decl.name.clone();
        if self.buffers[buffer].is_atomic {
            let fix = match op {
                None => format!("write `{name}[i].store(value)`"),
                Some(_) => format!("write `{name}[i].fetch_add(value)` or its kin"),
            };
            self.errors.report(place, format!("the elements of `{name}` are atomic"), fix);
            return false;
        }
        if self.items.tables.iter().any(|table| table.buffer == buffer) {
            let fix = format!("copy it to a local array: `let mut copy = {name};`");
            self.errors.report(place, format!("`{name}` is constant"), fix);
            return false;
        }
        if self.buffers[buffer].is_constant && self.buffers[buffer].is_slice {
            let fix = format!("make `{name}` a `&mut [T]`");
            self.errors.report(place, format!("`{name}` is a `&[T]`, which cannot be written to"), fix);
            return false;
        }
        if self.buffers[buffer].is_constant {
            self.array_not_mutable(place, buffer);
            return false;
        }
        let ty = self.buffers[buffer].ty;
        let decl = &self.buffers[buffer].decl;
        if decl.element == DataType::Bytes && !decl.access.is_writable() {
            let note = format!("In a kernel: take `{name}: &mut [{ty}]`.");
            self.errors.report_rule(place, &Problem::StoreToReadOnly { name }, Some(note));
            return false;
        }
        true
    }

    /// Reports a value that is of another type than the elements of an array.
    fn other_element(&mut self, buffer: BufferId, value: &Expr) {
        let (name, ty) = (self.buffers[buffer].decl.name.clone(), self.buffers[buffer].ty);
        let got = self.infer.resolve(value.ty);
        let is_data = [ty, value.ty].iter().any(|ty| self.infer.data_of(*ty).is_some());
        let ty = self.infer.resolve(ty);
        let is_many = is_data || self.infer.parts(ty).is_some();
        match (ty.data(), got.data()) {
            (Some(_), Some(_)) if ty.of_rows().is_none() || got.of_rows().is_none() => {
                self.other_type(value.area, ty, got, None);
            }
            _ if is_many => {
                self.other_type(value.area, ty, got, None);
            }
            (Some(element), Some(got)) => {
                let fix = self.conversion(value.area, Ty::of(&element), Ty::of(&got));
                let note = format!("In a kernel: {fix}.");
                let problem = Problem::StoreType { name, element, got };
                self.errors.report_rule(value.area, &problem, Some(note));
            }
            (Some(_), None) if self.infer.parts(got).is_some() => {
                self.other_type(value.area, ty, got, None);
            }
            _ => {
                let fix = "use an expression that has one";
                self.errors.report(value.area, "this expression has no value", fix);
            }
        }
    }

    /// `vector[index] = value`, where the vector is a variable or an element.
    fn assign_lane(
        &mut self,
        base: Expr,
        index: &syn::Expr,
        op: Option<BinOp>,
        value: Expr,
        area: Area,
    ) -> Expr {
        let ty = self.infer.resolve(base.ty);
        let index = self.index(index);
        if ty == Ty::Error {
            return Expr::error(area);
        }
        let Some(lanes) = ty.vector_lanes() else {
            let problem = "only buffers, local arrays and vectors can be indexed";
            self.errors.report(base.area, problem, "index a parameter by its name");
            return Expr::error(area);
        };
        if !self.is_mutable_base(&base) {
            return Expr::error(area);
        }
        let place = base.area.to(index.area);
        let Some(index) = self.demand_lane(index, lanes, ty) else { return Expr::error(area) };
        if !self.demand_assignable((ty.lane(), area), op, &value) {
            return Expr::error(area);
        }
        let (lane, value) = (Box::new(index), Box::new(value));
        let kind = match base.kind {
            Kind::Local(local) => {
                self.write_part(local);
                Kind::AssignLane { local, index: lane, op, value }
            }
            Kind::Load { buffer, index } => {
                self.buffers[buffer].is_partial = true;
                Kind::StoreLane { buffer, index, lane, op, value, place }
            }
            _ => {
                let ty = ty.lane();
                let lane = Expr { kind: Kind::Lane { value: Box::new(base), index: lane }, ty, area: place };
                return self.give_back(lane, op, *value, area);
            }
        };
        Expr { kind, ty: Ty::Unit, area }
    }

    /// Whether a vector stands where a lane of it can be assigned to; reports it otherwise. What buffers allow is a rule
    /// of the IR's.
    fn is_mutable_base(&mut self, base: &Expr) -> bool {
        match &root_of(base).kind {
            Kind::Local(local) if self.locals[*local].is_mutable => return true,
            Kind::Local(local) => self.not_mutable(base.area, *local),
            Kind::Load { buffer, .. } if !self.buffers[*buffer].is_constant => return true,
            Kind::Load { buffer, .. } => self.array_not_mutable(base.area, *buffer),
            _ => {
                let fix = "assign to a lane of a variable or of an element";
                self.errors.report(base.area, "this cannot be assigned to", fix);
            }
        }
        false
    }

    /// Reports an assignment to elements of an array without `mut`: the first one, as one `mut` mends them all.
    pub(super) fn array_not_mutable(&mut self, area: Area, buffer: BufferId) {
        self.buffers[buffer].is_constant = false;
        let name = &self.buffers[buffer].decl.name;
        let problem = format!("`{name}` is assigned to, but it is not `mut`");
        self.errors.report(area, problem, format!("declare it as `mut {name}`"));
    }

    /// Reports an assignment to a variable without `mut`: the first one, as one `mut` mends them all.
    pub(super) fn not_mutable(&mut self, area: Area, local: LocalId) {
        if std::mem::replace(&mut self.locals[local].is_mutable, true) {
            return;
        }
        if self.is_method && self.functions[0].params.first() == Some(&local) && self.caller == Some(0) {
            let problem = "`self` is assigned to, but it is not `mut`";
            return self.errors.report(area, problem, "take `&mut self`, or `mut self`");
        }
        let name = &self.locals[local].name;
        if self.shared.contains(&local) && name == "itself" {
            let problem = "`self` is a `&`, through which nothing is assigned";
            return self.errors.report(area, problem, "take `&mut self`");
        }
        if self.shared.contains(&local) {
            let problem = format!("`{name}` is a `&`, through which nothing is assigned");
            return self.errors.report(area, problem, format!("make `{name}` a `&mut`"));
        }
        let problem = format!("`{name}` is assigned to, but it is not `mut`");
        let fix = match self.declared.get(&local) {
            Some(declared) => format!("declare it as `mut {name}` in line {}", self.errors.line(*declared)),
            None => format!("declare it as `mut {name}`"),
        };
        self.errors.report(area, problem, fix);
    }

    /// `a = b` of arrays.
    fn assign_whole(&mut self, buffer: BufferId, value: Expr, at: Area, area: Area) -> Expr {
        let Some(whole) = self.whole_array(buffer, at) else { return Expr::error(area) };
        if self.buffers[buffer].is_constant {
            self.array_not_mutable(at, buffer);
            return Expr::error(area);
        }
        if !self.demand(&value, whole.ty) {
            return Expr::error(area);
        }
        Expr { kind: Kind::AssignWhole { buffer, value: Box::new(value) }, ty: Ty::Unit, area }
    }

    fn assign_local(&mut self, path: &syn::ExprPath, op: Option<BinOp>, value: Expr, area: Area) -> Expr {
        let at = path.area();
        let Some(name) = path.path.get_ident().map(plain) else {
            self.errors.report(at, "a kernel sees no items from outside", "write to a `&mut [T]` parameter");
            return Expr::error(area);
        };
        let local = match self.lookup(&name) {
            Some(Entity::Local(local)) => local,
            Some(Entity::Poisoned) => return Expr::error(area),
            Some(Entity::Buffer(buffer)) if op.is_none() && self.whole_array(buffer, at).is_some() => {
                return self.assign_whole(buffer, value, at, area);
            }
            Some(_) if self.infer.resolve(value.ty) == Ty::Error => return Expr::error(area),
            Some(Entity::Reference(_)) => {
                self.errors.report(at, format!("`{name}` is a reference"), format!("write `*{name}`"));
                return Expr::error(area);
            }
            Some(_) => {
                let fix = "assign to a variable or to an element of a buffer";
                self.errors.report(at, format!("`{name}` cannot be assigned to"), fix);
                return Expr::error(area);
            }
            None if super::expr::is_constant_name(&name) => {
                let fix = format!("assign to a variable: `let mut {0} = {name};`", name.to_lowercase());
                self.errors.report(at, format!("`{name}` is a constant, which does not change"), fix);
                return Expr::error(area);
            }
            None => {
                let meant = self.meant(&name, |entity| matches!(entity, Entity::Local(_)));
                let note = meant.map(|meant| format!("In a kernel: did you mean `{meant}`?"));
                self.errors.report_rule(at, &Problem::AssignToUndeclared { name }, note);
                return Expr::error(area);
            }
        };
        // An erroneous value has no parts, of which a variable of several consists.
        let has_parts = self.infer.parts(self.locals[local].ty).is_some();
        if has_parts && self.infer.resolve(value.ty) == Ty::Error {
            return Expr::error(area);
        }
        self.assign_variable(local, op, value, at, area)
    }

    fn assign_variable(
        &mut self,
        local: LocalId,
        op: Option<BinOp>,
        value: Expr,
        at: Area,
        area: Area,
    ) -> Expr {
        let (name, ty) = (self.locals[local].name.clone(), self.locals[local].ty);
        let is_mutable = self.locals[local].is_mutable;
        if self.locals[local].is_induction {
            self.errors.report_rule(area, &Problem::AssignToLoopVariable { name }, None);
            return Expr::error(area);
        }
        if !is_mutable {
            self.not_mutable(at, local);
            return Expr::error(area);
        }
        match op {
            Some(op) => {
                let current = Expr { kind: Kind::Local(local), ty, area: at };
                self.updated = Some(ty);
                self.binary_type(op, &current, &value);
            }
            None if self.infer.unify(ty, value.ty).is_none() => {
                let (expected, got) = (self.infer.resolve(ty), self.infer.resolve(value.ty));
                let is_enum = [expected, got].iter().any(|ty| matches!(ty, Ty::Enum(_)));
                if self.referent(expected).is_none() && self.misses_star(value.area, got) {
                } else if is_enum {
                    self.other_type(value.area, expected, got, None);
                } else if let (Some(declared), Some(got)) = (expected.of_rows(), got.of_rows()) {
                    let fix = self.conversion(value.area, expected, Ty::of(&got));
                    let from = self
                        .declared
                        .get(&local)
                        .map(|area| format!("; `{name}` is declared in line {}", self.errors.line(*area)));
                    let note = format!("In a kernel: {fix}{}.", from.unwrap_or_default());
                    let problem = Problem::AssignType { name, declared, got };
                    self.errors.report_rule(value.area, &problem, Some(note));
                } else {
                    let fix = match expected.is_integer() && got.is_integer() {
                        true => self.conversion(value.area, expected, got),
                        false => "assign a value of its type".to_string(),
                    };
                    let (expected, got) = (self.infer.name(expected), self.infer.name(got));
                    self.errors.report(value.area, format!("expected `{expected}`, got `{got}`"), fix);
                }
            }
            None => {}
        }
        if let Some(place) = self.inner_places.get(&local).cloned() {
            return self.give_back(Expr { area: at, ..place }, op, value, area);
        }
        if self.later.contains_key(&local) {
            self.set.insert(local);
        }
        Expr { kind: Kind::Assign { local, op, value: Box::new(value) }, ty: Ty::Unit, area }
    }

    /// Whether a variable has a value here, as far as the text before tells.
    pub(super) fn is_set_by_now(&self, local: LocalId) -> bool {
        !self.later.contains_key(&local) || self.set.contains(&local)
    }
}

/// A place with another slice in the place of one that it is a part of.
fn with_slice(place: &syn::Expr, of: &syn::Expr, slice: &syn::Expr) -> syn::Expr {
    match strip(place) {
        syn::Expr::Field(field) => {
            let base = Box::new(with_slice(&field.base, of, slice));
            syn::Expr::Field(syn::ExprField { base, ..field.clone() })
        }
        syn::Expr::Index(index) => {
            let expr = match std::ptr::eq(strip(&index.expr), of) {
                true => slice.clone(),
                false => with_slice(&index.expr, of, slice),
            };
            syn::Expr::Index(syn::ExprIndex { expr: Box::new(expr), ..index.clone() })
        }
        other => other.clone(),
    }
}

/// Whether an assignee has places by the names of fields.
fn names_fields(place: &syn::Expr) -> bool {
    match strip(place) {
        syn::Expr::Struct(_) => true,
        syn::Expr::Tuple(it) => it.elems.iter().any(names_fields),
        syn::Expr::Array(it) => it.elems.iter().any(names_fields),
        _ => false,
    }
}

/// The pattern that an assignee is, with a name for each place in it; nothing for what is no assignee.
fn assigned_pattern(place: &syn::Expr, assigned: &mut Vec<(syn::Expr, syn::Ident)>) -> Option<syn::Pat> {
    let mut parts = |parts: &syn::punctuated::Punctuated<syn::Expr, syn::Token![,]>| {
        parts.iter().map(|part| assigned_pattern(part, assigned)).collect::<Option<Vec<syn::Pat>>>()
    };
    Some(match strip(place) {
        syn::Expr::Struct(it) => {
            if it.rest.is_some() {
                return None;
            }
            let fields = it.fields.iter().map(|field| {
                let (member, inner) = (&field.member, assigned_pattern(&field.expr, assigned)?);
                Some(quote::quote!(#member: #inner))
            });
            let fields: Vec<proc_macro2::TokenStream> = fields.collect::<Option<_>>()?;
            let (path, rest) = (&it.path, it.dot2_token.map(|dots| quote::quote!(#dots)));
            syn::parse_quote!(#path { #(#fields,)* #rest })
        }
        syn::Expr::Tuple(it) => {
            let parts = parts(&it.elems)?;
            syn::parse_quote!((#(#parts,)*))
        }
        syn::Expr::Array(it) => {
            let parts = parts(&it.elems)?;
            syn::parse_quote!([#(#parts,)*])
        }
        syn::Expr::Infer(_) => syn::parse_quote!(_),
        syn::Expr::Range(it) if it.start.is_none() && it.end.is_none() => syn::parse_quote!(..),
        other => {
            let name = quote::format_ident!("__vyre_part_{}", assigned.len());
            assigned.push((other.clone(), name.clone()));
            syn::parse_quote!(#name)
        }
    })
}
