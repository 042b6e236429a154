//! Values that exist already: an expression that was computed where it dominates, the value that a local has, an element that
//! was loaded and not written since.
//!
//! Facts about memory carry a version of the buffer. A store or an atomic gives the buffer a new version, a barrier every
//! buffer that anything writes; a loop that does so gives it one before its first round and one after the last. Plain
//! loads of buffers that any atomic touches are left alone, so that a loop which waits for another invocation goes on
//! looking.

use super::rename::Renames;
use crate::form::*;
use crate::{Lowered, Target};
use rustc_hash::FxHashMap as HashMap;
use vyre_ir::{BufferAccess, BufferDecl, Type};

/// Uses values again in place of computing them again.
pub(super) fn run(form: &mut Lowered, _: &Target) -> bool {
    let body = std::mem::take(&mut form.body);
    let atomic = atomic_buffers(form, &body);
    let mut values = Values {
        renames: Renames::new(form),
        known: HashMap::default(),
        log: Vec::new(),
        locals: vec![None; form.locals.len()],
        local_log: Vec::new(),
        versions: vec![0; form.buffers.len()],
        last_version: 0,
        atomic,
        drops: false,
        form,
    };
    values.free();
    let body = values.block(body);
    let is_changed = values.renames.is_used() || values.drops;
    form.body = body;
    is_changed
}

/// For each buffer, whether all accesses to it are atomic, because one of them is or because of what it is.
pub(crate) fn atomic_buffers(form: &Lowered, body: &[Stmt]) -> Vec<bool> {
    let is_atomic = |decl: &BufferDecl| decl.access == BufferAccess::WorkgroupAtomic;
    let mut atomic: Vec<bool> = form.buffers.iter().map(is_atomic).collect();
    walk(body, &mut |stmt| {
        if let Stmt::Eval(id) = stmt
            && let Op::Atomic(_, access, ..) | Op::AtomicLoad(access) = form[*id].op
        {
            atomic[access.buffer.index()] = true;
        }
    });
    atomic
}

/// An operation, its type, and the version of the buffer that it reads.
type Key = (Op, Type, u32);

struct Values<'a> {
    form: &'a mut Lowered,
    renames: Renames,
    known: HashMap<Key, InstId>,
    /// What `known` had before, for when a block ends.
    log: Vec<(Key, Option<InstId>)>,
    /// The value of each local, where it is known.
    locals: Vec<Option<InstId>>,
    /// What `locals` had before, likewise.
    local_log: Vec<(LocalId, Option<InstId>)>,
    versions: Vec<u32>,
    last_version: u32,
    atomic: Vec<bool>,
    /// Whether a statement was dropped.
    drops: bool,
}

