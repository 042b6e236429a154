//! What holds of values at each place of a form: their ranges, and which is below which.
//!
//! The walk goes through the statements in order, and keeps as [`Facts`] what holds where it is. What an instruction computes
//! has a range from those of its operands. A condition holds in the arm of its `If`, and its negation in
//! the other and, where one arm always jumps, after the `If`; then the walk takes back what it learned. The values are SSA
//! values, so whatever was learned of one stays true as long as it is in scope.
//!
//! A local has one range for the whole form, that of everything that is ever set to it. It is assumed, the walk finds what the
//! sets then are, and what was found is assumed in the next round, until nothing new is found. Growth is widened, and after
//! `ROUNDS` rounds nothing at all is assumed, so the cost is linear in the number of statements, times their nesting. In
//! between, a local is known to be the value that was set to it last, or that was read last.
//!
//! Relations between locals and other values that hold in all rounds of a loop are not looked for.

use super::range::Range;
use super::transfer;
use crate::form::*;
use crate::value::bits;
use rustc_hash::FxHashMap as HashMap;
use vyre_ir::casts::Conversion;
use vyre_ir::rules::MAX_UNIFORM_BYTES;
use vyre_ir::{BufferAccess, Type};

/// The rounds after which nothing is assumed of locals.
const ROUNDS: u32 = 6;
/// How deep an expression is computed again where more is known of its operands.
const DEPTH: u32 = 4;

/// The ranges of all values, by number: what holds of a value wherever it is used.
pub fn ranges(form: &Lowered) -> Vec<Range> {
    let mut ranges = Vec::new();
    visit(form, &mut |_, _| {}, |facts| {
        facts.leave(0);
        let known = (0..form.insts.len() as u32).map(|at| facts.learned(InstId(at)));
        ranges = known.collect();
    });
    ranges
}

/// Visits every statement with what holds before it, in the order of [`walk`].
pub fn visit_facts<'f>(form: &'f Lowered, visitor: &mut Visitor<'_, 'f>) {
    visit(form, visitor, |_| {});
}

/// What a visit does at a statement.
pub type Visitor<'v, 'f> = dyn FnMut(&Facts<'f>, &'f Stmt) + 'v;

fn visit<'f>(form: &'f Lowered, visitor: &mut Visitor<'_, 'f>, end: impl FnOnce(&mut Facts<'f>)) {
    let mut facts = Facts::new(form);
    facts.settle();
    facts.walk(&form.body, visitor);
    end(&mut facts);
}

/// Why something is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// This condition of an `If` decides whether control comes here.
    Condition(InstId),
    /// The value is the variable of a loop, which this is.
    Loop(InstId),
}

/// That `value + plus < below`, as integers without end.
#[derive(Clone, Copy, Debug)]
pub(super) struct Relation {
    pub(super) plus: i64,
    pub(super) below: InstId,
    pub(super) source: Source,
    /// The relation of the same value that was learned before.
    before: Option<usize>,
}

/// What a local is at a place.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Now {
    /// The value that it equals, if one is known.
    value: Option<InstId>,
    /// Whether it was set on every way here. Else it may be zero.
    is_set: bool,
}

/// What was before something was learned.
enum Undo {
    Range(InstId, Range),
    Relation(InstId),
    Local(LocalId, Now),
}

/// What holds at a place.
pub struct Facts<'f> {
    form: &'f Lowered,
    /// For each value the one under which things are known of it: values that are the same bits share one.
    known_as: Vec<InstId>,
    ranges: Vec<Range>,
    /// How many ranges are learned here, and how many were when each value was computed.
    learned: u32,
    learned_at: Vec<u32>,
    relations: Vec<Relation>,
    /// The relation that was learned last, of each value.
    last: Vec<Option<usize>>,
    locals: Vec<Now>,
    /// The ranges that are assumed of locals: of none in the first round, when what was found so far stands for them.
    assumed: Vec<Option<Range>>,
    /// What is set to each local, as far as it was found in this round.
    found: Vec<Option<Range>>,
    /// What was said of each local in this round to those that read it.
    given: Vec<Option<Range>>,
    /// The first of each length and each id.
    firsts: HashMap<&'f Op, InstId>,
    trail: Vec<Undo>,
}

