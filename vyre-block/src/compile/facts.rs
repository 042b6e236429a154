//! What the compiler has to know of a form before it writes the first instruction: which values are linear in the position
//! of an invocation, which of them are needed lane by lane, and how long each value is used.

use super::loops::Loops;
use super::trees::Sum;
use std::collections::HashMap;
use vyre_ir::casts::Conversion;
use vyre_ir::{BinOp, BufferAccess, Scalar, Type, UnOp};
use vyre_lower::analysis::uniformity::{Scope, Uniformity, uniformity};
use vyre_lower::{Access, Builtin, InstId, LocalId, Lowered, Op, Stmt, U32};

/// How a value differs from lane to lane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    /// All lanes agree on it.
    Scalar,
    /// It is linear in the position in the workgroup.
    Affine,
    Lanes,
}

/// By how many bits a word is rotated to the left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Turn {
    By(u32),
    /// By a value that all lanes agree on, modulo 32.
    Uniform(InstId),
}

pub(super) struct Facts {
    pub(super) uniformity: Uniformity,
    shapes: Vec<Shape>,
    needed: Vec<bool>,
    fused: Vec<bool>,
    /// Rotations: the value, and by how many bits to the left. The two shifts are absorbed.
    rotations: HashMap<InstId, (InstId, Turn)>,
    /// Products of two words with 64 bits: the words, and whether they are signed.
    products: HashMap<InstId, (InstId, InstId, bool)>,
    /// Lower words of shifts to the right: the value with 64 bits, and by how many.
    shifts: HashMap<InstId, (InstId, InstId)>,
    /// Sums that are one instruction, by their roots.
    pub(super) sums: HashMap<InstId, Sum>,
    used: Vec<bool>,
    /// Reads whose register may change before the value is used for the last time.
    pub(super) is_copied: Vec<bool>,
}

impl Facts {
    pub(super) fn of(form: &Lowered) -> Facts {
        let uniformity = uniformity(form);
        let count = form.insts.len();
        let mut finder = Finder {
            form,
            facts: Facts {
                uniformity,
                shapes: vec![Shape::Lanes; count],
                needed: vec![false; count],
                fused: vec![false; count],
                rotations: HashMap::new(),
                products: HashMap::new(),
                shifts: HashMap::new(),
                sums: HashMap::new(),
                used: Vec::new(),
                is_copied: vec![false; count],
            },
            order: Vec::new(),
            uses: vec![0; count],
            conditions: vec![0; count],
            last: vec![0; count],
            at: vec![0; count],
            loops: Loops::default(),
            sets: HashMap::new(),
            lists: vec![0; count],
            list: 0,
            next: 1,
        };
        for at in 0..count {
            let id = InstId(at as u32);
            if form[id].op.is_free() {
                finder.shape(id);
            }
        }
        finder.block(&form.body);
        finder.fuse();
        finder.rotate();
        finder.widen();
        finder.shorten();
        finder.trees();
        finder.need();
        finder.extend();
        finder.facts.used = finder.uses.iter().map(|uses| *uses > 0).collect();
        finder.facts
    }

    pub(super) fn shape(&self, id: InstId) -> Shape {
        self.shapes[id.index()]
    }

    /// Whether something asks for a linear value lane by lane.
    pub(super) fn is_needed(&self, id: InstId) -> bool {
        self.needed[id.index()]
    }

    /// What an instruction rotates, and by how many bits to the left, if it does.
    pub(super) fn rotation(&self, id: InstId) -> Option<(InstId, Turn)> {
        self.rotations.get(&id).copied()
    }

    /// The two words of which an instruction is the product with 64 bits, and whether they are signed.
    pub(super) fn product(&self, id: InstId) -> Option<(InstId, InstId, bool)> {
        self.products.get(&id).copied()
    }

    /// The value with 64 bits of which an instruction is the lower word after a shift to the right, and by how many bits.
    pub(super) fn shift(&self, id: InstId) -> Option<(InstId, InstId)> {
        self.shifts.get(&id).copied()
    }

    /// Whether anything uses a value.
    pub(super) fn is_used(&self, id: InstId) -> bool {
        self.used[id.index()]
    }

