//! Statements: which instructions they become, and which locals a loop has for itself.

use super::super::inst::*;
use super::facts::Shape;
use super::{Compiler, OpenLoop, parts_of};
use std::collections::HashMap;
use vyre_lower::{InstId, LocalId, Lowered, Op, Stmt};

impl Compiler<'_> {
    /// Statements. Control that no lane follows any more goes to `end`, which is behind the last of them.
    pub(super) fn block(&mut self, block: &[Stmt], end: Target, path: &mut Vec<(usize, u8)>) {
        let start = self.insts.len();
        for (at, stmt) in block.iter().enumerate() {
            self.stmt(stmt, end, at, path);
        }
        if let Some(locals) = self.homes.remove(path.as_slice()) {
            let range = start..=self.insts.len().max(start + 1) - 1;
            locals.into_iter().for_each(|local| self.pin(local, range.clone()));
        }
    }

    fn stmt(&mut self, stmt: &Stmt, end: Target, at: usize, path: &mut Vec<(usize, u8)>) {
        match stmt {
            Stmt::Eval(id) => self.eval(*id),
            Stmt::Set { local, value, .. } => {
                let inner = self.open.last().filter(|open| open.depth == path.len());
                let is_whole = inner.is_some_and(|open| open.own.contains(local));
                self.set(*local, *value, is_whole);
            }
            Stmt::Store { access, value, .. } => self.store(access, *value),
            Stmt::If { cond, then, otherwise, .. } => {
                // Of a vector that lanes do not agree on there may be a part that they agree on.
                if !self.facts.is_fused(*cond) && matches!(self.part(*cond), Part::Scalar(_)) {
                    self.branch(*cond, [then, otherwise], at, path);
                } else {
                    self.divide(*cond, [then, otherwise], at, path);
                }
                if jumps(then) || jumps(otherwise) {
                    self.emit(Inst::SkipIfNone(end));
                }
            }
            Stmt::Loop { var, from, to, body, .. } => {
                path.push((at, 0));
                self.repeat([*var, *from, *to], body, path);
                path.pop();
                if returns(body) {
                    self.emit(Inst::SkipIfNone(end));
                }
            }
            Stmt::Barrier(_) => self.emit(Inst::Barrier),
            Stmt::Break => self.emit(Inst::Break(end)),
            Stmt::Continue => {
                let Some(&OpenLoop { slot, masks, .. }) = self.open.last() else { return };
                self.emit(Inst::Continue { slot, masks, target: end });
            }
            Stmt::Return => self.emit(Inst::Return { target: end }),
        }
    }

    fn set(&mut self, local: LocalId, value: InstId, is_whole: bool) {
        let ty = self.form[local].ty;
        let (targets, source) = (self.locals[local.index()], self.value(value));
        let is_long = ty.scalar.is_long();
        for (target, part) in targets.into_iter().zip(source.parts).take(parts_of(ty)) {
            match (target, part) {
                (target, part) if target == part => {}
                (Part::Scalar(dst), Part::Scalar(a)) => self.emit(Inst::Scalar(ScalarInst::Move { dst, a })),
                (Part::Lanes(dst), Part::Scalar(src)) => self.emit(Inst::SetScalar { dst, src, is_long }),
                (Part::Lanes(dst), Part::Lanes(src)) => {
                    self.emit(Inst::Set { dst, src, is_long, is_whole, dies: false })
                }
                (Part::Scalar(_), Part::Lanes(_)) => unreachable!("a uniform local has uniform values"),
            }
        }
    }

    /// An `If` whose condition all lanes agree on.
    fn branch(&mut self, cond: InstId, arms: [&[Stmt]; 2], at: usize, path: &mut Vec<(usize, u8)>) {
        let (otherwise, end) = (self.label(), self.label());
        let cond = self.as_scalar(cond);
        self.emit(Inst::Branch { cond, otherwise });
        let inner = self.label();
        self.arm(arms[0], inner, (at, 0), path);
        self.place(inner);
        if !arms[1].is_empty() {
            self.emit(Inst::Jump(end));
        }
        self.place(otherwise);
        let inner = self.label();
        self.arm(arms[1], inner, (at, 1), path);
        self.place(inner);
        self.place(end);
    }

    /// An `If` on which lanes may disagree.
    fn divide(&mut self, cond: InstId, arms: [&[Stmt]; 2], at: usize, path: &mut Vec<(usize, u8)>) {
        let (slot, masks) = (self.slot(), self.masks());
        let cond = match self.part(cond) {
            _ if self.facts.is_fused(cond) => self.linear_condition(cond),
            Part::Lanes(reg) => Cond::Lanes(reg),
            Part::Scalar(_) => unreachable!("the condition is not uniform"),
        };
        let (otherwise, end) = (self.label(), self.label());
        self.emit(Inst::If { cond, slot, masks, otherwise, narrows: false });
        self.depth += 1;
        let inner = self.label();
        self.arm(arms[0], inner, (at, 0), path);
        self.place(inner);
        let jumps = arms.into_iter().any(jumps);
        if jumps {
            self.emit(Inst::Else { slot, masks, end });
        } else if !arms[1].is_empty() {
            self.emit(Inst::Otherwise { slot, end });
        }
        self.place(otherwise);
        let inner = self.label();
        self.arm(arms[1], inner, (at, 1), path);
        self.place(inner);
        self.place(end);
        self.emit(if jumps { Inst::EndIf { slot, masks } } else { Inst::Rejoin { slot } });
        self.depth -= 1;
    }

    fn arm(&mut self, block: &[Stmt], end: Target, step: (usize, u8), path: &mut Vec<(usize, u8)>) {
        path.push(step);
        self.block(block, end, path);
        path.pop();
    }

    /// The locals that nobody reads in a lane which is not in a loop: they live in the block around it, which sets them before, and are
    /// read in the loop alone. There is none if a lane may wait for the next round.
    fn own_locals(&self, body: &[Stmt], around: &[(usize, u8)]) -> Vec<LocalId> {
        if continues(body) {
            return Vec::new();
        }
        let (all, here) = (&self.reads, reads(self.form, body));
        let homes = self.homes.get(around).into_iter().flatten();
        homes.filter(|local| here.get(*local) == all.get(*local)).copied().collect()
    }

    fn repeat(&mut self, [var, from, to]: [InstId; 3], body: &[Stmt], path: &mut Vec<(usize, u8)>) {
        let (slot, masks) = (self.slot(), self.masks());
        let start = self.insts.len();
        let to = self.value(to).parts[0];
        // What counts the rounds, and the variable if it is no scalar.
        let counter = self.scalar();
        let from_value = self.value(from);
        let mut lanes = None;
        match self.facts.shape(var) {
            Shape::Scalar => {
                let a = self.as_scalar(from);
                self.emit(Inst::Scalar(ScalarInst::Move { dst: counter, a }));
                self.define(var, [Part::Scalar(counter); 4], None);
            }
            Shape::Affine => {
                let Some(affine) = from_value.affine else { unreachable!("the bound is linear") };
                self.emit(Inst::Scalar(ScalarInst::Move { dst: counter, a: affine.base }));
                let reg = self.register(false);
                self.define(var, [Part::Lanes(reg); 4], Some(Affine { base: counter, c: affine.c }));
            }
            Shape::Lanes => {
                let zero = self.constant(0);
                let reg = self.register(false);
                self.emit(Inst::Scalar(ScalarInst::Move { dst: counter, a: zero }));
                match from_value.parts[0] {
                    Part::Lanes(src) => self.emit(Inst::Copy { dst: reg, src, is_long: false }),
                    Part::Scalar(a) => self.emit(Inst::Fill { dst: reg, a, is_long: false }),
                }
                lanes = Some(reg);
                self.define(var, [Part::Lanes(reg); 4], None);
            }
        }
        self.emit(Inst::LoopStart { slot });
        let (head, exit, next) = (self.insts.len(), self.label(), self.label());
        self.loops.enter(head);
        self.emit(Inst::Pack { masks, pack: None });
        let value = self.value(var);
        if let (Some(value), Part::Lanes(dst)) = (value.affine, value.parts[0]) {
            self.emit(Inst::Linear { dst, value });
        }
        let below = match (value.parts[0], to) {
            (Part::Scalar(var), Part::Scalar(to)) => {
                self.emit(Inst::LoopTest { slot, var, to, exit });
                None
            }
            (Part::Scalar(var), Part::Lanes(to)) => Some(LoopBelow::ToLanes { var, to }),
            (Part::Lanes(var), Part::Scalar(to)) => Some(LoopBelow::VarLanes { var, to }),
            (Part::Lanes(var), Part::Lanes(to)) => Some(LoopBelow::Lanes { var, to }),
        };
        if let Some(below) = below {
            self.emit(Inst::LoopTestLanes { slot, masks, below, exit });
        }
        self.depth += 1;
        let own = self.own_locals(body, &path[..path.len() - 1]);
        self.open.push(OpenLoop { slot, masks, depth: path.len(), own });
        self.block(body, next, path);
        self.open.pop();
        self.depth -= 1;
        self.place(next);
        self.emit(Inst::LoopNext { slot, masks, counter, var: lanes, head, exit });
        self.place(exit);
        self.emit(Inst::Unpack(None));
        let end = self.insts.len();
        self.emit(Inst::LoopEnd { slot, masks, returns: returns(body) });
        if let Some(reg) = lanes {
            self.wanted[(reg - self.first) as usize].range = Some(start..=end);
        }
        self.loops.leave(end);
    }
}

