//! Slices as values: what a function gives, what an `Option` or a tuple holds, what the branches of an `if` give. Such a value is where the slice starts in
//! its array and how long it is; which array it is stands in its type, so a value is of one array, whatever happens at run time. A name that is
//! bound to one is a slice like others.

use super::extent::Extent;
use super::slices::{Borrowed, Viewed};
use super::{Checker, Entity, plain};
use crate::diagnostics::Area;
use crate::hir::{Base, Block, BufferId, Cut, Expr, Kind, Stmt, View};
use crate::syntax::strip;
use crate::types::{Form, Number, Ty};
use vyre_ir::{BufferDecl, DataType};

/// The fix where a slice is no value.
const BIND: &str = "bind it by itself, `let part = &a[i..j];`, or pass it to a function";

/// The array that a type says, as the number in it.
pub(super) fn number_of(base: Base) -> Ty {
    let (at, is_vector) = match base {
        Base::Buffer(buffer) => (buffer, 0),
        Base::Vector(local) => (local, 1),
    };
    Ty::Const(Number::count((at as u32) << 1 | is_vector))
}

pub(super) fn base_of(number: Ty) -> Option<Base> {
    let Ty::Const(number) = number else { return None };
    let number = number.as_count()?;
    let at = (number >> 1) as usize;
    Some(if number & 1 == 0 { Base::Buffer(at) } else { Base::Vector(at) })
}

fn is_slice(ty: &syn::Type) -> bool {
    matches!(ty, syn::Type::Reference(reference) if matches!(*reference.elem, syn::Type::Slice(_)))
}

/// The type in an `Option` or a `Result`.
fn held_by(ty: &syn::Type) -> Option<&syn::Type> {
    let syn::Type::Path(path) = ty else { return None };
    let last = path.path.segments.last().filter(|last| last.ident == "Option" || last.ident == "Result")?;
    let syn::PathArguments::AngleBracketed(args) = &last.arguments else { return None };
    args.args.iter().find_map(|arg| match arg {
        syn::GenericArgument::Type(ty) => Some(ty),
        _ => None,
    })
}

/// The type of the elements of a slice that is a value, its array, and its bounds there.
struct Parts {
    element: Ty,
    base: Base,
    start: Expr,
    length: Expr,
}

