//! Places: elements of buffers, lanes of vectors, variables.

use super::expr::is_constant_name;
use super::extent::Extent;
use super::{Checker, Entity, plain};
use crate::diagnostics::Area;
use crate::hir::{BufferId, Expr, Kind, LocalId};
use crate::syntax::strip;
use crate::types::Ty;
use vyre_ir::{BinOp, DataType, Problem};

impl Checker<'_> {
    /// An index of a buffer.
    pub(super) fn index(&mut self, index: &syn::Expr) -> Expr {
        if let syn::Expr::Range(range) = strip(index) {
            self.errors.report(Area::of(range), "kernels have no slices of slices", "index one element");
            return Expr::error(Area::of(range));
        }
        self.expr(index)
    }

    /// Reports an index that is no `u32`.
    pub(super) fn index_type(&mut self, index: &Expr, name: &str) {
        self.number_u32(index, |got| Problem::IndexType { name: name.to_string(), got });
    }

    /// The buffer of `buffer[index]` with its name; reports what is no buffer.
    pub(super) fn indexed(
        &mut self,
        index: &syn::ExprIndex,
        unknown: impl FnOnce(String) -> Problem,
    ) -> Option<(BufferId, String)> {
        let area = index.expr.area();
        let syn::Expr::Path(path) = strip(&index.expr) else {
            let base = self.expr(&index.expr);
            if self.infer.resolve(base.ty) != Ty::Error {
                self.errors.report(area, "only buffers can be indexed", "index a parameter by its name");
            }
            return None;
        };
        let Some(name) = path.path.get_ident().map(plain) else {
            self.errors.report(area, "a kernel sees no items from outside", "pass the data by a parameter");
            return None;
        };
        match self.lookup(&name) {
            Some(Entity::Buffer(buffer)) => return Some((buffer, name)),
            Some(Entity::Poisoned) => {}
            Some(_) => {
                self.errors.report(
                    area,
                    format!("`{name}` cannot be indexed"),
                    "index a parameter, a local array or a vector",
                );
            }
            None if self.function.is_some() => {
                let fix = "pass the element as an argument";
                self.errors.report(area, format!("a function sees no buffers, such as `{name}`"), fix);
            }
            None if is_constant_name(&name) => {
                let fix = format!("pass the data by a parameter, such as `{}: &[u32]`", name.to_lowercase());
                let problem = format!("a kernel sees no items from outside, such as `{name}`");
                self.errors.report(area, problem, fix);
            }
            None => {
                let meant = self.meant(&name, |entity| matches!(entity, Entity::Buffer(_)));
                let note = meant.map(|meant| format!("In a kernel: did you mean `{meant}`?"));
                self.errors.report_rule(area, &unknown(name), note);
            }
        }
        None
    }

    /// The vector of `vector[index]`, if that is one.
    fn vector_base(&mut self, base: &syn::Expr) -> Option<Expr> {
        match strip(base) {
            syn::Expr::Path(path) => match self.lookup(&plain(path.path.get_ident()?)) {
                Some(Entity::Local(local))
                    if self.infer.resolve(self.locals[local].ty).vector_lanes().is_some() =>
                {
                    Some(self.path(path))
                }
                Some(Entity::Const(_, ty)) if ty.vector_lanes().is_some() => Some(self.path(path)),
                _ => None,
            },
            syn::Expr::Index(_) | syn::Expr::Array(_) | syn::Expr::Call(_) | syn::Expr::Cast(_) => {
                Some(self.expr(base))
            }
            _ => None,
        }
    }

    pub(super) fn load(&mut self, expr: &syn::ExprIndex) -> Expr {
        let area = expr.area();
        if let Some(value) = self.vector_base(&expr.expr) {
            return self.lane(value, expr, area);
        }
        let found = self.indexed(expr, |name| Problem::LoadFromUnknown { name });
        let index = self.index(&expr.index);
        let Some((buffer, name)) = found else { return Expr::error(area) };
        self.index_type(&index, &name);
        if self.infer.resolve(index.ty) == Ty::Error {
            return Expr::error(area);
        }
        if self.buffers[buffer].decl.element == DataType::Bytes {
            self.errors.report_rule(area, &Problem::OperationOnBytes { name }, None);
            return Expr::error(area);
        }
        if self.buffers[buffer].is_atomic {
            let fix = format!("write `{name}[i].load()`");
            self.errors.report(area, format!("the elements of `{name}` are atomic"), fix);
            return Expr::error(area);
        }
        let ty = self.buffers[buffer].ty;
        Expr { kind: Kind::Load { buffer, index: Box::new(index) }, ty, area }
    }

    fn lane(&mut self, value: Expr, expr: &syn::ExprIndex, area: Area) -> Expr {
        let index = self.index(&expr.index);
        if !self.demand_known(&value) {
            return Expr::error(area);
        }
        let ty = self.infer.resolve(value.ty);
        let Some(lanes) = ty.vector_lanes() else {
            if ty != Ty::Error {
                let problem = "only buffers, local arrays and vectors can be indexed";
                self.errors.report(value.area, problem, "index a parameter by its name");
            }
            return Expr::error(area);
        };
        let Some(index) = self.demand_lane(index, lanes, ty) else { return Expr::error(area) };
        Expr { kind: Kind::Lane { value: Box::new(value), index: Box::new(index) }, ty: Ty::U32, area }
    }

    /// The index of a lane, which must be a `u32`, and below the number of lanes where it is constant; it is a literal then.
    fn demand_lane(&mut self, index: Expr, lanes: u32, ty: Ty) -> Option<Expr> {
        let data = ty.data().unwrap_or(DataType::U32);
        if !self.number_u32(&index, |got| Problem::IndexType { name: ty.to_string(), got }) {
            return None;
        }
        match self.known(&index) {
            Some([constant, ..]) if constant >= lanes => {
                let problem = Problem::ComponentIndex { index: constant, ty: data };
                self.errors.report_rule(index.area, &problem, None);
                None
            }
            Some([constant, ..]) => Some(Expr { kind: Kind::Literal(constant.into()), ..index }),
            None => Some(index),
        }
    }

    pub(super) fn assign(&mut self, place: &syn::Expr, op: Option<BinOp>, value: &syn::Expr) -> Expr {
        if let syn::Expr::Tuple(tuple) = strip(place) {
            let fix = "assign one after the other, with a `let` for what is still needed";
            self.errors.report(Area::of(tuple), "kernels do not assign to tuples", fix);
            return Expr::error(place.area());
        }
        let value = self.expr(value);
        let area = place.area().to(value.area);
        match strip(place) {
            syn::Expr::Index(index) => self.store(index, op, value, area),
            syn::Expr::Path(path) => self.assign_local(path, op, value, area),
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

    fn store(&mut self, place: &syn::ExprIndex, op: Option<BinOp>, value: Expr, area: Area) -> Expr {
        if let Some(base) = self.vector_base(&place.expr) {
            return self.assign_lane(base, &place.index, op, value, area);
        }
        let found = self.indexed(place, |name| Problem::StoreToUnknown { name });
        let index = self.index(&place.index);
        let Some((buffer, name)) = found else { return Expr::error(area) };
        self.index_type(&index, &name);
        if self.buffers[buffer].is_atomic {
            let fix = match op {
                None => format!("write `{name}[i].store(value)`"),
                Some(_) => format!("write `{name}[i].fetch_add(value)` or its kin"),
            };
            self.errors.report(place.area(), format!("the elements of `{name}` are atomic"), fix);
            return Expr::error(area);
        }
        if self.buffers[buffer].is_constant {
            let fix = format!("declare it as `mut {name}`");
            self.errors.report(place.area(), format!("`{name}` is assigned to, but it is not `mut`"), fix);
            return Expr::error(area);
        }
        let ty = self.buffers[buffer].ty;
        match op {
            Some(op) => {
                let kind = Kind::Literal(0);
                let current = Expr { kind, ty, area: place.area() };
                self.binary_type(op, &current, &value);
            }
            None if self.infer.unify(ty, value.ty).is_none() => {
                let got = self.infer.resolve(value.ty);
                match (self.infer.resolve(ty).data(), got.data()) {
                    (Some(element), Some(got)) => {
                        let fix = self.conversion(value.area, Ty::of(element), Ty::of(got));
                        let note = format!("In a kernel: {fix}.");
                        let problem = Problem::StoreType { name, element, got };
                        self.errors.report_rule(value.area, &problem, Some(note));
                    }
                    _ => {
                        let fix = "use an expression that has one";
                        self.errors.report(value.area, "this expression has no value", fix);
                    }
                }
            }
            None => {}
        }
        let (index, value, place) = (Box::new(index), Box::new(value), place.area());
        Expr { kind: Kind::Store { buffer, index, op, value, place }, ty: Ty::Unit, area }
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
        match op {
            Some(op) => {
                let current = Expr { kind: Kind::Literal(0), ty: Ty::U32, area };
                self.binary_type(op, &current, &value);
            }
            None => {
                self.demand(&value, Ty::U32);
            }
        }
        let (lane, value) = (Box::new(index), Box::new(value));
        let kind = match base.kind {
            Kind::Local(local) => Kind::AssignLane { local, index: lane, op, value },
            Kind::Load { buffer, index } => Kind::StoreLane { buffer, index, lane, op, value, place },
            _ => return Expr::error(area),
        };
        Expr { kind, ty: Ty::Unit, area }
    }

    /// Whether a vector stands where a lane of it can be assigned to; reports it otherwise. What buffers allow is a rule
    /// of the IR's.
    fn is_mutable_base(&mut self, base: &Expr) -> bool {
        let name = match &base.kind {
            Kind::Local(local) if self.locals[*local].is_mutable => return true,
            Kind::Local(local) => {
                let local = *local;
                self.not_mutable(base.area, local);
                return false;
            }
            Kind::Load { buffer, .. } if !self.buffers[*buffer].is_constant => return true,
            Kind::Load { buffer, .. } => self.buffers[*buffer].decl.name.clone(),
            _ => {
                let fix = "assign to a lane of a variable or of an element";
                self.errors.report(base.area, "this cannot be assigned to", fix);
                return false;
            }
        };
        let fix = format!("declare it as `mut {name}`");
        self.errors.report(base.area, format!("`{name}` is assigned to, but it is not `mut`"), fix);
        false
    }

    /// Reports an assignment to a variable without `mut`.
    fn not_mutable(&mut self, area: Area, local: LocalId) {
        let name = &self.locals[local].name;
        let problem = format!("`{name}` is assigned to, but it is not `mut`");
        let fix = match self.declared.get(&local) {
            Some(declared) => format!("declare it as `mut {name}` in line {}", self.errors.line(*declared)),
            None => format!("declare it as `mut {name}`"),
        };
        self.errors.report(area, problem, fix);
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
            Some(_) if self.infer.resolve(value.ty) == Ty::Error => return Expr::error(area),
            Some(_) => {
                let fix = "assign to a variable or to an element of a buffer";
                self.errors.report(at, format!("`{name}` cannot be assigned to"), fix);
                return Expr::error(area);
            }
            None => {
                let meant = self.meant(&name, |entity| matches!(entity, Entity::Local(_)));
                let note = meant.map(|meant| format!("In a kernel: did you mean `{meant}`?"));
                self.errors.report_rule(at, &Problem::AssignToUndeclared { name }, note);
                return Expr::error(area);
            }
        };
        let (ty, is_mutable) = (self.locals[local].ty, self.locals[local].is_mutable);
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
                self.binary_type(op, &current, &value);
            }
            None if self.infer.unify(ty, value.ty).is_none() => {
                let (expected, got) = (self.infer.resolve(ty), self.infer.resolve(value.ty));
                if let (Some(declared), Some(got)) = (expected.data(), got.data()) {
                    let fix = self.conversion(value.area, expected, Ty::of(got));
                    let from = self
                        .declared
                        .get(&local)
                        .map(|area| format!("; `{name}` is declared in line {}", self.errors.line(*area)));
                    let note = format!("In a kernel: {fix}{}.", from.unwrap_or_default());
                    let problem = Problem::AssignType { name, declared, got };
                    self.errors.report_rule(value.area, &problem, Some(note));
                } else {
                    let fix = "assign a value of its type";
                    self.errors.report(value.area, format!("expected `{expected}`, got `{got}`"), fix);
                }
            }
            None => {}
        }
        Expr { kind: Kind::Assign { local, op, value: Box::new(value) }, ty: Ty::Unit, area }
    }
}
