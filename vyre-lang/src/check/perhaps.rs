//! Methods of slices that give a place or a slice, or nothing: `get_mut`, `split_first` and their kin. What they give is no value, so it stands where
//! a pattern takes it apart at once: in `if let`, `while let`, `let .. else`, a `match`, or behind `?` and `unwrap`.

use super::extent::Extent;
use super::iterate::{Item, Spot};
use super::{Checker, Entity};
use crate::diagnostics::Area;
use crate::hir::{Base, Block, BufferId, Cut, Expr, Kind, Stmt, View};
use crate::standard::PARTS;
use crate::syntax::strip;
use crate::types::{Form, Ty};
use vyre_ir::BinOp;

/// What a method may give, and under which condition. The statements come after the condition holds.
pub(super) struct Perhaps {
    pub(super) cond: Expr,
    pub(super) then: Vec<Stmt>,
    pub(super) item: Item,
}

/// The names of the methods, and whether what they give can be changed.
const METHODS: [(&str, bool); 10] = [
    ("get", false),
    ("get_mut", true),
    ("first_mut", true),
    ("last_mut", true),
    ("split_first", false),
    ("split_first_mut", true),
    ("split_last", false),
    ("split_last_mut", true),
    ("split_at_checked", false),
    ("split_at_mut_checked", true),
];

/// The method that a name means. The second says whether the receiver is a text, where that is known.
fn of_text(name: &str) -> (&str, Option<bool>) {
    let of_part = PARTS.iter().find_map(|(method, of_str, of_either)| match name {
        name if name == *of_str => Some((*method, Some(true))),
        name if name == *of_either => Some((*method, None)),
        _ => None,
    });
    of_part.unwrap_or((name, Some(false)))
}

/// Whether the receiver of a method must be one that nobody else sees; nothing for the names of other methods.
fn is_exclusive(name: &str) -> Option<bool> {
    let (method, _) = of_text(name);
    METHODS.iter().find(|(known, _)| *known == method).map(|(_, is_exclusive)| *is_exclusive)
}

/// The methods that give places or slices.
pub(super) fn names() -> impl Iterator<Item = &'static str> {
    METHODS.iter().map(|(name, _)| *name).chain(["split_at", "split_at_mut"])
}

/// The field and the end of `value.field[..end]`.
fn until(expr: &syn::Expr) -> Option<(&syn::Expr, &syn::Expr)> {
    let syn::Expr::Index(index) = strip(expr) else { return None };
    let syn::Expr::Range(syn::ExprRange {
        start: None,
        limits: syn::RangeLimits::HalfOpen(_),
        end: Some(end),
        ..
    }) = strip(&index.index)
    else {
        return None;
    };
    let mut base = strip(&index.expr);
    let is_field = matches!(base, syn::Expr::Field(_));
    while let syn::Expr::Field(field) = base {
        base = strip(&field.base);
    }
    (is_field && matches!(base, syn::Expr::Path(_))).then_some((&*index.expr, &**end))
}

/// Whether an expression is written as a call of a method that may give a `&mut` to a place.
pub(super) fn place_method(expr: &syn::Expr) -> bool {
    let syn::Expr::MethodCall(call) = strip(expr) else { return false };
    if held_place(expr).is_some() {
        return true;
    }
    let name = super::plain(&call.method);
    let is_range = || matches!(call.args.first().map(strip), Some(syn::Expr::Range(_)));
    matches!(name.as_str(), "first_mut" | "last_mut") || name == "get_mut" && !is_range()
}

/// The pattern in a `Some(..)`, and whether a pattern is `None`.
enum Taken<'p> {
    Some(&'p syn::Pat),
    None,
    Other,
}

fn taken(pat: &syn::Pat) -> Taken<'_> {
    let is = |path: &syn::Path, name: &str| path.segments.last().is_some_and(|last| last.ident == name);
    match pat {
        syn::Pat::Paren(inner) => taken(&inner.pat),
        syn::Pat::TupleStruct(it) if (is(&it.path, "Some") || is(&it.path, "Ok")) && it.elems.len() == 1 => {
            Taken::Some(&it.elems[0])
        }
        syn::Pat::TupleStruct(it)
            if is(&it.path, "Err") && matches!(it.elems.first(), Some(syn::Pat::Wild(_))) =>
        {
            Taken::None
        }
        syn::Pat::Ident(name) if name.ident == "None" => Taken::None,
        syn::Pat::Path(path) if is(&path.path, "None") => Taken::None,
        _ => Taken::Other,
    }
}

/// The receiver of an `unwrap` or `expect`, with its message.
pub(super) fn unwrapped(expr: &syn::Expr) -> Option<(&syn::Expr, Option<&syn::Expr>)> {
    match strip(expr) {
        syn::Expr::MethodCall(call) if call.method == "unwrap" && call.args.is_empty() => {
            Some((&call.receiver, None))
        }
        syn::Expr::MethodCall(call) if call.method == "expect" && call.args.len() == 1 => {
            Some((&call.receiver, call.args.first()))
        }
        _ => None,
    }
}

