//! Effects: which buffers and locals statements use, and where control may go from them.

use crate::form::*;
use std::collections::{BTreeMap, BTreeSet};

/// How a buffer is used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Use {
    /// Whether an element or a byte is loaded.
    pub is_read: bool,
    /// Whether an element is stored.
    pub is_written: bool,
    /// Whether an atomic operation is done on it. That reads and writes, and sets neither of the two others.
    pub is_atomic: bool,
}

/// What statements do.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Effects {
    /// The locals that are read.
    pub reads: BTreeSet<LocalId>,
    /// The locals that are set.
    pub sets: BTreeSet<LocalId>,
    /// The buffers that are accessed. A length is no access.
    pub buffers: BTreeMap<BufferId, Use>,
    /// Whether they wait at a barrier, or for a collective.
    pub has_barrier: bool,
    /// Whether they may leave a loop around them.
    pub breaks: bool,
    /// Whether they may go on with the next round of a loop around them.
    pub continues: bool,
    /// Whether they may end the invocation.
    pub returns: bool,
}

impl Effects {
    /// What statements do, those in their blocks included.
    pub fn of(form: &Lowered, stmts: &[Stmt]) -> Effects {
        let mut effects = Effects::default();
        stmts.iter().for_each(|stmt| effects.add(form, stmt));
        effects
    }

    /// Whether memory, other invocations or the end of this one could tell that they were executed: a store, an atomic, a
    /// barrier or a return. Sets of locals and jumps between the statements do not count.
    pub fn has_effects(&self) -> bool {
        self.has_barrier || self.returns || self.buffers.values().any(|it| it.is_written || it.is_atomic)
    }

    /// Whether control may go elsewhere than to the next statement.
    pub fn jumps(&self) -> bool {
        self.breaks || self.continues || self.returns
    }

    /// Whether what a load of the buffer gives may be different afterwards, for all that this invocation does: it stores to the
    /// buffer, does an atomic on it, or waits while others may.
    pub fn may_change(&self, form: &Lowered, buffer: BufferId) -> bool {
        let it = self.buffers.get(&buffer).copied().unwrap_or_default();
        !form.is_constant(buffer) && (it.is_written || it.is_atomic || self.has_barrier)
    }

    fn add(&mut self, form: &Lowered, stmt: &Stmt) {
        match stmt {
            Stmt::Eval(id) => match &form[*id].op {
                Op::Read(local) => {
                    self.reads.insert(*local);
                }
                Op::Load(access) | Op::LoadByte(access) => self.buffer(access).is_read = true,
                // It orders no memory, but all invocations have to come to it.
                Op::Collective(..) => self.has_barrier = true,
                Op::Atomic(_, access, ..) | Op::AtomicLoad(access) => self.buffer(access).is_atomic = true,
                _ => {}
            },
            Stmt::Set { local, .. } => {
                self.sets.insert(*local);
            }
            Stmt::Store { access, .. } => self.buffer(access).is_written = true,
            Stmt::Barrier(_) => self.has_barrier = true,
            Stmt::Break => self.breaks = true,
            Stmt::Continue => self.continues = true,
            Stmt::Return => self.returns = true,
            Stmt::If { then, otherwise, .. } => {
                then.iter().chain(otherwise).for_each(|stmt| self.add(form, stmt));
            }
            Stmt::Loop { body, .. } => {
                // Those in the body are about this loop.
                let (breaks, continues) = (self.breaks, self.continues);
                body.iter().for_each(|stmt| self.add(form, stmt));
                (self.breaks, self.continues) = (breaks, continues);
            }
        }
    }

    fn buffer(&mut self, access: &Access) -> &mut Use {
        self.buffers.entry(access.buffer).or_default()
    }
}
