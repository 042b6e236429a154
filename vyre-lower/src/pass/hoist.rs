//! Hoisting: what a loop would compute anew in each round, and is the same in all of them, is computed once before it.
//!
//! It is hoisted only from where every first round comes to, so nothing is computed that the program would not compute, but where a loop has no
//! rounds. A load is hoisted if nothing in the loop can change what it gives: no store to its buffer, no atomic, no barrier. A load that had a proof in
//! the loop may need a guard before it; a guarded load cannot fault. Loads of uniform data at indices that are the same in
//! all rounds are hoisted from branches too: all invocations share them, and they cost next to nothing.
//!
//! Sums, masks and the like are computed again: a value that is kept over a loop takes a register. With all of them before the loop, the CPU device took twice as long for a product of
//! matrices by tiles, whose loop has 32 such indices.

use crate::analysis::effects::Effects;
use crate::form::*;
use crate::{Lowered, Target, cost};
use rustc_hash::FxHashSet as HashSet;
use vyre_ir::BufferAccess;

/// Hoists out of every loop.
pub(super) fn run(form: &mut Lowered, _: &Target) -> bool {
    let body = std::mem::take(&mut form.body);
    let atomic = super::values::atomic_buffers(form, &body);
    let mut hoist = Hoist { depths: vec![0; form.insts.len()], atomic, is_changed: false, form };
    let body = hoist.block(body, 0);
    let is_changed = hoist.is_changed;
    form.body = body;
    is_changed
}

struct Hoist<'a> {
    form: &'a Lowered,
    /// For each value, how many loops there are around the statement that evaluates it.
    depths: Vec<usize>,
    atomic: Vec<bool>,
    /// Whether anything was hoisted.
    is_changed: bool,
}

/// What the statements of a loop's body may be hoisted by.
struct Body {
    effects: Effects,
    /// How many loops there are around them.
    depth: usize,
    /// The indices of elements that are loaded and stored, which the pass `accumulate` asks for.
    indices: HashSet<InstId>,
    /// Whether every first round comes to the statement.
    is_always: bool,
    /// The values that are the same in all rounds, in order.
    same: Vec<InstId>,
}

/// The indices of elements that a block loads and stores.
fn changed(form: &Lowered, block: &[Stmt]) -> HashSet<InstId> {
    let (mut loaded, mut stored) = (HashSet::default(), HashSet::default());
    walk(block, &mut |stmt| match stmt {
        Stmt::Eval(id) => {
            if let Op::Load(access) = form[*id].op {
                loaded.insert((access.buffer, access.index));
            }
        }
        Stmt::Store { access, .. } => {
            stored.insert((access.buffer, access.index));
        }
        _ => {}
    });
    loaded.intersection(&stored).map(|(_, index)| *index).collect()
}

impl Hoist<'_> {
    /// The statements of a block that has so many loops around it.
    fn block(&mut self, block: Block, depth: usize) -> Block {
        let mut out = Block::with_capacity(block.len());
        for mut stmt in block {
            match &mut stmt {
                Stmt::Eval(id) => self.depths[id.index()] = depth,
                Stmt::Loop { var, body, .. } => {
                    let depth = depth + 1;
                    self.depths[var.index()] = depth;
                    let inner = self.block(std::mem::take(body), depth);
                    let (effects, indices) = (Effects::of(self.form, &inner), changed(self.form, &inner));
                    let mut within = Body { effects, indices, depth, is_always: true, same: Vec::new() };
                    *body = self.hoisted(inner, &mut within, &mut out);
                }
                other => {
                    for block in other.blocks_mut() {
                        *block = self.block(std::mem::take(block), depth);
                    }
                }
            }
            out.push(stmt);
        }
        out
    }

    /// What stays of a loop's body. What is hoisted is appended to what stands before the loop.
    fn hoisted(&mut self, block: Block, within: &mut Body, out: &mut Block) -> Block {
        self.find(&block, within);
        let same = std::mem::take(&mut within.same);
        // From behind, so that what needs a value comes before what computes it.
        let mut wanted = HashSet::default();
        for id in same.iter().rev() {
            let op = &self.form[*id].op;
            if wanted.contains(id) || cost::is_slow(self.form, op) || within.indices.contains(id) {
                wanted.insert(*id);
                wanted.extend(op.operands());
            }
        }
        let wanted: HashSet<_> = same.into_iter().filter(|id| wanted.contains(id)).collect();
        self.take(block, &wanted, within.depth, out)
    }

    /// Finds the values that are the same in all rounds.
    fn find(&mut self, block: &[Stmt], within: &mut Body) {
        for stmt in block {
            match stmt {
                Stmt::Eval(id) if self.is_same(*id, within) => {
                    // For what depends on it, as if it were hoisted.
                    self.depths[id.index()] = within.depth - 1;
                    within.same.push(*id);
                }
                Stmt::If { then, otherwise, .. } => {
                    let is_always = std::mem::replace(&mut within.is_always, false);
                    self.find(then, within);
                    self.find(otherwise, within);
                    within.is_always = is_always;
                }
                _ => {}
            }
            let has_blocks = matches!(stmt, Stmt::If { .. } | Stmt::Loop { .. });
            if stmt.is_jump() || has_blocks && Effects::of(self.form, std::slice::from_ref(stmt)).jumps() {
                within.is_always = false;
            }
        }
    }

    /// Moves what is wanted of a block.
    fn take(&mut self, block: Block, wanted: &HashSet<InstId>, depth: usize, out: &mut Block) -> Block {
        let mut stays = Block::with_capacity(block.len());
        for mut stmt in block {
            match &mut stmt {
                Stmt::Eval(id) if wanted.contains(id) => {
                    self.is_changed = true;
                    out.push(stmt);
                    continue;
                }
                Stmt::Eval(id) => self.depths[id.index()] = depth,
                Stmt::If { then, otherwise, .. } => {
                    for block in [then, otherwise] {
                        *block = self.take(std::mem::take(block), wanted, depth, out);
                    }
                }
                _ => {}
            }
            stays.push(stmt);
        }
        stays
    }

    /// Whether a value is the same in all rounds, and may be computed before the first.
    fn is_same(&self, id: InstId, within: &Body) -> bool {
        let op = &self.form[id].op;
        let is_uniform = |access: &Access| self.form[access.buffer].access == BufferAccess::Uniform;
        let is_at_hand = match op {
            Op::Atomic(..) | Op::AtomicLoad(_) | Op::Collective(..) | Op::Induction => false,
            Op::Read(local) => within.is_always && !within.effects.sets.contains(local),
            Op::Load(access) if is_uniform(access) => true,
            Op::Load(access) | Op::LoadByte(access) => {
                let is_changed = within.effects.may_change(self.form, access.buffer);
                within.is_always && !is_changed && !self.atomic[access.buffer.index()]
            }
            _ => within.is_always,
        };
        is_at_hand && op.operands().all(|operand| self.depths[operand.index()] < within.depth)
    }
}
