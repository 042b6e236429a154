//! References to one value: `&mut T` and `&T` as parameters of a kernel's functions and behind a `let`. A reference is one more name of a
//! variable, of a part of one, or of an element.

use super::extent::Extent;
use super::slices::Borrowed;
use super::{Checker, Entity, plain};
use crate::diagnostics::Area;
use crate::hir::{Base, Block, BufferId, Cut, Expr, Kind, LocalId, Place, Reference, Stmt, View};
use crate::syntax::strip;
use crate::types::{Form, Ty};
use syn::UnOp;
use vyre_ir::{BufferDecl, DataType, Problem};

/// A place behind a `&` or a `&mut`.
struct Referred {
    place: Place,
    ty: Ty,
    is_writable: bool,
    name: String,
    borrowed: Borrowed,
}

/// The parts of places that a call is given in variables of their own: what comes before the call, and each place with its variable.
#[derive(Default)]
pub(super) struct Copies {
    before: Vec<Stmt>,
    places: Vec<(Expr, LocalId)>,
    /// The arrays that are given back.
    arrays: Vec<(Expr, BufferId, Vec<Ty>)>,
}

/// What `*place` dereferences.
fn dereferenced(expr: &syn::Expr) -> Option<&syn::Expr> {
    match strip(expr) {
        syn::Expr::Unary(syn::ExprUnary { op: UnOp::Deref(_), expr, .. }) => Some(strip(expr)),
        _ => None,
    }
}

