//! Slices: `&a[i..j]` and its kin, behind a `let` or as an argument, and the parameters that take them. A slice is a name for a part of an
//! array; a function that takes one is emitted in the place of each call.

use super::extent::Extent;
use super::slice_values::number_of;
use super::{Checker, Entity, plain};
use crate::diagnostics::Area;
use crate::hir::{Base, Buffer, BufferId, Cut, Expr, Kind, Stmt, View};
use crate::signature;
use crate::syntax::strip;
use crate::types::{Form, Ty};
use vyre_ir::{BufferDecl, DataType};

/// A slice that is written somewhere, and what is known of its elements.
pub(super) struct Viewed {
    pub(super) view: View,
    pub(super) borrowed: Borrowed,
    /// What users call the array.
    pub(super) name: String,
    pub(super) ty: Ty,
    pub(super) is_atomic: bool,
    pub(super) is_writable: bool,
    /// Whether a `&` or a `&mut` stands before it, and which; nothing for a name that is a slice already.
    pub(super) is_exclusive: Option<bool>,
    /// Whether it is an array of the kernel's own, which is no slice without a `&`.
    pub(super) is_own: bool,
    /// The arrays in an array of arrays.
    pub(super) dimensions: Vec<Expr>,
}

/// What a reference keeps others from using: a variable, or a part of it.
#[derive(Clone)]
pub(super) struct Borrowed {
    pub(super) root: Base,
    pub(super) path: Vec<usize>,
    /// The parts that it is in of what has been split in two: which split, and whether the second.
    pub(super) halves: Vec<(usize, bool)>,
}

impl Borrowed {
    /// Whether two references are to the same value, or one is to a part of the other's.
    fn meets(&self, other: &Borrowed) -> bool {
        let shared = self.path.iter().zip(&other.path);
        let is_apart = self.halves.iter().any(|(split, second)| other.halves.contains(&(*split, !second)));
        !is_apart && self.root == other.root && shared.into_iter().all(|(own, other)| own == other)
    }
}

