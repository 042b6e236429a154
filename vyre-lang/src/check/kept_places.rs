//! `Option<&mut T>` in steps: `filter` and `and_then` of what a `get_mut` may give, and variables of it. No `&mut` is a value, so such a variable holds
//! whether there is a place, and stands for that place.

use super::extent::Extent;
use super::iterate::Item;
use super::matching::join;
use super::perhaps::Perhaps;
use super::variants::block_of;
use super::{Checker, Entity};
use crate::diagnostics::Area;
use crate::hir::{Expr, Kind, Stmt};
use crate::syntax::{path_name, strip};
use crate::types::Ty;
use std::collections::HashMap;
use vyre_ir::BinOp;

/// What such a variable stands for.
#[derive(Clone)]
pub(super) struct Kept {
    is_some: Expr,
    item: Item,
}

/// A step from one place to the next.
enum Step<'e> {
    /// `filter(|place| ..)`
    Filter(&'e syn::Pat, &'e syn::Expr),
    /// `and_then(|place| place.get_mut(i))`
    AndThen(&'e syn::Pat, &'e syn::Expr),
}

/// The receiver of a step, and the step.
fn step(expr: &syn::Expr) -> Option<(&syn::Expr, Step<'_>)> {
    let syn::Expr::MethodCall(call) = strip(expr) else { return None };
    let [syn::Expr::Closure(closure)] = &call.args.iter().map(strip).collect::<Vec<_>>()[..] else {
        return None;
    };
    let pat = closure.inputs.first().filter(|_| closure.inputs.len() == 1)?;
    let step = match call.method.to_string().as_str() {
        "filter" => Step::Filter(pat, &closure.body),
        "and_then" if is_step(&closure.body) => Step::AndThen(pat, &closure.body),
        _ => return None,
    };
    Some((&call.receiver, step))
}

/// Whether an expression may be evaluated where its value is not needed, too, and is written as one that may give a place.
fn is_step(body: &syn::Expr) -> bool {
    struct Plain(bool);
    impl<'ast> syn::visit::Visit<'ast> for Plain {
        fn visit_expr(&mut self, expr: &'ast syn::Expr) {
            // Not an index, which would be one beyond the end where nothing is there.
            use syn::Expr::{Binary, Cast, Field, Lit, Paren, Path, Unary};
            self.0 &= match expr {
                Binary(it) => !crate::syntax::assigns(&it.op),
                Cast(_) | Field(_) | Lit(_) | Paren(_) | Path(_) | Unary(_) => true,
                _ => false,
            };
            syn::visit::visit_expr(self, expr);
        }
    }
    let syn::Expr::MethodCall(call) = strip(body) else { return false };
    let name = super::plain(&call.method);
    let mut plain = Plain(true);
    syn::visit::Visit::visit_expr(&mut plain, &call.receiver);
    call.args.iter().for_each(|arg| syn::visit::Visit::visit_expr(&mut plain, arg));
    plain.0 && matches!(name.as_str(), "get_mut" | "first_mut" | "last_mut" | "as_mut")
}

/// Whether an expression names a place, so that nothing happens where it is evaluated once more.
fn is_plain_place(expr: &syn::Expr) -> bool {
    match strip(expr) {
        syn::Expr::Path(_) | syn::Expr::Lit(_) => true,
        syn::Expr::Field(it) => is_plain_place(&it.base),
        syn::Expr::Index(it) => is_plain_place(&it.expr) && is_plain_place(&it.index),
        syn::Expr::Cast(it) => is_plain_place(&it.expr),
        syn::Expr::Unary(it) => is_plain_place(&it.expr),
        _ => false,
    }
}

