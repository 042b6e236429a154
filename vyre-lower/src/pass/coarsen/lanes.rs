//! The program for several invocations at once, where all of their elements are there.

use super::Coarsen;
use super::parts::{self, Kind};
use super::plan::{Plan, Width};
use crate::form::*;
use rustc_hash::FxHashMap as HashMap;
use vyre_ir::casts::Conversion;
use vyre_ir::{BinOp, Scalar, Type};

/// What writes the program once for each invocation. An invocation is a lane of the blocks.
pub(super) struct Lanes<'c, 'a, 'p> {
    coarsen: &'c mut Coarsen<'a>,
    plan: &'p Plan,
    /// The id of the coarsened invocation.
    id: InstId,
    /// The id of the first invocation of the program that it stands for.
    base: InstId,
    /// The number of the lane that is being written.
    lane: u32,
    /// What stands for a value of the program in this lane.
    values: HashMap<InstId, InstId>,
    /// What stands for a local.
    locals: HashMap<LocalId, LocalId>,
    /// The elements of all lanes: what was loaded, or stored since. Of elements that share words they are the words.
    elements: HashMap<(BufferId, u32), InstId>,
}

impl<'c, 'a, 'p> Lanes<'c, 'a, 'p> {
    pub(super) fn new(
        coarsen: &'c mut Coarsen<'a>,
        plan: &'p Plan,
        id: InstId,
        base: InstId,
    ) -> Lanes<'c, 'a, 'p> {
        let (values, locals, elements) = (HashMap::default(), HashMap::default(), HashMap::default());
        Lanes { coarsen, plan, id, base, lane: 0, values, locals, elements }
    }

    /// Writes the loads, the lanes and the stores.
    pub(super) fn build(mut self, body: &[Stmt]) {
        self.all(|lanes, buffer, width| lanes.load(buffer, width));
        for lane in 0..self.plan.factor {
            self.lane = lane;
            self.values.clear();
            self.locals.clear();
            let own = match lane {
                0 => self.base,
                _ => {
                    let lane = self.constant(lane);
                    self.coarsen.eval(Op::Binary(BinOp::Add, self.base, lane), U32)
                }
            };
            self.values.extend(self.plan.ids.iter().map(|id| (*id, own)));
            // The first invocation is a multiple of the factor.
            for (id, parts) in
                self.plan.parts.positions.iter().filter(|(_, parts)| **parts <= self.plan.factor)
            {
                let position = self.constant(lane & (parts - 1));
                self.values.insert(*id, position);
            }
            self.block(body);
        }
        self.all(|lanes, buffer, width| lanes.store(buffer, width));
    }

    /// Does something for each buffer that is accessed by blocks.
    fn all(&mut self, each: impl Fn(&mut Self, BufferId, Width)) {
        let plan = self.plan;
        for (at, width) in plan.widths.iter().enumerate() {
            if let Some(width) = width {
                each(self, BufferId(at as u32), *width);
            }
        }
    }

    fn constant(&mut self, value: u32) -> InstId {
        self.coarsen.constants.get(self.coarsen.form, U32, [value, 0, 0, 0])
    }

    /// An access to one of the blocks of this invocation, of which it has `count`.
    fn block_of(&mut self, buffer: BufferId, at: u32, count: u32) -> Access {
        Access { buffer, index: self.own(at, count), unit: Unit::Block, guard: Guard::Checked }
    }

    /// The index of one of the words or blocks of this invocation, of which it has `count`.
    fn own(&mut self, at: u32, count: u32) -> InstId {
        let mut index = self.id;
        if count > 1 {
            index = self.coarsen.shifted(BinOp::Shl, index, count.ilog2());
        }
        if at > 0 {
            let at = self.constant(at);
            index = self.coarsen.eval(Op::Binary(BinOp::Add, index, at), U32);
        }
        index
    }

    /// Loads the elements of all lanes.
    fn load(&mut self, buffer: BufferId, width: Width) {
        let count = width.words(self.plan.factor);
        if !self.plan.uses[buffer.index()][0] {
            // All parts of a word are stored, one after the other.
            if let Width::Parts(_) = width {
                let zero = self.constant(0);
                self.elements.extend((0..count).map(|word| ((buffer, word), zero)));
            }
            return;
        }
        let words = self.load_words(buffer, count);
        let elements: Vec<InstId> = match width {
            Width::Parts(_) => words,
            Width::Bytes => {
                (0..self.plan.factor).map(|lane| self.byte(words[lane as usize / 4], lane % 4)).collect()
            }
            Width::Words(count) => {
                words.chunks_exact(count as usize).map(|words| self.element(buffer, words)).collect()
            }
        };
        self.elements.extend((0..).zip(elements).map(|(at, element)| ((buffer, at), element)));
    }

    /// Loads so many words: one, or those of blocks.
    fn load_words(&mut self, buffer: BufferId, count: u32) -> Vec<InstId> {
        if count < 4 {
            let load = |at| {
                let index = self.own(at, count);
                self.coarsen.eval(Op::Load(Access::element(buffer, index)), U32)
            };
            return (0..count).map(load).collect();
        }
        let mut all = Vec::new();
        for at in 0..count / 4 {
            let access = self.block_of(buffer, at, count / 4);
            let block = self.coarsen.eval(Op::Load(access), BLOCK);
            all.extend((0..4).map(|word| self.coarsen.eval(Op::Extract(block, word), U32)));
        }
        all
    }

    fn byte(&mut self, word: InstId, at: u32) -> InstId {
        let [by, mask] = [at * 8, 255].map(|value| self.constant(value));
        let shifted = self.coarsen.eval(Op::Binary(BinOp::Shr, word, by), U32);
        self.coarsen.eval(Op::Binary(BinOp::BitAnd, shifted, mask), U32)
    }

    /// An element from its words.
    fn element(&mut self, buffer: BufferId, words: &[InstId]) -> InstId {
        let ty = self.coarsen.form[buffer].element.element_type();
        match (words, ty.scalar) {
            ([word], Scalar::U32) => *word,
            ([word], Scalar::Bool) => self.coarsen.eval(Op::Convert(Conversion::NonZero, *word), ty),
            ([word], _) => self.coarsen.eval(Op::Convert(Conversion::Reinterpret, *word), ty),
            _ => {
                let lane = lane_of(ty);
                let lanes: Vec<InstId> = words.iter().map(|word| self.reinterpreted(*word, lane)).collect();
                let parts = std::array::from_fn(|at| lanes.get(at).copied().unwrap_or(lanes[0]));
                self.coarsen.eval(Op::Construct(parts), ty)
            }
        }
    }

    /// A word as one of another type.
    fn reinterpreted(&mut self, word: InstId, ty: Type) -> InstId {
        if self.coarsen.form[word].ty == ty {
            return word;
        }
        self.coarsen.eval(Op::Convert(Conversion::Reinterpret, word), ty)
    }

    /// The words of an element.
    fn words(&mut self, element: InstId) -> Vec<InstId> {
        let ty = self.coarsen.form[element].ty;
        match ty.words() {
            1 => vec![self.reinterpreted(element, U32)],
            words => {
                let lane = |lanes: &mut Self, at| lanes.coarsen.eval(Op::Extract(element, at), lane_of(ty));
                let all: Vec<InstId> = (0..words as u8).map(|at| lane(self, at)).collect();
                all.into_iter().map(|lane| self.reinterpreted(lane, U32)).collect()
            }
        }
    }

    /// Stores the elements of all lanes.
    fn store(&mut self, buffer: BufferId, width: Width) {
        if !self.plan.uses[buffer.index()][1] {
            return;
        }
        let lanes: Vec<InstId> =
            (0..self.plan.factor).filter_map(|lane| self.elements.get(&(buffer, lane)).copied()).collect();
        let words: Vec<InstId> = lanes.into_iter().flat_map(|element| self.words(element)).collect();
        let count = width.words(self.plan.factor);
        if count < 4 {
            for (at, value) in (0..).zip(words) {
                let access = Access::element(buffer, self.own(at, count));
                self.coarsen.out.push(Stmt::Store { access, value, origin: self.coarsen.origin });
            }
            return;
        }
        for (at, parts) in words.chunks_exact(4).enumerate() {
            let access = self.block_of(buffer, at as u32, count / 4);
            let parts = std::array::from_fn(|at| parts[at]);
            let value = self.coarsen.eval(Op::Construct(parts), BLOCK);
            self.coarsen.out.push(Stmt::Store { access, value, origin: self.coarsen.origin });
        }
    }

    fn value(&self, id: InstId) -> InstId {
        self.values.get(&id).copied().unwrap_or(id)
    }

    /// The element of this lane that an access is to, if all lanes access the buffer by blocks.
    fn near(&self, access: &Access) -> Option<(BufferId, u32)> {
        let width = self.plan.widths[access.buffer.index()]?;
        let lane = self.lane.wrapping_add(*self.plan.offsets.get(&access.index)?);
        (!matches!(width, Width::Parts(_)) && lane < self.plan.factor).then_some((access.buffer, lane))
    }

    /// Writes a block for this lane. Says whether control comes to its end.
    fn block(&mut self, block: &[Stmt]) -> bool {
        for stmt in block {
            match stmt {
                Stmt::Eval(id) => self.eval(*id),
                Stmt::Set { local, value, origin } => {
                    let (local, value) = (self.local(*local), self.value(*value));
                    self.coarsen.out.push(Stmt::Set { local, value, origin: *origin });
                }
                Stmt::Store { access, value, origin } => {
                    let value = self.value(*value);
                    if let Some(element) = self.near(access) {
                        self.elements.insert(element, value);
                        continue;
                    }
                    let access = Access::element(access.buffer, self.value(access.index));
                    self.coarsen.out.push(Stmt::Store { access, value, origin: *origin });
                }
                Stmt::If { cond, then, otherwise, origin } => {
                    match self.plan.truth(self.coarsen.form, *cond) {
                        Some(is_then) => {
                            if !self.block(if is_then { then } else { otherwise }) {
                                return false;
                            }
                        }
                        None => {
                            let (then, otherwise) = (self.nested(then), self.nested(otherwise));
                            let cond = self.value(*cond);
                            self.coarsen.out.push(Stmt::If { cond, then, otherwise, origin: *origin });
                        }
                    }
                }
                Stmt::Return => return false,
                // A plan has none of these.
                Stmt::Loop { .. } | Stmt::Barrier(_) | Stmt::Break | Stmt::Continue => {}
            }
        }
        true
    }

    fn nested(&mut self, block: &[Stmt]) -> Block {
        let outer = std::mem::take(&mut self.coarsen.out);
        self.block(block);
        std::mem::replace(&mut self.coarsen.out, outer)
    }

    fn eval(&mut self, id: InstId) {
        let mut inst = self.coarsen.form[id].clone();
        if self.values.contains_key(&id) || self.part(id, &inst.op) {
            return;
        }
        let known = match &inst.op {
            Op::LoadByte(access) => self.near(access),
            Op::Load(access) if self.plan.widths[access.buffer.index()] != Some(Width::Bytes) => {
                self.near(access)
            }
            _ => None,
        };
        let known = known.and_then(|element| self.elements.get(&element).copied());
        if let Some(known) = known {
            self.values.insert(id, known);
            return;
        }
        if let Some(truth) = self.plan.truths.get(&id) {
            let truth = self.coarsen.constants.get(self.coarsen.form, BOOL, [(*truth).into(), 0, 0, 0]);
            self.values.insert(id, truth);
            return;
        }
        inst.op.map_operands(|operand| self.value(operand));
        if let Some(access) = inst.op.access_mut() {
            access.guard = Guard::Checked;
        }
        if let Op::Read(local) = &mut inst.op {
            *local = self.local(*local);
        }
        let copy = self.coarsen.add(inst);
        self.values.insert(id, copy);
    }

    /// What an instruction does with the word of an element that shares it, if it is about one.
    fn part(&mut self, id: InstId, op: &Op) -> bool {
        let (Some((kind, parts)), Some(access)) = (self.plan.parts.own(self.coarsen.form, op), op.access())
        else {
            return false;
        };
        let place = (access.buffer, self.lane / parts);
        let Some(word) = self.elements.get(&place).copied() else { return false };
        match *op {
            Op::Atomic(op, _, _, operand) if kind != Kind::Load => {
                let operand = self.value(operand);
                let word = self.coarsen.eval(Op::Binary(parts::on_words(op), word, operand), U32);
                self.elements.insert(place, word);
            }
            _ => {
                self.values.insert(id, word);
            }
        }
        true
    }

    /// A local of this lane's own.
    fn local(&mut self, local: LocalId) -> LocalId {
        if let Some(own) = self.locals.get(&local) {
            return *own;
        }
        let locals = &mut self.coarsen.form.locals;
        let own = LocalId(locals.len() as u32);
        locals.push(locals[local.index()].clone());
        self.locals.insert(local, own);
        own
    }
}

/// The type of a lane of a vector, or of a word of 64 bits.
fn lane_of(ty: Type) -> Type {
    if ty.scalar.is_long() { U32 } else { Type::scalar(ty.scalar) }
}
