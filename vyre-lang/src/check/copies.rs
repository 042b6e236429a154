//! Copies of arrays that are no values: those with many elements, with a length that only rustc knows, and arrays of arrays. They are copied
//! element by element.

use super::{Checker, Entity, plain};
use crate::diagnostics::Area;
use crate::hir::{Block, Buffer, BufferId, Counted, Expr, Kind, Loop, Stmt};
use crate::syntax::strip;
use crate::types::{Form, Ty};
use vyre_ir::{BufferAccess, BufferDecl, DataType};

/// The elements of an array, or of one of the innermost arrays of an array of arrays.
struct Elements {
    array: BufferId,
    /// The indices of the innermost array; nothing for the whole.
    row: Vec<Expr>,
}

impl Checker<'_> {
    /// The local or workgroup array that an expression names.
    fn array_named(&self, expr: &syn::Expr) -> Option<BufferId> {
        let syn::Expr::Path(path) = strip(expr) else { return None };
        let Some(Entity::Buffer(buffer)) = self.lookup(&plain(path.path.get_ident()?)) else { return None };
        let known = &self.buffers[buffer];
        let is_array = matches!(known.decl.access, BufferAccess::Private | BufferAccess::Workgroup);
        (is_array && !known.is_slice && !known.is_atomic).then_some(buffer)
    }

    /// The array of arrays that an expression names: a local or workgroup array, or a buffer whose elements are arrays.
    fn grid_named(&self, expr: &syn::Expr) -> Option<BufferId> {
        self.array_named(expr).or_else(|| {
            let syn::Expr::Path(path) = strip(expr) else { return None };
            let Some(Entity::Buffer(buffer)) = self.lookup(&plain(path.path.get_ident()?)) else {
                return None;
            };
            let known = &self.buffers[buffer];
            (!known.dimensions.is_empty() && !known.is_slice && !known.is_atomic).then_some(buffer)
        })
    }

    /// The array behind a `&[T; N]` or a `&mut [T; N]`, with the number of its elements.
    pub(super) fn array_behind(&self, reference: &syn::Expr) -> Option<(BufferId, u32)> {
        let syn::Expr::Path(path) = strip(reference) else { return None };
        let Entity::Buffer(buffer) = self.lookup(&plain(path.path.get_ident()?))? else { return None };
        let count =
            self.lengths.get(&buffer).copied().filter(|count| *count <= super::aggregate::MAX_PARTS)?;
        Some((buffer, count))
    }

    /// `*array`, as a value.
    pub(super) fn dereferenced_array(&mut self, unary: &syn::ExprUnary) -> Option<Expr> {
        matches!(unary.op, syn::UnOp::Deref(_)).then(|| self.array_behind_name(&unary.expr))?
    }

    /// The array to which a name refers, as a value.
    pub(super) fn array_behind_name(&mut self, reference: &syn::Expr) -> Option<Expr> {
        let (buffer, count) = self.array_behind(reference)?;
        let (area, ty) = (Area::of(reference), self.buffers[buffer].ty);
        let element = |at: u32| {
            let index = Box::new(Expr { kind: Kind::Literal(at.into()), ty: Ty::U32, area });
            Expr { kind: Kind::Load { buffer, index }, ty, area }
        };
        let parts = (0..count).map(element).collect();
        let ty = self.array_type(ty, count, area);
        let is_vector = self.infer.resolve(ty).vector_lanes().is_some();
        Some(Expr { kind: if is_vector { Kind::Compose(parts) } else { Kind::Many(parts) }, ty, area })
    }

    /// `*array = value`
    pub(super) fn assign_behind(&mut self, unary: &syn::ExprUnary, value: &Expr, area: Area) -> Option<Expr> {
        if !matches!(unary.op, syn::UnOp::Deref(_)) {
            return None;
        }
        let (buffer, count) = self.array_behind(&unary.expr)?;
        let (element, name) = (self.buffers[buffer].ty, self.buffers[buffer].decl.name.clone());
        if self.buffers[buffer].is_constant {
            let problem = format!("`{name}` is a `&`, through which nothing is assigned");
            self.errors.report(Area::of(unary), problem, format!("make `{name}` a `&mut`"));
            return Some(Expr::error(area));
        }
        let ty = self.array_type(element, count, area);
        if !self.demand(value, ty) {
            return Some(Expr::error(area));
        }
        let mut stmts = Vec::new();
        let value = self.hidden("array", value.clone(), &mut stmts);
        stmts.extend(self.stored_elements(buffer, count, &value));
        Some(Expr { kind: Kind::Block(Block { stmts, tail: None }), ty: Ty::Unit, area })
    }

    /// The stores of a value, which is an array in a variable, to the first elements of a buffer.
    pub(super) fn stored_elements(&self, buffer: BufferId, count: u32, value: &Expr) -> Vec<Stmt> {
        let (element, area) = (self.buffers[buffer].ty, value.area);
        let store = |at: u32| {
            let index = Box::new(Expr { kind: Kind::Literal(at.into()), ty: Ty::U32, area });
            let value = Box::new(self.part(value.clone(), at as usize, element, area));
            let kind = Kind::Store { buffer, index, op: None, value, place: area };
            Stmt::Expr(Expr { kind, ty: Ty::Unit, area })
        };
        (0..count).map(store).collect()
    }

    /// What an expression names of a local or workgroup array: all of it, or one of its innermost arrays, whose indices are in variables
    /// then. Nothing inside where an index is erroneous.
    fn elements_named(&mut self, expr: &syn::Expr, stmts: &mut Vec<Stmt>) -> Option<Option<Elements>> {
        if let Some(array) = self.array_named(expr) {
            return Some(Some(Elements { array, row: Vec::new() }));
        }
        let syn::Expr::Index(index) = strip(expr) else { return None };
        let (array, indices) = self.row_named(index)?;
        let row = self.row_indices(indices);
        Some(row.map(|row| Elements { array, row: self.settled_indices(row, stmts) }))
    }

    /// Whether an expression that names elements is a value.
    fn is_array_of_values(&mut self, expr: &syn::Expr) -> bool {
        match strip(expr) {
            syn::Expr::Index(index) => self.row_parts(index).is_some(),
            _ => {
                self.array_named(expr).is_some_and(|array| self.whole_array(array, Area::of(expr)).is_some())
            }
        }
    }

    /// `let name = array;`, if that is no value.
    pub(super) fn bind_copy(
        &mut self,
        name: &syn::Ident,
        is_mutable: bool,
        value: &syn::Expr,
        stmts: &mut Vec<Stmt>,
    ) -> Option<Entity> {
        if !self.is_kernel || self.is_array_of_values(value) {
            return None;
        }
        let Some(from) = self.elements_named(value, stmts)? else { return Some(Entity::Poisoned) };
        let area = Area::from(name.span());
        let known = &self.buffers[from.array];
        let (ty, length) = (known.ty, known.length.clone());
        let (count, length, dimensions) = match known.dimensions.last() {
            Some(last) if !from.row.is_empty() => {
                let last = last.clone();
                let count = self.known(&last).map(|[count, ..]| count);
                (count.unwrap_or(1), count.is_none().then_some(last), Vec::new())
            }
            _ => (known.decl.count, length, known.dimensions.clone()),
        };
        let decl = BufferDecl::private(plain(name), count, DataType::U32);
        self.buffers.push(Buffer {
            is_constant: !is_mutable,
            length,
            dimensions,
            ..Buffer::new(decl, area, ty)
        });
        let to = Elements { array: self.buffers.len() - 1, row: Vec::new() };
        let entity = Entity::Buffer(to.array);
        let copy = self.copy(&to, &from, area);
        stmts.push(Stmt::Expr(copy));
        Some(entity)
    }

    /// `array = other`, if that is no value.
    pub(super) fn assign_copy(&mut self, place: &syn::Expr, value: &syn::Expr, area: Area) -> Option<Expr> {
        let is_whole = self.array_named(place).is_some() && self.array_named(value).is_some();
        if self.is_array_of_values(place) && self.is_array_of_values(value) {
            return None;
        }
        let is_row =
            |it: &syn::Expr| matches!(strip(it), syn::Expr::Index(index) if self.row_named(index).is_some());
        if !is_whole && ![place, value].into_iter().all(|it| self.array_named(it).is_some() || is_row(it)) {
            return None;
        }
        let mut stmts = Vec::new();
        let from = self.elements_named(value, &mut stmts)?;
        let to = self.elements_named(place, &mut stmts)?;
        let (Some(from), Some(to)) = (from, to) else { return Some(Expr::error(area)) };
        if !self.is_writable(to.array, Area::of(place), None) {
            return Some(Expr::error(area));
        }
        let [own, other] = [&to, &from].map(|elements| self.count_of(elements));
        let is_other =
            own.0 != other.0 || matches!((own.1, other.1), (Some(own), Some(other)) if own != other);
        let (own, other) = (self.buffers[to.array].ty, self.buffers[from.array].ty);
        if is_other || self.infer.unify(own, other).is_none() {
            let name = &self.buffers[to.array].decl.name;
            let problem = format!("`{name}` is an array of another type or length");
            self.errors.report(area, problem, "copy the elements that are meant in a loop");
            return Some(Expr::error(area));
        }
        stmts.push(Stmt::Expr(self.copy(&to, &from, area)));
        Some(Expr { kind: Kind::Block(Block { stmts, tail: None }), ty: Ty::Unit, area })
    }

    /// How many arrays are in each other in what is named, and how many elements it has in all, if that is known.
    fn count_of(&mut self, elements: &Elements) -> (usize, Option<u32>) {
        let known = &self.buffers[elements.array];
        let (rank, count) = (known.dimensions.len(), known.decl.count);
        match known.dimensions.last().cloned() {
            Some(last) if !elements.row.is_empty() => (0, self.known(&last).map(|[count, ..]| count)),
            _ => (rank, known.length.is_none().then_some(count)),
        }
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
        if !self.demand(value, ty) || !self.is_writable(buffer, Area::of(index), None) {
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
        let parts = self.row_parts(index)?;
        let (buffer, indices) = self.row_named(index)?;
        Some((buffer, self.row_indices(indices), parts))
    }

    /// The number of elements of one of the innermost arrays of an array of arrays, if it is a value.
    fn row_parts(&mut self, index: &syn::ExprIndex) -> Option<u32> {
        let (buffer, _) = self.row_named(index)?;
        let last = self.buffers[buffer].dimensions.last()?.clone();
        let [parts, ..] = self.known(&last)?;
        (parts <= super::aggregate::MAX_PARTS).then_some(parts)
    }

    /// The array of arrays of which an expression is one of the innermost arrays, and its indices as they are written.
    fn row_named<'e>(&self, index: &'e syn::ExprIndex) -> Option<(BufferId, Vec<&'e syn::Expr>)> {
        let (mut indices, mut base) = (vec![&*index.index], strip(&index.expr));
        while let syn::Expr::Index(outer) = base {
            indices.push(&outer.index);
            base = strip(&outer.expr);
        }
        let buffer = self.grid_named(base)?;
        let is_range = |index: &&syn::Expr| matches!(strip(index), syn::Expr::Range(_));
        let is_row = self.buffers[buffer].dimensions.len() == indices.len() + 1;
        indices.reverse();
        (is_row && !indices.iter().any(is_range)).then_some((buffer, indices))
    }

    /// Indices as values; nothing where one is erroneous.
    fn row_indices(&mut self, indices: Vec<&syn::Expr>) -> Option<Vec<Expr>> {
        let indices: Vec<Expr> = indices.into_iter().map(|index| self.index_value(index)).collect();
        let is_fine = indices.iter().all(|index| self.infer.resolve(index.ty) != Ty::Error);
        is_fine.then_some(indices)
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
        self.offset_of(buffer, indices, last)
    }

    /// The offset of an element of one of the innermost arrays.
    fn offset_of(&self, buffer: BufferId, row: &[Expr], last: Expr) -> Expr {
        let area = last.area;
        let indices = row.iter().cloned().chain([last]).collect();
        let lengths = self.buffers[buffer].dimensions.clone();
        Expr { kind: Kind::Offset { indices, lengths }, ty: Ty::U32, area }
    }

    /// A copy of a local or workgroup array, for a loop over its values whose body may change it.
    pub(super) fn copied_array(&mut self, from: BufferId, area: Area, stmts: &mut Vec<Stmt>) -> BufferId {
        let known = &self.buffers[from];
        let (count, ty, length) = (known.decl.count, known.ty, known.length.clone());
        let decl = BufferDecl::private("list", count, DataType::U32);
        self.buffers.push(Buffer { is_constant: true, length, ..Buffer::new(decl, area, ty) });
        let to = Elements { array: self.buffers.len() - 1, row: Vec::new() };
        let copy = self.copy(&to, &Elements { array: from, row: Vec::new() }, area);
        stmts.push(Stmt::Expr(copy));
        to.array
    }

    /// Whether a closure that moves an array has a copy of it: of a local one that may change.
    pub(super) fn is_moved(&self, array: BufferId) -> bool {
        let known = &self.buffers[array];
        known.decl.access == BufferAccess::Private
            && !known.is_slice
            && !known.is_atomic
            && !known.is_constant
    }

    /// The copy of an array that a closure moves; nothing for what it shares.
    pub(super) fn moved_array(
        &mut self,
        from: BufferId,
        area: Area,
        stmts: &mut Vec<Stmt>,
    ) -> Option<BufferId> {
        if !self.is_moved(from) {
            return None;
        }
        let known = &self.buffers[from];
        let (count, ty, length) = (known.decl.count, known.ty, known.length.clone());
        let dimensions = known.dimensions.clone();
        let decl = BufferDecl::private(known.decl.name.clone(), count, DataType::U32);
        self.buffers.push(Buffer { length, dimensions, ..Buffer::new(decl, area, ty) });
        let to = Elements { array: self.buffers.len() - 1, row: Vec::new() };
        let copy = self.copy(&to, &Elements { array: from, row: Vec::new() }, area);
        stmts.push(Stmt::Expr(copy));
        Some(to.array)
    }

    fn copy(&mut self, to: &Elements, from: &Elements, area: Area) -> Expr {
        let local = self.local("at", Ty::U32, false);
        self.locals[local].is_induction = true;
        self.all_loops.push(Loop::default());
        let id = self.all_loops.len() - 1;
        let number = |kind| Box::new(Expr { kind, ty: Ty::U32, area });
        let index = |elements: &Elements| match &elements.row[..] {
            [] => number(Kind::Local(local)),
            row => Box::new(self.offset_of(elements.array, row, *number(Kind::Local(local)))),
        };
        let end = match self.buffers[from.array].dimensions.last() {
            Some(last) if !from.row.is_empty() => Box::new(last.clone()),
            _ => number(Kind::Len(from.array)),
        };
        let range =
            Counted { from: number(Kind::Literal(0)), to: end, is_closed: false, adaptors: Vec::new() };
        let ty = self.buffers[from.array].ty;
        let load = Kind::Load { buffer: from.array, index: index(from) };
        let value = Box::new(Expr { kind: load, ty, area });
        let store = Kind::Store { buffer: to.array, index: index(to), op: None, value, place: area };
        let stmts = vec![Stmt::Expr(Expr { kind: store, ty: Ty::Unit, area })];
        let body = Block { stmts, tail: None };
        Expr { kind: Kind::For { id, local, range, body }, ty: Ty::Unit, area }
    }
}