/// How often a block reads each local.
pub(super) fn reads(form: &Lowered, block: &[Stmt]) -> HashMap<LocalId, usize> {
    let mut reads = HashMap::new();
    vyre_lower::walk(block, &mut |stmt| {
        if let Stmt::Eval(id) = stmt
            && let Op::Read(local) = form[*id].op
        {
            *reads.entry(local).or_default() += 1;
        }
    });
    reads
}

/// Whether a block may end a round of the loop that it is in.
fn continues(block: &[Stmt]) -> bool {
    block.iter().any(|stmt| match stmt {
        Stmt::Continue => true,
        Stmt::If { then, otherwise, .. } => continues(then) || continues(otherwise),
        _ => false,
    })
}

/// Whether a block may take lanes away from what follows it.
pub(super) fn jumps(block: &[Stmt]) -> bool {
    block.iter().any(|stmt| match stmt {
        Stmt::Break | Stmt::Continue | Stmt::Return => true,
        Stmt::If { then, otherwise, .. } => jumps(then) || jumps(otherwise),
        Stmt::Loop { body, .. } => returns(body),
        Stmt::Eval(_) | Stmt::Set { .. } | Stmt::Store { .. } | Stmt::Barrier(_) => false,
    })
}

/// Whether a block may end invocations.
fn returns(block: &[Stmt]) -> bool {
    let mut found = false;
    vyre_lower::walk(block, &mut |stmt| found |= matches!(stmt, Stmt::Return));
    found
}
