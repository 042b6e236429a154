//! Where chains begin: slices, arrays and ranges.

use super::super::extent::Extent;
use super::super::slices::Viewed;
use super::super::{Checker, Entity};
use super::{Acts, At, Chain, Indexed, Item, Range, Spot, Stage, count, number, select};
use crate::diagnostics::Area;
use crate::hir::{Base, BufferId, Cut, Expr, Kind, Stmt, View};
use crate::syntax::strip;
use crate::types::{Form, Ty};
use vyre_ir::{BinOp, BufferDecl, DataType};

/// How elements are given.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum By {
    /// By `iter`.
    Shared,
    /// By `iter_mut`.
    Exclusive,
    /// As the name stands: elements of arrays by value, those of slices as the slice refers to them.
    Name,
}

/// What the elements of a chain are.
#[derive(Clone, Copy)]
enum Elements {
    Values,
    Shared,
    Exclusive,
}

/// The methods that make an iterator of what is none.
const SOURCES: [(&str, By); 12] = [
    ("iter", By::Shared),
    ("iter_mut", By::Exclusive),
    ("into_iter", By::Name),
    ("windows", By::Shared),
    ("chunks", By::Shared),
    ("chunks_exact", By::Shared),
    ("chunks_mut", By::Exclusive),
    ("chunks_exact_mut", By::Exclusive),
    ("rchunks", By::Shared),
    ("rchunks_exact", By::Shared),
    ("rchunks_mut", By::Exclusive),
    ("rchunks_exact_mut", By::Exclusive),
];

/// Whether a method makes an iterator that changes the elements of a slice.
pub(in crate::check) fn is_exclusive_source(name: &str) -> bool {
    SOURCES.iter().any(|(source, by)| *source == name && matches!(by, By::Exclusive))
}

pub(crate) fn is_source(name: &str) -> bool {
    SOURCES.iter().any(|(source, _)| *source == name)
}

/// The methods that cut a slice where a closure says so.
const SPLITS: [&str; 6] = ["split", "split_inclusive", "chunk_by", "rsplit", "splitn", "rsplitn"];

/// Whether a call cuts a slice where a closure says so. A type may have a method of the name.
pub(super) fn is_split(call: &syn::ExprMethodCall) -> bool {
    let function = call.args.last().map(strip);
    let is_function = match function {
        Some(syn::Expr::Closure(_)) => true,
        Some(syn::Expr::Path(path)) => {
            path.path.get_ident().is_some_and(|name| name.to_string().starts_with(super::PREFIX))
        }
        _ => false,
    };
    let count = 1 + usize::from(is_limited(&call.method.to_string()));
    is_function && call.args.len() == count && SPLITS.iter().any(|name| call.method == name)
}

/// Whether such a method takes the number of parts before the closure.
fn is_limited(name: &str) -> bool {
    name.ends_with("splitn")
}

/// Whether a call makes an iterator of what is none.
pub(super) fn makes_chain(call: &syn::ExprMethodCall) -> bool {
    is_source(&call.method.to_string()) || is_split(call)
}

pub(super) fn is_exclusive(name: &str) -> bool {
    SOURCES.iter().any(|(source, by)| *source == name && *by == By::Exclusive)
}

/// The functions of `std::iter` that make an iterator, and how many arguments they take.
const FUNCTIONS: [(&str, usize); 8] = [
    ("empty", 0),
    ("zip", 2),
    ("repeat", 1),
    ("repeat_n", 2),
    ("repeat_with", 1),
    ("from_fn", 1),
    ("once", 1),
    ("successors", 2),
];

/// A function without parameters as one that is given something which it does not use.
fn of_nothing(function: &syn::Expr) -> syn::Expr {
    match strip(function) {
        syn::Expr::Closure(closure) if closure.inputs.is_empty() => {
            let mut closure = closure.clone();
            closure.inputs.push(syn::parse_quote!(_));
            syn::Expr::Closure(closure)
        }
        function => syn::parse_quote!(|_| #function()),
    }
}

/// Which of them a call is one of.
pub(super) fn of_std(call: &syn::ExprCall) -> Option<&'static str> {
    let names = crate::syntax::path_names(&call.func)?;
    let [.., module, name] = &names[..] else { return None };
    let (name, count) = FUNCTIONS.iter().find(|(known, _)| module == "iter" && known == name)?;
    (call.args.len() == *count).then_some(*name)
}

