//! Methods of `Option` and `Result`. The functions that they are given take the place of their calls.

use super::Checker;
use super::closures::Given;
use super::extent::Extent;
use super::variants::{Variant, block_of};
use crate::diagnostics::Area;
use crate::hir::{Block, Expr, Kind, Stmt};
use crate::syntax::strip;
use crate::types::{Form, Ty};
use vyre_ir::BinOp;

/// The methods of `Option`, and how many arguments they take.
const OF_OPTION: &[(&str, usize)] = &[
    ("is_some", 0),
    ("is_none", 0),
    ("is_some_and", 1),
    ("is_none_or", 1),
    ("unwrap", 0),
    ("expect", 1),
    ("unwrap_or", 1),
    ("unwrap_or_else", 1),
    ("unwrap_or_default", 0),
    ("map", 1),
    ("map_or", 2),
    ("map_or_else", 2),
    ("and", 1),
    ("and_then", 1),
    ("or", 1),
    ("or_else", 1),
    ("xor", 1),
    ("filter", 1),
    ("ok_or", 1),
    ("ok_or_else", 1),
    ("zip", 1),
    ("flatten", 0),
    ("transpose", 0),
    ("unzip", 0),
    ("inspect", 1),
    ("take", 0),
    ("take_if", 1),
    ("replace", 1),
    ("insert", 1),
    ("get_or_insert", 1),
    ("get_or_insert_with", 1),
    ("as_ref", 0),
    ("copied", 0),
    ("cloned", 0),
    ("clone", 0),
];

/// The methods of `Result`.
const OF_RESULT: &[(&str, usize)] = &[
    ("is_ok", 0),
    ("is_err", 0),
    ("is_ok_and", 1),
    ("is_err_and", 1),
    ("ok", 0),
    ("err", 0),
    ("unwrap", 0),
    ("unwrap_err", 0),
    ("expect", 1),
    ("expect_err", 1),
    ("unwrap_or", 1),
    ("unwrap_or_else", 1),
    ("unwrap_or_default", 0),
    ("map", 1),
    ("map_err", 1),
    ("map_or", 2),
    ("map_or_else", 2),
    ("and", 1),
    ("and_then", 1),
    ("or", 1),
    ("or_else", 1),
    ("transpose", 0),
    ("inspect", 1),
    ("inspect_err", 1),
    ("as_ref", 0),
    ("copied", 0),
    ("cloned", 0),
    ("clone", 0),
];

/// A receiver in a variable.
struct Whole {
    it: Expr,
    form: Form,
    parts: Vec<Ty>,
    area: Area,
    /// Whether functions are given references.
    is_behind_reference: bool,
}

/// Whether what an expression gives holds references in Rust: here it holds values.
fn holds_references(expr: &syn::Expr) -> bool {
    let syn::Expr::MethodCall(call) = strip(expr) else { return false };
    match call.method.to_string().as_str() {
        "as_ref" => true,
        // An item of a chain over what `as_ref` gives.
        "find" | "next" | "last" | "nth" | "min_by_key" | "max_by_key" | "min_by" | "max_by" => {
            has_references(&call.receiver, false)
        }
        _ => false,
    }
}

/// Whether the items of a chain are what is in what `as_ref` gives, which is taken out behind the chain if `is_flat`.
fn has_references(chain: &syn::Expr, is_flat: bool) -> bool {
    let syn::Expr::MethodCall(call) = strip(chain) else { return false };
    let name = call.method.to_string();
    match name.as_str() {
        "map" if !is_flat => false,
        "map" | "filter_map" | "flat_map" => match call.args.first().map(strip) {
            Some(syn::Expr::Closure(closure)) => holds_references(&closure.body),
            _ => false,
        },
        "flatten" | "filter" | "take" | "take_while" | "skip" | "skip_while" | "rev" | "step_by" | "fuse" => {
            has_references(&call.receiver, is_flat || name == "flatten")
        }
        _ => false,
    }
}

