//! Local arrays into variables: an array all of whose indices are constant becomes a local for each element that is used.
//!
//! The array's declaration stays, because buffers are named by their position; a printer declares no array that nothing
//! accesses.

use crate::form::*;
use crate::{Lowered, Target};
use rustc_hash::FxHashMap as HashMap;
use std::sync::Arc;
use vyre_ir::BufferAccess;

/// Turns arrays into variables.
pub(super) fn run(form: &mut Lowered, _: &Target) -> bool {
    let mut is_fixed: Vec<bool> =
        form.buffers.iter().map(|decl| decl.access == BufferAccess::Private).collect();
    if !is_fixed.contains(&true) {
        return false;
    }
    walk(&form.body, &mut |stmt| {
        let access = match stmt {
            Stmt::Eval(id) => form[*id].op.access(),
            Stmt::Store { access, .. } => Some(access),
            _ => None,
        };
        if let Some(access) = access {
            // A constant past the end is for `fold`.
            let is_inside = |index| index < form[access.buffer].count;
            is_fixed[access.buffer.index()] &= form.as_u32(access.index).is_some_and(is_inside);
        }
    });
    let body = std::mem::take(&mut form.body);
    let mut arrays = Arrays { form, is_fixed, elements: HashMap::default() };
    let body = arrays.block(body);
    let is_changed = !arrays.elements.is_empty();
    form.body = body;
    is_changed
}

struct Arrays<'a> {
    form: &'a mut Lowered,
    /// Whether a buffer is a local array all of whose indices are constant.
    is_fixed: Vec<bool>,
    elements: HashMap<(BufferId, u32), LocalId>,
}

impl Arrays<'_> {
    fn block(&mut self, block: Block) -> Block {
        block.into_iter().map(|stmt| self.stmt(stmt)).collect()
    }

    fn stmt(&mut self, mut stmt: Stmt) -> Stmt {
        match stmt {
            Stmt::Eval(id) => {
                if let Op::Load(access) = self.form[id].op
                    && let Some(local) = self.element(access)
                {
                    self.form[id].op = Op::Read(local);
                }
            }
            Stmt::Store { access, value, origin } => {
                if let Some(local) = self.element(access) {
                    return Stmt::Set { local, value, origin };
                }
            }
            _ => {
                for block in stmt.blocks_mut() {
                    *block = self.block(std::mem::take(block));
                }
            }
        }
        stmt
    }

    /// The variable that an element becomes.
    fn element(&mut self, access: Access) -> Option<LocalId> {
        let index = self.form.as_u32(access.index).filter(|_| self.is_fixed[access.buffer.index()])?;
        let decl = &self.form.buffers[access.buffer.index()];
        let locals = &mut self.form.locals;
        let local = self.elements.entry((access.buffer, index)).or_insert_with(|| {
            let name = Some(Arc::from(format!("{}_{index}", decl.name)));
            locals.push(Local { name, ty: decl.element.element_type() });
            LocalId(locals.len() as u32 - 1)
        });
        Some(*local)
    }
}
