//! Specialisation: a form for launches of one shape. Before the passes run, the lengths of its buffers and the numbers in its uniform buffers become
//! constants, and its ids are below the grid. What passes do with constants and ranges they do then: guards are proven, products become shifts,
//! and the second arm of a coarsened form goes where a grid fits.

use crate::Lowered;
use crate::form::*;
use std::sync::Arc;
use vyre_ir::BufferAccess;

/// What all launches of one shape have in common.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shape {
    /// The workgroups of the program along x, y and z.
    pub groups: [u32; 3],
    /// What is bound to each buffer of the program, in order of declaration.
    pub bound: Vec<Bound>,
}

/// What is bound to a buffer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Bound {
    /// Memory, of so many elements.
    Elements(u32),
    /// Uniform data.
    Words(Arc<[u32]>),
}

/// Makes a form that no pass has seen one for launches of a shape.
pub fn specialise(form: &mut Lowered, shape: &Shape) {
    form.grid = Some(std::array::from_fn(|axis| {
        u64::from(shape.groups[axis]) * u64::from(form.workgroup_size[axis].max(1))
    }));
    let bound: Vec<usize> =
        (0..form.buffers.len()).filter(|at| form.buffers[*at].access.is_bound()).collect();
    for (at, bound) in bound.into_iter().zip(&shape.bound) {
        let decl = &mut form.buffers[at];
        let is_open = decl.count == 0 && decl.element.value_type().is_some();
        match bound {
            // A length of 0 would be one that the program leaves open.
            Bound::Elements(count) if is_open => decl.count = *count,
            Bound::Words(words) if decl.access == BufferAccess::Uniform => {
                let elements = words.len() / decl.element.element_type().words();
                if is_open {
                    decl.count = elements as u32;
                }
                form.tables.push(Table { buffer: BufferId(at as u32), words: Arc::clone(words) });
            }
            Bound::Elements(_) | Bound::Words(_) => {}
        }
    }
    for at in 0..form.insts.len() {
        if let Op::Length(buffer) = form.insts[at].op
            && let Some(length) = form.static_length(buffer)
        {
            form.insts[at].op = Op::Const([length, 0, 0, 0]);
        }
    }
}