/// The receiver of an `ok_or` or `ok_or_else`, with the error, if that may as well be computed where it is needed alone.
pub(super) fn or_error(expr: &syn::Expr) -> (&syn::Expr, Option<syn::Expr>) {
    let plain = (expr, None);
    let syn::Expr::MethodCall(call) = strip(expr) else { return plain };
    let Some(error) = call.args.first().filter(|_| call.args.len() == 1) else { return plain };
    match (call.method.to_string().as_str(), strip(error)) {
        ("ok_or", error) if is_plain_value(error) => (&call.receiver, Some(error.clone())),
        ("ok_or_else", syn::Expr::Closure(closure)) if closure.inputs.is_empty() => {
            let body = match leaves(&closure.body) {
                // What leaves the closure leaves nothing around it.
                true => syn::parse_quote!({
                    let __vyre_error = #closure;
                    __vyre_error()
                }),
                false => (*closure.body).clone(),
            };
            (&call.receiver, Some(body))
        }
        _ => plain,
    }
}

/// Whether an expression may leave the function or the closure that it is the body of.
fn leaves(body: &syn::Expr) -> bool {
    let tokens = quote::ToTokens::to_token_stream(body);
    crate::syntax::words(&tokens).contains("return") || tokens.to_string().contains('?')
}

/// Whether an expression names values and makes a value of them, and does nothing else.
fn is_plain_value(expr: &syn::Expr) -> bool {
    struct Plain(bool);
    impl<'ast> syn::visit::Visit<'ast> for Plain {
        fn visit_expr(&mut self, expr: &'ast syn::Expr) {
            use syn::Expr::{
                Binary, Call, Cast, Field, Index, Lit, MethodCall, Paren, Path, Struct, Tuple, Unary,
            };
            self.0 &= match expr {
                Binary(it) => !crate::syntax::assigns(&it.op),
                // What is beyond the end is zero.
                Index(it) => !matches!(strip(&it.index), syn::Expr::Range(_)),
                MethodCall(call) => {
                    matches!(call.method.to_string().as_str(), "len" | "into" | "clone" | "min" | "max")
                }
                Call(call) => crate::syntax::path_names(&call.func)
                    .and_then(|names| names.last().cloned())
                    .is_some_and(|name| name.starts_with(char::is_uppercase)),
                Cast(_) | Field(_) | Lit(_) | Paren(_) | Path(_) | Struct(_) | Tuple(_) | Unary(_) => true,
                _ => false,
            };
            if self.0 {
                syn::visit::visit_expr(self, expr);
            }
        }
    }
    let mut plain = Plain(true);
    syn::visit::Visit::visit_expr(&mut plain, expr);
    plain.0
}

