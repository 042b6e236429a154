//! Strip mining: a loop that stores elements of 8 or 16 bits goes from word to word, so that the pass `merge` can store words.
//!
//! The stores of four rounds are to one word if the first of them is at a multiple of 4. Each is on the condition that its index is in bounds, so the loop is there twice: for where all rounds are
//! in bounds, which is compared once, and as it was.
//!
//! ```text
//! loop i in 0..64 {                     if len >= 64 & base <= len - 64 {
//!     if base + i < len {                   loop q in 0..16 { the round 4 * q, 4 * q + 1, 4 * q + 2, 4 * q + 3 }
//!         a[base + i] = …           ->  } else {
//!     }                                     loop q in 0..16 { loop r in 0..4 { the round 4 * q + r } }
//! }                                     }
//! ```
//!
//! The other loop goes by words too, as `i / 4` and `i % 4` are values of it then: an array of words that is stored byte by byte can become variables without a copy of the
//! round for each byte.
//!
//! For innermost loops of constant bounds whose stores to such buffers are all at `base + i`, where the base is known to be a multiple, on no other condition than that.

use super::merge::shared;
use crate::analysis::effects::Effects;
use crate::analysis::range::Range;
use crate::analysis::ranges::ranges;
use crate::clone::{Cloner, Constants, Limits};
use crate::form::*;
use crate::packed::Uses;
use crate::{Lowered, Origin, Target};
use rustc_hash::{FxHashMap as HashMap, FxHashSet as HashSet};
use std::collections::{BTreeMap, BTreeSet};
use vyre_ir::{AtomicOp, BinOp, UnOp};

/// The most statements of a loop, which is there five times afterwards.
const MOST_STATEMENTS: usize = 64;

/// Strips loops.
pub(super) fn run(form: &mut Lowered, _: &Target) -> bool {
    if !has_loop(&form.body) {
        return false;
    }
    let Some(shared) = shared(form, &form.body, &mut Uses::default()) else { return false };
    let (ranges, constants) = (ranges(form), Constants::of(form));
    let body = std::mem::take(&mut form.body);
    let mut strip = Strip { form, constants, ranges, shared, is_changed: false };
    let body = strip.block(body);
    let is_changed = strip.is_changed;
    form.body = body;
    is_changed
}

struct Strip<'a> {
    form: &'a mut Lowered,
    constants: Constants,
    ranges: Vec<Range>,
    /// The buffers whose elements share words.
    shared: Vec<bool>,
    is_changed: bool,
}

/// What a round computes that is known in each of a word's.
struct Round {
    var: InstId,
    /// The elements of a word, as a power of two.
    bits: u32,
    /// What the round computes.
    own: HashSet<InstId>,
    /// The values `base + i`; without a base, `i`.
    indices: BTreeMap<InstId, Option<InstId>>,
    /// The words of such indices.
    words: BTreeMap<InstId, Option<InstId>>,
    /// Which elements of their words they are.
    parts: HashSet<InstId>,
    /// `i / 4` and `i % 4`.
    quotients: HashSet<InstId>,
    remainders: HashSet<InstId>,
    /// The conditions that an index is below a value, which is the same in all rounds.
    conditions: BTreeMap<InstId, (Option<InstId>, InstId)>,
    /// Whether there is a store to a word of these, and none that is anything else.
    stores: bool,
    fits: bool,
}

