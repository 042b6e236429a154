//! Hoisting: what a loop would compute anew in each round, and is the same in all of them, is computed once before it.
//!
//! It is hoisted only from where every first round comes to, so nothing is computed that the program would not compute, but where a loop has no
//! rounds. A load is hoisted if nothing in the loop can change what it gives: no store to its buffer, no atomic, no barrier. A load that had a proof in
//! the loop may need a guard before it; a guarded load cannot fault. Loads of uniform data at indices that are the same in
//! all rounds are hoisted from branches too: all invocations share them, and they cost next to nothing.

use crate::analysis::effects::Effects;
use crate::form::*;
use crate::{Lowered, Target};
use vyre_ir::BufferAccess;

/// Hoists out of every loop.
pub(super) fn run(form: &mut Lowered, _: &Target) {
    let body = std::mem::take(&mut form.body);
    let atomic = super::values::atomic_buffers(form, &body);
    let mut hoist = Hoist { depths: vec![0; form.insts.len()], atomic, form };
    form.body = hoist.block(body, 0);
}

struct Hoist<'a> {
    form: &'a Lowered,
    /// For each value, how many loops there are around the statement that evaluates it.
    depths: Vec<usize>,
    atomic: Vec<bool>,
}

/// What the statements of a loop's body may be hoisted by.
struct Body {
    effects: Effects,
    /// How many loops there are around them.
    depth: usize,
    /// Whether every first round comes to the statement.
    is_always: bool,
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
                    let effects = Effects::of(self.form, &inner);
                    *body = self.hoisted(inner, &mut Body { effects, depth, is_always: true }, &mut out);
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

    /// What stays of a block in a loop. What is hoisted is appended to what stands before the loop.
    fn hoisted(&mut self, block: Block, within: &mut Body, out: &mut Block) -> Block {
        let mut stays = Block::with_capacity(block.len());
        for mut stmt in block {
            if let Stmt::Eval(id) = stmt
                && self.is_same(id, within)
            {
                self.depths[id.index()] = within.depth - 1;
                out.push(stmt);
                continue;
            }
            let has_blocks = matches!(stmt, Stmt::If { .. } | Stmt::Loop { .. });
            let jumps = has_blocks && Effects::of(self.form, std::slice::from_ref(&stmt)).jumps();
            if let Stmt::If { then, otherwise, .. } = &mut stmt {
                let is_always = std::mem::replace(&mut within.is_always, false);
                for block in [then, otherwise] {
                    *block = self.hoisted(std::mem::take(block), within, out);
                }
                within.is_always = is_always;
            }
            within.is_always &= !jumps;
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
