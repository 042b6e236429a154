//! References to what is no variable and no element: parts of elements, elements of parts, and arrays that are in no memory. Behind a `let` such a
//! reference is a name for the place, whose indices are in variables. A call takes a copy, which it gives back: nobody else sees it meanwhile.

use super::extent::Extent;
use super::references::Referred;
use super::slices::Borrowed;
use super::{Checker, Entity, plain};
use crate::diagnostics::Area;
use crate::hir::{Base, Block, BufferId, Expr, Kind, LocalId, Place, Reference, Stmt, View};
use crate::syntax::strip;
use crate::types::{Form, Ty};
use vyre_ir::{BufferDecl, DataType};

/// The parts of places that a call is given in variables of their own: what comes before the call, and each place with its variable.
#[derive(Default)]
pub(super) struct Copies {
    before: Vec<Stmt>,
    places: Vec<(Expr, LocalId)>,
    /// The arrays that are given back.
    arrays: Vec<(Expr, BufferId, Vec<Ty>)>,
    /// The variables that are given back to so many elements of a buffer.
    elements: Vec<(LocalId, BufferId, u32)>,
}

impl Copies {
    /// Whether nothing is given back.
    pub(super) fn is_empty(&self) -> bool {
        let gives_nothing = self.places.is_empty() && self.arrays.is_empty() && self.elements.is_empty();
        self.before.is_empty() && gives_nothing
    }

    /// Does what comes before the call now.
    pub(super) fn move_before(&mut self, stmts: &mut Vec<Stmt>) {
        stmts.append(&mut self.before);
    }

    /// What comes before the call.
    pub(super) fn before(&mut self) -> &mut Vec<Stmt> {
        &mut self.before
    }

    /// Notes a variable whose value of before the call comes back.
    pub(super) fn give_back(&mut self, place: Expr, local: LocalId) {
        self.places.push((place, local));
    }
}

/// Where a slice is wanted, `&array` in a branch is `&array[..]`, as in Rust.
fn coerce_branches(value: &mut syn::Expr) {
    let of_block = |block: &mut syn::Block| {
        if let Some(syn::Stmt::Expr(tail, None)) = block.stmts.last_mut() {
            coerce_tail(tail);
        }
    };
    match value {
        syn::Expr::Paren(it) => coerce_branches(&mut it.expr),
        syn::Expr::Group(it) => coerce_branches(&mut it.expr),
        syn::Expr::Match(it) => it.arms.iter_mut().for_each(|arm| coerce_tail(&mut arm.body)),
        syn::Expr::If(it) => {
            of_block(&mut it.then_branch);
            if let Some((_, otherwise)) = &mut it.else_branch {
                coerce_tail(otherwise);
            }
        }
        syn::Expr::Block(it) => of_block(&mut it.block),
        _ => {}
    }
}

