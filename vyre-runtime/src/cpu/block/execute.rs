//! Executes code for one block of lanes.
//!
//! A lane is active if the mask has a 1 for it. What only computes a value does so for every lane; what has effects looks at the mask.
//! Where all active lanes agree on a condition the mask stays as it is, and where no lane is active control goes on behind the
//! statement, so that nothing loops without lanes.

use super::compile::{ALL, CONDITION, Compiled, FIRST, GROUP, LENGTHS, SCRATCH};
use super::file::File;
use super::grid::Part as Geometry;
use super::inst::*;
use super::lanes::{Kernels, LANES};
use super::limit::Limit;
use super::memory::View;
use super::raw;
use bytemuck::Pod;
use std::cell::Cell;
use vyre_ir::BinOp;

/// Which lanes are active: a register with 1 for those that are, and how many they are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Mask {
    pub(super) reg: Reg,
    pub(super) count: u32,
}

const NONE: Mask = Mask { reg: ALL, count: 0 };

/// What a statement of control flow keeps until it ends.
#[derive(Clone, Copy)]
struct Slot {
    /// The lanes that came to the statement.
    outer: Mask,
    /// Of an `If`, the lanes that still have to go through the other arm, and those that are through with theirs; of a loop, those
    /// that continue.
    other: Mask,
    done: Mask,
    /// How many lanes had returned when the loop began.
    returned: u32,
}

/// Why a block stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Exit {
    Barrier,
    Done,
    /// The launch has used up its time, or is cancelled.
    Stopped,
}

/// What a block accesses.
pub(super) struct Memory<'a> {
    pub(super) bound: &'a [View<'a>],
    pub(super) shared: Vec<&'a [Cell<u32>]>,
}

/// A block: its registers, and where it is in the code.
pub(super) struct Block {
    pub(super) kernels: &'static Kernels,
    /// The lanes, those that fill the last vector included.
    pub(super) width: usize,
    pub(super) file: File,
    pub(super) scalars: Vec<u64>,
    /// The arrays of each invocation: word by word, with one for each lane.
    pub(super) private: Vec<u32>,
    pub(super) geometry: Geometry,
    /// Whether the workgroup has no other block.
    pub(super) is_alone: bool,
    pub(super) mask: Mask,
    returned: u32,
    gone: Reg,
    slots: Vec<Slot>,
    pub(super) at: usize,
}

impl Block {
    /// The number of bytes of a block.
    pub(super) fn bytes(code: &Compiled, width: usize, private: usize) -> Option<usize> {
        let registers: usize = code.registers.iter().map(|is_long| 4 + 4 * usize::from(*is_long)).sum();
        width.checked_mul(registers + 4 + 4 * private)
    }

    pub(super) fn new(code: &Compiled, kernels: &'static Kernels, width: usize, private: usize) -> Block {
        // One more for the lanes that have returned.
        let file = File::new(code.registers.iter().copied().chain([false]), width);
        Block {
            kernels,
            width,
            gone: file.len() as Reg - 1,
            file,
            scalars: code.scalars.clone(),
            private: vec![0; private * width],
            geometry: Geometry::default(),
            is_alone: false,
            mask: NONE,
            returned: 0,
            slots: vec![Slot { outer: NONE, other: NONE, done: NONE, returned: 0 }; code.slots],
            at: 0,
        }
    }

    /// About the number of bytes of this block.
    pub(super) fn size(&self) -> usize {
        self.width * 4 * (self.file.len() + self.private.len() / self.width.max(1))
    }

    /// Sets the lengths of the bound buffers.
    pub(super) fn set_lengths(&mut self, lengths: &[u32]) {
        for (scalar, length) in self.scalars[LENGTHS as usize..].iter_mut().zip(lengths) {
            *scalar = (*length).into();
        }
    }

    /// Puts the block at the first instruction, for some invocations of a workgroup.
    pub(super) fn start(&mut self, group: [u32; 3], first: u32, geometry: &Geometry) {
        self.at = 0;
        for (axis, id) in group.into_iter().enumerate() {
            self.scalars[GROUP as usize + axis] = id.into();
        }
        self.scalars[FIRST as usize] = first.into();
        if self.geometry != *geometry {
            self.geometry = geometry.clone();
            let lanes = geometry.lanes;
            let all = self.file.get_mut::<u32>(ALL);
            all.iter_mut().enumerate().for_each(|(lane, active)| *active = u32::from(lane < lanes));
        }
        self.mask = Mask { reg: ALL, count: self.geometry.lanes as u32 };
        self.returned = 0;
        self.private.fill(0);
    }

