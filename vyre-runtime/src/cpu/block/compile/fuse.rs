//! Joins instructions: what is loaded from constant memory and used once, soon afterwards, is an operand from there; and two
//! operations, of which the second alone uses the first, are one.

use super::super::inst::*;
use super::super::lanes::{FIRST, FIRST_SCALAR, SECOND};
use super::Compiler;
use std::collections::HashMap;
use vyre_lower::BufferId;

/// How far behind a load its use may be.
const NEAR: usize = 64;

impl Compiler<'_> {
    /// Joins what can be joined.
    pub(super) fn fuse(&mut self) {
        let mut uses: HashMap<Reg, usize> = HashMap::new();
        for inst in &mut self.insts {
            inst.registers(&mut |reg, role| *uses.entry(*reg).or_default() += usize::from(role == Role::Use));
        }
        self.fuse_loads(&uses);
        self.fuse_operations(&uses);
    }

    /// Joins operations with the one that uses them, where no operand is set in between.
    #[allow(
        clippy::needless_range_loop,
        reason = "a position in two lists, one of which is changed meanwhile"
    )]
    fn fuse_operations(&mut self, uses: &HashMap<Reg, usize>) {
        let mut is_gone = vec![false; self.insts.len()];
        for at in 0..self.insts.len() {
            let (value, operands) = match self.insts[at] {
                Inst::Zip32x32x32 { dst, a, b, op: Fusible::Row(op), .. } if FIRST.contains(&op) => {
                    (dst, [a, b])
                }
                Inst::With32x32 { dst, a, op: Fusible::Rotation, .. } => (dst, [a, a]),
                Inst::With32x32 { dst, a, op: Fusible::Row(op), .. } if FIRST_SCALAR.contains(&Some(op)) => {
                    (dst, [a, a])
                }
                _ => continue,
            };
            if uses.get(&value) != Some(&1) || self.is_local(value) {
                continue;
            }
            let end = self.insts.len().min(at + NEAR);
            let found = (at + 1..end).find(|at| self.uses(*at, value) || self.sets(*at, operands));
            if let Some(user) = found
                && self.uses(user, value)
                && self.pair(at, user, value)
            {
                is_gone[at] = true;
            }
        }
        self.remove(&is_gone);
    }

    /// Whether a register is set more than once.
    fn is_local(&self, reg: Reg) -> bool {
        self.wanted[(reg - self.first) as usize].range.is_some()
    }

    /// Whether an instruction sets one of the registers, or may go elsewhere.
    fn sets(&self, at: usize, operands: [Reg; 2]) -> bool {
        match self.insts[at] {
            Inst::Set { dst, .. } | Inst::SetScalar { dst, .. } => operands.contains(&dst),
            _ => self.ends(at, &Affine { base: Uni::MAX, c: [None; 3] }),
        }
    }

    /// Makes one instruction of two. Says whether there is one.
    fn pair(&mut self, first: usize, second: usize, value: Reg) -> bool {
        let Inst::Zip32x32x32 { dst, a, b, op: Fusible::Row(op), .. } = self.insts[second] else {
            return false;
        };
        let Some(column) = SECOND.iter().position(|other| *other == op) else { return false };
        let c = if a == value { b } else { a };
        self.insts[second] = match self.insts[first] {
            Inst::Zip32x32x32 { a, b, op: Fusible::Row(op), .. } => {
                let Some(row) = FIRST.iter().position(|other| *other == op) else { return false };
                Inst::Pair { f: self.kernels.pairs[row][column], dst, a, b, c }
            }
            Inst::With32x32 { a, b, op, .. } => {
                let op = if let Fusible::Row(op) = op { Some(op) } else { None };
                let Some(row) = FIRST_SCALAR.iter().position(|other| *other == op) else { return false };
                Inst::ScalarPair { f: self.kernels.scalar_pairs[row][column], dst, a, b, c }
            }
            _ => return false,
        };
        true
    }

    /// Joins loads with their uses, where nothing in between can change what is loaded.
    #[allow(
        clippy::needless_range_loop,
        reason = "a position in two lists, one of which is changed meanwhile"
    )]
    fn fuse_loads(&mut self, uses: &HashMap<Reg, usize>) {
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
        match &self.insts[at] {
            Inst::ScalarMove { dst, .. } => is_part(*dst),
            other => other.changes_mask(),
        }
    }

    /// Makes the load an operand of the instruction. Says whether it can be.
    fn take_in(&mut self, user: usize, access: Access, through: Reg) -> bool {
        let source = |reg: Reg| {
            if reg == through { Source::Memory { access, through } } else { Source::Register(reg) }
        };
        let joined = match self.insts[user] {
            Inst::Zip32x32x32 { f, dst, a, b, .. } => Inst::ZipNear { f, dst, a: source(a), b: source(b) },
            Inst::ZipNear { f, dst, a, b } => {
                let [a, b] = [a, b].map(|old| match old {
                    Source::Register(reg) => source(reg),
                    memory => memory,
                });
                Inst::ZipNear { f, dst, a, b }
            }
            Inst::With32x32 { f, dst, a, b, .. } => Inst::WithNear { f, dst, a: source(a), b },
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
