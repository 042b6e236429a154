//! Executes code for one block of lanes.
//!
//! A lane is active if the mask has a 1 for it. What only computes a value does so for every lane; what has effects looks at the mask.
//! Where all active lanes agree on a condition the mask stays as it is, and where no lane is active control goes on behind the
//! statement, so that nothing loops without lanes. Lanes behind the last active one are not computed. No one reads
//! a value there, as a value is used only under a part of the mask under which it was computed.

use super::compile::{ALL, Compiled, FIRST, GROUP, LENGTHS};
use super::file::File;
use super::grid::Part as Geometry;
use super::inst::*;
use super::kernels::{F1, F2, F2S, Kernels};
use super::lanes::LANES;
use super::limit::Limit;
use super::memory::View;
use super::raw;
use super::trees::OPERANDS;
use crate::Error;
use crate::memory::room;
use bytemuck::Pod;
use std::cell::Cell;
use std::sync::Arc;
use vyre_ir::Lanes;
use vyre_ir::casts::Conversion;

/// Which lanes are active: a register with 1 for those that are, and how many they are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Mask {
    pub(super) reg: Reg,
    pub(super) count: u32,
    /// The lanes up to the last active one. The register has a value for these and for what fills the last [`LANES`], no more.
    pub(super) extent: u32,
    /// Whether they are all next to each other, and the register need not say so yet: see [`Block::written`].
    pub(super) is_run: bool,
}

pub(super) const NONE: Mask = Mask { reg: ALL, count: 0, extent: 0, is_run: false };

/// What a statement of control flow keeps until it ends.
#[derive(Clone, Copy)]
pub(super) struct Slot {
    /// The lanes that came to the statement.
    pub(super) outer: Mask,
    /// Of an `If`, the lanes that still have to go through the other arm, and those that are through with theirs; of a loop, those
    /// that continue.
    pub(super) other: Mask,
    pub(super) done: Mask,
    /// How many lanes had returned when the loop began.
    pub(super) returned: u32,
    /// Of an `If`, whether it goes on with the first lanes of each row.
    pub(super) is_narrowed: bool,
}

impl Slot {
    pub(super) const NONE: Slot =
        Slot { outer: NONE, other: NONE, done: NONE, returned: 0, is_narrowed: false };
}

/// Why a block stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Exit {
    Barrier,
    /// It waits for the other blocks of its workgroup, to be given what it gets by [`collect`].
    Collective,
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
    pub(super) geometry: Arc<Geometry>,
    /// Where an `If` goes on with the first lanes of each row, all lanes; and such lists of first lanes.
    pub(super) wide: Vec<Arc<Geometry>>,
    pub(super) narrow: Vec<Arc<Geometry>>,
    /// Whether the workgroup has no other block.
    pub(super) is_alone: bool,
    pub(super) mask: Mask,
    /// The lanes that have returned.
    pub(super) gone: Mask,
    pub(super) slots: Vec<Slot>,
    /// In a loop whose lanes are at the front, where each of them was before. It is empty elsewhere.
    pub(super) packed: Vec<u32>,
    pub(super) at: usize,
}

