//! `Ordering`, as `cmp` gives it: an enum without fields, whose variants are numbered in their order from 0. A cast gives the numbers of Rust, of
//! which `Less` is -1.

use super::closures::Given;
use super::extent::Extent;
use super::variants::block_of;
use super::{Checker, plain};
use crate::data::{Definition, Reach, Shape, Written, text_of};
use crate::diagnostics::Area;
use crate::hir::{Expr, Kind};
use crate::types::Ty;
use proc_macro2::Span;
use std::collections::HashMap;
use std::rc::Rc;
use vyre_ir::BinOp;

/// What no definition of a user's has.
pub(crate) const ID: &str = "core::cmp::Ordering";

const LESS: u128 = 0;
const EQUAL: u128 = 1;
const GREATER: u128 = 2;

/// The methods of `Ordering`, and how many arguments they take.
const METHODS: [(&str, usize); 10] = [
    ("reverse", 0),
    ("then", 1),
    ("then_with", 1),
    ("is_eq", 0),
    ("is_ne", 0),
    ("is_lt", 0),
    ("is_le", 0),
    ("is_gt", 0),
    ("is_ge", 0),
    ("clone", 0),
];

fn definition() -> Rc<Definition> {
    let variants = [("Less", LESS), ("Equal", EQUAL), ("Greater", GREATER)];
    Rc::new(Definition {
        name: "Ordering".to_string(),
        place: Span::call_site(),
        id: ID.to_string(),
        is_comparable: true,
        local: Some([
            "`Ordering` is no element of a buffer".to_string(),
            "store the number, `order as i32`".to_string(),
        ]),
        is_ordered: true,
        has_default: false,
        is_signed: false,
        written: Written::Derived("Ordering".to_string()),
        reach: Reach::All,
        shape: Shape::Enum(
            variants.iter().map(|(name, number)| (name.to_string(), *number as u32)).collect(),
        ),
    })
}

