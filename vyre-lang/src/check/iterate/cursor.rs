//! Iterators that are asked for one item after the other: variables that iterate over a slice (`let mut it = bytes.iter();`), of which the place and
//! the position are known, and values of types with an `impl Iterator` in the module.

use super::super::extent::Extent;
use super::super::perhaps::Perhaps;
use super::super::{Checker, Entity, plain};
use super::adaptors::{is_adaptor, negated};
use super::source::makes_chain;
use super::{Acts, At, Chain, Indexed, Item, Stage, leave, number, only_if};
use crate::diagnostics::Area;
use crate::hir::{Block, BufferId, Expr, Kind, LocalId, Stmt};
use crate::syntax::{path_name, strip};
use crate::types::{Form, Ty};
use proc_macro2::TokenStream;
use std::collections::HashMap;

/// A variable that iterates over a slice.
#[derive(Clone, Copy)]
pub(in crate::check) struct Cursor {
    pub(super) slice: BufferId,
    /// The variable with the position of the next element.
    pub(super) at: LocalId,
    /// The variable with the position behind the last one, if any is taken from there.
    pub(super) end: Option<LocalId>,
    /// Whether it gives values, and no references.
    pub(super) is_copied: bool,
    /// Whether it gives `&mut`s to the elements, which are places and no values.
    pub(super) is_exclusive: bool,
    /// Whether the name is a `&mut` to it.
    pub(super) is_lent: bool,
}

impl Cursor {
    /// The names by which its methods are written.
    fn scope(self) -> HashMap<String, Entity> {
        let end = self.end.map(|end| ("__vyre_end".to_string(), Entity::Local(end)));
        let known = [
            ("__vyre_slice".to_string(), Entity::Buffer(self.slice)),
            ("__vyre_at".to_string(), Entity::Local(self.at)),
        ];
        known.into_iter().chain(end).collect()
    }
}

/// Whether a `let` may bind such a variable.
pub(in crate::check) fn is_cursor(local: &syn::Local) -> bool {
    let is_one = |value: &syn::Expr| {
        matches!(strip(value), syn::Expr::MethodCall(call)
            if matches!(call.method.to_string().as_str(), "iter" | "iter_mut" | "copied" | "cloned" | "clone" | "fuse"))
    };
    local.init.as_ref().is_some_and(|init| match strip(&init.expr) {
        syn::Expr::Tuple(values) => values.elems.iter().any(is_one),
        value => is_one(value),
    })
}

/// Whether what stands behind a `let mut` asks the chain that it binds for its `next_back`.
pub(in crate::check) fn asks_from_end(local: &syn::Local, rest: &[syn::Stmt]) -> bool {
    struct Asked<'n>(&'n syn::Ident, bool);
    impl<'ast> syn::visit::Visit<'ast> for Asked<'_> {
        fn visit_expr_method_call(&mut self, call: &'ast syn::ExprMethodCall) {
            syn::visit::visit_expr_method_call(self, call);
            self.1 |=
                call.method == "next_back" && path_name(&call.receiver).is_some_and(|name| *self.0 == name);
        }
    }
    // Of other values it is not read what stands behind them.
    let is_chain = local.init.as_ref().is_some_and(|init| match strip(&init.expr) {
        syn::Expr::MethodCall(call) => is_adaptor(&call.method.to_string()) || makes_chain(call),
        _ => false,
    });
    let syn::Pat::Ident(name) = &local.pat else { return false };
    if name.mutability.is_none() || !is_chain {
        return false;
    }
    let mut asked = Asked(&name.ident, false);
    rest.iter().for_each(|stmt| syn::visit::Visit::visit_stmt(&mut asked, stmt));
    asked.1
}

