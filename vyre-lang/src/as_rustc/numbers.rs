//! What rustc's lints `arithmetic_overflow` and `unconditional_panic` refuse: arithmetic of known numbers that overflows, and known indices past the end.
//!
//! A number is known as a literal, as the value of a variable that is never changed nor lent, and as what is computed of such numbers. Names that are lent,
//! captured or printed anywhere in a function are not followed, as rustc does not follow them either.

use super::body::Builder;
use super::flow::LocalId;
use super::scope::{Kind, Meaning, Space};
use super::ty::Ty;
use crate::diagnostics::Area;
use crate::syntax::{plain, strip, words};
use std::collections::{HashMap, HashSet};
use syn::visit::{self, Visit};
use syn::{BinOp, Expr, UnOp};

/// What is known of the numbers of a function.
#[derive(Default)]
pub(super) struct Numbers<'a> {
    of_exprs: HashMap<*const Expr, i128>,
    of_locals: HashMap<LocalId, i128>,
    /// The lengths of variables that are arrays.
    lengths: HashMap<LocalId, u64>,
    /// The first values of variables whose type nothing has said yet.
    open: HashMap<LocalId, &'a Expr>,
    /// The names that are not followed.
    lent: HashSet<String>,
    /// The first variable of the closure that is looked at: those around it are not known in it.
    pub(super) first: LocalId,
    /// How many conditions around are known, so that what stands under them may never be reached.
    pub(super) under_known: usize,
    /// The points of the graph to which nothing leads.
    pub(super) dead: HashSet<usize>,
}

impl<'a> Numbers<'a> {
    pub(super) fn of(block: &syn::Block) -> Numbers<'a> {
        let mut lent = Lent::default();
        lent.visit_block(block);
        Numbers { lent: lent.0, ..Numbers::default() }
    }
}

/// The names that a body lends, captures or prints.
#[derive(Default)]
struct Lent(HashSet<String>);

impl Lent {
    fn add(&mut self, expr: &Expr) {
        self.0.extend(crate::syntax::path_name(strip(expr)));
    }
}

impl<'ast> Visit<'ast> for Lent {
    fn visit_expr_reference(&mut self, it: &'ast syn::ExprReference) {
        self.add(&it.expr);
        visit::visit_expr_reference(self, it);
    }
    fn visit_expr_method_call(&mut self, it: &'ast syn::ExprMethodCall) {
        self.add(&it.receiver);
        visit::visit_expr_method_call(self, it);
    }
    fn visit_expr_closure(&mut self, it: &'ast syn::ExprClosure) {
        self.0.extend(words(&it.body));
        visit::visit_expr_closure(self, it);
    }
    fn visit_macro(&mut self, it: &'ast syn::Macro) {
        self.0.extend(words(it.tokens.clone()));
    }
}

/// The smallest and the largest number of a type, as far as they fit here.
fn range_of(ty: &Ty) -> Option<(i128, i128, u32)> {
    let Ty::Plain(name) = ty else { return None };
    let bits: u32 = match name.trim_start_matches(['i', 'u']) {
        "8" => 8,
        "16" => 16,
        "32" | "size" => 32,
        "64" => 64,
        _ => return None,
    };
    match name.as_bytes()[0] {
        b'i' => Some((-(1 << (bits - 1)), (1 << (bits - 1)) - 1, bits)),
        b'u' => Some((0, (1 << bits) - 1, bits)),
        _ => None,
    }
}

