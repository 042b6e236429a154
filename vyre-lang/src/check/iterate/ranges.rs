//! Ranges as functions of an index, so that they stand beside other iterators.

use super::super::Checker;
use super::source::both;
use super::{Acts, At, Indexed, Item, Range, count, number, select};
use crate::diagnostics::Area;
use crate::hir::{Adaptor, Counted, Expr, Kind, Stmt};
use crate::types::Ty;
use std::cell::Cell;
use std::rc::Rc;
use vyre_ir::BinOp;

/// The numbers of a range in their order.
#[derive(Clone)]
struct Walk {
    first: Expr,
    /// The number at the end, where that is known without the number of steps.
    end: Option<Expr>,
    /// The distance between two of them, if it is not 1.
    stride: Option<Expr>,
    is_falling: bool,
}

/// What a range counts.
struct Walked {
    walk: Walk,
    is_any: Expr,
    /// The index of the last number, if there is one. It fits where the number of all does not.
    last: Expr,
    /// From one bound to the other.
    distance: Expr,
    /// The type that counts the numbers, and of all these but the first and the last bound.
    counter: Ty,
    to: Expr,
    starts_at_zero: bool,
}

fn binary(op: BinOp, left: Expr, right: Expr) -> Expr {
    let (ty, area) = (if op.is_predicate() { Ty::Bool } else { left.ty }, left.area);
    let (left, right) = (Box::new(left), Box::new(right));
    Expr { kind: Kind::Binary { op, left, right }, ty, area }
}

