//! What replaces what, while a pass walks over a form.

use crate::build::Builder;
use crate::form::*;

/// For every instruction the one that stands for it.
pub(super) struct Renames {
    by: Vec<InstId>,
    /// Whether an operand was renamed.
    is_used: bool,
}

impl Renames {
    /// Every instruction stands for itself.
    pub(super) fn new(form: &Lowered) -> Renames {
        Renames { by: (0..form.insts.len() as u32).map(InstId).collect(), is_used: false }
    }

    /// Whether an operand is another one now.
    pub(super) fn is_used(&self) -> bool {
        self.is_used
    }

    /// What stands for an instruction. Those that were added since stand for themselves.
    pub(super) fn get(&self, id: InstId) -> InstId {
        self.by.get(id.index()).copied().unwrap_or(id)
    }

    /// Lets `by`, which nothing replaces, stand for `id`. A name of the program's goes over to a value that has none.
    pub(super) fn replace(&mut self, form: &mut Lowered, id: InstId, by: InstId) {
        self.by.extend((self.by.len() as u32..=id.0).map(InstId));
        self.by[id.index()] = by;
        if form[by].name.is_none() && !form[by].op.is_free() {
            form[by].name = form[id].name.clone();
        }
    }

    /// What stands for an operand.
    fn operand(&mut self, id: InstId) -> InstId {
        let by = self.get(id);
        self.is_used |= by != id;
        by
    }

    /// Renames the operands of an instruction.
    pub(super) fn operands(&mut self, form: &mut Lowered, id: InstId) {
        form[id].op.map_operands(|operand| self.operand(operand));
    }

    /// Renames every operand of a form.
    pub(super) fn everywhere(mut self, form: &mut Lowered) {
        let mut body = std::mem::take(&mut form.body);
        self.block(form, &mut body);
        form.body = body;
    }

    fn block(&mut self, form: &mut Lowered, block: &mut Block) {
        for stmt in block {
            self.stmt(stmt);
            if let Stmt::Eval(id) = stmt {
                self.operands(form, *id);
            }
            stmt.blocks_mut().for_each(|inner| self.block(form, inner));
        }
    }

    /// Renames the operands of a statement itself, not of its blocks.
    pub(super) fn stmt(&mut self, stmt: &mut Stmt) {
        match stmt {
            Stmt::Set { value, .. } => *value = self.operand(*value),
            Stmt::Store { access, value, .. } => {
                access.map_operands(&mut |operand| self.operand(operand));
                *value = self.operand(*value);
            }
            Stmt::If { cond, .. } => *cond = self.operand(*cond),
            Stmt::Loop { from, to, .. } => {
                *from = self.operand(*from);
                *to = self.operand(*to);
            }
            Stmt::Eval(_) | Stmt::Barrier(_) | Stmt::Break | Stmt::Continue | Stmt::Return => {}
        }
    }
}

/// A pass that builds a form anew, with other statements in the place of some.
pub(super) trait Rewrite {
    /// What it builds, and what replaces what so far.
    fn parts(&mut self) -> (&mut Builder<'static>, &mut Renames);

    /// The value in the place of an instruction, whose operands are renamed; nothing where it stays.
    fn value(&mut self, id: InstId) -> Option<InstId>;

    /// Builds what stands in the place of a statement, whose operands are renamed. Whether it does.
    fn replaces(&mut self, _: &Stmt) -> bool {
        false
    }

    /// Builds a block.
    fn block(&mut self, block: Block) {
        for mut stmt in block {
            if let Stmt::Eval(id) = stmt {
                let (builder, renames) = self.parts();
                renames.operands(&mut builder.form, id);
                if let Some(by) = self.value(id) {
                    let (builder, renames) = self.parts();
                    renames.replace(&mut builder.form, id, by);
                    continue;
                }
            }
            self.parts().1.stmt(&mut stmt);
            if self.replaces(&stmt) {
                continue;
            }
            for block in stmt.blocks_mut() {
                self.parts().0.open();
                self.block(std::mem::take(block));
                *block = self.parts().0.close();
            }
            self.parts().0.push(stmt);
        }
    }
}
