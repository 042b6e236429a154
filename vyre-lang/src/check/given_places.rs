//! Functions that give a `&mut T`, an `Option<&mut T>` or a `Result<&mut T, E>`. No `&mut` is a value, so the body of such a function stands in the
//! place of its call, and what it ends with is a place there. A call of one is bound by a `let`, taken apart at once, or stands before a field, an
//! index or a method, where it is bound first.

use super::extent::Extent;
use super::iterate::{Called, Item, Spot};
use super::lets::Conditions;
use super::perhaps::Perhaps;
use super::{Checker, Entity};
use crate::diagnostics::Area;
use crate::functional::{self, Place};
use crate::hir::{Block, Expr, Kind, Stmt};
use crate::standard::{Fitting, fitting};
use crate::syntax::{path_name, strip};
use crate::types::{Form, Ty};
use std::rc::Rc;

/// What such a function gives, and the error that it gives in its place.
pub(super) struct Given {
    pub(super) found: Perhaps,
    pub(super) error: Option<syn::Expr>,
}

/// The only expression of a block.
fn only(block: &syn::Block) -> Option<&syn::Expr> {
    match &block.stmts[..] {
        [syn::Stmt::Expr(expr, None)] => Some(expr),
        _ => None,
    }
}

/// What stands in the `Some(..)`, the `Ok(..)` or the `Err(..)` that an expression is.
fn held<'e>(expr: &'e syn::Expr, names: &[&str]) -> Option<&'e syn::Expr> {
    let syn::Expr::Call(call) = strip(expr) else { return None };
    let name = path_name(&call.func)?;
    (names.contains(&name.as_str()) && call.args.len() == 1).then(|| &call.args[0])
}