    /// Executes until a barrier, or the end.
    pub(super) fn run(&mut self, insts: &[Inst], memory: &Memory<'_>, limit: &Limit<'_>) -> Exit {
        loop {
            let inst = &insts[self.at];
            self.at += 1;
            match inst {
                Inst::ScalarBinary { op, scalar, dst, a, b } => {
                    let (a, b) = (self.scalars[*a as usize], self.scalars[*b as usize]);
                    self.scalars[*dst as usize] = op.eval_as(*scalar, a, b).unwrap_or(0);
                }
                Inst::Map32x32 { f, dst, a } => self.map(*f, *dst, *a),
                Inst::Map32x64 { f, dst, a } => self.map(*f, *dst, *a),
                Inst::Map64x32 { f, dst, a } => self.map(*f, *dst, *a),
                Inst::Map64x64 { f, dst, a } => self.map(*f, *dst, *a),
                Inst::Zip32x32x32 { f, dst, a, b, .. } => self.zip(*f, *dst, *a, *b),
                Inst::Zip64x64x64 { f, dst, a, b } => self.zip(*f, *dst, *a, *b),
                Inst::Zip64x64x32 { f, dst, a, b } => self.zip(*f, *dst, *a, *b),
                Inst::Zip32x64x64 { f, dst, a, b } => self.zip(*f, *dst, *a, *b),
                Inst::Zip64x32x32 { f, dst, a, b } => self.zip(*f, *dst, *a, *b),
                Inst::With32x32 { f, dst, a, b, .. } => self.with(*f, *dst, *a, self.word(*b)),
                Inst::With64x64 { f, dst, a, b } => self.with(*f, *dst, *a, self.scalars[*b as usize]),
                Inst::With64x32 { f, dst, a, b } => self.with(*f, *dst, *a, self.word(*b)),
                Inst::With32x64 { f, dst, a, b } => self.with(*f, *dst, *a, self.scalars[*b as usize]),
                Inst::Pair { f, dst, a, b, c } => {
                    let (dst, others) = self.file.others(*dst);
                    raw::pair(*f, dst, others.get(*a), others.get(*b), others.get(*c));
                }
                Inst::ScalarPair { f, dst, a, b, c } => {
                    let b = self.word(*b);
                    let (dst, others) = self.file.others(*dst);
                    raw::scalar_pair(*f, dst, others.get(*a), b, others.get(*c));
                }
                Inst::Set { dst, src, is_long, dies } => self.set(*dst, *src, *is_long, *dies),
                Inst::Load { dst, access } => self.load(dst, access, memory),
                Inst::Store { value, access } => self.store(value, access, memory),
                Inst::Byte { dst, access } => self.byte(*dst, access, memory),
                Inst::Atomic { op, dst, access, expected, value } => {
                    self.atomic(*op, *dst, access, [*expected, *value], memory);
                }
                Inst::ZipNear { f, dst, a, b } => self.zip_near(*f, *dst, [a, b], memory),
                Inst::WithNear { f, dst, a, b } => self.with_near(*f, *dst, a, self.word(*b), memory),
                Inst::Transfer { from, to, through } => self.transfer(from, to, *through, memory),
                // A workgroup of one block is where it waits for itself.
                Inst::Barrier if self.is_alone => {}
                Inst::Barrier => return Exit::Barrier,
                Inst::End => return Exit::Done,
                Inst::LoopNext { slot, masks, counter, var, head, exit } => {
                    if limit.is_reached() {
                        return Exit::Stopped;
                    }
                    let next = self.next_round(*slot, *masks, *counter, *var);
                    self.at = if next { *head } else { *exit };
                }
                Inst::ScalarUnary { .. }
                | Inst::ScalarSelect { .. }
                | Inst::ScalarMulAdd { .. }
                | Inst::ScalarMove { .. }
                | Inst::ScalarLow { .. }
                | Inst::ScalarHigh { .. }
                | Inst::ScalarJoin { .. }
                | Inst::ScalarLoad { .. }
                | Inst::ScalarByte { .. } => self.scalar(inst, memory),
                Inst::Select32 { .. }
                | Inst::Select64 { .. }
                | Inst::Fill { .. }
                | Inst::Linear { .. }
                | Inst::Copy { .. }
                | Inst::SetScalar { .. } => self.lanes(inst),
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
                | Inst::LoopEnd { .. } => self.control(inst),
            }
        }
    }

