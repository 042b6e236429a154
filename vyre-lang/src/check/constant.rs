//! What is known while the macro runs: `const` items and the lengths of arrays.
//!
//! The IR computes them ([`vyre_ir::evaluate`]), from what the expression is emitted as in a kernel. So arithmetic
//! wraps in constants as it does everywhere, and `x / 0` is 0.

use super::extent::Extent;
use super::outer::depends;
use super::scopes::Surface;
use super::{Checker, Entity, plain};
use crate::diagnostics::Area;
use crate::emit;
use crate::hir::{Block, Expr, ItemId, Kernel, Kind};
use crate::signature::is_sized;
use crate::types::Ty;
use proc_macro2::{Delimiter, TokenStream, TokenTree};
use quote::{ToTokens, quote};
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

    /// The length of an array, as an expression. What calls a `const fn` is for rustc to evaluate.
    pub(super) fn length(&mut self, length: &syn::Expr) -> Expr {
        if self.calls_outside(length.to_token_stream()) {
            let value = self.with_constants(length.to_token_stream());
            return self.item_expr(quote!((#value)), Some(Ty::U32), length.area());
        }
        self.expr(length)
    }

    /// Whether tokens call anything that the body does not declare, and name no constant parameter.
    fn calls_outside(&self, tokens: TokenStream) -> bool {
        let (mut open, mut is_call) = (vec![tokens], false);
        while let Some(tokens) = open.pop() {
            let mut tokens = tokens.into_iter().peekable();
            while let Some(token) = tokens.next() {
                match token {
                    TokenTree::Group(group) => open.push(group.stream()),
                    TokenTree::Ident(name) => match self.lookup(&plain(&name)) {
                        Some(Entity::Const(..) | Entity::Item(_) | Entity::Table(_)) => {}
                        Some(_) => return false,
                        None => {
                            let next = tokens.peek();
                            is_call |= matches!(next, Some(TokenTree::Group(it)) if it.delimiter() == Delimiter::Parenthesis);
                        }
                    },
                    _ => {}
                }
            }
        }
        is_call
    }

    /// The length of an array: a number, and an expression where it depends on constant parameters, or on constants whose values only
    /// rustc knows. With its tokens.
    pub(super) fn array_length(&mut self, length: Expr) -> Option<(u32, Area, Option<Expr>)> {
        let area = length.area;
        if is_made_of(&length, &mut |at| self.tell(at)) || depends(&length) != Some(true) {
            return Some((self.constant_u32(&length)?, area, None));
        }
        // A constant of any integer type can be a length, as far as rustc sees.
        let is_known = matches!(self.infer.resolve(length.ty), Ty::Open(_) | Ty::Int(_));
        (is_known || self.demand(&length, Ty::U32)).then_some((1, area, Some(length)))
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
        if !is_made_of(expr, &mut |at| self.tell(at)) {
            let (problem, fix) = match is_made_of(expr, &mut |_| true) {
                true => (
                    "only rustc knows the value of this constant",
                    "declare it in this file, or write its value",
                ),
                false => ("this value is not constant", "use literals and constants"),
            };
            self.errors.report(expr.area, problem, fix);
            return None;
        }
        let value = self.value(expr);
        if value.is_none() {
            self.errors.report(expr.area, "this value is not constant", "use literals and constants");
        }
        value
    }

    /// The value of an expression, if it is known now.
    pub(super) fn known(&mut self, expr: &Expr) -> Option<Lanes> {
        if let Kind::Literal(bits) = expr.kind {
            return Some(value::words(self.infer.literal_bits(bits, expr.ty)));
        }
        if is_closed(expr) { self.value(expr) } else { None }
    }

    /// The value of an expression, if it is known now or the file tells it.
    pub(super) fn known_or_told(&mut self, expr: &Expr) -> Option<Lanes> {
        self.known(expr).or_else(|| {
            let is_told = is_made_of(expr, &mut |at| self.tell(at));
            if is_told { self.value(expr) } else { None }
        })
    }

    /// The value of an expression of literals, and of constants whose values are told.
    fn value(&mut self, expr: &Expr) -> Option<Lanes> {
        let (types, items) = (std::mem::take(&mut self.infer), std::mem::take(&mut self.items.list));
        let kernel = Kernel { types, items, ..Kernel::default() };
        let value = emit::value(&kernel, expr);
        (self.infer, self.items.list) = (kernel.types, kernel.items);
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
    is_made_of(expr, &mut |_| false)
}

/// Whether an expression is made of literals, and of constants that rustc evaluates for which `is_told` holds.
fn is_made_of(expr: &Expr, is_told: &mut dyn FnMut(ItemId) -> bool) -> bool {
    let mut of = |part: &Expr| is_made_of(part, is_told);
    fn value_of(block: &Block) -> Option<&Expr> {
        block.tail.as_deref().filter(|_| block.stmts.is_empty())
    }
    match &expr.kind {
        Kind::Literal(_) => true,
        Kind::Item(at) => is_told(*at),
        Kind::Unary { operand: only, .. } | Kind::Cast(only) | Kind::Index(only) | Kind::Splat(only) => {
            of(only)
        }
        Kind::Binary { left, right, .. } | Kind::ShortCircuit { left, right, .. } => of(left) && of(right),
        Kind::Call { args, .. } | Kind::Compose(args) => args.iter().all(of),
        Kind::Lane { value, index } => of(value) && of(index),
        Kind::Select { cond, then, otherwise } => [cond, then, otherwise].into_iter().all(|part| of(part)),
        Kind::If { cond, then, otherwise } => {
            let otherwise = otherwise.as_ref().and_then(value_of);
            of(cond) && [value_of(then), otherwise].iter().all(|part| part.is_some_and(&mut of))
        }
        Kind::Block(inner) => value_of(inner).is_some_and(of),
        _ => false,
    }
}