impl<'f> Facts<'f> {
    fn new(form: &'f Lowered) -> Facts<'f> {
        let mut known_as: Vec<InstId> = (0..form.insts.len() as u32).map(InstId).collect();
        let mut firsts = HashMap::default();
        for (id, inst) in known_as.iter_mut().zip(&form.insts) {
            if let Op::Length(_) | Op::Builtin(_) = inst.op {
                *id = *firsts.entry(&inst.op).or_insert(*id);
            }
        }
        let ranges = form.insts.iter().map(|inst| first_range(form, inst)).collect();
        let (insts, locals) = (form.insts.len(), form.locals.len());
        Facts {
            form,
            known_as,
            ranges,
            learned: 0,
            learned_at: vec![u32::MAX; insts],
            relations: Vec::new(),
            last: vec![None; insts],
            locals: vec![Now { value: None, is_set: false }; locals],
            assumed: vec![None; locals],
            found: vec![None; locals],
            given: vec![None; locals],
            firsts,
            trail: Vec::new(),
        }
    }

    /// The form.
    pub fn form(&self) -> &'f Lowered {
        self.form
    }

    /// The range of a value here: what was learned of it, and what its expression gives for what was learned of the operands.
    pub fn range(&self, id: InstId) -> Range {
        self.computed(id, DEPTH)
    }

    /// The value under which things are known of a value: the same bits, perhaps of another type.
    pub(super) fn known_as(&self, id: InstId) -> InstId {
        self.known_as[id.index()]
    }

    /// The value that is the length of a buffer, if the form has one.
    pub(super) fn length(&self, buffer: BufferId) -> Option<InstId> {
        self.firsts.get(&Op::Length(buffer)).copied()
    }

    /// What was learned of a value, without computing it again.
    pub(super) fn learned(&self, id: InstId) -> Range {
        self.ranges[self.known_as(id).index()]
    }

    /// The relations of a value to others, the last one first.
    pub(super) fn relations(&self, id: InstId) -> impl Iterator<Item = &Relation> {
        let last = self.last[self.known_as(id).index()];
        std::iter::successors(last, |at| self.relations[*at].before).map(|at| &self.relations[at])
    }

    /// Learns that a value is in a range. Says whether that is new. Where it contradicts what is known, the code is never executed.
    pub(super) fn learn(&mut self, id: InstId, range: Range) -> bool {
        let id = self.known_as(id);
        let before = self.ranges[id.index()];
        let now = before.meet(range).unwrap_or(before);
        let is_new = now != before;
        if is_new {
            self.trail.push(Undo::Range(id, before));
            self.learned += 1;
            self.ranges[id.index()] = now;
        }
        is_new
    }

    /// Learns that `value + plus < below`.
    pub(super) fn push_relation(&mut self, value: InstId, plus: i64, below: InstId, source: Source) {
        let last = &mut self.last[value.index()];
        let before = last.replace(self.relations.len());
        self.relations.push(Relation { plus, below, source, before });
        self.trail.push(Undo::Relation(value));
    }

    fn computed(&self, id: InstId, depth: u32) -> Range {
        let (id, learned) = (self.known_as(id), self.learned(id));
        // What was learned before the value was computed is in its range already.
        let is_all = self.learned_at[id.index()] == self.learned;
        if depth == 0 || learned.lo == learned.hi || is_all {
            return learned;
        }
        let again = self.transfer(id, |operand| self.computed(operand, depth - 1));
        again.and_then(|again| learned.meet(again)).unwrap_or(learned)
    }

