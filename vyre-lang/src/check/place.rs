//! Places: elements of buffers, lanes of vectors, variables. What is assigned to them is in `assign`.

use super::extent::Extent;
use super::{Checker, Entity, plain};
use crate::diagnostics::Area;
use crate::hir::{Block, BufferId, Expr, Kind};
use crate::syntax::strip;
use crate::types::{Form, Ty};
use vyre_ir::Problem;

impl Checker<'_> {
    /// An index of a buffer.
    pub(super) fn index(&mut self, index: &syn::Expr) -> Expr {
        if let syn::Expr::Range(range) = strip(index) {
            let fix = "write a `&` before it, as in `&a[i..j]`, or index one element";
            self.errors.report(Area::of(range), "a part of an array is a slice, and no value", fix);
            return Expr::error(Area::of(range));
        }
        self.expr(index)
    }

    /// An index of the buffer `name`, which may be that of a tensor.
    pub(super) fn index_of(&mut self, name: Option<&str>, index: &syn::Expr) -> Expr {
        self.inside_of(name, |checker| checker.index(index))
    }

    /// Checks what stands between the brackets behind `name`. Indices of tensors are casts there, which name no tensor.
    pub(super) fn inside_of<R>(&mut self, name: Option<&str>, check: impl FnOnce(&mut Self) -> R) -> R {
        let outer = std::mem::replace(&mut self.indexed_name, name.map(str::to_string));
        let result = check(self);
        self.indexed_name = outer;
        result
    }

    /// An index of an array as a `u32`.
    pub(super) fn index_value(&mut self, index: &syn::Expr) -> Expr {
        let index = self.index(index);
        self.as_index(index, "array")
    }

    /// An index as a `u32`; reports what is no integer. What a `u32` cannot say, and every negative number, is out of bounds.
    pub(super) fn as_index(&mut self, index: Expr, name: &str) -> Expr {
        let area = index.area;
        let problem = |got| Problem::IndexType { name: name.to_string(), got };
        match self.infer.resolve(index.ty) {
            Ty::U32 | Ty::Error | Ty::Never => return index,
            Ty::Int(_) if matches!(index.kind, Kind::Literal(bits) if (bits as i128).is_negative()) => {
                self.errors.report(area, "a negative index is out of bounds", "use an index from 0 on");
                self.infer.unify(index.ty, Ty::Error);
                return Expr::error(area);
            }
            Ty::Int(_) if matches!(index.kind, Kind::Literal(_)) => {
                self.meant.indices.push((area.written, Ty::U32));
                self.infer.unify(index.ty, Ty::U32);
                return index;
            }
            ty if ty.is_float() => {
                self.number_u32(&index, problem);
                return Expr::error(area);
            }
            _ if !self.number(&index, problem) => return Expr::error(area),
            Ty::Int(_) | Ty::Open(_) => {
                self.meant.indices.push((area.written, index.ty));
                self.indices.push(index.ty);
            }
            _ => {}
        }
        Expr { kind: Kind::Index(Box::new(index)), ty: Ty::U32, area }
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
        if let Some(table) = self.table(path, 1) {
            if !self.sees_table(table, path.area()) {
                return None;
            }
            let name = self.buffers[table].decl.name.clone();
            return Some((table, name));
        }
        let Some(name) = path.path.get_ident().map(plain) else {
            self.errors.report(
                area,
                "only buffers and tables can be indexed",
                "index a parameter or a constant",
            );
            return None;
        };
        match self.lookup(&name) {
            Some(Entity::Buffer(buffer)) if !self.buffers[buffer].dimensions.is_empty() => {
                let problem = format!("`{name}` is an array of arrays, of which this is no element");
                self.errors.report(index.area(), problem, "write an index for each of them");
            }
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
                let meant = self.meant(&name, |entity| matches!(entity, Entity::Buffer(_)));
                let fix = match meant {
                    Some(meant) => format!("did you mean `{meant}`?"),
                    None => format!("take it as an argument, `{name}: &[u32]`, or the element"),
                };
                let problem = format!("a function sees only what it takes, and no `{name}`");
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

    /// The array of arrays that a place is an element of.
    pub(super) fn nested_base(&self, place: &syn::ExprIndex) -> Option<BufferId> {
        let (mut rank, mut base) = (1, strip(&place.expr));
        while let syn::Expr::Index(outer) = base {
            (rank, base) = (rank + 1, strip(&outer.expr));
        }
        let syn::Expr::Path(path) = base else { return None };
        match self.lookup(&plain(path.path.get_ident()?))? {
            Entity::Buffer(buffer) if self.buffers[buffer].dimensions.len() == rank => Some(buffer),
            _ => None,
        }
    }

    /// The vector of `vector[index]`, if that is one.
    pub(super) fn vector_base(&mut self, base: &syn::Expr) -> Option<Expr> {
        if self.behind(base).is_some() {
            return Some(self.base(base));
        }
        match strip(base) {
            syn::Expr::Path(path) => match self.lookup(&plain(path.path.get_ident()?)) {
                Some(Entity::Local(local))
                    if self.infer.resolve(self.locals[local].ty).vector_lanes().is_some()
                        || self.infer.parts(self.locals[local].ty).is_some() =>
                {
                    Some(self.path(path))
                }
                Some(Entity::Const(_, ty, _)) if ty.vector_lanes().is_some() => Some(self.path(path)),
                Some(Entity::Item(item))
                    if self.infer.resolve(self.items.list[item].ty).vector_lanes().is_some() =>
                {
                    Some(self.path(path))
                }
                _ => None,
            },
            syn::Expr::Index(_)
            | syn::Expr::Array(_)
            | syn::Expr::Repeat(_)
            | syn::Expr::Call(_)
            | syn::Expr::MethodCall(_)
            | syn::Expr::If(_)
            | syn::Expr::Match(_)
            | syn::Expr::Block(_)
            | syn::Expr::Field(_)
            | syn::Expr::Cast(_) => Some(self.expr(base)),
            _ => None,
        }
    }

    pub(super) fn load(&mut self, expr: &syn::ExprIndex) -> Expr {
        let area = expr.area();
        if let Some(element) = self
            .element_of_value(expr)
            .or_else(|| self.element_of_parts(expr))
            .or_else(|| self.table_row(expr))
            .or_else(|| self.nested_table(expr))
            .or_else(|| self.row_value(expr))
        {
            return element;
        }
        if let Some((buffer, index)) = self.nested_element(expr) {
            if self.infer.resolve(index.ty) == Ty::Error {
                return index;
            }
            let ty = self.buffers[buffer].ty;
            return Expr { kind: Kind::Load { buffer, index: Box::new(index) }, ty, area };
        }
        if let Some(value) = self.vector_base(&expr.expr) {
            return self.lane(value, &expr.index, area);
        }
        if let syn::Expr::Lit(syn::ExprLit { lit: syn::Lit::ByteStr(_), .. }) = strip(&expr.expr)
            && self.is_kernel
        {
            let bytes = self.base(&expr.expr);
            return self.lane(bytes, &expr.index, area);
        }
        let found = self.indexed(expr, |name| Problem::LoadFromUnknown { name });
        let index = self.index_of(found.as_ref().map(|(_, name)| name.as_str()), &expr.index);
        let Some((buffer, name)) = found else { return Expr::error(area) };
        let index = self.as_index(index, &name);
        if self.infer.resolve(index.ty) == Ty::Error {
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

    pub(super) fn lane(&mut self, value: Expr, index: &syn::Expr, area: Area) -> Expr {
        let value = self.behind_references(value);
        let index = self.index(index);
        if !self.demand_known(&value) {
            return Expr::error(area);
        }
        if let Some((Form::Array, _)) = self.infer.parts(value.ty) {
            return self.element(value, index, area).unwrap_or_else(|| Expr::error(area));
        }
        let mut stmts = Vec::new();
        if let Some(slice) = self.slice_behind(&value, &mut stmts) {
            let Some(buffer) = slice else { return Expr::error(area) };
            let index = self.as_index(index, "slice");
            if self.infer.resolve(index.ty) == Ty::Error {
                return Expr::error(area);
            }
            let load = self.element_of_slice(buffer, index, area);
            let (ty, tail) = (load.ty, Some(Box::new(load)));
            return Expr { kind: Kind::Block(Block { stmts, tail }), ty, area };
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
        Expr { kind: Kind::Lane { value: Box::new(value), index: Box::new(index) }, ty: ty.lane(), area }
    }

    /// The index of a lane, which must be a `u32`, and below the number of lanes where it is constant; it is a literal then.
    pub(super) fn demand_lane(&mut self, index: Expr, lanes: u32, ty: Ty) -> Option<Expr> {
        let index = self.as_index(index, &ty.to_string());
        if self.infer.resolve(index.ty) == Ty::Error {
            return None;
        }
        match self.known(&index) {
            Some([constant, ..]) if constant >= lanes => {
                self.beyond(index.area, lanes as usize);
                None
            }
            Some([constant, ..]) => Some(Expr { kind: Kind::Literal(constant.into()), ..index }),
            None => Some(index),
        }
    }
}