    /// Whether the value is the business of the statements or instructions that use it: a comparison that an `If` does
    /// itself, a shift that is half of a rotation or loses its upper word, a word that is widened for a product, or what is inside of a tree.
    pub(super) fn is_fused(&self, id: InstId) -> bool {
        self.fused[id.index()]
    }

    /// Notes that nobody asks for a value any more.
    pub(super) fn absorb(&mut self, id: InstId) {
        self.fused[id.index()] = true;
    }

    /// Notes that something asks for a value lane by lane, if it is linear.
    pub(super) fn need_lanes(&mut self, id: InstId) {
        self.needed[id.index()] |= self.shape(id) == Shape::Affine;
    }
}

pub(super) struct Finder<'a> {
    pub(super) form: &'a Lowered,
    pub(super) facts: Facts,
    /// The evaluated instructions and loop variables, in order.
    pub(super) order: Vec<InstId>,
    pub(super) uses: Vec<u32>,
    /// How often a value is the condition of an `If`.
    conditions: Vec<u32>,
    /// The number of the statement that uses a value last, and of the one that evaluates it.
    pub(super) last: Vec<usize>,
    pub(super) at: Vec<usize>,
    /// The list of statements that evaluates a value.
    pub(super) lists: Vec<usize>,
    list: usize,
    loops: Loops,
    sets: HashMap<LocalId, Vec<usize>>,
    next: usize,
}

