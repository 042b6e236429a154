//! Dead code: values that nothing uses, locals that nothing reads, blocks without effects.
//!
//! A loop without effects is removed: every loop of the language ends. NVIDIA's compiler (580.159.04) also crashes on an empty
//! loop whose bounds it finds to be constant, if another loop comes after it.

use crate::form::*;
use crate::{Lowered, Target};

/// Removes dead code.
pub(super) fn run(form: &mut Lowered, _: &Target) -> bool {
    let mut live = Live { insts: vec![false; form.insts.len()], locals: vec![false; form.locals.len()] };
    // A local is live once anything live reads it, and only then are its values; so marking goes round until nothing changes.
    while live.mark_block(form, &form.body) {}
    let mut body = std::mem::take(&mut form.body);
    let is_changed = live.sweep(form, &mut body);
    form.body = body;
    is_changed
}

struct Live {
    insts: Vec<bool>,
    locals: Vec<bool>,
}

impl Live {
    /// Marks what effects need. Says whether anything was new.
    fn mark_block(&mut self, form: &Lowered, block: &[Stmt]) -> bool {
        block.iter().rev().fold(false, |changed, stmt| self.mark(form, stmt) | changed)
    }

    fn mark(&mut self, form: &Lowered, stmt: &Stmt) -> bool {
        if !self.has_effects(form, stmt, false) {
            return false;
        }
        let [first, second] = stmt.blocks();
        let inner = self.mark_block(form, second) | self.mark_block(form, first);
        let proof = match stmt {
            Stmt::Store { access: Access { guard: Guard::Proven(Proof::Condition(cond)), .. }, .. } => {
                Some(*cond)
            }
            _ => None,
        };
        stmt.operands().chain(proof).fold(inner, |changed, operand| self.need(form, operand) | changed)
    }

    /// Marks a value and what it is computed from.
    fn need(&mut self, form: &Lowered, root: InstId) -> bool {
        let mut changed = false;
        let mut stack = vec![root];
        while let Some(id) = stack.pop() {
            if std::mem::replace(&mut self.insts[id.index()], true) {
                continue;
            }
            changed = true;
            let op = &form[id].op;
            if let Op::Read(local) = op {
                self.locals[local.index()] = true;
            }
            if let Some(Access { guard: Guard::Proven(Proof::Condition(cond)), .. }) = op.access() {
                stack.push(*cond);
            }
            stack.extend(op.operands());
        }
        changed
    }

    /// Whether anything outside of a statement could tell that it was executed. A value alone is no effect: what needs it
    /// marks it. Jumps out of the innermost loop are none where the question is about that loop.
    fn has_effects(&self, form: &Lowered, stmt: &Stmt, of_loop: bool) -> bool {
        let any = |block: &[Stmt], of_loop| block.iter().any(|stmt| self.has_effects(form, stmt, of_loop));
        match stmt {
            Stmt::Eval(id) => form[*id].op.is_atomic(),
            Stmt::Set { local, .. } => self.locals[local.index()],
            Stmt::If { then, otherwise, .. } => any(then, of_loop) || any(otherwise, of_loop),
            Stmt::Loop { body, .. } => any(body, true),
            Stmt::Break | Stmt::Continue => !of_loop,
            Stmt::Store { .. } | Stmt::Barrier(_) | Stmt::Return => true,
        }
    }

    /// Removes what is not live. Says whether anything was removed.
    fn sweep(&self, form: &Lowered, block: &mut Block) -> bool {
        let before = block.len();
        block.retain(|stmt| match stmt {
            Stmt::Eval(id) => self.insts[id.index()],
            other => self.has_effects(form, other, false),
        });
        let is_changed = block.len() < before;
        let inner = block.iter_mut().flat_map(Stmt::blocks_mut);
        inner.fold(is_changed, |is_changed, block| self.sweep(form, block) | is_changed)
    }
}
