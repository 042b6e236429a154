//! Local arrays into variables: an array all of whose indices are constant becomes a local for each element that is used.
//!
//! The array's declaration stays, because buffers are named by their position; a printer declares no array that nothing
//! accesses.

use crate::form::*;
use crate::{Lowered, Target};
use std::collections::HashMap;
use std::sync::Arc;
use vyre_ir::BufferAccess;

/// Turns arrays into variables.
pub(super) fn run(form: &mut Lowered, _: &Target) {
    let mut is_fixed: Vec<bool> =
        form.buffers.iter().map(|decl| decl.access == BufferAccess::Private).collect();
    if !is_fixed.contains(&true) {
        return;
    }
    walk(&form.body, &mut |stmt| {
        let access = match stmt {
            Stmt::Eval(id) => form[*id].op.access(),
            Stmt::Store { access, .. } => Some(access),
            _ => None,
        };
        if let Some(access) = access.filter(|access| form.as_u32(access.index).is_none()) {
            is_fixed[access.buffer.index()] = false;
        }
    });
    let body = std::mem::take(&mut form.body);
    let mut arrays = Arrays { form, is_fixed, elements: HashMap::new() };
    form.body = arrays.block(body);
}

/// What an access to a local array at a constant index is about.
enum Place {
    /// An element of an array that becomes variables.
    Variable(LocalId),
    /// Nothing: past the end.
    Outside,
    /// An element of memory.
    Memory,
}

struct Arrays<'a> {
    form: &'a mut Lowered,
    /// Whether a buffer is a local array with constant indices alone.
    is_fixed: Vec<bool>,
    elements: HashMap<(BufferId, u32), LocalId>,
}

impl Arrays<'_> {
    fn block(&mut self, block: Block) -> Block {
        block.into_iter().filter_map(|stmt| self.stmt(stmt)).collect()
    }

    fn stmt(&mut self, mut stmt: Stmt) -> Option<Stmt> {
        match &stmt {
            Stmt::Eval(id) => {
                let Op::Load(access) = self.form[*id].op else { return Some(stmt) };
                self.form[*id].op = match self.place(access) {
                    Place::Variable(local) => Op::Read(local),
                    Place::Memory => Op::Load(access),
                    Place::Outside => {
                        // A constant is free.
                        self.form[*id].op = Op::Const([0; 4]);
                        return None;
                    }
                };
            }
            Stmt::Store { access, value, origin } => match self.place(*access) {
                Place::Variable(local) => {
                    return Some(Stmt::Set { local, value: *value, origin: *origin });
                }
                Place::Memory => {}
                Place::Outside => return None,
            },
            _ => {
                for block in stmt.blocks_mut() {
                    *block = self.block(std::mem::take(block));
                }
            }
        }
        Some(stmt)
    }

    fn place(&mut self, access: Access) -> Place {
        let decl = &self.form[access.buffer];
        match self.form.as_u32(access.index) {
            Some(index) if decl.access == BufferAccess::Private && index >= decl.count => Place::Outside,
            Some(index) if self.is_fixed[access.buffer.index()] => {
                let form = &mut *self.form;
                let name = format!("{}_{index}", decl.name);
                let ty = decl.element.element_type();
                let local = self.elements.entry((access.buffer, index)).or_insert_with(|| {
                    form.locals.push(Local { name: Some(Arc::from(name)), ty });
                    LocalId(form.locals.len() as u32 - 1)
                });
                Place::Variable(*local)
            }
            _ => Place::Memory,
        }
    }
}