impl Block {
    /// A block of so many lanes, with so many words of local arrays for each.
    ///
    /// # Errors
    /// If there is no memory for it.
    pub(super) fn new(
        code: &Compiled,
        kernels: &'static Kernels,
        width: usize,
        private: usize,
    ) -> Result<Block, Error> {
        // One more for the lanes that have returned.
        let file = File::new(code.registers.iter().copied().chain([false]), width)?;
        let mut arrays = room(private * width)?;
        arrays.resize(private * width, 0);
        Ok(Block {
            kernels,
            width,
            gone: Mask { reg: file.len() as Reg - 1, ..NONE },
            file,
            scalars: code.scalars.clone(),
            private: arrays,
            geometry: Arc::default(),
            wide: Vec::new(),
            narrow: Vec::new(),
            is_alone: false,
            mask: NONE,
            slots: vec![Slot::NONE; code.slots],
            packed: Vec::new(),
            at: 0,
        })
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
    pub(super) fn start(&mut self, group: [u32; 3], first: [u32; 3], geometry: &Arc<Geometry>) {
        self.at = 0;
        for (axis, id) in group.into_iter().enumerate() {
            self.scalars[GROUP as usize + axis] = id.into();
            self.scalars[FIRST as usize + axis] = first[axis].into();
        }
        self.file.narrow(self.width);
        if !Arc::ptr_eq(&self.geometry, geometry) {
            self.geometry = Arc::clone(geometry);
            let lanes = geometry.lanes;
            let all = self.file.get_mut::<u32>(ALL);
            all.iter_mut().enumerate().for_each(|(lane, active)| *active = u32::from(lane < lanes));
        }
        let lanes = self.geometry.lanes as u32;
        self.activate(Mask { reg: ALL, count: lanes, extent: lanes, is_run: false });
        self.gone = Mask { reg: self.gone.reg, ..NONE };
        self.packed.clear();
        self.wide.clear();
        self.private.fill(0);
    }

    /// Executes until a barrier, or the end.
    pub(super) fn run(&mut self, insts: &[Inst], memory: &Memory<'_>, limit: &Limit<'_>) -> Exit {
        loop {
            let inst = &insts[self.at];
            self.at += 1;
            match inst {
                Inst::Scalar(inst) => self.scalar(inst, memory),
                Inst::Map32x32 { f, dst, a, .. } => self.map(*f, *dst, *a),
                Inst::Map32x64 { f, dst, a } => self.map(*f, *dst, *a),
                Inst::Map64x32 { f, dst, a } => self.map(*f, *dst, *a),
                Inst::Map64x64 { f, dst, a } => self.map(*f, *dst, *a),
                Inst::Zip32x32x32 { f, dst, a, b, .. } => self.zip(*f, *dst, *a, *b),
                Inst::Zip64x64x64 { f, dst, a, b, .. } => self.zip(*f, *dst, *a, *b),
                Inst::Zip64x64x32 { f, dst, a, b } => self.zip(*f, *dst, *a, *b),
                Inst::Zip32x64x64 { f, dst, a, b } => self.zip(*f, *dst, *a, *b),
                Inst::Zip64x32x32 { f, dst, a, b, .. } => self.zip(*f, *dst, *a, *b),
                Inst::With32x32 { f, dst, a, b, .. } => self.with(*f, *dst, *a, self.word(*b)),
                Inst::With64x64 { f, dst, a, b } => self.with(*f, *dst, *a, self.scalars[*b as usize]),
                Inst::With64x32 { f, dst, a, b } => self.with(*f, *dst, *a, self.word(*b)),
                Inst::With32x64 { f, dst, a, b, .. } => self.with(*f, *dst, *a, self.scalars[*b as usize]),
                Inst::With32x64By32 { f, dst, a, b } => self.with(*f, *dst, *a, self.word(*b)),
                Inst::Pair { f, dst, a, b, c, .. } => {
                    let (dst, others) = self.file.others(*dst);
                    raw::pair(*f, dst, others.get(*a), others.get(*b), others.get(*c));
                }
                Inst::Triple64 { f, dst, a, b, c } => {
                    let (dst, others) = self.file.others(*dst);
                    raw::triple(*f, dst, others.get(*a), others.get(*b), others.get(*c));
                }
                Inst::ScalarPair { f, dst, a, b, c, .. } => {
                    let b = self.word(*b);
                    let (dst, others) = self.file.others(*dst);
                    raw::scalar_pair(*f, dst, others.get(*a), b, others.get(*c));
                }
                Inst::Tree(tree) => self.tree(tree),
                Inst::Squares { f, dst, a, b, with } => {
                    let with = with.map(|scalar| self.scalars[scalar as usize]);
                    let (to, from) = self.file.both(*dst, [*a, *b]);
                    raw::squares(*f, to, from, with);
                }
                Inst::LongPair { f, dst, a, b, c, .. } => {
                    let b = self.scalars[*b as usize];
                    let (dst, others) = self.file.others(*dst);
                    raw::long_pair(*f, dst, others.get(*a), b, others.get(*c));
                }
                Inst::Set { dst, src, is_whole: true, dies: true, .. } => self.file.swap(*dst, *src),
                Inst::Set { dst, src, is_long, dies, .. } => self.set(*dst, *src, *is_long, *dies),
                Inst::Load { dst, access } => self.load(dst, access, memory),
                Inst::Store { value, access } => self.store(value, access, memory),
                Inst::StorePart { value, bits, access } => self.store_part(*value, *bits, access, memory),
                Inst::Byte { dst, access } => self.byte(*dst, access, memory),
                Inst::Atomic { op, dst, access, expected, value } => {
                    self.atomic(*op, *dst, access, [*expected, *value], memory);
                }
                Inst::Near(operation) => self.operate(operation, memory),
                Inst::Transfer { from, to, through } => self.transfer(from, to, *through, memory),
                // A workgroup of one block is where it waits for itself.
                Inst::Barrier if self.is_alone => {}
                Inst::Barrier => return Exit::Barrier,
                Inst::Collective { .. } if self.is_alone => collect(std::slice::from_mut(self), inst),
                Inst::Collective { .. } => return Exit::Collective,
                Inst::End => return Exit::Done,
                Inst::LoopNext { slot, masks, counter, var, head, exit } => {
                    if limit.is_reached() {
                        return Exit::Stopped;
                    }
                    let next = self.next_round(*slot, *masks, *counter, *var);
                    self.at = if next { *head } else { *exit };
                }
                Inst::Select32 { .. }
                | Inst::Select64 { .. }
                | Inst::Fill { .. }
                | Inst::Linear { .. }
                | Inst::Copy { .. }
                | Inst::SetScalar { .. } => self.lanes(inst),
                Inst::Pack { pack: None, .. } | Inst::Unpack(None) => {}
                Inst::Pack { masks, pack: Some(pack) } => self.pack(pack, *masks),
                Inst::Unpack(Some(pack)) => self.unpack(pack),
                Inst::If { .. }
                | Inst::Else { .. }
                | Inst::EndIf { .. }
                | Inst::Otherwise { .. }
                | Inst::Rejoin { .. }
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
    pub(super) fn map<A: Pod, R: Pod>(&mut self, f: F1<A, R>, dst: Reg, a: Reg) {
        let (dst, a) = self.file.two(dst, a);
        raw::map(f, dst, a);
    }

    #[inline(always)]
    pub(super) fn zip<A: Pod, B: Pod, R: Pod>(&mut self, f: F2<A, B, R>, dst: Reg, a: Reg, b: Reg) {
        let (dst, a, b) = self.file.three(dst, a, b);
        raw::zip(f, dst, a, b);
    }

    #[inline(always)]
    pub(super) fn with<A: Pod, B, R: Pod>(&mut self, f: F2S<A, B, R>, dst: Reg, a: Reg, b: B) {
        let (dst, a) = self.file.two(dst, a);
        raw::with(f, dst, a, b);
    }

    fn tree(&mut self, tree: &Grown) {
        let with = tree.with.map(|scalar| self.word(scalar));
        let (dst, others) = self.file.others(tree.dst);
        let mut from: [&[u32]; OPERANDS] = [&[]; OPERANDS];
        for (from, reg) in from.iter_mut().zip(&tree.words[..tree.len]) {
            *from = others.get(*reg);
        }
        raw::tree(tree.f, dst, &from, &with);
    }

    /// Goes on with other active lanes.
    pub(super) fn activate(&mut self, mask: Mask) {
        self.mask = mask;
        self.file.narrow(padded(mask.extent as usize));
    }

    /// The register of a mask, with a value for each lane.
    pub(super) fn written(&mut self, mask: Mask) -> Reg {
        if mask.is_run {
            let seen = self.file.narrow(padded(mask.extent as usize));
            let lanes = self.file.get_mut::<u32>(mask.reg);
            let (start, end) = ((mask.extent - mask.count) as usize, mask.extent as usize);
            lanes[..start].fill(0);
            lanes[start..end].fill(1);
            lanes[end..].fill(0);
            self.file.narrow(seen);
        }
        mask.reg
    }

    /// The register that says which lanes are active.
    pub(super) fn active(&mut self) -> Reg {
        self.mask.reg = self.written(self.mask);
        self.mask.is_run = false;
        self.mask.reg
    }

    /// Whether every lane is active.
    pub(super) fn is_full(&self) -> bool {
        self.mask.count as usize == self.geometry.lanes
    }

    /// How many lanes are active, if they are the first ones.
    pub(super) fn prefix(&self) -> Option<usize> {
        (self.mask.count == self.mask.extent).then_some(self.mask.count as usize)
    }

    fn set(&mut self, dst: Reg, src: Reg, is_long: bool, dies: bool) {
        if self.is_full() && dies {
            self.file.swap(dst, src);
        } else if let Some(lanes) = self.prefix() {
            if is_long {
                let (dst, src) = self.file.two::<u64, u64>(dst, src);
                dst[..lanes].copy_from_slice(&src[..lanes]);
            } else {
                let (dst, src) = self.file.two::<u32, u32>(dst, src);
                dst[..lanes].copy_from_slice(&src[..lanes]);
            }
        } else {
            let mask = self.active();
            if is_long {
                self.zip(self.kernels.blend64, dst, mask, src);
            } else {
                self.zip(self.kernels.blend, dst, mask, src);
            }
        }
    }

    fn set_scalar(&mut self, dst: Reg, src: Uni, is_long: bool) {
        let (value, prefix) = (self.scalars[src as usize], self.prefix());
        let mask = if prefix.is_none() { self.active() } else { ALL };
        match (prefix, is_long) {
            (Some(lanes), true) => self.file.get_mut::<u64>(dst)[..lanes].fill(value),
            (Some(lanes), false) => self.file.get_mut::<u32>(dst)[..lanes].fill(value as u32),
            (None, true) => self.with(self.kernels.blend_scalar64, dst, mask, value),
            (None, false) => self.with(self.kernels.blend_scalar, dst, mask, value as u32),
        }
    }

    /// An operation on scalars.
    fn scalar(&mut self, inst: &ScalarInst, memory: &Memory<'_>) {
        let scalars = &mut self.scalars;
        match *inst {
            ScalarInst::Binary { op, scalar, dst, a, b } => {
                let (a, b) = (scalars[a as usize], scalars[b as usize]);
                scalars[dst as usize] = op.eval_as(scalar, a, b).unwrap_or(0);
            }
            ScalarInst::Unary { op, scalar, dst, a } => {
                scalars[dst as usize] = op.eval_as(scalar, scalars[a as usize]).unwrap_or(0);
            }
            ScalarInst::Rounded { conversion, dst, a } => {
                let word = scalars[a as usize] as u32;
                scalars[dst as usize] = match conversion {
                    Conversion::Widen(format) => format.widen(word).into(),
                    Conversion::Narrow(format) => format.narrow(word).into(),
                    _ => word.into(),
                };
            }
            ScalarInst::Select { dst, cond, a, b } => {
                let from = if scalars[cond as usize] != 0 { a } else { b };
                scalars[dst as usize] = scalars[from as usize];
            }
            ScalarInst::MulAdd { scalar, dst, a, b, c } => {
                let operands = [a, b, c].map(|at| scalars[at as usize]);
                scalars[dst as usize] = vyre_ir::float::mul_add_as(scalar, operands);
            }
            ScalarInst::Move { dst, a } => scalars[dst as usize] = scalars[a as usize],
            ScalarInst::Low { dst, a } => scalars[dst as usize] = scalars[a as usize] & u64::from(u32::MAX),
            ScalarInst::High { dst, a } => scalars[dst as usize] = scalars[a as usize] >> 32,
            ScalarInst::Join { dst, low, high } => {
                scalars[dst as usize] = scalars[low as usize] | scalars[high as usize] << 32;
            }
            ScalarInst::Load { dst, ref access } => self.load_scalar(dst, access, memory),
            ScalarInst::Byte { dst, ref access } => self.byte_scalar(dst, access, memory),
        }
    }

    /// What computes or moves lanes, and happens less often.
    fn lanes(&mut self, inst: &Inst) {
        match *inst {
            Inst::Select32 { f, dst, cond, a, b } => {
                let [scalar_a, scalar_b] = [a, b].map(|part| self.scalar_of(part) as u32);
                let (dst, others) = self.file.others(dst);
                let part = |part, scalar| match part {
                    Part::Lanes(reg) => Ok(others.get(reg)),
                    Part::Scalar(_) => Err(scalar),
                };
                raw::select(f, dst, others.get(cond), part(a, scalar_a), part(b, scalar_b));
            }
            Inst::Select64 { f, dst, cond, a, b } => {
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
            Inst::Copy { dst, src, is_long: true } => {
                let (dst, src) = self.file.two::<u64, u64>(dst, src);
                dst.copy_from_slice(src);
            }
            Inst::Copy { dst, src, is_long: false } => {
                let (dst, src) = self.file.two::<u32, u32>(dst, src);
                dst.copy_from_slice(src);
            }
            Inst::SetScalar { dst, src, is_long } => self.set_scalar(dst, src, is_long),
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

    /// The coefficients of a linear value.
    #[inline]
    pub(super) fn coefficients(&self, value: &Affine) -> [u32; 3] {
        value.c.map(|c| c.map_or(0, |c| self.word(c)))
    }

    /// The first lane's value and what the next ones add.
    #[inline]
    pub(super) fn run_of(&self, value: Affine, at: [u32; 3]) -> (u32, u32) {
        let mut first = self.word(value.base);
        for (c, at) in value.c.into_iter().zip(at) {
            if let Some(c) = c {
                first = first.wrapping_add(self.word(c).wrapping_mul(at));
            }
        }
        (first, value.c[0].map_or(0, |c| self.word(c)))
    }

    /// A linear value, lane by lane.
    pub(super) fn linear(&mut self, dst: Reg, value: Affine) {
        for at in 0..self.geometry.runs.len() {
            let run = &self.geometry.runs[at];
            let Some(lanes) = run.lanes(self.file.lanes()) else { break };
            let (start, step) = self.run_of(value, run.at);
            raw::ramp(self.kernels, &mut self.file.get_mut(dst)[lanes], start, step);
        }
    }

    /// The least and the greatest value of a linear value, if it does not wrap.
    #[inline]
    pub(super) fn bounds(&self, value: Affine) -> Option<(u32, u32)> {
        let base = u64::from(self.word(value.base));
        let (mut least, mut most) = (base, base);
        // Most values have but one coefficient.
        for (axis, c) in value.c.into_iter().enumerate() {
            if let Some(c) = c {
                let c = u64::from(self.word(c));
                least += c * u64::from(self.geometry.least[axis]);
                most += c * u64::from(self.geometry.most[axis]);
            }
        }
        Some((least as u32, u32::try_from(most).ok()?))
    }
}

/// Gives the lanes of all blocks of a workgroup, in their order, what they get of a collective.
pub(super) fn collect(blocks: &mut [Block], inst: &Inst) {
    let Inst::Collective { op, ty, dst, value, id } = inst else { return };
    let is_long = ty.scalar.is_long();
    let element = |block: &Block, lane: usize| {
        let mut lanes = Lanes::default();
        for (word, to) in lanes.iter_mut().enumerate().take(ty.words()) {
            *to = block.word_of(value, is_long, word, lane);
        }
        lanes
    };
    let mut values = Vec::new();
    for block in blocks.iter() {
        values.extend((0..block.geometry.lanes).map(|lane| element(block, lane)));
    }
    // All lanes name the same invocation.
    let id = id.zip(blocks.first()).map_or(0, |(id, block)| block.word_of(&[id; 4], false, 0, 0));
    op.eval(*ty, &mut values, id);
    let mut values = values.as_slice();
    for block in blocks {
        let (own, rest) = values.split_at(block.geometry.lanes);
        values = rest;
        for (at, part) in dst.iter().enumerate().take(usize::from(ty.lanes)) {
            let wide = |lanes: &Lanes| u64::from(lanes[0]) | u64::from(lanes[1]) << 32;
            match (*part, own.first()) {
                (Part::Scalar(scalar), Some(lanes)) => {
                    block.scalars[scalar as usize] = if is_long { wide(lanes) } else { lanes[at].into() };
                }
                (Part::Lanes(reg), _) if is_long => {
                    let to = block.file.get_mut::<u64>(reg).iter_mut();
                    to.zip(own).for_each(|(to, lanes)| *to = wide(lanes));
                }
                (Part::Lanes(reg), _) => {
                    let to = block.file.get_mut::<u32>(reg).iter_mut();
                    to.zip(own).for_each(|(to, lanes)| *to = lanes[at]);
                }
                (Part::Scalar(_), None) => {}
            }
        }
    }
}

/// The lanes that a register needs for so many invocations.
pub(super) fn padded(lanes: usize) -> usize {
    lanes.max(1).div_ceil(LANES) * LANES
}