    /// The range of what an instruction would compute here, from those of its operands, if it is computed from operands alone.
    pub(crate) fn given_operands(&self, id: InstId) -> Option<Range> {
        self.transfer(id, |operand| self.range(operand))
    }

    /// The range of what an instruction computes, from those of its operands, if it is computed from operands alone.
    fn transfer(&self, id: InstId, range: impl Fn(InstId) -> Range) -> Option<Range> {
        let inst = &self.form[id];
        let ty = |id: InstId| self.form[id].ty;
        Some(match inst.op {
            Op::Unary(op, a) => transfer::unary(op, ty(a).scalar, range(a)),
            Op::Binary(op, a, b) => transfer::binary(op, ty(a).scalar, range(a), range(b)),
            Op::Select(cond, a, b) => match range(cond).as_one() {
                Some(0) => range(b),
                Some(_) => range(a),
                None => range(a).join(range(b)),
            },
            Op::MulAdd(..) | Op::Quick(_) | Op::IsRare(_) => Range::full(inst.ty.scalar),
            Op::Convert(conversion, a) => transfer::convert(conversion, ty(a), inst.ty, range(a)),
            Op::Extract(a, at) if ty(a).scalar.is_long() => transfer::word(range(a), at),
            Op::Extract(a, _) => range(a),
            Op::Construct([low, high, ..]) if inst.ty.scalar.is_long() => {
                transfer::wide(range(low), range(high))
            }
            Op::Construct(parts) => {
                parts[1..].iter().fold(range(parts[0]), |join, part| join.join(range(*part)))
            }
            Op::Const(_)
            | Op::Builtin(_)
            | Op::Length(_)
            | Op::Induction
            | Op::Read(_)
            | Op::Load(_)
            | Op::LoadByte(_)
            | Op::Atomic(..)
            | Op::AtomicLoad(_)
            | Op::Collective(..) => return None,
        })
    }

    /// Finds what may be assumed of locals.
    fn settle(&mut self) {
        if self.form.locals.is_empty() {
            return;
        }
        for _ in 0..ROUNDS {
            self.round();
            if self.is_confirmed() {
                return self.narrow();
            }
            let pairs = self.assumed.iter_mut().zip(&self.found).zip(&self.form.locals);
            for ((assumed, found), local) in pairs {
                *assumed = match (*assumed, *found) {
                    (Some(old), Some(new)) => Some(old.widen(new, local.ty.scalar)),
                    (old, new) => old.or(new),
                };
            }
        }
        self.assumed = self.form.locals.iter().map(|local| Some(Range::full(local.ty.scalar))).collect();
    }

    /// Whether everything that is set to the locals is what their readers were told.
    fn is_confirmed(&self) -> bool {
        self.given.iter().zip(&self.found).all(|(given, found)| match (given, found) {
            (Some(given), Some(found)) => found.is_within(*given),
            _ => true,
        })
    }

    /// After a round that confirmed what was assumed, assumes what it found, which is less where widening went too far. If that is
    /// not confirmed, it is not assumed.
    fn narrow(&mut self) {
        let wide = std::mem::replace(&mut self.assumed, self.found.clone());
        if wide.iter().any(Option::is_some) && self.assumed != wide {
            self.round();
            if !self.is_confirmed() {
                self.assumed = wide;
            }
        }
    }

    /// Goes through the form, with what is assumed.
    fn round(&mut self) {
        self.found.fill(None);
        self.given.fill(None);
        self.walk(&self.form.body, &mut |_, _| {});
        self.leave(0);
    }

    /// Goes through a block. Says whether it always jumps.
    fn walk(&mut self, block: &'f [Stmt], visitor: &mut Visitor<'_, 'f>) -> bool {
        block.iter().fold(false, |jumps, stmt| {
            visitor(self, stmt);
            self.stmt(stmt, visitor) | jumps
        })
    }

