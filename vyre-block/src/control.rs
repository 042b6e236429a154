//! Control flow under masks: what changes the mask of a block, or goes elsewhere.

use super::compile::{ALL, CONDITION, SCRATCH};
use super::execute::{Block, Mask, NONE, Slot, padded};
use super::grid::{Part, Run};
use super::inst::*;
use super::lanes::LANES;
use super::raw;
use std::sync::Arc;
use vyre_ir::BinOp;

/// How many lists of first lanes a block keeps.
const MOST_NARROW: usize = 16;

impl Block {
    /// What changes the mask, or goes elsewhere.
    pub(super) fn control(&mut self, inst: &Inst) {
        match *inst {
            Inst::If { ref cond, slot, masks, otherwise, narrows } => {
                self.divide(cond, slot, masks, (otherwise, narrows));
            }
            Inst::Else { slot, masks, end } => {
                // What the mask is in may be set again in the other arm.
                self.slots[slot].done = self.keep(self.slots[slot].outer, masks);
                self.activate(self.slots[slot].other);
                if self.mask.count == 0 {
                    self.at = end;
                }
            }
            Inst::EndIf { slot, masks } => {
                let Slot { outer, done, .. } = self.slots[slot];
                let mask = self.union(done, self.mask, outer, masks + 2);
                self.activate(mask);
            }
            Inst::Otherwise { slot, end } => {
                self.activate(self.slots[slot].other);
                if self.mask.count == 0 {
                    self.at = end;
                }
            }
            Inst::Rejoin { slot } => {
                if self.slots[slot].is_narrowed
                    && let Some(geometry) = self.wide.pop()
                {
                    self.geometry = geometry;
                }
                self.activate(self.slots[slot].outer);
            }
            Inst::Branch { cond, otherwise } if self.scalars[cond as usize] == 0 => self.at = otherwise,
            Inst::Jump(target) => self.at = target,
            Inst::SkipIfNone(target) if self.mask.count == 0 => self.at = target,
            Inst::LoopStart { slot } => {
                self.slots[slot] = Slot { outer: self.mask, returned: self.gone.count, ..Slot::NONE };
            }
            Inst::LoopTest { slot, var, to, exit } => {
                self.slots[slot].other = NONE;
                if self.word(var) >= self.word(to) {
                    self.at = exit;
                }
            }
            Inst::LoopTestLanes { slot, masks, below, exit } => {
                self.slots[slot].other = NONE;
                self.below(below);
                let mask = self.restrict(CONDITION, masks);
                self.activate(mask);
                if self.mask.count == 0 {
                    self.at = exit;
                }
            }
            Inst::Continue { slot, masks, target } => {
                let other = self.slots[slot].other;
                self.slots[slot].other = self.union(other, self.mask, NONE, masks + 1);
                self.mask = NONE;
                self.at = target;
            }
            Inst::Break(target) => {
                self.mask = NONE;
                self.at = target;
            }
            Inst::Return { target } => {
                self.gone = self.union(self.gone, self.mask, NONE, self.gone.reg);
                self.mask = NONE;
                self.at = target;
            }
            Inst::LoopEnd { slot, masks, returns } => {
                let Slot { outer, returned, .. } = self.slots[slot];
                self.activate(outer);
                if returns && returned != self.gone.count {
                    self.written(outer);
                    let (dst, others) = self.file.others::<u32>(SCRATCH);
                    dst.copy_from_slice(others.get(outer.reg));
                    let gone =
                        &others.get::<u32>(self.gone.reg)[..padded(self.gone.extent as usize).min(dst.len())];
                    dst.iter_mut().zip(gone).for_each(|(lane, gone)| *lane &= !gone);
                    self.file.swap(SCRATCH, masks + 2);
                    let count = raw::count(self.kernels, self.words(masks + 2), self.words(ALL));
                    let mask = self.mask_of(masks + 2, count);
                    self.activate(mask);
                }
            }
            _ => {}
        }
    }

