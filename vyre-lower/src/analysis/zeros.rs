//! Whether workgroup arrays have to be zero at the start.
//!
//! They are in the language. A device has to write them for that, and to wait, before a workgroup begins; on an H200 that is a part of what
//! a transpose by tiles takes. It is not needed if no invocation loads an element before one has stored it.
//!
//! The walk keeps which elements are stored. A store in a block that a barrier of the same block follows is executed by all
//! invocations of the workgroup, as the barrier is; where its index depends on nothing but the ids in the workgroup, it is computed
//! for each of them.

use crate::form::*;
use crate::value;
use rustc_hash::FxHashSet as HashSet;
use vyre_ir::{BufferAccess, Lanes};

/// The most values that are computed, which bounds the time, and how deep the expression of an index is.
const MOST_STEPS: u32 = 1 << 19;
const DEPTH: u32 = 32;

/// Whether an element of a workgroup array may be loaded that nothing has stored.
pub fn needs_zeros(form: &Lowered) -> bool {
    let is_shared =
        |decl: &vyre_ir::BufferDecl| !decl.access.is_bound() && decl.access != BufferAccess::Private;
    let count = |decl: &vyre_ir::BufferDecl| if is_shared(decl) { decl.count as usize } else { 0 };
    let stored: Vec<Elements> = form.buffers.iter().map(|decl| Elements::none(count(decl))).collect();
    let is_shared = form.buffers.iter().map(is_shared).collect();
    let mut walk = Walk { form, is_shared, stored, own: HashSet::default(), steps: 0, is_needed: false };
    walk.block(&form.body);
    walk.is_needed
}

/// A set of elements of an array.
#[derive(Clone)]
struct Elements {
    is_stored: Vec<bool>,
    left: usize,
}

impl Elements {
    fn none(count: usize) -> Elements {
        Elements { is_stored: vec![false; count], left: count }
    }

    fn insert(&mut self, at: u32) {
        if let Some(is_stored) = self.is_stored.get_mut(at as usize) {
            self.left -= usize::from(!*is_stored);
            *is_stored = true;
        }
    }

    /// Whether the element is stored, or beyond the end.
    fn has(&self, at: u32) -> bool {
        self.is_stored.get(at as usize).copied().unwrap_or(true)
    }
}

struct Walk<'f> {
    form: &'f Lowered,
    is_shared: Vec<bool>,
    /// The elements of each array that are stored, by whichever invocation, and visible.
    stored: Vec<Elements>,
    /// The elements that the invocation itself has stored, by their indices.
    own: HashSet<(BufferId, InstId)>,
    steps: u32,
    is_needed: bool,
}

impl Walk<'_> {
    fn block(&mut self, block: &[Stmt]) {
        let (stored, own) = (self.stored.clone(), self.own.clone());
        let mut since_barrier = Vec::new();
        for stmt in block {
            match stmt {
                Stmt::Eval(id) => match &self.form[*id].op {
                    Op::Load(access) => self.load(access),
                    op if op.is_atomic() => {
                        self.is_needed |= op.access().is_some_and(|access| self.is_shared(access));
                    }
                    _ => {}
                },
                Stmt::Store { access, .. } if self.is_shared(access) => {
                    since_barrier.push(*access);
                    self.own.insert((access.buffer, access.index));
                }
                Stmt::Barrier(_) => {
                    std::mem::take(&mut since_barrier).iter().for_each(|access| self.publish(access))
                }
                other => other.blocks().into_iter().for_each(|block| self.block(block)),
            }
        }
        // It may not have been executed.
        (self.stored, self.own) = (stored, own);
    }

    fn is_shared(&self, access: &Access) -> bool {
        self.is_shared[access.buffer.index()]
    }

    /// Takes a store into account that all invocations have executed.
    fn publish(&mut self, access: &Access) {
        for index in self.indices(access.index).unwrap_or_default() {
            self.stored[access.buffer.index()].insert(index);
        }
    }

    fn load(&mut self, access: &Access) {
        if self.is_needed || !self.is_shared(access) || self.own.contains(&(access.buffer, access.index)) {
            return;
        }
        if self.stored[access.buffer.index()].left == 0 {
            return;
        }
        let indices = self.indices(access.index);
        let elements = &self.stored[access.buffer.index()];
        self.is_needed = !indices.is_some_and(|indices| indices.into_iter().all(|index| elements.has(index)));
    }

    /// What an index is in each invocation of a workgroup, if it depends on nothing else.
    fn indices(&mut self, index: InstId) -> Option<Vec<u32>> {
        let [x, y, z] = self.form.workgroup_size;
        let mut indices = Vec::new();
        for at in 0..x.saturating_mul(y).saturating_mul(z) {
            let id = [at % x, at / x % y, at / x / y];
            indices.push(self.compute(index, id, DEPTH)?[0]);
        }
        Some(indices)
    }

    fn compute(&mut self, value: InstId, id: [u32; 3], depth: u32) -> Option<Lanes> {
        self.steps += 1;
        if self.steps > MOST_STEPS || depth == 0 {
            return None;
        }
        let (form, depth) = (self.form, depth - 1);
        match form[value].op {
            Op::Const(lanes) => Some(lanes),
            Op::Builtin(Builtin::Local(axis)) => Some([id[usize::from(axis)], 0, 0, 0]),
            Op::Unary(op, a) => value::unary(op, form[a].ty, &self.compute(a, id, depth)?),
            Op::Binary(op, a, b) => {
                let (left, right) = (self.compute(a, id, depth)?, self.compute(b, id, depth)?);
                value::binary(op, form[a].ty, &left, form[b].ty, &right)
            }
            _ => None,
        }
    }
}