impl Checker<'_> {
    /// The type of the slices of an array; which array it is may turn out later.
    pub(super) fn slice_type(&mut self, element: Ty, of: Option<Base>, is_exclusive: bool) -> Ty {
        let root = of.map_or_else(|| self.infer.open(), number_of);
        self.infer.slice(element, root, is_exclusive)
    }

    /// The type `&[T]` or `&mut [T]` of a value.
    pub(super) fn written_slice(&mut self, slice: &syn::TypeSlice, is_exclusive: bool) -> Ty {
        match self.written_type(&slice.elem).unwrap_or(Ty::Error) {
            Ty::Error => Ty::Error,
            element => self.slice_type(element, self.result_root, is_exclusive),
        }
    }

    /// Whether a type is one of slices, or of values that hold some.
    pub(super) fn holds_slices(&self, ty: Ty) -> bool {
        let mut open = vec![ty];
        while let Some(ty) = open.pop() {
            match self.infer.parts(ty) {
                Some((Form::Slice, _)) => return true,
                Some((Form::Array, parts)) => open.extend(parts.first()),
                Some((_, parts)) => open.extend(parts.iter()),
                None => {}
            }
        }
        false
    }

    /// The arrays of the slices in a value, as far as they are known.
    pub(super) fn arrays_in(&self, ty: Ty, found: &mut Vec<Base>) {
        let mut open = vec![ty];
        while let Some(ty) = open.pop() {
            match self.infer.parts(ty) {
                Some((Form::Slice, _)) => {
                    let root = self.infer.args(ty).and_then(|args| args.get(1).copied());
                    let base = root.and_then(|root| base_of(self.infer.resolve(root)));
                    found.extend(base.into_iter().flat_map(|base| self.joined_with(base)));
                }
                Some((Form::Array, parts)) => open.extend(parts.first()),
                Some((_, parts)) => open.extend(parts.iter()),
                None => {}
            }
        }
    }

    /// The array that a slice is a part of.
    pub(super) fn array_behind_slice(&self, mut base: Base) -> Base {
        while let Base::Buffer(slice) = base
            && let Some(of) = self.slice_bases.get(&slice)
        {
            base = *of;
        }
        base
    }

    /// The array that slices of an array may be said to be of; nothing where it is a copy that the next round of a loop or the next call makes
    /// again, or a name for another place each time.
    pub(super) fn kept_array(&self, base: Base) -> Option<Base> {
        let base = self.array_behind_slice(base);
        let is_kept = match base {
            Base::Buffer(array) => !self.passing_arrays.contains(&array),
            Base::Vector(local) => {
                !self.reference_slices.contains_key(&local)
                    && !self.reference_roots.contains_key(&local)
                    && !self.inner_places.contains_key(&local)
            }
        };
        is_kept.then_some(base)
    }

    /// A slice as a value.
    pub(super) fn slice_value(&mut self, viewed: Viewed, area: Area) -> Expr {
        self.slice_value_as(viewed, false, area)
    }

    /// The same, which may be a `&mut`.
    pub(super) fn slice_value_as(&mut self, viewed: Viewed, is_exclusive: bool, area: Area) -> Expr {
        if !viewed.dimensions.is_empty() || viewed.is_atomic || !self.is_kernel {
            self.errors.report(area, "a slice is no value", BIND);
            return Expr::error(area);
        }
        let Some(root) = self.kept_array(viewed.view.base) else {
            let problem = "a slice of a part of a value is none that can be kept";
            self.errors.report(area, problem, "bind the array first: `let array = ..;`");
            return Expr::error(area);
        };
        let ty = self.slice_type(viewed.ty, Some(root), is_exclusive);
        let mut stmts = Vec::new();
        let slice = self.named_slice(viewed, area, &mut stmts);
        let number = |kind| Expr { kind, ty: Ty::U32, area };
        let parts = vec![number(Kind::Start(slice)), number(Kind::Len(slice))];
        let whole = Expr { kind: Kind::Many(parts), ty, area };
        Expr { kind: Kind::Block(Block { stmts, tail: Some(Box::new(whole)) }), ty, area }
    }

    /// The name of a parameter `&[T]` where a slice is wanted.
    pub(super) fn buffer_as_slice(&mut self, value: &syn::Expr, wanted: Ty) -> Option<Expr> {
        let (Form::Slice, _) = self.infer.parts(wanted)? else { return None };
        let Some(Entity::Buffer(buffer)) = self.lookup(&crate::syntax::path_name(value)?) else {
            return None;
        };
        let known = &self.buffers[buffer];
        if known.is_slice || !known.decl.access.is_bound() {
            return None;
        }
        let viewed = self.viewed(value)??;
        let is_exclusive = self.infer.is_exclusive_slice(wanted);
        if is_exclusive && !self.demand_exclusive_view(&viewed, value.area()) {
            return Some(Expr::error(value.area()));
        }
        Some(self.slice_value_as(viewed, is_exclusive, value.area()))
    }

    /// A slice where one of a type is wanted: a `&mut` may stand where a `&` is wanted.
    pub(super) fn slice_as(&mut self, value: Expr, wanted: Ty) -> Expr {
        if !self.infer.is_exclusive_slice(value.ty) || self.infer.is_exclusive_slice(wanted) {
            return value;
        }
        let (Some((Form::Slice, _)), Some(args)) = (self.infer.parts(wanted), self.infer.args(value.ty))
        else {
            return value;
        };
        let ty = self.infer.slice(args[0], args[1], false);
        let area = value.area;
        // The same bounds, of another type.
        let mut stmts = Vec::new();
        let whole = self.hidden("slice", value, &mut stmts);
        let parts = [0, 1].map(|at| self.part(whole.clone(), at, Ty::U32, area)).into();
        let tail = Some(Box::new(Expr { kind: Kind::Many(parts), ty, area }));
        Expr { kind: Kind::Block(Block { stmts, tail }), ty, area }
    }

    /// `&[a, b]` where a slice is wanted: one of an array of its own. Nothing for other values.
    pub(super) fn list_as_slice(&mut self, value: &syn::Expr, wanted: Ty) -> Option<Expr> {
        let (Form::Slice, _) = self.infer.parts(wanted)? else { return None };
        let syn::Expr::Reference(syn::ExprReference { mutability: None, expr, .. }) = strip(value) else {
            return None;
        };
        let syn::Expr::Array(list) = strip(expr) else { return None };
        let element = self.infer.args(wanted)?.first().copied()?;
        if list.elems.is_empty() || !self.is_kernel {
            return None;
        }
        let area = value.area();
        self.in_kernel(area, "slices");
        let list = self.list(list, Some(element));
        let (count, of) = self.array_element(list.ty)?;
        let mut stmts = Vec::new();
        let array = self.in_memory("list", list, &vec![of; count as usize], &mut stmts);
        let Some(root) = self.kept_array(Base::Buffer(array)) else {
            let problem = "the array of this slice is none that is kept";
            self.errors.report(area, problem, "bind the array first: `let array = ..;`");
            return Some(Expr::error(area));
        };
        let ty = self.slice_type(of, Some(root), false);
        // Where it starts among the arrays that it may be joined with turns out later.
        let number = |kind| Expr { kind, ty: Ty::U32, area };
        let parts = vec![number(Kind::Start(array)), number(Kind::Len(array))];
        let whole = Expr { kind: Kind::Many(parts), ty, area };
        Some(Expr { kind: Kind::Block(Block { stmts, tail: Some(Box::new(whole)) }), ty, area })
    }

    /// `&self.items` or `&self.items[i..]` where the array is a part of a value: a slice of a copy, as nobody changes the array meanwhile.
    pub(super) fn part_as_slice(&mut self, reference: &syn::ExprReference) -> Option<Expr> {
        let (array, ranges) = super::inner::without_ranges(&reference.expr);
        let is_place = matches!(strip(array), syn::Expr::Field(_) | syn::Expr::Path(_) | syn::Expr::Index(_));
        if reference.mutability.is_some() || !is_place || !self.is_array_value(array) {
            return None;
        }
        let area = Area::of(reference);
        let whole: syn::Expr = match ranges.is_empty() {
            true => syn::parse_quote!(&#array[..]),
            false => syn::Expr::Reference(reference.clone()),
        };
        let mut stmts = Vec::new();
        let name = syn::Ident::new("slice", area.start);
        match self.bind_copied_slice(&name, &whole, &mut stmts)? {
            Entity::Buffer(slice) => {
                let viewed = self.buffer_view(slice);
                let slice = self.slice_value(viewed, area);
                Some(super::variants::block_of(stmts, slice))
            }
            _ => Some(Expr::error(area)),
        }
    }

    /// The same where a slice is wanted.
    pub(super) fn part_as_wanted_slice(&mut self, value: &syn::Expr, wanted: Ty) -> Option<Expr> {
        let (Form::Slice, _) = self.infer.parts(wanted)? else { return None };
        let syn::Expr::Reference(reference) = strip(value) else { return None };
        if self.infer.is_exclusive_slice(wanted) {
            return None;
        }
        self.part_as_slice(reference)
    }

    /// `&[]`, a slice of whatever array the others are of that stand in its place.
    pub(super) fn empty_slice(&mut self, area: Area) -> Expr {
        let element = self.infer.open();
        Expr { kind: Kind::Literal(0), ty: self.slice_type(element, None, false), area }
    }

    /// The slice that a name becomes which is bound to a value that is one.
    pub(super) fn bind_slice_value(
        &mut self,
        name: &syn::Ident,
        is_mutable: bool,
        value: &Expr,
        stmts: &mut Vec<Stmt>,
    ) -> Option<Entity> {
        if !self.is_kernel {
            return None;
        }
        let value = self.behind_references(value.clone());
        let (Form::Slice, _) = self.infer.parts(value.ty)? else { return None };
        let at = (plain(name), Area::from(name.span()));
        let slice = self.slice_of_parts(value, at, stmts);
        if let Some(slice) = slice {
            self.buffers[slice].is_moving = is_mutable;
        }
        Some(slice.map_or(Entity::Poisoned, Entity::Buffer))
    }

    /// The slice that a value is; nothing where it is none, and nothing inside where an error has been reported.
    pub(super) fn slice_behind(&mut self, value: &Expr, stmts: &mut Vec<Stmt>) -> Option<Option<BufferId>> {
        let value = self.behind_references(value.clone());
        let (Form::Slice, _) = self.infer.parts(value.ty)? else { return None };
        let area = value.area;
        Some(self.slice_of_parts(value, ("slice".to_string(), area), stmts))
    }

    /// Whether an expression that names no slice gives one, as far as names tell.
    pub(super) fn is_slice_valued(&mut self, expr: &syn::Expr) -> bool {
        if !self.is_kernel {
            return false;
        }
        let ty = match strip(expr) {
            syn::Expr::Call(call) if let Some(result) = self.written_result_of_call(call) => {
                return is_slice(&result);
            }
            syn::Expr::Call(call) => self.type_of_call(call),
            syn::Expr::MethodCall(call) if let Some(result) = self.written_result(call) => {
                return is_slice(&result);
            }
            syn::Expr::MethodCall(call)
                if matches!(
                    plain(&call.method).as_str(),
                    "unwrap" | "expect" | "unwrap_or" | "unwrap_or_default"
                ) =>
            {
                return self.holds_slice(&call.receiver);
            }
            syn::Expr::MethodCall(call) if super::slice_methods::gives_part(&plain(&call.method)) => {
                return call.args.is_empty() && self.is_slice_receiver(&call.receiver);
            }
            syn::Expr::Try(tried) => return self.holds_slice(&tried.expr),
            syn::Expr::Index(index) if !matches!(strip(&index.index), syn::Expr::Range(_)) => {
                match crate::syntax::path_name(&index.expr).and_then(|name| self.lookup(&name)) {
                    Some(Entity::Buffer(buffer)) => Some(self.buffers[buffer].ty),
                    _ => match self.type_of_name(&index.expr).or_else(|| self.peeked_type(&index.expr)) {
                        Some(ty) => self.element_of(ty),
                        None => None,
                    },
                }
            }
            syn::Expr::Field(_) => self.peeked_type(expr),
            syn::Expr::Path(_) => {
                // A reference to a slice, which Rust dereferences where it is passed.
                let entity = crate::syntax::path_name(expr).and_then(|name| self.lookup(&name));
                let mut ty = match entity {
                    Some(Entity::Local(local) | Entity::Reference(local)) => {
                        Some(self.inner_places.get(&local).map_or(self.locals[local].ty, |place| place.ty))
                    }
                    _ => None,
                };
                while let Some(inner) = ty.and_then(|ty| self.referent(ty)) {
                    ty = Some(inner);
                }
                ty
            }
            _ => None,
        };
        ty.is_some_and(|ty| matches!(self.infer.parts(ty), Some((Form::Slice, _))))
    }

    /// Whether an expression is an `Option` or a `Result` with a slice in it, as far as names tell.
    fn holds_slice(&mut self, expr: &syn::Expr) -> bool {
        let ty = match strip(expr) {
            syn::Expr::Call(call) if let Some(result) = self.written_result_of_call(call) => {
                return held_by(&result).is_some_and(is_slice);
            }
            syn::Expr::Call(call) => self.type_of_call(call),
            syn::Expr::MethodCall(call) if let Some(result) = self.written_result(call) => {
                return held_by(&result).is_some_and(is_slice);
            }
            syn::Expr::MethodCall(call) => {
                let is_passed_on =
                    matches!(plain(&call.method).as_str(), "ok" | "ok_or" | "ok_or_else" | "map_err");
                return is_passed_on && self.holds_slice(&call.receiver);
            }
            other => self.type_of_name(other),
        };
        let held = ty.and_then(|ty| match self.infer.parts(ty) {
            Some((Form::Option | Form::Result, parts)) => parts.get(1).copied(),
            _ => None,
        });
        held.is_some_and(|ty| matches!(self.infer.parts(ty), Some((Form::Slice, _))))
    }

    /// The type that a function gives which is another one for each call, as it is written.
    fn written_result_of_call(&self, call: &syn::ExprCall) -> Option<syn::Type> {
        match self.lookup(&crate::syntax::path_name(&call.func)?)? {
            Entity::Template(at) => self.result_of_template(at),
            _ => None,
        }
    }

    /// The type of the result of a function that a call names.
    fn type_of_call(&self, call: &syn::ExprCall) -> Option<Ty> {
        match self.lookup(&crate::syntax::path_name(&call.func)?)? {
            Entity::Function(id) => Some(self.functions[id].result),
            _ => None,
        }
    }

    /// The type of a variable.
    fn type_of_name(&self, expr: &syn::Expr) -> Option<Ty> {
        match self.lookup(&crate::syntax::path_name(expr)?)? {
            Entity::Local(local) => Some(self.locals[local].ty),
            _ => None,
        }
    }

    /// The slice that such an expression gives, which is evaluated once.
    pub(super) fn viewed_value(&mut self, expr: &syn::Expr) -> Option<Viewed> {
        let value = self.expr(expr);
        let value = self.behind_references(value);
        self.viewed_of(value)
    }

    /// The slice that a value is.
    pub(super) fn viewed_of(&mut self, value: Expr) -> Option<Viewed> {
        let (area, is_exclusive) = (value.area, self.infer.is_exclusive_slice(value.ty));
        let mut stmts = Vec::new();
        let Parts { element, base, start, length } = self.parts_of_slice(value, area, &mut stmts)?;
        // The bounds are evaluated one after the other.
        let start =
            Expr { kind: Kind::Block(Block { stmts, tail: Some(Box::new(start)) }), ty: Ty::U32, area };
        Some(Viewed {
            view: View { base, cuts: vec![Cut::At { start, length }] },
            borrowed: Borrowed { root: base, path: Vec::new(), halves: Vec::new() },
            name: "slice".to_string(),
            ty: element,
            is_atomic: false,
            is_writable: is_exclusive,
            is_exclusive: Some(is_exclusive),
            is_own: false,
            dimensions: Vec::new(),
        })
    }

    /// What a slice that is a value is made of; nothing where it is not known of which array, which is reported.
    fn parts_of_slice(&mut self, value: Expr, area: Area, stmts: &mut Vec<Stmt>) -> Option<Parts> {
        let args = self.infer.args(value.ty)?;
        let [element, root, _] = args[..] else { return None };
        let found = base_of(self.infer.resolve(root));
        let Some(base) = found.or_else(|| self.no_array(element, root, area)) else {
            self.unknown_array(value.area);
            return None;
        };
        let whole = self.hidden("slice", value, stmts);
        let [start, length] = [0, 1].map(|at| self.part(whole.clone(), at, Ty::U32, area));
        Some(Parts { element, base, start, length })
    }

    /// The array of a slice that is of none so far, such as `&[]`.
    fn no_array(&mut self, element: Ty, root: Ty, area: Area) -> Option<Base> {
        let open = self.infer.resolve(root);
        if self.unknown_arrays.iter().any(|(unknown, _)| self.infer.resolve(*unknown) == open) {
            return None;
        }
        let array = self.slice(BufferDecl::private("none", 1, DataType::U32), element, false, area);
        (self.buffers[array].is_slice, self.buffers[array].is_constant) = (false, false);
        self.no_arrays.insert(array);
        let base = Base::Buffer(array);
        self.infer.unify(root, number_of(base))?;
        Some(base)
    }

    fn unknown_array(&mut self, area: Area) {
        let problem = "of which array this slice is a part is not known here";
        self.errors.report(area, problem, "bind a slice of one array: `let part = &a[i..j];`");
    }

    /// Notes that nothing says of which arrays the slices in a constant are.
    pub(super) fn note_unknown_arrays(&mut self, ty: Ty, area: Area) {
        let mut open = vec![ty];
        while let Some(ty) = open.pop() {
            match self.infer.parts(ty) {
                Some((Form::Slice, _)) => {
                    let root = self.infer.args(ty).and_then(|args| args.get(1).copied());
                    let root = root.filter(|root| matches!(self.infer.resolve(*root), Ty::Open(_)));
                    self.unknown_arrays.extend(root.map(|root| (root, area)));
                }
                Some((Form::Array, parts)) => open.extend(parts.first()),
                Some((_, parts)) => open.extend(parts.iter()),
                None => {}
            }
        }
    }

    /// Reports constants with slices that are taken for slices of some array.
    pub(super) fn check_unknown_arrays(&mut self) {
        let known = std::mem::take(&mut self.unknown_arrays).into_iter();
        let mut taken: Vec<Area> = known
            .filter(|(root, _)| base_of(self.infer.resolve(*root)).is_some())
            .map(|(_, area)| area)
            .collect();
        taken.truncate(1);
        taken.into_iter().for_each(|area| self.unknown_array(area));
    }

    fn slice_of_parts(
        &mut self,
        value: Expr,
        (name, area): (String, Area),
        stmts: &mut Vec<Stmt>,
    ) -> Option<BufferId> {
        let is_exclusive = self.infer.is_exclusive_slice(value.ty);
        let Parts { element, base, start, length } = self.parts_of_slice(value, area, stmts)?;
        let view = View { base, cuts: vec![Cut::At { start, length }] };
        let decl = match base {
            Base::Buffer(buffer) => self.buffers[buffer].decl.clone(),
            Base::Vector(_) => BufferDecl::private("", 0, DataType::U32),
        };
        let slice = self.slice(BufferDecl { name, ..decl }, element, false, area);
        self.buffers[slice].is_constant = !is_exclusive;
        self.begin_slice(slice, view, base, area, stmts);
        Some(slice)
    }

    /// The array that the slices in a function's result are parts of: that of the parameter whose lifetime they have. Reports where there is none.
    pub(super) fn root_of_result(
        &mut self,
        signature: &syn::Signature,
        slices: &[(usize, BufferId)],
    ) -> Option<Base> {
        let syn::ReturnType::Type(_, output) = &signature.output else { return None };
        let found = references_in(output);
        let lifetime = found.into_iter().find(|it| it.is_slice)?.lifetime;
        let candidates: Vec<usize> = (signature.inputs.iter().enumerate())
            .filter(|(_, input)| {
                let found = match input {
                    syn::FnArg::Typed(input) => references_in(&input.ty),
                    syn::FnArg::Receiver(receiver) => return is_lifetime_of(receiver, lifetime.as_ref()),
                };
                match &lifetime {
                    Some(lifetime) => found.iter().any(|it| it.lifetime.as_ref() == Some(lifetime)),
                    None => !found.is_empty(),
                }
            })
            .map(|(at, _)| at)
            .collect();
        let slice_at = |at: &usize| slices.iter().find(|(slot, _)| slot == at).map(|(_, slice)| *slice);
        let found: Option<Vec<BufferId>> = candidates.iter().map(slice_at).collect();
        let found = found
            .filter(|found| !found.is_empty() && found.iter().all(|slice| !self.buffers[*slice].is_atomic));
        let Some(found) = found else {
            let problem = "a function gives slices of parameters `&[T]`";
            let fix = "give the bounds, `(usize, usize)`, and take the slice at the call";
            self.errors.report(Area::of(output), problem, fix);
            return None;
        };
        let of = number_of(Base::Buffer(found[0]));
        let is_exclusive = matches!(&**output, syn::Type::Reference(it) if it.mutability.is_some());
        for slice in &found[1..] {
            self.infer.join(of, number_of(Base::Buffer(*slice)), is_exclusive);
        }
        Some(Base::Buffer(found[0]))
    }

    /// The type of what a call gives, whose slices are of what the call is given.
    pub(super) fn result_of_call(
        &mut self,
        result: Ty,
        slots: &[(usize, BufferId)],
        given: &[View],
        area: Area,
    ) -> Ty {
        if !self.holds_slices(result) {
            return result;
        }
        let mut roots = Vec::new();
        for ((_, param), view) in slots.iter().zip(given) {
            roots.push((number_of(Base::Buffer(*param)), self.kept_array(view.base)));
        }
        let Some(ty) = self.with_roots(result, &roots) else {
            let problem =
                "the slice that this call gives is one of a part of a value, and none that can be kept";
            self.errors.report(area, problem, "bind the array first: `let array = ..;`");
            return Ty::Error;
        };
        ty
    }

    /// A type with other arrays in the place of parameters; nothing where the one of a slice is none that is kept.
    fn with_roots(&mut self, ty: Ty, roots: &[(Ty, Option<Base>)]) -> Option<Ty> {
        if !self.holds_slices(ty) {
            return Some(ty);
        }
        let (form, parts) = self.infer.parts(ty)?;
        let args = self.infer.args(ty);
        if form == Form::Slice {
            let [element, root, exclusive] = args.as_deref()? else { return None };
            let root = self.infer.resolve(*root);
            let set: Vec<Ty> = match base_of(root) {
                Some(base) => self.joined_with(base).into_iter().map(number_of).collect(),
                None => vec![root],
            };
            let met = roots.iter().filter(|(known, _)| set.contains(known));
            let met: Vec<Ty> = met.map(|(_, base)| base.map(number_of)).collect::<Option<_>>()?;
            let new = match met.split_first() {
                Some((first, others)) => {
                    let is_exclusive = *exclusive == Ty::Const(Number::count(1));
                    others.iter().for_each(|other| self.infer.join(*first, *other, is_exclusive));
                    *first
                }
                None => root,
            };
            return Some(self.infer.slice(*element, new, *exclusive == Ty::Const(Number::count(1))));
        }
        let new = match form {
            Form::Array => vec![self.with_roots(*parts.first()?, roots)?; parts.len()],
            _ => parts.iter().map(|part| self.with_roots(*part, roots)).collect::<Option<_>>()?,
        };
        Some(match args {
            Some(args) => {
                let args = args.iter().map(|arg| self.with_roots(*arg, roots)).collect::<Option<_>>()?;
                self.infer.instance(form, args, new)
            }
            None => self.infer.many(form, new),
        })
    }

    /// Whether a value holds no slice, of which kernels have no comparison; reports it otherwise.
    pub(super) fn demand_no_slices(&mut self, ty: Ty, area: Area) -> bool {
        let is_fine = !self.holds_slices(ty);
        if !is_fine {
            let fix = "bind each slice by a `let` or a pattern, and compare these";
            self.errors.report(area, "slices in values are not compared", fix);
        }
        is_fine
    }
}