    pub(super) fn word(&self, scalar: Uni) -> u32 {
        self.scalars[scalar as usize] as u32
    }

    pub(super) fn words(&self, reg: Reg) -> &[u32] {
        self.file.get(reg)
    }

    #[inline(always)]
    pub(super) fn map<A: Pod, R: Pod>(&mut self, f: super::lanes::F1<A, R>, dst: Reg, a: Reg) {
        let (dst, a) = self.file.two(dst, a);
        raw::map(f, dst, a);
    }

    #[inline(always)]
    fn zip<A: Pod, B: Pod, R: Pod>(&mut self, f: super::lanes::F2<A, B, R>, dst: Reg, a: Reg, b: Reg) {
        let (dst, a, b) = self.file.three(dst, a, b);
        raw::zip(f, dst, a, b);
    }

    #[inline(always)]
    pub(super) fn with<A: Pod, B, R: Pod>(&mut self, f: super::lanes::F2S<A, B, R>, dst: Reg, a: Reg, b: B) {
        let (dst, a) = self.file.two(dst, a);
        raw::with(f, dst, a, b);
    }

    /// Whether every lane is active.
    pub(super) fn is_full(&self) -> bool {
        self.mask.count as usize == self.geometry.lanes
    }

    fn set(&mut self, dst: Reg, src: Reg, is_long: bool, dies: bool) {
        if self.is_full() && dies {
            self.file.swap(dst, src);
        } else if self.is_full() {
            let (dst, src) = self.file.two::<u32, u32>(dst, src);
            dst.copy_from_slice(src);
        } else if is_long {
            self.zip(self.kernels.blend64, dst, self.mask.reg, src);
        } else {
            self.zip(self.kernels.blend, dst, self.mask.reg, src);
        }
    }

    /// An operation on scalars.
    fn scalar(&mut self, inst: &Inst, memory: &Memory<'_>) {
        let scalars = &mut self.scalars;
        match *inst {
            Inst::ScalarUnary { op, scalar, dst, a } => {
                scalars[dst as usize] = op.eval_as(scalar, scalars[a as usize]).unwrap_or(0);
            }
            Inst::ScalarSelect { dst, cond, a, b } => {
                let from = if scalars[cond as usize] != 0 { a } else { b };
                scalars[dst as usize] = scalars[from as usize];
            }
            Inst::ScalarMulAdd { dst, a, b, c } => {
                let [a, b, c] = [a, b, c].map(|at| scalars[at as usize] as u32);
                scalars[dst as usize] = vyre_ir::float::mul_add(a, b, c).into();
            }
            Inst::ScalarMove { dst, a } => scalars[dst as usize] = scalars[a as usize],
            Inst::ScalarLow { dst, a } => scalars[dst as usize] = scalars[a as usize] & u64::from(u32::MAX),
            Inst::ScalarHigh { dst, a } => scalars[dst as usize] = scalars[a as usize] >> 32,
            Inst::ScalarJoin { dst, low, high } => {
                scalars[dst as usize] = scalars[low as usize] | scalars[high as usize] << 32;
            }
            Inst::ScalarLoad { dst, ref access } => self.load_scalar(dst, access, memory),
            Inst::ScalarByte { dst, ref access } => self.byte_scalar(dst, access, memory),
            _ => {}
        }
    }