    fn divide(&mut self, cond: &Cond, slot: usize, masks: Reg, (otherwise, narrows): (Target, bool)) {
        if narrows && self.narrow(cond, slot, masks) {
            return;
        }
        let outer = self.mask;
        self.slots[slot] = Slot { outer, ..Slot::NONE };
        let cond = match cond {
            Cond::Lanes(reg) => *reg,
            Cond::Linear(comparison) => match self.known(comparison) {
                Some(true) => return,
                Some(false) => {
                    self.at = otherwise;
                    return;
                }
                None => {
                    if let Some((first, holds)) = self.first_lanes(comparison) {
                        match first {
                            0 if holds => self.at = otherwise,
                            0 => {}
                            all if all == outer.extent && holds => {}
                            all if all == outer.extent => self.at = otherwise,
                            some => self.part(some, holds, slot, masks),
                        }
                        return;
                    }
                    self.compare(comparison, CONDITION);
                    CONDITION
                }
            },
            Cond::Both(both) => match both.each_ref().map(|comparison| self.known(comparison)) {
                [Some(true), Some(true)] => return,
                [Some(false), _] | [_, Some(false)] => {
                    self.at = otherwise;
                    return;
                }
                [None, Some(true)] => {
                    self.compare(&both[0], CONDITION);
                    CONDITION
                }
                [Some(true), None] => {
                    self.compare(&both[1], CONDITION);
                    CONDITION
                }
                [None, None] => {
                    // The masks of the statement are not in use yet.
                    self.compare(&both[0], masks);
                    self.compare(&both[1], CONDITION);
                    let and = self.kernels.binary[0][BinOp::BitAnd as usize].lanes;
                    self.zip(and, SCRATCH, masks, CONDITION);
                    self.file.swap(SCRATCH, CONDITION);
                    CONDITION
                }
            },
        };
        let active = self.active();
        let count = raw::count(self.kernels, self.words(active), self.words(cond));
        if count == outer.count {
            return;
        }
        if count == 0 {
            self.at = otherwise;
            return;
        }
        self.except(masks + 1, active, cond);
        self.zip(self.kernels.binary[0][BinOp::BitAnd as usize].lanes, masks, active, cond);
        self.slots[slot].other = self.mask_of(masks + 1, outer.count - count);
        let mask = self.mask_of(masks, count);
        self.activate(mask);
    }

    /// For how many of the first active lanes a comparison holds and for no others, or does not and for all others, if all active lanes are
    /// in a row along x. Says which of both.
    fn first_lanes(&self, comparison: &Comparison) -> Option<(u32, bool)> {
        let ([run], Some(active)) = (self.geometry.runs.as_slice(), self.prefix()) else { return None };
        self.first_of_run(comparison, run, active)
    }

    /// The same of a run of which the first lanes, so many, are active.
    fn first_of_run(
        &self,
        &Comparison { op, value, bound }: &Comparison,
        run: &Run,
        active: usize,
    ) -> Option<(u32, bool)> {
        let (first, step) = self.run_of(value, run.at);
        let bound = self.word(bound);
        // As many lanes are below the bound, or not above it.
        let below = |bound: u32| bound.saturating_sub(first).div_ceil(step.max(1));
        let (first, holds) = match op {
            BinOp::Lt => (below(bound), true),
            BinOp::Ge => (below(bound), false),
            BinOp::Le => (below(bound.checked_add(1)?), true),
            BinOp::Gt => (below(bound.checked_add(1)?), false),
            BinOp::Eq | BinOp::Ne => {
                // Of all lanes one is equal at most: the first, the last, or one that is in the way.
                let equal = bound.checked_sub(first).filter(|distance| distance.is_multiple_of(step.max(1)));
                match equal.map(|distance| (distance / step.max(1)) as usize) {
                    Some(0) => (1, op == BinOp::Eq),
                    Some(last) if last + 1 == active => (last as u32, op == BinOp::Ne),
                    Some(lane) if lane < active => return None,
                    _ => (0, op == BinOp::Eq),
                }
            }
            _ => return None,
        };
        // The value wraps in no lane, or there would be no bounds.
        self.bounds(value).map(|_| (first.min(active as u32), holds))
    }