impl Values<'_> {
    /// One instruction of each that is free.
    fn free(&mut self) {
        for at in 0..self.form.insts.len() {
            let (id, inst) = (InstId(at as u32), &self.form.insts[at]);
            if inst.op.is_free() {
                let first = *self.known.entry((inst.op.clone(), inst.ty, 0)).or_insert(id);
                if first != id {
                    self.renames.replace(self.form, id, first);
                }
            }
        }
    }

    fn know(&mut self, key: Key, id: InstId) {
        let before = self.known.insert(key.clone(), id);
        self.log.push((key, before));
    }

    fn set(&mut self, local: LocalId, value: Option<InstId>) {
        let before = std::mem::replace(&mut self.locals[local.index()], value);
        self.local_log.push((local, before));
    }

    /// The statements of a block. What it finds out is forgotten at its end: its values do not dominate what follows.
    fn block(&mut self, block: Block) -> Block {
        let (mark, local_mark) = (self.log.len(), self.local_log.len());
        let mut out = Block::with_capacity(block.len());
        for stmt in block {
            match self.stmt(stmt) {
                Some(stmt) => out.push(stmt),
                None => self.drops = true,
            }
        }
        for (key, before) in self.log.drain(mark..).rev() {
            match before {
                Some(id) => self.known.insert(key, id),
                None => self.known.remove(&key),
            };
        }
        for (local, before) in self.local_log.drain(local_mark..).rev() {
            self.locals[local.index()] = before;
        }
        out
    }

    fn stmt(&mut self, mut stmt: Stmt) -> Option<Stmt> {
        self.renames.stmt(&mut stmt);
        match stmt {
            Stmt::Eval(id) => return self.inst(id).then_some(stmt),
            Stmt::Set { local, value, .. } => {
                if self.locals[local.index()] == Some(value) {
                    return None;
                }
                self.set(local, Some(value));
            }
            Stmt::Store { access, value, .. } => {
                self.write(access.buffer);
                self.stored(access, value);
            }
            Stmt::If { cond, then, otherwise, origin } => {
                let (then, otherwise) = (self.block(then), self.block(otherwise));
                // Where an arm jumps away, what follows is reached through the other alone.
                for arm in
                    [&then, &otherwise].into_iter().filter(|arm| !arm.last().is_some_and(Stmt::is_jump))
                {
                    self.forget_locals(arm);
                }
                return Some(Stmt::If { cond, then, otherwise, origin });
            }
            Stmt::Loop { var, from, to, body, origin } => {
                self.forget(&body);
                let body = self.block(body);
                self.forget(&body);
                return Some(Stmt::Loop { var, from, to, body, origin });
            }
            Stmt::Barrier(_) => self.barrier(),
            Stmt::Break | Stmt::Continue | Stmt::Return => {}
        }
        Some(stmt)
    }

    /// A proven store leaves its value in the element.
    fn stored(&mut self, access: Access, value: InstId) {
        if matches!(access.guard, Guard::Proven(_)) && !self.atomic[access.buffer.index()] {
            let access = Access { guard: Guard::Checked, ..access };
            let (ty, version) = (self.form[value].ty, self.versions[access.buffer.index()]);
            self.know((Op::Load(access), ty, version), value);
        }
    }

    /// Forgets the locals that a block sets.
    fn forget_locals(&mut self, block: &[Stmt]) {
        walk(block, &mut |stmt| {
            if let Stmt::Set { local, .. } = stmt {
                self.set(*local, None);
            }
        });
    }

    /// Forgets what a block that is repeated may change.
    fn forget(&mut self, block: &[Stmt]) {
        self.forget_locals(block);
        let (mut written, mut has_barrier) = (Vec::new(), false);
        walk(block, &mut |stmt| match stmt {
            Stmt::Store { access, .. } => written.push(access.buffer),
            Stmt::Eval(id) => {
                if let Op::Atomic(_, access, ..) = self.form[*id].op {
                    written.push(access.buffer);
                }
            }
            Stmt::Barrier(_) => has_barrier = true,
            _ => {}
        });
        written.into_iter().for_each(|buffer| self.write(buffer));
        if has_barrier {
            self.barrier();
        }
    }

    fn write(&mut self, buffer: BufferId) {
        self.last_version += 1;
        self.versions[buffer.index()] = self.last_version;
    }

    fn barrier(&mut self) {
        for at in 0..self.form.buffers.len() as u32 {
            if self.form[BufferId(at)].access.is_writable() {
                self.write(BufferId(at));
            }
        }
    }

    /// Whether an instruction has to be evaluated.
    fn inst(&mut self, id: InstId) -> bool {
        self.renames.operands(self.form, id);
        let inst = &self.form[id];
        let known = match inst.op {
            Op::Atomic(_, access, ..) => {
                self.write(access.buffer);
                return true;
            }
            Op::AtomicLoad(_) => return true,
            Op::Read(local) => match self.locals[local.index()] {
                Some(value) => Some(value),
                None => {
                    self.set(local, Some(id));
                    return true;
                }
            },
            Op::Load(access) | Op::LoadByte(access) if self.atomic[access.buffer.index()] => return true,
            _ => {
                let key = self.key(inst);
                match self.known.get(&key) {
                    Some(known) => Some(*known),
                    None => {
                        self.know(key, id);
                        None
                    }
                }
            }
        };
        match known {
            Some(known) => {
                self.renames.replace(self.form, id, known);
                false
            }
            None => true,
        }
    }

    /// What two instructions of one value have in common. Guards are not part of it: the one that dominates is checked, or needs
    /// no check.
    fn key(&self, inst: &Inst) -> Key {
        let (mut op, mut version) = (inst.op.clone(), 0);
        if let Some(access) = op.access_mut() {
            access.guard = Guard::Checked;
            version = self.versions[access.buffer.index()];
        }
        if let Op::Binary(operator, left, right) = op
            && left > right
            && operator.commutes()
        {
            op = Op::Binary(operator, right, left);
        }
        (op, inst.ty, version)
    }
}