/// `from_fn(f)` and `repeat_with(f)` as an adaptor of what goes on without an end; nothing of other calls.
pub(super) fn as_adaptor(call: &syn::ExprCall) -> Option<syn::Expr> {
    let adaptor = match of_std(call)? {
        "from_fn" => "map_while",
        "repeat_with" => "map",
        _ => return None,
    };
    let adaptor = syn::Ident::new(adaptor, call.area().start);
    let function = of_nothing(call.args.first()?);
    Some(syn::parse_quote!(std::iter::repeat(0u32).#adaptor(#function)))
}

impl Checker<'_> {
    /// `std::iter::zip(a, b)` and its kin.
    pub(super) fn source_of_std(&mut self, call: &syn::ExprCall) -> Option<Chain> {
        let (name, area) = (of_std(call)?, call.area());
        let mut before = Vec::new();
        if name == "empty" {
            return self.empty(call);
        }
        let first = call.args.first()?;
        if name == "zip" {
            let chain = self.chain(first)?;
            let other = call.args.last()?;
            return self.zipped(chain, other, self.are_in_step([first, other]), area);
        }
        if let Some(written) = as_adaptor(call) {
            return self.chain(&written);
        }
        let value = self.expr(first);
        if self.infer.resolve(value.ty) == Ty::Error || !self.demand_known(&value) {
            return None;
        }
        if name == "successors" {
            return self.successors(value, call.args.last()?, area);
        }
        let value = self.hidden("repeated", value, &mut before);
        let length = match name {
            "once" => number(1, area),
            "repeat" => number(u32::MAX, area),
            _ => {
                let length = self.expr(call.args.last()?);
                if !self.demand(&length, Ty::U32) {
                    return None;
                }
                self.settled_count(length, &mut before)
            }
        };
        let at: At = Box::new(move |_, _, _| Item::Value(value));
        let indexed = Indexed::new(length, Acts::Never, at);
        Some(Chain { before, stage: Stage::Indexed(indexed) })
    }

    /// `std::iter::empty::<T>()`
    fn empty(&mut self, call: &syn::ExprCall) -> Option<Chain> {
        let written = match &*call.func {
            syn::Expr::Path(path) => path.path.segments.last().and_then(|last| match &last.arguments {
                syn::PathArguments::AngleBracketed(of) => of.args.first(),
                _ => None,
            }),
            _ => None,
        };
        let ty = match written {
            Some(syn::GenericArgument::Type(ty)) => self.written_type(ty)?,
            _ => self.infer.open(),
        };
        let (area, before) = (call.area(), Vec::new());
        let nothing = Expr { kind: Kind::Literal(0), ty, area };
        let at: At = Box::new(move |_, _, _| Item::Value(nothing));
        let indexed = Indexed::new(number(0, area), Acts::Never, at);
        Some(Chain { before, stage: Stage::Indexed(indexed) })
    }

    /// `std::iter::successors(first, f)`
    fn successors(&mut self, first: Expr, function: &syn::Expr, area: Area) -> Option<Chain> {
        let mut before = Vec::new();
        let Some((Form::Option, parts)) = self.infer.parts(first.ty) else {
            self.errors.report(first.area, "`successors` begins with an `Option`", "write `Some(value)`");
            return None;
        };
        let (of, whole) = (parts[1], first.ty);
        let state = self.counter("next", first, &mut before);
        let length = number(u32::MAX, area);
        let at: At = Box::new(|_, index, _| Item::Value(index));
        let indexed = Indexed::new(length, Acts::Never, at);
        let mut round = self.round(Stage::Indexed(indexed), area);
        round.take();
        let current = super::local(state, whole, area);
        let is_over = super::adaptors::negated(self.is_variant(current.clone(), 1, area));
        let left = super::only_if(is_over, vec![super::leave(round.id, area)]);
        round.stmts().push(left);
        let value = self.part(current, 1, of, area);
        let value = self.hidden("item", value, round.stmts());
        let behind = self.behind_item(&Item::Value(value.clone()));
        let next = self.applied(function, vec![behind], round.stmts());
        if !self.demand(&next, whole) || self.infer.resolve(next.ty) == Ty::Error {
            return None;
        }
        round.stmts().push(super::assign(state, None, next));
        round.item = Item::Value(value);
        round.is_reversible = false;
        Some(Chain { before, stage: Stage::Round(Box::new(round)) })
    }

    /// `a.iter()`, `a.chunks(n)` and their kin.
    pub(super) fn source(&mut self, call: &syn::ExprMethodCall, name: &str) -> Option<Chain> {
        let by = SOURCES.iter().find(|(source, _)| *source == name).map_or(By::Name, |(_, by)| *by);
        if name == "into_iter" && self.is_iterator(&call.receiver) {
            return self.chain(&call.receiver);
        }
        if is_split(call) {
            return self.split(call, name);
        }
        if name.starts_with("iter") || name == "into_iter" {
            self.arguments(&call.args, 0, Area::of(&call.method), name)?;
            return self.sequence(&call.receiver, by);
        }
        let (mut before, slice) = self.sliced(&call.receiver, by)?;
        let size = self.size_argument(call, name, &mut before)?;
        let area = call.area();
        let all = Expr { kind: Kind::Len(slice), ty: Ty::U32, area };
        let (each, whole) = (size.clone(), all.clone());
        let whole = self.settled_count(whole, &mut before);
        let length = match name {
            "windows" => {
                // `size - 1` wraps around where there is no window, and the length is 0 then.
                let fits = count(BinOp::Le, size.clone(), whole.clone());
                let is_any = count(BinOp::Ne, size.clone(), number(0, area));
                let fits = match size.kind {
                    Kind::Literal(_) => fits,
                    _ => both(fits, is_any),
                };
                let last = count(BinOp::Sub, whole.clone(), count(BinOp::Sub, size, number(1, area)));
                select(fits, last, number(0, area))
            }
            "chunks" | "chunks_mut" | "rchunks" | "rchunks_mut" => {
                let full = count(BinOp::Div, whole.clone(), size.clone());
                let rest = count(BinOp::Mod, whole.clone(), size);
                let rest = count(BinOp::Ne, rest, number(0, area));
                count(BinOp::Add, full, Expr { kind: Kind::Cast(Box::new(rest)), ty: Ty::U32, area })
            }
            _ => count(BinOp::Div, whole.clone(), size),
        };
        let length = self.settled_count(length, &mut before);
        let (is_window, is_exact) = (name == "windows", name.contains("chunks_exact"));
        let is_from_end = name.starts_with('r');
        let is_exclusive = by == By::Exclusive;
        let at: At = Box::new(move |checker, index, stmts| {
            let start = if is_window { index } else { count(BinOp::Mul, index, each.clone()) };
            let start = checker.settled_count(start, stmts);
            if is_from_end {
                // So many elements are left in front of those that were given.
                let left = checker.settled_count(count(BinOp::Sub, whole, start), stmts);
                let length = if is_exact { each } else { count(BinOp::Min, each, left.clone()) };
                let length = checker.settled_count(length, stmts);
                let cut = Cut::Part { start: count(BinOp::Sub, left, length.clone()), length };
                let view = View { base: Base::Buffer(slice), cuts: vec![cut] };
                return Item::Slice(checker.part_of_slice(slice, view, is_exclusive, area, stmts));
            }
            let length = match is_window || is_exact {
                true => each,
                false => count(BinOp::Min, each, count(BinOp::Sub, whole, start.clone())),
            };
            let cut = Cut::Part { start, length };
            let view = View { base: Base::Buffer(slice), cuts: vec![cut] };
            let part = checker.part_of_slice(slice, view, is_exclusive, area, stmts);
            Item::Slice(part)
        });
        Some(Chain { before, stage: Stage::Indexed(Indexed::new(length, Acts::Never, at)) })
    }

    /// `a.split(f)`, `a.chunk_by(f)` and their kin: the part since the last cut, wherever there is one.
    fn split(&mut self, call: &syn::ExprMethodCall, name: &str) -> Option<Chain> {
        let (area, function) = (call.area(), call.args.last()?);
        let (mut before, slice) = self.sliced(&call.receiver, By::Shared)?;
        let all = Expr { kind: Kind::Len(slice), ty: Ty::U32, area };
        let whole = self.settled_count(all, &mut before);
        let left = match is_limited(name) {
            true => {
                let parts = self.expr(call.args.first()?);
                self.meant.sized.push(call.method.span());
                if !self.demand(&parts, Ty::U32) {
                    return None;
                }
                Some(self.counter("left", parts, &mut before))
            }
            false => None,
        };
        let left = left.map(|left| super::local(left, Ty::U32, area));
        let is_from_end = name.starts_with('r');
        let first = if is_from_end { whole.clone() } else { number(0, area) };
        let start = self.counter("start", first, &mut before);
        let is_end = self.counter("is_end", super::boolean(false, area), &mut before);
        // The end is a cut by itself: behind the last element, or at it.
        let is_between = name.contains("split") && name != "split_inclusive";
        let mut length = match is_between {
            true => count(BinOp::Add, whole.clone(), number(1, area)),
            false => whole.clone(),
        };
        if let Some(left) = &left {
            let is_any = count(BinOp::Ne, left.clone(), number(0, area));
            length = select(is_any, length, number(0, area));
        }
        let length = self.settled_count(length, &mut before);
        let at: At = Box::new(|_, index, _| Item::Value(index));
        let indexed = Indexed::new(length, Acts::Never, at);
        let mut round = self.round(Stage::Indexed(indexed), area);
        let Item::Value(index) = round.take() else { return None };
        let index = self.hidden("at", index, round.stmts());
        // From the end on it is the position behind the element that is asked for.
        let index = match is_from_end {
            true => self.hidden("at", count(BinOp::Sub, whole.clone(), index), round.stmts()),
            false => index,
        };
        let one = number(1, area);
        let next = if is_from_end { BinOp::Sub } else { BinOp::Add };
        let next = self.hidden("next", count(next, index.clone(), one), round.stmts());
        let root = self.slice_roots.get(&slice).copied().unwrap_or(Base::Buffer(slice));
        let element = |checker: &mut Self, at: Expr| {
            Item::Place(Spot::of(checker.element_of_slice(slice, at, area), false, Some(root)))
        };
        let last = if is_between { index.clone() } else { next.clone() };
        let is_last = count(BinOp::Eq, last, if is_from_end { number(0, area) } else { whole });
        let mut asked = Vec::new();
        let mut items = vec![element(self, if is_from_end { next.clone() } else { index.clone() })];
        if name == "chunk_by" {
            items.push(element(self, next.clone()));
        }
        let cut = self.applied(function, items, &mut asked);
        self.condition(&cut, &format!("the result of the closure of `{name}`"));
        let cut = if name == "chunk_by" { super::adaptors::negated(cut) } else { cut };
        asked.push(super::assign(is_end, None, cut));
        if let Some(left) = &left {
            // The last part has what is left.
            let may_cut = count(BinOp::Gt, left.clone(), number(1, area));
            asked = vec![super::only_if(may_cut, asked)];
        }
        let end = |checker: &Self| super::local(is_end, checker.locals[is_end].ty, area);
        let stmts = if name == "split_inclusive" {
            // The closure is asked at the last element, too.
            asked
                .push(super::only_if(is_last, vec![super::assign(is_end, None, super::boolean(true, area))]));
            asked
        } else {
            let not = super::adaptors::negated(end(self));
            vec![super::assign(is_end, None, is_last), super::only_if(not, asked)]
        };
        round.stmts().extend(stmts);
        let is_end = end(self);
        round.only_if(is_end);
        let from = self.hidden("from", super::local(start, Ty::U32, area), round.stmts());
        round.stmts().push(super::assign(start, None, next.clone()));
        if let Some(Expr { kind: Kind::Local(left), .. }) = left {
            round.stmts().push(super::assign(left, Some(BinOp::Sub), number(1, area)));
        }
        let (from, to) = match (is_from_end, is_between) {
            (true, _) => (index, from),
            (false, true) => (from, index),
            (false, false) => (from, next),
        };
        let length = count(BinOp::Sub, to, from.clone());
        let length = self.settled_count(length, round.stmts());
        let view = View { base: Base::Buffer(slice), cuts: vec![Cut::Part { start: from, length }] };
        let part = self.part_of_slice(slice, view, false, area, round.stmts());
        round.item = Item::Slice(part);
        round.is_reversible = false;
        Some(Chain { before, stage: Stage::Round(Box::new(round)) })
    }

    /// The argument of a method that is a number of elements, which is not 0.
    pub(super) fn size_argument(
        &mut self,
        call: &syn::ExprMethodCall,
        name: &str,
        before: &mut Vec<Stmt>,
    ) -> Option<Expr> {
        let size = self.count_argument(call, name, before)?;
        if self.known(&size).is_some_and(|lanes| lanes == [0; 4]) {
            let problem = format!("`{name}(0)` has no elements");
            self.errors.report(size.area, problem, "use a size of at least 1");
            return None;
        }
        Some(size)
    }

    /// The argument of a method that is a number of elements, in a variable.
    pub(super) fn count_argument(
        &mut self,
        call: &syn::ExprMethodCall,
        name: &str,
        before: &mut Vec<Stmt>,
    ) -> Option<Expr> {
        let size = self.arguments(&call.args, 1, Area::of(&call.method), name)?.pop()?;
        self.meant.sized.push(call.method.span());
        if !self.demand(&size, Ty::U32) {
            return None;
        }
        Some(self.settled_count(size, before))
    }

    /// A slice that a chain goes through part by part.
    fn sliced(&mut self, expr: &syn::Expr, by: By) -> Option<(Vec<Stmt>, BufferId)> {
        let mut before = Vec::new();
        match self.viewed(expr) {
            Some(viewed) => {
                let viewed = viewed?;
                if !viewed.dimensions.is_empty() {
                    self.no_sequence(expr);
                    return None;
                }
                if by == By::Exclusive && !self.demand_exclusive_view(&viewed, expr.area()) {
                    return None;
                }
                let slice = self.named_slice(viewed, expr.area(), &mut before);
                Some((before, slice))
            }
            None => {
                // A part of an array that is a value.
                if by != By::Exclusive
                    && let syn::Expr::Index(index) = strip(expr)
                    && matches!(strip(&index.index), syn::Expr::Range(_))
                    && self.is_array_value(&index.expr)
                {
                    let (part, _) = self.part_of_value(expr, false, &mut before)?;
                    return Some((before, part));
                }
                let value = self.base(expr);
                if let Some(slice) = self.slice_behind(&value, &mut before) {
                    if by == By::Exclusive {
                        self.no_sequence(expr);
                        return None;
                    }
                    return Some((before, slice?));
                }
                let element = self.array_element(value.ty);
                if self.infer.resolve(value.ty) == Ty::Error {
                    return None;
                }
                let (Some((count, element)), true, By::Shared | By::Name) = (element, self.is_kernel, by)
                else {
                    self.no_sequence(expr);
                    return None;
                };
                let types = vec![element; count as usize];
                let array = self.in_memory("list", value, &types, &mut before);
                Some((before, array))
            }
        }
    }

    /// A name for a part of a slice.
    pub(in crate::check) fn part_of_slice(
        &mut self,
        of: BufferId,
        view: View,
        is_exclusive: bool,
        area: Area,
        stmts: &mut Vec<Stmt>,
    ) -> BufferId {
        let (decl, ty, is_atomic) =
            (self.buffers[of].decl.clone(), self.buffers[of].ty, self.buffers[of].is_atomic);
        let part = self.slice(BufferDecl { name: "part".to_string(), ..decl }, ty, is_atomic, area);
        self.buffers[part].is_constant = !is_exclusive && !is_atomic;
        let root = self.slice_roots.get(&of).copied().unwrap_or(Base::Buffer(of));
        self.begin_slice(part, view, root, area, stmts);
        part
    }

    /// The name of a slice, which gets one where it has none.
    pub(in crate::check) fn named_slice(
        &mut self,
        viewed: Viewed,
        area: Area,
        before: &mut Vec<Stmt>,
    ) -> BufferId {
        if let (Base::Buffer(buffer), true) = (viewed.view.base, viewed.view.cuts.is_empty())
            && !self.buffers[buffer].is_moving
        {
            return buffer;
        }
        let decl = match viewed.view.base {
            Base::Buffer(buffer) => self.buffers[buffer].decl.clone(),
            Base::Vector(_) => BufferDecl::private("", 0, DataType::U32),
        };
        let decl = BufferDecl { name: viewed.name, ..decl };
        let slice = self.slice(decl, viewed.ty, viewed.is_atomic, area);
        self.buffers[slice].is_constant = !viewed.is_writable && !viewed.is_atomic;
        self.begin_slice(slice, viewed.view, viewed.borrowed.root, area, before);
        slice
    }

    /// Whether an expression names a constant that is an array, and no reference to one.
    fn is_constant_array(&mut self, expr: &syn::Expr) -> bool {
        let syn::Expr::Path(path) = strip(expr) else { return false };
        let named = path.path.get_ident().and_then(|name| self.lookup(&super::super::plain(name)));
        matches!(named, None | Some(Entity::Table(_)))
            && matches!(self.written_of_constant(path), Some(syn::Type::Array(_)))
    }

    /// What elements an array or a slice gives.
    pub(super) fn sequence(&mut self, expr: &syn::Expr, by: By) -> Option<Chain> {
        let area = expr.area();
        if self.is_poisoned(strip(expr)) {
            return None;
        }
        if let syn::Expr::MethodCall(call) = strip(expr)
            && let Some(all) = flattened(call, by)
        {
            return self.chain(&all);
        }
        if let Some(function) = self.own_into_iter(expr) {
            return self.chain(&syn::parse_quote!(#function(#expr)));
        }
        let (mut before, is_vector) = (Vec::new(), self.is_vector(expr));
        let viewed = if is_vector { None } else { self.viewed(expr) };
        let Some(viewed) = viewed else { return self.array_sequence(expr, by, before) };
        let viewed = viewed?;
        let elements = match by {
            By::Shared => Elements::Shared,
            By::Exclusive if self.demand_exclusive_view(&viewed, area) => Elements::Exclusive,
            By::Exclusive => return None,
            By::Name => match viewed.is_exclusive {
                Some(true) => Elements::Exclusive,
                Some(false) => Elements::Shared,
                None if viewed.is_own || self.is_constant_array(expr) => Elements::Values,
                None if viewed.is_writable => Elements::Exclusive,
                None => Elements::Shared,
            },
        };
        if matches!(elements, Elements::Exclusive) && !self.demand_owned(viewed.ty, area) {
            return None;
        }
        if !viewed.dimensions.is_empty() {
            return self.rows(viewed, elements, before, area);
        }
        let root = viewed.borrowed.root;
        let elements = if viewed.is_atomic { Elements::Shared } else { elements };
        let buffer = self.named_slice(viewed, area, &mut before);
        let is_changed = self.looped_names.as_ref().is_none_or(|names| {
            let name = crate::syntax::path_name(expr);
            name.is_none_or(|name| names.contains(&name))
        });
        let buffer = match elements {
            Elements::Values if is_changed && !self.buffers[buffer].is_constant => {
                self.copied_array(buffer, area, &mut before)
            }
            _ => buffer,
        };
        Some(self.elements_of_slice((buffer, root), elements, before, area))
    }

    /// The elements of an array or a slice that has a name.
    fn elements_of_slice(
        &mut self,
        (buffer, root): (BufferId, Base),
        elements: Elements,
        before: Vec<Stmt>,
        area: Area,
    ) -> Chain {
        let ty = self.buffers[buffer].ty;
        let length = Expr { kind: Kind::Len(buffer), ty: Ty::U32, area };
        let at: At = Box::new(move |checker, index, stmts| {
            let index = Box::new(checker.settled_count(index, stmts));
            let place = Expr { kind: Kind::Load { buffer, index }, ty, area };
            match elements {
                Elements::Values => Item::Value(place),
                Elements::Shared => Item::Place(Spot::of(place, false, Some(root))),
                Elements::Exclusive => Item::Place(Spot::of(place, true, Some(root))),
            }
        });
        let each = self.array_element(ty).map(|(count, _)| Box::new(number(count, area)));
        Chain { before, stage: Stage::Indexed(Indexed { each, ..Indexed::new(length, Acts::Never, at) }) }
    }

    /// The arrays in an array of arrays.
    fn rows(&mut self, viewed: Viewed, elements: Elements, before: Vec<Stmt>, area: Area) -> Option<Chain> {
        let (Base::Buffer(buffer), [first, last]) = (viewed.view.base, &viewed.dimensions[..]) else {
            let problem = "a loop runs over the rows of an array of arrays, and not of one with more indices";
            self.errors.report(area, problem, "write `for i in 0..a.len()`, and use `a[i]`");
            return None;
        };
        let (rows, length) = (first.clone(), last.clone());
        let is_exclusive = matches!(elements, Elements::Exclusive);
        let (count, each) = (rows.clone(), length.clone());
        let at: At = Box::new(move |checker, index, stmts| {
            let kind = Kind::Offset { indices: vec![index], lengths: vec![rows] };
            let number = Expr { kind, ty: Ty::U32, area };
            let view = View { base: Base::Buffer(buffer), cuts: vec![Cut::Row { number, length }] };
            Item::Slice(checker.part_of_slice(buffer, view, is_exclusive, area, stmts))
        });
        let length = Expr { ty: Ty::U32, area, ..count };
        let each = Some(Box::new(Expr { ty: Ty::U32, area, ..each }));
        Some(Chain {
            before,
            stage: Stage::Indexed(Indexed { each, ..Indexed::new(length, Acts::Never, at) }),
        })
    }

    /// Whether a name is a vector in a variable, whose elements are lanes.
    fn is_vector(&self, expr: &syn::Expr) -> bool {
        let inner = match strip(expr) {
            syn::Expr::Reference(reference) => strip(&reference.expr),
            inner => inner,
        };
        let entity = crate::syntax::path_name(inner).and_then(|name| self.lookup(&name));
        match entity {
            Some(Entity::Local(local) | Entity::Reference(local)) => {
                self.infer.resolve(self.locals[local].ty).vector_lanes().is_some()
            }
            _ => false,
        }
    }

    /// The number and the type of the elements of an array value.
    pub(in crate::check) fn array_element(&self, ty: Ty) -> Option<(u32, Ty)> {
        match (self.infer.parts(ty), self.infer.resolve(ty).vector_lanes()) {
            (Some((Form::Array, parts)), _) => Some((parts.len() as u32, *parts.first()?)),
            (None, Some(lanes)) => Some((lanes, self.infer.resolve(ty).lane())),
            _ => None,
        }
    }

    /// The elements of an array that is a value or a part of one.
    fn array_sequence(&mut self, expr: &syn::Expr, by: By, mut before: Vec<Stmt>) -> Option<Chain> {
        let area = expr.area();
        let (inner, written) = match strip(expr) {
            syn::Expr::Reference(reference) => {
                let is_exclusive = reference.mutability.is_some();
                (&*reference.expr, Some(if is_exclusive { Elements::Exclusive } else { Elements::Shared }))
            }
            inner => (inner, None),
        };
        if let syn::Expr::Index(index) = strip(inner)
            && (matches!(strip(&index.index), syn::Expr::Range(_))
                || self.is_kernel && self.is_range_value(&index.index))
        {
            let by = match written {
                Some(Elements::Exclusive) => By::Exclusive,
                Some(Elements::Shared | Elements::Values) => By::Shared,
                None => by,
            };
            let chain = self.array_sequence(&index.expr, by, before)?;
            return self.part_of_array(chain, &index.index);
        }
        let reference = self.reference_named(inner);
        let value = match reference {
            Some(local) => self.referred(local, inner.area()),
            None => self.expr(inner),
        };
        // A `&` that is a value refers to an array as well.
        let is_pointed = self.referent(value.ty).is_some();
        let is_shared = is_pointed || reference.is_some_and(|local| self.shared.contains(&local));
        let is_reference = is_pointed || reference.is_some();
        let value = self.behind_references(value);
        if self.infer.resolve(value.ty) == Ty::Error {
            return None;
        }
        if self.has_next(value.ty) {
            return self.chain_of_value(value, before);
        }
        let own = match by {
            By::Shared => "iter",
            By::Exclusive => "iter_mut",
            By::Name => "into_iter",
        };
        if self.sees_module
            && written.is_none()
            && self.infer.data_of(value.ty).is_some()
            && self.has_own(value.ty, own)
        {
            let items = self.own_call(value.ty, own, vec![value], area)?;
            return match self.has_next(items.ty) {
                true => self.chain_of_value(items, before),
                false => {
                    self.no_sequence(expr);
                    None
                }
            };
        }
        if matches!(self.infer.parts(value.ty), Some((Form::Option | Form::Result, _))) {
            return self.option_sequence(value, by, written, before);
        }
        if let Some((Form::Slice, _)) = self.infer.parts(value.ty) {
            let viewed = self.viewed_of(value)?;
            let elements = match by {
                By::Exclusive if !self.demand_exclusive_view(&viewed, area) => return None,
                By::Exclusive => Elements::Exclusive,
                By::Name if viewed.is_writable => Elements::Exclusive,
                By::Name | By::Shared => Elements::Shared,
            };
            let root = viewed.borrowed.root;
            let slice = self.named_slice(viewed, area, &mut before);
            return Some(self.elements_of_slice((slice, root), elements, before, area));
        }
        let Some((count, element)) = self.array_element(value.ty) else {
            self.no_sequence(expr);
            return None;
        };
        let elements = match (by, written) {
            (By::Shared, _) => Elements::Shared,
            (By::Exclusive, _) => Elements::Exclusive,
            (By::Name, Some(written)) => written,
            (By::Name, None) if is_reference && is_shared => Elements::Shared,
            (By::Name, None) if is_reference => Elements::Exclusive,
            (By::Name, None) => Elements::Values,
        };
        let place = if matches!(elements, Elements::Exclusive) {
            if !self.demand_unshared(inner) {
                return None;
            }
            if !self.demand_owned(element, area) {
                return None;
            }
            if !self.can_change(&value) {
                let text = self.errors.operand(value.area);
                let problem = format!("`{text}` is not mutable, and its elements are to be changed");
                self.errors.report(value.area, problem, "declare it as `mut`, or use a `&mut` to it");
                return None;
            }
            self.settled_place(value, &mut before)
        } else {
            match super::super::inner::root_of(&value).kind {
                // A loop may change the variable of which it has the elements by value.
                Kind::Local(_) | Kind::Load { .. } if matches!(elements, Elements::Shared) => {
                    self.settled_place(value, &mut before)
                }
                _ => self.hidden("list", value, &mut before),
            }
        };
        let is_vector = self.infer.resolve(place.ty).vector_lanes().is_some();
        let at: At = Box::new(move |checker, index, stmts| {
            let index = Box::new(checker.settled_count(index, stmts));
            let value = Box::new(place);
            let kind = if is_vector { Kind::Lane { value, index } } else { Kind::Pick { value, index } };
            let place = Expr { kind, ty: element, area };
            match elements {
                Elements::Values => Item::Value(place),
                Elements::Shared => Item::Place(Spot::of(place, false, None)),
                Elements::Exclusive => Item::Place(Spot::of(place, true, None)),
            }
        });
        let length = number(count, area);
        let each = self.array_element(element).map(|(count, _)| Box::new(number(count, area)));
        Some(Chain {
            before,
            stage: Stage::Indexed(Indexed { each, ..Indexed::new(length, Acts::Never, at) }),
        })
    }

    /// The elements `[from..to]` of an array that is a value.
    fn part_of_array(&mut self, chain: Chain, range: &syn::Expr) -> Option<Chain> {
        let Chain { mut before, stage: Stage::Indexed(Indexed { length, at, .. }) } = chain else {
            return None;
        };
        let area = range.area();
        let cut = match strip(range) {
            syn::Expr::Range(range) => self.range_cut(range, "array")?,
            variable => self.cut_of_range(variable)?,
        };
        let Cut::Range { from, to, is_closed } = cut else { return None };
        let to = match to.map(|to| self.as_index(to, "array")) {
            Some(to) if is_closed => {
                // The last one that there is ends it where the bound is beyond.
                let last = count(BinOp::Sub, length, number(1, area));
                count(BinOp::Add, count(BinOp::Min, to, last), number(1, area))
            }
            Some(to) => count(BinOp::Min, to, length),
            None => length,
        };
        let to = self.settled_count(to, &mut before);
        let from = from.map_or_else(|| number(0, area), |from| self.as_index(from, "array"));
        let from = count(BinOp::Min, from, to.clone());
        let from = self.settled_count(from, &mut before);
        let length = self.settled_count(count(BinOp::Sub, to, from.clone()), &mut before);
        let part: At =
            Box::new(move |checker, index, stmts| at(checker, count(BinOp::Add, index, from), stmts));
        let indexed = Indexed::new(length, Acts::Never, part);
        Some(Chain { before, stage: Stage::Indexed(indexed) })
    }

    /// The value in an `Option` or a `Result`, if there is one.
    fn option_sequence(
        &mut self,
        value: Expr,
        by: By,
        written: Option<Elements>,
        mut before: Vec<Stmt>,
    ) -> Option<Chain> {
        let area = value.area;
        let is_exclusive = by == By::Exclusive || matches!(written, Some(Elements::Exclusive));
        let is_value = by == By::Name && written.is_none();
        let whole = if is_exclusive {
            if !self.demand_changeable(&value, "iter_mut") {
                return None;
            }
            self.settled_place(value, &mut before)
        } else {
            self.hidden("held", value, &mut before)
        };
        let (is_some, held) = self.parts_of_option(whole.clone()).or_else(|| self.parts_of_result(whole))?;
        let length = Expr { kind: Kind::Cast(Box::new(is_some)), ty: Ty::U32, area };
        let length = self.settled_count(length, &mut before);
        let at: At = Box::new(move |_, _, _| match is_value {
            true => Item::Value(held),
            false => Item::Place(Spot::of(held, is_exclusive, None)),
        });
        let indexed = Indexed::new(length, Acts::Never, at);
        Some(Chain { before, stage: Stage::Indexed(indexed) })
    }

    /// Reports what has no elements that could be iterated over.
    fn no_sequence(&mut self, expr: &syn::Expr) {
        let area = expr.area();
        self.errors.report(
            area,
            "this is no range, slice or array",
            "write `for i in a..b`, or `for x in slice`",
        );
    }

    /// Whether references may be to elements of a type, which exclusive slices are not; reports it otherwise.
    fn demand_owned(&mut self, element: Ty, area: Area) -> bool {
        if !self.infer.is_exclusive_slice(element) {
            return true;
        }
        let problem =
            "the elements of this array are exclusive slices, and references to these are asked for";
        self.errors.report(area, problem, "take the slices themselves: `for slice in array`");
        false
    }

    /// Whether the elements of a slice can be changed; reports it otherwise.
    pub(in crate::check) fn demand_exclusive_view(&mut self, viewed: &Viewed, area: Area) -> bool {
        if viewed.is_writable {
            return true;
        }
        let name = &viewed.name;
        let fix = format!("take `{name}` as a `&mut [T]`, or declare it `mut`");
        self.errors.report(area, format!("`{name}` cannot be written to"), fix);
        false
    }

    /// `a..b`, which something is done with.
    pub(super) fn range_chain(&mut self, range: &syn::ExprRange) -> Option<Chain> {
        let area = Area::of(range);
        if let (Some(start), None) = (&range.start, &range.end) {
            let mut before = Vec::new();
            let from = self.expr(start);
            if !self.number(&from, |got| vyre_ir::Problem::LoopBound { got }) {
                return None;
            }
            let from = self.hidden("from", from, &mut before);
            let indexed = self.endless_range(from, area);
            return Some(Chain { before, stage: Stage::Indexed(indexed) });
        }
        let (counted, ty) = self.range(&syn::Expr::Range(range.clone()))?;
        if self.infer.resolve(ty) == Ty::Error {
            return None;
        }
        Some(Chain { before: Vec::new(), stage: Stage::Range(Range { counted, ty }) })
    }
}

/// The chain over the elements that `as_flattened` gives.
fn flattened(call: &syn::ExprMethodCall, by: By) -> Option<syn::Expr> {
    let (is_mut, rows) = (call.method == "as_flattened_mut", &call.receiver);
    if !(is_mut || call.method == "as_flattened") || !call.args.is_empty() {
        return None;
    }
    Some(match by {
        By::Exclusive => syn::parse_quote!(#rows.iter_mut().flatten()),
        By::Name if is_mut => syn::parse_quote!(#rows.iter_mut().flatten()),
        By::Name | By::Shared => syn::parse_quote!(#rows.iter().flatten()),
    })
}

/// Whether both are true.
pub(super) fn both(left: Expr, right: Expr) -> Expr {
    let (op, area) = (BinOp::And, left.area);
    let (left, right) = (Box::new(left), Box::new(right));
    Expr { kind: Kind::ShortCircuit { op, left, right }, ty: Ty::Bool, area }
}