    /// Goes on with the first lanes of each row side by side, if it is these for which a condition holds. Says whether it does.
    fn narrow(&mut self, cond: &Cond, slot: usize, masks: Reg) -> bool {
        let Cond::Linear(comparison) = cond else { return false };
        let Part { runs, row, is_block: true, .. } = &*self.geometry else { return false };
        let is_same = self.coefficients(&comparison.value)[1..] == [0, 0];
        if !is_same || runs.len() < 2 || *row == 0 || !self.is_full() {
            return false;
        }
        let Some((first, true)) = self.first_of_run(comparison, &runs[0], *row) else { return false };
        let first = first as usize;
        if first == 0 || first == *row {
            return false;
        }
        let lanes = (first * runs.len()) as u32;
        let geometry = self.narrowed(first);
        self.slots[slot] = Slot { outer: self.mask, is_narrowed: true, ..Slot::NONE };
        self.wide.push(std::mem::replace(&mut self.geometry, geometry));
        self.activate(Mask { reg: masks, count: lanes, extent: lanes, is_run: true });
        true
    }

    /// The first lanes of each row.
    fn narrowed(&mut self, first: usize) -> Arc<Part> {
        let wide = &*self.geometry;
        let is_same =
            |part: &Part| part.row == first && part.runs.len() == wide.runs.len() && part.least == wide.least;
        if let Some(known) = self.narrow.iter().find(|part| is_same(part)) {
            return Arc::clone(known);
        }
        let part = Arc::new(wide.first(first));
        self.narrow.truncate(MOST_NARROW - 1);
        self.narrow.push(Arc::clone(&part));
        part
    }

    /// Divides the active lanes, which are the first ones, into the first of them and the others.
    fn part(&mut self, first: u32, holds: bool, slot: usize, masks: Reg) {
        let outer = self.mask;
        let mask = |reg, lanes: std::ops::Range<u32>| Mask {
            reg,
            count: lanes.end - lanes.start,
            extent: lanes.end,
            is_run: true,
        };
        let (then, other) = if holds {
            (mask(masks, 0..first), mask(masks + 1, first..outer.extent))
        } else {
            (mask(masks, first..outer.extent), mask(masks + 1, 0..first))
        };
        self.slots[slot].other = other;
        self.activate(then);
    }

    /// What a comparison gives for every lane, if that is one and the same.
    fn known(&self, &Comparison { op, value, bound }: &Comparison) -> Option<bool> {
        let (bound, ends) = (self.word(bound), self.bounds(value)?);
        if matches!(op, BinOp::Eq | BinOp::Ne) {
            let is_between = (ends.0..=ends.1).contains(&bound);
            return (!is_between || ends.0 == ends.1).then_some(is_between == (op == BinOp::Eq));
        }
        // A comparison that holds for both ends holds between them, and likewise one that does not.
        match [ends.0, ends.1].map(|end| op.eval(end, bound)) {
            [1, 1] => Some(true),
            [0, 0] => Some(false),
            _ => None,
        }
    }

    /// Compares in every lane.
    fn compare(&mut self, &Comparison { op, value, bound }: &Comparison, into: Reg) {
        self.linear(SCRATCH, value);
        let row = BinOp::ALL.iter().position(|other| *other == op).unwrap_or(0);
        self.with(self.kernels.binary[0][row].scalar, into, SCRATCH, self.word(bound));
    }

    /// The mask in a register of which all lanes that are seen are set.
    fn mask_of(&self, reg: Reg, count: u32) -> Mask {
        let words = self.words(reg);
        let is_active = |chunk: &[u32]| chunk.iter().fold(0, |any, lane| any | lane) != 0;
        let extent = words.chunks(LANES).rposition(is_active).map_or(0, |chunk| {
            let mut lanes = words[chunk * LANES..].iter().take(LANES);
            chunk * LANES + lanes.rposition(|lane| *lane != 0).map_or(0, |last| last + 1)
        });
        Mask { reg, count, extent: extent as u32, is_run: false }
    }