    /// What computes or moves lanes, and happens less often.
    fn lanes(&mut self, inst: &Inst) {
        match *inst {
            Inst::Select32 { ref f, dst, cond, a, b } => {
                let [scalar_a, scalar_b] = [a, b].map(|part| self.scalar_of(part) as u32);
                let (dst, others) = self.file.others(dst);
                let part = |part, scalar| match part {
                    Part::Lanes(reg) => Ok(others.get(reg)),
                    Part::Scalar(_) => Err(scalar),
                };
                raw::select(f, dst, others.get(cond), part(a, scalar_a), part(b, scalar_b));
            }
            Inst::Select64 { ref f, dst, cond, a, b } => {
                let [scalar_a, scalar_b] = [a, b].map(|part| self.scalar_of(part));
                let (dst, others) = self.file.others(dst);
                let part = |part, scalar| match part {
                    Part::Lanes(reg) => Ok(others.get(reg)),
                    Part::Scalar(_) => Err(scalar),
                };
                raw::select(f, dst, others.get(cond), part(a, scalar_a), part(b, scalar_b));
            }
            Inst::Fill { dst, a, is_long } => self.fill(dst, a, is_long),
            Inst::Linear { dst, value } => self.linear(dst, value),
            Inst::Copy { dst, src } => {
                let (dst, src) = self.file.two::<u32, u32>(dst, src);
                dst.copy_from_slice(src);
            }
            Inst::SetScalar { dst, src, is_long } if self.is_full() => self.fill(dst, src, is_long),
            Inst::SetScalar { dst, src, is_long } => {
                let (mask, value) = (self.mask.reg, self.scalars[src as usize]);
                if is_long {
                    let (dst, mask) = self.file.two::<u32, u64>(dst, mask);
                    let lanes = dst.iter_mut().zip(mask).filter(|(_, mask)| **mask != 0);
                    lanes.for_each(|(lane, _)| *lane = value);
                } else {
                    let (dst, mask) = self.file.two::<u32, u32>(dst, mask);
                    let value = value as u32;
                    let lanes = dst.iter_mut().zip(mask);
                    lanes.for_each(|(lane, mask)| *lane = if *mask != 0 { value } else { *lane });
                }
            }
            _ => {}
        }
    }

    /// The value of a part that is a scalar.
    fn scalar_of(&self, part: Part) -> u64 {
        match part {
            Part::Scalar(scalar) => self.scalars[scalar as usize],
            Part::Lanes(_) => 0,
        }
    }

    fn fill(&mut self, dst: Reg, scalar: Uni, is_long: bool) {
        let value = self.scalars[scalar as usize];
        if is_long {
            self.file.get_mut::<u64>(dst).fill(value);
        } else {
            self.file.get_mut::<u32>(dst).fill(value as u32);
        }
    }

    /// The first lane's value and what the next ones add.
    pub(super) fn run_of(&self, value: Affine, at: [u32; 3]) -> (u32, u32) {
        let c = value.c.map(|c| c.map_or(0, |c| self.word(c)));
        let terms = c.into_iter().zip(at).map(|(c, at)| c.wrapping_mul(at));
        (terms.fold(self.word(value.base), u32::wrapping_add), c[0])
    }

    /// A linear value, lane by lane.
    pub(super) fn linear(&mut self, dst: Reg, value: Affine) {
        for at in 0..self.geometry.runs.len() {
            let run = &self.geometry.runs[at];
            let (first, len) = (run.first, run.len);
            let (start, step) = self.run_of(value, run.at);
            raw::ramp(self.kernels, &mut self.file.get_mut(dst)[first..][..len], start, step);
        }
    }

    /// The least and the greatest value of a linear value, if it does not wrap.
    pub(super) fn bounds(&self, value: Affine) -> Option<(u32, u32)> {
        let mut ends = [u64::from(self.word(value.base)); 2];
        for (axis, c) in value.c.iter().enumerate() {
            if let Some(c) = c {
                ends[0] += u64::from(self.word(*c)) * u64::from(self.geometry.least[axis]);
                ends[1] += u64::from(self.word(*c)) * u64::from(self.geometry.most[axis]);
            }
        }
        Some((ends[0] as u32, u32::try_from(ends[1]).ok()?))
    }