/// Whether the body of a closure may be left before its end.
fn leaves(body: &syn::Expr) -> bool {
    crate::standard::leaves(&syn::parse_quote!({ #body }))
}

impl Checker<'_> {
    /// The variable of this kind that an expression names.
    fn kept_named(&self, expr: &syn::Expr) -> Option<&Kept> {
        match path_name(strip(expr)).and_then(|name| self.lookup(&name))? {
            Entity::Kept(at) => self.kept.get(at),
            _ => None,
        }
    }

    /// Whether an expression is a step from what may give a `&mut`, or a variable of that.
    pub(super) fn is_kept(&mut self, expr: &syn::Expr) -> bool {
        self.kept_named(expr).is_some()
            || step(expr).is_some_and(|(receiver, _)| self.may_give_place(receiver))
    }

    /// Whether an expression may give a `&mut` to a place.
    pub(super) fn may_give_place(&mut self, expr: &syn::Expr) -> bool {
        if self.is_kept(expr)
            || self.is_perhaps_call(expr)
            || self.is_as_mut(expr)
            || self.is_asked_exclusive(expr)
        {
            return true;
        }
        let gives_place = super::perhaps::place_method(expr);
        gives_place && self.is_perhaps(expr)
    }

    /// What such an expression gives; nothing inside where it is erroneous.
    pub(super) fn perhaps_of_kept(
        &mut self,
        expr: &syn::Expr,
        stmts: &mut Vec<Stmt>,
    ) -> Option<Option<Perhaps>> {
        if let Some(Kept { is_some, item }) = self.kept_named(expr).cloned() {
            return Some(Some(Perhaps { cond: is_some, then: Vec::new(), item }));
        }
        let (receiver, step) = step(expr)?;
        if !self.may_give_place(receiver) {
            return None;
        }
        let Some(Perhaps { cond, then, item }) = self.perhaps(receiver, stmts)? else { return Some(None) };
        // What a place past the end holds is zero.
        stmts.extend(then);
        let cond = self.hidden("is_some", cond, stmts);
        self.scopes.push(HashMap::new());
        let found = match step {
            Step::Filter(pat, test) => {
                let mut own = Vec::new();
                let behind = self.behind_item(&item);
                self.bind_item(pat, behind, &mut own);
                let test = self.expr(test);
                self.condition(&test, "what the closure gives");
                Some(Some(Perhaps {
                    cond: join(BinOp::And, cond, block_of(own, test)),
                    then: Vec::new(),
                    item,
                }))
            }
            Step::AndThen(pat, body) => {
                self.bind_item(pat, item, stmts);
                let mut own = Vec::new();
                let inner = self.perhaps(body, &mut own);
                for stmt in own {
                    let stmt = self.only_where(&cond, stmt);
                    stmts.push(stmt);
                }
                inner.map(|inner| {
                    inner.map(|inner| Perhaps { cond: join(BinOp::And, cond, inner.cond), ..inner })
                })
            }
        };
        self.scopes.pop();
        if found.is_none() {
            self.errors.report(
                expr.area(),
                "whether this gives a place is not known here",
                "let the closure end with a `get_mut`, or write `if let Some(place) = ..`",
            );
            return Some(None);
        }
        found
    }

    /// A variable whose value is computed where a condition holds alone: a sum may overflow where nothing is there.
    fn only_where(&mut self, cond: &Expr, stmt: Stmt) -> Stmt {
        let Stmt::Let { local, value, area } = stmt else { return stmt };
        let is_plain = matches!(value.kind, Kind::Literal(_) | Kind::Local(_));
        let value = match Some(value.ty).filter(|_| !is_plain).and_then(|ty| self.default_of(ty, area)) {
            Some(zero) => self.chosen(cond.clone(), value, zero, area),
            None => value,
        };
        Stmt::Let { local, value, area }
    }

    /// What stands for a place that may be there.
    pub(super) fn kept_place(&mut self, is_some: Expr, item: Item) -> Entity {
        self.kept.push(Kept { is_some, item });
        Entity::Kept(self.kept.len() - 1)
    }

    /// A variable of what may give a `&mut` to a place.
    pub(super) fn bind_kept(&mut self, value: &syn::Expr, stmts: &mut Vec<Stmt>) -> Option<Entity> {
        if !self.is_kernel || !self.may_give_place(value) {
            return None;
        }
        let Some(Perhaps { cond, then, item }) = self.perhaps(value, stmts)? else {
            return Some(Entity::Poisoned);
        };
        stmts.extend(then);
        let is_some = self.hidden("is_some", cond, stmts);
        Some(self.kept_place(is_some, item))
    }

    /// `is_some()` and `is_none()` of such an expression.
    pub(super) fn is_place_there(&mut self, call: &syn::ExprMethodCall) -> Option<Expr> {
        let is_some = match call.method.to_string().as_str() {
            "is_some" => true,
            "is_none" => false,
            _ => return None,
        };
        if !call.args.is_empty() || !self.is_kernel || !self.may_give_place(&call.receiver) {
            return None;
        }
        let (mut stmts, area) = (Vec::new(), call.area());
        let Some(Perhaps { cond, .. }) = self.perhaps(&call.receiver, &mut stmts)? else {
            return Some(Expr::error(area));
        };
        let cond = match is_some {
            true => cond,
            false => {
                let kind = Kind::Unary { op: vyre_ir::UnOp::LogicalNot, operand: Box::new(cond) };
                Expr { kind, ty: Ty::Bool, area }
            }
        };
        Some(block_of(stmts, cond))
    }

    /// Whether the ends of branches are `None` and what may give a `&mut` to a place. The second is such an end, and never gives one.
    pub(super) fn chosen_places(&mut self, tails: &[&syn::Expr]) -> Option<syn::Expr> {
        let is_none = |tail: &syn::Expr| path_name(tail).is_some_and(|name| name == "None");
        let leaves = |tail: &syn::Expr| {
            matches!(tail, syn::Expr::Return(_) | syn::Expr::Break(_) | syn::Expr::Continue(_))
        };
        let places: Vec<&&syn::Expr> = tails.iter().filter(|tail| !is_none(tail) && !leaves(tail)).collect();
        let first = *places.first()?;
        if !places.iter().all(|tail| self.may_give_place(tail)) {
            return None;
        }
        let mut receiver = strip(first);
        while let Some((inner, _)) = step(receiver) {
            receiver = strip(inner);
        }
        let syn::Expr::MethodCall(call) = receiver else { return None };
        let list = &call.receiver;
        if !is_plain_place(list) {
            return None;
        }
        let never: syn::Expr = match call.method.to_string().as_str() {
            "get_mut" | "first_mut" | "last_mut" => syn::parse_quote!(#list.first_mut()),
            "as_mut" => syn::parse_quote!(#list.as_mut()),
            _ => return None,
        };
        Some(syn::parse_quote!(#never.filter(|_| false)))
    }

    /// `map` and its kin of what may give a `&mut`, as the `if let` that they are; nothing for other calls, and for functions that leave before their end.
    pub(super) fn mapped_place(
        &mut self,
        call: &syn::ExprMethodCall,
        is_statement: bool,
    ) -> Option<syn::Expr> {
        let args: Vec<&syn::Expr> = call.args.iter().map(strip).collect();
        let name = call.method.to_string();
        let (function, otherwise): (&syn::Expr, syn::Expr) = match (name.as_str(), &args[..]) {
            ("map" | "and_then", [function]) => (function, syn::parse_quote!(None)),
            ("is_some_and", [function]) => (function, syn::parse_quote!(false)),
            ("map_or", [otherwise, function]) if is_plain_place(otherwise) => {
                (function, (*otherwise).clone())
            }
            ("map_or_else", [syn::Expr::Closure(otherwise), function])
                if otherwise.inputs.is_empty() && !leaves(&otherwise.body) =>
            {
                (function, (*otherwise.body).clone())
            }
            _ => return None,
        };
        if !self.is_kernel || !self.may_give_place(&call.receiver) {
            return None;
        }
        let (pat, value): (syn::Pat, syn::Expr) = match function {
            syn::Expr::Closure(closure) if closure.inputs.len() == 1 && !leaves(&closure.body) => {
                let pat = match &closure.inputs[0] {
                    syn::Pat::Type(typed) => (*typed.pat).clone(),
                    pat => pat.clone(),
                };
                (pat, (*closure.body).clone())
            }
            syn::Expr::Path(path) => {
                (syn::parse_quote!(__vyre_place), syn::parse_quote!(#path(__vyre_place)))
            }
            _ => return None,
        };
        let receiver = &call.receiver;
        Some(match (name.as_str(), is_statement) {
            (_, true) => syn::parse_quote!(if let Some(#pat) = #receiver { #value; }),
            ("map", false) => syn::parse_quote!(if let Some(#pat) = #receiver { Some(#value) } else { None }),
            _ => syn::parse_quote!(if let Some(#pat) = #receiver { #value } else { #otherwise }),
        })
    }

    /// Reports such a variable where it is no place.
    pub(super) fn no_kept_value(&mut self, area: Area) -> Expr {
        self.errors.report(
            area,
            "this variable may be a `&mut`, of which no value is",
            "take it apart: `if let Some(place) = ..`",
        );
        Expr::error(area)
    }
}