impl Checker<'_> {
    pub(super) fn ordering_type(&mut self) -> Ty {
        let path = quote::quote!(::core::cmp::Ordering);
        self.infer.data_type(&definition(), Some(&path))
    }

    /// `Ordering` by its path, unless a type of the user's has that name.
    pub(super) fn ordering_at(&mut self, path: &syn::Path) -> Option<Ty> {
        let text = text_of(path);
        let text = text.trim_start_matches("::");
        let is_it =
            matches!(text, "Ordering" | "cmp::Ordering" | "std::cmp::Ordering" | "core::cmp::Ordering");
        is_it.then(|| self.ordering_type())
    }

    pub(super) fn is_ordering(&self, ty: Ty) -> bool {
        self.infer.data_of(ty).is_some_and(|data| data.definition.id == ID)
    }

    /// An `Ordering` as a number: -1, 0 or 1.
    pub(super) fn number_of_ordering(&mut self, order: Expr, target: Ty, area: Area) -> Expr {
        let number = |ty, kind| Expr { kind, ty, area };
        let number_of_variant = number(Ty::I32, Kind::Cast(Box::new(order)));
        let (left, right) = (Box::new(number_of_variant), Box::new(number(Ty::I32, Kind::Literal(1))));
        let signed = number(Ty::I32, Kind::Binary { op: BinOp::Sub, left, right });
        match target {
            Ty::I32 => signed,
            _ => number(target, Kind::Cast(Box::new(signed))),
        }
    }

    fn order_literal(&mut self, number: u128, area: Area) -> Expr {
        let ty = self.ordering_type();
        Expr { kind: Kind::Literal(number), ty, area }
    }

    fn is_order(&mut self, order: Expr, op: BinOp, number: u128, area: Area) -> Expr {
        let number_of = |value: Expr| Expr { kind: Kind::Cast(Box::new(value)), ty: Ty::U32, area };
        let (left, right) = (number_of(order), Expr { kind: Kind::Literal(number), ty: Ty::U32, area });
        let (left, right) = (Box::new(left), Box::new(right));
        Expr { kind: Kind::Binary { op, left, right }, ty: Ty::Bool, area }
    }

    /// One of two values, which have no effects.
    fn either_value(&mut self, cond: Expr, then: Expr, otherwise: Expr) -> Expr {
        let (ty, area) = (then.ty, then.area);
        let [cond, then, otherwise] = [cond, then, otherwise].map(Box::new);
        Expr { kind: Kind::Select { cond, then, otherwise }, ty, area }
    }

    /// `cmp`, `partial_cmp` and `total_cmp`, and the methods of an `Ordering`; nothing for others.
    pub(super) fn ordering_method(&mut self, call: &syn::ExprMethodCall, receiver: &Expr) -> Option<Expr> {
        let name = plain(&call.method);
        let receiver = self.behind_references(receiver.clone());
        let is_compared = matches!(name.as_str(), "cmp" | "partial_cmp" | "total_cmp");
        let is_relation = matches!(name.as_str(), "eq" | "ne" | "lt" | "le" | "gt" | "ge");
        if self.is_ordering(receiver.ty) && !is_compared && !is_relation {
            return self.method_of_ordering(call, &name, receiver);
        }
        if !is_compared && !is_relation || call.args.len() != 1 {
            return None;
        }
        if let Some(is_comparable) = self.infer.data_of(receiver.ty).map(|data| data.definition.is_comparable)
        {
            // Those of the user's own are methods as others.
            let own = ["cmp", "partial_cmp", "eq", name.as_str()];
            let method = |name| syn::Ident::new(name, call.method.span());
            if is_relation
                && !self.has_function(receiver.ty, &call.method)
                && own[..3].iter().any(|name| self.has_function(receiver.ty, &method(name)))
            {
                return self.relation_by_own(call, receiver);
            }
            if !is_comparable || own.iter().any(|name| self.has_function(receiver.ty, &method(name))) {
                return None;
            }
        }
        let area = receiver.area.to(call.area());
        let arg = call.args.first()?;
        let other = match crate::syntax::strip(arg) {
            syn::Expr::Reference(reference) => {
                let value = self.expr_as(&reference.expr, receiver.ty);
                self.behind_references(value)
            }
            _ => {
                let value = self.expr(arg);
                if self.referent(value.ty).is_none() && self.infer.resolve(value.ty) != Ty::Error {
                    let text = self.errors.operand(value.area);
                    let problem = format!("`{name}` takes a reference");
                    self.errors.report(value.area, problem, format!("write `&{text}`"));
                    return Some(Expr::error(area));
                }
                self.behind_references(value)
            }
        };
        if self.infer.resolve(other.ty) == Ty::Error {
            return Some(Expr::error(area));
        }
        let mut stmts = Vec::new();
        let [left, right] =
            [("left", receiver), ("right", other)].map(|(name, side)| self.hidden(name, side, &mut stmts));
        if self.same(&left, &right, "the sides of a comparison") == Ty::Error {
            return Some(Expr::error(area));
        }
        let is_float = self.infer.resolve(left.ty).is_float();
        let op = match name.as_str() {
            "eq" => Some(BinOp::Eq),
            "ne" => Some(BinOp::Ne),
            "lt" => Some(BinOp::Lt),
            "le" => Some(BinOp::Le),
            "gt" => Some(BinOp::Gt),
            "ge" => Some(BinOp::Ge),
            _ => None,
        };
        if let Some(op) = op {
            let value = self.arithmetic(op, left, right, area);
            return Some(block_of(stmts, value));
        }
        if name == "total_cmp" {
            return match self.infer.resolve(left.ty) {
                Ty::F32 | Ty::F64 => {
                    let value = self.total_order(left, right, (area, call.method.span()));
                    Some(block_of(stmts, value))
                }
                _ => None,
            };
        }
        if name == "cmp" && is_float {
            let fix = "write `total_cmp`, or `partial_cmp` and what is meant of a NaN";
            self.errors.report(Area::of(&call.method), "floats have no total order", fix);
            return Some(Expr::error(area));
        }
        let order = self.order_of(left.clone(), right.clone(), area);
        if name == "cmp" {
            return Some(block_of(stmts, order));
        }
        let is_known = if self.may_be_unordered(left.ty) {
            let at_most = self.arithmetic(BinOp::Le, left.clone(), right.clone(), area);
            let at_least = self.arithmetic(BinOp::Ge, left, right, area);
            let (left, right) = (Box::new(at_most), Box::new(at_least));
            Expr { kind: Kind::ShortCircuit { op: BinOp::Or, left, right }, ty: Ty::Bool, area }
        } else {
            Expr { kind: Kind::Literal(1), ty: Ty::Bool, area }
        };
        let ty = self.option_of(order.ty);
        // A value that is missing is zero.
        let none = self.order_literal(LESS, area);
        let is_known = self.hidden("is_known", is_known, &mut stmts);
        let order = self.either_value(is_known.clone(), order, none);
        Some(block_of(stmts, Expr { kind: Kind::Many(vec![is_known, order]), ty, area }))
    }

    /// `x.le(&y)` of a type with a `partial_cmp` or an `eq` of its own, which is `x <= y`.
    fn relation_by_own(&mut self, call: &syn::ExprMethodCall, receiver: Expr) -> Option<Expr> {
        let op: syn::BinOp = match plain(&call.method).as_str() {
            "eq" => syn::parse_quote!(==),
            "ne" => syn::parse_quote!(!=),
            "lt" => syn::parse_quote!(<),
            "le" => syn::parse_quote!(<=),
            "gt" => syn::parse_quote!(>),
            _ => syn::parse_quote!(>=),
        };
        let other: syn::Expr = match crate::syntax::strip(call.args.first()?) {
            syn::Expr::Reference(reference) => (*reference.expr).clone(),
            other => syn::parse_quote!(*#other),
        };
        let mut stmts = Vec::new();
        let Kind::Local(local) = self.hidden("receiver", receiver, &mut stmts).kind else { return None };
        self.scopes.push(HashMap::from([("__vyre_receiver".to_string(), super::Entity::Local(local))]));
        let value = self.expr(&syn::parse_quote!(__vyre_receiver #op #other));
        self.scopes.pop();
        Some(block_of(stmts, value))
    }

    /// The order of two values that may be evaluated several times.
    pub(super) fn order_of(&mut self, left: Expr, right: Expr, area: Area) -> Expr {
        let is_less = self.arithmetic(BinOp::Lt, left.clone(), right.clone(), area);
        let is_greater = self.arithmetic(BinOp::Gt, left, right, area);
        let [less, equal, greater] = [LESS, EQUAL, GREATER].map(|number| self.order_literal(number, area));
        let rest = self.either_value(is_greater, greater, equal);
        self.either_value(is_less, less, rest)
    }

    /// The order of floats by their bits, in which every NaN has a place.
    fn total_order(&mut self, left: Expr, right: Expr, (area, span): (Area, Span)) -> Expr {
        let text = match self.infer.resolve(left.ty) {
            Ty::F64 => {
                "{ let l = a.to_bits() as i64; let r = b.to_bits() as i64;
                   let l = l ^ ((l >> 63) as u64 >> 1) as i64; let r = r ^ ((r >> 63) as u64 >> 1) as i64;
                   l.cmp(&r) }"
            }
            _ => {
                "{ let l = a.to_bits() as i32; let r = b.to_bits() as i32;
                   let l = l ^ ((l >> 31) as u32 >> 1) as i32; let r = r ^ ((r >> 31) as u32 >> 1) as i32;
                   l.cmp(&r) }"
            }
        };
        let mut scope = HashMap::new();
        for (name, side) in [("__vyre_a", left), ("__vyre_b", right)] {
            if let Kind::Local(local) = side.kind {
                scope.insert(name.to_string(), super::Entity::Local(local));
            }
        }
        self.text_over(scope, text, (area, span))
    }

    fn method_of_ordering(&mut self, call: &syn::ExprMethodCall, name: &str, receiver: Expr) -> Option<Expr> {
        let (_, count) = METHODS.iter().find(|(known, _)| *known == name)?;
        let area = receiver.area.to(call.area());
        if call.args.len() != *count {
            self.arguments(&call.args, *count, Area::from(call.method.span()), name);
            return Some(Expr::error(area));
        }
        let mut stmts = Vec::new();
        let own = self.hidden("order", receiver, &mut stmts);
        let value = match name {
            "is_eq" => self.is_order(own, BinOp::Eq, EQUAL, area),
            "is_ne" => self.is_order(own, BinOp::Ne, EQUAL, area),
            "is_lt" => self.is_order(own, BinOp::Eq, LESS, area),
            "is_le" => self.is_order(own, BinOp::Ne, GREATER, area),
            "is_gt" => self.is_order(own, BinOp::Eq, GREATER, area),
            "is_ge" => self.is_order(own, BinOp::Ne, LESS, area),
            "clone" => own,
            "reverse" => {
                let is_less = self.is_order(own.clone(), BinOp::Eq, LESS, area);
                let is_equal = self.is_order(own, BinOp::Eq, EQUAL, area);
                let [less, equal, greater] =
                    [LESS, EQUAL, GREATER].map(|number| self.order_literal(number, area));
                let rest = self.either_value(is_equal, equal, less);
                self.either_value(is_less, greater, rest)
            }
            _ => {
                let arg = call.args.first()?;
                let other = match name {
                    "then" => {
                        let value = self.expr(arg);
                        self.hidden("other", value, &mut stmts)
                    }
                    _ => self.applied_to(arg, Vec::new(), Given::Values),
                };
                if !self.demand(&other, own.ty) || self.infer.resolve(other.ty) == Ty::Error {
                    return Some(Expr::error(area));
                }
                let is_equal = self.is_order(own.clone(), BinOp::Eq, EQUAL, area);
                self.chosen(is_equal, other, own, area)
            }
        };
        Some(block_of(stmts, value))
    }

    /// An order that a function gives, as a condition: whether it is greater.
    pub(super) fn is_greater(&mut self, order: Expr, area: Area) -> Option<Expr> {
        if !self.is_ordering(order.ty) {
            if self.infer.resolve(order.ty) != Ty::Error {
                let fix = "write `a.cmp(b)`, or `a.total_cmp(b)` of floats";
                self.errors.report(area, "this function gives an `Ordering`", fix);
            }
            return None;
        }
        Some(self.is_order(order, BinOp::Eq, GREATER, area))
    }
}