/// A `match` of such a call with guards, as one `if let` with the arms of `Some` in it, in their order.
fn in_one_let(it: &syn::ExprMatch) -> Option<syn::Expr> {
    let is_name = |pat: &syn::Pat| {
        matches!(pat, syn::Pat::Wild(_)) || matches!(pat, syn::Pat::Ident(name) if name.subpat.is_none())
    };
    let arms: Vec<(&syn::Pat, Option<&syn::Expr>, &syn::Expr)> = it
        .arms
        .iter()
        .map(|arm| {
            let (pat, guard) = super::matching::split_guard(&arm.pat);
            (pat, guard, &*arm.body)
        })
        .collect();
    let value = &it.expr;
    let otherwise = arms.iter().find(|(pat, guard, _)| {
        guard.is_none() && (matches!(taken(pat), Taken::None) || matches!(pat, syn::Pat::Wild(_)))
    });
    let (_, _, otherwise) = *otherwise?;
    if let [(pat, Some(guard), then), (syn::Pat::Wild(_), None, _)] = arms[..]
        && let Taken::Some(_) = taken(pat)
    {
        return Some(syn::parse_quote!(if let #pat = #value && (#guard) { #then } else { #otherwise }));
    }
    let mut inner: Option<syn::Expr> = None;
    for &(pat, guard, body) in arms.iter().rev() {
        let names = match taken(pat) {
            Taken::Some(name) if is_name(name) => Some(name),
            Taken::None if guard.is_none() => continue,
            Taken::Other if matches!(pat, syn::Pat::Wild(_)) && guard.is_none() => None,
            _ => return None,
        };
        let named: Option<syn::Stmt> = match names {
            Some(syn::Pat::Ident(name)) => Some(syn::parse_quote!(let #name = &mut *__vyre_given;)),
            _ => None,
        };
        let next = match (guard, inner) {
            (None, _) => syn::parse_quote!({ #named #body }),
            // The names of an arm are those of its guard and its body alone.
            (Some(guard), Some(inner)) => {
                syn::parse_quote!(if { #named #guard } { #named #body } else { #inner })
            }
            (Some(_), None) => return None,
        };
        inner = Some(next);
    }
    let inner = inner?;
    Some(syn::parse_quote!(if let Some(__vyre_given) = #value { #inner } else { #otherwise }))
}

impl Checker<'_> {
    /// Whether an expression is a call of such a method, as far as its names tell.
    pub(super) fn is_perhaps(&mut self, expr: &syn::Expr) -> bool {
        if self.is_perhaps_call(expr)
            || self.is_as_mut(expr)
            || self.is_kept(expr)
            || self.is_asked_exclusive(expr)
        {
            return true;
        }
        if let Some(inner) = held_place(expr) {
            return self.is_perhaps(inner);
        }
        let syn::Expr::MethodCall(call) = strip(expr) else { return false };
        let name = super::plain(&call.method);
        if is_exclusive(&name).is_none() {
            return false;
        }
        if name == "get" && !matches!(call.args.first().map(strip), Some(syn::Expr::Range(_))) {
            return false;
        }
        self.is_slice_receiver(&call.receiver)
    }

    /// Whether an expression names a slice or an array.
    pub(super) fn is_slice_receiver(&mut self, expr: &syn::Expr) -> bool {
        let inner = match strip(expr) {
            syn::Expr::Reference(reference) => strip(&reference.expr),
            syn::Expr::Unary(syn::ExprUnary { op: syn::UnOp::Deref(_), expr, .. }) => strip(expr),
            other => other,
        };
        let (base, _) = super::inner::without_ranges(inner);
        if let Some(name) = crate::syntax::path_name(base) {
            return match self.lookup(&name) {
                Some(Entity::Buffer(_)) => true,
                Some(Entity::Local(local) | Entity::Reference(local)) => {
                    let ty = self.locals[local].ty;
                    let place = self.inner_places.get(&local).map_or(ty, |place| place.ty);
                    self.array_element(place).is_some() || self.is_slice_valued(base)
                }
                _ => false,
            };
        }
        match base {
            syn::Expr::Index(index) => self.row_root(index) || self.is_array_value(base),
            syn::Expr::Field(_) => {
                let value = self.base(base);
                self.array_element(value.ty).is_some() || self.is_slice_valued(base)
            }
            _ => false,
        }
    }

    /// Whether an index is one of an array of arrays.
    fn row_root(&self, index: &syn::ExprIndex) -> bool {
        let mut base = strip(&index.expr);
        while let syn::Expr::Index(outer) = base {
            base = strip(&outer.expr);
        }
        let entity = crate::syntax::path_name(base).and_then(|name| self.lookup(&name));
        matches!(entity, Some(Entity::Buffer(buffer)) if !self.buffers[buffer].dimensions.is_empty())
    }

    /// What such a call gives; nothing for other expressions, and nothing inside where it is erroneous.
    pub(super) fn perhaps(&mut self, expr: &syn::Expr, stmts: &mut Vec<Stmt>) -> Option<Option<Perhaps>> {
        if self.is_perhaps_call(expr) {
            return Some(self.perhaps_of_call(expr, stmts).map(|given| given.found));
        }
        if self.is_as_mut(expr) {
            return Some(self.perhaps_of_option(expr, stmts));
        }
        if let Some(found) = self.perhaps_of_cursor(expr, stmts) {
            return Some(found);
        }
        if held_place(expr).is_none()
            && let Some(found) = self.perhaps_of_kept(expr, stmts)
        {
            return Some(found);
        }
        if let Some(inner) = held_place(expr)
            && self.is_perhaps(inner)
        {
            let found = self.perhaps(inner, stmts)?;
            return Some(found.and_then(|found| self.held_in_place(found, expr.area(), stmts)));
        }
        if !self.is_perhaps(expr) {
            return None;
        }
        let syn::Expr::MethodCall(call) = strip(expr) else { return None };
        let name = super::plain(&call.method);
        let is_exclusive = is_exclusive(&name)?;
        Some(self.perhaps_of(call, &name, is_exclusive, stmts))
    }

    /// What the `Option` at a place holds, as a place.
    fn held_in_place(&mut self, found: Perhaps, area: Area, stmts: &mut Vec<Stmt>) -> Option<Perhaps> {
        let Perhaps { cond, then, item } = found;
        // An element past the end is zero, which is `None`.
        stmts.extend(then);
        let Item::Place(spot) = item else { return None };
        let root = spot.root();
        let (place, _) = spot.into_parts();
        let Some((Form::Option, parts)) = self.infer.parts(place.ty) else {
            let fix = "write `if let Some(place) = ..`, and use the place";
            self.errors.report(area, "`as_mut` is of an `Option`", fix);
            return None;
        };
        let of = parts[1];
        let is_some = self.is_variant(place.clone(), 1, area);
        let (left, right) = (Box::new(cond), Box::new(is_some));
        let cond = Expr { kind: Kind::ShortCircuit { op: BinOp::And, left, right }, ty: Ty::Bool, area };
        let held = self.part(place, 1, of, area);
        Some(Perhaps { cond, then: Vec::new(), item: Item::Place(Spot::of(held, true, root)) })
    }

    fn perhaps_of(
        &mut self,
        call: &syn::ExprMethodCall,
        name: &str,
        is_exclusive: bool,
        stmts: &mut Vec<Stmt>,
    ) -> Option<Perhaps> {
        let area = call.area();
        let (name, is_text) = of_text(name);
        let Some(is_text) = is_text else {
            let problem = format!("nothing says whether this `{name}` is that of a `str` or of bytes");
            let fix = "bind the receiver first, with its type: `let text: &str = ..;`";
            self.errors.report(Area::of(&call.method), problem, fix);
            return None;
        };
        self.stand_in(&call.method);
        let is_counted = matches!(name, "get" | "get_mut" | "split_at_checked" | "split_at_mut_checked");
        if call.args.len() != usize::from(is_counted) {
            self.arguments(&call.args, usize::from(is_counted), Area::from(call.method.span()), name);
            return None;
        }
        if name == "last_mut"
            && let Some((array, end)) = until(&call.receiver)
            && self.is_array_value(array)
        {
            return self.last_of_value(call, (array, end), stmts);
        }
        let viewed = self.viewed_without_error(&call.receiver);
        if viewed.is_none() && is_exclusive && matches!(name, "get_mut" | "first_mut" | "last_mut") {
            return self.perhaps_of_value(call, name, stmts);
        }
        let (slice, copied) = self.slice_of(viewed.flatten(), &call.receiver, is_exclusive, stmts)?;
        if copied.is_some() {
            let fix = "write `if i < a.len() { .. a[i] .. }`, or bind the array: `let mut a = ..;`";
            self.errors.report(
                area,
                "this array is a part of a value, of which no `&mut` slice is kept",
                fix,
            );
            return None;
        }
        let number = |bits: u128| Expr { kind: Kind::Literal(bits), ty: Ty::U32, area };
        let length = Expr { kind: Kind::Len(slice), ty: Ty::U32, area };
        let compared = |op, left: Expr, right: Expr| {
            let (left, right) = (Box::new(left), Box::new(right));
            Expr { kind: Kind::Binary { op, left, right }, ty: Ty::Bool, area }
        };
        let both = |left: Expr, right: Expr| {
            let (left, right) = (Box::new(left), Box::new(right));
            Expr { kind: Kind::ShortCircuit { op: BinOp::And, left, right }, ty: Ty::Bool, area }
        };
        let before = |left: Expr, right: Expr| {
            let (left, right) = (Box::new(left), Box::new(right));
            Expr { kind: Kind::Binary { op: BinOp::Sub, left, right }, ty: Ty::U32, area }
        };
        let root = self.slice_roots.get(&slice).copied().unwrap_or(Base::Buffer(slice));
        let mut then = Vec::new();
        let is_any = compared(BinOp::Gt, length.clone(), number(0));
        let range = |from: Option<Expr>, to: Option<Expr>| Cut::Range { from, to, is_closed: false };
        let (cond, item) = match name {
            "get" | "get_mut" if matches!(call.args.first().map(strip), Some(syn::Expr::Range(_))) => {
                let bounds = self.bounds_argument(call.args.first()?, slice, stmts)?;
                let [start, end] = bounds;
                let is_ordered = compared(BinOp::Le, start.clone(), end.clone());
                let is_inside = compared(BinOp::Le, end.clone(), length);
                let mut cond = both(is_ordered, is_inside);
                for end in [&start, &end].into_iter().filter(|_| is_text) {
                    cond = both(cond, self.ends_between_characters(slice, end, area));
                }
                let part = self.cut_of(slice, range(Some(start), Some(end)), is_exclusive, area, &mut then);
                (cond, Item::Slice(part))
            }
            "get_mut" | "get" => {
                let index = self.count_of_argument(call, stmts)?;
                let place = self.element_of_slice(slice, index.clone(), area);
                (compared(BinOp::Lt, index, length), Item::Place(Spot::of(place, is_exclusive, Some(root))))
            }
            "split_at_checked" | "split_at_mut_checked" => {
                let at = self.count_of_argument(call, stmts)?;
                let mut cond = compared(BinOp::Le, at.clone(), length);
                if is_text {
                    cond = both(cond, self.ends_between_characters(slice, &at, area));
                }
                let cuts = [range(None, Some(at.clone())), range(Some(at), None)];
                let parts = cuts.map(|cut| self.cut_of(slice, cut, is_exclusive, area, &mut then));
                (cond, Item::Tuple(parts.map(Item::Slice).to_vec()))
            }
            "first_mut" => {
                let place = self.element_of_slice(slice, number(0), area);
                (is_any, Item::Place(Spot::of(place, is_exclusive, Some(root))))
            }
            "last_mut" => {
                let last = self.hidden("last", before(length, number(1)), stmts);
                let place = self.element_of_slice(slice, last, area);
                (is_any, Item::Place(Spot::of(place, is_exclusive, Some(root))))
            }
            "split_first" | "split_first_mut" => {
                let own = self.cut_of(slice, range(None, None), is_exclusive, area, stmts);
                let rest = self.cut_of(own, range(Some(number(1)), None), is_exclusive, area, &mut then);
                let place = self.element_of_slice(own, number(0), area);
                let first = Item::Place(Spot::of(place, is_exclusive, Some(root)));
                (is_any, Item::Tuple(vec![first, Item::Slice(rest)]))
            }
            _ => {
                let own = self.cut_of(slice, range(None, None), is_exclusive, area, stmts);
                let last = self.hidden("last", before(length, number(1)), stmts);
                let rest = self.cut_of(own, range(None, Some(last.clone())), is_exclusive, area, &mut then);
                let place = self.element_of_slice(own, last, area);
                let last = Item::Place(Spot::of(place, is_exclusive, Some(root)));
                (is_any, Item::Tuple(vec![last, Item::Slice(rest)]))
            }
        };
        Some(Perhaps { cond, then, item })
    }

    /// Whether no character goes on at an index, which is none of the text's or at most its length.
    fn ends_between_characters(&mut self, text: BufferId, at: &Expr, area: Area) -> Expr {
        let number = |kind, ty| Expr { kind, ty, area };
        let binary = |op, left: Expr, right: Expr, ty| {
            let (left, right) = (Box::new(left), Box::new(right));
            number(Kind::Binary { op, left, right }, ty)
        };
        let is_end = binary(BinOp::Ge, at.clone(), number(Kind::Len(text), Ty::U32), Ty::Bool);
        let byte = self.element_of_slice(text, at.clone(), area);
        let ty = byte.ty;
        let head = binary(BinOp::BitAnd, byte, number(Kind::Literal(0xc0), ty), ty);
        let begins = binary(BinOp::Ne, head, number(Kind::Literal(0x80), ty), Ty::Bool);
        let (left, right) = (Box::new(is_end), Box::new(begins));
        number(Kind::ShortCircuit { op: BinOp::Or, left, right }, Ty::Bool)
    }

    /// A `&mut` to an element of an array that is in no memory.
    fn perhaps_of_value(
        &mut self,
        call: &syn::ExprMethodCall,
        name: &str,
        stmts: &mut Vec<Stmt>,
    ) -> Option<Perhaps> {
        let area = call.area();
        let value = self.base(&call.receiver);
        let (count, _) = self.array_element(value.ty)?;
        if !self.demand_unshared(&call.receiver) || !self.demand_changeable(&value, name) {
            return None;
        }
        let index = match name {
            "get_mut" => self.count_of_argument(call, stmts)?,
            "first_mut" => Expr { kind: Kind::Literal(0), ty: Ty::U32, area },
            _ => Expr { kind: Kind::Literal(u128::from(count.saturating_sub(1))), ty: Ty::U32, area },
        };
        self.place_in_value(value, index, area, stmts)
    }

    /// `array[..end].last_mut()` of an array that is in no memory. A part ends with its array.
    fn last_of_value(
        &mut self,
        call: &syn::ExprMethodCall,
        (array, end): (&syn::Expr, &syn::Expr),
        stmts: &mut Vec<Stmt>,
    ) -> Option<Perhaps> {
        let area = Area { may_wrap: true, ..call.area() };
        let value = self.base(array);
        let (count, _) = self.array_element(value.ty)?;
        if !self.demand_unshared(array) || !self.demand_changeable(&value, "last_mut") {
            return None;
        }
        let end = self.expr_as(end, Ty::U32);
        if !self.demand(&end, Ty::U32) || self.infer.resolve(end.ty) == Ty::Error {
            return None;
        }
        let number = |bits: u32| Expr { kind: Kind::Literal(bits.into()), ty: Ty::U32, area };
        let end = self.arithmetic(BinOp::Min, end, number(count), area);
        // There is no element before the first one.
        let last = self.arithmetic(BinOp::Sub, end, number(1), area);
        let last = self.hidden("last", last, stmts);
        self.place_in_value(value, last, area, stmts)
    }

    fn place_in_value(
        &mut self,
        value: Expr,
        index: Expr,
        area: Area,
        stmts: &mut Vec<Stmt>,
    ) -> Option<Perhaps> {
        let (count, element) = self.array_element(value.ty)?;
        let is_vector = self.infer.resolve(value.ty).vector_lanes().is_some();
        let whole = Box::new(self.settled_place(value, stmts));
        let (left, right) =
            (Box::new(index.clone()), Expr { kind: Kind::Literal(count.into()), ty: Ty::U32, area });
        let kind = Kind::Binary { op: BinOp::Lt, left, right: Box::new(right) };
        let cond = Expr { kind, ty: Ty::Bool, area };
        let index = Box::new(index);
        let kind = match is_vector {
            true => Kind::Lane { value: whole, index },
            false => Kind::Pick { value: whole, index },
        };
        let place = Expr { kind, ty: element, area };
        Some(Perhaps { cond, then: Vec::new(), item: Item::Place(Spot::of(place, true, None)) })
    }

    fn count_of_argument(&mut self, call: &syn::ExprMethodCall, stmts: &mut Vec<Stmt>) -> Option<Expr> {
        let index = self.expr_as(call.args.first()?, Ty::U32);
        if !self.demand(&index, Ty::U32) || self.infer.resolve(index.ty) == Ty::Error {
            return None;
        }
        Some(self.hidden("index", index, stmts))
    }

    pub(super) fn element_of_slice(&mut self, buffer: BufferId, index: Expr, area: Area) -> Expr {
        let ty = self.buffers[buffer].ty;
        Expr { kind: Kind::Load { buffer, index: Box::new(index) }, ty, area }
    }

    /// A name for a part of a slice.
    pub(super) fn cut_of(
        &mut self,
        slice: BufferId,
        cut: Cut,
        is_exclusive: bool,
        area: Area,
        stmts: &mut Vec<Stmt>,
    ) -> BufferId {
        let view = View { base: Base::Buffer(slice), cuts: vec![cut] };
        self.part_of_slice(slice, view, is_exclusive, area, stmts)
    }

    /// What such a call gives as a value: an `Option`, or the halves themselves. Nothing for other calls.
    pub(super) fn perhaps_value(&mut self, call: &syn::ExprMethodCall) -> Option<Expr> {
        let name = super::plain(&call.method);
        let is_half = name == "split_at";
        let is_shared = is_exclusive(&name) == Some(false);
        let whole = syn::Expr::MethodCall(call.clone());
        if !self.is_kernel
            || !(is_half && self.is_slice_receiver(&call.receiver) || is_shared && self.is_perhaps(&whole))
        {
            return None;
        }
        let (area, mut stmts) = (call.area(), Vec::new());
        let block = |stmts, value: Expr| Expr {
            ty: value.ty,
            kind: Kind::Block(Block { stmts, tail: Some(Box::new(value)) }),
            area,
        };
        if is_half {
            let Some(item) = self.halves(call, false, &mut stmts) else { return Some(Expr::error(area)) };
            let halves = self.value_of_item(item, area);
            return Some(match self.infer.resolve(halves.ty) {
                Ty::Error => halves,
                _ => block(stmts, halves),
            });
        }
        let Some(Perhaps { cond, then, item }) = self.perhaps_of(call, &name, false, &mut stmts) else {
            return Some(Expr::error(area));
        };
        let value = self.value_of_item(item, area);
        if self.infer.resolve(value.ty) == Ty::Error {
            return Some(value);
        }
        let ty = self.infer.many(Form::Option, vec![Ty::Bool, value.ty]);
        let is_some = Expr { kind: Kind::Literal(1), ty: Ty::Bool, area };
        let some = Expr { kind: Kind::Many(vec![is_some, value]), ty, area };
        let none = Expr { kind: Kind::Literal(0), ty, area };
        let kind = Kind::If {
            cond: Box::new(cond),
            then: Block { stmts: then, tail: Some(Box::new(some)) },
            otherwise: Some(Block { stmts: Vec::new(), tail: Some(Box::new(none)) }),
        };
        Some(block(stmts, Expr { kind, ty, area }))
    }

    /// The condition under which such a call fits a pattern, whose names are bound.
    pub(super) fn fits_perhaps(
        &mut self,
        pat: &syn::Pat,
        found: Perhaps,
        lets: &mut Vec<Stmt>,
    ) -> Option<Expr> {
        let area = Area::of(pat);
        match taken(pat) {
            Taken::Some(inner) => {
                lets.extend(found.then);
                self.bind_item(inner, found.item, lets);
                Some(found.cond)
            }
            Taken::None => {
                let kind = Kind::Unary { op: vyre_ir::UnOp::LogicalNot, operand: Box::new(found.cond) };
                Some(Expr { kind, ty: Ty::Bool, area })
            }
            Taken::Other => {
                self.poison(pat);
                self.errors.report(area, "what this may give is taken apart at once", "write `Some(name)`");
                None
            }
        }
    }

    /// `match` of such a call, as an `if let`.
    pub(super) fn match_of_perhaps(&mut self, it: &syn::ExprMatch) -> Option<Expr> {
        if !self.is_perhaps(&it.expr) {
            return None;
        }
        let arms: Vec<&syn::Arm> = it.arms.iter().collect();
        let is_plain = |pat: &syn::Pat| super::matching::split_guard(pat).1.is_none();
        let [first, second] = arms[..] else { return self.match_of_given(it) };
        let (some, none) = match taken(&first.pat) {
            Taken::Some(_) => (first, second),
            _ => (second, first),
        };
        let is_rest = matches!(taken(&none.pat), Taken::None) || matches!(none.pat, syn::Pat::Wild(_));
        if !matches!(taken(&some.pat), Taken::Some(_)) || !is_rest || !is_plain(&first.pat) {
            return self.match_of_given(it);
        }
        let (pat, value, then, otherwise) = (&some.pat, &it.expr, &some.body, &none.body);
        Some(self.expr(&syn::parse_quote!(if let #pat = #value { #then } else { #otherwise })))
    }

    /// The same with other arms, where what the call gives is a value: slices are, and places are none.
    fn match_of_given(&mut self, it: &syn::ExprMatch) -> Option<Expr> {
        let gives_slices = matches!(strip(&it.expr), syn::Expr::MethodCall(call) if is_exclusive(&super::plain(&call.method)) == Some(false));
        let area = Area::from(it.match_token.span);
        if !gives_slices {
            if let Some(value) = self.match_with_errors(it) {
                return Some(Expr { area, ..value });
            }
            if let Some(written) = in_one_let(it) {
                return Some(Expr { area, ..self.expr(&written) });
            }
            let fix = "write the arms `Some(name)` and `None`";
            self.errors.report(Area::of(&it.expr), "what this may give is taken apart at once", fix);
            return Some(Expr::error(area));
        }
        let mut stmts = Vec::new();
        let Some(name) = self.hidden_let(&it.expr, false, &mut stmts) else { return Some(Expr::error(area)) };
        let given = syn::ExprMatch { expr: syn::parse_quote!(#name), ..it.clone() };
        let value = self.expr(&syn::Expr::Match(given));
        let (ty, area) = (value.ty, value.area);
        Some(Expr { kind: Kind::Block(Block { stmts, tail: Some(Box::new(value)) }), ty, area })
    }

    /// A `match` of a call that gives a place or an error, which several arms may look at.
    fn match_with_errors(&mut self, it: &syn::ExprMatch) -> Option<Expr> {
        let of_error = |arm: &syn::Arm| {
            let (pat, guard) = super::matching::split_guard(&arm.pat);
            let pat = match pat {
                syn::Pat::TupleStruct(it) if it.path.is_ident("Err") && it.elems.len() == 1 => {
                    it.elems[0].clone()
                }
                syn::Pat::Wild(_) => pat.clone(),
                _ => return None,
            };
            let (guard, body) = (guard.map(|guard| quote::quote!(if #guard)), &arm.body);
            let arm: syn::Arm = syn::parse_quote!(#pat #guard => #body,);
            Some(arm)
        };
        let is_ok = |arm: &&syn::Arm| matches!(taken(&arm.pat), Taken::Some(_));
        let mut given = it.arms.iter().filter(is_ok);
        let (given, None) = (given.next()?, given.next()) else { return None };
        let errors: Vec<syn::Arm> =
            it.arms.iter().filter(|arm| !is_ok(arm)).map(of_error).collect::<Option<_>>()?;
        if errors.is_empty() || !self.is_perhaps_call(&it.expr) {
            return None;
        }
        let (area, mut stmts) = (it.expr.area(), Vec::new());
        self.scopes.push(std::collections::HashMap::new());
        let found = self.perhaps_of_call(&it.expr, &mut stmts);
        let value = match found {
            Some(super::given_places::Given { found, error: Some(error) }) => {
                stmts.extend(found.then);
                let is_some = self.hidden("is_some", found.cond, &mut stmts);
                let entity = self.kept_place(is_some, found.item);
                let name: syn::Ident = syn::parse_quote!(__vyre_given);
                self.declare(&name, entity);
                let (pat, body) = (&given.pat, &given.body);
                Some(self.expr(&syn::parse_quote!(
                    if let #pat = __vyre_given { #body } else { match #error { #(#errors)* } }
                )))
            }
            Some(_) => None,
            None => Some(Expr::error(area)),
        };
        self.scopes.pop();
        let value = value?;
        let ty = value.ty;
        Some(Expr { kind: Kind::Block(Block { stmts, tail: Some(Box::new(value)) }), ty, area })
    }

    /// `let pattern = call.unwrap();` and `let pattern = call?;`, where the call gives a place or slices. Whether it is that.
    pub(super) fn bind_perhaps(&mut self, pat: &syn::Pat, value: &syn::Expr, stmts: &mut Vec<Stmt>) -> bool {
        if self.bind_halves(pat, value, stmts) {
            return true;
        }
        if let syn::Expr::Try(tried) = strip(value)
            && self.is_perhaps_call(&tried.expr)
        {
            let Some(super::given_places::Given { found, error }) = self.perhaps_of_call(&tried.expr, stmts)
            else {
                self.poison(pat);
                return true;
            };
            let otherwise: syn::Expr = match error {
                Some(error) => syn::parse_quote!({
                    Err::<u32, _>(#error)?;
                    loop {}
                }),
                None => syn::parse_quote!({ return None }),
            };
            let otherwise = Block { stmts: Vec::new(), tail: Some(Box::new(self.expr(&otherwise))) };
            let area = value.area();
            let not = Kind::Unary { op: vyre_ir::UnOp::LogicalNot, operand: Box::new(found.cond) };
            let cond = Box::new(Expr { kind: not, ty: Ty::Bool, area });
            let kind = Kind::If { cond, then: otherwise, otherwise: None };
            stmts.push(Stmt::Expr(Expr { kind, ty: Ty::Unit, area }));
            stmts.extend(found.then);
            self.bind_item(pat, found.item, stmts);
            return true;
        }
        if let syn::Expr::Try(tried) = strip(value)
            && let (inner, error) = or_error(&tried.expr)
            && self.is_perhaps(inner)
        {
            let otherwise: syn::Expr = match error {
                // The error is converted as `?` converts it.
                Some(error) => syn::parse_quote!({
                    Err::<u32, _>(#error)?;
                    loop {}
                }),
                None => syn::parse_quote!({ return None }),
            };
            let pattern: syn::Pat = syn::parse_quote!(Some(#pat));
            self.let_else(&pattern, inner, &otherwise, stmts);
            return true;
        }
        let Some((inner, message)) = unwrapped(value) else { return false };
        let Some(found) = self.perhaps(inner, stmts) else { return false };
        let Some(Perhaps { cond, then, item }) = found else {
            self.poison(pat);
            return true;
        };
        let message = match message {
            Some(message) => self.message_of(message).unwrap_or_default(),
            None => "called `Option::unwrap()` on a `None` value".to_string(),
        };
        stmts.push(self.asserted(cond, message, value.area()));
        stmts.extend(then);
        self.bind_item(pat, item, stmts);
        true
    }

    /// `let (a, b) = s.split_at(n);`
    fn bind_halves(&mut self, pat: &syn::Pat, value: &syn::Expr, stmts: &mut Vec<Stmt>) -> bool {
        let syn::Expr::MethodCall(call) = strip(value) else { return false };
        let is_exclusive = match super::plain(&call.method).as_str() {
            "split_at" => false,
            "split_at_mut" => true,
            _ => return false,
        };
        if !self.is_slice_receiver(&call.receiver) {
            return false;
        }
        let bound = self.halves(call, is_exclusive, stmts);
        match bound {
            Some(item) => self.bind_item(pat, item, stmts),
            None => self.poison(pat),
        }
        true
    }

    fn halves(
        &mut self,
        call: &syn::ExprMethodCall,
        is_exclusive: bool,
        stmts: &mut Vec<Stmt>,
    ) -> Option<Item> {
        let area = call.area();
        if call.args.len() != 1 {
            self.arguments(&call.args, 1, Area::from(call.method.span()), "split_at");
            return None;
        }
        let viewed = self.viewed_without_error(&call.receiver);
        let (slice, copied) = self.slice_of(viewed.flatten(), &call.receiver, is_exclusive, stmts)?;
        if copied.is_some() {
            let fix = "bind the array: `let mut a = ..;`, and give it back after";
            self.errors.report(
                area,
                "this array is a part of a value, of which no `&mut` slice is kept",
                fix,
            );
            return None;
        }
        self.stand_in(&call.method);
        let at = self.count_of_argument(call, stmts)?;
        let cuts = [
            Cut::Range { from: None, to: Some(at.clone()), is_closed: false },
            Cut::Range { from: Some(at), to: None, is_closed: false },
        ];
        let parts = cuts.map(|cut| self.cut_of(slice, cut, is_exclusive, area, stmts));
        let around = self.slice_halves.get(&slice).cloned().unwrap_or_default();
        for (part, is_second) in parts.iter().zip([false, true]) {
            let own = around.iter().copied().chain([(self.splits, is_second)]).collect();
            self.slice_halves.insert(*part, own);
        }
        self.splits += 1;
        Some(Item::Tuple(parts.map(Item::Slice).to_vec()))
    }

    /// `*s.last_mut().unwrap() += value`
    pub(super) fn assign_perhaps(
        &mut self,
        place: &syn::Expr,
        op: Option<BinOp>,
        value: &syn::Expr,
    ) -> Option<Expr> {
        let syn::Expr::Unary(syn::ExprUnary { op: syn::UnOp::Deref(_), expr, .. }) = strip(place) else {
            return None;
        };
        let inner = match strip(expr) {
            syn::Expr::Try(tried) => or_error(&tried.expr).0,
            _ => unwrapped(expr)?.0,
        };
        if !self.is_perhaps(inner) {
            return None;
        }
        let area = place.area().to(value.area());
        let mut stmts = Vec::new();
        self.scopes.push(std::collections::HashMap::new());
        let pat: syn::Pat = syn::parse_quote!(__vyre_place);
        self.bind_perhaps(&pat, expr, &mut stmts);
        let target: syn::Expr = syn::parse_quote!(*__vyre_place);
        let assigned = match strip(value) {
            syn::Expr::Lit(_) => self.assign(&target, op, value),
            _ => {
                // Rust evaluates the value before the place.
                let wanted = self.peeked(&target).filter(|_| op.is_none());
                let given = match wanted {
                    Some(ty) => self.expr_as(value, ty),
                    None => self.expr(value),
                };
                let local = self.local("value", given.ty, false);
                stmts.insert(0, Stmt::Let { local, value: given, area: value.area() });
                let name: syn::Ident = syn::parse_quote!(__vyre_value);
                self.declare(&name, Entity::Local(local));
                self.assign(&target, op, &syn::parse_quote!(#name))
            }
        };
        self.scopes.pop();
        stmts.push(Stmt::Expr(assigned));
        Some(Expr { kind: Kind::Block(Block { stmts, tail: None }), ty: Ty::Unit, area })
    }
}

/// The `a.get_mut(i)` in `a.get_mut(i).and_then(Option::as_mut)`.
fn held_place(expr: &syn::Expr) -> Option<&syn::Expr> {
    let syn::Expr::MethodCall(call) = strip(expr) else { return None };
    let [function] = &call.args.iter().collect::<Vec<_>>()[..] else { return None };
    let is_as_mut = match strip(function) {
        syn::Expr::Path(path) => {
            let names: Vec<String> = path.path.segments.iter().map(|it| it.ident.to_string()).collect();
            matches!(&names[..], [.., owner, name] if owner == "Option" && name == "as_mut")
        }
        syn::Expr::Closure(closure) => {
            match (&closure.inputs.iter().collect::<Vec<_>>()[..], strip(&closure.body)) {
                ([syn::Pat::Ident(name)], syn::Expr::MethodCall(inner)) => {
                    let is_it = matches!(strip(&inner.receiver), syn::Expr::Path(path) if path.path.is_ident(&name.ident));
                    is_it && inner.method == "as_mut" && inner.args.is_empty()
                }
                _ => false,
            }
        }
        _ => false,
    };
    (call.method == "and_then" && is_as_mut).then_some(&*call.receiver)
}
