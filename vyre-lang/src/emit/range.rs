//! The ranges of `for` loops that the IR does not count by itself: a first value, a stride and a number of rounds.
//!
//! They are computed in `u32`, or in `u64` or `u128` for integers of 64 or 128 bits, and wrap as these do. Up to the end of the range no
//! value wraps past another, so that is exact for signed integers too.

use super::{Built, BuiltNode, Emitter};
use crate::diagnostics::Area;
use crate::types::Ty;
use vyre_ir::{BinOp, Expr, library};

/// The values of a range, in the order of the loop.
pub(super) struct Progression {
    /// Their type.
    ty: Ty,
    /// The type in which the rest is computed: `u32`, `u64` or `u128`.
    counter: Ty,
    first: Built,
    /// The last value, where it is known without the number of rounds.
    last: Option<Built>,
    stride: Built,
    /// Whether each value is below the one before it.
    is_falling: bool,
    rounds: Built,
    /// The number of the last round, where that of all may not fit.
    last_round: Option<Built>,
}

impl Emitter<'_> {
    /// `a..b` or `a..=b`, with bounds of this type.
    pub(super) fn progression(
        &mut self,
        is_closed: bool,
        ty: Ty,
        mut bounds: [Built; 2],
        area: Area,
        nodes: &mut Vec<BuiltNode>,
    ) -> Progression {
        let counter = ty.counter();
        bounds.iter_mut().for_each(|bound| self.repeatable(bound, nodes));
        let [from, to] = bounds;
        let [first, end] = [&from, &to].map(|bound| self.raw(bound.copy_leaf(), ty, counter));
        let (zero, one) = (self.literal(0, counter, area), self.literal(1, counter, area));
        let starts_at_zero = !ty.is_signed() && first.expr == zero.expr;
        let mut rounds = self.count(BinOp::Sub, counter, [end.copy(), first.copy()], area, nodes);
        let last = match is_closed {
            true => end,
            false => self.count(BinOp::Sub, counter, [end, one.copy()], area, nodes),
        };
        let mut last_round = None;
        if is_closed {
            self.repeatable(&mut rounds, nodes);
            last_round = Some(rounds.copy());
            rounds = match &rounds.expr {
                Expr::LitU32(count) => Built::leaf(Expr::LitU32(count.saturating_add(1)), area),
                _ => self.method("saturating_add", counter, vec![rounds, one.copy()], area),
            };
        }
        if !starts_at_zero {
            let op = if is_closed { BinOp::Le } else { BinOp::Lt };
            rounds = match (known(&from.expr), known(&to.expr)) {
                (Some(from), Some(to)) if from < to || is_closed && from == to => rounds,
                (Some(_), Some(_)) => zero,
                _ => {
                    let is_any = self.binary(op, (ty, ty), vec![from, to], area, nodes);
                    Built::of(area, vec![is_any, rounds, zero], &Expr::select(0, 0, 0))
                }
            };
        }
        Progression {
            ty,
            counter,
            first,
            last: Some(last),
            stride: one,
            is_falling: false,
            rounds,
            last_round,
        }
    }

    /// The same values from the last one to the first.
    pub(super) fn reversed(
        &mut self,
        mut it: Progression,
        area: Area,
        nodes: &mut Vec<BuiltNode>,
    ) -> Progression {
        if let Some(mut first) = it.last {
            self.repeatable(&mut first, nodes);
            return Progression { first, last: Some(it.first), is_falling: !it.is_falling, ..it };
        }
        self.repeatable(&mut it.rounds, nodes);
        let last = self.last_round(&it, area, nodes);
        let distance = self.count(BinOp::Mul, it.counter, [last, it.stride.copy()], area, nodes);
        let op = if it.is_falling { BinOp::Sub } else { BinOp::Add };
        let mut first = self.count(op, it.counter, [it.first.copy(), distance], area, nodes);
        self.repeatable(&mut first, nodes);
        Progression { first, last: Some(it.first), is_falling: !it.is_falling, ..it }
    }

    /// Every so many of the values; none if the step is 0.
    pub(super) fn stepped(
        &mut self,
        mut it: Progression,
        step: Built,
        ty: Ty,
        area: Area,
        nodes: &mut Vec<BuiltNode>,
    ) -> Progression {
        let counter = it.counter;
        let mut step = self.raw(step, ty, counter);
        self.repeatable(&mut step, nodes);
        let (zero, one) = (self.literal(0, counter, area), self.literal(1, counter, area));
        it.rounds = match (&it.rounds.expr, &step.expr) {
            (Expr::LitU32(rounds), Expr::LitU32(step)) => {
                let last = match it.last_round.as_ref().map(|last| &last.expr) {
                    Some(Expr::LitU32(last)) => *last,
                    _ => rounds.wrapping_sub(1),
                };
                let rounds = if *rounds == 0 || *step == 0 { 0 } else { last / step + 1 };
                Built::leaf(Expr::LitU32(rounds), area)
            }
            _ => {
                self.repeatable(&mut it.rounds, nodes);
                let before = self.last_round(&it, area, nodes);
                let parts = self.count(BinOp::Div, counter, [before, step.copy()], area, nodes);
                let rounds = self.count(BinOp::Add, counter, [parts, one], area, nodes);
                // Without a step there are no rounds either: then the smaller of the two is 0.
                let least = self.method("min", counter, vec![it.rounds.copy(), step.copy()], area);
                let none = self.binary(BinOp::Eq, (counter, counter), vec![least, zero.copy()], area, nodes);
                Built::of(area, vec![none, zero, rounds], &Expr::select(0, 0, 0))
            }
        };
        it.stride = self.count(BinOp::Mul, counter, [it.stride, step], area, nodes);
        self.repeatable(&mut it.stride, nodes);
        (it.last, it.last_round) = (None, None);
        it
    }

    /// The number of the last round, if there is one.
    fn last_round(&mut self, it: &Progression, area: Area, nodes: &mut Vec<BuiltNode>) -> Built {
        match &it.last_round {
            Some(last) => last.copy(),
            None => {
                let one = self.literal(1, it.counter, area);
                self.count(BinOp::Sub, it.counter, [it.rounds.copy(), one], area, nodes)
            }
        }
    }

    /// The number of rounds, as far as a loop of the IR goes.
    pub(super) fn rounds(&mut self, it: &Progression, area: Area) -> Built {
        if it.counter == Ty::U32 {
            return it.rounds.copy();
        }
        let most = self.literal(u32::MAX.into(), it.counter, area);
        let rounds = self.method("min", it.counter, vec![it.rounds.copy(), most], area);
        Built::of(area, vec![rounds], &Expr::component(0, 0))
    }

    /// The value of the round that a variable counts.
    pub(super) fn nth(
        &mut self,
        it: &Progression,
        round: &str,
        area: Area,
        nodes: &mut Vec<BuiltNode>,
    ) -> Built {
        let round = self.cast(Built::leaf(Expr::var(round), area), Ty::U32, it.counter, area);
        let distance = self.count(BinOp::Mul, it.counter, [round, it.stride.copy()], area, nodes);
        let op = if it.is_falling { BinOp::Sub } else { BinOp::Add };
        let value = self.count(op, it.counter, [it.first.copy(), distance], area, nodes);
        self.cast(value, it.counter, it.ty, area)
    }

    /// The bits of an integer, in the type of a counter.
    fn raw(&self, value: Built, ty: Ty, counter: Ty) -> Built {
        let area = value.areas.area;
        match (&value.expr, counter) {
            (Expr::LitI32(number), Ty::U32) => Built::leaf(Expr::LitU32(*number as u32), area),
            _ => self.cast(value, ty, counter, area),
        }
    }

    /// An operator on two counters. What is known now is computed now, so that simple loops stay simple.
    fn count(
        &mut self,
        op: BinOp,
        counter: Ty,
        [left, right]: [Built; 2],
        area: Area,
        nodes: &mut Vec<BuiltNode>,
    ) -> Built {
        match (&left.expr, op, &right.expr) {
            (Expr::LitU32(left), _, Expr::LitU32(right)) => {
                Built::leaf(Expr::LitU32(op.eval(*left, *right)), area)
            }
            (_, BinOp::Add | BinOp::Sub, Expr::LitU32(0)) | (_, BinOp::Mul | BinOp::Div, Expr::LitU32(1)) => {
                left
            }
            (Expr::LitU32(0), BinOp::Add, _) | (Expr::LitU32(1), BinOp::Mul, _) => right,
            _ => self.binary(op, (counter, counter), vec![left, right], area, nodes),
        }
    }

    /// One of std's methods.
    pub(super) fn method(&self, name: &str, ty: Ty, args: Vec<Built>, area: Area) -> Built {
        if let (Ty::U32, Some(op)) = (ty, BinOp::from_method(name)) {
            return Built::of(area, args, &Expr::binary(op, 0, 0));
        }
        match ty.data().as_ref().and_then(|data| library::method(data, name)) {
            Some(row) => Built::call(row.id, args, area),
            None => self.literal(0, ty, area),
        }
    }
}

/// The number that a literal is.
fn known(expr: &Expr) -> Option<i64> {
    match expr {
        Expr::LitU32(number) => Some((*number).into()),
        Expr::LitI32(number) => Some((*number).into()),
        _ => None,
    }
}
