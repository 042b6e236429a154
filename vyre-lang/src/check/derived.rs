//! Comparisons of structs, enums and numbers of a module that is seen as a whole: `cmp`, `partial_cmp`, `max` and their kin, derived or by hand, and
//! what `Ordering` has. They are written as the language has them, with the operands in variables.

use super::{Checker, Entity, plain};
use crate::data::ORDERING;
use crate::diagnostics::Area;
use crate::hir::{Block, Expr, Kind, Stmt};
use crate::types::{Form, Ty};
use std::collections::HashMap;
use syn::parse_quote;

/// The operator of a comparison other than `==`.
pub(super) fn comparison(op: &syn::BinOp) -> Option<&'static str> {
    match op {
        syn::BinOp::Lt(_) => Some("lt"),
        syn::BinOp::Le(_) => Some("le"),
        syn::BinOp::Gt(_) => Some("gt"),
        syn::BinOp::Ge(_) => Some("ge"),
        _ => None,
    }
}

impl Checker<'_> {
    /// An expression over values that are computed first, under these names.
    pub(super) fn written_with(
        &mut self,
        values: impl IntoIterator<Item = (&'static str, Expr)>,
        written: &syn::Expr,
        area: Area,
    ) -> Expr {
        let (mut stmts, mut scope) = (Vec::new(), HashMap::new());
        for (name, value) in values {
            let local = self.local(name, value.ty, false);
            stmts.push(Stmt::Let { local, value, area });
            scope.insert(name.to_string(), Entity::Local(local));
        }
        self.scopes.push(scope);
        let tail = self.expr(written);
        self.scopes.pop();
        let ty = tail.ty;
        Expr { kind: Kind::Block(Block { stmts, tail: Some(Box::new(tail)) }), ty, area }
    }

    /// `<` and its kin of structs and enums for which the module has an `impl`; nothing where it is derived.
    pub(super) fn own_comparison(
        &mut self,
        op: &syn::BinOp,
        left: Expr,
        right: Expr,
        area: Area,
    ) -> Option<Expr> {
        let order = self.own_comparing("partial_cmp", [left, right], area)?;
        let written: syn::Expr = match comparison(op)? {
            "lt" => parse_quote!(matches!(__vyre_order, Some(core::cmp::Ordering::Less))),
            "le" => parse_quote!(matches!(
                __vyre_order,
                Some(core::cmp::Ordering::Less | core::cmp::Ordering::Equal)
            )),
            "gt" => parse_quote!(matches!(__vyre_order, Some(core::cmp::Ordering::Greater))),
            _ => parse_quote!(matches!(
                __vyre_order,
                Some(core::cmp::Ordering::Greater | core::cmp::Ordering::Equal)
            )),
        };
        Some(self.written_with([("__vyre_order", order)], &written, area))
    }

    /// `std::cmp::max(a, b)` and `min`, which are methods of the first.
    pub(super) fn call_of_cmp(&mut self, call: &syn::ExprCall) -> Option<Expr> {
        let names = crate::syntax::path_names(&call.func)?;
        let [.., of, name] = &names[..] else { return None };
        let is_it = of == "cmp" && (name == "max" || name == "min") && call.args.len() == 2;
        if !is_it {
            return None;
        }
        let (first, second) = (&call.args[0], &call.args[1]);
        let method = syn::Ident::new(name, Area::of(&call.func).end);
        Some(self.expr(&parse_quote!((#first).#method(#second))))
    }

    /// Whether a value is one that `cmp` and its kin take, without an `impl` of the module's.
    fn is_compared(&self, ty: Ty) -> bool {
        match (self.infer.parts(ty), self.infer.resolve(ty)) {
            (Some((Form::Tuple | Form::Array | Form::Option, parts)), _) => {
                parts.iter().take(64).all(|part| self.is_compared(*part))
            }
            (Some((Form::Struct(_), _)), _) => {
                self.infer.data_of(ty).is_some_and(|data| data.definition.is_ordered)
            }
            (Some((Form::Result | Form::Enum(_) | Form::Reference, _)), _) => false,
            (None, ty) => ty.is_integer() || ty.is_float() || ty == Ty::Bool,
        }
    }

    /// `cmp`, `partial_cmp`, `max`, `min`, `clone` and `eq` of values, and the methods of `Ordering`; nothing for other methods.
    pub(super) fn derived_method(&mut self, call: &syn::ExprMethodCall, receiver: &Expr) -> Option<Expr> {
        let (name, area) = (plain(&call.method), call.method.span().into());
        let ty = receiver.ty;
        if self.infer.data_of(ty).is_some_and(|data| data.definition.id == ORDERING) {
            return self.method_of_ordering(&name, call, receiver.clone(), area);
        }
        let is_data = self.infer.data_of(ty).is_some();
        let left = ("__vyre_left", receiver.clone());
        match (name.as_str(), call.args.len()) {
            ("clone", 0) => return Some(receiver.clone()),
            ("cmp" | "partial_cmp", 1) => {}
            ("max" | "min" | "eq" | "ne" | "lt" | "le" | "gt" | "ge", 1) if is_data => {}
            ("clamp", 2) if is_data => {
                let [low, high] = [self.expr(&call.args[0]), self.expr(&call.args[1])];
                let values = [left, ("__vyre_low", low), ("__vyre_high", high)];
                let written = parse_quote!(if __vyre_left < __vyre_low {
                    __vyre_low
                } else if __vyre_left > __vyre_high {
                    __vyre_high
                } else {
                    __vyre_left
                });
                return Some(self.written_with(values, &written, area));
            }
            _ => return None,
        }
        if !is_data && !self.is_compared(ty) {
            return None;
        }
        let right = self.expr(&call.args[0]);
        let right = self.behind_references(right);
        if self.infer.resolve(right.ty) == Ty::Error {
            return Some(Expr::error(area));
        }
        let values = [left, ("__vyre_right", right)];
        let written: syn::Expr = match name.as_str() {
            "cmp" => parse_quote!(if __vyre_left < __vyre_right {
                core::cmp::Ordering::Less
            } else if __vyre_left == __vyre_right {
                core::cmp::Ordering::Equal
            } else {
                core::cmp::Ordering::Greater
            }),
            "partial_cmp" => parse_quote!(if __vyre_left < __vyre_right {
                Some(core::cmp::Ordering::Less)
            } else if __vyre_left == __vyre_right {
                Some(core::cmp::Ordering::Equal)
            } else if __vyre_left > __vyre_right {
                Some(core::cmp::Ordering::Greater)
            } else {
                None
            }),
            "max" => parse_quote!(if __vyre_left > __vyre_right { __vyre_left } else { __vyre_right }),
            "min" => parse_quote!(if __vyre_left > __vyre_right { __vyre_right } else { __vyre_left }),
            "eq" => parse_quote!(__vyre_left == __vyre_right),
            "ne" => parse_quote!(__vyre_left != __vyre_right),
            "lt" => parse_quote!(__vyre_left < __vyre_right),
            "le" => parse_quote!(__vyre_left <= __vyre_right),
            "gt" => parse_quote!(__vyre_left > __vyre_right),
            _ => parse_quote!(__vyre_left >= __vyre_right),
        };
        Some(self.written_with(values, &written, area))
    }

    /// The number that an `Ordering` is cast to, which has a sign as that of no other enum; other values as they are.
    pub(super) fn number_of_ordering(&self, value: Expr) -> Expr {
        if self.infer.data_of(value.ty).is_some_and(|data| data.definition.id == ORDERING) {
            let area = value.area;
            return Expr { kind: Kind::Cast(Box::new(value)), ty: Ty::I32, area };
        }
        value
    }

    fn method_of_ordering(
        &mut self,
        name: &str,
        call: &syn::ExprMethodCall,
        receiver: Expr,
        area: Area,
    ) -> Option<Expr> {
        let order = ("__vyre_order", receiver);
        let written: syn::Expr = match (name, call.args.first()) {
            ("reverse", None) => parse_quote!(match __vyre_order {
                core::cmp::Ordering::Less => core::cmp::Ordering::Greater,
                core::cmp::Ordering::Equal => core::cmp::Ordering::Equal,
                core::cmp::Ordering::Greater => core::cmp::Ordering::Less,
            }),
            ("is_eq", None) => parse_quote!(__vyre_order == core::cmp::Ordering::Equal),
            ("is_ne", None) => parse_quote!(__vyre_order != core::cmp::Ordering::Equal),
            ("is_lt", None) => parse_quote!(__vyre_order == core::cmp::Ordering::Less),
            ("is_gt", None) => parse_quote!(__vyre_order == core::cmp::Ordering::Greater),
            ("is_le", None) => parse_quote!(__vyre_order != core::cmp::Ordering::Greater),
            ("is_ge", None) => parse_quote!(__vyre_order != core::cmp::Ordering::Less),
            ("clone", None) => return Some(order.1),
            ("then", Some(other)) => {
                let other = self.expr(other);
                let written = parse_quote!(if __vyre_order == core::cmp::Ordering::Equal {
                    __vyre_other
                } else {
                    __vyre_order
                });
                return Some(self.written_with([order, ("__vyre_other", other)], &written, area));
            }
            ("then_with", Some(other)) => match crate::syntax::strip(other) {
                syn::Expr::Closure(closure) if closure.inputs.is_empty() => {
                    let body = &closure.body;
                    parse_quote!(if __vyre_order == core::cmp::Ordering::Equal { #body } else { __vyre_order })
                }
                _ => return None,
            },
            _ => return None,
        };
        Some(self.written_with([order], &written, area))
    }

    /// `cmp` and `partial_cmp` of numbers and of what is made of them; nothing for other methods.
    pub(super) fn compared_values(&mut self, call: &syn::ExprMethodCall, receiver: &Expr) -> Option<Expr> {
        let is_it = self.sees_module && (call.method == "cmp" || call.method == "partial_cmp");
        if !is_it {
            return None;
        }
        let receiver = self.behind_references(receiver.clone());
        self.derived_method(call, &receiver)
    }
}