/// The receiver of `by_ref`, or what stands behind `&mut`.
pub(super) fn borrowed(expr: &syn::Expr) -> Option<&syn::Expr> {
    match strip(expr) {
        syn::Expr::Reference(reference) if reference.mutability.is_some() => Some(strip(&reference.expr)),
        syn::Expr::MethodCall(call) if call.method == "by_ref" && call.args.is_empty() => {
            Some(strip(&call.receiver))
        }
        _ => None,
    }
}

/// The methods that ask an iterator for some of its items and leave the others in it, how many arguments they take, and what a method
/// that asks from the end is behind `rev`.
const ASKING: [(&str, usize, Option<&str>); 10] = [
    ("nth", 1, None),
    ("any", 1, None),
    ("all", 1, None),
    ("find", 1, None),
    ("find_map", 1, None),
    ("position", 1, None),
    ("try_fold", 2, None),
    ("rposition", 1, None),
    ("rfind", 1, Some("find")),
    ("nth_back", 1, Some("nth")),
];

/// Whether a method is one of these that asks until it has found something.
pub(super) fn asks_until(name: &str) -> bool {
    let from_front = ASKING.iter().any(|(known, _, reversed)| *known == name && reversed.is_none());
    from_front && !matches!(name, "nth" | "rposition")
}

/// The statements by which such a variable finds `__vyre_this`, the position of the item that it is asked for, or one behind the slice; nothing for
/// other methods.
fn index_of_asked(call: &syn::ExprMethodCall, has_end: bool) -> Option<Vec<syn::Stmt>> {
    let block: syn::Block = match (call.method.to_string().as_str(), call.args.first(), call.args.len()) {
        // No slice has an element behind all numbers.
        ("next", None, 0) if has_end => syn::parse_quote!({
            let mut __vyre_this = u32::MAX;
            if __vyre_at < __vyre_end {
                __vyre_this = __vyre_at;
                __vyre_at += 1;
            }
        }),
        ("next_back", None, 0) if has_end => syn::parse_quote!({
            let mut __vyre_this = u32::MAX;
            if __vyre_at < __vyre_end {
                __vyre_end -= 1;
                __vyre_this = __vyre_end;
            }
        }),
        ("nth", Some(skipped), 1) if has_end => syn::parse_quote!({
            let __vyre_skipped: u32 = #skipped;
            let mut __vyre_this = u32::MAX;
            if __vyre_skipped < __vyre_end - __vyre_at {
                __vyre_this = __vyre_at + __vyre_skipped;
                __vyre_at = __vyre_this + 1;
            } else {
                __vyre_at = __vyre_end;
            }
        }),
        ("nth_back", Some(skipped), 1) if has_end => syn::parse_quote!({
            let __vyre_skipped: u32 = #skipped;
            let mut __vyre_this = u32::MAX;
            if __vyre_skipped < __vyre_end - __vyre_at {
                __vyre_end -= __vyre_skipped + 1;
                __vyre_this = __vyre_end;
            } else {
                __vyre_end = __vyre_at;
            }
        }),
        ("next", None, 0) => syn::parse_quote!({
            let __vyre_this = __vyre_at;
            if __vyre_this < __vyre_slice.len() {
                __vyre_at = __vyre_this + 1;
            }
        }),
        ("nth", Some(skipped), 1) => syn::parse_quote!({
            let __vyre_skipped: u32 = #skipped;
            let __vyre_this = __vyre_at.saturating_add(__vyre_skipped).min(__vyre_slice.len());
            __vyre_at = if __vyre_this < __vyre_slice.len() { __vyre_this + 1 } else { __vyre_this };
        }),
        _ => return None,
    };
    Some(block.stmts)
}