impl Checker<'_> {
    /// The buffer that stands for a parameter `&[T]`, `&mut [T]`, `&[AtomicU32]` or `&[u8]` of a kernel's function.
    pub(super) fn slice_param(&mut self, input: &syn::PatType) -> Option<BufferId> {
        let syn::Type::Reference(reference) = &*input.ty else { return None };
        if !self.is_kernel {
            return None;
        }
        let (element, length) = match &*reference.elem {
            syn::Type::Slice(slice) => (&*slice.elem, None),
            // One atomic element is a slice of one.
            one if signature::is_atomic(one) && reference.mutability.is_none() => (one, None),
            // An array that is no vector is in memory of its own.
            syn::Type::Array(array) if signature::written(&reference.elem).is_none() => {
                (&*array.elem, Some(self.length(&array.len)))
            }
            _ => return None,
        };
        let (name, area) = match &*input.pat {
            syn::Pat::Ident(name) => (plain(&name.ident), Area::from(name.ident.span())),
            other => ("slice".to_string(), Area::of(other)),
        };
        let is_mutable = reference.mutability.is_some();
        let atomic = signature::atomic(element).filter(|_| !is_mutable);
        let is_atomic = atomic.is_some();
        let ty = match atomic {
            Some(values) => signature::atomic_bits(values),
            None => self.written_type(element).unwrap_or(Ty::Error),
        };
        let data = self.infer.resolve(ty).data().unwrap_or(DataType::U32);
        let decl = match is_mutable || is_atomic {
            true => BufferDecl::read_write(name, 0, data),
            false => BufferDecl::read(name, 0, data),
        };
        let slice = self.slice(decl, ty, is_atomic, area);
        self.buffers[slice].is_signed = atomic == Some(Ty::I32);
        self.buffers[slice].is_single = is_atomic && matches!(&*reference.elem, syn::Type::Path(_));
        if let Some((count, _, None)) = length.and_then(|length| self.array_length(length)) {
            self.lengths.insert(slice, count);
        }
        Some(slice)
    }

    /// A name for a slice.
    pub(super) fn slice(&mut self, decl: BufferDecl, ty: Ty, is_atomic: bool, area: Area) -> BufferId {
        let is_constant = !decl.access.is_writable();
        self.buffers.push(Buffer { is_constant, is_atomic, is_slice: true, ..Buffer::new(decl, area, ty) });
        self.buffers.len() - 1
    }

    /// What an expression is a slice of, if it is one; a mistake in it has been reported where the inner result is nothing.
    pub(super) fn viewed(&mut self, expr: &syn::Expr) -> Option<Option<Viewed>> {
        match strip(expr) {
            // What may be changed is which slice the place holds.
            syn::Expr::Reference(reference)
                if reference.mutability.is_some() && self.holds_shared_slice(&reference.expr) =>
            {
                None
            }
            syn::Expr::Reference(reference) => {
                let inner = self.viewed(&reference.expr)?;
                let is_exclusive = reference.mutability.is_some();
                Some(inner.and_then(|inner| self.borrowed(inner, is_exclusive, expr.area())))
            }
            syn::Expr::Index(index) => match strip(&index.index) {
                syn::Expr::Range(range) => {
                    let inner = self.viewed(&index.expr)?;
                    let name = inner.as_ref().map_or_else(String::new, |inner| inner.name.clone());
                    let cut = self.range_cut(range, &name);
                    Some(inner.zip(cut).and_then(|(inner, cut)| self.cut(inner, cut, index.area())))
                }
                range if self.is_range_value(range) => {
                    let inner = self.viewed(&index.expr)?;
                    let cut = self.cut_of_range(range);
                    Some(inner.zip(cut).and_then(|(inner, cut)| self.cut(inner, cut, index.area())))
                }
                _ => match self.row(index) {
                    None if self.is_slice_valued(expr) => Some(self.viewed_value(expr)),
                    row => row,
                },
            },
            syn::Expr::Path(path) => match self.named_view(path) {
                None if self.is_slice_valued(expr) => {
                    let entity = crate::syntax::path_name(expr).and_then(|name| self.lookup(&name));
                    Some(match entity {
                        Some(Entity::Reference(_)) => self.viewed_value(&syn::parse_quote!(*#path)),
                        _ => self.viewed_value(expr),
                    })
                }
                view => view,
            },
            syn::Expr::Unary(syn::ExprUnary { op: syn::UnOp::Deref(_), expr, .. }) => self.viewed(expr),
            syn::Expr::MethodCall(call) if let Some(whole) = self.as_whole_slice(call) => self.viewed(&whole),
            other if self.is_slice_valued(other) => Some(self.viewed_value(other)),
            _ => None,
        }
    }

    /// Whether an expression is a field or an element that is a `&[T]`.
    fn holds_shared_slice(&mut self, place: &syn::Expr) -> bool {
        let ty = match strip(place) {
            place @ (syn::Expr::Index(_) | syn::Expr::Field(_)) => self.peeked_type(place),
            _ => None,
        };
        ty.is_some_and(|ty| {
            matches!(self.infer.parts(ty), Some((Form::Slice, _))) && !self.infer.is_exclusive_slice(ty)
        })
    }

    /// `&a[..]` of `a.as_slice()`, where no iterator and nothing of the module's is meant.
    pub(super) fn as_whole_slice(&mut self, call: &syn::ExprMethodCall) -> Option<syn::Expr> {
        let (name, array) = (plain(&call.method), &call.receiver);
        let is_exclusive = match name.as_str() {
            "as_slice" => false,
            "as_mut_slice" => true,
            _ => return None,
        };
        let is_other =
            self.has_any_method(&name) || self.cursor(array).is_some() || !self.is_slice_receiver(array);
        (call.args.is_empty() && !is_other).then(|| match is_exclusive {
            true => syn::parse_quote!(&mut #array[..]),
            false => syn::parse_quote!(&#array[..]),
        })
    }

    /// `&inner` or `&mut inner`.
    fn borrowed(&mut self, inner: Viewed, is_exclusive: bool, area: Area) -> Option<Viewed> {
        if is_exclusive && !inner.is_writable {
            let name = &inner.name;
            let (problem, fix) = match inner.is_atomic {
                true => (format!("the elements of `{name}` are atomic"), format!("write `&{name}`")),
                false if self.is_table(inner.view.base) => (
                    format!("`{name}` is constant"),
                    format!("copy it to a local array: `let mut copy = {name};`"),
                ),
                false => (
                    format!("`{name}` cannot be written to"),
                    format!("take `{name}` as a `&mut [T]`, or declare it `mut`"),
                ),
            };
            self.errors.report(area, problem, fix);
            return None;
        }
        let is_writable = inner.is_writable && is_exclusive;
        Some(Viewed { is_exclusive: Some(is_exclusive), is_writable, is_own: false, ..inner })
    }

    fn is_table(&self, base: Base) -> bool {
        matches!(base, Base::Buffer(buffer) if self.items.tables.iter().any(|table| table.buffer == buffer))
    }

    /// `[from..to]`
    pub(super) fn range_cut(&mut self, range: &syn::ExprRange, name: &str) -> Option<Cut> {
        let mut bound = |bound: &Option<Box<syn::Expr>>| {
            let bound = bound.as_deref()?;
            let bound = self.inside_of(Some(name), |checker| match super::conversions::takes_wanted(bound) {
                true => checker.expr_as(bound, Ty::U32),
                false => checker.expr(bound),
            });
            Some(self.as_bound(bound, name))
        };
        let (from, to) = (bound(&range.start), bound(&range.end));
        let is_error = |it: &Expr| self.infer.resolve(it.ty) == Ty::Error;
        if from.iter().chain(&to).any(is_error) {
            return None;
        }
        let is_closed = matches!(range.limits, syn::RangeLimits::Closed(_));
        if !self.demand_in_order(from.as_ref(), to.as_ref(), is_closed) {
            return None;
        }
        Some(Cut::Range { from, to, is_closed })
    }

    /// A bound of a slice: an integer of any type.
    fn as_bound(&mut self, bound: Expr, name: &str) -> Expr {
        let index = self.as_index(bound, name);
        match index.kind {
            Kind::Index(bound) => *bound,
            _ => index,
        }
    }

    fn cut(&mut self, mut inner: Viewed, cut: Cut, area: Area) -> Option<Viewed> {
        if !inner.dimensions.is_empty() {
            let name = &inner.name;
            let problem = format!("kernels have no slices of arrays, as `{name}` would give");
            self.errors.report(area, problem, format!("take a slice of one of them: `&{name}[i][..]`"));
            return None;
        }
        inner.view.cuts.push(cut);
        Some(Viewed { is_own: false, ..inner })
    }

    /// One of the arrays in an array of arrays: `t[i]`.
    fn row(&mut self, index: &syn::ExprIndex) -> Option<Option<Viewed>> {
        let (mut indices, mut base) = (vec![&*index.index], strip(&index.expr));
        while let syn::Expr::Index(outer) = base {
            indices.push(&outer.index);
            base = strip(&outer.expr);
        }
        let syn::Expr::Path(path) = base else { return None };
        let (buffer, mut lengths) = match path.path.get_ident().and_then(|name| self.lookup(&plain(name))) {
            Some(Entity::Buffer(buffer)) => (buffer, self.buffers[buffer].dimensions.clone()),
            _ => self.rows_of_table(path, indices.len(), index.area())?,
        };
        if lengths.len() != indices.len() + 1 {
            return None;
        }
        let length = lengths.pop()?;
        let inner = self.buffer_view(buffer);
        let indices: Vec<Expr> = indices.into_iter().rev().map(|index| self.index_value(index)).collect();
        if indices.iter().any(|index| self.infer.resolve(index.ty) == Ty::Error) {
            return Some(None);
        }
        let number = Expr { kind: Kind::Offset { indices, lengths }, ty: Ty::U32, area: index.area() };
        let inner = Viewed { dimensions: Vec::new(), ..inner };
        Some(self.cut(inner, Cut::Row { number, length }, index.area()))
    }

    /// A name that is an array or a slice.
    fn named_view(&mut self, path: &syn::ExprPath) -> Option<Option<Viewed>> {
        let entity = path.path.get_ident().and_then(|name| self.lookup(&plain(name)));
        match entity {
            Some(Entity::Buffer(buffer)) => Some(Some(self.buffer_view(buffer))),
            Some(Entity::Poisoned) => Some(None),
            Some(Entity::Local(local) | Entity::Reference(local))
                if !self.inner_places.contains_key(&local) =>
            {
                let ty = self.infer.resolve(self.locals[local].ty);
                ty.vector_lanes()?;
                let base = Base::Vector(local);
                let root = self.reference_roots.get(&local).copied().unwrap_or(base);
                Some(Some(Viewed {
                    view: View { base, cuts: Vec::new() },
                    borrowed: Borrowed { root, path: Vec::new(), halves: Vec::new() },
                    name: self.locals[local].name.clone(),
                    ty: ty.lane(),
                    is_atomic: false,
                    is_writable: self.locals[local].is_mutable,
                    is_exclusive: None,
                    is_own: true,
                    dimensions: Vec::new(),
                }))
            }
            // It is a value, as its rows are.
            _ if self.is_table_of_parts(path) => None,
            _ => {
                let table = self.table(path, 1)?;
                Some(self.in_kernel(path.area(), "slices of tables").then(|| self.buffer_view(table)))
            }
        }
    }

    pub(super) fn buffer_view(&mut self, buffer: BufferId) -> Viewed {
        let known = &self.buffers[buffer];
        let base = Base::Buffer(buffer);
        Viewed {
            view: View { base, cuts: Vec::new() },
            borrowed: Borrowed {
                root: self.slice_roots.get(&buffer).copied().unwrap_or(base),
                path: Vec::new(),
                halves: self.slice_halves.get(&buffer).cloned().unwrap_or_default(),
            },
            name: known.decl.name.clone(),
            ty: known.ty,
            is_atomic: known.is_atomic,
            is_writable: known.decl.access.is_writable() && !known.is_constant && !known.is_atomic,
            is_exclusive: None,
            is_own: !known.decl.access.is_bound() && !known.is_slice,
            dimensions: known.dimensions.clone(),
        }
    }

    /// The name that a `let` gives to a slice, if its value is one.
    pub(super) fn bind_slice(
        &mut self,
        (name, is_mutable): (&syn::Ident, bool),
        value: &syn::Expr,
        ty: Option<&syn::Type>,
        stmts: &mut Vec<Stmt>,
    ) -> Option<Entity> {
        let written = match ty {
            None => None,
            Some(syn::Type::Reference(reference)) => match &*reference.elem {
                syn::Type::Slice(slice) => Some((&*slice.elem, reference.mutability.is_some())),
                syn::Type::Array(array) => Some((&*array.elem, reference.mutability.is_some())),
                _ => None,
            },
            Some(_) => return None,
        };
        // A name without a `&` is one more name of a slice, and a copy of an array.
        match strip(value) {
            syn::Expr::Reference(_) => {}
            syn::Expr::Path(path) => {
                let entity = self.lookup(&plain(path.path.get_ident()?))?;
                let Entity::Buffer(buffer) = entity else { return None };
                let known = &self.buffers[buffer];
                if !known.is_slice && !known.decl.access.is_bound() {
                    return None;
                }
            }
            _ => return None,
        }
        if !self.is_kernel {
            return None;
        }
        let whole_part = match (strip(value), ty) {
            // Other slices may be assigned to it.
            (syn::Expr::Reference(it), Some(syn::Type::Reference(ty)))
                if is_mutable
                    && it.mutability.is_none()
                    && matches!(*ty.elem, syn::Type::Slice(_))
                    && matches!(strip(&it.expr), syn::Expr::Field(_) | syn::Expr::Index(_))
                    && self.is_array_value(&it.expr) =>
            {
                let part = &it.expr;
                Some(syn::parse_quote!(&#part[..]))
            }
            _ => None,
        };
        let value = whole_part.as_ref().unwrap_or(value);
        if let Some(copied) = self.bind_copied_slice(name, value, stmts) {
            if let (Entity::Buffer(of), true) = (copied, is_mutable) {
                let slice = self.moving_slice(of, (plain(name), Area::from(name.span())), stmts);
                return Some(Entity::Buffer(slice));
            }
            return Some(copied);
        }
        let Some(viewed) = self.viewed(value)? else { return Some(Entity::Poisoned) };
        let whole = match (strip(value), viewed.view.base) {
            (syn::Expr::Reference(it), Base::Buffer(array))
                if matches!(strip(&it.expr), syn::Expr::Path(_)) =>
            {
                self.whole_array(array, value.area()).map(|_| self.buffers[array].decl.count)
            }
            _ => None,
        };
        if !viewed.dimensions.is_empty() {
            let fix = format!("use `{}` itself", viewed.name);
            self.errors.report(value.area(), "kernels have no references to arrays of arrays", fix);
            return Some(Entity::Poisoned);
        }
        self.in_kernel(value.area(), "slices");
        if let Some((element, is_exclusive)) = written {
            let atomic = signature::atomic(element);
            let element = match atomic {
                Some(values) if viewed.is_atomic => signature::atomic_bits(values),
                _ => self.written_type(element).unwrap_or(Ty::Error),
            };
            if let (Some(expected), Some(got)) = (atomic, self.atomic_viewed(&viewed.view))
                && expected != got
            {
                self.other_atomic(value.area(), expected, got);
                return Some(Entity::Poisoned);
            }
            if self.infer.unify(element, viewed.ty).is_none() {
                let (expected, got) = (self.infer.name(element), self.infer.name(viewed.ty));
                let problem = format!("expected a slice of `{expected}`, got one of `{got}`");
                self.errors.report(value.area(), problem, "give the slice and its annotation one type");
                return Some(Entity::Poisoned);
            }
            if is_exclusive && !viewed.is_writable {
                self.errors.report(value.area(), "expected `&mut`, got `&`", "write `&mut`");
                return Some(Entity::Poisoned);
            }
        }
        let decl = match viewed.view.base {
            Base::Buffer(buffer) => self.buffers[buffer].decl.clone(),
            Base::Vector(_) => BufferDecl::private("", 0, DataType::U32),
        };
        let decl = BufferDecl { name: plain(name), ..decl };
        let area = Area::from(name.span());
        let slice = self.slice(decl, viewed.ty, viewed.is_atomic, area);
        self.buffers[slice].is_signed = self.is_of_signed(&viewed.view);
        self.buffers[slice].is_constant = !viewed.is_writable && !viewed.is_atomic;
        self.buffers[slice].is_moving = is_mutable;
        let says_length =
            matches!(ty, Some(syn::Type::Reference(to)) if matches!(*to.elem, syn::Type::Array(_)));
        if let Some(count) = whole.filter(|_| !is_mutable && (written.is_none() || says_length)) {
            self.lengths.insert(slice, count);
        }
        self.begin_slice(slice, viewed.view, viewed.borrowed.root, area, stmts);
        Some(Entity::Buffer(slice))
    }

    /// A name for a slice to which other parts of the array are assigned.
    pub(super) fn moving_slice(
        &mut self,
        of: BufferId,
        (name, area): (String, Area),
        stmts: &mut Vec<Stmt>,
    ) -> BufferId {
        let known = &self.buffers[of];
        let (decl, ty, is_atomic) = (known.decl.clone(), known.ty, known.is_atomic);
        let (is_constant, is_signed) = (known.is_constant, known.is_signed);
        let slice = self.slice(BufferDecl { name, ..decl }, ty, is_atomic, area);
        let own = &mut self.buffers[slice];
        (own.is_constant, own.is_signed, own.is_moving) = (is_constant, is_signed, true);
        let view = View { base: Base::Buffer(of), cuts: Vec::new() };
        let root = self.slice_roots.get(&of).copied().unwrap_or(Base::Buffer(of));
        self.begin_slice(slice, view, root, area, stmts);
        slice
    }

    /// `rest = &rest[n..]`: another part of the array that a name is one of.
    pub(super) fn move_slice(&mut self, place: &syn::Expr, value: &syn::Expr) -> Option<Expr> {
        let syn::Expr::Path(path) = strip(place) else { return None };
        let Some(Entity::Buffer(slice)) = self.lookup(&plain(path.path.get_ident()?)) else { return None };
        if !self.buffers[slice].is_slice {
            return None;
        }
        let area = place.area().to(value.area());
        let name = self.buffers[slice].decl.name.clone();
        if !self.buffers[slice].is_moving {
            let problem = format!("`{name}` is not mutable, and another slice is assigned to it");
            self.errors.report(area, problem, format!("declare it as `mut {name}`"));
            return Some(Expr::error(area));
        }
        if matches!(strip(value), syn::Expr::Match(_) | syn::Expr::If(_) | syn::Expr::Block(_)) {
            // What is chosen may hold names that hide this one.
            let mut stmts = Vec::new();
            let Some(chosen) = self.hidden_let(value, false, &mut stmts) else {
                return Some(Expr::error(area));
            };
            let moved = self.move_slice(place, &syn::parse_quote!(#chosen))?;
            stmts.push(Stmt::Expr(moved));
            return Some(Expr {
                kind: Kind::Block(crate::hir::Block { stmts, tail: None }),
                ty: Ty::Unit,
                area,
            });
        }
        let viewed = match self.viewed(value) {
            Some(viewed) => viewed,
            None if super::assign::is_to_temporary(value) => {
                let problem = "this list is gone behind the statement, and a slice of it is kept";
                self.errors.report(value.area(), problem, "bind the array first: `let array = ..;`");
                None
            }
            None => {
                let (element, is_exclusive) = (self.buffers[slice].ty, !self.buffers[slice].is_constant);
                let wanted = self.slice_type(element, None, is_exclusive);
                let value = self.expr_as(value, wanted);
                let value = self.behind_references(value);
                match self.infer.parts(value.ty) {
                    Some((Form::Slice, _)) => self.viewed_of(value),
                    _ => {
                        if self.demand_known(&value) && self.infer.resolve(value.ty) != Ty::Error {
                            let [expected, got] = [wanted, value.ty].map(|ty| self.infer.name(ty));
                            let problem = format!("expected `{expected}`, got `{got}`");
                            let fix = format!("assign a slice: `{name} = &{name}[n..]`");
                            self.errors.report(value.area, problem, fix);
                        }
                        None
                    }
                }
            }
        };
        let Some(viewed) = viewed else { return Some(Expr::error(area)) };
        let is_same = self.slice_roots.get(&slice) == Some(&viewed.borrowed.root);
        let (own, new) = (self.kept_array(Base::Buffer(slice)), self.kept_array(viewed.view.base));
        let is_atomic = viewed.is_atomic || self.buffers[slice].is_atomic;
        let others = own.zip(new).filter(|_| !is_same && !is_atomic && viewed.dimensions.is_empty());
        if others.is_none() && !is_same || !viewed.dimensions.is_empty() {
            let problem = format!("`{name}` is a slice of one array, and this is one of another");
            let fix = "call a function with each of them, or copy the elements";
            self.errors.report(value.area(), problem, fix);
            return Some(Expr::error(area));
        }
        let (expected, got) = (self.buffers[slice].ty, viewed.ty);
        if self.infer.unify(expected, got).is_none() {
            let (expected, got) = (self.infer.name(expected), self.infer.name(got));
            let problem = format!("expected a slice of `{expected}`, got one of `{got}`");
            self.errors.report(value.area(), problem, "assign a slice of its type");
            return Some(Expr::error(area));
        }
        if !self.buffers[slice].is_constant && !viewed.is_writable && !viewed.is_atomic {
            self.errors.report(value.area(), "expected `&mut`, got `&`", "write `&mut`");
            return Some(Expr::error(area));
        }
        if let Some((own, new)) = others {
            let is_exclusive = !self.buffers[slice].is_constant;
            self.infer.join(number_of(own), number_of(new), is_exclusive);
        }
        self.link(slice, &viewed.view);
        let stmts = vec![Stmt::Move { name: slice, view: viewed.view, area }];
        Some(Expr { kind: Kind::Block(crate::hir::Block { stmts, tail: None }), ty: Ty::Unit, area })
    }

    /// The type of the values, if a view is of atomics.
    fn atomic_viewed(&self, view: &View) -> Option<Ty> {
        match view.base {
            Base::Buffer(buffer) => self.atomic_values(buffer),
            Base::Vector(_) => None,
        }
    }

    /// Reports atomics of another type than they are taken for.
    fn other_atomic(&mut self, area: Area, expected: Ty, got: Ty) {
        let [expected, got] = [expected, got].map(|ty| signature::atomic_of(ty).unwrap_or("AtomicU32"));
        let problem = format!("expected `&[{expected}]`, got `&[{got}]`");
        self.errors.report(area, problem, "take the same in both");
    }

    /// Whether a view is of `AtomicI32`.
    fn is_of_signed(&self, view: &View) -> bool {
        matches!(view.base, Base::Buffer(buffer) if self.buffers[buffer].is_signed)
    }

    /// The slice that an argument is, for a parameter that is one; reports what is none, or of another kind.
    pub(super) fn slice_argument(&mut self, arg: &syn::Expr, param: BufferId) -> Option<Viewed> {
        let area = arg.area();
        // A `&counts[i]` is the part of one element.
        let one: Option<syn::Expr> = match strip(arg) {
            syn::Expr::Reference(reference) if self.buffers[param].is_single => {
                match strip(&reference.expr) {
                    syn::Expr::Index(index) => {
                        let (array, at) = (&index.expr, &index.index);
                        Some(syn::parse_quote!(&#array[#at..][..1]))
                    }
                    _ => None,
                }
            }
            _ => None,
        };
        let arg = one.as_ref().unwrap_or(arg);
        let wanted = self.buffers[param].decl.access.is_writable() && !self.buffers[param].is_atomic;
        let name = self.buffers[param].decl.name.clone();
        let Some(viewed) = self.viewed(arg) else {
            if !self.is_erroneous(arg) {
                let fix = "pass a parameter, an array or a part of one: `&a`, `&mut a` or `&a[i..j]`";
                self.errors.report(area, format!("`{name}` takes a slice"), fix);
            }
            return None;
        };
        let given = viewed?;
        let text = given.name.clone();
        if given.is_exclusive.is_none() && (given.is_own || !given.view.cuts.is_empty()) {
            let mutable = if wanted { "mut " } else { "" };
            let whole = self.errors.text(area).unwrap_or_else(|| text.clone());
            let fix = format!("write `&{mutable}{whole}`");
            self.errors.report(area, format!("`{whole}` is an array, and a slice is wanted"), fix);
            return None;
        }
        if wanted && !given.is_writable {
            let (problem, fix) = match given.is_exclusive {
                Some(false) => {
                    let whole = self.errors.text(area).unwrap_or_else(|| format!("&{text}"));
                    let whole = whole.trim_start_matches('&').trim_start().to_string();
                    ("expected `&mut`, got `&`".to_string(), format!("write `&mut {whole}`"))
                }
                _ => (
                    format!("`{text}` cannot be written to"),
                    format!("take `{text}` as a `&mut [T]`, or declare it `mut`"),
                ),
            };
            self.errors.report(area, problem, fix);
            return None;
        }
        if given.is_atomic != self.buffers[param].is_atomic {
            let fix = "take `&[AtomicU32]` in both, or in none";
            self.errors.report(area, format!("the elements of one of `{text}` and `{name}` are atomic"), fix);
            return None;
        }
        if let (Some(expected), Some(got)) = (self.atomic_values(param), self.atomic_viewed(&given.view))
            && expected != got
        {
            self.other_atomic(area, expected, got);
            return None;
        }
        let own = self.buffers[param].ty;
        let is_flat = given.dimensions.is_empty();
        if !is_flat || self.infer.unify(own, given.ty).is_none() {
            let (expected, got) = (self.infer.name(own), self.infer.name(given.ty));
            let got = if is_flat { got } else { format!("[{got}; _]") };
            let problem = format!("expected a slice of `{expected}`, got one of `{got}`");
            self.errors.report(area, problem, "pass a slice of its type");
            return None;
        }
        self.link(param, &given.view);
        self.demand_length(&given, param, area).then_some(given)
    }

    /// Says which part of which array a slice is from here on. `root` is the variable that the borrow is of.
    pub(super) fn begin_slice(
        &mut self,
        slice: BufferId,
        view: View,
        root: Base,
        area: Area,
        stmts: &mut Vec<Stmt>,
    ) {
        self.link(slice, &view);
        self.slice_roots.insert(slice, root);
        self.slice_bases.insert(slice, view.base);
        stmts.push(Stmt::View { name: slice, view, area });
    }

    /// Notes what a slice is of: parts of the elements that are written through it are written there.
    pub(super) fn link(&mut self, slice: BufferId, view: &View) {
        self.slice_sources.push((slice, view.base));
        match view.base {
            Base::Buffer(buffer) => self.slice_links.push((slice, buffer)),
            // Its elements are lanes of an element, if that is what the variable refers to.
            Base::Vector(local) => self.write_part(local),
        }
    }

    /// Whether an argument has as many elements as a parameter `&[T; N]` says; reports it otherwise.
    fn demand_length(&mut self, given: &Viewed, param: BufferId, area: Area) -> bool {
        let Some(wanted) = self.lengths.get(&param).copied() else { return true };
        let name = &self.buffers[param].decl.name;
        let known = match given.view.base {
            _ if !given.view.cuts.is_empty() => None,
            Base::Vector(local) => self.infer.resolve(self.locals[local].ty).vector_lanes(),
            Base::Buffer(buffer) if self.buffers[buffer].is_slice => self.lengths.get(&buffer).copied(),
            Base::Buffer(buffer) => {
                let known = &self.buffers[buffer];
                (!known.decl.access.is_bound() && known.length.is_none()).then_some(known.decl.count)
            }
        };
        if known.is_none() && given.view.cuts.is_empty() && self.is_table(given.view.base) {
            // rustc knows its length.
            return true;
        }
        let Some(known) = known else {
            let problem = format!("`{name}` takes an array of {wanted} elements, and this is a slice");
            self.errors.report(area, problem, "take a slice, `&[T]` or `&mut [T]`, in the function");
            return false;
        };
        if known != wanted {
            let problem = format!("expected an array of {wanted} elements, got one of {known}");
            self.errors.report(area, problem, "pass an array of its length, or take a slice, `&[T]`");
        }
        known == wanted
    }

    /// Whether an argument that is no slice is erroneous itself, which is reported.
    pub(super) fn is_erroneous(&mut self, arg: &syn::Expr) -> bool {
        let inner = match strip(arg) {
            syn::Expr::Reference(reference) => strip(&reference.expr),
            other => other,
        };
        let value = self.expr(inner);
        self.infer.resolve(value.ty) == Ty::Error
    }

    /// Whether no argument names what another one writes; reports it otherwise.
    pub(super) fn demand_apart(&mut self, references: &[(Borrowed, bool, Area)]) -> bool {
        for (at, (reference, writes, area)) in references.iter().enumerate() {
            for (before, writes_before, _) in &references[..at] {
                if before.meets(reference) && (*writes || *writes_before) {
                    let name = match reference.root {
                        Base::Buffer(buffer) => self.buffers[buffer].decl.name.clone(),
                        Base::Vector(local) => self.locals[local].name.clone(),
                    };
                    let problem = format!("`{name}` is passed twice, and written to");
                    let fix = match reference.root {
                        Base::Buffer(_) => "pass another array, or copy it first",
                        Base::Vector(_) => "pass another variable, or copy it first",
                    };
                    self.errors.report(*area, problem, fix);
                    return false;
                }
            }
        }
        true
    }
}

/// Whether a branch of a choice gives a list of elements: a byte string or a `&[..]`.
pub(super) fn gives_list(expr: &syn::Expr) -> bool {
    let of_block = |block: &syn::Block| match block.stmts.last() {
        Some(syn::Stmt::Expr(last, None)) => is_list_given(last) || gives_list(last),
        _ => false,
    };
    match strip(expr) {
        syn::Expr::If(branch) => {
            let otherwise = branch.else_branch.as_ref().map(|(_, otherwise)| strip(otherwise));
            of_block(&branch.then_branch)
                || otherwise.is_some_and(|otherwise| match otherwise {
                    syn::Expr::Block(block) => of_block(&block.block),
                    other => gives_list(other),
                })
        }
        syn::Expr::Match(it) => it.arms.iter().any(|arm| is_list_given(&arm.body) || gives_list(&arm.body)),
        syn::Expr::Block(block) if block.label.is_none() => of_block(&block.block),
        _ => false,
    }
}

fn is_list_given(expr: &syn::Expr) -> bool {
    match strip(expr) {
        syn::Expr::Lit(syn::ExprLit { lit: syn::Lit::ByteStr(_), .. }) => true,
        syn::Expr::Reference(it) => matches!(strip(&it.expr), syn::Expr::Array(_) | syn::Expr::Repeat(_)),
        _ => false,
    }
}
