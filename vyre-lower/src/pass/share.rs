//! Shared guards: where an element is loaded, changed and stored, its index is compared once, around all three.
//!
//! What the load gives has to be used for the store alone, because out of bounds nothing of it is computed. Nothing else happens in
//! between. For targets on which a guard is a branch.

use crate::form::*;
use crate::{Lowered, Origin, Target};
use rustc_hash::FxHashSet as HashSet;
use vyre_ir::{BinOp, DataType};

/// Shares the guards of every block.
pub(super) fn run(form: &mut Lowered, target: &Target) -> bool {
    if !target.shares_guards {
        return false;
    }
    let body = std::mem::take(&mut form.body);
    let atomic = super::values::atomic_buffers(form, &body);
    let mut uses = vec![0; form.insts.len()];
    walk(&body, &mut |stmt| {
        let of_inst = match stmt {
            // An evaluation names the instruction, and does not use it.
            Stmt::Eval(id) => form[*id].op.operands().collect(),
            other => other.operands().collect::<Vec<_>>(),
        };
        of_inst.into_iter().for_each(|id| uses[id.index()] += 1);
    });
    let mut share = Share { form, atomic, uses, is_changed: false };
    let body = share.block(body);
    let is_changed = share.is_changed;
    form.body = body;
    is_changed
}

struct Share<'a> {
    form: &'a mut Lowered,
    atomic: Vec<bool>,
    /// How often each value is used.
    uses: Vec<usize>,
    /// Whether a guard is shared.
    is_changed: bool,
}

impl Share<'_> {
    fn block(&mut self, block: Block) -> Block {
        let mut out = Block::with_capacity(block.len());
        for mut stmt in block {
            for block in stmt.blocks_mut() {
                *block = self.block(std::mem::take(block));
            }
            match stmt {
                Stmt::Store { access, .. } if self.may_share(&access) => self.store(stmt, access, &mut out),
                other => out.push(other),
            }
        }
        out
    }

    fn may_share(&self, access: &Access) -> bool {
        let buffer = access.buffer;
        access.guard == Guard::Checked
            && access.unit == Unit::Element
            && self.form[buffer].element != DataType::Bytes
            && !self.atomic[buffer.index()]
    }

    /// Appends a store, together with the load of its element if that is not far.
    fn store(&mut self, mut stmt: Stmt, access: Access, out: &mut Block) {
        let Some(from) = self.load_of(&access, out).filter(|from| self.is_for(&stmt, &out[*from..])) else {
            return out.push(stmt);
        };
        let Stmt::Eval(load) = out[from] else { return out.push(stmt) };
        self.is_changed = true;
        let depends = self.depends(load, &out[from..]);
        let (mut then, others): (Block, Block) =
            out.drain(from..).partition(|stmt| matches!(stmt, Stmt::Eval(id) if depends.contains(id)));
        out.extend(others);
        let origin = self.form[load].origin;
        let free = Origin::NOWHERE;
        let length = match self.form.static_length(access.buffer) {
            Some(length) => self.form.add(Op::Const([length, 0, 0, 0]), U32, free),
            None => self.form.add(Op::Length(access.buffer), U32, free),
        };
        let cond = self.form.add(Op::Binary(BinOp::Lt, access.index, length), BOOL, origin);
        let proven = Guard::Proven(Proof::Condition(cond));
        if let Stmt::Store { access, .. } = &mut stmt {
            access.guard = proven;
        }
        if let Some(access) = self.form[load].op.access_mut() {
            access.guard = proven;
        }
        then.push(stmt);
        out.push(Stmt::Eval(cond));
        out.push(Stmt::If { cond, then, otherwise: Block::new(), origin });
    }

    /// Where the element is loaded, with nothing but computations and loads behind it.
    fn load_of(&self, access: &Access, block: &[Stmt]) -> Option<usize> {
        let is_quiet = |stmt: &Stmt| match stmt {
            Stmt::Eval(id) => {
                let op = &self.form[*id].op;
                !op.is_atomic() && !matches!(op, Op::Collective(..))
            }
            _ => false,
        };
        let is_load = |stmt: &Stmt| match stmt {
            Stmt::Eval(id) => self.form[*id].op == Op::Load(*access),
            _ => false,
        };
        let quiet = block.iter().rev().take_while(|stmt| is_quiet(stmt)).count();
        (block.len() - quiet..block.len()).rev().find(|at| is_load(&block[*at]))
    }

    /// The values from a load on that depend on it.
    fn depends(&self, load: InstId, block: &[Stmt]) -> HashSet<InstId> {
        let mut depends = HashSet::from_iter([load]);
        for stmt in block {
            if let Stmt::Eval(id) = stmt
                && self.form[*id].op.operands().any(|operand| depends.contains(&operand))
            {
                depends.insert(*id);
            }
        }
        depends
    }

    /// Whether what depends on the load at the beginning of a block is used there and in the store alone.
    fn is_for(&self, store: &Stmt, block: &[Stmt]) -> bool {
        let Some(Stmt::Eval(load)) = block.first() else { return false };
        let depends = self.depends(*load, block);
        let used =
            |operands: &mut dyn Iterator<Item = InstId>| operands.filter(|id| depends.contains(id)).count();
        let here: usize = block
            .iter()
            .map(|stmt| match stmt {
                Stmt::Eval(id) => used(&mut self.form[*id].op.operands()),
                _ => 0,
            })
            .sum();
        let all: usize = depends.iter().filter_map(|id| self.uses.get(id.index())).sum();
        here + used(&mut store.operands()) == all
    }
}