impl<'a> Builder<'_, 'a> {
    fn number(&self, expr: &Expr) -> Option<i128> {
        self.numbers.of_exprs.get(&std::ptr::from_ref(expr)).copied()
    }

    /// Notes what number an expression is, if that is known.
    pub(super) fn note_number(&mut self, expr: &'a Expr, ty: &Ty) {
        let number = match expr {
            Expr::Lit(syn::ExprLit { lit: syn::Lit::Int(it), .. }) => it.base10_parse().ok(),
            Expr::Paren(it) => self.number(&it.expr),
            Expr::Group(it) => self.number(&it.expr),
            Expr::Path(it) => match it.path.get_ident().and_then(|name| self.local_of(&plain(name))) {
                Some(local) if local >= self.numbers.first => self.numbers.of_locals.get(&local).copied(),
                Some(_) => None,
                None => smallest_or_largest(&it.path).or_else(|| self.number_of_constant(&it.path)),
            },
            Expr::Unary(it) if matches!(it.op, UnOp::Neg(_)) => match (self.number(&it.expr), range_of(ty)) {
                (Some(of), Some((least, most, _))) if -of > most && least < 0 && is_no_literal(&it.expr) => {
                    self.overflows(Area::of(expr), &format!("`-` of {of}"), ty);
                    None
                }
                (of, _) => of.and_then(i128::checked_neg),
            },
            Expr::Binary(it) => self.computed_number(it, ty),
            _ => None,
        };
        if let Some(number) = number {
            self.numbers.of_exprs.insert(std::ptr::from_ref(expr), number);
        }
    }

    /// The number of a constant that is written as one.
    fn number_of_constant(&self, path: &'a syn::Path) -> Option<i128> {
        let Meaning::Item(id) = self.items.scope.path(self.env.module, path, Space::Values) else {
            return None;
        };
        match self.items.scope.entries[id].kind {
            Kind::Constant(it) => super::declarations::number(&it.expr),
            _ => None,
        }
    }

    fn computed_number(&mut self, it: &'a syn::ExprBinary, ty: &Ty) -> Option<i128> {
        let by = self.number(&it.right);
        let range = range_of(ty);
        if matches!(it.op, BinOp::Shl(_) | BinOp::Shr(_)) {
            let (by, (.., bits)) = (by?, range?);
            if !(0..i128::from(bits)).contains(&by) {
                self.overflows(Area::of(it), &format!("a shift by {by}"), ty);
            }
            return None;
        }
        if matches!(it.op, BinOp::Div(_) | BinOp::Rem(_))
            && by == Some(0)
            && (range.is_some() || *ty == Ty::Integer)
        {
            self.panics(Area::of(it), "this divides by zero", "divide by another number");
            return None;
        }
        let (of, by) = (self.number(&it.left)?, by?);
        if let (BinOp::Div(_) | BinOp::Rem(_), -1, Some((least, ..))) = (it.op, by, &range)
            && of == *least
            && of < 0
        {
            let what = format!("{of} divided by -1 is no `{}`", super::impls::shown(self.items, ty));
            self.panics(Area::of(it), &what, "use a wider type, or a method such as `wrapping_div`");
            return None;
        }
        let (number, sign) = match it.op {
            BinOp::Add(_) => (of.checked_add(by)?, '+'),
            BinOp::Sub(_) => (of.checked_sub(by)?, '-'),
            BinOp::Mul(_) => (of.checked_mul(by)?, '*'),
            BinOp::Div(_) => return of.checked_div(by),
            BinOp::Rem(_) => return of.checked_rem(by),
            _ => return None,
        };
        match range {
            Some((least, most, _)) if !(least..=most).contains(&number) => {
                self.overflows(Area::of(it), &format!("{of} {sign} {by}"), ty);
                None
            }
            _ => Some(number),
        }
    }

    fn overflows(&mut self, area: Area, what: &str, ty: &Ty) {
        if self.is_never_reached() || self.items.allowed.contains("arithmetic_overflow") {
            return;
        }
        let ty = super::impls::shown(self.items, ty);
        let problem = format!("this arithmetic operation will overflow: {what} is no `{ty}`");
        self.found.report(area, problem, "use a wider type, or a method such as `wrapping_add`");
    }

    /// Whether what is looked at may be out of reach.
    fn is_never_reached(&self) -> bool {
        let is_dead = |end: &usize| self.numbers.dead.contains(end);
        self.numbers.under_known > 0 || !self.graph.points.is_empty() && self.ends.iter().all(is_dead)
    }

    fn panics(&mut self, area: Area, what: &str, fix: &str) {
        if !self.is_never_reached() && !self.items.allowed.contains("unconditional_panic") {
            self.found.report(area, format!("this operation will panic: {what}"), fix);
        }
    }

    /// Notes what a variable is that nothing changes.
    pub(super) fn note_variable(&mut self, (name, is_mutable): (&syn::Ident, bool), init: &'a Expr, ty: &Ty) {
        let Some(local) = self.local_of(&plain(name)) else { return };
        // A slice may be another one later.
        let length = length_of(strip(init)).filter(|_| matches!(ty.behind(), Ty::Array(_)));
        if let Some(length) = length {
            self.numbers.lengths.insert(local, length);
        }
        if *ty == Ty::Integer {
            self.numbers.open.insert(local, init);
        }
        let is_followed = !is_mutable && !self.numbers.lent.contains(&plain(name));
        let Some(number) = self.number(init).filter(|_| is_followed) else { return };
        match range_of(ty) {
            Some((least, most, _)) if !(least..=most).contains(&number) => {
                self.overflows(Area::of(init), &number.to_string(), ty);
            }
            _ => drop(self.numbers.of_locals.insert(local, number)),
        }
    }

    /// Looks again at a number whose type is said by what is made of it.
    pub(super) fn settle_number(&mut self, expr: &'a Expr, ty: &Ty) {
        if range_of(ty).is_none() {
            return;
        }
        match expr {
            Expr::Paren(it) => return self.settle_number(&it.expr, ty),
            Expr::Group(it) => return self.settle_number(&it.expr, ty),
            Expr::Path(it) => {
                let local = it.path.get_ident().and_then(|name| self.local_of(&plain(name)));
                let init = local.and_then(|local| self.numbers.open.remove(&local));
                return init.into_iter().for_each(|init| self.settle_number(init, ty));
            }
            Expr::Unary(it) => self.settle_number(&it.expr, ty),
            Expr::Binary(it) => {
                self.settle_number(&it.left, ty);
                if !matches!(it.op, BinOp::Shl(_) | BinOp::Shr(_)) {
                    self.settle_number(&it.right, ty);
                }
            }
            _ => return,
        }
        self.numbers.of_exprs.remove(&std::ptr::from_ref(expr));
        self.note_number(expr, ty);
    }

    /// Notes the length that a type says.
    pub(super) fn note_length(&mut self, pat: &syn::Pat, ty: &syn::Type) {
        let mut ty = ty;
        while let syn::Type::Reference(of) = ty {
            ty = &of.elem;
        }
        let (syn::Pat::Ident(name), syn::Type::Array(array)) = (pat, ty) else { return };
        let Expr::Lit(syn::ExprLit { lit: syn::Lit::Int(length), .. }) = &array.len else { return };
        if let (Some(local), Ok(length)) = (self.local_of(&plain(&name.ident)), length.base10_parse()) {
            self.numbers.lengths.insert(local, length);
        }
    }

    /// Reports an index past the end of an array.
    pub(super) fn check_index(&mut self, it: &'a syn::ExprIndex) {
        let Some(name) = crate::syntax::path_name(strip(&it.expr)) else { return };
        let Some(length) = self.local_of(&name).and_then(|local| self.numbers.lengths.get(&local)).copied()
        else {
            return;
        };
        if let Some(index) = self.number(&it.index)
            && index >= i128::from(length)
        {
            let what = format!("the length is {length} but the index is {index}");
            self.panics(Area::of(&*it.index), &what, "use an index below the length");
        }
    }

    /// Whether all that a condition asks is known, so that one of its branches is never taken.
    pub(super) fn is_known_condition(&self, cond: &Expr) -> bool {
        struct Asks<'b, 'i, 'a> {
            builder: &'b Builder<'i, 'a>,
            is_open: bool,
        }
        impl<'ast> Visit<'ast> for Asks<'_, '_, '_> {
            fn visit_expr(&mut self, it: &'ast Expr) {
                match it {
                    Expr::Path(path) => {
                        let local =
                            path.path.get_ident().and_then(|name| self.builder.local_of(&plain(name)));
                        self.is_open |=
                            local.is_some_and(|local| !self.builder.numbers.of_locals.contains_key(&local));
                    }
                    Expr::Call(_) | Expr::MethodCall(_) | Expr::Index(_) | Expr::Macro(_) => {
                        self.is_open = true
                    }
                    _ => visit::visit_expr(self, it),
                }
            }
        }
        let mut asks = Asks { builder: self, is_open: false };
        asks.visit_expr(cond);
        !asks.is_open
    }
}

/// The type of `i32::MAX` and the like.
pub(super) fn type_of_limit(path: &syn::Path) -> Option<Ty> {
    smallest_or_largest(path)?;
    Some(Ty::plain(&plain(&path.segments.first()?.ident)))
}

/// `i32::MAX` and the like.
fn smallest_or_largest(path: &syn::Path) -> Option<i128> {
    let [ty, name] = path.segments.iter().collect::<Vec<_>>()[..] else { return None };
    let (least, most, _) = range_of(&Ty::plain(&plain(&ty.ident)))?;
    match name.ident.to_string().as_str() {
        "MIN" => Some(least),
        "MAX" => Some(most),
        _ => None,
    }
}

fn is_no_literal(expr: &Expr) -> bool {
    !matches!(strip(expr), Expr::Lit(_))
}

fn length_of(init: &Expr) -> Option<u64> {
    match init {
        Expr::Array(it) => Some(it.elems.len() as u64),
        Expr::Repeat(it) => match strip(&it.len) {
            Expr::Lit(syn::ExprLit { lit: syn::Lit::Int(length), .. }) => length.base10_parse().ok(),
            _ => None,
        },
        Expr::Reference(it) => length_of(strip(&it.expr)),
        _ => None,
    }
}
