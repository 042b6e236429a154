//! Joins instructions: what is loaded from constant memory and used once, soon afterwards, is an operand from there.

use super::super::inst::*;
use super::{Compiler, Uni};
use std::collections::HashMap;
use vyre_lower::BufferId;

/// How far behind a load its use may be.
const NEAR: usize = 64;

impl Compiler<'_> {
    /// Joins loads with their uses, where nothing in between can change what is loaded.
    pub(super) fn fuse(&mut self) {
        let mut uses: HashMap<Reg, usize> = HashMap::new();
        for inst in &mut self.insts {
            inst.registers(&mut |reg, role| *uses.entry(*reg).or_default() += usize::from(role == Role::Use));
        }
        let mut is_gone = vec![false; self.insts.len()];
        for at in 0..self.insts.len() {
            let Inst::Load { dst: [Part::Lanes(through), ..], access } = self.insts[at] else { continue };
            let is_single = uses.get(&through) == Some(&1);
            if !is_single || access.words != 1 || !self.is_constant(&access) {
                continue;
            }
            let Index::Affine(index) = access.index else { continue };
            let end = self.insts.len().min(at + NEAR);
            let found = (at + 1..end).find(|at| self.uses(*at, through) || self.ends(*at, &index));
            if let Some(user) = found
                && self.take_in(user, access, through)
            {
                is_gone[at] = true;
            }
        }
        self.remove(&is_gone);
    }

    fn is_constant(&self, access: &Access) -> bool {
        let Place::Bound(at) = access.place else { return false };
        let bound = (0..self.form.buffers.len()).filter(|at| self.form.buffers[*at].access.is_bound());
        let is_word = |id: BufferId| self.form[id].element.value_type().is_some();
        let mut bound = bound.map(|at| BufferId(at as u32));
        bound.nth(at).is_some_and(|id| self.form.is_constant(id) && is_word(id))
    }

    fn uses(&mut self, at: usize, reg: Reg) -> bool {
        let mut found = false;
        self.insts[at].registers(&mut |other, role| found |= *other == reg && role == Role::Use);
        found
    }

    /// Whether a load must not be moved behind an instruction.
    fn ends(&self, at: usize, index: &Affine) -> bool {
        let is_part = |scalar: Uni| index.base == scalar || index.c.contains(&Some(scalar));
        match self.insts[at] {
            Inst::ScalarMove { dst, .. } => is_part(dst),
            Inst::If { .. }
            | Inst::Else { .. }
            | Inst::EndIf { .. }
            | Inst::Branch { .. }
            | Inst::Jump(_)
            | Inst::SkipIfNone(_)
            | Inst::LoopStart { .. }
            | Inst::LoopTest { .. }
            | Inst::LoopTestLanes { .. }
            | Inst::Continue { .. }
            | Inst::Break(_)
            | Inst::Return { .. }
            | Inst::LoopNext { .. }
            | Inst::LoopEnd { .. }
            | Inst::Barrier
            | Inst::End => true,
            _ => false,
        }
    }

    /// Makes the load an operand of the instruction. Says whether it can be.
    fn take_in(&mut self, user: usize, access: Access, through: Reg) -> bool {
        let source = |reg: Reg| {
            if reg == through { Source::Memory { access, through } } else { Source::Register(reg) }
        };
        let joined = match self.insts[user] {
            Inst::Zip32x32x32 { f, dst, a, b } => Inst::ZipNear { f, dst, a: source(a), b: source(b) },
            Inst::ZipNear { f, dst, a, b } => {
                let [a, b] = [a, b].map(|old| match old {
                    Source::Register(reg) => source(reg),
                    memory => memory,
                });
                Inst::ZipNear { f, dst, a, b }
            }
            Inst::With32x32 { f, dst, a, b } => Inst::WithNear { f, dst, a: source(a), b },
            Inst::Store { value: [Part::Lanes(value), ..], access: to }
                if value == through && to.words == 1 && matches!(to.index, Index::Affine(_)) =>
            {
                Inst::Transfer { from: access, to, through }
            }
            _ => return false,
        };
        self.insts[user] = joined;
        true
    }

    /// Removes instructions.
    fn remove(&mut self, is_gone: &[bool]) {
        // Where each instruction goes: one that is removed goes where the next one goes.
        let mut places = Vec::with_capacity(is_gone.len() + 1);
        let mut next = 0;
        for is_gone in is_gone {
            places.push(next);
            next += usize::from(!is_gone);
        }
        places.push(next);
        let mut gone = is_gone.iter();
        self.insts.retain(|_| !gone.next().is_some_and(|is_gone| *is_gone));
        self.labels.iter_mut().for_each(|label| *label = places[*label]);
        for inst in &mut self.insts {
            if let Inst::LoopNext { head, .. } = inst {
                *head = places[*head];
            }
        }
        self.loops.map(|at| places[at]);
        for wanted in &mut self.wanted {
            wanted.range = wanted.range.take().map(|range| places[*range.start()]..=places[*range.end()]);
        }
    }
}
