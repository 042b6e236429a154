//! Versions of loops: one comparison before a loop in place of one in each round.
//!
//! An index `base + k * stride`, where `k` is the loop's variable and the others are the same in all rounds, is below the length in every round if it is so in the last one, and is
//! not wrapped around. That is compared once, and the loop is there twice: without these guards, and as it was for where the comparison does not hold.
//!
//! ```text
//! if base < len(a) && to <= (len(a) - 1 - base) / stride + 1 {
//!     loop k in from..to { a[base + k * stride], without a guard }
//! } else {
//!     the loop as it was
//! }
//! ```
//!
//! The pass proves nothing: it writes the comparison and the index so that `guards` finds the proof. For targets on which a guard is a branch, and for innermost loops, so that nothing is there more than
//! twice. Where invocations wait for each other, they must not be in two loops.
//!
//! A loop has versions only if all invocations of a workgroup execute the same number of rounds, and only for accesses that every round comes to. Otherwise some invocations of a subgroup
//! need the guards and others do not, so the subgroup goes through both loops: on an H200 a sum of the first `local_id.x` elements took 1.45 times as long, and a loop that stores in one of its rounds
//! 1.29 times.

use crate::analysis::effects::Effects;
use crate::analysis::guards;
use crate::analysis::ranges::visit_facts;
use crate::analysis::uniformity::{Scope, Uniformity, uniformity};
use crate::clone::{Cloner, Constants, Limits};
use crate::cost::operations;
use crate::form::*;
use crate::{Lowered, Origin, Target};
use rustc_hash::{FxHashMap as HashMap, FxHashSet as HashSet};
use vyre_ir::BinOp;

/// The most statements of a loop that is there twice, and operations, beside more of which a guard is nothing.
const MOST_STATEMENTS: usize = 64;
/// The most indices of a loop that are compared before it.
const MOST_INDICES: usize = 8;
/// The fewest rounds for which the comparison pays, where they are known.
const LEAST_ROUNDS: u32 = 8;

/// Makes versions of loops.
pub(super) fn run(form: &mut Lowered, target: &Target) -> bool {
    // The loop of a coarsened form is for the ends of the grid.
    if !target.shares_guards || !has_loop(&form.body) || form.coarsening.is_some() {
        return false;
    }
    let mut guarded = HashSet::default();
    visit_facts(form, &mut |facts, stmt| {
        if let Some((access, _, limit)) = guards::access(facts.form(), stmt)
            && guards::prove(facts, access, limit).is_none()
        {
            guarded.insert((access.buffer, access.index));
        }
    });
    if guarded.is_empty() {
        return false;
    }
    let (constants, uniformity) = (Constants::of(form), uniformity(form));
    let body = std::mem::take(&mut form.body);
    let mut version =
        Version { form, target, constants, uniformity, guarded, changes: false, is_nested: false };
    let body = version.block(body);
    let changes = version.changes;
    form.body = body;
    changes
}

struct Version<'a> {
    form: &'a mut Lowered,
    target: &'a Target,
    constants: Constants,
    uniformity: Uniformity,
    /// The accesses that need a guard, by their buffers and indices.
    guarded: HashSet<(BufferId, InstId)>,
    changes: bool,
    /// Whether there is a loop around what is being looked at.
    is_nested: bool,
}

/// A value of a round: `base + k * stride`, with what is the same in all rounds. No stride is one of 0.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Affine {
    base: InstId,
    stride: Option<InstId>,
}

/// What is known while the indices of a loop are looked at.
struct Round {
    var: InstId,
    /// The values of a round.
    own: HashSet<InstId>,
    affine: HashMap<InstId, Affine>,
    /// What is computed before the loop.
    before: Block,
    origin: Origin,
}

