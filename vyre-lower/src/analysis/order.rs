//! Which values are below which: the rules by which an index is proven to be below a length.
//!
//! The question is always whether `value + plus < limit`, as integers without end. An instruction that gives at most what an
//! operand is, or a constant more, passes the question on to the operand; a relation passes it on to the greater value. The
//! search is bounded, so it may miss a proof.

use super::conditions::RELATIONS;
use super::range::Range;
use super::ranges::{Facts, Source};
use crate::form::*;
use vyre_ir::BinOp;

/// How many values one search looks at.
const STEPS: u32 = 64;
/// How many values a search within another one looks at.
const INNER_STEPS: u32 = 8;
/// How long a chain of values may be.
const DEPTH: u32 = 16;

/// What a value is to be below.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Limit {
    /// So many times the length of a buffer.
    Length(BufferId, u32),
    /// Another value.
    Value(InstId),
}

/// From which relation a proof may begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum First {
    /// From none: the computation alone has to prove it.
    None,
    /// From those of this source.
    Only(Source),
    /// From any.
    Any,
}

/// A search for a proof.
pub(super) struct Search<'s, 'f> {
    facts: &'s Facts<'f>,
    limit: Limit,
    /// The least value of the limit.
    least: i64,
    steps: u32,
    /// Whether the search is for a part of a proof.
    is_inner: bool,
}

impl<'s, 'f> Search<'s, 'f> {
    pub(super) fn new(facts: &'s Facts<'f>, limit: Limit) -> Search<'s, 'f> {
        let least = match limit {
            Limit::Length(buffer, times) => facts.least_length(buffer) * u64::from(times),
            Limit::Value(value) => facts.range(value).lo,
        };
        Search { facts, limit, least: least as i64, steps: STEPS, is_inner: false }
    }

    /// Whether `value + plus` is below the limit. If so, gives the source of the first relation that says it, if there is one.
    pub(super) fn find(&mut self, value: InstId, plus: i64, first: First) -> Option<Option<Source>> {
        self.below(value, plus, first, DEPTH)
    }

    /// Whether every value of a range is below the limit.
    pub(super) fn is_below_by_range(&self, range: Range) -> bool {
        (range.hi as i64) < self.least
    }

    fn below(&mut self, value: InstId, plus: i64, first: First, depth: u32) -> Option<Option<Source>> {
        let value = self.facts.known_as(value);
        if self.steps == 0 || depth == 0 || plus.abs() > 1 << 40 || self.facts.form()[value].ty.lanes != 1 {
            return None;
        }
        self.steps -= 1;
        if self.facts.learned(value).hi as i64 + plus < self.least || plus < 0 && self.is_limit(value) {
            return Some(None);
        }
        let related = self.related(value, plus, first, depth);
        if related.is_some() {
            return related;
        }
        match self.facts.form()[value].op {
            Op::Binary(op, a, b) if self.facts.form()[a].ty == U32 => {
                self.computed(op, [a, b], plus, first, depth)
            }
            Op::Select(_, a, b) => self.both(a, b, plus, first, depth),
            _ => None,
        }
    }

    /// By what is known to be greater than the value.
    fn related(&mut self, value: InstId, plus: i64, first: First, depth: u32) -> Option<Option<Source>> {
        let facts = self.facts;
        let mut usable = facts.relations(value).take(RELATIONS).filter(|relation| match first {
            First::None => false,
            First::Only(source) => source == relation.source,
            First::Any => true,
        });
        usable.find_map(|relation| {
            // From `value + relation.plus < below` follows `value + plus <= below + plus - relation.plus - 1`.
            let plus = plus - relation.plus - 1;
            self.below(relation.below, plus, First::Any, depth - 1).map(|_| Some(relation.source))
        })
    }

