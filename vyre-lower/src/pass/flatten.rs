//! Flattening: what a small arm of a condition sets is computed in every invocation, and selected.
//!
//! An engine that executes many invocations together spends several passes over their masks on a condition, more than on a few quick operations.
//!
//! An arm stays where it is if it accesses memory, jumps or has a slow operation. It stays too if its condition costs nothing. All that execute together may agree on it, or it depends
//! on ids alone: then it mostly holds for all of a block, or for the first of them.

use crate::analysis::uniformity::{Scope, Uniformity, uniformity};
use crate::form::*;
use crate::{Lowered, Origin, Target, cost};

/// The most statements of both arms: the block engine passes some ten times over the lanes for the masks of a condition, and once for a quick operation.
const MOST: usize = 12;

/// Flattens conditions, the inner ones first.
pub(super) fn run(form: &mut Lowered, target: &Target) -> bool {
    if !target.flattens {
        return false;
    }
    let scopes = uniformity(form);
    let body = std::mem::take(&mut form.body);
    let mut flatten = Flatten { of_data: Vec::new(), scopes, is_changed: false, form };
    let body = flatten.block(body);
    let is_changed = flatten.is_changed;
    form.body = body;
    is_changed
}

struct Flatten<'a> {
    form: &'a mut Lowered,
    scopes: Uniformity,
    /// The values that depend on memory, so far as they have been evaluated.
    of_data: Vec<bool>,
    is_changed: bool,
}

impl Flatten<'_> {
    fn block(&mut self, block: Block) -> Block {
        let mut out = Block::with_capacity(block.len());
        for mut stmt in block {
            if let Stmt::Eval(id) = stmt {
                self.note(id);
            }
            for block in stmt.blocks_mut() {
                *block = self.block(std::mem::take(block));
            }
            match stmt {
                Stmt::If { cond, then, otherwise, .. } if self.is_flat(cond, &then, &otherwise) => {
                    self.is_changed = true;
                    self.arm(then, cond, true, &mut out);
                    self.arm(otherwise, cond, false, &mut out);
                }
                stmt => out.push(stmt),
            }
        }
        out
    }

    /// Notes whether a value depends on memory. A local may hold anything.
    fn note(&mut self, id: InstId) {
        let op = &self.form[id].op;
        let is_of_data = op.access().is_some()
            || matches!(op, Op::Read(_) | Op::Collective(..))
            || op.operands().any(|operand| self.of_data.get(operand.index()) == Some(&true));
        if self.of_data.len() <= id.index() {
            self.of_data.resize(id.index() + 1, false);
        }
        self.of_data[id.index()] = is_of_data;
    }

    fn is_flat(&self, cond: InstId, then: &[Stmt], otherwise: &[Stmt]) -> bool {
        self.scopes.value(cond) == Scope::Invocation
            && self.of_data.get(cond.index()) == Some(&true)
            && then.len() + otherwise.len() <= MOST
            && then.iter().chain(otherwise).all(|stmt| self.is_quick(stmt))
    }

    /// Whether a statement computes or sets a scalar, without memory and quickly.
    fn is_quick(&self, stmt: &Stmt) -> bool {
        match stmt {
            Stmt::Eval(id) => {
                let op = &self.form[*id].op;
                op.access().is_none() && !matches!(op, Op::Collective(..)) && !cost::is_slow(self.form, op)
            }
            Stmt::Set { local, .. } => self.form[*local].ty.lanes == 1,
            _ => false,
        }
    }

    /// The statements of an arm, whose sets keep what locals have where it is not executed.
    fn arm(&mut self, arm: Block, cond: InstId, is_then: bool, out: &mut Block) {
        for stmt in arm {
            let Stmt::Set { local, value, origin } = stmt else {
                out.push(stmt);
                continue;
            };
            let old = self.evaluated(Op::Read(local), local, origin, out);
            let (then, otherwise) = if is_then { (value, old) } else { (old, value) };
            let value = self.evaluated(Op::Select(cond, then, otherwise), local, origin, out);
            out.push(Stmt::Set { local, value, origin });
        }
    }

    fn evaluated(&mut self, op: Op, local: LocalId, origin: Origin, out: &mut Block) -> InstId {
        let ty = self.form[local].ty;
        let id = self.form.add(op, ty, origin);
        self.note(id);
        out.push(Stmt::Eval(id));
        id
    }
}
