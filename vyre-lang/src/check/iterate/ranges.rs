//! Ranges as functions of an index, so that they stand beside other iterators.

use super::super::Checker;
use super::source::both;
use super::{At, Indexed, Item, Range, count, number, select};
use crate::diagnostics::Area;
use crate::hir::{Adaptor, Expr, Kind, Stmt};
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
        Indexed::new(number(u32::MAX, area), false, at)
    }

    /// A range as a function of the index. Where it has more numbers than an index counts, those are the first ones.
    pub(super) fn indexed_range(&mut self, range: Range, before: &mut Vec<Stmt>) -> Indexed {
        let Range { counted, ty } = range;
        let (area, is_closed) = (counted.from.area, counted.is_closed);
        let fixed = |checker: &mut Self, bound: Expr, before: &mut Vec<Stmt>| match bound.kind {
            Kind::Literal(_) => bound,
            _ => checker.hidden("bound", bound, before),
        };
        let from = fixed(self, *counted.from, before);
        let to = fixed(self, *counted.to, before);
        let resolved = self.infer.resolve(ty);
        let counter = resolved.counter();
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
        // The index of the last number, if there is one. It fits where the number of all does not.
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
        Indexed { from_end: is_turned, ..Indexed::new(length, false, at) }
    }
}