fn coerce_tail(tail: &mut syn::Expr) {
    match tail {
        syn::Expr::Reference(syn::ExprReference { mutability: None, expr, .. })
            if matches!(strip(expr), syn::Expr::Path(_)) =>
        {
            **expr = syn::parse_quote!(#expr[..]);
        }
        branches => coerce_branches(branches),
    }
}

impl Checker<'_> {
    /// The variable that stands for an argument `&mut place` where the place is a part of an element, or an element of a part: nobody else can
    /// see it during the call, so its value is copied before and after. Nothing for other arguments.
    pub(super) fn copied_argument(
        &mut self,
        arg: &syn::Expr,
        param: Reference,
        args: &mut [Expr],
        copies: &mut Copies,
    ) -> Option<Option<(Place, Borrowed)>> {
        let expr = match strip(arg) {
            syn::Expr::Reference(syn::ExprReference { mutability: Some(_), expr, .. }) => expr,
            // One more name of a place.
            syn::Expr::Path(_) => arg,
            _ => return None,
        };
        if let (syn::Expr::Struct(_) | syn::Expr::Call(_), syn::Expr::Reference(_)) =
            (strip(expr), strip(arg))
        {
            return self.temporary_argument(expr, param, args, copies);
        }
        if let Some(copied) = self.copied_elements(expr, param, args, copies) {
            return Some(copied);
        }
        if !self.is_inner_place(expr) {
            return None;
        }
        let place = self.base(expr);
        if self.infer.resolve(place.ty) == Ty::Error || !self.demand_unshared(expr) {
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
        self.evaluated_before(args, copies);
        let place = self.settled_place(place, &mut copies.before);
        let local = self.bound_before("part", place.clone(), copies);
        copies.places.push((place, local));
        Some(Some((Place::Part { local, path: Vec::new() }, borrowed)))
    }

    /// The variable that stands for a `&mut [T; N]` of a kernel, or `&mut *` of it, where a function takes a value of two or four lanes.
    fn copied_elements(
        &mut self,
        array: &syn::Expr,
        param: Reference,
        args: &mut [Expr],
        copies: &mut Copies,
    ) -> Option<Option<(Place, Borrowed)>> {
        let array = match strip(array) {
            syn::Expr::Unary(syn::ExprUnary { op: syn::UnOp::Deref(_), expr, .. }) => expr,
            other => other,
        };
        let (buffer, count) = self.array_behind(array)?;
        if self.buffers[buffer].is_constant {
            return None;
        }
        let value = self.array_behind_name(array)?;
        let wanted = self.locals[param.local].ty;
        if !self.demand(&value, wanted) {
            return Some(None);
        }
        self.evaluated_before(args, copies);
        let local = self.bound_before("part", value, copies);
        copies.elements.push((local, buffer, count));
        let root = self.slice_roots.get(&buffer).copied().unwrap_or(Base::Buffer(buffer));
        let borrowed = Borrowed { root, path: Vec::new(), halves: Vec::new() };
        Some(Some((Place::Part { local, path: Vec::new() }, borrowed)))
    }

    /// A variable with a value, which is bound before the call.
    fn bound_before(&mut self, name: &str, value: Expr, copies: &mut Copies) -> LocalId {
        let (area, local) = (value.area, self.local(name, value.ty, true));
        copies.before.push(Stmt::Let { local, value, area });
        local
    }

    /// What stands before an argument is evaluated before.
    fn evaluated_before(&mut self, args: &mut [Expr], copies: &mut Copies) {
        for earlier in args.iter_mut().filter(|earlier| !matches!(earlier.kind, Kind::Literal(_))) {
            let value = std::mem::replace(earlier, Expr::error(earlier.area));
            *earlier = self.hidden("argument", value, &mut copies.before);
            if let Kind::Local(local) = earlier.kind {
                self.locals[local].is_argument = true;
            }
        }
    }

    /// The variable that `&mut value` refers to, which nobody else names.
    fn temporary_argument(
        &mut self,
        value: &syn::Expr,
        param: Reference,
        args: &mut [Expr],
        copies: &mut Copies,
    ) -> Option<Option<(Place, Borrowed)>> {
        let wanted = self.locals[param.local].ty;
        let value = self.expr_as(value, wanted);
        if !self.demand(&value, wanted) || self.infer.resolve(value.ty) == Ty::Error {
            return Some(None);
        }
        self.evaluated_before(args, copies);
        let local = self.bound_before("temporary", value, copies);
        let borrowed = Borrowed { root: Base::Vector(local), path: Vec::new(), halves: Vec::new() };
        Some(Some((Place::Part { local, path: Vec::new() }, borrowed)))
    }

    /// The variable that stands for the receiver of a method of the module's that takes `&mut self`: the variable itself, or one whose value is
    /// copied before and after.
    pub(super) fn changed_receiver(
        &mut self,
        receiver: Expr,
        param: Reference,
        copies: &mut Copies,
    ) -> Option<(Place, Borrowed)> {
        let area = receiver.area;
        let (wanted, got) = (self.locals[param.local].ty, receiver.ty);
        if self.infer.resolve(got) == Ty::Error || self.infer.unify(wanted, got).is_none() {
            return None;
        }
        if is_temporary(&receiver) {
            let local = self.bound_before("temporary", receiver, copies);
            let path = Vec::new();
            let root = Base::Vector(local);
            return Some((
                Place::Part { local, path: path.clone() },
                Borrowed { root, path, halves: Vec::new() },
            ));
        }
        if !self.can_change(&receiver) {
            let text = self.errors.text(area).unwrap_or_else(|| "this value".to_string());
            let problem = format!("`{text}` is not mutable, and the method takes `&mut self`");
            let name = match root_of(&receiver).kind {
                Kind::Local(local) => Some(self.locals[local].name.clone()),
                _ => None,
            };
            let fix = name.map_or_else(
                || "bind it first: `let mut value = ..;`".to_string(),
                |name| format!("write `mut {name}` where it is declared"),
            );
            self.errors.report(area, problem, fix);
            return None;
        }
        if let Kind::Local(local) = receiver.kind {
            let root = self.reference_roots.get(&local).copied().unwrap_or(Base::Vector(local));
            let path = Vec::new();
            return Some((
                Place::Part { local, path: path.clone() },
                Borrowed { root, path, halves: Vec::new() },
            ));
        }
        let borrowed = self.borrowed_by(&receiver)?;
        let place = self.settled_place(receiver, &mut copies.before);
        let local = self.bound_before("part", place.clone(), copies);
        copies.places.push((place, local));
        Some((Place::Part { local, path: Vec::new() }, borrowed))
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
        if let Some(tried) = super::std_functions::tried_into(arg)
            && let Some(count) = self.lengths.get(&param).copied()
            && !self.buffers[param].decl.access.is_writable()
        {
            let (element, area) = (self.buffers[param].ty, arg.area());
            let value = self.array_of_slice(&tried.receiver, element, count, area)?;
            self.evaluated_before(args, copies);
            return Some(Some(self.array_of_argument(value, &vec![element; count as usize], param, copies)));
        }
        let is_bytes = matches!(strip(arg), syn::Expr::Lit(syn::ExprLit { lit: syn::Lit::ByteStr(_), .. }));
        let (is_exclusive, expr) = match strip(arg) {
            syn::Expr::Reference(syn::ExprReference { mutability, expr, .. }) => {
                (mutability.is_some(), &**expr)
            }
            other if is_bytes => (false, other),
            syn::Expr::Call(_)
            | syn::Expr::MethodCall(_)
            | syn::Expr::Index(_)
            | syn::Expr::Try(_)
            | syn::Expr::If(_)
            | syn::Expr::Match(_)
                if self.viewed_without_error(arg).is_none() =>
            {
                return self.given_slice(arg, param, args, copies);
            }
            other => (self.reference_to_array(other)?, other),
        };
        let (expr, ranges) = without_ranges(expr);
        let is_reference = self.reference_to_array(arg).is_some();
        if !is_bytes && !is_reference && !self.is_array_value(expr) {
            return None;
        }
        let element = self.buffers[param].ty;
        if super::slice_methods::is_empty_list(strip(expr))
            && ranges.is_empty()
            && !self.lengths.contains_key(&param)
        {
            let (slice, _) = self.other_slice(arg, element, false, &mut copies.before)?;
            let view = View { base: Base::Buffer(slice), cuts: Vec::new() };
            self.link(param, &view);
            return Some(Some((
                view,
                Borrowed { root: Base::Buffer(slice), path: Vec::new(), halves: Vec::new() },
            )));
        }
        let value = match strip(expr) {
            syn::Expr::Array(array) => self.list(array, Some(element)),
            syn::Expr::Repeat(repeat) => self.repeated(repeat, Some(element)),
            _ => self.base(expr),
        };
        let value = self.behind_references(value);
        let is_shared = is_exclusive && !is_reference && !self.demand_unshared(expr);
        if self.infer.resolve(value.ty) == Ty::Error || is_shared {
            return Some(None);
        }
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
        if writes && !is_exclusive {
            let text = self.errors.text(expr.area()).unwrap_or_else(|| "x".to_string());
            self.errors.report(arg.area(), "expected `&mut`, got `&`", format!("write `&mut {text}`"));
            return Some(None);
        }
        let count = types.len() as u32;
        let wanted = self.lengths.get(&param).copied();
        if let Some(wanted) = wanted.filter(|_| !ranges.is_empty()) {
            let name = &self.buffers[param].decl.name;
            let problem = format!("`{name}` takes an array of {wanted} elements, and this is a slice");
            self.errors.report(arg.area(), problem, "take a slice, `&[T]` or `&mut [T]`, in the function");
            return Some(None);
        }
        if let Some(wanted) = wanted.filter(|wanted| *wanted != count) {
            let problem = format!("expected an array of {wanted} elements, got one of {count}");
            self.errors.report(arg.area(), problem, "pass an array of its length, or take a slice, `&[T]`");
            return Some(None);
        }
        self.evaluated_before(args, copies);
        let gives_back = writes && self.can_change(&value);
        if writes && !gives_back && matches!(strip(expr), syn::Expr::Path(_) | syn::Expr::Index(_)) {
            let text = self.errors.text(expr.area()).unwrap_or_else(|| "this place".to_string());
            let fix =
                "declare the variable that it is a part of `mut`, or copy the part: `let mut part = ..;`";
            self.errors.report(arg.area(), format!("`{text}` cannot be written to"), fix);
            return Some(None);
        }
        let borrowed = self.borrowed_by(&value).filter(|_| gives_back);
        let value = if gives_back { self.settled_place(value, &mut copies.before) } else { value };
        let array = self.lent_array(value.clone(), &types, &mut copies.before);
        if gives_back {
            self.passing_arrays.insert(array);
            copies.arrays.push((value, array, types));
        }
        let mut view = View { base: Base::Buffer(array), cuts: Vec::new() };
        for range in ranges {
            let Some(cut) = self.range_cut(range, "array") else { return Some(None) };
            view.cuts.push(cut);
        }
        self.link(param, &view);
        let own = Borrowed { root: Base::Buffer(array), path: Vec::new(), halves: Vec::new() };
        Some(Some((view, borrowed.unwrap_or(own))))
    }

    /// The local array that stands for a `&[T; N]` that nobody else names.
    fn array_of_argument(
        &mut self,
        value: Expr,
        types: &[Ty],
        param: BufferId,
        copies: &mut Copies,
    ) -> (View, Borrowed) {
        let base = Base::Buffer(self.lent_array(value, types, &mut copies.before));
        let view = View { base, cuts: Vec::new() };
        self.link(param, &view);
        (view, Borrowed { root: base, path: Vec::new(), halves: Vec::new() })
    }

    /// The slice that an argument gives, which is bound before the call.
    fn given_slice(
        &mut self,
        arg: &syn::Expr,
        param: BufferId,
        args: &mut [Expr],
        copies: &mut Copies,
    ) -> Option<Option<(View, Borrowed)>> {
        if !self.sees_module {
            return None;
        }
        self.evaluated_before(args, copies);
        if super::slices::gives_list(arg) && !self.buffers[param].decl.access.is_writable() {
            // Where one branch gives a list, all of them are slices.
            let of = self.slice_type(self.buffers[param].ty, None, false);
            let value = self.expr_as(arg, of);
            if self.infer.resolve(value.ty) == Ty::Error {
                return Some(None);
            }
            let Kind::Local(local) = self.hidden("given", value, &mut copies.before).kind else {
                return None;
            };
            let name = self.lazy_name(Entity::Local(local), arg.area());
            let given = self.slice_argument(&syn::parse_quote!(#name), param);
            return Some(given.map(|given| (given.view, given.borrowed)));
        }
        let mut coerced = arg.clone();
        if !self.lengths.contains_key(&param) {
            coerce_branches(&mut coerced);
        }
        let Some(name) = self.hidden_let(&coerced, false, &mut copies.before) else { return Some(None) };
        let given = self.slice_argument(&syn::parse_quote!(#name), param);
        Some(given.map(|given| (given.view, given.borrowed)))
    }

    /// A byte string as a slice.
    pub(super) fn literal_slice(&mut self, literal: &syn::Expr) -> Expr {
        let value = self.expr(literal);
        let area = value.area;
        let types = match self.array_element(value.ty) {
            Some((count, element)) => vec![element; count as usize],
            None => return value,
        };
        if !self.in_kernel(area, "byte strings as slices") {
            return Expr::error(area);
        }
        let mut stmts = Vec::new();
        let array = self.in_memory("text", value, &types, &mut stmts);
        let viewed = self.buffer_view(array);
        let slice = self.slice_value(viewed, area);
        super::variants::block_of(stmts, slice)
    }

    /// A local array with the elements of an array value.
    pub(super) fn in_memory(
        &mut self,
        name: &str,
        value: Expr,
        types: &[Ty],
        stmts: &mut Vec<Stmt>,
    ) -> BufferId {
        self.stands_in_place();
        let (area, of) = (value.area, types.first().copied().unwrap_or(Ty::Error));
        let decl = BufferDecl::private(name, types.len() as u32, DataType::U32);
        let array = self.slice(decl, of, false, area);
        (self.buffers[array].is_slice, self.buffers[array].is_constant) = (false, false);
        let is_literal = matches!(&value.kind, Kind::Many(parts) if parts.iter().all(|part| matches!(part.kind, Kind::Literal(_))));
        if is_literal {
            self.constant_arrays.insert(array);
        } else {
            let place = self.place_of_copy(&value);
            self.copied_arrays.insert(array, place);
        }
        self.give_elements(array, value, types, stmts);
        array
    }

    /// A local array with the elements of an array that nobody changes otherwise while there are slices of it. Where it is a part of a variable that
    /// lies in memory already, it is that part.
    pub(super) fn lent_array(&mut self, value: Expr, types: &[Ty], stmts: &mut Vec<Stmt>) -> BufferId {
        let first = stmts.len();
        let array = self.in_memory("list", value.clone(), types, stmts);
        let is_part = |mut inner: &Expr| loop {
            match &inner.kind {
                Kind::Part { value, .. } => inner = value,
                kind => return matches!(kind, Kind::Local(_)),
            }
        };
        if is_part(&value) && self.infer.resolve(value.ty).vector_lanes().is_none() {
            self.buffers[array].is_lent = true;
            stmts.truncate(first);
            let area = value.area;
            let assigned = Kind::AssignWhole { buffer: array, value: Box::new(value) };
            stmts.push(Stmt::Expr(Expr { kind: assigned, ty: Ty::Unit, area }));
        }
        array
    }

    /// Gives the elements of a local array those of a value.
    fn give_elements(&mut self, array: BufferId, value: Expr, types: &[Ty], stmts: &mut Vec<Stmt>) {
        let area = value.area;
        let whole = self.hidden("parts", value, stmts);
        let parts =
            types.iter().enumerate().map(|(at, ty)| self.part(whole.clone(), at, *ty, area)).collect();
        let many = Expr { ty: self.infer.many(Form::Array, types.to_vec()), kind: Kind::Many(parts), area };
        let assigned = Kind::AssignWhole { buffer: array, value: Box::new(many) };
        stmts.push(Stmt::Expr(Expr { kind: assigned, ty: Ty::Unit, area }));
    }

    /// The slice that a `let` binds of an array that is in no memory, which is copied; nothing where it is none.
    pub(super) fn bind_copied_slice(
        &mut self,
        name: &syn::Ident,
        value: &syn::Expr,
        stmts: &mut Vec<Stmt>,
    ) -> Option<Entity> {
        let syn::Expr::Reference(reference) = strip(value) else { return None };
        let (expr, ranges) = without_ranges(&reference.expr);
        if ranges.is_empty() || !self.is_array_value(expr) {
            return None;
        }
        let array = self.base(expr);
        let (Form::Array, types) = self.infer.parts(array.ty)? else { return None };
        let types = types.to_vec();
        if reference.mutability.is_some() {
            let text = self.errors.text(value.area()).unwrap_or_else(|| "&mut a[i..j]".to_string());
            let problem = "this array is a part of a value, of which a `&mut` slice is an argument only";
            self.errors.report(value.area(), problem, format!("write `{text}` where a function takes it"));
            return Some(Entity::Poisoned);
        }
        let of = types.first().copied().unwrap_or(Ty::Error);
        let base = Base::Buffer(self.lent_array(array, &types, stmts));
        let cuts = ranges.into_iter().map(|range| self.range_cut(range, "array")).collect::<Option<_>>();
        let Some(cuts) = cuts else { return Some(Entity::Poisoned) };
        let view = View { base, cuts };
        let area = Area::from(name.span());
        let slice = self.slice(BufferDecl::private(plain(name), 0, DataType::U32), of, false, area);
        self.buffers[slice].is_constant = true;
        self.begin_slice(slice, view, base, area, stmts);
        Some(Entity::Buffer(slice))
    }

    /// The local array that a parameter becomes whose value is an array, if the body takes slices of it.
    pub(super) fn param_in_memory(
        &mut self,
        (name, local): (&syn::Ident, LocalId),
        body: &syn::Block,
        stmts: &mut Vec<Stmt>,
    ) -> Option<Entity> {
        if !matches!(self.infer.parts(self.locals[local].ty), Some((Form::Array, _)))
            || !is_sliced(name, body)
        {
            return None;
        }
        let (ty, is_mutable) = (self.locals[local].ty, self.locals[local].is_mutable);
        let value = Expr { kind: Kind::Local(local), ty, area: Area::from(name.span()) };
        self.array_of(name, is_mutable, &value, stmts)
    }

    /// Whether an expression is an array that is in no memory, as far as is known without checking it.
    pub(super) fn is_array_value(&mut self, expr: &syn::Expr) -> bool {
        if !self.is_kernel {
            return false;
        }
        match strip(expr) {
            syn::Expr::Field(_) => !self.is_slice_valued(expr),
            syn::Expr::Array(_) | syn::Expr::Repeat(_) | syn::Expr::Call(_) => true,
            syn::Expr::Lit(syn::ExprLit { lit: syn::Lit::ByteStr(_), .. }) => true,
            syn::Expr::MethodCall(call) => {
                matches!(
                    plain(&call.method).as_str(),
                    "to_le_bytes" | "to_be_bytes" | "map" | "clone" | "as_flattened"
                ) || self.gives_array(call)
            }
            syn::Expr::Path(path) => match path.path.get_ident().and_then(|name| self.lookup(&plain(name))) {
                Some(Entity::Local(local) | Entity::Reference(local)) => {
                    matches!(self.infer.parts(self.locals[local].ty), Some((Form::Array, _)))
                }
                _ => self.array_of_type(expr).is_some() || self.is_table_of_parts(path),
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

    /// Whether the reference to an array that an expression names is a `&mut`; nothing where it names none.
    fn reference_to_array(&self, expr: &syn::Expr) -> Option<bool> {
        if self.array_of_type(expr) == Some(true) {
            return Some(false);
        }
        let name = crate::syntax::path_name(expr)?;
        let (mut of, is_exclusive) = match self.lookup(&name)? {
            Entity::Reference(local) => (self.referred(local, expr.area()).ty, !self.shared.contains(&local)),
            // A `&` that is a value, such as one in an option.
            Entity::Local(local) => (self.referent(self.locals[local].ty)?, false),
            _ => return None,
        };
        while let Some(inner) = self.referent(of) {
            of = inner;
        }
        self.array_element(of).map(|_| is_exclusive)
    }

    /// Whether a place is a part of an element, or an element of a part.
    pub(super) fn is_inner_place(&mut self, expr: &syn::Expr) -> bool {
        match strip(expr) {
            syn::Expr::Index(index) if matches!(strip(&index.index), syn::Expr::Range(_)) => false,
            syn::Expr::Index(index) => {
                self.part_of_local(expr).is_some()
                    || self.part_of_element(expr).is_some()
                    || self.is_vector_element(&index.expr)
                    || self.inner_root(expr).is_some()
            }
            syn::Expr::Field(_) => {
                // What a reference is to may be an element.
                let of_reference =
                    self.part_of_local(expr).is_some_and(|local| self.reference_slices.contains_key(&local));
                of_reference || self.part_of_element(expr).is_some() || self.inner_root(expr).is_some()
            }
            _ => self.inner_root(expr).is_some(),
        }
    }

    /// Whether a place is a variable, a field of one or a lane of one.
    pub(super) fn is_variable(&self, expr: &syn::Expr) -> bool {
        match strip(expr) {
            syn::Expr::Field(field) => self.is_variable(&field.base),
            syn::Expr::Index(index) if !matches!(strip(&index.index), syn::Expr::Range(_)) => {
                self.is_variable(&index.expr)
            }
            syn::Expr::Path(path) => {
                let entity = path.path.get_ident().and_then(|name| self.lookup(&plain(name)));
                matches!(entity, Some(Entity::Local(_)))
            }
            _ => false,
        }
    }

    /// The name of a place that is a part, of which an expression is a part or all.
    fn inner_root(&self, expr: &syn::Expr) -> Option<LocalId> {
        let mut base = strip(expr);
        loop {
            base = match base {
                syn::Expr::Field(field) => strip(&field.base),
                syn::Expr::Index(index) => strip(&index.expr),
                _ => {
                    let local = self.behind(base)?;
                    return self.inner_places.contains_key(&local).then_some(local);
                }
            }
        }
    }

    /// Whether something may be assigned to a place, as far as the reference tells to which it belongs; reports it otherwise.
    pub(super) fn demand_unshared(&mut self, place: &syn::Expr) -> bool {
        let Some(root) = self.inner_root(place).filter(|root| self.shared.contains(root)) else {
            return true;
        };
        self.not_mutable(place.area(), root);
        false
    }

    /// The name that a `let` gives to such a place.
    pub(super) fn bind_inner(
        &mut self,
        name: &syn::Ident,
        reference: &syn::ExprReference,
        ty: Option<&syn::Type>,
        stmts: &mut Vec<Stmt>,
    ) -> Option<Entity> {
        let is_exclusive = reference.mutability.is_some();
        let place = self.base(&reference.expr);
        if self.infer.resolve(place.ty) == Ty::Error || is_exclusive && !self.demand_unshared(&reference.expr)
        {
            return Some(Entity::Poisoned);
        }
        let borrowed = self.borrowed_by(&place)?;
        let (root, of) = match &root_of(&place).kind {
            Kind::Load { buffer, .. } => {
                let view = View { base: Base::Buffer(*buffer), cuts: Vec::new() };
                (Place::Element(view), self.buffers[*buffer].decl.name.clone())
            }
            Kind::Local(local) => {
                (Place::Part { local: *local, path: Vec::new() }, self.locals[*local].name.clone())
            }
            _ => return None,
        };
        let is_element = root.view().is_some();
        let given =
            Referred { place: root, ty: place.ty, is_writable: self.can_change(&place), name: of, borrowed };
        if !self.demand_referred(&given, is_exclusive, ty, Area::of(reference)) {
            return Some(Entity::Poisoned);
        }
        if !self.is_method {
            self.in_kernel(Area::of(reference), "references");
        }
        let area = Area::from(name.span());
        let local = self.local(&plain(name), place.ty, is_exclusive);
        self.declared.insert(local, area);
        self.reference_roots.insert(local, given.borrowed.root);
        if !is_exclusive {
            self.shared.insert(local);
        }
        if is_exclusive || is_element {
            let place = self.settled_place(place, stmts);
            self.inner_places.insert(local, place);
        } else {
            // Nobody changes a variable while a `&` to it is used.
            stmts.push(Stmt::Let { local, value: place, area });
        }
        Some(Entity::Reference(local))
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
        Some(Borrowed { root, path, halves: Vec::new() })
    }

    /// The variable or the array that a place is a part of.
    pub(super) fn root_of_place(&self, place: &Expr) -> Option<Base> {
        self.borrowed_by(place).map(|borrowed| borrowed.root)
    }

    /// A call, with what its copies need before and after it.
    pub(super) fn with_copies(&mut self, copies: Copies, call: Expr) -> Expr {
        if copies.is_empty() {
            return call;
        }
        let Copies { before: mut stmts, places, arrays, elements } = copies;
        let (ty, area) = (call.ty, call.area);
        let is_value = !matches!(self.infer.resolve(ty), Ty::Unit | Ty::Never | Ty::Error);
        let tail = match is_value {
            true => Some(Box::new(self.hidden("result", call, &mut stmts))),
            false => {
                match call.kind {
                    // What is given back after is among the variables of the block.
                    Kind::Block(Block { stmts: inner, tail: None }) => stmts.extend(inner),
                    _ => stmts.push(Stmt::Expr(call)),
                }
                None
            }
        };
        for (place, local) in places {
            let value = Expr { kind: Kind::Local(local), ty: place.ty, area: place.area };
            let given = self.give_back(place, None, value, area);
            stmts.push(Stmt::Expr(given));
        }
        for (local, buffer, count) in elements {
            let value = Expr { kind: Kind::Local(local), ty: self.locals[local].ty, area };
            stmts.extend(self.stored_elements(buffer, count, &value));
        }
        for (place, array, types) in arrays {
            let load = |(at, ty): (usize, &Ty)| {
                let index = Box::new(Expr { kind: Kind::Literal(at as u128), ty: Ty::U32, area });
                Expr { kind: Kind::Load { buffer: array, index }, ty: *ty, area }
            };
            let is_vector = self.infer.resolve(place.ty).vector_lanes().is_some();
            let kind = match self.whole_array(array, area) {
                Some(whole) if !is_vector => whole.kind,
                _ => {
                    let parts = types.iter().enumerate().map(load).collect();
                    if is_vector { Kind::Compose(parts) } else { Kind::Many(parts) }
                }
            };
            let value = Expr { kind, ty: place.ty, area };
            let given = self.give_back(place, None, value, area);
            stmts.push(Stmt::Expr(given));
        }
        Expr { kind: Kind::Block(Block { stmts, tail }), ty, area }
    }
}

/// Whether an expression is a value of its own, which nobody else names: what a function gives, a constant, or a literal of a struct.
pub(super) fn is_temporary(value: &Expr) -> bool {
    match &value.kind {
        Kind::CallFunction { .. } | Kind::Many(_) | Kind::Item(_) => true,
        Kind::Block(Block { stmts, tail: Some(tail) }) => {
            !stmts.is_empty()
                && {
                    // Also a part of it, as `?` and `unwrap` leave of what a function gives.
                    let root = &root_of(tail).kind;
                    let declares = |stmt: &Stmt| matches!((stmt, root), (Stmt::Let { local, .. }, Kind::Local(tail)) if local == tail);
                    is_temporary(tail) || stmts.iter().any(declares)
                }
        }
        _ => false,
    }
}

/// The variable or the element of which a place is a part.
pub(super) fn root_of(place: &Expr) -> &Expr {
    match &place.kind {
        Kind::Part { value, .. } | Kind::Pick { value, .. } | Kind::Lane { value, .. } => root_of(value),
        _ => place,
    }
}

/// `a` and `i..j` of `a[i..j]`, and so on from within.
pub(super) fn without_ranges(expr: &syn::Expr) -> (&syn::Expr, Vec<&syn::ExprRange>) {
    let (mut base, mut ranges) = (strip(expr), Vec::new());
    while let syn::Expr::Index(index) = base
        && let syn::Expr::Range(range) = strip(&index.index)
    {
        ranges.insert(0, range);
        base = strip(&index.expr);
        // `(&a[i..j])[k..l]` is a part of the same part.
        if let syn::Expr::Reference(reference) = base
            && let syn::Expr::Index(inner) = strip(&reference.expr)
            && let syn::Expr::Range(_) = strip(&inner.index)
        {
            base = strip(&reference.expr);
        }
    }
    (base, ranges)
}

/// Whether a `&` stands before a name or a part of it, as far as tokens tell.
fn is_sliced(name: &syn::Ident, body: &syn::Block) -> bool {
    use syn::visit::{self, Visit};
    struct Finder<'n>(&'n syn::Ident, bool);
    impl<'ast> Visit<'ast> for Finder<'_> {
        fn visit_expr_reference(&mut self, reference: &'ast syn::ExprReference) {
            if let syn::Expr::Path(path) = without_ranges(&reference.expr).0 {
                self.1 |= path.path.is_ident(self.0);
            }
            visit::visit_expr_reference(self, reference);
        }

        fn visit_macro(&mut self, it: &'ast syn::Macro) {
            if let Some(expr) = crate::syntax::written_out(it) {
                Visit::visit_expr(self, &expr);
            }
        }
    }
    let mut finder = Finder(name, false);
    finder.visit_block(body);
    finder.1
}
