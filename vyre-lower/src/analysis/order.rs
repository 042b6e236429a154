//! Which values are below which: the rules by which an index is proven to be below a length.
//!
//! The question is always whether `value + plus < limit`, as integers without end. An instruction that gives at most what an
//! operand is, or a constant more, passes the question on to the operand; a relation passes it on to the greater value. The
//! search is bounded, so it may miss a proof.

use super::conditions::RELATIONS;
use super::range::Range;
use super::ranges::{Facts, Relation, Source};
use crate::form::*;
use vyre_ir::BinOp;

/// How many values one search looks at.
const STEPS: u32 = 64;
/// How many values a search within another one looks at.
const INNER_STEPS: u32 = 8;
/// How many products and quotients of a length are looked through: their factors fit into an `i128`.
const SHARE_DEPTH: u32 = 2;
/// How long a chain of values may be.
const DEPTH: u32 = 16;

/// What a value is to be below.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Limit {
    /// So many times the length of a buffer.
    Length(BufferId, u32),
    /// The length of a buffer, divided by so many elements and rounded down.
    Blocks(BufferId, u32),
    /// Another value.
    Value(InstId),
    /// The length of a buffer less a value that is below it.
    Rest(BufferId, InstId),
    /// How many multiples of a value, from 0 on, are below that rest.
    Multiples(BufferId, InstId, InstId),
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

impl First {
    fn may_begin(self, relation: &Relation) -> bool {
        match self {
            First::None => false,
            First::Only(source) => source == relation.source,
            First::Any => true,
        }
    }
}

/// That `part` times a value is at most `times` the limit.
#[derive(Clone, Copy)]
struct Share {
    times: i128,
    part: i128,
}

