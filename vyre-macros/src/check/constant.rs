//! What is known while the macro runs: `const` items and the lengths of arrays.
//!
//! The IR computes them ([`vyre_ir::evaluate`]), from what the expression is emitted as in a kernel. So arithmetic
//! wraps in constants as it does everywhere, and `x / 0` is 0.

use super::{Checker, Entity};
use crate::diagnostics::Area;
use crate::emit;
use crate::hir::{Block, Expr, Kernel, Kind};
use crate::types::Ty;
use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens;
use vyre_ir::Lanes;

impl Checker<'_> {
    /// `const NAME: T = value;`
    pub(super) fn constant_item(&mut self, constant: &syn::ItemConst) {
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
        let lanes = self.constant(&value).filter(|_| ty != Ty::Error);
        self.declare(&constant.ident, lanes.map_or(Entity::Poisoned, |lanes| Entity::Const(lanes, ty)));
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
            return Some([bits as u32, (bits >> 32) as u32, 0, 0]);
        }
        if !is_closed(expr) {
            return None;
        }
        let kernel = Kernel { types: std::mem::take(&mut self.infer), ..Kernel::default() };
        let value = emit::value(&kernel, expr);
        self.infer = kernel.types;
        value.map(vyre_ir::Value::lanes)
    }

    /// The expression that a use of a constant is.
    pub(super) fn constant_use(&self, lanes: Lanes, ty: Ty, area: Area) -> Expr {
        let literal = |bits, ty| Expr { kind: Kind::Literal(bits), ty, area };
        match ty.vector_lanes() {
            Some(count) => {
                let lanes = lanes.iter().take(count as usize).map(|lane| literal((*lane).into(), Ty::U32));
                Expr { kind: Kind::Compose(lanes.collect()), ty, area }
            }
            None => literal(u64::from(lanes[0]) | u64::from(lanes[1]) << 32, ty),
        }
    }
}

/// The items of a block with each constant after those that it names: in Rust they may stand in any order. Constants that need each other
/// stay where they are.
pub(super) fn in_order(items: Vec<&syn::Item>) -> Vec<&syn::Item> {
    let mut left = items;
    let mut ordered = Vec::with_capacity(left.len());
    while !left.is_empty() {
        let waits = |item: &syn::Item| {
            let syn::Item::Const(constant) = item else { return false };
            let others = left.iter().filter_map(|other| match other {
                syn::Item::Const(other) if other.ident != constant.ident => Some(other.ident.to_string()),
                _ => None,
            });
            let others: Vec<String> = others.collect();
            names(constant.expr.to_token_stream(), &others)
        };
        let next = left.iter().position(|item| !waits(item)).unwrap_or(0);
        ordered.push(left.remove(next));
    }
    ordered
}

/// Whether tokens have one of these names. Their nesting is bounded by `guard`.
fn names(tokens: TokenStream, names_of: &[String]) -> bool {
    tokens.into_iter().any(|token| match token {
        TokenTree::Ident(name) => names_of.iter().any(|known| name == known),
        TokenTree::Group(group) => names(group.stream(), names_of),
        _ => false,
    })
}

/// Whether an expression is made of literals alone.
fn is_closed(expr: &Expr) -> bool {
    let block = |block: &Block| block.stmts.is_empty() && block.tail.as_deref().is_some_and(is_closed);
    match &expr.kind {
        Kind::Literal(_) => true,
        Kind::Unary { operand: only, .. } | Kind::Cast(only) | Kind::Splat(only) => is_closed(only),
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