    /// What changes the mask, or goes elsewhere.
    fn control(&mut self, inst: &Inst) {
        match *inst {
            Inst::If { cond, slot, masks, otherwise } => self.divide(cond, slot, masks, otherwise),
            Inst::Else { slot, masks, end } => {
                // What the mask is in may be set again in the other arm.
                self.slots[slot].done = self.keep(self.slots[slot].outer, masks);
                self.mask = self.slots[slot].other;
                if self.mask.count == 0 {
                    self.at = end;
                }
            }
            Inst::EndIf { slot, masks } => {
                let Slot { outer, done, .. } = self.slots[slot];
                self.mask = self.union(done, self.mask, outer, masks + 2);
            }
            Inst::Branch { cond, otherwise } if self.scalars[cond as usize] == 0 => self.at = otherwise,
            Inst::Jump(target) => self.at = target,
            Inst::SkipIfNone(target) if self.mask.count == 0 => self.at = target,
            Inst::LoopStart { slot } => {
                self.slots[slot] =
                    Slot { outer: self.mask, other: NONE, done: NONE, returned: self.returned };
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
                self.mask = self.restrict(CONDITION, masks);
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
                let gone = Mask { reg: self.gone, count: self.returned };
                self.returned = self.union(gone, self.mask, NONE, self.gone).count;
                self.mask = NONE;
                self.at = target;
            }
            Inst::LoopEnd { slot, masks, returns } => {
                let Slot { outer, returned, .. } = self.slots[slot];
                self.mask = outer;
                if returns && returned != self.returned {
                    self.except(masks + 2, outer.reg, self.gone);
                    let count = raw::count(self.kernels, self.words(masks + 2), self.words(ALL));
                    self.mask = Mask { reg: masks + 2, count };
                }
            }
            _ => {}
        }
    }

    fn divide(&mut self, cond: Cond, slot: usize, masks: Reg, otherwise: Target) {
        let outer = self.mask;
        self.slots[slot] = Slot { outer, other: NONE, done: NONE, returned: 0 };
        let cond = match cond {
            Cond::Lanes(reg) => reg,
            Cond::Linear { op, value, bound } => {
                let bound = self.word(bound);
                let ends =
                    self.bounds(value).map(|(least, most)| (op.eval(least, bound), op.eval(most, bound)));
                match ends {
                    // A comparison that holds for both ends holds between them, and likewise one that does not.
                    Some((1, 1)) => return,
                    Some((0, 0)) => {
                        self.at = otherwise;
                        return;
                    }
                    _ => {
                        self.linear(SCRATCH, value);
                        let row = BinOp::ALL.iter().position(|other| *other == op).unwrap_or(0);
                        self.with(self.kernels.binary[0][row].scalar, CONDITION, SCRATCH, bound);
                        CONDITION
                    }
                }
            }
        };
        let count = raw::count(self.kernels, self.words(outer.reg), self.words(cond));
        if count == outer.count {
            return;
        }
        if count == 0 {
            self.at = otherwise;
            return;
        }
        self.except(masks + 1, outer.reg, cond);
        self.zip(self.kernels.binary[0][BinOp::BitAnd as usize].lanes, masks, outer.reg, cond);
        self.slots[slot].other = Mask { reg: masks + 1, count: outer.count - count };
        self.mask = Mask { reg: masks, count };
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
        let count = raw::count(self.kernels, self.words(self.mask.reg), self.words(cond));
        if count == self.mask.count || count == 0 {
            return Mask { count, ..self.mask };
        }
        self.zip(self.kernels.binary[0][BinOp::BitAnd as usize].lanes, SCRATCH, self.mask.reg, cond);
        self.file.swap(SCRATCH, into);
        Mask { reg: into, count }
    }

    /// The lanes of two masks that have none in common. If they are all of `outer` it is that; else they stand in `into`.
    fn union(&mut self, a: Mask, b: Mask, outer: Mask, into: Reg) -> Mask {
        let count = a.count + b.count;
        if count == outer.count && count > 0 {
            return outer;
        }
        if count > 0 {
            let or = self.kernels.binary[0][BinOp::BitOr as usize].lanes;
            match (a.count, b.count) {
                (0, _) => self.zip(or, SCRATCH, b.reg, b.reg),
                (_, 0) => self.zip(or, SCRATCH, a.reg, a.reg),
                _ => self.zip(or, SCRATCH, a.reg, b.reg),
            }
            self.file.swap(SCRATCH, into);
        }
        Mask { reg: into, count }
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
    fn next_round(&mut self, slot: usize, masks: Reg, counter: Uni, var: Option<Reg>) -> bool {
        let continued = self.slots[slot].other;
        if continued.count > 0 {
            self.mask = self.union(continued, self.mask, NONE, masks);
        } else {
            // What the mask is in may be set again in the next round.
            self.mask = self.keep(self.slots[slot].outer, masks);
        }
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

/// The lanes that a register needs for so many invocations.
pub(super) fn padded(lanes: usize) -> usize {
    lanes.max(1).div_ceil(LANES) * LANES
}
