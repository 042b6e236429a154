//! What is known while the macro runs: `const` items and the lengths of arrays.
//!
//! The IR computes them ([`vyre_ir::evaluate`]), from what the expression is emitted as in a kernel. So arithmetic
//! wraps in constants as it does everywhere, and `x / 0` is 0.

use super::scopes::Surface;
use super::{Checker, Entity};
use crate::diagnostics::Area;
use crate::emit;
use crate::hir::{Block, Expr, Kernel, Kind};
use crate::signature::is_sized;
use crate::types::Ty;
use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens;
use std::collections::{BTreeSet, HashMap, HashSet};
use vyre_ir::{Lanes, value};

impl Checker<'_> {
    /// `const NAME: T = value;`
    pub(super) fn constant_item(&mut self, constant: &syn::ItemConst) {
        if self.is_for_rustc(constant) {
            return self.declare_for_rustc(constant);
        }
        let was_in_constant = std::mem::replace(&mut self.in_constant, true);
        let value = self.expr(&constant.expr);
        self.in_constant = was_in_constant;
        let ty = self.written_beside(&constant.ty, &value).unwrap_or(Ty::Error);
        if self.infer.unify(ty, value.ty).is_none() {
            let got = self.infer.resolve(value.ty);
            let problem = format!("expected `{ty}`, got `{got}`");
            self.errors.report(value.area, problem, "change the type or the value");
            return self.declare(&constant.ident, Entity::Poisoned);
        }
        let surface = if is_sized(&constant.ty) { Surface::Sized } else { Surface::Same };
        let lanes = self.constant(&value).filter(|_| ty != Ty::Error);
        if let Some(lanes) = lanes {
            let value = super::items::literal(lanes, ty, &self.krate_path);
            self.meant.constants.push((constant.ident.span(), value));
        }
        self.declare(
            &constant.ident,
            lanes.map_or(Entity::Poisoned, |lanes| Entity::Const(lanes, ty, surface)),
        );
    }

    /// The number that an expression of type `u32` must be; reports it otherwise.
    pub(super) fn constant_u32(&mut self, expr: &Expr) -> Option<u32> {
        if self.infer.unify(expr.ty, Ty::U32).is_none() {
            let got = self.infer.resolve(expr.ty);
            self.errors.report(expr.area, format!("expected `u32`, got `{got}`"), "use a `u32`");
            return None;
        }
        self.constant(expr).map(|lanes| lanes[0])
    }

    /// The value of an expression that must be constant; reports it otherwise.
    fn constant(&mut self, expr: &Expr) -> Option<Lanes> {
        if let Ty::Error = self.infer.resolve(expr.ty) {
            return None;
        }
        let value = self.known(expr);
        if value.is_none() {
            self.errors.report(expr.area, "this value is not constant", "use literals and constants");
        }
        value
    }

    /// The value of an expression, if it is known now.
    pub(super) fn known(&mut self, expr: &Expr) -> Option<Lanes> {
        if let Kind::Literal(bits) = expr.kind {
            return Some(value::words(bits));
        }
        if !is_closed(expr) {
            return None;
        }
        let kernel = Kernel { types: std::mem::take(&mut self.infer), ..Kernel::default() };
        let value = emit::value(&kernel, expr);
        self.infer = kernel.types;
        value.map(|value| value.lanes())
    }

    /// The expression that a use of a constant is.
    pub(super) fn constant_use(&self, lanes: Lanes, ty: Ty, area: Area) -> Expr {
        let literal = |bits, ty| Expr { kind: Kind::Literal(bits), ty, area };
        match ty.vector_lanes() {
            Some(count) => {
                let lanes =
                    lanes.iter().take(count as usize).map(|value| literal((*value).into(), ty.lane()));
                Expr { kind: Kind::Compose(lanes.collect()), ty, area }
            }
            None => literal(value::from_words(&lanes), ty),
        }
    }
}

/// The items of a block with each constant after those that it names: in Rust they may stand in any order. Constants that need each other
/// stay where they are.
pub(super) fn in_order(items: Vec<&syn::Item>) -> Vec<&syn::Item> {
    // How many constants of each name are still to come, and which items wait for them.
    let mut to_come: HashMap<String, (usize, Vec<usize>)> = HashMap::new();
    for item in &items {
        if let syn::Item::Const(constant) = item {
            to_come.entry(constant.ident.to_string()).or_default().0 += 1;
        }
    }
    let mut awaited: Vec<usize> = Vec::with_capacity(items.len());
    for (at, item) in items.iter().enumerate() {
        let mut named = HashSet::new();
        if let syn::Item::Const(constant) = item {
            names(constant.expr.to_token_stream(), &mut named);
            named.remove(&constant.ident.to_string());
        }
        named.retain(|name| match to_come.get_mut(name) {
            Some((_, waiting)) => {
                waiting.push(at);
                true
            }
            None => false,
        });
        awaited.push(named.len());
    }
    let mut left: BTreeSet<usize> = (0..items.len()).collect();
    let mut ready: BTreeSet<usize> = left.iter().copied().filter(|at| awaited[*at] == 0).collect();
    let mut ordered = Vec::with_capacity(items.len());
    while let Some(next) = ready.pop_first().or_else(|| left.first().copied()) {
        left.remove(&next);
        ordered.push(items[next]);
        let syn::Item::Const(constant) = items[next] else { continue };
        let Some((count, waiting)) = to_come.get_mut(&constant.ident.to_string()) else { continue };
        *count -= 1;
        if *count == 0 {
            for at in std::mem::take(waiting) {
                awaited[at] -= 1;
                if awaited[at] == 0 && left.contains(&at) {
                    ready.insert(at);
                }
            }
        }
    }
    ordered
}

/// The names in tokens, whose nesting is bounded by `guard`.
fn names(tokens: TokenStream, found: &mut HashSet<String>) {
    for token in tokens {
        match token {
            TokenTree::Ident(name) => {
                found.insert(name.to_string());
            }
            TokenTree::Group(group) => names(group.stream(), found),
            _ => {}
        }
    }
}

/// Whether an expression is made of literals alone.
pub(super) fn is_closed(expr: &Expr) -> bool {
    let block = |block: &Block| block.stmts.is_empty() && block.tail.as_deref().is_some_and(is_closed);
    match &expr.kind {
        Kind::Literal(_) => true,
        Kind::Unary { operand: only, .. } | Kind::Cast(only) | Kind::Index(only) | Kind::Splat(only) => {
            is_closed(only)
        }
        Kind::Binary { left, right, .. } | Kind::ShortCircuit { left, right, .. } => {
            is_closed(left) && is_closed(right)
        }
        Kind::Call { args, .. } | Kind::Compose(args) => args.iter().all(is_closed),
        Kind::Lane { value, index } => is_closed(value) && is_closed(index),
        Kind::Select { cond, then, otherwise } => {
            [cond, then, otherwise].into_iter().all(|part| is_closed(part))
        }
        Kind::If { cond, then, otherwise } => {
            is_closed(cond) && block(then) && otherwise.as_ref().is_some_and(block)
        }
        Kind::Block(inner) => block(inner),
        _ => false,
    }
}
