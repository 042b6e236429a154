//! References to one value: `&mut T` and `&T` as parameters of a kernel's functions and behind a `let`. A reference is one more name of a
//! variable, of a part of one, or of an element.

use super::extent::Extent;
use super::slices::Borrowed;
use super::{Checker, Entity, plain};
use crate::diagnostics::Area;
use crate::hir::{Base, Block, Cut, Expr, Kind, LocalId, Place, Reference, Stmt, View};
use crate::syntax::strip;
use crate::types::{Form, Ty};
use syn::UnOp;
use vyre_ir::{BufferDecl, DataType, Problem};

/// A place behind a `&` or a `&mut`.
pub(super) struct Referred {
    pub(super) place: Place,
    pub(super) ty: Ty,
    pub(super) is_writable: bool,
    pub(super) name: String,
    pub(super) borrowed: Borrowed,
}

/// What `*place` dereferences.
pub(super) fn dereferenced(expr: &syn::Expr) -> Option<&syn::Expr> {
    match strip(expr) {
        syn::Expr::Unary(syn::ExprUnary { op: UnOp::Deref(_), expr, .. }) => Some(strip(expr)),
        _ => None,
    }
}

impl Checker<'_> {
    /// The variable that a name of a reference stands for.
    pub(super) fn reference_named(&self, expr: &syn::Expr) -> Option<LocalId> {
        let syn::Expr::Path(path) = strip(expr) else { return None };
        match self.lookup(&plain(path.path.get_ident()?))? {
            Entity::Reference(local) => Some(local),
            _ => None,
        }
    }

    /// The variable that `*name` is, or `name` where Rust dereferences by itself: before a field, an index and a method.
    pub(super) fn behind(&self, expr: &syn::Expr) -> Option<LocalId> {
        self.reference_named(dereferenced(expr).unwrap_or(expr))
    }

    /// `*name`
    pub(super) fn dereference(&self, unary: &syn::ExprUnary) -> Option<Expr> {
        let local = match unary.op {
            UnOp::Deref(_) => self.reference_named(&unary.expr)?,
            _ => return None,
        };
        Some(self.referred(local, Area::of(unary)))
    }

    /// An expression before a field, an index or a method.
    pub(super) fn base(&mut self, expr: &syn::Expr) -> Expr {
        let value = match self.reference_named(expr) {
            Some(local) => self.referred(local, expr.area()),
            None => self.expr(expr),
        };
        self.behind_references(value)
    }

    pub(super) fn referred(&self, local: LocalId, area: Area) -> Expr {
        match self.inner_places.get(&local) {
            Some(place) if self.shared.contains(&local) && self.infer.data_of(place.ty).is_some() => {
                // A value, so that no method changes it.
                let tail = Some(Box::new(place.clone()));
                Expr { kind: Kind::Block(Block { stmts: Vec::new(), tail }), ty: place.ty, area }
            }
            Some(place) => Expr { area, ..place.clone() },
            None => Expr { kind: Kind::Local(local), ty: self.locals[local].ty, area },
        }
    }

    /// Declares a reference to a value of a type.
    pub(super) fn reference(&mut self, name: &str, ty: Ty, is_mutable: bool, area: Area) -> Reference {
        let local = self.local(name, ty, is_mutable);
        let slice = self.slice(BufferDecl::read_write(name, 0, DataType::U32), ty, false, area);
        self.declared.insert(local, area);
        self.reference_slices.insert(local, slice);
        Reference { local, slice }
    }

    /// Notes that a part of what a variable holds is written, which may be an element.
    pub(super) fn write_part(&mut self, local: LocalId) {
        if let Some(slice) = self.reference_slices.get(&local) {
            self.buffers[*slice].is_partial = true;
        }
    }

    /// Notes what a reference is to.
    fn link_reference(&mut self, reference: Reference, place: &Place) {
        match place {
            Place::Element(view) => self.link(reference.slice, view),
            Place::Part { local, .. } => {
                if let Some(slice) = self.reference_slices.get(local) {
                    self.slice_links.push((reference.slice, *slice));
                }
            }
        }
    }

    /// The type behind a parameter `&mut T` or `&T` of a kernel's function, and whether it is `&mut`.
    pub(super) fn referenced_type(&mut self, ty: &syn::Type) -> Option<(Ty, bool)> {
        let syn::Type::Reference(reference) = ty else { return None };
        let is_place = self.is_kernel || self.is_method && reference.mutability.is_none();
        if !is_place || matches!(&*reference.elem, syn::Type::Reference(_) | syn::Type::Slice(_)) {
            return None;
        }
        let ty = self.written_type(&reference.elem).unwrap_or(Ty::Error);
        Some((ty, reference.mutability.is_some()))
    }

    /// The place that an expression behind a `&mut` is; a mistake in it has been reported where the inner result is nothing.
    fn place(&mut self, expr: &syn::Expr) -> Option<Option<Referred>> {
        let of_part = |checker: &Self, local: LocalId, path: Vec<usize>, ty: Ty| {
            let known = &checker.locals[local];
            let root = checker.reference_roots.get(&local).copied().unwrap_or(Base::Vector(local));
            Some(Some(Referred {
                ty,
                is_writable: known.is_mutable && !known.is_induction,
                name: known.name.clone(),
                borrowed: Borrowed { root, path: path.clone(), halves: Vec::new() },
                place: Place::Part { local, path },
            }))
        };
        match strip(expr) {
            syn::Expr::Path(path) => match self.lookup(&plain(path.path.get_ident()?))? {
                Entity::Local(local) => of_part(self, local, Vec::new(), self.locals[local].ty),
                Entity::Poisoned => Some(None),
                _ => None,
            },
            syn::Expr::Unary(_) => {
                let local = self.reference_named(dereferenced(expr)?)?;
                of_part(self, local, Vec::new(), self.locals[local].ty)
            }
            syn::Expr::Field(_) => {
                self.part_of_local(expr)?;
                let part = self.expr(expr);
                let (mut path, mut inner) = (Vec::new(), &part);
                while let Kind::Part { value, at } = &inner.kind {
                    path.push(*at);
                    inner = value;
                }
                path.reverse();
                match inner.kind {
                    Kind::Local(local) => of_part(self, local, path, part.ty),
                    _ if self.infer.resolve(part.ty) == Ty::Error => Some(None),
                    _ => None,
                }
            }
            syn::Expr::Index(index) if !matches!(strip(&index.index), syn::Expr::Range(_)) => {
                let Some(inner) = self.viewed(&index.expr)? else { return Some(None) };
                if !inner.dimensions.is_empty() || inner.is_atomic {
                    return None;
                }
                let at = self.index_value(&index.index);
                if self.infer.resolve(at.ty) == Ty::Error {
                    return Some(None);
                }
                let View { base, mut cuts } = inner.view;
                cuts.push(Cut::Element(at));
                Some(Some(Referred {
                    place: Place::Element(View { base, cuts }),
                    ty: inner.ty,
                    is_writable: inner.is_writable,
                    name: inner.name,
                    borrowed: inner.borrowed,
                }))
            }
            _ => None,
        }
    }

    /// The place that an argument refers to, for a parameter `&mut T`; reports what is none, or of another type.
    pub(super) fn reference_argument(
        &mut self,
        arg: &syn::Expr,
        param: Reference,
    ) -> Option<(Place, Borrowed)> {
        let (area, ty) = (arg.area(), self.locals[param.local].ty);
        let wanted = self.infer.name(ty);
        let name = self.locals[param.local].name.clone();
        let given = match strip(arg) {
            syn::Expr::Reference(reference) if reference.mutability.is_none() => {
                let text = self.errors.text(reference.expr.area()).unwrap_or_else(|| "x".to_string());
                self.errors.report(area, "expected `&mut`, got `&`", format!("write `&mut {text}`"));
                return None;
            }
            syn::Expr::Reference(reference) => self.place(&reference.expr),
            other => match self.reference_named(other) {
                Some(local) => {
                    let root = self.reference_roots.get(&local).copied().unwrap_or(Base::Vector(local));
                    Some(Some(Referred {
                        place: Place::Part { local, path: Vec::new() },
                        ty: self.locals[local].ty,
                        is_writable: self.locals[local].is_mutable,
                        name: self.locals[local].name.clone(),
                        borrowed: Borrowed { root, path: Vec::new(), halves: Vec::new() },
                    }))
                }
                None => None,
            },
        };
        let Some(given) = given else {
            if !self.is_erroneous(arg) {
                let fix = match (strip(arg), self.errors.text(area)) {
                    (syn::Expr::Path(_) | syn::Expr::Index(_) | syn::Expr::Field(_), Some(text)) => {
                        format!("write `&mut {text}`")
                    }
                    _ => "pass a variable or an element: `&mut x` or `&mut a[i]`".to_string(),
                };
                self.errors.report(area, format!("`{name}` takes a `&mut {wanted}`"), fix);
            }
            return None;
        };
        let given = given?;
        if self.infer.unify(ty, given.ty).is_none() {
            let got = self.infer.name(given.ty);
            let problem = format!("expected `&mut {wanted}`, got `&mut {got}`");
            self.errors.report(area, problem, "pass a variable of its type");
            return None;
        }
        if !given.is_writable {
            self.demand_exclusive(&given, area);
            return None;
        }
        self.link_reference(param, &given.place);
        Some((given.place, given.borrowed))
    }

    pub(super) fn demand_exclusive(&mut self, given: &Referred, area: Area) {
        let name = &given.name;
        let problem = format!("`{name}` cannot be written to");
        let fix = match &given.place {
            Place::Part { local, .. } => match self.declared.get(local) {
                Some(declared) => {
                    format!("declare it as `mut {name}` in line {}", self.errors.line(*declared))
                }
                None => format!("declare it as `mut {name}`"),
            },
            Place::Element(_) => format!("take `{name}` as a `&mut [T]`, or declare it `mut`"),
        };
        self.errors.report(area, problem, fix);
    }

    /// Reports a reference that is neither bound by a `let` nor an argument, or one to what is no place.
    pub(super) fn no_reference(&mut self, reference: &syn::ExprReference) -> Expr {
        let area = Area::of(reference);
        let inner = strip(&reference.expr);
        if let Some(Ty::Error) = self.function {
            // A function that gives a reference has its error.
            return Expr::error(area);
        }
        if let syn::Expr::Index(index) = inner
            && let syn::Expr::Range(_) = strip(&index.index)
            && self.viewed(&index.expr).is_none()
        {
            if let Some(slice) = self.part_as_slice(reference) {
                return slice;
            }
            self.indexed(index, |name| Problem::LoadFromUnknown { name });
            return Expr::error(area);
        }
        if let syn::Expr::Array(list) = inner
            && list.elems.is_empty()
            && reference.mutability.is_none()
            && self.is_kernel
        {
            return self.empty_slice(area);
        }
        match self.viewed(inner) {
            Some(Some(viewed)) if reference.mutability.is_none() => return self.slice_value(viewed, area),
            Some(Some(viewed)) => {
                if self.demand_exclusive_view(&viewed, area) {
                    return self.slice_value_as(viewed, true, area);
                }
            }
            Some(None) => {}
            None => {
                if reference.mutability.is_none() {
                    let value = self.expr(inner);
                    return Expr { area, ..self.reference_to(value) };
                }
                let value = self.base(inner);
                if self.infer.resolve(value.ty) != Ty::Error {
                    let problem =
                        "kernels have references as arguments and behind a `let`, to variables and elements";
                    self.errors.report(area, problem, "use the value itself, without the `&`");
                }
            }
        }
        Expr::error(area)
    }

    /// The name that a `let` gives to a variable or an element, if its value is a reference to one.
    pub(super) fn bind_reference(
        &mut self,
        name: &syn::Ident,
        value: &syn::Expr,
        ty: Option<&syn::Type>,
        stmts: &mut Vec<Stmt>,
    ) -> Option<Entity> {
        let syn::Expr::Reference(reference) = strip(value) else { return None };
        if !self.is_kernel && !self.is_method {
            return None;
        }
        if let Some((all, reference)) = self.in_held_slice(reference) {
            self.let_statement(&all, stmts);
            return self.bind_reference(name, &reference, ty, stmts);
        }
        // Methods have names for places alone, which cost the host nothing either.
        if self.is_inner_place(&reference.expr) || self.is_method && self.is_variable(&reference.expr) {
            return self.bind_inner(name, reference, ty, stmts);
        }
        let Some(given) = self.place(&reference.expr)? else { return Some(Entity::Poisoned) };
        let is_exclusive = reference.mutability.is_some();
        if !self.demand_referred(&given, is_exclusive, ty, value.area()) {
            return Some(Entity::Poisoned);
        }
        self.in_kernel(value.area(), "references");
        let area = Area::from(name.span());
        let referred = self.reference(&plain(name), given.ty, is_exclusive, area);
        self.reference_roots.insert(referred.local, given.borrowed.root);
        if !is_exclusive {
            self.shared.insert(referred.local);
        }
        self.link_reference(referred, &given.place);
        stmts.push(Stmt::Refer { reference: referred, place: given.place, area });
        Some(Entity::Reference(referred.local))
    }

    /// `&mut value.field[i]` of a field that is a `&mut [T]`, by a name of the slice: `let all = &mut value.field[..];` and `&mut all[i]`.
    fn in_held_slice(&mut self, reference: &syn::ExprReference) -> Option<(syn::Local, syn::Expr)> {
        let syn::Expr::Index(index) = strip(&reference.expr) else { return None };
        let (base, at) = (strip(&index.expr), &index.index);
        if reference.mutability.is_none()
            || !matches!(base, syn::Expr::Field(_))
            || matches!(strip(at), syn::Expr::Range(_))
            || !self
                .peeked_type(base)
                .is_some_and(|ty| matches!(self.infer.parts(ty), Some((Form::Slice, _))))
        {
            return None;
        }
        let syn::Stmt::Local(all) = syn::parse_quote!(let __vyre_all = &mut #base[..];) else { return None };
        Some((all, syn::parse_quote!(&mut __vyre_all[#at])))
    }

    /// `let mut node = &nodes[i];`, to which other references are assigned: a reference as a value.
    pub(super) fn bind_moved_reference(
        &mut self,
        name: &syn::Ident,
        value: &syn::Expr,
        stmts: &mut Vec<Stmt>,
    ) -> Option<Entity> {
        let syn::Expr::Reference(reference) = strip(value) else { return None };
        let ty = self.peeked_type(&reference.expr)?;
        if !self.is_kernel || reference.mutability.is_some() || self.infer.data_of(ty).is_none() {
            return None;
        }
        let place = self.base(&reference.expr);
        let value = self.reference_to(place);
        if self.infer.resolve(value.ty) == Ty::Error {
            return Some(Entity::Poisoned);
        }
        let (local, area) = (self.local(&plain(name), value.ty, true), value.area);
        stmts.push(Stmt::Let { local, value, area });
        Some(Entity::Local(local))
    }

    /// Whether a place may be referred to so, and is of the type that is written beside it; reports it otherwise.
    pub(super) fn demand_referred(
        &mut self,
        given: &Referred,
        is_exclusive: bool,
        ty: Option<&syn::Type>,
        area: Area,
    ) -> bool {
        if is_exclusive && !given.is_writable {
            self.demand_exclusive(given, area);
            return false;
        }
        let written = ty.and_then(|ty| self.referenced_type(ty));
        if let Some((written, _)) = written
            && self.infer.unify(written, given.ty).is_none()
        {
            let (expected, got) = (self.infer.name(written), self.infer.name(given.ty));
            let problem = format!("expected a reference to `{expected}`, got one to `{got}`");
            self.errors.report(area, problem, "give the reference and its annotation one type");
            return false;
        }
        true
    }
}
