//! Zeros that are stored to local arrays which are zero: an array is, when the invocation starts, until something else is stored to it.

use crate::Lowered;
use crate::form::*;
use vyre_ir::BufferAccess;

/// Removes such stores.
pub(super) fn run(form: &Lowered, body: &mut Block) -> bool {
    let is_zero = form.buffers.iter().map(|decl| decl.access == BufferAccess::Private).collect();
    let mut arrays = Arrays { form, is_zero, is_changed: false };
    arrays.block(body);
    arrays.is_changed
}

fn is_zero(form: &Lowered, value: InstId) -> bool {
    form.as_const(value).is_some_and(|words| words.iter().all(|word| *word == 0))
}

struct Arrays<'a> {
    form: &'a Lowered,
    /// Whether a buffer is a local array that is zero on every way to the statement.
    is_zero: Vec<bool>,
    is_changed: bool,
}

impl Arrays<'_> {
    fn block(&mut self, block: &mut Block) {
        let statements = std::mem::take(block);
        block.extend(statements.into_iter().filter_map(|mut stmt| self.keeps(&mut stmt).then_some(stmt)));
    }

    /// Whether a statement stays.
    fn keeps(&mut self, stmt: &mut Stmt) -> bool {
        if let Stmt::Store { access, value, .. } = stmt {
            let stores_zero = is_zero(self.form, *value);
            let is_zero = &mut self.is_zero[access.buffer.index()];
            let is_superfluous = *is_zero && stores_zero;
            *is_zero &= stores_zero;
            self.is_changed |= is_superfluous;
            return !is_superfluous;
        }
        if let Stmt::Loop { body, .. } = &*stmt {
            self.note_stores(body);
        }
        let before = self.is_zero.clone();
        let mut after = before.clone();
        for block in stmt.blocks_mut() {
            self.is_zero.clone_from(&before);
            self.block(block);
            after.iter_mut().zip(&self.is_zero).for_each(|(all, one)| *all &= one);
        }
        self.is_zero = after;
        true
    }

    /// Notes what a loop stores, which its next round finds.
    fn note_stores(&mut self, body: &Block) {
        walk(body, &mut |stmt| {
            if let Stmt::Store { access, value, .. } = stmt {
                self.is_zero[access.buffer.index()] &= is_zero(self.form, *value);
            }
        });
    }
}