impl Share {
    /// Whether `times` the value is at most `limits` times the limit.
    fn is_at_most(self, limits: i128, times: i128) -> bool {
        times * self.times <= limits * self.part
    }
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
            Limit::Blocks(buffer, elements) => facts.least_length(buffer) / u64::from(elements),
            Limit::Value(value) => facts.range(value).lo,
            Limit::Rest(..) | Limit::Multiples(..) => 1,
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
        match (&self.facts.form()[value].op, self.facts.unsigned(value)) {
            (_, Some((op, a, b))) => self.computed(op, [a, b], plus, first, depth),
            (Op::Select(_, a, b), None) => self.both(*a, *b, plus, first, depth),
            _ => None,
        }
    }

    /// By what is known to be greater than the value.
    fn related(&mut self, value: InstId, plus: i64, first: First, depth: u32) -> Option<Option<Source>> {
        let facts = self.facts;
        let mut usable = facts.relations(value).take(RELATIONS).filter(|it| first.may_begin(it));
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
        if let Some(whole) = self.put_together(op, a, b) {
            return self.below(whole, plus, first, next);
        }
        match op {
            // A sum that wraps is even less.
            Add | BitOr | BitXor => self
                .below(a, plus + y.hi as i64, first, next)
                .or_else(|| self.below(b, plus + x.hi as i64, first, next))
                .or_else(|| (op == Add && plus <= 0).then(|| self.summed(a, b, first)).flatten()),
            Sub if self.is_at_most(b, a) => self.below(a, plus - y.lo as i64, first, next),
            Min | BitAnd => self.below(a, plus, first, next).or_else(|| self.below(b, plus, first, next)),
            Max | AbsDiff => self.both(a, b, plus, first, depth),
            Div | Shr => self.below(a, plus, first, next).or_else(|| {
                let by = if op == Div { y.as_one()? } else { 1 << (y.as_one()? & 31) };
                self.divided(a, by, plus, first).or_else(|| self.in_block(a, by, plus, first, next))
            }),
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
            _ => None,
        }
    }

    /// By a sum of which one part is below the length, and the other one below what is left of it.
    fn summed(&self, a: InstId, b: InstId, first: First) -> Option<Option<Source>> {
        let Limit::Length(buffer, 1) = self.limit else { return None };
        let facts = self.facts;
        let within = |limit| Search { steps: INNER_STEPS, is_inner: true, ..Search::new(facts, limit) };
        let more_is_below = |base: InstId, more: InstId| {
            within(Limit::Rest(buffer, base)).find(more, 0, first).or_else(|| match facts.unsigned(more)? {
                // If `k <= rest / stride` then `k * stride <= rest`, and the product does not wrap.
                (BinOp::Mul, x, y) => {
                    let multiple =
                        |k, stride| within(Limit::Multiples(buffer, base, stride)).find(k, 0, first);
                    multiple(x, y).or_else(|| multiple(y, x))
                }
                _ => None,
            })
        };
        let part = |base, more| {
            let base = facts.known_as(base);
            let is_below = within(self.limit).find(base, 0, First::Any).is_some();
            is_below.then(|| more_is_below(base, more)).flatten()
        };
        if self.is_inner {
            return None;
        }
        part(a, b).or_else(|| part(b, a))
    }

    /// Whether a value is at most the rest of a length, or the number of multiples in it, by how it is written. That the base is below the length is known.
    fn is_rest(&self, value: InstId) -> bool {
        let facts = self.facts;
        let is_less = |value: InstId, buffer, base: InstId| match facts.unsigned(value) {
            Some((BinOp::Sub, whole, less)) => facts.known_as(less) == base && self.is_last(whole, buffer),
            _ => false,
        };
        match (self.limit, facts.unsigned(value)) {
            (Limit::Rest(buffer, base), Some((BinOp::Sub, whole, less))) => {
                facts.known_as(less) == base && (self.is_length(whole, buffer) || self.is_last(whole, buffer))
            }
            // The quotient is less than the greatest number, because a length is at most that.
            (Limit::Multiples(buffer, base, stride), Some((BinOp::Add, whole, one))) => {
                facts.learned(one).as_one() == Some(1)
                    && facts
                        .quotient(whole)
                        .is_some_and(|(room, by)| by == facts.by(stride) && is_less(room, buffer, base))
            }
            _ => false,
        }
    }

    /// Whether a value is the length of a buffer.
    fn is_length(&self, value: InstId, buffer: BufferId) -> bool {
        let facts = self.facts;
        let fixed = facts.form().static_length(buffer).map(u64::from);
        facts.form()[facts.known_as(value)].op == Op::Length(buffer)
            || fixed.is_some() && facts.learned(value).as_one() == fixed
    }

    /// Whether a value is one less than the length of a buffer that is not empty.
    fn is_last(&self, value: InstId, buffer: BufferId) -> bool {
        let facts = self.facts;
        let fixed = facts.form().static_length(buffer).map(|length| u64::from(length) - 1);
        let is_one = |value| facts.learned(value).as_one() == Some(1);
        fixed.is_some() && facts.learned(value).as_one() == fixed
            || facts.unsigned(value).is_some_and(|(op, whole, one)| {
                op == BinOp::Sub && is_one(one) && self.is_length(whole, buffer)
            })
    }

    /// Whether one value is at most another. A search within such a search looks at ranges alone.
    fn is_at_most(&self, value: InstId, other: InstId) -> bool {
        self.facts.range(value).hi <= self.facts.range(other).lo
            || !self.is_inner && self.facts.is_below(value, -1, other)
    }

    /// By both of two values, of which the value is one.
    fn both(&mut self, a: InstId, b: InstId, plus: i64, first: First, depth: u32) -> Option<Option<Source>> {
        let one = self.below(a, plus, first, depth - 1)?;
        let other = self.below(b, plus, first, depth - 1)?;
        Some(one.or(other))
    }

    /// By a value of which `times` as much, or less if that wraps, is to be below the limit.
    fn scaled(&mut self, value: InstId, times: u64, plus: i64, first: First) -> Option<Option<Source>> {
        // From `value + relation.plus + 1 <= below` follows `times * value + times * (relation.plus + 1) <= times * below`.
        let times = i128::from(times);
        self.related_to_share(value, first, |relation, share| {
            share.is_at_most(1, times) && i128::from(plus) < times * i128::from(relation.plus + 1)
        })
    }

    /// By a value of which a part is to be below the limit.
    fn divided(&mut self, value: InstId, by: u64, plus: i64, first: First) -> Option<Option<Source>> {
        // From `value + relation.plus < below` and `below <= by * limit` follows `value / by + relation.plus / by < limit`.
        let by = i128::from(by);
        self.related_to_share(value, first, |relation, share| {
            share.is_at_most(by, 1) && by * i128::from(plus) <= i128::from(relation.plus)
        })
    }

    /// By a value whose block, of so many, is to be among the whole ones of a buffer: it is if the buffer has the block's last element.
    fn in_block(
        &mut self,
        value: InstId,
        by: u64,
        plus: i64,
        first: First,
        depth: u32,
    ) -> Option<Option<Source>> {
        let buffer = self.whole_blocks(by)?;
        // From `value + plus * by + by - 1 < length` follows `value / by + plus < length / by`, as `value` is at least `value / by * by`.
        let plus = plus.checked_mul(by as i64)?.checked_add(by as i64 - 1)?;
        let mut search = Search {
            steps: self.steps,
            is_inner: self.is_inner,
            ..Search::new(self.facts, Limit::Length(buffer, 1))
        };
        let found = search.below(value, plus, first, depth);
        self.steps = search.steps;
        found
    }

    /// The buffer whose length, divided by this, is the limit.
    fn whole_blocks(&self, by: u64) -> Option<BufferId> {
        let facts = self.facts;
        match self.limit {
            Limit::Blocks(buffer, elements) => (u64::from(elements) == by).then_some(buffer),
            Limit::Value(limit) => {
                let (op, length, divisor) = facts.unsigned(facts.known_as(limit))?;
                let divisor = match op {
                    BinOp::Div => facts.learned(divisor).as_one()?,
                    BinOp::Shr => 1 << (facts.learned(divisor).as_one()? & 31),
                    _ => return None,
                };
                match facts.form()[facts.known_as(length)].op {
                    Op::Length(buffer) if divisor == by => Some(buffer),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// By a relation to a value that is a share of the limit, if it is enough.
    fn related_to_share(
        &self,
        value: InstId,
        first: First,
        is_enough: impl Fn(&Relation, Share) -> bool,
    ) -> Option<Option<Source>> {
        let mut relations = self.facts.relations(value).take(RELATIONS).filter(|it| first.may_begin(it));
        let proof =
            relations.find(|it| self.share(it.below, SHARE_DEPTH).is_some_and(|share| is_enough(it, share)));
        proof.map(|relation| Some(relation.source))
    }

    /// Whether a value is at most the limit, by how it is written.
    fn is_limit(&self, value: InstId) -> bool {
        self.share(value, SHARE_DEPTH).is_some_and(|share| share.is_at_most(1, 1))
    }

    /// How much of the limit a value is at most, by how it is written.
    fn share(&self, value: InstId, depth: u32) -> Option<Share> {
        let (facts, value) = (self.facts, self.facts.known_as(value));
        if let Limit::Rest(..) | Limit::Multiples(..) = self.limit {
            return self.is_rest(value).then_some(Share { times: 1, part: 1 });
        }
        let whole = match self.limit {
            Limit::Length(buffer, part) if facts.form()[value].op == Op::Length(buffer) => Some(part),
            Limit::Value(limit) if facts.known_as(limit) == value => Some(1),
            _ => None,
        };
        if whole.is_some() || depth == 0 {
            return whole.map(|part| Share { times: 1, part: part.into() });
        }
        let (op, a, b) = facts.unsigned(value)?;
        if op == BinOp::Min {
            return self.share(a, depth - 1).or_else(|| self.share(b, depth - 1));
        }
        if let Limit::Blocks(buffer, elements) = self.limit {
            return self.share_of_blocks(op, a, b, buffer, elements.into());
        }
        let (Share { times, part }, by) = (self.share(a, depth - 1)?, i128::from(facts.learned(b).as_one()?));
        match op {
            BinOp::Div if by > 0 => Some(Share { times, part: part * by }),
            BinOp::Shr => Some(Share { times, part: part << (by & 31) }),
            BinOp::Mul => Some(Share { times: times * by, part }),
            BinOp::Shl => Some(Share { times: times << (by & 31), part }),
            _ => None,
        }
    }

    /// How much of the blocks of a buffer a part of its length is: from `by = n * elements` follows `len / by * n <= len / elements`.
    fn share_of_blocks(
        &self,
        op: BinOp,
        a: InstId,
        b: InstId,
        buffer: BufferId,
        elements: i128,
    ) -> Option<Share> {
        let facts = self.facts;
        if facts.form()[facts.known_as(a)].op != Op::Length(buffer) {
            return None;
        }
        let by = match (op, facts.learned(b).as_one()?) {
            (BinOp::Shr, by) => 1 << (by & 31),
            (BinOp::Div, by) => i128::from(by),
            _ => return None,
        };
        (by > 0 && by % elements == 0).then_some(Share { times: 1, part: by / elements })
    }

    /// The value that is taken apart and put together again, perhaps without the remainder: `x / y * y` and `x / y * y + x % y`
    /// are at most `x`, also where `y` is 0.
    fn put_together(&self, op: BinOp, a: InstId, b: InstId) -> Option<InstId> {
        match op {
            BinOp::Mul | BinOp::Shl => {
                let (x, by) = self.facts.quotient(a)?;
                (by == self.facts.times(op, b)?).then_some(x)
            }
            BinOp::Add => {
                let ((op, a, b), (x, by)) = (self.facts.unsigned(a)?, self.facts.remainder(b)?);
                let whole = self.put_together(op, a, b).filter(|_| op != BinOp::Add)?;
                (by == self.facts.times(op, b)? && self.facts.known_as(whole) == self.facts.known_as(x))
                    .then_some(x)
            }
            _ => None,
        }
    }
}

/// What a value is divided or multiplied by.
#[derive(Clone, Copy, PartialEq, Eq)]
enum By {
    Constant(u64),
    Value(InstId),
}

impl Facts<'_> {
    /// Whether `value + plus` is below another value, of two `U32`. The search is short.
    pub(crate) fn is_below(&self, value: InstId, plus: i64, other: InstId) -> bool {
        let below = |other, plus| {
            let search = Search::new(self, Limit::Value(other));
            Search { steps: INNER_STEPS, is_inner: true, ..search }.find(value, plus, First::Any).is_some()
        };
        // What is at least a constant more or less than a value.
        below(other, plus) || self.offset(other).is_some_and(|(base, offset)| below(base, plus - offset))
    }

    fn by(&self, value: InstId) -> By {
        self.learned(value).as_one().map_or(By::Value(self.known_as(value)), By::Constant)
    }

    /// A power of two, for the amount of a shift.
    fn power(&self, amount: InstId) -> Option<By> {
        Some(By::Constant(1 << (self.learned(amount).as_one()? & 31)))
    }

    /// The value that another one is a quotient of, and by what.
    fn quotient(&self, value: InstId) -> Option<(InstId, By)> {
        match self.unsigned(value)? {
            (BinOp::Div, x, y) => Some((x, self.by(y))),
            (BinOp::Shr, x, bits) => Some((x, self.power(bits)?)),
            _ => None,
        }
    }

    /// The value that another one is a remainder of, and by what.
    fn remainder(&self, value: InstId) -> Option<(InstId, By)> {
        match self.unsigned(value)? {
            (BinOp::Mod, x, y) => Some((x, self.by(y))),
            (BinOp::BitAnd, x, mask) => {
                let by = self.learned(mask).as_one()? + 1;
                by.is_power_of_two().then_some((x, By::Constant(by)))
            }
            _ => None,
        }
    }

    /// What a product or a shift multiplies by.
    fn times(&self, op: BinOp, by: InstId) -> Option<By> {
        match op {
            BinOp::Mul => Some(self.by(by)),
            BinOp::Shl => self.power(by),
            _ => None,
        }
    }

    /// The operator of two unsigned operands by which a value is computed.
    fn unsigned(&self, value: InstId) -> Option<(BinOp, InstId, InstId)> {
        match self.form()[self.known_as(value)].op {
            Op::Binary(op, a, b) if self.form()[a].ty == U32 => Some((op, a, b)),
            _ => None,
        }
    }

    /// The least length that a buffer has here.
    fn least_length(&self, buffer: BufferId) -> u64 {
        match self.form().static_length(buffer) {
            Some(length) => length.into(),
            None => self.length(buffer).map_or(0, |length| self.learned(length).lo),
        }
    }
}