    /// By how the value is computed from two operands.
    fn computed(
        &mut self,
        op: BinOp,
        [a, b]: [InstId; 2],
        plus: i64,
        first: First,
        depth: u32,
    ) -> Option<Option<Source>> {
        use BinOp::*;
        let (facts, next) = (self.facts, depth - 1);
        let (x, y) = (facts.learned(a), facts.learned(b));
        match op {
            // A sum that wraps is even less.
            Add | BitOr | BitXor => self
                .below(a, plus + y.hi as i64, first, next)
                .or_else(|| self.below(b, plus + x.hi as i64, first, next)),
            Sub if self.is_at_most(b, a) => self.below(a, plus - y.lo as i64, first, next),
            Min | BitAnd => self.below(a, plus, first, next).or_else(|| self.below(b, plus, first, next)),
            Max | AbsDiff => self.both(a, b, plus, first, depth),
            Div | Shr => self.below(a, plus, first, next),
            Mod => {
                let below_left = self.below(a, plus, first, next);
                // A remainder of 0 is 0, and not below 0.
                below_left.or_else(|| (y.lo > 0).then(|| self.below(b, plus - 1, first, next)).flatten())
            }
            Mul => match (x.as_one(), y.as_one()) {
                (_, Some(times)) => self.scaled(a, times, plus, first),
                (Some(times), _) => self.scaled(b, times, plus, first),
                _ => None,
            },
            Shl => y.as_one().and_then(|by| self.scaled(a, 1 << (by & 31), plus, first)),
            Sub | Eq | Ne | Lt | Gt | Le | Ge | And | Or => None,
        }
    }

    /// Whether one value is at most another. A search within such a search looks at ranges alone.
    fn is_at_most(&self, value: InstId, other: InstId) -> bool {
        if self.facts.range(value).hi <= self.facts.range(other).lo {
            return true;
        }
        let search = Search::new(self.facts, Limit::Value(other));
        !self.is_inner
            && Search { steps: INNER_STEPS, is_inner: true, ..search }.find(value, -1, First::Any).is_some()
    }

    /// By both of two values, of which the value is one.
    fn both(&mut self, a: InstId, b: InstId, plus: i64, first: First, depth: u32) -> Option<Option<Source>> {
        let one = self.below(a, plus, first, depth - 1)?;
        let other = self.below(b, plus, first, depth - 1)?;
        Some(one.or(other))
    }

    /// By a value of which `times` as much, or less if that wraps, is to be below the limit.
    fn scaled(&mut self, value: InstId, times: u64, plus: i64, first: First) -> Option<Option<Source>> {
        let facts = self.facts;
        let times = i128::from(times);
        let proof = facts.relations(value).take(RELATIONS).find(|relation| {
            // From `value + relation.plus + 1 <= below` follows `times * value + times * (relation.plus + 1) <= times * below`.
            let may_begin = first == First::Any || first == First::Only(relation.source);
            may_begin
                && self.fits(relation.below, times)
                && i128::from(plus) < times * i128::from(relation.plus + 1)
        });
        proof.map(|relation| Some(relation.source))
    }

    /// Whether a value is the limit.
    fn is_limit(&self, value: InstId) -> bool {
        self.fits(value, 1)
    }

    /// Whether `times` a value is at most the limit, by how the value is written: as the limit itself, divided or multiplied.
    fn fits(&self, value: InstId, times: i128) -> bool {
        let facts = self.facts;
        let value = facts.known_as(value);
        let whole = |value: InstId| match self.limit {
            Limit::Length(buffer, times) => {
                (facts.form()[value].op == Op::Length(buffer)).then_some(i128::from(times))
            }
            Limit::Value(limit) => (facts.known_as(limit) == value).then_some(1),
        };
        if let Some(most) = whole(value) {
            return times <= most;
        }
        let Op::Binary(op, a, b) = facts.form()[value].op else { return false };
        let (Some(most), Some(by)) = (whole(facts.known_as(a)), facts.learned(b).as_one()) else {
            return false;
        };
        let is_u32 = facts.form()[a].ty == U32;
        is_u32
            && match op {
                BinOp::Div => by > 0 && times <= most * i128::from(by),
                BinOp::Shr => times <= most << (by & 31),
                BinOp::Mul => times * i128::from(by) <= most,
                BinOp::Shl => times << (by & 31) <= most,
                _ => false,
            }
    }
}

impl Facts<'_> {
    /// The least length that a buffer has here.
    fn least_length(&self, buffer: BufferId) -> u64 {
        match self.form().static_length(buffer) {
            Some(length) => length.into(),
            None => self.length(buffer).map_or(0, |length| self.learned(length).lo),
        }
    }
}