impl Strip<'_> {
    fn block(&mut self, block: Block) -> Block {
        let mut out = Block::with_capacity(block.len());
        for mut stmt in block {
            let loops = match &stmt {
                Stmt::Loop { var, from, to, body, origin } if !has_loop(body) => {
                    self.loops(*var, [*from, *to], body, *origin)
                }
                _ => None,
            };
            match loops {
                Some(loops) => {
                    self.is_changed = true;
                    out.extend(loops);
                }
                None => {
                    stmt.blocks_mut().for_each(|inner| *inner = self.block(std::mem::take(inner)));
                    out.push(stmt);
                }
            }
        }
        out
    }

    /// Both loops in place of one.
    fn loops(&mut self, var: InstId, bounds: [InstId; 2], body: &[Stmt], origin: Origin) -> Option<Block> {
        let [from, to] = bounds.map(|bound| self.form.as_u32(bound));
        let ((from, to), bits) = (from.zip(to)?, self.elements_of_word(body)?);
        let is_whole = [from, to].iter().all(|bound| bound.trailing_zeros() >= bits);
        let effects = Effects::of(self.form, body);
        if from >= to || !is_whole || count(body) > MOST_STATEMENTS || effects.jumps() || effects.has_barrier
        {
            return None;
        }
        let (mut out, body) = self.same_in_all(var, body);
        let body = &body;
        let round = self.round(var, bits, body);
        if !round.fits || !round.stores {
            return None;
        }
        let len = self.form.insts.len();
        let words = [from >> bits, to >> bits].map(|at| self.constant(at));
        let copies =
            self.by_words(&round, words, body, origin).zip(self.as_it_was(&round, words, body, origin));
        let Some((fast, slow)) = copies else {
            self.constants.truncate(self.form, len);
            return None;
        };
        match self.condition(&round, to, origin, &mut out) {
            Some(cond) => out.push(Stmt::If { cond, then: vec![fast], otherwise: vec![slow], origin }),
            None => out.push(fast),
        }
        Some(out)
    }

    /// What a round computes from values that are the same in all rounds, and its other statements.
    fn same_in_all(&self, var: InstId, body: &[Stmt]) -> (Block, Block) {
        let mut own = evaluated(var, body);
        body.iter().cloned().partition(|stmt| {
            let Stmt::Eval(id) = stmt else { return false };
            let op = &self.form[*id].op;
            let is_same = matches!(op, Op::Unary(..) | Op::Binary(..) | Op::Select(..) | Op::Convert(..))
                && !op.operands().any(|operand| own.contains(&operand));
            if is_same {
                own.remove(id);
            }
            is_same
        })
    }

    /// How many elements a word has of which a part is cleared, as a power of two: of the narrowest, if there are several.
    fn elements_of_word(&self, body: &[Stmt]) -> Option<u32> {
        let mut bits: Option<u32> = None;
        walk(body, &mut |stmt| {
            if let Stmt::Eval(id) = stmt
                && let Op::Atomic(AtomicOp::And, _, _, others) = self.form[*id].op
                && let Op::Unary(UnOp::BitNot, own) = self.form[others].op
                && let Op::Binary(BinOp::Shl, mask, _) = self.form[own].op
            {
                let of = match self.form.as_u32(mask) {
                    Some(0xff) => 2,
                    Some(0xffff) => 1,
                    _ => return,
                };
                bits = bits.max(Some(of));
            }
        });
        bits
    }

    /// What is known of a round.
    fn round(&self, var: InstId, bits: u32, body: &[Stmt]) -> Round {
        let mut round = Round {
            var,
            bits,
            own: evaluated(var, body),
            indices: BTreeMap::from_iter([(var, None)]),
            words: BTreeMap::new(),
            parts: HashSet::default(),
            quotients: HashSet::default(),
            remainders: HashSet::default(),
            conditions: BTreeMap::new(),
            stores: false,
            fits: true,
        };
        self.look(body, &mut round, true);
        round
    }

    /// Looks at the statements of a round, and whether they are executed where all rounds are in bounds.
    fn look(&self, block: &[Stmt], round: &mut Round, is_sure: bool) {
        for stmt in block {
            match stmt {
                Stmt::Eval(id) => self.look_at(*id, round, is_sure),
                Stmt::If { cond, then, otherwise, .. } => {
                    self.look(then, round, is_sure && round.conditions.contains_key(cond));
                    self.look(otherwise, round, false);
                }
                _ => {}
            }
        }
    }

    fn look_at(&self, id: InstId, round: &mut Round, is_sure: bool) {
        let op = &self.form[id].op;
        if let Op::Atomic(_, access, ..) = op {
            let is_word = round.words.get(&access.index).is_some_and(|base| self.is_multiple(*base, round));
            round.fits &= is_sure && is_word && self.shared[access.buffer.index()];
            round.stores = true;
        }
        let index = |id: &InstId| round.indices.get(id).copied();
        let constant = |id: &InstId| self.form.as_u32(*id);
        let (bits, low) = (round.bits, (1 << round.bits) - 1);
        match op {
            Op::Binary(BinOp::Add, a, b) if self.form[id].ty == U32 => {
                let base = if *a == round.var { b } else { a };
                if (*a == round.var || *b == round.var) && !round.own.contains(base) {
                    round.indices.insert(id, Some(*base));
                }
            }
            Op::Select(cond, then, _) if round.conditions.contains_key(cond) => {
                if let Some(base) = index(then) {
                    round.indices.insert(id, base);
                }
            }
            Op::Binary(BinOp::Lt, at, end) | Op::Binary(BinOp::Gt, end, at)
                if is_sure && !round.own.contains(end) =>
            {
                if let Some(base) = index(at) {
                    round.conditions.insert(id, (base, *end));
                }
            }
            Op::Binary(BinOp::Div, at, by) if *at == round.var && constant(by) == Some(low + 1) => {
                round.quotients.insert(id);
            }
            Op::Binary(BinOp::Mod, at, by) if *at == round.var && constant(by) == Some(low + 1) => {
                round.remainders.insert(id);
            }
            Op::Binary(BinOp::Shr, at, by) if constant(by) == Some(bits) => {
                if *at == round.var {
                    round.quotients.insert(id);
                }
                if let Some(base) = index(at) {
                    round.words.insert(id, base);
                }
            }
            Op::Binary(BinOp::BitAnd, at, by) if constant(by) == Some(low) => {
                if *at == round.var {
                    round.remainders.insert(id);
                } else if index(at).is_some_and(|base| self.is_multiple(base, round)) {
                    round.parts.insert(id);
                }
            }
            _ => {}
        }
    }

    /// Whether a base is a multiple of the elements of a word.
    fn is_multiple(&self, base: Option<InstId>, round: &Round) -> bool {
        let low = (1 << round.bits) - 1;
        base.is_none_or(|base| !self.ranges.get(base.index()).map_or(0, |range| range.zeros) & low == 0)
    }

    /// The loop where all rounds are in bounds: the rounds of a word one after the other.
    fn by_words(
        &mut self,
        round: &Round,
        [from, to]: [InstId; 2],
        body: &[Stmt],
        origin: Origin,
    ) -> Option<Stmt> {
        let (word, bits) = (self.form.add(Op::Induction, U32, origin), self.constant(round.bits));
        let mut out = Block::new();
        let first = self.eval(BinOp::Shl, word, bits, U32, origin, &mut out);
        // Of each base the first index and the word.
        let bases: BTreeSet<_> = round.indices.values().chain(round.words.values()).copied().collect();
        let mut starts = BTreeMap::new();
        for base in bases {
            let start = match base {
                Some(base) => self.eval(BinOp::Add, base, first, U32, origin, &mut out),
                None => first,
            };
            let at = self.eval(BinOp::Shr, start, bits, U32, origin, &mut out);
            starts.insert(base, (start, at));
        }
        let truth = self.constants.get(self.form, BOOL, [1, 0, 0, 0]);
        for part in 0..1 << round.bits {
            let part = self.constant(part);
            let mut stands = HashMap::default();
            for (base, (start, _)) in &starts {
                let index = self.eval(BinOp::Add, *start, part, U32, origin, &mut out);
                stands.extend(round.indices.iter().filter(|(_, of)| *of == base).map(|(id, _)| (*id, index)));
            }
            let is_aligned = |base: &Option<InstId>| self.is_multiple(*base, round);
            let words = round.words.iter().filter(|(_, base)| is_aligned(base));
            stands.extend(words.map(|(id, base)| (*id, starts[base].1)));
            stands.extend(round.parts.iter().chain(&round.remainders).map(|id| (*id, part)));
            stands.extend(round.quotients.iter().map(|id| (*id, word)));
            stands.extend(round.conditions.keys().map(|id| (*id, truth)));
            self.copy(&stands, body, &mut out)?;
        }
        Some(Stmt::Loop { var: word, from, to, body: out, origin })
    }

    /// The loop that asks in each round, by words too.
    fn as_it_was(
        &mut self,
        round: &Round,
        [from, to]: [InstId; 2],
        body: &[Stmt],
        origin: Origin,
    ) -> Option<Stmt> {
        let [word, part] = [(); 2].map(|()| self.form.add(Op::Induction, U32, origin));
        let (bits, zero, parts) =
            (self.constant(round.bits), self.constant(0), self.constant(1 << round.bits));
        let (mut outer, mut inner) = (Block::new(), Block::new());
        let first = self.eval(BinOp::Shl, word, bits, U32, origin, &mut outer);
        let value = self.eval(BinOp::Add, first, part, U32, origin, &mut inner);
        let mut stands = HashMap::from_iter([(round.var, value)]);
        stands.extend(round.quotients.iter().map(|id| (*id, word)));
        stands.extend(round.remainders.iter().map(|id| (*id, part)));
        self.copy(&stands, body, &mut inner)?;
        outer.push(Stmt::Loop { var: part, from: zero, to: parts, body: inner, origin });
        Some(Stmt::Loop { var: word, from, to, body: outer, origin })
    }

    /// Appends a copy of a round in which other values stand for some.
    fn copy(&mut self, stands: &HashMap<InstId, InstId>, body: &[Stmt], out: &mut Block) -> Option<()> {
        let body = without(body, stands);
        let limits =
            Limits { rounds: 0, statements: 2 * MOST_STATEMENTS, steps: 2 * MOST_STATEMENTS, nested: 0 };
        let mut cloner = Cloner::new(self.form, &mut self.constants, &|_| false, limits);
        stands.iter().for_each(|(id, by)| cloner.stand(*id, *by));
        cloner.append(&body, out).map(|_| ())
    }

    /// The comparison which says that all rounds are in bounds, if there is one to make.
    fn condition(&mut self, round: &Round, to: u32, origin: Origin, out: &mut Block) -> Option<InstId> {
        let to = self.constant(to);
        let compared: BTreeSet<_> = round.conditions.values().copied().collect();
        let mut all: Option<InstId> = None;
        for (base, end) in compared {
            let is_long = self.eval(BinOp::Ge, end, to, BOOL, origin, out);
            let mut parts = vec![is_long];
            if let Some(base) = base {
                let last = self.eval(BinOp::Sub, end, to, U32, origin, out);
                parts.push(self.eval(BinOp::Le, base, last, BOOL, origin, out));
            }
            for part in parts {
                all = Some(match all {
                    Some(others) => self.eval(BinOp::BitAnd, others, part, BOOL, origin, out),
                    None => part,
                });
            }
        }
        all
    }

    fn constant(&mut self, value: u32) -> InstId {
        self.constants.get(self.form, U32, [value, 0, 0, 0])
    }

    fn eval(
        &mut self,
        op: BinOp,
        a: InstId,
        b: InstId,
        ty: vyre_ir::Type,
        origin: Origin,
        out: &mut Block,
    ) -> InstId {
        let id = self.form.add(Op::Binary(op, a, b), ty, origin);
        out.push(Stmt::Eval(id));
        id
    }
}

/// The variable of a loop, and what its rounds evaluate.
fn evaluated(var: InstId, body: &[Stmt]) -> HashSet<InstId> {
    let mut own = HashSet::from_iter([var]);
    walk(body, &mut |stmt| own.extend(stmt.operands().filter(|_| matches!(stmt, Stmt::Eval(_)))));
    own
}

/// A block without the evaluation of some values.
fn without(block: &[Stmt], values: &HashMap<InstId, InstId>) -> Block {
    let stays = |stmt: &&Stmt| !matches!(stmt, Stmt::Eval(id) if values.contains_key(id));
    let copy = block.iter().filter(stays).cloned();
    let inner = |mut stmt: Stmt| {
        stmt.blocks_mut().for_each(|block| *block = without(block, values));
        stmt
    };
    copy.map(inner).collect()
}