    /// Computes which lanes' variable is below the end of the loop.
    fn below(&mut self, below: LoopBelow) {
        let row = |op: BinOp| BinOp::ALL.iter().position(|other| *other == op).unwrap_or(0);
        let (less, greater) =
            (self.kernels.binary[0][row(BinOp::Lt)], self.kernels.binary[0][row(BinOp::Gt)]);
        match below {
            LoopBelow::Lanes { var, to } => self.zip(less.lanes, CONDITION, var, to),
            LoopBelow::VarLanes { var, to } => self.with(less.scalar, CONDITION, var, self.word(to)),
            LoopBelow::ToLanes { var, to } => self.with(greater.scalar, CONDITION, to, self.word(var)),
        }
    }

    /// The active lanes for which a condition holds, in a register that the mask may be in already.
    fn restrict(&mut self, cond: Reg, into: Reg) -> Mask {
        let active = self.active();
        let count = raw::count(self.kernels, self.words(active), self.words(cond));
        if count == self.mask.count || count == 0 {
            return Mask { count, extent: if count == 0 { 0 } else { self.mask.extent }, ..self.mask };
        }
        self.zip(self.kernels.binary[0][BinOp::BitAnd as usize].lanes, SCRATCH, active, cond);
        self.file.swap(SCRATCH, into);
        self.mask_of(into, count)
    }

    /// The lanes of two masks that have none in common. If they are all of `outer` it is that; else they stand in `into`.
    fn union(&mut self, a: Mask, b: Mask, outer: Mask, into: Reg) -> Mask {
        let count = a.count + b.count;
        if count == outer.count && count > 0 {
            return outer;
        }
        let (long, short) = if a.extent >= b.extent { (a, b) } else { (b, a) };
        if count > 0 {
            self.written(long);
            self.written(short);
            let before = self.file.narrow(padded(long.extent as usize));
            let (dst, others) = self.file.others::<u32>(SCRATCH);
            dst.copy_from_slice(others.get(long.reg));
            if short.count > 0 {
                let short = &others.get::<u32>(short.reg)[..padded(short.extent as usize)];
                dst.iter_mut().zip(short).for_each(|(lane, short)| *lane |= short);
            }
            self.file.narrow(before);
            self.file.swap(SCRATCH, into);
        }
        Mask { reg: into, count, extent: long.extent, is_run: false }
    }

    /// The mask, in `into` unless it is still all of `outer`.
    fn keep(&mut self, outer: Mask, into: Reg) -> Mask {
        match self.mask {
            mask if mask.count == 0 || mask.reg == outer.reg || mask.reg == into => mask,
            mask => self.union(mask, NONE, NONE, into),
        }
    }

    /// The lanes of `mask` that are not in `cond`.
    fn except(&mut self, dst: Reg, mask: Reg, cond: Reg) {
        self.zip(self.kernels.except, SCRATCH, mask, cond);
        self.file.swap(SCRATCH, dst);
    }

    /// Ends a round. Says whether there is another one.
    pub(super) fn next_round(&mut self, slot: usize, masks: Reg, counter: Uni, var: Option<Reg>) -> bool {
        let continued = self.slots[slot].other;
        let mask = if continued.count > 0 {
            self.union(continued, self.mask, NONE, masks)
        } else {
            // What the mask is in may be set again in the next round.
            self.keep(self.slots[slot].outer, masks)
        };
        self.activate(mask);
        if self.mask.count == 0 {
            return false;
        }
        let next = &mut self.scalars[counter as usize];
        *next = u64::from((*next as u32).wrapping_add(1));
        if let Some(var) = var {
            self.file.get_mut::<u32>(var).iter_mut().for_each(|lane| *lane = lane.wrapping_add(1));
        }
        true
    }
}
