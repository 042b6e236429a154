//! What replaces what, while a pass walks over a form.

use crate::form::*;

/// For every instruction the one that stands for it.
pub(super) struct Renames(Vec<InstId>);

impl Renames {
    /// Every instruction stands for itself.
    pub(super) fn new(form: &Lowered) -> Renames {
        Renames((0..form.insts.len() as u32).map(InstId).collect())
    }

    /// What stands for an instruction. Those that were added since stand for themselves.
    pub(super) fn get(&self, id: InstId) -> InstId {
        self.0.get(id.index()).copied().unwrap_or(id)
    }

    /// Lets `by`, which nothing replaces, stand for `id`. A name of the program's goes over to a value that has none.
    pub(super) fn replace(&mut self, form: &mut Lowered, id: InstId, by: InstId) {
        self.0.extend((self.0.len() as u32..=id.0).map(InstId));
        self.0[id.index()] = by;
        if form[by].name.is_none() && !form[by].op.is_free() {
            form[by].name = form[id].name.clone();
        }
    }

    /// Renames the operands of an instruction.
    pub(super) fn operands(&self, form: &mut Lowered, id: InstId) {
        form[id].op.map_operands(|operand| self.get(operand));
    }

    /// Renames the operands of a statement itself, not of its blocks.
    pub(super) fn stmt(&self, stmt: &mut Stmt) {
        match stmt {
            Stmt::Set { value, .. } => *value = self.get(*value),
            Stmt::Store { access, value, .. } => {
                access.map_operands(&mut |operand| self.get(operand));
                *value = self.get(*value);
            }
            Stmt::If { cond, .. } => *cond = self.get(*cond),
            Stmt::Loop { from, to, .. } => {
                *from = self.get(*from);
                *to = self.get(*to);
            }
            Stmt::Eval(_) | Stmt::Barrier(_) | Stmt::Break | Stmt::Continue | Stmt::Return => {}
        }
    }
}
