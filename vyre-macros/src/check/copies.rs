//! Copies of arrays that are no values: those with many elements, with a length that only rustc knows, and arrays of arrays. They are copied
//! element by element.

use super::{Checker, Entity, plain};
use crate::diagnostics::Area;
use crate::hir::{Block, Buffer, BufferId, Counted, Expr, Kind, Loop, Stmt};
use crate::syntax::strip;
use crate::types::{Form, Ty};
use vyre_ir::{BufferAccess, BufferDecl, DataType};

impl Checker<'_> {
    /// The local or workgroup array that an expression names.
    fn array_named(&self, expr: &syn::Expr) -> Option<BufferId> {
        let syn::Expr::Path(path) = strip(expr) else { return None };
        let Some(Entity::Buffer(buffer)) = self.lookup(&plain(path.path.get_ident()?)) else { return None };
        let known = &self.buffers[buffer];
        let is_array = matches!(known.decl.access, BufferAccess::Private | BufferAccess::Workgroup);
        (is_array && !known.is_slice && !known.is_atomic).then_some(buffer)
    }

    /// The array behind a `&[T; N]` or a `&mut [T; N]`, with the number of its elements.
    fn array_behind(&self, unary: &syn::ExprUnary) -> Option<(BufferId, u32)> {
        let (syn::UnOp::Deref(_), syn::Expr::Path(path)) = (&unary.op, strip(&unary.expr)) else {
            return None;
        };
        let Entity::Buffer(buffer) = self.lookup(&plain(path.path.get_ident()?))? else { return None };
        let count =
            self.lengths.get(&buffer).copied().filter(|count| *count <= super::aggregate::MAX_PARTS)?;
        Some((buffer, count))
    }

    /// `*array`, as a value.
    pub(super) fn dereferenced_array(&mut self, unary: &syn::ExprUnary) -> Option<Expr> {
        let (buffer, count) = self.array_behind(unary)?;
        let (area, ty) = (Area::of(unary), self.buffers[buffer].ty);
        let element = |at: u32| {
            let index = Box::new(Expr { kind: Kind::Literal(at.into()), ty: Ty::U32, area });
            Expr { kind: Kind::Load { buffer, index }, ty, area }
        };
        let parts = (0..count).map(element).collect();
        let ty = self.infer.many(Form::Array, vec![ty; count as usize]);
        Some(Expr { kind: Kind::Many(parts), ty, area })
    }

    /// `*array = value`
    pub(super) fn assign_behind(&mut self, unary: &syn::ExprUnary, value: &Expr, area: Area) -> Option<Expr> {
        let (buffer, count) = self.array_behind(unary)?;
        let (element, name) = (self.buffers[buffer].ty, self.buffers[buffer].decl.name.clone());
        if self.buffers[buffer].is_constant {
            let problem = format!("`{name}` is a `&`, through which nothing is assigned");
            self.errors.report(Area::of(unary), problem, format!("make `{name}` a `&mut`"));
            return Some(Expr::error(area));
        }
        let ty = self.infer.many(Form::Array, vec![element; count as usize]);
        if !self.demand(value, ty) {
            return Some(Expr::error(area));
        }
        let mut stmts = Vec::new();
        let value = self.hidden("array", value.clone(), &mut stmts);
        for at in 0..count {
            let index = Box::new(Expr { kind: Kind::Literal(at.into()), ty: Ty::U32, area });
            let value = Box::new(self.part(value.clone(), at as usize, element, area));
            let kind = Kind::Store { buffer, index, op: None, value, place: area };
            stmts.push(Stmt::Expr(Expr { kind, ty: Ty::Unit, area }));
        }
        Some(Expr { kind: Kind::Block(Block { stmts, tail: None }), ty: Ty::Unit, area })
    }

    /// `let name = array;`, if that is no value.
    pub(super) fn bind_copy(
        &mut self,
        name: &syn::Ident,
        is_mutable: bool,
        value: &syn::Expr,
        stmts: &mut Vec<Stmt>,
    ) -> Option<Entity> {
        let from = self.array_named(value)?;
        let area = Area::from(name.span());
        if !self.is_kernel || self.whole_array(from, area).is_some() {
            return None;
        }
        let known = &self.buffers[from];
        let buffer = Buffer {
            is_constant: !is_mutable,
            length: known.length.clone(),
            dimensions: known.dimensions.clone(),
            ..Buffer::new(BufferDecl::private(plain(name), known.decl.count, DataType::U32), area, known.ty)
        };
        self.buffers.push(buffer);
        let to = self.buffers.len() - 1;
        let copy = self.copy(to, from, area);
        stmts.push(Stmt::Expr(copy));
        Some(Entity::Buffer(to))
    }

    /// `array = other`, if that is no value.
    pub(super) fn assign_copy(&mut self, place: &syn::Expr, value: &syn::Expr, area: Area) -> Option<Expr> {
        let (to, from) = (self.array_named(place)?, self.array_named(value)?);
        if self.whole_array(to, area).is_some() && self.whole_array(from, area).is_some() {
            return None;
        }
        let [own, other] = [to, from].map(|array| &self.buffers[array]);
        let name = own.decl.name.clone();
        if own.is_constant {
            let fix = format!("declare it as `mut {name}`");
            self.errors.report(area, format!("`{name}` is assigned to, but it is not `mut`"), fix);
            return Some(Expr::error(area));
        }
        let is_known = own.length.is_none() && other.length.is_none();
        let (wanted, got) = (own.decl.count, other.decl.count);
        let is_alike = own.dimensions.len() == other.dimensions.len() && (!is_known || wanted == got);
        let (own, other) = (own.ty, other.ty);
        if !is_alike || self.infer.unify(own, other).is_none() {
            let problem = format!("`{name}` is an array of another type or length");
            self.errors.report(area, problem, "copy the elements that are meant in a loop");
            return Some(Expr::error(area));
        }
        Some(self.copy(to, from, area))
    }

    /// `t[i]` of an array of arrays, as a value.
    pub(super) fn row_value(&mut self, index: &syn::ExprIndex) -> Option<Expr> {
        let (buffer, indices, parts) = self.row_of(index)?;
        let area = Area::of(index);
        let mut stmts = Vec::new();
        let indices = self.settled_indices(indices?, &mut stmts);
        let ty = self.buffers[buffer].ty;
        let element = |at: u32| {
            let index = self.offset_in_row(buffer, &indices, at, area);
            Expr { kind: Kind::Load { buffer, index: Box::new(index) }, ty, area }
        };
        let values = (0..parts).map(element).collect();
        let ty = self.infer.many(Form::Array, vec![ty; parts as usize]);
        let whole = Expr { kind: Kind::Many(values), ty, area };
        Some(Expr { kind: Kind::Block(Block { stmts, tail: Some(Box::new(whole)) }), ty, area })
    }

    /// `t[i] = value` of an array of arrays.
    pub(super) fn assign_row(&mut self, place: &syn::Expr, value: &Expr, area: Area) -> Option<Expr> {
        let syn::Expr::Index(index) = strip(place) else { return None };
        let (buffer, indices, parts) = self.row_of(index)?;
        let Some(indices) = indices else { return Some(Expr::error(area)) };
        let element = self.buffers[buffer].ty;
        let ty = self.infer.many(Form::Array, vec![element; parts as usize]);
        if !self.demand(value, ty) || !self.demand_writable(buffer, Area::of(index)) {
            return Some(Expr::error(area));
        }
        let mut stmts = Vec::new();
        let value = self.hidden("row", value.clone(), &mut stmts);
        let indices = self.settled_indices(indices, &mut stmts);
        for at in 0..parts {
            let index = Box::new(self.offset_in_row(buffer, &indices, at, area));
            let value = Box::new(self.part(value.clone(), at as usize, element, area));
            let kind = Kind::Store { buffer, index, op: None, value, place: area };
            stmts.push(Stmt::Expr(Expr { kind, ty: Ty::Unit, area }));
        }
        Some(Expr { kind: Kind::Block(Block { stmts, tail: None }), ty: Ty::Unit, area })
    }

    /// The array of arrays of which an expression is one of the innermost arrays, its indices, and the number of elements; the indices are
    /// nothing where one is erroneous.
    fn row_of(&mut self, index: &syn::ExprIndex) -> Option<(BufferId, Option<Vec<Expr>>, u32)> {
        let (mut indices, mut base) = (vec![&*index.index], strip(&index.expr));
        while let syn::Expr::Index(outer) = base {
            indices.push(&outer.index);
            base = strip(&outer.expr);
        }
        let buffer = self.array_named(base)?;
        let lengths = self.buffers[buffer].dimensions.clone();
        let is_range = |index: &&syn::Expr| matches!(strip(index), syn::Expr::Range(_));
        if lengths.len() != indices.len() + 1 || indices.iter().any(is_range) {
            return None;
        }
        let [parts, ..] = self.known(lengths.last()?)?;
        if parts > super::aggregate::MAX_PARTS {
            return None;
        }
        let indices: Vec<Expr> = indices.into_iter().rev().map(|index| self.index_value(index)).collect();
        let is_fine = indices.iter().all(|index| self.infer.resolve(index.ty) != Ty::Error);
        Some((buffer, is_fine.then_some(indices), parts))
    }

    pub(super) fn settled_indices(&mut self, indices: Vec<Expr>, stmts: &mut Vec<Stmt>) -> Vec<Expr> {
        let settled = |index: Expr| match index.kind {
            Kind::Literal(_) => index,
            _ => self.hidden("index", index, stmts),
        };
        indices.into_iter().map(settled).collect()
    }

    fn offset_in_row(&self, buffer: BufferId, indices: &[Expr], at: u32, area: Area) -> Expr {
        let last = Expr { kind: Kind::Literal(at.into()), ty: Ty::U32, area };
        let indices = indices.iter().cloned().chain([last]).collect();
        let lengths = self.buffers[buffer].dimensions.clone();
        Expr { kind: Kind::Offset { indices, lengths }, ty: Ty::U32, area }
    }

    fn copy(&mut self, to: BufferId, from: BufferId, area: Area) -> Expr {
        let local = self.local("at", Ty::U32, false);
        self.locals[local].is_induction = true;
        self.all_loops.push(Loop::default());
        let id = self.all_loops.len() - 1;
        let number = |kind| Box::new(Expr { kind, ty: Ty::U32, area });
        let (start, end) = (number(Kind::Literal(0)), number(Kind::Len(from)));
        let range = Counted { from: start, to: end, is_closed: false, adaptors: Vec::new() };
        let ty = self.buffers[from].ty;
        let load = Kind::Load { buffer: from, index: number(Kind::Local(local)) };
        let value = Box::new(Expr { kind: load, ty, area });
        let index = number(Kind::Local(local));
        let store = Kind::Store { buffer: to, index, op: None, value, place: area };
        let stmts = vec![Stmt::Expr(Expr { kind: store, ty: Ty::Unit, area })];
        let body = Block { stmts, tail: None };
        Expr { kind: Kind::For { id, local, range, body }, ty: Ty::Unit, area }
    }
}
