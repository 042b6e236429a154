//! Comparisons of structs and enums of a module that is seen as a whole: `<`, `max` and their kin, derived or by hand. They are written as the language has them, with the operands in variables.

use super::extent::Extent;
use super::variants::block_of;
use super::{Checker, Entity, plain};
use crate::diagnostics::Area;
use crate::hir::{Block, Expr, Kind, Stmt};
use crate::types::{Form, Ty};
use std::collections::HashMap;
use syn::parse_quote;
use vyre_ir::BinOp;

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

/// Whether it is a float or a vector of floats.
fn is_of_floats(ty: Ty) -> bool {
    ty.is_float() || ty.vector_lanes().is_some() && ty.lane().is_float()
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

    /// `<` and its kin of values whose type has an `impl` of it, where no operator stands: derived orders and methods compare so, too.
    pub(super) fn compared_by_impl(
        &mut self,
        op: BinOp,
        left: &Expr,
        right: &Expr,
        area: Area,
    ) -> Option<Expr> {
        let symbol: syn::BinOp = match op {
            BinOp::Lt => parse_quote!(<),
            BinOp::Le => parse_quote!(<=),
            BinOp::Gt => parse_quote!(>),
            BinOp::Ge => parse_quote!(>=),
            _ => return None,
        };
        let is_data = [left, right].into_iter().all(|side| self.infer.data_of(side.ty).is_some());
        if !self.sees_module || !is_data {
            return None;
        }
        self.own_comparison(&symbol, left.clone(), right.clone(), area)
    }

    /// Whether neither of two parts of a derived order comes first, which is not what `==` says of a type with an order of its own.
    pub(super) fn equal_in_order(&mut self, left: Expr, right: Expr, area: Area) -> Expr {
        if self.sees_module && self.infer.data_of(left.ty).is_some() {
            let sides = [left.clone(), right.clone()];
            if let Some(order) = self.own_comparing("partial_cmp", sides, area) {
                let written = parse_quote!(matches!(__vyre_order, Some(core::cmp::Ordering::Equal)));
                return self.written_with([("__vyre_order", order)], &written, area);
            }
        }
        let parts = self.infer.parts(left.ty).map(|(_, parts)| parts);
        let parts = parts.filter(|parts| {
            parts.iter().any(|part| self.infer.parts(*part).is_some() || self.infer.data_of(*part).is_some())
        });
        let Some(parts) = parts else { return self.arithmetic(BinOp::Eq, left, right, area) };
        let equal = parts.iter().enumerate().map(|(at, ty)| {
            let [a, b] = [&left, &right].map(|side| self.part(side.clone(), at, *ty, area));
            self.equal_in_order(a, b, area)
        });
        let mut equal: Vec<Expr> = equal.collect();
        if let (Some((Form::Option, _)), [_, payload]) = (self.infer.parts(left.ty), &mut equal[..]) {
            // Where both are nothing, nothing is compared.
            let is_none = self.part(left.clone(), 0, Ty::Bool, area);
            let is_none = Box::new(self.negated_truth(is_none));
            let right = Box::new(payload.clone());
            payload.kind = Kind::ShortCircuit { op: BinOp::Or, left: is_none, right };
            payload.ty = Ty::Bool;
        }
        let both = |left: Expr, right: Expr| {
            let (left, right) = (Box::new(left), Box::new(right));
            Expr { kind: Kind::ShortCircuit { op: BinOp::And, left, right }, ty: Ty::Bool, area }
        };
        equal.into_iter().reduce(both).unwrap_or_else(|| Expr::error(area))
    }

    /// Whether there is a type with a `PartialEq` by hand in what consists of several parts.
    pub(super) fn has_own_equality(&self, ty: Ty) -> bool {
        let Some((form, parts)) = self.infer.parts(ty) else { return false };
        let parts = match form {
            Form::Array => &parts[..parts.len().min(1)],
            Form::Tuple | Form::Struct(_) | Form::Option | Form::Result | Form::Enum(_) => &parts[..],
            Form::Reference | Form::Slice | Form::Closure(_) => return false,
        };
        self.is_derived_or_many(ty)
            && parts.iter().any(|part| !self.is_derived_or_many(*part) || self.has_own_equality(*part))
    }

    /// Whether values of a type are compared by their parts.
    fn is_derived_or_many(&self, ty: Ty) -> bool {
        self.infer.data_of(ty).is_none_or(|data| data.definition.is_comparable)
    }

    /// `==` of each part by itself: by its type's own `PartialEq`, where that is not derived.
    pub(super) fn equal_by_parts(&mut self, left: Expr, right: Expr, area: Area) -> Expr {
        let mut stmts = Vec::new();
        let left = self.hidden("left", left, &mut stmts);
        let right = self.hidden("right", right, &mut stmts);
        let equal = self.equal_parts(left, right, area);
        block_of(stmts, equal)
    }

    fn equal_parts(&mut self, left: Expr, right: Expr, area: Area) -> Expr {
        if !self.is_derived_or_many(left.ty)
            && let Some(equal) = self.own_binary(&parse_quote!(==), &left, &right)
        {
            return equal;
        }
        let parts = if self.has_own_equality(left.ty) { self.infer.parts(left.ty) } else { None };
        let Some((form, parts)) = parts else { return self.arithmetic(BinOp::Eq, left, right, area) };
        let joined = |op: BinOp, left: Expr, right: Expr| {
            let (left, right) = (Box::new(left), Box::new(right));
            Expr { kind: Kind::ShortCircuit { op, left, right }, ty: Ty::Bool, area }
        };
        let equal = parts.iter().enumerate().map(|(at, ty)| {
            let [a, b] = [&left, &right].map(|side| self.part(side.clone(), at, *ty, area));
            let equal = self.equal_parts(a, b, area);
            // What a variant does not have is not compared.
            let is_there = match (form, at) {
                (Form::Option, 1) | (Form::Result, 2) => self.part(left.clone(), 0, Ty::Bool, area),
                (Form::Result, 1) => {
                    let is_error = self.part(left.clone(), 0, Ty::Bool, area);
                    self.negated_truth(is_error)
                }
                (Form::Enum(_), 1..) => {
                    let Some(tag) = self.tag_of_part(left.ty, at) else { return equal };
                    let of = self.part(left.clone(), 0, parts[0], area);
                    let tag = Expr { kind: Kind::Literal(tag), ty: parts[0], area };
                    self.arithmetic(BinOp::Eq, of, tag, area)
                }
                _ => return equal,
            };
            joined(BinOp::Or, self.negated_truth(is_there), equal)
        });
        let equal: Vec<Expr> = equal.collect();
        equal
            .into_iter()
            .reduce(|left, right| joined(BinOp::And, left, right))
            .unwrap_or_else(|| Expr::error(area))
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

    /// `max`, `min` and `clamp` of references, of which Rust gives one; nothing for values, and for floats, whose methods take values.
    pub(super) fn extreme_of_references(
        &mut self,
        call: &syn::ExprMethodCall,
        receiver: &Expr,
    ) -> Option<Expr> {
        let (name, count) = (plain(&call.method), call.args.len());
        let is_extreme = matches!((name.as_str(), count), ("max" | "min", 1) | ("clamp", 2));
        let is_reference = self.is_reference(&call.receiver) || self.referent(receiver.ty).is_some();
        if !is_extreme || !is_reference || !call.args.iter().all(|arg| self.is_reference(arg)) {
            return None;
        }
        let value = self.behind_references(receiver.clone());
        if self.has_floats(value.ty) {
            return None;
        }
        let area = receiver.area.to(call.area());
        let mut values = vec![("__vyre_extreme", value)];
        for (name, arg) in ["__vyre_low", "__vyre_high"].into_iter().zip(&call.args) {
            let arg = self.expr(arg);
            values.push((name, self.behind_references(arg)));
        }
        let method = &call.method;
        let written = match count {
            1 => parse_quote!(__vyre_extreme.#method(__vyre_low)),
            _ => parse_quote!(__vyre_extreme.#method(__vyre_low, __vyre_high)),
        };
        let value = self.written_with(values, &written, area);
        Some(self.reference_to(value))
    }

    /// Whether an expression is a `&` or the name of one.
    pub(super) fn is_reference(&self, expr: &syn::Expr) -> bool {
        match crate::syntax::strip(expr) {
            syn::Expr::Reference(reference) => reference.mutability.is_none(),
            syn::Expr::Path(_) => match crate::syntax::path_name(expr).and_then(|name| self.lookup(&name)) {
                Some(Entity::Local(local)) => self.referent(self.locals[local].ty).is_some(),
                Some(Entity::Reference(local)) => self.shared.contains(&local),
                _ => false,
            },
            _ => false,
        }
    }

    /// `max`, `min` and `clamp` of options, results, tuples and arrays; nothing for others.
    pub(super) fn ordered_method(&mut self, call: &syn::ExprMethodCall, receiver: &Expr) -> Option<Expr> {
        let (name, count) = (plain(&call.method), call.args.len());
        if !matches!((name.as_str(), count), ("max" | "min", 1) | ("clamp", 2)) {
            return None;
        }
        let receiver = self.behind_references(receiver.clone());
        let is_vector = self.infer.resolve(receiver.ty).vector_lanes().is_some();
        let is_one = is_vector
            || matches!(
                self.infer.parts(receiver.ty),
                Some((Form::Option | Form::Result | Form::Tuple | Form::Array, _))
            );
        if !is_one {
            return None;
        }
        if self.has_floats(receiver.ty) {
            let fix = "compare them with `<`, which says what is meant of a NaN";
            self.errors.report(Area::of(&call.method), "floats have no total order", fix);
            call.args.iter().for_each(|arg| self.left_over(arg));
            return Some(Expr::error(receiver.area.to(call.area())));
        }
        self.derived_method(call, &receiver)
    }

    /// Whether there is a float among the parts of a type.
    fn has_floats(&self, ty: Ty) -> bool {
        self.parts_within(ty).into_iter().any(is_of_floats)
    }

    /// Whether two values of a type may have no order: there is a float among its parts, or a type whose order is written by hand.
    pub(super) fn may_be_unordered(&mut self, ty: Ty) -> bool {
        let own = format!("{}partial_cmp", crate::overload::HIDDEN);
        let parts = self.parts_within(ty);
        parts.into_iter().any(|part| {
            is_of_floats(part)
                || self.sees_module && self.infer.data_of(part).is_some() && self.has_own(part, &own)
        })
    }

    /// A type, its parts, and the parts of these, each once.
    fn parts_within(&self, ty: Ty) -> Vec<Ty> {
        let mut found = vec![self.infer.resolve(ty)];
        let mut at = 0;
        while let Some(ty) = found.get(at) {
            let parts = self.infer.parts(*ty).map(|(_, parts)| parts);
            for part in parts.iter().flat_map(|parts| parts.iter()) {
                let part = self.infer.resolve(*part);
                if !found.contains(&part) {
                    found.push(part);
                }
            }
            at += 1;
        }
        found
    }

    /// Whether a value of a type has a part with a `clone` of the module's, which need not give the same value.
    pub(super) fn has_own_clone(&mut self, ty: Ty) -> bool {
        if !self.sees_module || !self.has_any_method("clone") {
            return false;
        }
        if self.has_own(ty, "clone") {
            return true;
        }
        let parts: Vec<Ty> = match self.infer.parts(ty) {
            // The elements of an array are of one type.
            Some((Form::Array, parts)) => parts.first().copied().into_iter().collect(),
            Some((_, parts)) => parts.to_vec(),
            None => Vec::new(),
        };
        parts.into_iter().any(|part| self.has_own_clone(part))
    }

    /// What `clone` gives that no `impl` of the module's says by itself: the parts, each of them cloned.
    pub(super) fn clone_of(&mut self, value: Expr) -> Expr {
        let (ty, area) = (value.ty, value.area);
        if !self.has_own_clone(ty) {
            return value;
        }
        if self.has_own(ty, "clone") {
            return self.own_call(ty, "clone", vec![value], area).unwrap_or_else(|| Expr::error(area));
        }
        let Some((_, parts)) = self.infer.parts(ty) else { return value };
        let parts = parts.to_vec();
        let mut stmts = Vec::new();
        let whole = self.hidden("cloned", value, &mut stmts);
        let parts = parts.into_iter().enumerate().map(|(at, part)| {
            let part = self.part(whole.clone(), at, part, area);
            self.clone_of(part)
        });
        let parts = parts.collect();
        block_of(stmts, Expr { kind: Kind::Many(parts), ty, area })
    }

    /// `max`, `min`, `clamp` and `clone` of structs and enums, and of what has an order of its parts; nothing for other methods.
    pub(super) fn derived_method(&mut self, call: &syn::ExprMethodCall, receiver: &Expr) -> Option<Expr> {
        let (name, area) = (plain(&call.method), call.method.span().into());
        let ty = receiver.ty;
        let is_vector = self.infer.resolve(ty).vector_lanes().is_some();
        let is_data = is_vector || self.infer.data_of(ty).is_some() || self.infer.parts(ty).is_some();
        let left = ("__vyre_left", receiver.clone());
        match (name.as_str(), call.args.len()) {
            ("clone", 0) => return Some(self.clone_of(receiver.clone())),
            ("max" | "min", 1) if is_data => {}
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
        let right = self.expr(&call.args[0]);
        let right = self.behind_references(right);
        if self.infer.resolve(right.ty) == Ty::Error {
            return Some(Expr::error(area));
        }
        let values = [left, ("__vyre_right", right)];
        let written: syn::Expr = match name.as_str() {
            "max" => parse_quote!(if __vyre_left > __vyre_right { __vyre_left } else { __vyre_right }),
            _ => parse_quote!(if __vyre_left > __vyre_right { __vyre_right } else { __vyre_left }),
        };
        Some(self.written_with(values, &written, area))
    }
}