/// Whether a receiver is a reference with a lifetime; with any where nothing says which.
pub(crate) fn is_lifetime_of(receiver: &syn::Receiver, lifetime: Option<&syn::Ident>) -> bool {
    let syn::ReceiverKind::Reference(_, own, _) = &receiver.kind else { return false };
    match (lifetime, own) {
        (None, _) => true,
        (Some(lifetime), Some(own)) => own.ident == *lifetime,
        (Some(_), None) => false,
    }
}

/// Whether a function gives a slice that may be of what a value has which it is given a reference to.
pub(crate) fn gives_slice_of_value(signature: &syn::Signature) -> bool {
    let syn::ReturnType::Type(_, output) = &signature.output else { return false };
    let Some(given) = references_in(output).into_iter().find(|it| it.is_slice) else { return false };
    if given.is_exclusive {
        return false;
    }
    signature.inputs.iter().any(|input| match input {
        syn::FnArg::Receiver(receiver) => {
            matches!(receiver.kind, syn::ReceiverKind::Reference(_, _, None))
                && is_lifetime_of(receiver, given.lifetime.as_ref())
        }
        syn::FnArg::Typed(input) => match &*input.ty {
            syn::Type::Reference(reference) => {
                let own = reference.lifetime.as_ref().map(|own| &own.ident).filter(|own| *own != "_");
                !matches!(*reference.elem, syn::Type::Slice(_) | syn::Type::Array(_))
                    && reference.mutability.is_none()
                    && given.lifetime.as_ref().is_none_or(|lifetime| own == Some(lifetime))
            }
            _ => false,
        },
    })
}

/// A reference that a type names.
struct Named {
    lifetime: Option<syn::Ident>,
    is_slice: bool,
    is_exclusive: bool,
}

fn references_in(ty: &syn::Type) -> Vec<Named> {
    use syn::visit::{self, Visit};
    struct Finder(Vec<Named>);
    impl<'ast> Visit<'ast> for Finder {
        fn visit_type_reference(&mut self, reference: &'ast syn::TypeReference) {
            let lifetime = reference.lifetime.as_ref().map(|it| it.ident.clone()).filter(|it| it != "_");
            let is_slice = matches!(*reference.elem, syn::Type::Slice(_));
            let is_exclusive = reference.mutability.is_some();
            self.0.push(Named { lifetime, is_slice, is_exclusive });
            visit::visit_type_reference(self, reference);
        }
    }
    let mut finder = Finder(Vec::new());
    finder.visit_type(ty);
    finder.0
}
