//! Joins instructions, each of which is a pass over the lanes less: two operations, of which the second alone uses the first, are
//! one; what is loaded and used once, soon afterwards, is an operand where it is; and a result that is only stored is written to
//! where it goes.

use super::super::fused::{FIRST, FIRST_LONG, FIRST_SCALAR, FIRST_TURNED, OVER_ROWS, SECOND, SECOND_LONG};
use super::super::inst::*;
use super::super::operands::Role;
use super::Compiler;
use std::collections::HashMap;
use vyre_ir::BinOp;
use vyre_lower::BufferId;

/// How far behind an instruction the one that uses its result may be.
pub(super) const NEAR: usize = 64;

/// What an instruction needs, as far as others may change it.
#[derive(Default)]
pub(super) struct Needs {
    pub(super) registers: Vec<Reg>,
    pub(super) scalars: Vec<Uni>,
    /// Whether it reads memory that the program writes.
    pub(super) memory: bool,
}

impl Compiler<'_> {
    /// Joins what can be joined.
    pub(super) fn fuse(&mut self) {
        let mut uses: HashMap<Reg, usize> = HashMap::new();
        for inst in &mut self.insts {
            inst.registers(&mut |reg, role| *uses.entry(*reg).or_default() += usize::from(role == Role::Use));
        }
        self.merge(&uses, Self::and_not);
        self.merge(&uses, Self::pair);
        self.merge(&uses, Self::long_pair);
        self.squares(&uses);
        self.merge(&uses, Self::take_in);
        self.merge(&uses, Self::put_out);
    }

    /// Joins instructions with the one that uses their result, where nothing in between changes what they need. `joined` says what
    /// becomes of two instructions, of which the second one uses the register.
    fn merge(&mut self, uses: &HashMap<Reg, usize>, joined: fn(&Self, &Inst, &Inst, Reg) -> Option<Inst>) {
        let mut gone = Vec::new();
        for at in 0..self.insts.len() {
            let Some(value) = result(&self.insts[at]) else { continue };
            if uses.get(&value) != Some(&1) || self.is_local(value) {
                continue;
            }
            let needs = self.needs(at);
            let end = self.insts.len().min(at + NEAR);
            let found = (at + 1..end).find(|at| self.uses(*at, value) || self.changes(*at, &needs));
            if let Some(user) = found
                && self.uses(user, value)
                && let Some(inst) = joined(self, &self.insts[at], &self.insts[user], value)
            {
                self.insts[user] = inst;
                gone.push(at);
            }
        }
        self.remove(&gone);
    }

    /// Whether a register is set more than once.
    pub(super) fn is_local(&self, reg: Reg) -> bool {
        self.wanted[(reg - self.first) as usize].range.is_some()
    }

    fn needs(&mut self, at: usize) -> Needs {
        let mut needs = Needs::default();
        self.insts[at].registers(&mut |reg, role| {
            if role == Role::Use {
                needs.registers.push(*reg);
            }
        });
        let mut access = |access: &Access| {
            needs.scalars.extend(access.scalars());
            needs.memory |= !self.is_constant(access);
        };
        match &self.insts[at] {
            Inst::With32x32 { b, .. } | Inst::ScalarPair { b, .. } => needs.scalars.push(*b),
            Inst::Load { access: from, .. } => access(from),
            Inst::Near(operation) => {
                for source in &operation.operands {
                    if let Source::Memory { access: from, .. } = source {
                        access(from);
                    }
                }
                needs.scalars.extend(operation.f.scalar());
            }
            _ => {}
        }
        needs
    }

    /// Whether an instruction changes what another one needs, or may go elsewhere.
    pub(super) fn changes(&self, at: usize, needs: &Needs) -> bool {
        match &self.insts[at] {
            Inst::Set { dst, .. } | Inst::SetScalar { dst, .. } => needs.registers.contains(dst),
            Inst::Scalar(ScalarInst::Move { dst, .. }) => needs.scalars.contains(dst),
            other => other.changes_mask() || (needs.memory && other.stores()),
        }
    }

    /// One operation of two.
    fn pair(&self, first: &Inst, second: &Inst, value: Reg) -> Option<Inst> {
        if let (
            &Inst::Zip32x32x32 { a, b: c, op: Fusible::Row(op), .. },
            &Inst::With32x32 { dst, b, op: Fusible::Rotation, .. },
        ) = (first, second)
        {
            let f = self.kernels.turned[FIRST_TURNED.iter().position(|other| *other == op)?];
            return Some(Inst::ScalarPair { f, dst, a, b, c });
        }
        let (dst, op, others) = match *second {
            Inst::Zip32x32x32 { dst, a, b, op: Fusible::Row(op), .. } => {
                (dst, op, Ok(if a == value { b } else { a }))
            }
            Inst::With32x32 { dst, b, op: Fusible::Row(op), .. } => (dst, op, Err(b)),
            _ => return None,
        };
        let column = SECOND.iter().position(|other| *other == op)?;
        match (first, others) {
            (&Inst::Zip32x32x32 { a, b, op: Fusible::Row(first), .. }, other) => {
                let row = FIRST.iter().position(|other| *other == first)?;
                Some(match other {
                    Ok(c) => {
                        let at = OVER_ROWS.iter().position(|pair| *pair == [row, column]);
                        let (f, rows) = (self.kernels.pairs[row][column], at.map(|at| self.kernels.rows[at]));
                        Inst::Pair { f, rows, dst, a, b, c }
                    }
                    Err(scalar) => {
                        let f = self.kernels.pairs_scalar[row][column];
                        Inst::ScalarPair { f, dst, a, b: scalar, c: b }
                    }
                })
            }
            (&Inst::With32x32 { a, b, op: first, .. }, Ok(c)) => {
                let first = match first {
                    Fusible::Row(op) => Some(op),
                    Fusible::Rotation => None,
                    Fusible::AndNot | Fusible::No => return None,
                };
                let row = FIRST_SCALAR.iter().position(|other| *other == first)?;
                let f = self.kernels.scalar_pairs[row][column];
                Some(Inst::ScalarPair { f, dst, a, b, c })
            }
            _ => None,
        }
    }

    /// The bits of one word that another does not have.
    fn and_not(&self, first: &Inst, second: &Inst, value: Reg) -> Option<Inst> {
        let (Inst::Map32x32 { a: not, .. }, Inst::Zip32x32x32 { dst, a, b, op, .. }) = (first, second) else {
            return None;
        };
        let a = if *a == value { *b } else { *a };
        (*op == Fusible::Row(BinOp::BitAnd)).then_some(Inst::Zip32x32x32 {
            f: self.kernels.except,
            op: Fusible::AndNot,
            dst: *dst,
            a,
            b: *not,
        })
    }

    /// One operation of two on 64 bits, whose result is a word.
    fn long_pair(&self, first: &Inst, second: &Inst, value: Reg) -> Option<Inst> {
        let (dst, op, scalar) = match *second {
            Inst::With32x64By32 { dst, a, b, .. } if a == value => (dst, BinOp::Shr, b),
            Inst::With32x64 { op, dst, a, b, .. } if a == value => (dst, op, b),
            _ => return None,
        };
        match *first {
            Inst::Zip64x32x32 { product: Some(is_signed), a, b, .. } if op == BinOp::Shr => {
                let f = self.kernels.wide_shift[usize::from(is_signed)];
                Some(Inst::ScalarPair { f, dst, a, b: scalar, c: b })
            }
            Inst::Zip64x64x64 { op: first, a, b, .. } => {
                let row = FIRST_LONG.iter().position(|other| *other == first)?;
                let column = SECOND_LONG.iter().position(|other| *other == op)?;
                let f = self.kernels.pairs_long[row][column];
                Some(Inst::LongPair { f, ops: [first, op], dst, a, b: scalar, c: b })
            }
            _ => None,
        }
    }

    /// An operation with what is loaded as an operand.
    fn take_in(&self, load: &Inst, user: &Inst, through: Reg) -> Option<Inst> {
        let Inst::Load { access, .. } = load else { return None };
        if let Inst::Store { value: [Part::Lanes(value), ..], access: to } = user {
            let is_apt = *value == through && self.is_constant(access) && is_word(to);
            return is_apt.then(|| Inst::Transfer { from: access.clone(), to: to.clone(), through });
        }
        let mut operation = operation(user)?;
        for operand in &mut operation.operands {
            if matches!(operand, Source::Register(reg) if *reg == through) {
                *operand = Source::Memory { access: **access, through };
            }
        }
        Some(Inst::Near(Box::new(operation)))
    }

    /// An operation with a result that is only stored.
    fn put_out(&self, first: &Inst, store: &Inst, value: Reg) -> Option<Inst> {
        let Inst::Store { value: [Part::Lanes(stored), ..], access } = store else { return None };
        let operation = operation(first).filter(|_| *stored == value && is_word(access))?;
        Some(Inst::Near(Box::new(Operation { to: Some(**access), ..operation })))
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

    /// Removes instructions, which are given in order.
    pub(super) fn remove(&mut self, gone: &[usize]) {
        let mut is_gone = vec![false; self.insts.len()];
        gone.iter().for_each(|at| is_gone[*at] = true);
        // Where each instruction goes: one that is removed goes where the next one goes.
        let mut places = Vec::with_capacity(is_gone.len() + 1);
        let mut next = 0;
        for is_gone in &is_gone {
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

/// The register that alone has the result of an instruction which can be joined with a later one.
fn result(inst: &Inst) -> Option<Reg> {
    match inst {
        Inst::Load { dst: [Part::Lanes(dst), ..], access } if is_word(access) => Some(*dst),
        Inst::Zip64x32x32 { dst, .. }
        | Inst::Zip64x64x64 { dst, .. }
        | Inst::Map32x32 { dst, is_not: true, .. } => Some(*dst),
        other => operation(other).map(|operation| operation.dst),
    }
}

/// Whether what is accessed are words of a buffer whose index is linear.
fn is_word(access: &Access) -> bool {
    access.words == 1
        && matches!(access.index, Index::Affine(_))
        && matches!(access.place, Place::Bound(_) | Place::Shared(_))
}

/// An instruction as an operation that may have operands in memory.
fn operation(inst: &Inst) -> Option<Operation> {
    let (f, dst, operands): (_, _, &[Reg]) = match *inst {
        Inst::Zip32x32x32 { f, dst, a, b, .. } => (Loop::Zip(f), dst, &[a, b]),
        Inst::With32x32 { f, dst, a, b, .. } => (Loop::With(f, b), dst, &[a]),
        Inst::Pair { f, rows, dst, a, b, c, .. } => (Loop::Pair(f, rows), dst, &[a, b, c]),
        Inst::ScalarPair { f, dst, a, b, c, .. } => (Loop::ScalarPair(f, b), dst, &[a, c]),
        Inst::Near(ref operation) if operation.to.is_none() => return Some((**operation).clone()),
        _ => return None,
    };
    let operands = operands.iter().map(|reg| Source::Register(*reg)).collect();
    Some(Operation { f, operands, dst, to: None })
}