impl Version<'_> {
    fn block(&mut self, block: Block) -> Block {
        let mut out = Block::with_capacity(block.len());
        for mut stmt in block {
            let may_be_twice = |body: &[Stmt]| {
                !has_loop(body) && operations(self.form, body, self.target) <= MOST_STATEMENTS
            };
            match stmt {
                Stmt::Loop { var, from, to, body, origin } if may_be_twice(&body) => {
                    self.versions(var, [from, to], body, origin, &mut out);
                }
                _ => {
                    let is_loop = matches!(stmt, Stmt::Loop { .. });
                    let outer = self.is_nested;
                    self.is_nested |= is_loop;
                    for block in stmt.blocks_mut() {
                        *block = self.block(std::mem::take(block));
                    }
                    self.is_nested = outer;
                    out.push(stmt);
                }
            }
        }
        out
    }

    /// Appends both versions of a loop, or the loop as it is.
    fn versions(
        &mut self,
        var: InstId,
        [from, to]: [InstId; 2],
        body: Block,
        origin: Origin,
        out: &mut Block,
    ) {
        let len = self.form.insts.len();
        let whole = Stmt::Loop { var, from, to, body, origin };
        let Some((cond, before, indices)) = self.condition(&whole) else {
            self.constants.truncate(self.form, len);
            return out.push(whole);
        };
        let limits =
            Limits { rounds: 0, statements: 2 * MOST_STATEMENTS, steps: 2 * MOST_STATEMENTS, nested: 0 };
        let mut otherwise = Block::new();
        let copy = Cloner::new(self.form, &mut self.constants, &|_| false, limits)
            .append(std::slice::from_ref(&whole), &mut otherwise);
        let Stmt::Loop { body, .. } = &whole else { return };
        if copy.is_none() {
            self.constants.truncate(self.form, len);
            return out.push(whole);
        }
        let mut fast = Block::new();
        let by = self.indices(var, &indices, origin, &mut fast);
        let mut rest = body.clone();
        self.replace(&mut rest, &by);
        fast.append(&mut rest);
        let then = vec![Stmt::Loop { var, from, to, body: fast, origin }];
        out.extend(before);
        out.push(Stmt::If { cond, then, otherwise, origin });
        self.changes = true;
    }

    /// The condition under which all rounds are in bounds, what it is computed by, and the indices that it is about.
    #[allow(clippy::type_complexity, reason = "it is taken apart at once")]
    fn condition(&mut self, stmt: &Stmt) -> Option<(InstId, Block, Vec<(BufferId, InstId, Affine)>)> {
        let Stmt::Loop { var, from, to, body, origin } = stmt else { return None };
        let end = self.form.as_u32(*to);
        let rounds = end.zip(self.form.as_u32(*from)).map(|(to, from)| to.saturating_sub(from));
        if rounds.is_some_and(|rounds| rounds < LEAST_ROUNDS) || Effects::of(self.form, body).has_barrier {
            return None;
        }
        if ![*from, *to].iter().all(|bound| self.uniformity.value(*bound) >= Scope::Workgroup) {
            return None;
        }
        let mut own = HashSet::from_iter([*var]);
        walk(body, &mut |stmt| own.extend(stmt.operands().filter(|_| matches!(stmt, Stmt::Eval(_)))));
        let every_round = body.iter().filter_map(|stmt| match stmt {
            Stmt::Eval(id) => {
                self.form[*id].op.access().filter(|_| !matches!(self.form[*id].op, Op::LoadByte(_)))
            }
            Stmt::Store { access, .. } => Some(access),
            _ => None,
        });
        let guarded: Vec<_> = every_round
            .filter(|access| self.may_be_compared(access))
            .map(|access| (access.buffer, access.index))
            .collect();
        let (affine, before) = (HashMap::default(), Block::new());
        let mut round = Round { var: *var, own, affine, before, origin: *origin };
        let mut indices: Vec<(BufferId, InstId, Affine)> = Vec::new();
        for (buffer, index) in guarded {
            let is_new = !indices.iter().any(|(other, at, _)| (*other, *at) == (buffer, index));
            if is_new
                && let Some(affine) = self.affine(index, &mut round)
                && self.pays(affine)
            {
                indices.push((buffer, index, affine));
            }
        }
        // An element that is the same in all rounds is no reason for two loops.
        if indices.iter().all(|(.., affine)| affine.stride.is_none()) {
            return None;
        }
        indices.truncate(MOST_INDICES);
        let mut compared: Vec<(BufferId, Affine)> = Vec::new();
        let mut cond: Option<InstId> = None;
        for (buffer, _, affine) in &indices {
            if !compared.contains(&(*buffer, *affine)) {
                compared.push((*buffer, *affine));
                for part in self.parts(*buffer, *affine, *to, &mut round)? {
                    cond = Some(match cond {
                        Some(others) => self.eval(BinOp::BitAnd, others, part, &mut round),
                        None => part,
                    });
                }
            }
        }
        Some((cond?, round.before, indices))
    }

    fn may_be_compared(&self, access: &Access) -> bool {
        let has_elements = self.form[access.buffer].element.value_type().is_some();
        has_elements && access.unit == Unit::Element && self.guarded.contains(&(access.buffer, access.index))
    }

    /// Whether a comparison before the loop costs less than one in each round. Where the stride is not constant there is a division, which takes as long as ten of them; a loop within another
    /// one may have fewer rounds.
    fn pays(&self, affine: Affine) -> bool {
        !self.is_nested || affine.stride.is_none_or(|stride| self.form.as_u32(stride).is_some())
    }

    /// The comparisons which say that all rounds are in bounds. None if there are none.
    fn parts(&mut self, buffer: BufferId, at: Affine, to: InstId, round: &mut Round) -> Option<Vec<InstId>> {
        let fixed = self.form.static_length(buffer);
        let len = match fixed {
            Some(length) => self.constant(length),
            None => self.form.add(Op::Length(buffer), U32, Origin::NOWHERE),
        };
        let Some(stride) = at.stride else { return Some(vec![self.eval(BinOp::Lt, at.base, len, round)]) };
        if let Some(to) = self.form.as_u32(to) {
            // The last index is a constant more than the first.
            let last = to.checked_sub(1)?.checked_mul(self.form.as_u32(stride)?)?;
            let last = self.constant(last);
            let room = self.eval(BinOp::Sub, len, last, round);
            return Some(vec![
                self.eval(BinOp::Lt, last, len, round),
                self.eval(BinOp::Lt, at.base, room, round),
            ]);
        }
        let is_first = self.eval(BinOp::Lt, at.base, len, round);
        let rounds = if self.form.as_u32(stride) == Some(1) {
            self.eval(BinOp::Sub, len, at.base, round)
        } else {
            let one = self.constant(1);
            let last = match fixed {
                Some(length) => self.constant(length - 1),
                None => self.eval(BinOp::Sub, len, one, round),
            };
            let room = self.eval(BinOp::Sub, last, at.base, round);
            let whole = match self.form.as_u32(stride).filter(|stride| stride.is_power_of_two()) {
                Some(stride) => {
                    let by = self.constant(stride.ilog2());
                    self.eval(BinOp::Shr, room, by, round)
                }
                None => self.eval(BinOp::Div, room, stride, round),
            };
            self.eval(BinOp::Add, whole, one, round)
        };
        Some(vec![is_first, self.eval(BinOp::Le, to, rounds, round)])
    }

    /// A value of a round, if it is affine in the loop's variable. What is the same in all rounds is computed before the loop.
    fn affine(&mut self, id: InstId, round: &mut Round) -> Option<Affine> {
        if let Some(known) = round.affine.get(&id) {
            return Some(*known);
        }
        let affine = match self.form[id].op {
            _ if id == round.var => {
                let (base, stride) = (self.constant(0), Some(self.constant(1)));
                Affine { base, stride }
            }
            _ if !round.own.contains(&id) => Affine { base: id, stride: None },
            Op::Binary(op, a, b) if self.form[id].ty == U32 && self.form[a].ty == U32 => {
                let (a, b) = (self.affine(a, round)?, self.affine(b, round)?);
                self.combined(op, a, b, round)?
            }
            _ => return None,
        };
        round.affine.insert(id, affine);
        Some(affine)
    }

    fn combined(&mut self, op: BinOp, a: Affine, b: Affine, round: &mut Round) -> Option<Affine> {
        let stride = match (op, a.stride, b.stride) {
            (_, None, None) => None,
            (BinOp::Add, Some(a), Some(b)) => Some(self.eval(BinOp::Add, a, b, round)),
            (BinOp::Add, one, other) => one.or(other),
            (BinOp::Sub, Some(stride), None) => Some(stride),
            (BinOp::Mul, Some(stride), None) => Some(self.eval(BinOp::Mul, stride, b.base, round)),
            (BinOp::Mul, None, Some(stride)) => Some(self.eval(BinOp::Mul, stride, a.base, round)),
            (BinOp::Shl, Some(stride), None) => Some(self.eval(BinOp::Shl, stride, b.base, round)),
            _ => return None,
        };
        Some(Affine { base: self.eval(op, a.base, b.base, round), stride })
    }

    fn constant(&mut self, value: u32) -> InstId {
        self.constants.get(self.form, U32, [value, 0, 0, 0])
    }

    /// Computes something before the loop, if it is not a constant or an operand.
    fn eval(&mut self, op: BinOp, a: InstId, b: InstId, round: &mut Round) -> InstId {
        match (op, self.form.as_u32(a), self.form.as_u32(b)) {
            (BinOp::Add, Some(0), _) | (BinOp::Mul, Some(1), _) => return b,
            (BinOp::Add | BinOp::Sub | BinOp::Shl, _, Some(0)) | (BinOp::Mul, _, Some(1)) => return a,
            (BinOp::Mul, Some(0), _) | (BinOp::Mul, _, Some(0)) => return self.constant(0),
            _ => {}
        }
        let ty = op.typing().result(U32.scalar).map_or(U32, |scalar| vyre_ir::Type { scalar, ..U32 });
        let ty = if self.form[a].ty == BOOL { BOOL } else { ty };
        let op = Op::Binary(op, a, b);
        if let Some(lanes) = crate::value::of(self.form, &op, ty) {
            return self.constants.get(self.form, ty, lanes);
        }
        let id = self.form.add(op, ty, round.origin);
        round.before.push(Stmt::Eval(id));
        id
    }

    /// Computes indices at the beginning of a round. Gives what takes the place of those that were there.
    fn indices(
        &mut self,
        var: InstId,
        indices: &[(BufferId, InstId, Affine)],
        origin: Origin,
        out: &mut Block,
    ) -> HashMap<(BufferId, InstId), InstId> {
        let mut by = HashMap::default();
        for (buffer, index, Affine { base, stride }) in indices {
            let (is_one, is_zero) =
                (stride.map(|it| self.form.as_u32(it) == Some(1)), self.form.as_u32(*base) == Some(0));
            let mut eval = |op, a, b| {
                let id = self.form.add(Op::Binary(op, a, b), U32, origin);
                out.push(Stmt::Eval(id));
                id
            };
            let more =
                stride.zip(is_one).map(|(it, is_one)| if is_one { var } else { eval(BinOp::Mul, var, it) });
            let index_now = match more {
                Some(more) if is_zero => more,
                Some(more) => eval(BinOp::Add, *base, more),
                None => *base,
            };
            by.insert((*buffer, *index), index_now);
        }
        by
    }

    /// Lets accesses have other indices.
    fn replace(&mut self, block: &mut Block, by: &HashMap<(BufferId, InstId), InstId>) {
        for stmt in block {
            let access = match stmt {
                Stmt::Eval(id) => self.form[*id].op.access_mut(),
                Stmt::Store { access, .. } => Some(access),
                _ => None,
            };
            if let Some(access) = access
                && let Some(index) = by.get(&(access.buffer, access.index))
            {
                access.index = *index;
            }
            stmt.blocks_mut().for_each(|block| self.replace(block, by));
        }
    }
}