impl Checker<'_> {
    /// The variable that a name of a reference stands for.
    fn reference_named(&self, expr: &syn::Expr) -> Option<LocalId> {
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
        match self.reference_named(expr) {
            Some(local) => self.referred(local, expr.area()),
            None => self.expr(expr),
        }
    }

    fn referred(&self, local: LocalId, area: Area) -> Expr {
        Expr { kind: Kind::Local(local), ty: self.locals[local].ty, area }
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
                borrowed: Borrowed { root, path: path.clone() },
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
                        borrowed: Borrowed { root, path: Vec::new() },
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

    /// The variable that stands for an argument `&mut place` where the place is a part of an element, or an element of a part: nobody else can
    /// see it during the call, so its value is copied before and after. Nothing for other arguments.
    pub(super) fn copied_argument(
        &mut self,
        arg: &syn::Expr,
        param: Reference,
        args: &mut [Expr],
        copies: &mut Copies,
    ) -> Option<Option<(Place, Borrowed)>> {
        let syn::Expr::Reference(syn::ExprReference { mutability: Some(_), expr, .. }) = strip(arg) else {
            return None;
        };
        if !self.is_inner_place(expr) {
            return None;
        }
        let place = self.expr(expr);
        if self.infer.resolve(place.ty) == Ty::Error {
            return Some(None);
        }
        let borrowed = self.can_change(&place).then(|| self.borrowed_by(&place)).flatten()?;
        let wanted = self.locals[param.local].ty;
        if self.infer.unify(wanted, place.ty).is_none() {
            let (wanted, got) = (self.infer.name(wanted), self.infer.name(place.ty));
            let problem = format!("expected `&mut {wanted}`, got `&mut {got}`");
            self.errors.report(arg.area(), problem, "pass a variable of its type");
            return Some(None);
        }
        // What stands before is evaluated before.
        for earlier in args.iter_mut().filter(|earlier| !matches!(earlier.kind, Kind::Literal(_))) {
            let value = std::mem::replace(earlier, Expr::error(earlier.area));
            *earlier = self.hidden("argument", value, &mut copies.before);
        }
        let place = self.settled_place(place, &mut copies.before);
        let (area, local) = (place.area, self.local("part", place.ty, true));
        copies.before.push(Stmt::Let { local, value: place.clone(), area });
        copies.places.push((place, local));
        Some(Some((Place::Part { local, path: Vec::new() }, borrowed)))
    }

    /// The local array that stands for an argument `&value` where the value is an array that is in no memory: a list, a field, what a function
    /// gives. A `&mut` to a place gives it back. Nothing for other arguments.
    pub(super) fn copied_slice(
        &mut self,
        arg: &syn::Expr,
        param: BufferId,
        args: &mut [Expr],
        copies: &mut Copies,
    ) -> Option<Option<(View, Borrowed)>> {
        let syn::Expr::Reference(syn::ExprReference { mutability, expr, .. }) = strip(arg) else {
            return None;
        };
        if !self.is_array_value(expr) {
            return None;
        }
        let element = self.buffers[param].ty;
        let value = match strip(expr) {
            syn::Expr::Array(array) => self.list(array, Some(element)),
            syn::Expr::Repeat(repeat) => self.repeated(repeat, Some(element)),
            _ => self.expr(expr),
        };
        if self.infer.resolve(value.ty) == Ty::Error {
            return Some(None);
        }
        let area = value.area;
        let lanes = self.infer.resolve(value.ty).vector_lanes();
        let types = match (self.infer.parts(value.ty), lanes) {
            (Some((Form::Array, parts)), _) => parts.to_vec(),
            (_, Some(lanes)) => vec![self.infer.resolve(value.ty).lane(); lanes as usize],
            _ => return None,
        };
        let writes = self.buffers[param].decl.access.is_writable();
        let of = types.first().copied().unwrap_or(Ty::Error);
        if self.buffers[param].is_atomic || self.infer.unify(element, of).is_none() {
            let (expected, got) = (self.infer.name(element), self.infer.name(of));
            let problem = format!("expected a slice of `{expected}`, got one of `{got}`");
            self.errors.report(arg.area(), problem, "pass a slice of its type");
            return Some(None);
        }
        if writes && mutability.is_none() {
            let text = self.errors.text(expr.area()).unwrap_or_else(|| "x".to_string());
            self.errors.report(arg.area(), "expected `&mut`, got `&`", format!("write `&mut {text}`"));
            return Some(None);
        }
        let count = types.len() as u32;
        if let Some(wanted) = self.lengths.get(&param).copied().filter(|wanted| *wanted != count) {
            let problem = format!("expected an array of {wanted} elements, got one of {count}");
            self.errors.report(arg.area(), problem, "pass an array of its length, or take a slice, `&[T]`");
            return Some(None);
        }
        for earlier in args.iter_mut().filter(|earlier| !matches!(earlier.kind, Kind::Literal(_))) {
            let value = std::mem::replace(earlier, Expr::error(earlier.area));
            *earlier = self.hidden("argument", value, &mut copies.before);
        }
        let gives_back = writes && self.can_change(&value);
        let borrowed = self.borrowed_by(&value).filter(|_| gives_back);
        let value = if gives_back { self.settled_place(value, &mut copies.before) } else { value };
        let decl = BufferDecl::private("list", count, DataType::U32);
        let array = self.slice(decl, of, false, area);
        (self.buffers[array].is_slice, self.buffers[array].is_constant) = (false, false);
        let whole = self.hidden("parts", value.clone(), &mut copies.before);
        let parts =
            types.iter().enumerate().map(|(at, ty)| self.part(whole.clone(), at, *ty, area)).collect();
        let many = Expr { ty: self.infer.many(Form::Array, types.clone()), kind: Kind::Many(parts), area };
        let assigned = Kind::AssignWhole { buffer: array, value: Box::new(many) };
        copies.before.push(Stmt::Expr(Expr { kind: assigned, ty: Ty::Unit, area }));
        if gives_back {
            copies.arrays.push((value, array, types));
        }
        let view = View { base: Base::Buffer(array), cuts: Vec::new() };
        self.link(param, &view);
        let own = Borrowed { root: Base::Buffer(array), path: Vec::new() };
        Some(Some((view, borrowed.unwrap_or(own))))
    }

    /// Whether an expression is an array that is in no memory, as far as is known without checking it.
    fn is_array_value(&mut self, expr: &syn::Expr) -> bool {
        if !self.is_kernel {
            return false;
        }
        match strip(expr) {
            syn::Expr::Array(_) | syn::Expr::Repeat(_) | syn::Expr::Field(_) | syn::Expr::Call(_) => true,
            syn::Expr::Path(path) => match path.path.get_ident().and_then(|name| self.lookup(&plain(name))) {
                Some(Entity::Local(local) | Entity::Reference(local)) => {
                    matches!(self.infer.parts(self.locals[local].ty), Some((Form::Array, _)))
                }
                _ => false,
            },
            syn::Expr::Index(index) if !matches!(strip(&index.index), syn::Expr::Range(_)) => {
                // One of the arrays in an array of arrays is in memory.
                self.part_of_element(expr).is_some() || self.part_of_local(expr).is_some() || {
                    let syn::Expr::Path(path) = strip(&index.expr) else { return false };
                    let entity = path.path.get_ident().and_then(|name| self.lookup(&plain(name)));
                    let Some(Entity::Buffer(buffer)) = entity else { return false };
                    let known = &self.buffers[buffer];
                    let is_array = matches!(self.infer.parts(known.ty), Some((Form::Array, _)));
                    is_array || self.infer.resolve(known.ty).vector_lanes().is_some()
                }
            }
            _ => false,
        }
    }

    /// Whether a place is a part of an element, or an element of a part.
    fn is_inner_place(&mut self, expr: &syn::Expr) -> bool {
        match strip(expr) {
            syn::Expr::Index(index) if matches!(strip(&index.index), syn::Expr::Range(_)) => false,
            syn::Expr::Index(index) => {
                matches!(strip(&index.expr), syn::Expr::Field(_)) && self.has_place_root(expr)
                    || self.part_of_element(expr).is_some()
                    || self.is_vector_element(&index.expr)
            }
            syn::Expr::Field(_) => self.part_of_element(expr).is_some(),
            _ => false,
        }
    }

    /// Whether an expression is an element of a buffer of vectors.
    fn is_vector_element(&self, expr: &syn::Expr) -> bool {
        let syn::Expr::Index(index) = strip(expr) else { return false };
        let syn::Expr::Path(path) = strip(&index.expr) else { return false };
        match path.path.get_ident().and_then(|name| self.lookup(&plain(name))) {
            Some(Entity::Buffer(buffer)) => {
                let known = &self.buffers[buffer];
                known.dimensions.is_empty() && self.infer.resolve(known.ty).vector_lanes().is_some()
            }
            _ => false,
        }
    }

    fn has_place_root(&mut self, expr: &syn::Expr) -> bool {
        self.part_of_local(expr).is_some() || self.part_of_element(expr).is_some()
    }

    /// The variable or the array that a part is borrowed from, with the way to it as far as that is known.
    fn borrowed_by(&self, place: &Expr) -> Option<Borrowed> {
        let (mut path, mut inner) = (Vec::new(), place);
        let root = loop {
            match &inner.kind {
                Kind::Part { value, at } => {
                    path.push(*at);
                    inner = value;
                }
                Kind::Pick { value, .. } | Kind::Lane { value, .. } => {
                    // Which element it is is not known.
                    path.clear();
                    inner = value;
                }
                Kind::Local(local) => {
                    break self.reference_roots.get(local).copied().unwrap_or(Base::Vector(*local));
                }
                Kind::Load { buffer, .. } => {
                    path.clear();
                    break self.slice_roots.get(buffer).copied().unwrap_or(Base::Buffer(*buffer));
                }
                _ => return None,
            }
        };
        path.reverse();
        Some(Borrowed { root, path })
    }

    /// A call, with what its copies need before and after it.
    pub(super) fn with_copies(&mut self, copies: Copies, call: Expr) -> Expr {
        let Copies { before: mut stmts, places, arrays } = copies;
        if stmts.is_empty() {
            return call;
        }
        let (ty, area) = (call.ty, call.area);
        let is_value = !matches!(self.infer.resolve(ty), Ty::Unit | Ty::Never | Ty::Error);
        let tail = match is_value {
            true => Some(Box::new(self.hidden("result", call, &mut stmts))),
            false => {
                stmts.push(Stmt::Expr(call));
                None
            }
        };
        for (place, local) in places {
            let value = Expr { kind: Kind::Local(local), ty: place.ty, area: place.area };
            let given = self.give_back(place, value, area);
            stmts.push(Stmt::Expr(given));
        }
        for (place, array, types) in arrays {
            let load = |(at, ty): (usize, &Ty)| {
                let index = Box::new(Expr { kind: Kind::Literal(at as u128), ty: Ty::U32, area });
                Expr { kind: Kind::Load { buffer: array, index }, ty: *ty, area }
            };
            let parts = types.iter().enumerate().map(load).collect();
            let is_vector = self.infer.resolve(place.ty).vector_lanes().is_some();
            let kind = if is_vector { Kind::Compose(parts) } else { Kind::Many(parts) };
            let value = Expr { kind, ty: place.ty, area };
            let given = self.give_back(place, value, area);
            stmts.push(Stmt::Expr(given));
        }
        Expr { kind: Kind::Block(Block { stmts, tail }), ty, area }
    }

    fn demand_exclusive(&mut self, given: &Referred, area: Area) {
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
            self.indexed(index, |name| Problem::LoadFromUnknown { name });
            return Expr::error(area);
        }
        match self.viewed(inner) {
            Some(Some(_)) => {
                let fix = "bind it by itself, `let part = &a[i..j];`, or pass it to a function";
                self.errors.report(area, "a slice is no value", fix);
            }
            Some(None) => {}
            None => {
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
        if !self.is_kernel {
            return None;
        }
        let Some(given) = self.place(&reference.expr)? else { return Some(Entity::Poisoned) };
        let is_exclusive = reference.mutability.is_some();
        if is_exclusive && !given.is_writable {
            self.demand_exclusive(&given, value.area());
            return Some(Entity::Poisoned);
        }
        let written = ty.and_then(|ty| self.referenced_type(ty));
        if let Some((written, _)) = written
            && self.infer.unify(written, given.ty).is_none()
        {
            let (expected, got) = (self.infer.name(written), self.infer.name(given.ty));
            let problem = format!("expected a reference to `{expected}`, got one to `{got}`");
            self.errors.report(value.area(), problem, "give the reference and its annotation one type");
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
}
