//! `value[index]` of structs and enums for which the module has `Index` and `IndexMut`. What `index_mut` gives is a place in the value, so that the
//! module's method has been made one that stores there.

use super::extent::Extent;
use super::{Checker, Entity};
use crate::as_rustc::{changes_lists, changes_options};
use crate::hir::{Block, Expr, Kind, Stmt};
use crate::module::{PLACE, READING};
use crate::syntax::{plain, strip};
use crate::types::{Form, Ty};
use proc_macro2::Span;
use std::collections::HashMap;

/// The name of the element while it is changed.
const ELEMENT: &str = "__vyre_element";
/// The name of the value that changes it.
const VALUE: &str = "__vyre_value";

impl Checker<'_> {
    /// The type of a value that is indexed, if the module has an `impl` of a method for that.
    fn indexed_type(&mut self, value: &syn::Expr, method: &str) -> Option<Ty> {
        if !self.sees_module || !self.has_indices() {
            return None;
        }
        let ty = self.peeked_type(value)?;
        // A field may hold a reference to such a value.
        let ty = self.referent(ty).unwrap_or(ty);
        self.infer.data_of(ty)?;
        self.has_own(ty, &format!("__vyre_{method}")).then_some(ty)
    }

    fn has_indices(&self) -> bool {
        self.methods.keys().any(|(_, name)| name == "__vyre_index")
    }

    /// `value[index]` by the module's `Index`; nothing for other values.
    pub(super) fn own_index(&mut self, it: &syn::ExprIndex) -> Option<Expr> {
        let area = it.area();
        let is_called = matches!(
            strip(&it.expr),
            syn::Expr::Call(_) | syn::Expr::MethodCall(_) | syn::Expr::Binary(_) | syn::Expr::Unary(_)
        );
        let base = match self.indexed_type(&it.expr, "index") {
            Some(_) => self.base(&it.expr),
            // Only its value says what it is.
            None if is_called && self.sees_module && self.has_indices() => {
                let base = self.expr(&it.expr);
                let inner = self.behind_references(base.clone());
                if self.infer.data_of(inner.ty).is_none() || !self.has_own(inner.ty, "__vyre_index") {
                    let index = &it.index;
                    return Some(self.written_with(
                        [("__vyre_base", base)],
                        &syn::parse_quote!(__vyre_base[#index]),
                        area,
                    ));
                }
                inner
            }
            None => return None,
        };
        self.meant.own.push(it.bracket_token.span.open());
        let base = self.behind_references(base);
        let index = self.expr(&it.index);
        if self.infer.resolve(index.ty) == Ty::Error {
            return Some(Expr::error(area));
        }
        let element = self.own_comparing("index", [base, index], area);
        Some(match element {
            Some(element) => self.behind_references(element),
            None => self.no_index(it, "Index"),
        })
    }

    /// `Type::NAME[index]` of a constant that is a value where it is used, as no table holds what has variants.
    pub(super) fn element_of_associated(&mut self, it: &syn::ExprIndex) -> Option<Expr> {
        let syn::Expr::Path(path) = strip(&it.expr) else { return None };
        if !self.sees_module
            || path.path.segments.len() < 2
            || matches!(strip(&it.index), syn::Expr::Range(_))
        {
            return None;
        }
        let base = self.associated_constant(&path.path)?;
        let index = &it.index;
        let written = syn::parse_quote!(__vyre_base[#index]);
        Some(self.written_with([("__vyre_base", base)], &written, it.area()))
    }

    fn no_index(&mut self, it: &syn::ExprIndex, of: &str) -> Expr {
        let problem = format!("there is no `{of}` of this value with such an index");
        self.errors.report(it.area(), problem, "write one, or cast the index");
        Expr::error(it.area())
    }

    /// The type of `value[index]` by the module's `Index`, without a look at more than names.
    pub(super) fn peeked_index(&mut self, it: &syn::ExprIndex) -> Option<Ty> {
        let ty = self.indexed_type(&it.expr, "index")?;
        self.output_of(ty)
    }

    /// `value[index]` of the module's `IndexMut` as a call of the method that gives the place, where one alone does.
    pub(super) fn own_place_call(&mut self, place: &syn::Expr) -> Option<syn::Expr> {
        let syn::Expr::Index(it) = strip(place) else { return None };
        let ty = self.indexed_type(&it.expr, "index_mut")?;
        if self.methods_of(ty, PLACE).len() != 1 {
            return None;
        }
        self.meant.own.push(it.bracket_token.span.open());
        let (value, index) = (&it.expr, &it.index);
        let method = syn::Ident::new(PLACE, it.bracket_token.span.open());
        Some(syn::parse_quote!((#value).#method(#index)))
    }

    /// `&mut value[index]` of the module's `IndexMut` as such a call.
    pub(super) fn own_place_behind(&mut self, value: &syn::Expr) -> Option<syn::Expr> {
        match strip(value) {
            syn::Expr::Reference(reference) if reference.mutability.is_some() => {
                self.own_place_call(&reference.expr)
            }
            _ => None,
        }
    }

    /// `value[index]` before a method that changes it.
    pub(super) fn own_place_changed(&mut self, call: &syn::ExprMethodCall) -> Option<syn::Expr> {
        let syn::Expr::Index(it) = strip(&call.receiver) else { return None };
        let element = self.peeked_index(it)?;
        let name = plain(&call.method);
        let is_changing = match self.infer.parts(element) {
            _ if self.has_changing_method(element, &name) => true,
            Some((Form::Array, _)) => changes_lists(&name),
            Some((Form::Option, _)) => changes_options(&name),
            _ => self.infer.resolve(element).vector_lanes().is_some() && changes_lists(&name),
        };
        is_changing.then(|| self.own_place_call(&call.receiver))?
    }

    /// What a loop goes over, or a pattern takes apart, that is `&mut value[index]` of the module's `IndexMut`, or a method that changes it: the call
    /// that gives the place, and the expression with its name.
    fn own_place_in(&mut self, head: &syn::Expr) -> Option<(syn::Expr, syn::Expr)> {
        if let Some(call) = self.own_place_behind(head) {
            return Some((call, syn::parse_quote!(&mut *__vyre_place)));
        }
        let syn::Expr::MethodCall(method) = strip(head) else { return None };
        let mut named = method.clone();
        let (call, receiver) = match self.own_place_changed(method) {
            Some(call) => (call, syn::parse_quote!(__vyre_place)),
            None => self.own_place_in(&method.receiver)?,
        };
        *named.receiver = receiver;
        Some((call, syn::Expr::MethodCall(named)))
    }

    /// A loop, an `if let` or a `match` of such a place, which is bound first; nothing of others.
    pub(super) fn behind_own_place(&mut self, expr: &syn::Expr) -> Option<Expr> {
        if !self.sees_module || !self.has_indices() {
            return None;
        }
        let mut whole = expr.clone();
        let head = match &mut whole {
            syn::Expr::ForLoop(it) => &mut it.expr,
            syn::Expr::Match(it) => &mut it.expr,
            syn::Expr::If(it) => match &mut *it.cond {
                syn::Expr::Let(cond) => &mut cond.expr,
                _ => return None,
            },
            _ => return None,
        };
        let (call, named) = self.own_place_in(head)?;
        **head = named;
        let value = self.expr(&syn::parse_quote!({
            let __vyre_place = #call;
            #whole
        }));
        Some(Expr { area: expr.area(), ..value })
    }

    /// The innermost `value[index]` of a place for which the module has `IndexMut`.
    fn own_index_in<'p>(&mut self, place: &'p syn::Expr) -> Option<&'p syn::ExprIndex> {
        let mut inner = None;
        let mut place = strip(place);
        loop {
            match place {
                syn::Expr::Index(it) => {
                    if self.indexed_type(&it.expr, "index_mut").is_some() {
                        inner = Some(it);
                    }
                    place = strip(&it.expr);
                }
                syn::Expr::Field(it) => place = strip(&it.base),
                syn::Expr::Unary(it) => place = strip(&it.expr),
                _ => return inner,
            }
        }
    }

    /// The same where `index_mut` changes something by itself, so that it is called once, and gives the place.
    fn assign_in_own_place(
        &mut self,
        place: &syn::Expr,
        it: &syn::ExprIndex,
        op: Option<&syn::BinOp>,
        value: &syn::Expr,
    ) -> Option<Expr> {
        let ty = self.indexed_type(&it.expr, "index_mut")?;
        if self.has_own(ty, &format!("{}{READING}", crate::overload::HIDDEN)) {
            return None;
        }
        let call = self.own_place_call(&syn::Expr::Index(it.clone()))?;
        let inner = with_element(place, it, &syn::parse_quote!((*__vyre_place)));
        let assigned: syn::Expr = match op {
            Some(op) => syn::parse_quote!(#inner #op __vyre_value),
            None => syn::parse_quote!(#inner = __vyre_value),
        };
        let area = place.area().to(value.area());
        let assigned = self.expr(&syn::parse_quote!({
            let __vyre_value = #value;
            let __vyre_place = #call;
            #assigned;
        }));
        Some(Expr { area, ..assigned })
    }

    /// `place = value` and `place += value`, where the place is in what the module's `IndexMut` gives; nothing for other places.
    pub(super) fn assign_indexed(
        &mut self,
        place: &syn::Expr,
        op: Option<&syn::BinOp>,
        value: &syn::Expr,
    ) -> Option<Expr> {
        let it = self.own_index_in(place)?;
        self.meant.own.push(it.bracket_token.span.open());
        let is_whole =
            op.is_none() && matches!(strip(place), syn::Expr::Index(whole) if std::ptr::eq(whole, it));
        if !is_whole && let Some(assigned) = self.assign_in_own_place(place, it, op, value) {
            return Some(assigned);
        }
        let (area, mut stmts) = (place.area().to(value.area()), Vec::new());
        // As in Rust the value is evaluated before the place.
        let value = self.expr(value);
        let index = self.expr(&it.index);
        let is_wrong = |checker: &Self, value: &Expr| checker.infer.resolve(value.ty) == Ty::Error;
        if is_wrong(self, &value) || is_wrong(self, &index) {
            return Some(Expr::error(area));
        }
        let value = self.hidden("value", value, &mut stmts);
        let index = self.hidden("index", index, &mut stmts);
        let base = self.base(&it.expr);
        let base = self.settled_place(base, &mut stmts);
        let new = if is_whole {
            value
        } else {
            let own = self.own_comparing(READING, [base.clone(), index.clone()], area);
            let element = own.or_else(|| self.own_comparing("index", [base.clone(), index.clone()], area));
            let Some(element) = element else { return Some(self.no_index(it, "Index")) };
            let element = self.behind_references(element);
            let ty = element.ty;
            let local = self.local("element", ty, true);
            stmts.push(Stmt::Let { local, value: element, area });
            let mut scope = HashMap::new();
            scope.insert(ELEMENT.to_string(), Entity::Local(local));
            if let Kind::Local(value) = value.kind {
                scope.insert(VALUE.to_string(), Entity::Local(value));
            } else {
                let copy = self.local("value", value.ty, false);
                stmts.push(Stmt::Let { local: copy, value: value.clone(), area });
                scope.insert(VALUE.to_string(), Entity::Local(copy));
            }
            let element = syn::Ident::new(ELEMENT, Span::call_site());
            let inner = with_element(place, it, &syn::parse_quote!(#element));
            let given = syn::Ident::new(VALUE, Span::call_site());
            let assigned: syn::Expr = match op {
                Some(op) => syn::parse_quote!(#inner #op #given),
                None => syn::parse_quote!(#inner = #given),
            };
            self.scopes.push(scope);
            let assigned = self.expr(&assigned);
            self.scopes.pop();
            stmts.push(Stmt::Expr(assigned));
            Expr { kind: Kind::Local(local), ty, area }
        };
        let stored = self.own_store(base, index, new, area);
        let Some(stored) = stored else { return Some(self.no_index(it, "IndexMut")) };
        stmts.push(Stmt::Expr(stored));
        Some(Expr { kind: Kind::Block(Block { stmts, tail: None }), ty: Ty::Unit, area })
    }
}

/// A place with the element in the place of the index that gives it.
fn with_element(place: &syn::Expr, it: &syn::ExprIndex, element: &syn::Expr) -> syn::Expr {
    match strip(place) {
        syn::Expr::Index(index) if std::ptr::eq(index, it) => element.clone(),
        syn::Expr::Index(index) => {
            let expr = Box::new(with_element(&index.expr, it, element));
            syn::Expr::Index(syn::ExprIndex { expr, ..index.clone() })
        }
        syn::Expr::Field(field) => {
            let base = Box::new(with_element(&field.base, it, element));
            syn::Expr::Field(syn::ExprField { base, ..field.clone() })
        }
        other => other.clone(),
    }
}