/// Whether a method gives a reference in Rust: here it gives the value, before which a `*` may stand.
pub(super) fn gives_reference(call: &syn::ExprMethodCall) -> bool {
    let name = call.method.to_string();
    match name.as_str() {
        "get_or_insert" | "get_or_insert_with" | "insert" => true,
        "unwrap" | "expect" | "unwrap_or" | "unwrap_err" => holds_references(&call.receiver),
        _ => false,
    }
}

impl Checker<'_> {
    /// `then` and `then_some` of a condition; nothing for other methods.
    pub(super) fn method_of_condition(
        &mut self,
        call: &syn::ExprMethodCall,
        receiver: &Expr,
    ) -> Option<Expr> {
        let name = super::plain(&call.method);
        if self.infer.resolve(receiver.ty) != Ty::Bool || !matches!(name.as_str(), "then" | "then_some") {
            return None;
        }
        let area = receiver.area.to(call.area());
        if call.args.len() != 1 {
            self.arguments(&call.args, 1, Area::from(call.method.span()), &name);
            return Some(Expr::error(area));
        }
        let mut stmts = Vec::new();
        let cond = self.hidden("condition", receiver.clone(), &mut stmts);
        let arg = call.args.first()?;
        let value = match name.as_str() {
            "then" => self.applied_to(arg, Vec::new(), Given::Values),
            _ => {
                let value = self.expr(arg);
                self.hidden("value", value, &mut stmts)
            }
        };
        if self.infer.resolve(value.ty) == Ty::Error {
            return Some(Expr::error(area));
        }
        let some = self.some(value, area);
        let none = self.none_of(some.ty, area);
        let chosen = self.chosen(cond, some, none, area);
        Some(block_of(stmts, chosen))
    }

    /// A method of an `Option` or a `Result`; nothing for other receivers.
    pub(super) fn variant_method(&mut self, call: &syn::ExprMethodCall, receiver: &Expr) -> Option<Expr> {
        let receiver = &self.pointed(receiver.clone());
        let (form, parts) = self.infer.parts(receiver.ty)?;
        let known = match form {
            Form::Option => OF_OPTION,
            Form::Result => OF_RESULT,
            Form::Tuple
            | Form::Array
            | Form::Struct(_)
            | Form::Enum(_)
            | Form::Reference
            | Form::Slice
            | Form::Closure(_) => {
                return None;
            }
        };
        let area = receiver.area.to(call.area());
        let name = super::plain(&call.method);
        let of = if form == Form::Option { "Option" } else { "Result" };
        let Some((_, count)) = known.iter().find(|(known, _)| *known == name) else {
            call.args
                .iter()
                .filter(|arg| !matches!(arg, syn::Expr::Closure(_)))
                .for_each(|arg| self.left_over(arg));
            let names: Vec<&str> = known.iter().map(|(name, _)| *name).collect();
            let fix = match self.nearest(&name, &names) {
                Some(meant) => format!("write `{meant}`"),
                None => "write `match`, or one of the methods that the guide of the crate `vyre` lists"
                    .to_string(),
            };
            self.errors.report(
                Area::of(&call.method),
                format!("kernels have no method `{name}` on `{of}`"),
                fix,
            );
            return Some(Expr::error(area));
        };
        if call.args.len() != *count {
            self.arguments(&call.args, *count, Area::from(call.method.span()), &name);
            return Some(Expr::error(area));
        }
        let args: Vec<&syn::Expr> = call.args.iter().collect();
        let function = args.first();
        let written: Option<syn::Expr> = match name.as_str() {
            "unzip" => Some(syn::parse_quote!(match __vyre_held {
                Some((__vyre_first, __vyre_second)) => (Some(__vyre_first), Some(__vyre_second)),
                None => (None, None),
            })),
            "inspect" if form == Form::Option => Some(syn::parse_quote!({
                if let Some(__vyre_one) = __vyre_held { (#function)(&__vyre_one); }
                __vyre_held
            })),
            "inspect" => Some(syn::parse_quote!({
                if let Ok(__vyre_one) = __vyre_held { (#function)(&__vyre_one); }
                __vyre_held
            })),
            "inspect_err" => Some(syn::parse_quote!({
                if let Err(__vyre_one) = __vyre_held { (#function)(&__vyre_one); }
                __vyre_held
            })),
            _ => None,
        };
        if let Some(written) = written {
            return Some(self.written_with([("__vyre_held", receiver.clone())], &written, area));
        }
        if name == "take_if" {
            return Some(Expr { area, ..self.expr(&taken_if(&call.receiver, args[0])) });
        }
        if matches!(name.as_str(), "take" | "replace" | "insert" | "get_or_insert" | "get_or_insert_with") {
            return Some(self.changing_method(&name, receiver.clone(), &args, area));
        }
        match name.as_str() {
            "copied" => return Some(self.with_values(receiver.clone(), area)),
            "cloned" => {
                let values = self.with_values(receiver.clone(), area);
                return Some(self.clone_of(values));
            }
            "as_ref" => return Some(Expr { area, ..receiver.clone() }),
            "clone" => return Some(self.clone_of(Expr { area, ..receiver.clone() })),
            _ => {}
        }
        let mut stmts = Vec::new();
        let it = self.hidden("held", receiver.clone(), &mut stmts);
        let is_behind_reference = holds_references(&call.receiver);
        let whole = Whole { it, form, parts: parts.to_vec(), area, is_behind_reference };
        let value = self.method_of_whole(&name, &whole, &args, &mut stmts);
        Some(value.map_or_else(|| Expr::error(area), |value| block_of(stmts, value)))
    }

    /// An `Option<&T>` or a `Result<&T, E>` with the value itself.
    fn with_values(&mut self, receiver: Expr, area: Area) -> Expr {
        let Some((form, parts)) = self.infer.parts(receiver.ty) else { return Expr { area, ..receiver } };
        let Some(inner) = parts.get(1).copied().and_then(|held| self.referent(held)) else {
            return Expr { area, ..receiver };
        };
        let types: Vec<Ty> =
            parts.iter().enumerate().map(|(at, ty)| if at == 1 { inner } else { *ty }).collect();
        let olds = parts.to_vec();
        let mut stmts = Vec::new();
        let whole = self.hidden("held", receiver, &mut stmts);
        let values = olds.iter().enumerate().map(|(at, ty)| {
            let part = self.part(whole.clone(), at, *ty, area);
            if at == 1 { self.pointed(part) } else { part }
        });
        let values = values.collect();
        let value = Expr { kind: Kind::Many(values), ty: self.infer.many(form, types), area };
        block_of(stmts, value)
    }

    /// What `as_ref` gives as what it is in Rust, where that is wanted: a reference, or an `Option` or a `Result` of one.
    pub(super) fn referring(&mut self, expr: &syn::Expr, value: Expr, wanted: Ty) -> Expr {
        let (is_held, is_reference) = match strip(expr) {
            syn::Expr::Try(tried) => (false, holds_references(&tried.expr)),
            syn::Expr::MethodCall(call) => (holds_references(expr), gives_reference(call)),
            _ => (false, false),
        };
        if is_reference
            && let Some(inner) = self.referent(wanted)
            && self.referent(value.ty).is_none()
            && self.infer.unify(inner, value.ty).is_some()
        {
            return self.reference_to(value);
        }
        let (Some((form, parts)), Some((known, types))) =
            (self.infer.parts(value.ty), self.infer.parts(wanted))
        else {
            return value;
        };
        let (Some(own), Some(held)) = (parts.get(1), types.get(1)) else { return value };
        if !is_held || form != known || self.referent(*held).is_none() || self.referent(*own).is_some() {
            return value;
        }
        let (area, mut stmts) = (value.area, Vec::new());
        let whole = self.hidden("held", value, &mut stmts);
        let values = parts.iter().enumerate().map(|(at, ty)| {
            let part = self.part(whole.clone(), at, *ty, area);
            if at == 1 { self.reference_to(part) } else { part }
        });
        let values: Vec<Expr> = values.collect();
        let types = values.iter().map(|value| value.ty).collect();
        block_of(stmts, Expr { kind: Kind::Many(values), ty: self.infer.many(form, types), area })
    }

    /// Whether there is a value: `Some` or `Ok`.
    fn is_present(&self, whole: &Whole) -> Expr {
        self.is_variant(whole.it.clone(), u128::from(whole.form == Form::Option), whole.area)
    }

    fn is_absent(&self, whole: &Whole) -> Expr {
        self.is_variant(whole.it.clone(), u128::from(whole.form != Form::Option), whole.area)
    }

    /// The part of a receiver at a position: 1 is the value, 2 the error.
    fn part_of(&self, whole: &Whole, at: usize) -> Expr {
        let ty = whole.parts.get(at).copied().unwrap_or(Ty::Error);
        self.part(whole.it.clone(), at, ty, whole.area)
    }

    /// An argument of a type, evaluated now.
    fn eager(&mut self, arg: &syn::Expr, ty: Ty, stmts: &mut Vec<Stmt>) -> Option<Expr> {
        let value = self.expr_as(arg, ty);
        if self.infer.resolve(value.ty) == Ty::Error || !self.demand_held(&value, ty) {
            return None;
        }
        if let Ty::Unit = self.infer.resolve(value.ty) {
            return Some(value);
        }
        Some(self.hidden("other", value, stmts))
    }

    /// What a function gives for parts of the receiver, which is of a type where one is wanted.
    fn given(
        &mut self,
        function: &syn::Expr,
        whole: &Whole,
        parts: &[usize],
        wanted: Option<Ty>,
    ) -> Option<Expr> {
        let given = if whole.is_behind_reference { Given::References } else { Given::Values };
        let args = parts.iter().map(|at| self.part_of(whole, *at)).collect();
        let value = self.applied_to(function, args, given);
        if self.infer.resolve(value.ty) == Ty::Error {
            return None;
        }
        let is_it = wanted.is_none_or(|wanted| self.demand_held(&value, wanted));
        is_it.then_some(value)
    }

    /// `Some(value)`, of a type of its own.
    fn some(&mut self, value: Expr, area: Area) -> Expr {
        let of = self.infer.open();
        let variant = Variant {
            ty: self.option_of(of),
            name: "Some".to_string(),
            tag: 1,
            first: 1,
            parts: vec![of],
            fields: None,
        };
        self.held(&variant, vec![value], area)
    }

    /// Either variant of a `Result` of these types.
    fn either(&mut self, is_error: bool, value: Expr, [of, error]: [Ty; 2], area: Area) -> Expr {
        let ty = self.result_of(of, error);
        let (name, tag, first) = if is_error { ("Err", 1, 2) } else { ("Ok", 0, 1) };
        let parts = vec![if is_error { error } else { of }];
        self.held(&Variant { ty, name: name.to_string(), tag, first, parts, fields: None }, vec![value], area)
    }

    /// `Some`, `Ok` or `Continue` of a value, of a type.
    pub(super) fn present(&mut self, value: Expr, ty: Ty, area: Area) -> Expr {
        match self.infer.parts(ty).map(|(form, parts)| (form, parts.to_vec())) {
            Some((Form::Result, parts)) => self.either(false, value, [parts[1], parts[2]], area),
            Some((Form::Enum(_), parts)) => {
                let variant = Variant {
                    ty,
                    name: "Continue".to_string(),
                    tag: 0,
                    first: 1,
                    parts: vec![parts[1]],
                    fields: None,
                };
                self.held(&variant, vec![value], area)
            }
            _ => self.some(value, area),
        }
    }

    /// `None` of a type.
    fn none_of(&self, ty: Ty, area: Area) -> Expr {
        Expr { kind: Kind::Literal(0), ty, area }
    }

    fn method_of_whole(
        &mut self,
        name: &str,
        whole: &Whole,
        args: &[&syn::Expr],
        stmts: &mut Vec<Stmt>,
    ) -> Option<Expr> {
        let (area, form) = (whole.area, whole.form);
        let value_ty = whole.parts.get(1).copied().unwrap_or(Ty::Error);
        let error_ty = whole.parts.get(2).copied().unwrap_or(Ty::Error);
        let is_option = form == Form::Option;
        let whole_ty = whole.it.ty;
        // What the function gets that is called where there is no value.
        let lacking: &[usize] = if is_option { &[] } else { &[2] };
        Some(match name {
            "is_some" | "is_ok" => self.is_present(whole),
            "is_none" | "is_err" => self.is_absent(whole),
            "is_some_and" | "is_ok_and" => {
                let holds = self.given(args[0], whole, &[1], Some(Ty::Bool))?;
                joined(BinOp::And, self.is_present(whole), holds, area)
            }
            "is_none_or" => {
                let holds = self.given(args[0], whole, &[1], Some(Ty::Bool))?;
                joined(BinOp::Or, self.is_absent(whole), holds, area)
            }
            "is_err_and" => {
                let holds = self.given(args[0], whole, &[2], Some(Ty::Bool))?;
                joined(BinOp::And, self.is_absent(whole), holds, area)
            }
            "unwrap" | "expect" => {
                let message = match (name, form) {
                    ("expect", _) => self.message_of(args[0])?,
                    (_, Form::Option) => "called `Option::unwrap()` on a `None` value".to_string(),
                    _ => "called `Result::unwrap()` on an `Err` value".to_string(),
                };
                let cond = self.is_present(whole);
                stmts.push(self.asserted(cond, message, area));
                self.part_of(whole, 1)
            }
            "unwrap_err" | "expect_err" => {
                let message = match name {
                    "expect_err" => self.message_of(args[0])?,
                    _ => "called `Result::unwrap_err()` on an `Ok` value".to_string(),
                };
                let cond = self.is_absent(whole);
                stmts.push(self.asserted(cond, message, area));
                self.part_of(whole, 2)
            }
            "unwrap_or" => {
                let other = self.eager(args[0], value_ty, stmts)?;
                self.chosen(self.is_present(whole), self.part_of(whole, 1), other, area)
            }
            "unwrap_or_else" => {
                let other = self.given(args[0], whole, lacking, Some(value_ty))?;
                self.chosen(self.is_present(whole), self.part_of(whole, 1), other, area)
            }
            "unwrap_or_default" => {
                let other = self.known_default(value_ty, area)?;
                self.chosen(self.is_present(whole), self.part_of(whole, 1), other, area)
            }
            "map" => {
                let mapped = self.given(args[0], whole, &[1], None)?;
                if is_option {
                    let some = self.some(mapped, area);
                    let none = self.none_of(some.ty, area);
                    self.chosen(self.is_present(whole), some, none, area)
                } else {
                    let of = self.held_ty(&mapped);
                    let ok = self.either(false, mapped, [of, error_ty], area);
                    let err = self.either(true, self.part_of(whole, 2), [of, error_ty], area);
                    self.chosen(self.is_present(whole), ok, err, area)
                }
            }
            "map_err" => {
                let mapped = self.given(args[0], whole, &[2], None)?;
                let of = self.held_ty(&mapped);
                let ok = self.either(false, self.part_of(whole, 1), [value_ty, of], area);
                let err = self.either(true, mapped, [value_ty, of], area);
                self.chosen(self.is_present(whole), ok, err, area)
            }
            "transpose" => {
                let inner = self.part_of(whole, 1);
                let held = match (self.infer.parts(inner.ty), form) {
                    (Some((Form::Result, parts)), Form::Option)
                    | (Some((Form::Option, parts)), Form::Result) => parts.to_vec(),
                    _ => {
                        let other = if is_option { "Result" } else { "Option" };
                        let problem = format!("`transpose` takes a `{other}` in it");
                        self.errors.report(area, problem, "write a `match`");
                        return None;
                    }
                };
                let is_first = self.is_variant(inner.clone(), u128::from(!is_option), area);
                let value = self.part(inner.clone(), 1, held[1], area);
                if is_option {
                    let some = self.some(value, area);
                    let types = [some.ty, held[2]];
                    let none = self.none_of(some.ty, area);
                    let some = self.either(false, some, types, area);
                    let none = self.either(false, none, types, area);
                    let error = self.part(inner, 2, held[2], area);
                    let error = self.either(true, error, types, area);
                    let present = self.chosen(is_first, some, error, area);
                    self.chosen(self.is_present(whole), present, none, area)
                } else {
                    let types = [held[1], error_ty];
                    let value = self.either(false, value, types, area);
                    let some = self.some(value, area);
                    let none = self.none_of(some.ty, area);
                    let error = self.either(true, self.part_of(whole, 2), types, area);
                    let error = self.some(error, area);
                    let present = self.chosen(is_first, some, none, area);
                    self.chosen(self.is_present(whole), present, error, area)
                }
            }
            "map_or" => {
                let of = self.infer.open();
                let other = self.eager(args[0], of, stmts)?;
                let mapped = self.given(args[1], whole, &[1], Some(other.ty))?;
                self.chosen(self.is_present(whole), mapped, other, area)
            }
            "map_or_else" => {
                let other = self.given(args[0], whole, lacking, None)?;
                let mapped = self.given(args[1], whole, &[1], None)?;
                self.same(&mapped, &other, "the functions");
                self.chosen(self.is_present(whole), mapped, other, area)
            }
            "and" => {
                let of = self.infer.open();
                let ty = if is_option { self.option_of(of) } else { self.result_of(of, error_ty) };
                let other = self.eager(args[0], ty, stmts)?;
                let absent = self.absent_as(whole, ty);
                self.chosen(self.is_present(whole), other, absent, area)
            }
            "and_then" => {
                let of = self.infer.open();
                let ty = if is_option { self.option_of(of) } else { self.result_of(of, error_ty) };
                let next = self.given(args[0], whole, &[1], Some(ty))?;
                let absent = self.absent_as(whole, ty);
                self.chosen(self.is_present(whole), next, absent, area)
            }
            "or" | "or_else" => {
                let of = self.infer.open();
                let ty = if is_option { whole_ty } else { self.result_of(value_ty, of) };
                let other = match name {
                    "or" => self.eager(args[0], ty, stmts)?,
                    _ => self.given(args[0], whole, lacking, Some(ty))?,
                };
                let present = match is_option {
                    true => whole.it.clone(),
                    false => self.either(false, self.part_of(whole, 1), [value_ty, of], area),
                };
                self.chosen(self.is_present(whole), present, other, area)
            }
            "xor" => {
                let other = self.eager(args[0], whole_ty, stmts)?;
                let none = self.none_of(whole_ty, area);
                let other_is = self.is_variant(other.clone(), 1, area);
                let first = self.chosen(other_is, none, whole.it.clone(), area);
                self.chosen(self.is_present(whole), first, other, area)
            }
            "filter" => {
                let value = self.part_of(whole, 1);
                let holds = self.applied_to(args[0], vec![value], Given::References);
                if !self.demand(&holds, Ty::Bool) {
                    return None;
                }
                let cond = joined(BinOp::And, self.is_present(whole), holds, area);
                let none = self.none_of(whole_ty, area);
                self.chosen(cond, whole.it.clone(), none, area)
            }
            "ok_or" | "ok_or_else" => {
                let error = match name {
                    "ok_or" => {
                        let of = self.infer.open();
                        self.eager(args[0], of, stmts)?
                    }
                    _ => self.given(args[0], whole, &[], None)?,
                };
                let of = self.held_ty(&error);
                let ok = self.either(false, self.part_of(whole, 1), [value_ty, of], area);
                let err = self.either(true, error, [value_ty, of], area);
                self.chosen(self.is_present(whole), ok, err, area)
            }
            "ok" | "err" => {
                let is_ok = name == "ok";
                let some = self.some(self.part_of(whole, if is_ok { 1 } else { 2 }), area);
                let none = self.none_of(some.ty, area);
                let cond = if is_ok { self.is_present(whole) } else { self.is_absent(whole) };
                self.chosen(cond, some, none, area)
            }
            "zip" => {
                let of = self.infer.open();
                let ty = self.option_of(of);
                let other = self.eager(args[0], ty, stmts)?;
                let pair = vec![self.part_of(whole, 1), self.part(other.clone(), 1, of, area)];
                let types = pair.iter().map(|part| part.ty).collect();
                let pair = Expr { ty: self.infer.many(Form::Tuple, types), kind: Kind::Many(pair), area };
                let some = self.some(pair, area);
                let none = self.none_of(some.ty, area);
                let both = joined(BinOp::And, self.is_present(whole), self.is_variant(other, 1, area), area);
                self.chosen(both, some, none, area)
            }
            "flatten" => {
                let of = self.infer.open();
                let ty = self.option_of(of);
                let inner = self.part_of(whole, 1);
                if !self.demand(&inner, ty) {
                    return None;
                }
                // Where there is no value, the one that it would hold is zero: `None`.
                inner
            }
            _ => return None,
        })
    }

    /// The type of what a variant is to hold.
    fn held_ty(&mut self, value: &Expr) -> Ty {
        match self.infer.resolve(value.ty) {
            Ty::Never => self.infer.open(),
            _ => value.ty,
        }
    }

    /// A receiver without a value as one of another type.
    fn absent_as(&mut self, whole: &Whole, ty: Ty) -> Expr {
        let error = (whole.form != Form::Option).then(|| self.part_of(whole, 2));
        let of = self.infer.parts(ty).map(|(_, parts)| parts.to_vec()).unwrap_or_default();
        match (error, &of[..]) {
            (Some(error), [_, value, wanted]) => self.either(true, error, [*value, *wanted], whole.area),
            _ => self.none_of(ty, whole.area),
        }
    }

    /// One of two values, of which only that one is computed.
    pub(super) fn chosen(&mut self, cond: Expr, then: Expr, otherwise: Expr, area: Area) -> Expr {
        let ty = self.same(&then, &otherwise, "the values");
        let block = |value| Block { stmts: Vec::new(), tail: Some(Box::new(value)) };
        let (cond, then, otherwise) = (Box::new(cond), block(then), Some(block(otherwise)));
        Expr { kind: Kind::If { cond, then, otherwise }, ty, area }
    }

    /// An assertion that a condition holds.
    pub(super) fn asserted(&mut self, cond: Expr, message: String, area: Area) -> Stmt {
        self.has_assertions = true;
        let kind = Kind::Assert { cond: Box::new(cond), message, literal: None, compares: false };
        Stmt::Expr(Expr { kind, ty: Ty::Unit, area })
    }

    /// The message of an `expect`.
    pub(super) fn message_of(&mut self, arg: &syn::Expr) -> Option<String> {
        if let syn::Expr::Lit(syn::ExprLit { lit: syn::Lit::Str(literal), .. }) = strip(arg) {
            return Some(literal.value());
        }
        self.errors.report(arg.area(), "the message of `expect` is a literal", "write it in quotes");
        None
    }

    /// `Default::default()` of a type; reports one of which nothing is known.
    pub(super) fn known_default(&mut self, ty: Ty, area: Area) -> Option<Expr> {
        if !self.demand_known(&Expr::nothing(area, ty)) {
            return None;
        }
        self.reported_default(ty, area)
    }

    /// The same of a type of which parts may still be open.
    pub(super) fn reported_default(&mut self, ty: Ty, area: Area) -> Option<Expr> {
        let default = self.default_of(ty, area);
        if default.is_none() {
            let problem = format!("what the default of `{}` is, is not known here", self.infer.name(ty));
            self.errors.report(area, problem, "write the value itself");
        }
        default
    }

    /// A method that changes its receiver.
    fn changing_method(&mut self, name: &str, receiver: Expr, args: &[&syn::Expr], area: Area) -> Expr {
        let ty = receiver.ty;
        let Some(of) = self.infer.parts(ty).and_then(|(_, parts)| parts.get(1).copied()) else {
            return Expr::error(area);
        };
        if !self.demand_changeable(&receiver, name) {
            return Expr::error(area);
        }
        let mut stmts = Vec::new();
        let place = self.settled_place(receiver, &mut stmts);
        let old = self.hidden("old", place.clone(), &mut stmts);
        if name == "take" {
            let none = self.none_of(ty, area);
            stmts.push(Stmt::Expr(self.give_back(place, None, none, area)));
            return block_of(stmts, old);
        }
        let new = match name {
            "get_or_insert_with" => self.applied_to(args[0], Vec::new(), Given::Values),
            _ => self.expr_as(args[0], of),
        };
        if self.infer.resolve(new.ty) == Ty::Error || !self.demand_held(&new, of) {
            return Expr::error(area);
        }
        if matches!(name, "get_or_insert" | "get_or_insert_with") {
            let new = self.some(new, area);
            let is_some = self.is_variant(old.clone(), 1, area);
            let chosen = self.chosen(is_some, old, new, area);
            if !self.demand(&chosen, ty) {
                return Expr::error(area);
            }
            stmts.push(Stmt::Expr(self.give_back(place.clone(), None, chosen, area)));
            return block_of(stmts, self.part(place, 1, of, area));
        }
        let new = self.some(new, area);
        if !self.demand(&new, ty) {
            return Expr::error(area);
        }
        stmts.push(Stmt::Expr(self.give_back(place.clone(), None, new, area)));
        if name == "insert" { block_of(stmts, self.part(place, 1, of, area)) } else { block_of(stmts, old) }
    }

    /// Whether a place can be changed by a method; reports one that cannot.
    pub(super) fn demand_changeable(&mut self, place: &Expr, method: &str) -> bool {
        if self.can_change(place) {
            return true;
        }
        match super::inner::root_of(place).kind {
            Kind::Local(local) => self.not_mutable(place.area, local),
            _ => {
                let problem = format!("`{method}` changes a variable, and this is none");
                self.errors.report(place.area, problem, "bind it first: `let mut value = ..;`");
            }
        }
        false
    }
}

/// `place.take_if(function)`, written out. The place is evaluated once, and the function may change what is there.
fn taken_if(place: &syn::Expr, function: &syn::Expr) -> syn::Expr {
    // A variable may be a reference already, and is evaluated without effects.
    let is_variable = crate::syntax::path_name(place).is_some();
    let held: syn::Expr =
        if is_variable { syn::parse_quote!(#place.as_mut()) } else { syn::parse_quote!(__vyre_held) };
    let asked: syn::Expr = match function {
        syn::Expr::Closure(closure) if closure.inputs.len() == 1 && !may_leave(&closure.body) => {
            let (input, body) = (untyped(&closure.inputs[0]), &closure.body);
            syn::parse_quote!(if let Some(#input) = #held { #body } else { false })
        }
        _ => {
            syn::parse_quote!(if let Some(__vyre_value) = #held { (#function)(__vyre_value) } else { false })
        }
    };
    match is_variable {
        true => syn::parse_quote!(if #asked { #place.take() } else { None }),
        false => syn::parse_quote!({
            let __vyre_held = &mut #place;
            let __vyre_is_taken = #asked;
            if __vyre_is_taken { __vyre_held.take() } else { None }
        }),
    }
}

/// Whether a `return` or a `?` may leave a closure.
fn may_leave(body: &syn::Expr) -> bool {
    let text = quote::quote!(#body).to_string();
    text.contains('?') || crate::syntax::words(body).contains("return")
}

/// A parameter without its type.
fn untyped(input: &syn::Pat) -> &syn::Pat {
    match input {
        syn::Pat::Type(it) => &it.pat,
        other => other,
    }
}

fn joined(op: BinOp, left: Expr, right: Expr, area: Area) -> Expr {
    let (left, right) = (Box::new(left), Box::new(right));
    Expr { kind: Kind::ShortCircuit { op, left, right }, ty: Ty::Bool, area }
}