impl Checker<'_> {
    fn cast_number(&self, value: Expr, ty: Ty) -> Expr {
        let area = value.area;
        match self.infer.resolve(value.ty) == self.infer.resolve(ty) {
            true => value,
            false => Expr { kind: Kind::Cast(Box::new(value)), ty, area },
        }
    }

    /// The number at an index.
    fn number_at(&self, walk: Walk, index: Expr) -> Expr {
        let ty = walk.first.ty;
        let index = self.cast_number(index, ty);
        let distance = match walk.stride {
            Some(stride) => binary(BinOp::Mul, index, self.cast_number(stride, ty)),
            None => index,
        };
        match (walk.first.kind, walk.is_falling) {
            (Kind::Literal(0), false) => distance,
            (kind, false) => binary(BinOp::Add, Expr { kind, ..walk.first }, distance),
            (kind, true) => binary(BinOp::Sub, Expr { kind, ..walk.first }, distance),
        }
    }

    /// `from..`, which ends nowhere.
    pub(super) fn endless_range(&mut self, from: Expr, area: Area) -> Indexed {
        let walk = Walk { first: from, end: None, stride: None, is_falling: false };
        let at: At = Box::new(move |checker, index, _| Item::Value(checker.number_at(walk, index)));
        Indexed::new(number(u32::MAX, area), Acts::Never, at)
    }

    /// The unsigned type in which the numbers of a range are counted. What follows may say a wide type of one that is not settled yet.
    pub(super) fn counter_of(&mut self, ty: Ty, bounds: [&Expr; 2]) -> Ty {
        let ty = self.infer.resolve(ty);
        if !matches!(ty, Ty::Int(_)) {
            return ty.counter();
        }
        let is_short = |bits: u128| bits <= u32::MAX.into() || bits >= u128::from(u32::MAX).wrapping_neg();
        let is_literal = |bound: &Expr, is: &dyn Fn(u128) -> bool| match &bound.kind {
            Kind::Literal(bits) => is(*bits),
            Kind::Unary { operand, .. } => matches!(operand.kind, Kind::Literal(bits) if is(bits)),
            _ => false,
        };
        if bounds.iter().all(|bound| is_literal(bound, &is_short)) {
            Ty::U32
        } else if bounds.iter().any(|bound| is_literal(bound, &|bits| !is_short(bits) && bits >> 63 != 0)) {
            Ty::U128
        } else {
            Ty::U64
        }
    }

    /// What a range counts, in the type that counts its numbers.
    fn walked(&mut self, range: Range, before: &mut Vec<Stmt>) -> Walked {
        let Range { counted, ty } = range;
        let (area, is_closed) = (counted.from.area, counted.is_closed);
        let fixed = |checker: &mut Self, bound: Expr, before: &mut Vec<Stmt>| match bound.kind {
            Kind::Literal(_) => bound,
            _ => checker.hidden("bound", bound, before),
        };
        let from = fixed(self, *counted.from, before);
        let to = fixed(self, *counted.to, before);
        let resolved = self.infer.resolve(ty);
        let counter = self.counter_of(resolved, [&from, &to]);
        let starts_at_zero = resolved == Ty::U32 && matches!(from.kind, Kind::Literal(0));
        let op = if is_closed { BinOp::Le } else { BinOp::Lt };
        let mut is_any = binary(op, from.clone(), to.clone());
        let distance = binary(
            BinOp::Sub,
            self.cast_number(to.clone(), counter),
            self.cast_number(from.clone(), counter),
        );
        let one = |ty| Expr { kind: Kind::Literal(1), ty, area };
        let end = match is_closed {
            true => to.clone(),
            false => binary(BinOp::Sub, to.clone(), one(ty)),
        };
        let mut walk = Walk { first: from, end: Some(end), stride: None, is_falling: false };
        let mut last = match is_closed {
            true => distance.clone(),
            false => binary(BinOp::Sub, distance.clone(), one(counter)),
        };
        for adaptor in counted.adaptors {
            match adaptor {
                Adaptor::Rev => {
                    let end = match walk.end.take() {
                        Some(end) => end,
                        None => {
                            let index = self.hidden("last", last, before);
                            last = index.clone();
                            self.number_at(walk.clone(), index)
                        }
                    };
                    let end = self.hidden("end", end, before);
                    walk.end = Some(std::mem::replace(&mut walk.first, end));
                    walk.is_falling = !walk.is_falling;
                }
                Adaptor::StepBy(step) => {
                    let step = match counter {
                        Ty::U32 => self.as_index(step, "step"),
                        _ => self.cast_number(step, counter),
                    };
                    let step = fixed(self, step, before);
                    if !matches!(step.kind, Kind::Literal(_)) {
                        let zero = Expr { kind: Kind::Literal(0), ty: counter, area };
                        is_any = both(is_any, binary(BinOp::Ne, step.clone(), zero));
                    }
                    last = binary(BinOp::Div, last, step.clone());
                    walk.stride = Some(match walk.stride.take() {
                        Some(stride) => binary(BinOp::Mul, stride, step),
                        None => step,
                    });
                    walk.end = None;
                }
            }
        }
        Walked { walk, is_any, last, distance, counter, to, starts_at_zero }
    }

    /// A range as a function of the index. Where it has more numbers than an index counts, those are the first ones.
    pub(super) fn indexed_range(&mut self, range: Range, before: &mut Vec<Stmt>) -> Indexed {
        let (area, is_closed) = (range.counted.from.area, range.counted.is_closed);
        let Walked { walk, is_any, last, distance, counter, to, starts_at_zero } = self.walked(range, before);
        let index = |value| match counter {
            Ty::U32 => value,
            _ => Expr { kind: Kind::Index(Box::new(value)), ty: Ty::U32, area },
        };
        let length = match (is_closed, &walk.stride) {
            (false, None) => index(distance),
            _ => {
                let last = count(BinOp::Min, index(last), number(u32::MAX - 1, area));
                count(BinOp::Add, last, number(1, area))
            }
        };
        let length = match starts_at_zero && !is_closed && walk.stride.is_none() {
            true => to,
            false => select(is_any, length, number(0, area)),
        };
        let length = self.settled_count(length, before);
        let from_end = Rc::new(Cell::new(false));
        let is_turned = walk.end.is_some().then(|| Rc::clone(&from_end));
        let at: At = Box::new(move |checker, index, _| {
            let walk = match (from_end.get(), walk) {
                (true, Walk { first, end: Some(end), stride, is_falling }) => {
                    Walk { first: end, end: Some(first), stride, is_falling: !is_falling }
                }
                (_, walk) => walk,
            };
            Item::Value(checker.number_at(walk, index))
        });
        Indexed { from_end: is_turned, ..Indexed::new(length, Acts::Never, at) }
    }

    /// A range without its first numbers.
    pub(super) fn range_after(&mut self, range: Range, skipped: Expr, before: &mut Vec<Stmt>) -> Range {
        let ty = range.ty;
        let Walked { walk, is_any, last, counter, .. } = self.walked(range, before);
        let area = last.area;
        let last = self.hidden("last", last, before);
        let skipped = self.cast_number(skipped, counter);
        let is_any = both(is_any, binary(BinOp::Le, skipped.clone(), last.clone()));
        let is_any = self.hidden("is_any", is_any, before);
        let is_falling = walk.is_falling;
        let mut adaptors = if is_falling { vec![Adaptor::Rev] } else { Vec::new() };
        adaptors.extend(walk.stride.clone().map(Adaptor::StepBy));
        let first = self.number_at(walk.clone(), skipped);
        let end = self.number_at(walk, last);
        let (from, to) = if is_falling { (end, first) } else { (first, end) };
        // From 1 to 0 there is nothing.
        let bound = |number| Expr { kind: Kind::Literal(number), ty, area };
        let from = Box::new(select(is_any.clone(), from, bound(1)));
        let to = Box::new(select(is_any, to, bound(0)));
        Range { counted: Counted { from, to, is_closed: true, adaptors }, ty }
    }
}