impl Checker<'_> {
    /// A method that asks the iterator in a place, with the place behind `by_ref`, so that it keeps the rest, and one that uses up a type of the
    /// module's from its end; nothing for other calls.
    pub(super) fn asking(&mut self, call: &syn::ExprMethodCall) -> Option<syn::Expr> {
        let place = strip(&call.receiver);
        if call.method == "rfold" && call.args.len() == 2 && self.is_own_iterator(place) {
            let (method, args) = (syn::Ident::new("fold", call.method.span()), &call.args);
            return Some(syn::parse_quote!(#place.rev().#method(#args)));
        }
        let (_, count, reversed) = ASKING.iter().find(|row| call.method == row.0)?;
        if call.args.len() != *count
            || !self.is_kept_place(place)
            || !self.is_range_value(place) && !self.is_own_iterator(place)
        {
            return None;
        }
        let (mut asking, ident) = (call.clone(), |name| syn::Ident::new(name, call.method.span()));
        let by_ref = ident("by_ref");
        asking.receiver = match reversed {
            Some(name) => {
                let rev = ident("rev");
                asking.method = ident(name);
                syn::parse_quote!(#place.#by_ref().#rev())
            }
            None => syn::parse_quote!(#place.#by_ref()),
        };
        Some(syn::Expr::MethodCall(asking))
    }

    /// Whether an expression is a variable of the user's or a part of one. What a chain that waits has bound begins anew each time.
    fn is_kept_place(&self, expr: &syn::Expr) -> bool {
        match strip(expr) {
            syn::Expr::Path(_) => path_name(expr).is_some_and(|name| {
                !name.starts_with(super::PREFIX)
                    && matches!(
                        self.lookup(&name),
                        Some(Entity::Local(_) | Entity::Reference(_) | Entity::Buffer(_))
                    )
            }),
            syn::Expr::Field(field) => self.is_kept_place(&field.base),
            syn::Expr::Index(index) => self.is_kept_place(&index.expr),
            syn::Expr::Unary(syn::ExprUnary { op: syn::UnOp::Deref(_), expr, .. }) => {
                self.is_kept_place(expr)
            }
            _ => false,
        }
    }

    /// The place of an iterator that is lent: behind `by_ref` or `&mut`, or what a `&mut` refers to.
    pub(super) fn lent<'e>(&self, expr: &'e syn::Expr) -> Option<&'e syn::Expr> {
        let name = strip(expr);
        let is_exclusive = || self.reference_named(name).is_some_and(|local| !self.shared.contains(&local));
        borrowed(expr).or_else(|| is_exclusive().then_some(name))
    }

    /// `let mut it = slice.iter();`, also copied and peekable; nothing for other values.
    pub(in crate::check) fn bind_cursor(
        &mut self,
        value: &syn::Expr,
        stmts: &mut Vec<Stmt>,
    ) -> Option<Entity> {
        if let Some(cloned) = self.cloned_cursor(value, stmts) {
            return Some(cloned);
        }
        let (mut expr, mut is_copied) = (strip(value), false);
        let (source, is_exclusive) = loop {
            let syn::Expr::MethodCall(call) = expr else { return None };
            match (call.method.to_string().as_str(), call.args.len()) {
                ("peekable" | "fuse", 0) => {}
                ("copied" | "cloned", 0) if !is_copied => is_copied = true,
                ("iter", 0) => break (&call.receiver, false),
                ("iter_mut", 0) if std::ptr::eq(expr, strip(value)) => break (&call.receiver, true),
                _ => return None,
            }
            expr = strip(&call.receiver);
        };
        if !self.is_kernel || self.is_data_of(source) {
            return None;
        }
        let area = value.area();
        let slice = match self.viewed(source) {
            Some(viewed) => {
                let viewed = viewed?;
                if !viewed.dimensions.is_empty() || viewed.is_atomic || is_exclusive && !viewed.is_writable {
                    return None;
                }
                self.named_slice(viewed, area, stmts)
            }
            None if is_exclusive => return None,
            None => {
                let array = self.base(source);
                let (count, element) = self.array_element(array.ty)?;
                self.in_memory("list", array, &vec![element; count as usize], stmts)
            }
        };
        let at = self.counter("at", number(0, area), stmts);
        let length = Expr { kind: Kind::Len(slice), ty: Ty::U32, area };
        let end = self.asks_ends.then(|| self.counter("end", length, stmts));
        self.cursors.push(Cursor { slice, at, end, is_copied, is_exclusive, is_lent: false });
        Some(Entity::Cursor(self.cursors.len() - 1))
    }

    fn is_data_of(&mut self, expr: &syn::Expr) -> bool {
        self.peeked_type(expr).is_some_and(|ty| self.infer.data_of(ty).is_some())
    }

    /// The variable that an expression names, if it iterates over a slice.
    pub(in crate::check) fn cursor(&self, expr: &syn::Expr) -> Option<Cursor> {
        match self.lookup(&path_name(expr)?) {
            Some(Entity::Cursor(at)) => self.cursors.get(at).copied(),
            _ => None,
        }
    }

    /// Whether an expression is such a variable, or a reference to one; or a value of a type that is an iterator.
    pub(super) fn is_asked(&mut self, expr: &syn::Expr) -> bool {
        let lent = self.lent(expr);
        let inner = lent.unwrap_or_else(|| strip(expr));
        self.cursor(inner).is_some()
            || self.is_own_iterator(inner)
            || lent.is_some() && (self.is_remembering(inner) || self.is_range_value(inner))
    }

    /// Whether a place or a literal has a type with a `next` of the module's.
    fn is_own_iterator(&mut self, expr: &syn::Expr) -> bool {
        if !self.sees_module || !self.methods.keys().any(|(_, name)| name == "next") {
            return false;
        }
        match self.type_of_iterator(expr) {
            Some(ty) => self.has_next(ty),
            None => self.gives_own_iterator(expr),
        }
    }

    /// The type of a place, a literal or the result of a function, as far as that is known.
    fn type_of_iterator(&mut self, expr: &syn::Expr) -> Option<Ty> {
        match strip(expr) {
            syn::Expr::Struct(it) => self.data_type(&it.path),
            syn::Expr::Call(call) => self.declared_result(call),
            other => self.seen_type(other),
        }
    }

    /// Whether the module has a `next` for values of a type.
    pub(super) fn has_next(&mut self, ty: Ty) -> bool {
        self.sees_module && self.infer.data_of(ty).is_some() && self.has_own(ty, "next")
    }

    /// Whether a method is one that the type of its receiver has itself.
    pub(super) fn is_method_of_iterator(&mut self, call: &syn::ExprMethodCall, is_of_chain: bool) -> bool {
        if !self.is_own_iterator(&call.receiver) {
            return false;
        }
        let ty = self.type_of_iterator(&call.receiver);
        !is_of_chain || ty.is_some_and(|ty| self.has_own(ty, &plain(&call.method)))
    }

    /// Whether a method of the module's comes before the one of iterators, which takes its receiver as it is: where its receiver needs no `&`.
    pub(super) fn is_own_before_std(&mut self, call: &syn::ExprMethodCall) -> bool {
        if !self.is_own_iterator(&call.receiver) {
            return false;
        }
        let name = path_name(&call.receiver).and_then(|name| self.lookup(&name));
        let is_reference = matches!(name, Some(Entity::Reference(_)));
        let ty = self.type_of_iterator(&call.receiver);
        ty.is_some_and(|ty| self.is_own_method(ty, &plain(&call.method), is_reference))
    }

    /// The chain of what is asked for its items.
    pub(super) fn asked_chain(&mut self, expr: &syn::Expr) -> Option<Chain> {
        let area = expr.area();
        let place = self.lent(expr);
        let inner = place.unwrap_or_else(|| strip(expr));
        if self.cursor(inner).is_some_and(|cursor| cursor.is_exclusive) {
            return self.chain_of_places(inner, area);
        }
        if self.cursor(inner).is_some() || place.is_some() {
            let next: syn::Expr = syn::parse_quote!((#inner).next());
            return self.chain_of_next(&next, HashMap::new(), Vec::new(), area);
        }
        let value = self.expr(inner);
        self.chain_of_value(value, Vec::new())
    }

    /// The chain of a value of a type that is an iterator.
    pub(super) fn chain_of_value(&mut self, value: Expr, mut before: Vec<Stmt>) -> Option<Chain> {
        let area = value.area;
        let state = self.counter("iterator", value, &mut before);
        let scope = HashMap::from([("__vyre_iterator".to_string(), Entity::Local(state))]);
        self.chain_of_next(&syn::parse_quote!(__vyre_iterator.next()), scope, before, area)
    }

    /// A loop that asks for the next item until there is none.
    fn chain_of_next(
        &mut self,
        next: &syn::Expr,
        scope: HashMap<String, Entity>,
        before: Vec<Stmt>,
        area: Area,
    ) -> Option<Chain> {
        let at: At = Box::new(|_, index, _| Item::Value(index));
        let length = number(u32::MAX, area);
        let indexed = Indexed::new(length, Acts::Never, at);
        let mut round = self.round(Stage::Indexed(indexed), area);
        round.take();
        self.scopes.push(scope);
        let next = self.expr(next);
        self.scopes.pop();
        let Some((Form::Option, parts)) = self.infer.parts(next.ty) else {
            if self.infer.resolve(next.ty) != Ty::Error {
                self.errors.report(area, "the `next` of an iterator gives an `Option`", "write `Option<..>`");
            }
            return None;
        };
        let next = self.hidden("next", next, round.stmts());
        let is_over = negated(self.is_variant(next.clone(), 1, area));
        let left = only_if(is_over, vec![leave(round.id, area)]);
        round.stmts().push(left);
        let value = self.part(next, 1, parts[1], area);
        round.item = Item::Value(value);
        round.is_reversible = false;
        Some(Chain { before, stage: Stage::Round(Box::new(round)) })
    }

    /// The chain of a value of a type that is an iterator with a `next_back` of its own, from its end on; nothing for other calls.
    pub(super) fn own_from_behind(&mut self, call: &syn::ExprMethodCall) -> Option<Option<Chain>> {
        if call.method != "rev" || !call.args.is_empty() {
            return None;
        }
        if let Some(turned) = self.turned_within(call) {
            return Some(self.chain(&turned));
        }
        let lent = self.lent(&call.receiver);
        let inner = lent.unwrap_or(&call.receiver);
        let is_range = lent.is_some() && self.is_range_value(inner);
        if !is_range && !self.is_own_iterator(inner) {
            return None;
        }
        if let Some(place) = lent
            && (is_range || self.type_of_iterator(place).is_some_and(|ty| self.has_own(ty, "next_back")))
        {
            let next = syn::parse_quote!((#place).next_back());
            return Some(self.chain_of_next(&next, HashMap::new(), Vec::new(), call.receiver.area()));
        }
        let ty = self.type_of_iterator(&call.receiver)?;
        if !self.has_own(ty, "next_back") {
            return None;
        }
        let (mut before, area) = (Vec::new(), call.receiver.area());
        let value = self.expr(&call.receiver);
        let state = self.counter("iterator", value, &mut before);
        let scope = HashMap::from([("__vyre_iterator".to_string(), Entity::Local(state))]);
        Some(self.chain_of_next(&syn::parse_quote!(__vyre_iterator.next_back()), scope, before, area))
    }

    /// `own.filter(f).rev()` as `own.rev().filter(f)`, where `own` can be asked from its end: what looks at one item alone may stand behind that.
    fn turned_within(&mut self, call: &syn::ExprMethodCall) -> Option<syn::Expr> {
        const OF_ONE: [&str; 6] = ["map", "filter", "filter_map", "inspect", "copied", "cloned"];
        let (mut adaptors, mut inner) = (Vec::new(), strip(&call.receiver));
        while let syn::Expr::MethodCall(adaptor) = inner
            && OF_ONE.iter().any(|name| adaptor.method == name)
        {
            adaptors.push(adaptor);
            inner = strip(&adaptor.receiver);
        }
        if adaptors.is_empty() || !self.is_own_iterator(inner) {
            return None;
        }
        let ty = self.type_of_iterator(inner)?;
        if !self.has_own(ty, "next_back") {
            return None;
        }
        let method = &call.method;
        let first: syn::Expr = syn::parse_quote!(#inner.#method());
        Some(adaptors.into_iter().rev().fold(first, |receiver, adaptor| {
            let receiver = Box::new(receiver);
            syn::Expr::MethodCall(syn::ExprMethodCall { receiver, ..adaptor.clone() })
        }))
    }

    /// `let other = it.clone();` of such a variable.
    fn cloned_cursor(&mut self, value: &syn::Expr, stmts: &mut Vec<Stmt>) -> Option<Entity> {
        let syn::Expr::MethodCall(call) = strip(value) else { return None };
        if call.method != "clone" || !call.args.is_empty() {
            return None;
        }
        let (of, area) = (self.cursor(&call.receiver)?, value.area());
        let local = |local: LocalId| Expr { kind: Kind::Local(local), ty: Ty::U32, area };
        let at = self.counter("at", local(of.at), stmts);
        let end = match of.end {
            Some(end) => Some(local(end)),
            None => self.asks_ends.then_some(Expr { kind: Kind::Len(of.slice), ty: Ty::U32, area }),
        };
        let end = end.map(|end| self.counter("end", end, stmts));
        self.cursors.push(Cursor { at, end, is_lent: false, ..of });
        Some(Entity::Cursor(self.cursors.len() - 1))
    }

    /// A `&mut` to such a variable.
    pub(super) fn lent_cursor(&mut self, at: usize) -> Entity {
        self.cursors.push(Cursor { is_lent: true, ..self.cursors[at] });
        Entity::Cursor(self.cursors.len() - 1)
    }

    /// What is left of such a variable, or of a copy of it, as a chain over a slice of its own, which begins anew wherever it stands.
    pub(super) fn moved_cursor(
        &mut self,
        expr: &syn::Expr,
        stmts: &mut Vec<Stmt>,
    ) -> Option<Option<syn::Expr>> {
        let name = match strip(expr) {
            syn::Expr::MethodCall(call) if call.method == "clone" && call.args.is_empty() => &call.receiver,
            other => other,
        };
        let cursor = self.cursor(name)?;
        let end = cursor.end.map(|_| quote::quote!(__vyre_end));
        self.scopes.push(cursor.scope());
        let (mutability, iter) = match cursor.is_exclusive {
            true => (Some(quote::quote!(mut)), quote::quote!(iter_mut)),
            false => (None, quote::quote!(iter)),
        };
        let rest = syn::parse_quote!(&#mutability __vyre_slice[__vyre_at..#end]);
        let rest = self.hidden_let(&rest, false, stmts);
        self.scopes.pop();
        let copied = cursor.is_copied.then(|| quote::quote!(.copied()));
        Some(rest.map(|rest| syn::parse_quote!(#rest.#iter()#copied)))
    }

    /// A method of a variable that iterates over a slice; nothing for those that all iterators have.
    pub(super) fn cursor_method(&mut self, call: &syn::ExprMethodCall) -> Option<Expr> {
        let cursor = self.cursor(&call.receiver)?;
        if cursor.is_exclusive && index_of_asked(call, cursor.end.is_some()).is_some() {
            let fix = "take it apart at once, `if let Some(place) = it.next()`, or ask by `while let`";
            self.errors.report(call.area(), "a `&mut` is no value", fix);
            return Some(Expr::error(call.area()));
        }
        // Of std's methods for references alone it has none.
        if cursor.is_exclusive && call.method != "len" {
            return None;
        }
        let element: syn::Expr = match cursor.is_copied {
            true => syn::parse_quote!(__vyre_slice.get(__vyre_this).copied()),
            false => syn::parse_quote!(__vyre_slice.get(__vyre_this)),
        };
        let copied = cursor.is_copied.then(|| quote::quote!(.copied()));
        let (name, argument) = (call.method.to_string(), call.args.first());
        let index = index_of_asked(call, cursor.end.is_some());
        let written: syn::Expr = match (name.as_str(), argument, call.args.len()) {
            _ if let Some(index) = index => syn::parse_quote!({
                #(#index)*
                #element
            }),
            ("rposition", Some(wanted), 1) if cursor.end.is_some() => syn::parse_quote!({
                let __vyre_found = __vyre_slice[__vyre_at..__vyre_end].iter()#copied.rposition(#wanted);
                __vyre_end = __vyre_at + __vyre_found.unwrap_or(0);
                __vyre_found
            }),
            ("rfind", Some(wanted), 1) if cursor.end.is_some() => syn::parse_quote!({
                let __vyre_found =
                    __vyre_slice[__vyre_at..__vyre_end].iter()#copied.rposition(|__vyre_item| (#wanted)(&__vyre_item));
                let mut __vyre_this = u32::MAX;
                __vyre_end = __vyre_at;
                if let Some(__vyre_position) = __vyre_found {
                    __vyre_this = __vyre_at + __vyre_position;
                    __vyre_end = __vyre_this;
                }
                #element
            }),
            ("len", None, 0) if cursor.end.is_some() => syn::parse_quote!(__vyre_end - __vyre_at),
            ("as_slice", None, 0) if cursor.end.is_some() => {
                syn::parse_quote!(&__vyre_slice[__vyre_at..__vyre_end])
            }
            ("peek" | "next_if" | "next_if_eq", ..) if cursor.end.is_some() => return None,
            ("next_if", Some(wanted), 1) => syn::parse_quote!({
                let __vyre_this = __vyre_at;
                let __vyre_taken = #element.filter(#wanted);
                if __vyre_taken.is_some() {
                    __vyre_at = __vyre_this + 1;
                }
                __vyre_taken
            }),
            ("next_if_eq", Some(wanted), 1) => {
                let (receiver, method) = (&call.receiver, syn::Ident::new("next_if", call.method.span()));
                let written = syn::parse_quote!(#receiver.#method(|__vyre_item| *__vyre_item == *(#wanted)));
                return Some(self.expr(&written));
            }
            ("peek", None, 0) if cursor.is_copied => syn::parse_quote!(__vyre_slice.get(__vyre_at)),
            // What is looked at is a reference itself.
            ("peek", None, 0) => {
                syn::parse_quote!(__vyre_slice.get(__vyre_at).map(|__vyre_item| &__vyre_item))
            }
            ("len", None, 0) => syn::parse_quote!(__vyre_slice.len() - __vyre_at),
            ("as_slice", None, 0) => syn::parse_quote!(&__vyre_slice[__vyre_at..]),
            _ => return None,
        };
        self.scopes.push(cursor.scope());
        let value = self.expr(&written);
        self.scopes.pop();
        Some(Expr { area: call.area(), ..value })
    }

    /// The call by which a variable that gives `&mut`s is asked for one, and the statements that find the element's position.
    fn asks_exclusive(&self, expr: &syn::Expr) -> Option<(Cursor, Vec<syn::Stmt>)> {
        let syn::Expr::MethodCall(call) = strip(expr) else { return None };
        let receiver = borrowed(&call.receiver).unwrap_or(&call.receiver);
        let cursor = self.cursor(receiver).filter(|cursor| cursor.is_exclusive)?;
        index_of_asked(call, cursor.end.is_some()).map(|index| (cursor, index))
    }

    /// Whether an expression is such a call.
    pub(in crate::check) fn is_asked_exclusive(&self, expr: &syn::Expr) -> bool {
        self.asks_exclusive(expr).is_some()
    }

    /// What such a call gives: a place, or nothing.
    pub(in crate::check) fn perhaps_of_cursor(
        &mut self,
        expr: &syn::Expr,
        stmts: &mut Vec<Stmt>,
    ) -> Option<Option<Perhaps>> {
        let (cursor, index) = self.asks_exclusive(expr)?;
        let index: syn::Expr = syn::parse_quote!({
            #(#index)*
            __vyre_this
        });
        self.scopes.push(cursor.scope());
        let found = self.hidden_let(&index, false, stmts).map(|index| {
            self.perhaps(&syn::parse_quote_spanned!(expr.area().start=> __vyre_slice.get_mut(#index)), stmts)
        });
        self.scopes.pop();
        Some(found.flatten().flatten())
    }

    /// Such a call whose item nobody uses.
    pub(in crate::check) fn asked_for_nothing(&mut self, call: &syn::ExprMethodCall) -> Option<Expr> {
        let mut stmts = Vec::new();
        self.perhaps_of_cursor(&syn::Expr::MethodCall(call.clone()), &mut stmts)?;
        let (ty, area) = (Ty::Unit, call.area());
        Some(Expr { kind: Kind::Block(Block { stmts, tail: None }), ty, area })
    }

    /// The chain of what is left of a variable that gives `&mut`s.
    fn chain_of_places(&mut self, cursor: &syn::Expr, area: Area) -> Option<Chain> {
        let at: At = Box::new(|_, index, _| Item::Value(index));
        let mut round =
            self.round(Stage::Indexed(Indexed::new(number(u32::MAX, area), Acts::Never, at)), area);
        round.take();
        let next = syn::parse_quote_spanned!(area.start=> #cursor.next());
        let Perhaps { cond, then, item } = self.perhaps_of_cursor(&next, round.stmts())??;
        let left = only_if(negated(cond), vec![leave(round.id, area)]);
        round.stmts().push(left);
        round.stmts().extend(then);
        (round.item, round.is_reversible) = (item, false);
        Some(Chain { before: Vec::new(), stage: Stage::Round(Box::new(round)) })
    }

    /// What is left of a variable that iterates over a slice, from its end on or as a copy; nothing for other iterators.
    pub(super) fn rest_of_cursor(&mut self, call: &syn::ExprMethodCall) -> Option<Option<Chain>> {
        let cursor = self.cursor(&call.receiver)?;
        let reversed = match (call.method.to_string().as_str(), call.args.len()) {
            ("rev", 0) => Some(quote::quote!(.rev())),
            ("clone", 0) => None,
            _ => return None,
        };
        Some(self.chain_of_cursor(cursor, reversed))
    }

    /// The chain of what moves to where it is asked by index: a variable that iterates over a slice is not asked again.
    pub(super) fn moved_chain(&mut self, expr: &syn::Expr) -> Option<Chain> {
        match self.cursor(strip(expr)) {
            Some(cursor) if self.lent(expr).is_none() && !cursor.is_lent && !cursor.is_exclusive => {
                self.chain_of_cursor(cursor, None)
            }
            _ => self.indexed_chain(expr),
        }
    }

    /// The chain over the part of the slice that is left.
    fn chain_of_cursor(&mut self, cursor: Cursor, reversed: Option<TokenStream>) -> Option<Chain> {
        let copied = cursor.is_copied.then(|| quote::quote!(.copied()));
        let end = cursor.end.map(|_| quote::quote!(__vyre_end));
        let iter = if cursor.is_exclusive { quote::quote!(iter_mut) } else { quote::quote!(iter) };
        let written: syn::Expr = syn::parse_quote!(__vyre_slice[__vyre_at..#end].#iter()#copied #reversed);
        self.scopes.push(cursor.scope());
        let chain = self.chain(&written);
        self.scopes.pop();
        chain
    }
}