    fn stmt(&mut self, stmt: &'f Stmt, visitor: &mut Visitor<'_, 'f>) -> bool {
        match stmt {
            Stmt::Eval(id) => self.eval(*id),
            Stmt::Set { local, value, .. } => {
                self.find(*local, self.range(*value));
                self.set_local(*local, Now { value: Some(*value), is_set: true });
            }
            Stmt::If { cond, then, otherwise, .. } => {
                let mut arm = |truth, block| {
                    let mark = self.trail.len();
                    self.assume(*cond, truth);
                    let jumps = self.walk(block, visitor);
                    (jumps, self.leave(mark))
                };
                let arms = [arm(true, then.as_slice()), arm(false, otherwise.as_slice())];
                let jumps = [arms[0].0, arms[1].0];
                self.merge(arms);
                match jumps {
                    [true, false] => self.assume(*cond, false),
                    [false, true] => self.assume(*cond, true),
                    [true, true] => return true,
                    [false, false] => {}
                }
            }
            Stmt::Loop { var, from, to, body, .. } => self.repeat(*var, *from, *to, body, visitor),
            Stmt::Break | Stmt::Continue | Stmt::Return => return true,
            Stmt::Store { .. } | Stmt::Barrier(_) => {}
        }
        false
    }

    fn repeat(
        &mut self,
        var: InstId,
        from: InstId,
        to: InstId,
        body: &'f [Stmt],
        visitor: &mut Visitor<'_, 'f>,
    ) {
        let (first, end) = (self.range(from).lo, self.range(to).hi);
        let mut set = Vec::new();
        walk(body, &mut |stmt| {
            if let Stmt::Set { local, .. } = stmt {
                set.push(*local);
            }
        });
        let mark = self.trail.len();
        self.forget(&set);
        self.known_as[var.index()] = var;
        self.ranges[var.index()] = Range::between(first, end.saturating_sub(1));
        self.relate(var, 0, to, Source::Loop(var));
        self.relate(from, -1, var, Source::Loop(var));
        self.walk(body, visitor);
        self.leave(mark);
        self.forget(&set);
    }

    /// No longer knows which values these locals are.
    fn forget(&mut self, locals: &[LocalId]) {
        for local in locals {
            self.set_local(*local, Now { value: None, ..self.locals[local.index()] });
        }
    }

    fn eval(&mut self, id: InstId) {
        self.known_as[id.index()] = id;
        self.learned_at[id.index()] = self.learned;
        let inst = &self.form[id];
        match inst.op {
            Op::Read(local) => self.read(id, local),
            Op::Convert(Conversion::Reinterpret, a) if is_word(inst.ty) && is_word(self.form[a].ty) => {
                self.known_as[id.index()] = self.known_as(a);
            }
            Op::Select(cond, a, b) if self.learned(cond).as_one().is_none() => {
                let mut arm = |truth, value| {
                    let mark = self.trail.len();
                    self.assume(cond, truth);
                    let range = self.range(value);
                    self.leave(mark);
                    range
                };
                self.ranges[id.index()] = arm(true, a).join(arm(false, b));
            }
            _ => {
                // Of an operand that was computed before a condition, more may be known now.
                if let Some(range) = self.given_operands(id) {
                    self.ranges[id.index()] = range;
                }
            }
        }
    }

    fn read(&mut self, id: InstId, local: LocalId) {
        let now = self.locals[local.index()];
        if let Some(value) = now.value {
            self.known_as[id.index()] = self.known_as(value);
            return;
        }
        if !now.is_set {
            self.find(local, Range::one(0));
        }
        let known = self.assumed[local.index()].or(self.found[local.index()]);
        let range = known.unwrap_or(Range::full(self.form[id].ty.scalar));
        self.given[local.index()].get_or_insert(range);
        self.ranges[id.index()] = range;
        self.set_local(local, Now { value: Some(id), ..now });
    }

    /// Notes what a local may be.
    fn find(&mut self, local: LocalId, range: Range) {
        let found = &mut self.found[local.index()];
        *found = Some(found.map_or(range, |before| before.join(range)));
    }

