//! What a condition says of the values that it compares.

use super::range::{Range, low_bits};
use super::ranges::{Facts, Source};
use crate::form::*;
use vyre_ir::casts::Conversion;
use vyre_ir::{BinOp, Scalar, UnOp};

/// How many parts of a condition are looked at.
const PARTS: usize = 64;
/// How many relations of a value are looked at.
pub(super) const RELATIONS: usize = 16;

/// Values and what they are known to be, which are still to be looked into.
type Parts = Vec<(InstId, bool)>;

impl Facts<'_> {
    /// Learns that a condition of an `If` is true, or false.
    pub(super) fn assume(&mut self, cond: InstId, truth: bool) {
        // What one part says may tell more of what another one compares, so of several parts each is looked at again.
        if self.parts_of(cond, truth) > 1 {
            self.parts_of(cond, truth);
        }
    }

    /// Learns of the parts of a condition. Gives how many there are.
    fn parts_of(&mut self, cond: InstId, truth: bool) -> usize {
        let (mut parts, mut count) = (vec![(cond, truth)], 0);
        while let Some((part, truth)) = parts.pop().filter(|_| count < PARTS) {
            self.part(part, truth, Source::Condition(cond), &mut parts);
            count += 1;
        }
        count
    }

    /// Learns that a truth value is true, or false. The builder makes no logical operators on numbers, so they are not looked at.
    fn part(&mut self, id: InstId, truth: bool, source: Source, parts: &mut Parts) {
        use BinOp::*;
        let id = self.known_as(id);
        self.learn(id, Range::one(truth.into()));
        let known = |facts: &Self, id| facts.learned(id).as_one().map(|value| value == 1);
        match self.form()[id].op {
            Op::Unary(UnOp::BitNot, a) => parts.push((a, !truth)),
            Op::Convert(Conversion::NonZero, a) if self.form()[a].ty.lanes == 1 => {
                self.is_zero(a, !truth, parts);
            }
            Op::Binary(op @ (BitAnd | BitOr), a, b) => {
                // If both are what the whole is, or else if one is known not to be.
                let is_all = truth == (op == BitAnd);
                if is_all || known(self, b) == Some(!truth) {
                    parts.push((a, truth));
                }
                if is_all || known(self, a) == Some(!truth) {
                    parts.push((b, truth));
                }
            }
            Op::Binary(Eq | Ne | Lt | Gt | Le | Ge, ..) => self.compare(id, truth, source, parts),
            _ => {}
        }
    }

    /// Learns that a value is zero, or that it is not.
    fn is_zero(&mut self, id: InstId, is_zero: bool, parts: &mut Parts) {
        let range = if is_zero { Range::one(0) } else { Range::between(1, u64::MAX) };
        self.narrow_to(id, range, parts);
    }

    /// Learns the range of a value; of a truth value that is how its own operands compare.
    fn narrow_to(&mut self, id: InstId, range: Range, parts: &mut Parts) {
        let id = self.known_as(id);
        let is_new = self.learn(id, range);
        if let Some(value) = self.learned(id).as_one().filter(|_| is_new && self.form()[id].ty == BOOL) {
            parts.push((id, value == 1));
        }
    }

    fn compare(&mut self, id: InstId, truth: bool, source: Source, parts: &mut Parts) {
        use BinOp::*;
        let Op::Binary(op, a, b) = self.form()[id].op else { return };
        let ty = self.form()[a].ty;
        let (first, second) = (self.range(a), self.range(b));
        // What is known of the bits of negative numbers is not how they compare.
        let is_unsigned = ty.scalar != Scalar::I32 || first.hi.max(second.hi) <= low_bits(31);
        match (op, truth) {
            (Eq, true) | (Ne, false) => {
                self.narrow_to(a, second, parts);
                self.narrow_to(b, first, parts);
                if ty == U32 {
                    self.relate(a, -1, b, source);
                    self.relate(b, -1, a, source);
                }
            }
            (Ne, true) | (Eq, false) => {
                self.is_not(a, second, parts);
                self.is_not(b, first, parts);
            }
            _ if !is_unsigned => {}
            (Lt, true) | (Ge, false) => self.less(a, b, 0, source, parts),
            (Gt, true) | (Le, false) => self.less(b, a, 0, source, parts),
            (Le, true) | (Gt, false) => self.less(a, b, 1, source, parts),
            (Ge, true) | (Lt, false) => self.less(b, a, 1, source, parts),
            _ => {}
        }
    }

    /// Learns that `a < b + slack`.
    fn less(&mut self, a: InstId, b: InstId, slack: u64, source: Source, parts: &mut Parts) {
        let (first, second) = (self.range(a), self.range(b));
        // A bound that no value is within comes from code that is never executed.
        if let Some(hi) = (second.hi.checked_add(slack)).and_then(|end| end.checked_sub(1)) {
            self.narrow_to(a, Range::between(0, hi), parts);
        }
        if let Some(lo) = first.lo.checked_add(1).and_then(|lo| lo.checked_sub(slack)) {
            self.narrow_to(b, Range::between(lo, u64::MAX), parts);
        }
        if self.form()[a].ty == U32 {
            self.relate(a, -(slack as i64), b, source);
        }
    }

    /// Learns that a value is not another one, of which this is the range.
    fn is_not(&mut self, id: InstId, other: Range, parts: &mut Parts) {
        let (known, Some(other)) = (self.learned(id), other.as_one()) else { return };
        if known.lo == other && known.lo < known.hi {
            self.narrow_to(id, Range::between(other + 1, u64::MAX), parts);
        } else if known.hi == other && known.lo < known.hi {
            self.narrow_to(id, Range::between(0, other - 1), parts);
        }
    }

    /// Learns that `value + plus < below`, of two `U32`, and of the values that `value` is at least a constant more or
    /// less than.
    pub(super) fn relate(&mut self, value: InstId, mut plus: i64, below: InstId, source: Source) {
        let below = self.known_as(below);
        let mut next = Some(value);
        for _ in 0..RELATIONS {
            let Some(value) = next.map(|value| self.known_as(value)) else { break };
            // Constants have ranges.
            let is_new = |facts: &Self| {
                !facts.relations(value).take(RELATIONS).any(|it| it.below == below && it.plus >= plus)
            };
            if value != below && !self.is_constant(value) && !self.is_constant(below) && is_new(self) {
                self.push_relation(value, plus, below, source);
            }
            next = self.offset(value).map(|(base, offset)| {
                plus += offset;
                base
            });
        }
    }

    fn is_constant(&self, id: InstId) -> bool {
        matches!(self.form()[id].op, Op::Const(_))
    }

    /// The value that this one is at least a constant more or less than.
    pub(super) fn offset(&self, id: InstId) -> Option<(InstId, i64)> {
        let Op::Binary(op, a, b) = self.form()[id].op else { return None };
        if self.form()[id].ty != U32 || self.form()[a].ty != U32 {
            return None;
        }
        let (base, constant) = match (self.learned(a).as_one(), self.learned(b).as_one()) {
            (None, Some(constant)) => (a, constant),
            (Some(constant), None) if op != BinOp::Sub => (b, constant),
            _ => return None,
        };
        let range = self.range(base);
        let fits = match op {
            BinOp::Add => range.hi + constant <= u32::MAX.into(),
            BinOp::BitOr | BinOp::BitXor => constant & !range.zeros == 0,
            // A difference that wraps is greater still.
            BinOp::Sub => true,
            _ => false,
        };
        let offset = if op == BinOp::Sub { -(constant as i64) } else { constant as i64 };
        fits.then_some((base, offset))
    }
}