/// The condition with `let` under which an expression gives a place, what it gives then, and what else.
fn with_let(expr: &syn::Expr) -> Option<(syn::Expr, syn::Expr, syn::Expr)> {
    if let Some(Fitting { pat, value, guard, then, otherwise }) = fitting(expr) {
        let guard = guard.map(|guard| quote::quote!(&& (#guard)));
        return Some((syn::parse_quote!(let #pat = #value #guard), then, otherwise));
    }
    let syn::Expr::If(branch) = expr else { return None };
    let syn::Expr::Block(otherwise) = strip(&branch.else_branch.as_ref()?.1) else { return None };
    let (then, otherwise) = (only(&branch.then_branch)?, only(&otherwise.block)?);
    let gives = super::lets::has_let(&branch.cond) && held(then, &["Some", "Ok"]).is_some();
    gives.then(|| ((*branch.cond).clone(), then.clone(), otherwise.clone()))
}

/// `place.last_mut()?.as_mut()` that a function ends with, as a chain without the `?`: what that leaves the function with is what the chain gives.
fn tried_before_as_mut(tail: &syn::Expr) -> Option<syn::Expr> {
    let syn::Expr::MethodCall(call) = tail else { return None };
    let syn::Expr::Try(tried) = strip(&call.receiver) else { return None };
    let inner = &tried.expr;
    (call.method == "as_mut" && call.args.is_empty())
        .then(|| syn::parse_quote!(#inner.and_then(Option::as_mut)))
}

impl Checker<'_> {
    /// The call of a function that gives a place, and whether it always does.
    fn place_call<'c>(&mut self, expr: &'c syn::Expr) -> Option<(Called<'c>, Place)> {
        if !self.gives_places {
            return None;
        }
        let called = self.called_template(expr)?;
        let place = functional::gives_place(&self.templates[called.template].item.sig)?;
        Some((called, place))
    }

    /// Whether an expression is a call of a function that may give a place.
    pub(super) fn is_perhaps_call(&mut self, expr: &syn::Expr) -> bool {
        matches!(self.place_call(expr), Some((_, Place::Perhaps)))
    }

    fn is_always_call(&mut self, expr: &syn::Expr) -> bool {
        matches!(self.place_call(expr), Some((_, Place::Always)))
    }

    /// Whether an expression is a call of a function that gives a place on several ways.
    pub(super) fn is_choosing_call(&mut self, expr: &syn::Expr) -> bool {
        match self.place_call(expr) {
            Some((called, Place::Always)) => {
                super::chosen::ends_with_choice(&self.templates[called.template].item.block)
            }
            _ => false,
        }
    }

    /// Does something with the last expression of such a function, where its parameters are seen.
    pub(super) fn in_place_call<T>(
        &mut self,
        expr: &syn::Expr,
        stmts: &mut Vec<Stmt>,
        what: impl FnOnce(&mut Self, &syn::Expr, &mut Vec<Stmt>) -> Option<T>,
    ) -> Option<T> {
        let (called, _) = self.place_call(expr)?;
        let area = expr.area();
        let receiver = match strip(expr) {
            syn::Expr::MethodCall(call) => Some(self.base(&call.receiver)),
            _ => None,
        };
        let called = Called { receiver, ..called };
        let item = Rc::clone(&self.templates[called.template].item);
        let mut block = self.with_fields(&item.block).into_owned();
        let tail = match block.stmts.pop() {
            Some(syn::Stmt::Expr(tail, None)) => tail,
            _ => {
                let fix = "write the place as its last line";
                self.errors.report(area, "this function ends without a place", fix);
                return None;
            }
        };
        if crate::standard::leaves(&block) {
            let fix = "write what it gives as its last line, without `return` and `?` before it";
            self.errors.report(area, "a function that gives a `&mut` gives one alone", fix);
            return None;
        }
        self.in_place_of(called, stmts, |checker, stmts| {
            let own = checker.statements(&block);
            stmts.extend(own.stmts);
            // An `if` before the place ends without a `;`, and is no value of the block.
            stmts.extend(own.tail.map(|last| Stmt::Expr(*last)));
            what(checker, &tail, stmts)
        })?
    }

    /// The name that a `let` gives to the place that a function gives.
    pub(super) fn bind_place_call(&mut self, value: &syn::Expr, stmts: &mut Vec<Stmt>) -> Option<Entity> {
        if !self.is_always_call(value) {
            return None;
        }
        let entity = self.in_place_call(value, stmts, |checker, tail, stmts| {
            let name = checker.hidden_let(tail, false, stmts)?;
            checker.lookup(&name.to_string())
        });
        Some(match entity {
            Some(entity @ (Entity::Reference(_) | Entity::Poisoned)) => entity,
            Some(_) => {
                let fix = "let it end with `&mut place`";
                self.errors.report(value.area(), "what this function gives is no place", fix);
                Entity::Poisoned
            }
            None => Entity::Poisoned,
        })
    }

    /// What a call gives that may give a place; an error in it has been reported.
    pub(super) fn perhaps_of_call(&mut self, expr: &syn::Expr, stmts: &mut Vec<Stmt>) -> Option<Given> {
        self.in_place_call(expr, stmts, |checker, tail, stmts| checker.given_by(tail, stmts))
    }

    fn given_by(&mut self, tail: &syn::Expr, stmts: &mut Vec<Stmt>) -> Option<Given> {
        let area = tail.area();
        let tail = strip(tail);
        if let Some(value) = held(tail, &["Some", "Ok"]) {
            let mut then = Vec::new();
            let item = self.place_item(value, &mut then)?;
            let cond = Expr { kind: Kind::Literal(1), ty: Ty::Bool, area };
            return Some(Given { found: Perhaps { cond, then, item }, error: None });
        }
        if let syn::Expr::If(branch) = tail
            && let Some((_, otherwise)) = &branch.else_branch
            && let syn::Expr::Block(otherwise) = strip(otherwise)
            && let (Some(then), Some(otherwise)) = (only(&branch.then_branch), only(&otherwise.block))
            && !super::lets::has_let(&branch.cond)
        {
            let (value, other, is_first) = match held(then, &["Some", "Ok"]) {
                Some(value) => (value, otherwise, true),
                None => (held(otherwise, &["Some", "Ok"])?, then, false),
            };
            let cond = self.expr(&branch.cond);
            self.condition(&cond, "the condition of an `if`");
            let cond = if is_first { cond } else { negated(cond) };
            let cond = self.hidden("is_some", cond, stmts);
            let error = held(other, &["Err"]).map(|error| self.later_error(error, stmts));
            let mut then = Vec::new();
            let item = self.place_item(value, &mut then)?;
            return Some(Given { found: Perhaps { cond, then, item }, error });
        }
        if let Some((cond, then, otherwise)) = with_let(tail) {
            let Conditions { before, cond, lets } = self.conditions(&cond, "the condition of an `if`");
            stmts.extend(before);
            let cond = self.hidden("is_some", cond, stmts);
            let error = held(&otherwise, &["Err"]).map(|error| self.later_error(error, stmts));
            let mut bound = lets;
            let item = self.place_item(held(&then, &["Some", "Ok"])?, &mut bound)?;
            return Some(Given { found: Perhaps { cond, then: bound, item }, error });
        }
        if let Some(written) = tried_before_as_mut(tail) {
            return self.given_by(&written, stmts);
        }
        if let (inner, Some(error)) = super::perhaps::or_error(tail) {
            let given = self.given_by(inner, stmts)?;
            let error = Some(self.later_error(&error, stmts));
            return Some(Given { error, ..given });
        }
        if self.is_perhaps_call(tail) {
            return self.perhaps_of_call(tail, stmts);
        }
        if let Some(found) = self.perhaps(tail, stmts) {
            return Some(Given { found: found?, error: None });
        }
        let fix = "let it end with `if c { Some(&mut place) } else { None }`, or with a `get_mut`";
        self.errors.report(area, "whether this gives a place is not known here", fix);
        None
    }

    /// An error that is made where it is needed.
    fn later_error(&mut self, error: &syn::Expr, stmts: &mut Vec<Stmt>) -> syn::Expr {
        let closure: syn::ExprClosure = syn::parse_quote!(|| #error);
        let entity = self.closure(&closure, stmts);
        let name = self.lazy_name(entity, error.area());
        syn::parse_quote!(#name())
    }

    /// A `&mut` as an item.
    fn place_item(&mut self, value: &syn::Expr, stmts: &mut Vec<Stmt>) -> Option<Item> {
        let name = self.hidden_let(value, false, stmts)?;
        let entity = self.lookup(&name.to_string())?;
        let Entity::Reference(local) = entity else {
            let fix = "write `&mut place`";
            self.errors.report(value.area(), "this is no `&mut` to a place", fix);
            return None;
        };
        let place = match self.inner_places.get(&local) {
            Some(place) => place.clone(),
            None => Expr { kind: Kind::Local(local), ty: self.locals[local].ty, area: value.area() },
        };
        let root = self.reference_roots.get(&local).copied();
        Some(Item::Place(Spot::of(place, true, root)))
    }

    /// `option.as_mut()` of a place.
    pub(super) fn is_as_mut(&mut self, expr: &syn::Expr) -> bool {
        let syn::Expr::MethodCall(call) = strip(expr) else { return false };
        call.method == "as_mut"
            && call.args.is_empty()
            && self.is_kernel
            && self
                .peeked_type(&call.receiver)
                .is_some_and(|ty| matches!(self.infer.parts(ty), Some((Form::Option, _))))
    }

    /// What it gives.
    pub(super) fn perhaps_of_option(&mut self, expr: &syn::Expr, stmts: &mut Vec<Stmt>) -> Option<Perhaps> {
        let syn::Expr::MethodCall(call) = strip(expr) else { return None };
        let place = self.base(&call.receiver);
        let Some((Form::Option, parts)) = self.infer.parts(place.ty) else { return None };
        let of = parts[1];
        if !self.demand_unshared(&call.receiver) || !self.demand_changeable(&place, "as_mut") {
            return None;
        }
        let (root, place) = (self.root_of_place(&place), self.settled_place(place, stmts));
        let cond = self.is_variant(place.clone(), 1, call.area());
        let value = self.part(place, 1, of, call.area());
        Some(Perhaps { cond, then: Vec::new(), item: Item::Place(Spot::of(value, true, root)) })
    }

    /// Whether an expression is a call that gives a place, also behind a `?` or an `unwrap`.
    pub(super) fn gives_place(&mut self, expr: &syn::Expr) -> bool {
        // `option.as_mut().unwrap()` of a place.
        if let Some((inner, _)) = super::perhaps::unwrapped(expr)
            && self.is_as_mut(inner)
        {
            return true;
        }
        self.gives_places
            && (self.is_always_call(expr)
                || match strip(expr) {
                    syn::Expr::Try(tried) => self.is_perhaps_call(&tried.expr),
                    other => {
                        super::perhaps::unwrapped(other).is_some_and(|(inner, _)| self.is_perhaps_call(inner))
                    }
                })
    }

    /// An expression before whose fields, indices or methods such a call stands: with a name in the place of the call.
    fn with_named_place(&mut self, expr: &syn::Expr) -> Option<(syn::Expr, syn::Expr)> {
        let inner = match strip(expr) {
            syn::Expr::Field(field) => &*field.base,
            syn::Expr::Index(index) => &*index.expr,
            syn::Expr::MethodCall(call) => &*call.receiver,
            syn::Expr::Unary(unary) if matches!(unary.op, syn::UnOp::Deref(_)) => &*unary.expr,
            _ => return None,
        };
        let is_choice =
            matches!(strip(inner), syn::Expr::If(_) | syn::Expr::Match(_)) && self.is_choice(inner);
        let own = match strip(expr) {
            syn::Expr::MethodCall(call) => self.own_place_changed(call),
            _ => None,
        };
        let (call, named) = match own {
            Some(call) => (call, syn::parse_quote!(__vyre_place)),
            None if is_choice || self.gives_place(inner) => {
                (strip(inner).clone(), syn::parse_quote!(__vyre_place))
            }
            None => self.with_named_place(inner)?,
        };
        let mut whole = strip(expr).clone();
        match &mut whole {
            syn::Expr::Field(field) => *field.base = named,
            syn::Expr::Index(index) => *index.expr = named,
            syn::Expr::MethodCall(call) => *call.receiver = named,
            syn::Expr::Unary(unary) => *unary.expr = named,
            _ => return None,
        }
        Some((call, whole))
    }

    /// Such an expression, where the call is bound first.
    pub(super) fn behind_place_call(&mut self, expr: &syn::Expr) -> Option<Expr> {
        let (call, whole) = self.with_named_place(expr)?;
        let value = self.expr(&syn::parse_quote!({
            let __vyre_place = #call;
            #whole
        }));
        Some(Expr { area: expr.area(), ..value })
    }

    /// `place(..).method()`, where the place is given on several ways: the call of the place, and the method with a name in the place of the call.
    fn named_choice(&mut self, expr: &syn::Expr) -> Option<(syn::Expr, syn::Expr)> {
        let syn::Expr::MethodCall(method) = strip(expr) else { return None };
        if !self.gives_places || !self.is_choosing_call(&method.receiver) {
            return None;
        }
        let mut named = method.clone();
        *named.receiver = syn::parse_quote!(__vyre_place);
        Some(((*method.receiver).clone(), syn::Expr::MethodCall(named)))
    }

    /// A condition `let Some(x) = place(..).method()` of such an expression: the call of the place, and the condition with the name.
    fn with_named_choice(&mut self, cond: &syn::Expr) -> Option<(syn::Expr, syn::ExprLet)> {
        let syn::Expr::Let(it) = cond else { return None };
        let (call, named) = self.named_choice(&it.expr)?;
        Some((call, syn::ExprLet { expr: Box::new(named), ..it.clone() }))
    }

    /// A `let .. else` of such an expression with what follows it, as a block where the place is bound first.
    pub(super) fn let_on_choice(&mut self, local: &syn::Local, rest: &[syn::Stmt]) -> Option<syn::Expr> {
        let init = local.init.as_ref()?;
        let ((_, diverge), pat) = (init.diverge.as_ref()?, &local.pat);
        let (call, named) = self.named_choice(&init.expr)?;
        let rest = rest.iter().filter(|stmt| !matches!(stmt, syn::Stmt::Item(_)));
        Some(syn::parse_quote!({
            let __vyre_place = #call;
            let #pat = #named else #diverge;
            #(#rest)*
        }))
    }

    /// A `match` on such an expression, where the place is bound first.
    pub(super) fn match_on_choice(&mut self, it: &syn::ExprMatch) -> Option<Expr> {
        let (call, named) = self.named_choice(&it.expr)?;
        let named = syn::ExprMatch { expr: Box::new(named), ..it.clone() };
        Some(self.expr(&syn::parse_quote!({
            let __vyre_place = #call;
            #named
        })))
    }

    /// An `if let` on such a condition, where the place is bound first.
    pub(super) fn branch_on_choice(&mut self, branch: &syn::ExprIf) -> Option<Expr> {
        let (call, cond) = self.with_named_choice(&branch.cond)?;
        let named = syn::ExprIf { cond: Box::new(syn::Expr::Let(cond)), ..branch.clone() };
        Some(self.expr(&syn::parse_quote!({
            let __vyre_place = #call;
            #named
        })))
    }

    /// The same of a `while let`, which binds the place in each round.
    pub(super) fn while_on_choice(&mut self, it: &syn::ExprWhile) -> Option<Expr> {
        let (call, syn::ExprLet { pat, expr, .. }) = self.with_named_choice(&it.cond)?;
        let (label, body) = (&it.label, &it.body);
        Some(self.expr(&syn::parse_quote!(#label loop {
            let __vyre_place = #call;
            let #pat = #expr else { break };
            #body
        })))
    }

    /// The same of a method as a statement, which may give a place itself.
    pub(super) fn statement_behind_place(&mut self, expr: &syn::Expr) -> Option<Expr> {
        let syn::Expr::MethodCall(_) = strip(expr) else { return None };
        let (call, whole) = self.with_named_place(expr)?;
        Some(self.expr(&syn::parse_quote!({
            let __vyre_place = #call;
            #whole;
        })))
    }

    /// An assignment to such an expression.
    pub(super) fn assign_behind_call(
        &mut self,
        place: &syn::Expr,
        op: Option<vyre_ir::BinOp>,
        value: &syn::Expr,
    ) -> Option<Expr> {
        let (call, whole) = self.with_named_place(place)?;
        let area = place.area().to(value.area());
        let (mut stmts, mut value) = (Vec::new(), value.clone());
        if !matches!(strip(&value), syn::Expr::Lit(_)) {
            // Rust evaluates the value before the place.
            let Some(name) = self.hidden_let(&value, false, &mut stmts) else {
                return Some(Expr::error(area));
            };
            value = syn::parse_quote!(#name);
        }
        if matches!(call, syn::Expr::If(_) | syn::Expr::Match(_)) || self.is_choosing_call(&call) {
            let op: Option<syn::BinOp> =
                op.and_then(|op| syn::parse_str(&format!("{}=", op.spelling().text())).ok());
            let assigned = match op {
                Some(op) => quote::quote!(#whole #op #value),
                None => quote::quote!(#whole = #value),
            };
            stmts.push(Stmt::Expr(self.expr(&syn::parse_quote!({ let __vyre_place = #call; #assigned; }))));
            return Some(Expr { kind: Kind::Block(Block { stmts, tail: None }), ty: Ty::Unit, area });
        }
        self.scopes.push(std::collections::HashMap::new());
        let statement: syn::Stmt = syn::parse_quote!(let __vyre_place = #call;);
        if let syn::Stmt::Local(local) = statement {
            self.let_statement(&local, &mut stmts);
        }
        let assigned = self.assign(&whole, op, &value);
        self.scopes.pop();
        stmts.push(Stmt::Expr(assigned));
        Some(Expr { kind: Kind::Block(Block { stmts, tail: None }), ty: Ty::Unit, area })
    }

    /// Reports a call of such a function where it is no place.
    pub(super) fn no_place_value(&mut self, area: Area) -> Expr {
        let fix = "bind it by itself, `let place = ..;`, or take it apart at once: `if let Some(place) = ..`";
        self.errors.report(area, "a `&mut` is no value", fix);
        Expr::error(area)
    }
}

fn negated(cond: Expr) -> Expr {
    let area = cond.area;
    let kind = Kind::Unary { op: vyre_ir::UnOp::LogicalNot, operand: Box::new(cond) };
    Expr { kind, ty: Ty::Bool, area }
}