impl Finder<'_> {
    fn block(&mut self, block: &[Stmt]) {
        self.list += 1;
        let list = self.list;
        for stmt in block {
            let now = self.next;
            self.next += 1;
            match stmt {
                Stmt::Eval(id) => {
                    (self.at[id.index()], self.lists[id.index()]) = (now, list);
                    self.order.push(*id);
                    self.shape(*id);
                    let operands: Vec<InstId> = self.form[*id].op.operands().collect();
                    operands.into_iter().for_each(|operand| self.used(operand, now));
                }
                Stmt::Loop { var, from, to, body, .. } => {
                    self.at[var.index()] = now;
                    self.order.push(*var);
                    self.facts.shapes[var.index()] = match self.facts.uniformity.value(*var) {
                        Scope::Invocation if self.facts.shape(*from) == Shape::Affine => Shape::Affine,
                        Scope::Invocation => Shape::Lanes,
                        Scope::Block | Scope::Workgroup => Shape::Scalar,
                    };
                    self.loops.enter(now);
                    self.block(body);
                    self.loops.leave(self.next);
                    // The bounds are looked at in every round.
                    [*from, *to].into_iter().for_each(|id| self.used(id, self.next));
                    self.next += 1;
                }
                _ => {
                    if let Stmt::Set { local, .. } = stmt {
                        self.sets.entry(*local).or_default().push(now);
                    }
                    if let Stmt::If { cond, .. } = stmt {
                        self.conditions[cond.index()] += 1;
                    }
                    stmt.operands().for_each(|id| self.used(id, now));
                    stmt.blocks().into_iter().for_each(|block| self.block(block));
                }
            }
        }
    }

    fn used(&mut self, id: InstId, now: usize) {
        self.uses[id.index()] += 1;
        self.last[id.index()] = self.last[id.index()].max(now);
    }

    /// Notes the shape of a value whose operands have theirs.
    fn shape(&mut self, id: InstId) {
        self.facts.shapes[id.index()] = match self.facts.uniformity.value(id) {
            Scope::Block | Scope::Workgroup => Shape::Scalar,
            Scope::Invocation if self.is_affine(id) => Shape::Affine,
            Scope::Invocation => Shape::Lanes,
        };
    }

    fn is_affine(&self, id: InstId) -> bool {
        let inst = &self.form[id];
        let is_word = inst.ty == U32 || inst.ty == Type::scalar(Scalar::I32);
        let shape = |id: InstId| self.facts.shape(id);
        is_word
            && match inst.op {
                Op::Builtin(Builtin::Invocation(_) | Builtin::Local(_)) => true,
                Op::Binary(BinOp::Add | BinOp::Sub, a, b) => {
                    shape(a) != Shape::Lanes && shape(b) != Shape::Lanes
                }
                Op::Binary(BinOp::Mul, a, b) => {
                    matches!(
                        (shape(a), shape(b)),
                        (Shape::Affine, Shape::Scalar) | (Shape::Scalar, Shape::Affine)
                    )
                }
                Op::Binary(BinOp::Shl, a, b) => shape(a) == Shape::Affine && shape(b) == Shape::Scalar,
                Op::Convert(Conversion::Reinterpret, a) => shape(a) == Shape::Affine,
                _ => false,
            }
    }

    /// Finds the comparisons of a linear value with one that lanes agree on, of which an `If` alone makes use, and likewise two that
    /// both have to hold.
    fn fuse(&mut self) {
        let form = self.form;
        for id in &self.order {
            if (self.uses[id.index()], self.conditions[id.index()]) != (1, 1) {
                continue;
            }
            if self.is_linear_comparison(*id) {
                self.facts.fused[id.index()] = true;
            } else if let Op::Binary(BinOp::BitAnd, a, b) = form[*id].op
                && a != b
                && [a, b].into_iter().all(|id| self.uses[id.index()] == 1 && self.is_linear_comparison(id))
            {
                [*id, a, b].into_iter().for_each(|id| self.facts.fused[id.index()] = true);
            }
        }
    }

    fn is_linear_comparison(&self, id: InstId) -> bool {
        let Op::Binary(BinOp::Lt | BinOp::Gt | BinOp::Le | BinOp::Ge | BinOp::Eq | BinOp::Ne, a, b) =
            self.form[id].op
        else {
            return false;
        };
        let shapes = (self.facts.shape(a), self.facts.shape(b));
        self.form[a].ty == U32
            && matches!(shapes, (Shape::Affine, Shape::Scalar) | (Shape::Scalar, Shape::Affine))
    }

    /// Finds the products of words that were made 64 bits wide for that: one instruction multiplies them.
    fn widen(&mut self) {
        let form = self.form;
        let word = |id: InstId| match form[id].op {
            Op::Convert(conversion @ (Conversion::SignExtend | Conversion::ZeroExtend), a)
                if form[id].ty == Type::scalar(Scalar::U64)
                    && form[a].ty.words() == 1
                    && form[a].ty.lanes == 1 =>
            {
                Some((a, conversion)).filter(|_| self.facts.shape(a) == Shape::Lanes)
            }
            _ => None,
        };
        let (mut products, mut wide) = (HashMap::new(), HashMap::<InstId, u32>::new());
        for id in &self.order {
            let Op::Binary(BinOp::Mul, a, b) = form[*id].op else { continue };
            if let (Some((left, how)), Some((right, same))) = (word(a), word(b))
                && how == same
            {
                products.insert(*id, (left, right, how == Conversion::SignExtend));
                [a, b].into_iter().for_each(|id| *wide.entry(id).or_default() += 1);
            }
        }
        self.facts.products = products;
        for (id, uses) in wide {
            self.facts.fused[id.index()] = uses == self.uses[id.index()];
        }
    }

    /// Finds the rotations: two opposite shifts that nothing else uses, by as much as lanes agree on.
    fn rotate(&mut self) {
        let shift = |id: InstId| match self.form[id].op {
            Op::Binary(op @ (BinOp::Shl | BinOp::Shr), a, by) if self.uses[id.index()] == 1 => {
                (self.form[id].ty == U32 && self.facts.shape(a) == Shape::Lanes).then_some((op, a, by))
            }
            _ => None,
        };
        let mut rotations = Vec::new();
        for id in &self.order {
            let Op::Binary(BinOp::BitOr, a, b) = self.form[*id].op else { continue };
            if let (Some((op, value, by)), Some((other_op, other, other_by))) = (shift(a), shift(b))
                && value == other
                && op != other_op
                && let Some(turn) =
                    if op == BinOp::Shl { self.turn(by, other_by) } else { self.turn(other_by, by) }
            {
                rotations.push((*id, [a, b], value, turn));
            }
        }
        for (id, shifts, value, by) in rotations {
            self.facts.rotations.insert(id, (value, by));
            shifts.into_iter().for_each(|shift| self.facts.fused[shift.index()] = true);
        }
    }

    /// The rotation that is a shift to the left by so many bits, and one to the right by so many.
    fn turn(&self, left: InstId, right: InstId) -> Option<Turn> {
        if let (Some(left), Some(right)) = (self.form.as_u32(left), self.form.as_u32(right)) {
            return ((left & 31) + (right & 31) == 32).then_some(Turn::By(left & 31));
        }
        let is_negative = |a: InstId, of: InstId| match self.form[a].op {
            Op::Unary(UnOp::Negate, value) => value == of,
            Op::Binary(BinOp::Sub, full, value) => {
                value == of && self.form.as_u32(full).is_some_and(|full| full % 32 == 0)
            }
            _ => false,
        };
        let is_one = is_negative(right, left) || is_negative(left, right);
        (is_one && self.facts.shape(left) == Shape::Scalar).then_some(Turn::Uniform(left))
    }

    /// Finds the shifts to the right of which only the lower word is used.
    fn shorten(&mut self) {
        let form = self.form;
        for id in &self.order {
            let Op::Convert(Conversion::Truncate, shift) = form[*id].op else { continue };
            let Op::Binary(BinOp::Shr, value, by) = form[shift].op else { continue };
            let is_one = form[shift].ty == Type::scalar(Scalar::U64) && self.uses[shift.index()] == 1;
            let shapes = (self.facts.shape(value), self.facts.shape(by));
            if is_one && form[*id].ty.words() == 1 && shapes == (Shape::Lanes, Shape::Scalar) {
                self.facts.shifts.insert(*id, (value, by));
                self.facts.fused[shift.index()] = true;
            }
        }
    }

    /// Finds the linear values that something asks for lane by lane.
    fn need(&mut self) {
        for id in self.order.clone() {
            let inst = &self.form[id];
            if inst.op == Op::Induction {
                // What is compared with the end of the loop.
                self.facts.needed[id.index()] = true;
            } else if self.facts.shape(id) != Shape::Affine && !self.facts.is_fused(id) {
                let access = inst.op.access().copied();
                inst.op.operands().for_each(|operand| self.need_operand(operand, access));
                // An atomic may have its own index as a value.
                if let Op::Atomic(_, _, expected, value) = inst.op {
                    expected.into_iter().chain([value]).for_each(|id| self.facts.needed[id.index()] = true);
                }
            }
        }
        let form = self.form;
        vyre_lower::walk(&form.body, &mut |stmt| match stmt {
            Stmt::Eval(_) => {}
            Stmt::Store { access, value, .. } => {
                self.need_operand(access.index, Some(*access));
                self.facts.needed[value.index()] = true;
            }
            Stmt::Loop { var, from, to, .. } => {
                self.facts.needed[to.index()] = true;
                self.facts.needed[from.index()] |= self.facts.shape(*var) == Shape::Lanes;
            }
            other => other.operands().for_each(|id| self.facts.needed[id.index()] = true),
        });
    }

    fn need_operand(&mut self, operand: InstId, access: Option<Access>) {
        let is_index = access.is_some_and(|access| {
            access.index == operand && self.form[access.buffer].access != BufferAccess::Private
        });
        self.facts.needed[operand.index()] |= !is_index;
    }

    /// Finds how long each value is used, through loops and through values that share its register.
    fn extend(&mut self) {
        for id in self.order.clone().into_iter().rev() {
            let at = self.at[id.index()];
            let last = self.loops.extend(at, self.last[id.index()]);
            self.last[id.index()] = last;
            let op = &self.form[id].op;
            let shares = self.facts.shape(id) == Shape::Affine
                || self.facts.is_fused(id)
                || matches!(op, Op::Construct(_) | Op::Extract(..) | Op::Convert(..) | Op::Select(..));
            if shares {
                for operand in op.operands() {
                    self.last[operand.index()] = self.last[operand.index()].max(last);
                }
            }
            if let Op::Read(local) = op {
                let sets = self.sets.get(local).map_or(&[][..], Vec::as_slice);
                let is_single = self.form[*local].ty.lanes == 1;
                let is_before_end = |set: usize| if is_single { set < last } else { set <= last };
                self.facts.is_copied[id.index()] = sets.iter().any(|set| at < *set && is_before_end(*set));
            }
        }
    }
}