    fn set_local(&mut self, local: LocalId, now: Now) {
        let before = std::mem::replace(&mut self.locals[local.index()], now);
        if before != now {
            self.trail.push(Undo::Local(local, before));
        }
    }

    /// Takes back what was learned since the trail had a length. Gives the locals that changed, with what they were at the end.
    fn leave(&mut self, mark: usize) -> Vec<(LocalId, Now)> {
        let mut changed = Vec::new();
        for undo in self.trail.drain(mark..).rev() {
            match undo {
                Undo::Range(id, range) => {
                    self.ranges[id.index()] = range;
                    self.learned -= 1;
                }
                Undo::Relation(id) => {
                    let last = self.relations.pop();
                    self.last[id.index()] = last.and_then(|relation| relation.before);
                }
                Undo::Local(local, before) => {
                    changed.push((local, std::mem::replace(&mut self.locals[local.index()], before)));
                }
            }
        }
        // The first of each was there last.
        changed.sort_by_key(|(local, _)| *local);
        changed.dedup_by_key(|(local, _)| *local);
        changed
    }

    /// What locals are after two arms, each of which says whether it always jumps and how it left them.
    fn merge(&mut self, arms: [(bool, Vec<(LocalId, Now)>); 2]) {
        let [(first_jumps, first), (second_jumps, second)] = arms;
        let end_of = |arm: &[(LocalId, Now)], local: LocalId, before: Now| {
            arm.binary_search_by_key(&local, |(local, _)| *local).map_or(before, |at| arm[at].1)
        };
        for local in first.iter().chain(&second).map(|(local, _)| *local) {
            // The second time, for a local of both arms, this is a value of the first time; then it stays what it is.
            let before = self.locals[local.index()];
            let (a, b) = (end_of(&first, local, before), end_of(&second, local, before));
            let now = match (first_jumps, second_jumps) {
                (true, false) => b,
                (false, true) => a,
                _ => Now { value: a.value.filter(|_| a.value == b.value), is_set: a.is_set && b.is_set },
            };
            self.set_local(local, now);
        }
    }
}

/// What is known of a value before the walk has come to it.
fn first_range(form: &Lowered, inst: &Inst) -> Range {
    let scalar = inst.ty.scalar;
    let size = |axis: u8| u64::from(form.workgroup_size[usize::from(axis)].max(1));
    // There are at most 2^32 invocations along an axis, and where there are none nothing is executed.
    let invocations = |axis: u8| form.grid.map_or(1 << 32, |grid| grid[usize::from(axis)].max(1));
    match inst.op {
        Op::Const(lanes) => {
            let each = (0..usize::from(inst.ty.lanes)).map(|lane| Range::one(bits(inst.ty, &lanes, lane)));
            each.reduce(Range::join).unwrap_or(Range::full(scalar))
        }
        Op::Builtin(Builtin::Local(axis)) => Range::between(0, size(axis) - 1),
        Op::Builtin(Builtin::Workgroup(axis)) => {
            Range::between(0, invocations(axis).div_ceil(size(axis)) - 1)
        }
        Op::Builtin(Builtin::Invocation(axis)) => Range::between(0, invocations(axis) - 1),
        Op::Length(buffer) => match form.static_length(buffer) {
            Some(length) => Range::one(length.into()),
            None if form[buffer].access == BufferAccess::Uniform => Range::between(
                0,
                MAX_UNIFORM_BYTES / (form[buffer].element.element_type().words() as u64 * 4),
            ),
            None => Range::full(scalar),
        },
        Op::LoadByte(_) => Range::between(0, 255),
        _ => Range::full(scalar),
    }
}

/// Whether a value is one word, so that a conversion that keeps its bits makes it no other.
fn is_word(ty: Type) -> bool {
    ty.lanes == 1 && ty.words() == 1
}
