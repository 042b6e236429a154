//! Folding: constants are computed, and operators whose result follows from their form are replaced.
//!
//! What an operator gives for constants is asked of its row. An arm of an `If` whose condition is constant takes its place, and a
//! loop without rounds goes. A load of a constant table at a constant index is a constant. Accesses whose constant index is out of bounds go too: a load gives zero, a store does nothing.

mod algebra;

use super::rename::Renames;
use crate::clone::Constants;
use crate::form::*;
use crate::{Lowered, Origin, Target, value};
use vyre_ir::{Lanes, Type};

/// Folds what is constant.
pub(super) fn run(form: &mut Lowered, _: &Target) -> bool {
    let body = std::mem::take(&mut form.body);
    let mut fold = Fold {
        renames: Renames::new(form),
        constants: Constants::default(),
        out: vec![Block::new()],
        is_changed: false,
        form,
    };
    fold.ids();
    fold.block(body);
    let body = fold.out.pop().unwrap_or_default();
    let is_changed = fold.is_changed || fold.renames.is_used();
    form.body = body;
    is_changed
}

struct Fold<'a> {
    form: &'a mut Lowered,
    renames: Renames,
    constants: Constants,
    /// The blocks that are being written, the innermost last.
    out: Vec<Block>,
    /// Whether a statement was dropped, or an instruction computes something else.
    is_changed: bool,
}

/// What an instruction becomes.
enum Folded {
    /// It stays as it is.
    Same,
    /// Another value.
    Value(InstId),
    /// A constant of its type.
    Constant(Lanes),
    /// Another operation of its type.
    Op(Op),
}

impl Fold<'_> {
    /// Ids along axes where the workgroup has one invocation.
    fn ids(&mut self) {
        for at in 0..self.form.insts.len() {
            let id = InstId(at as u32);
            let Op::Builtin(builtin) = self.form[id].op else { continue };
            let is_flat = |axis: u8| self.form.workgroup_size[usize::from(axis)] == 1;
            match builtin {
                Builtin::Local(axis) if is_flat(axis) => {
                    self.form[id].op = Op::Const([0; 4]);
                    self.is_changed = true;
                }
                Builtin::Invocation(axis) if is_flat(axis) => {
                    self.form[id].op = Op::Builtin(Builtin::Workgroup(axis));
                    self.is_changed = true;
                }
                Builtin::Local(_) | Builtin::Invocation(_) | Builtin::Workgroup(_) => {}
            }
        }
    }

    fn constant(&mut self, lanes: Lanes, ty: Type) -> InstId {
        self.constants.get(self.form, ty, lanes)
    }

    /// Adds an instruction that is evaluated before the one that is being folded.
    fn eval(&mut self, op: Op, ty: Type, origin: Origin) -> InstId {
        let id = self.form.add(op, ty, origin);
        self.push(Stmt::Eval(id));
        id
    }

    fn push(&mut self, stmt: Stmt) {
        match self.out.last_mut() {
            Some(block) if !block.last().is_some_and(Stmt::is_jump) => block.push(stmt),
            _ => self.is_changed = true,
        }
    }

    fn nested(&mut self, block: Block) -> Block {
        self.out.push(Block::new());
        self.block(block);
        self.out.pop().unwrap_or_default()
    }

    fn block(&mut self, block: Block) {
        for mut stmt in block {
            self.renames.stmt(&mut stmt);
            match stmt {
                Stmt::Eval(id) => self.inst(id),
                Stmt::If { cond, then, otherwise, origin } => match self.form.as_const(cond) {
                    Some(cond) => {
                        self.is_changed = true;
                        self.block(if cond[0] != 0 { then } else { otherwise });
                    }
                    None => {
                        let (then, otherwise) = (self.nested(then), self.nested(otherwise));
                        self.push(Stmt::If { cond, then, otherwise, origin });
                    }
                },
                Stmt::Loop { var, from, to, body, origin } => {
                    let bounds = (self.form.as_u32(from), self.form.as_u32(to));
                    let is_empty =
                        matches!(bounds, (Some(from), Some(to)) if from >= to) || bounds.1 == Some(0);
                    self.is_changed |= is_empty;
                    if !is_empty {
                        let body = self.nested(body);
                        self.push(Stmt::Loop { var, from, to, body, origin });
                    }
                }
                Stmt::Store { access, .. } if self.is_outside(&access) => self.is_changed = true,
                other => self.push(other),
            }
        }
    }

    /// Whether an access is out of bounds whatever the host gives.
    fn is_outside(&self, access: &Access) -> bool {
        let length = self.form.static_length(access.buffer);
        matches!((self.form.as_u32(access.index), length), (Some(index), Some(length)) if index >= length && access.unit == Unit::Element)
    }

    fn inst(&mut self, id: InstId) {
        self.renames.operands(self.form, id);
        // A rewritten operation may be one that folds again; each step is simpler than the one before.
        for _ in 0..4 {
            let step = self.step(id);
            self.is_changed |= !matches!(step, Folded::Same);
            match step {
                Folded::Same => break,
                Folded::Value(by) => return self.renames.replace(self.form, id, by),
                Folded::Constant(lanes) => {
                    let by = self.constant(lanes, self.form[id].ty);
                    return self.renames.replace(self.form, id, by);
                }
                Folded::Op(op) => self.form[id].op = op,
            }
        }
        self.push(Stmt::Eval(id));
    }

    /// One step of folding an instruction.
    fn step(&mut self, id: InstId) -> Folded {
        let inst = &self.form[id];
        if let Some(lanes) = value::of(self.form, &inst.op, inst.ty) {
            return Folded::Constant(lanes);
        }
        match self.form[id].op {
            Op::Unary(op, operand) => self.unary(id, op, operand),
            Op::Binary(op, left, right) => self.binary(id, op, left, right),
            Op::Select(cond, then, otherwise) => self.select(id, cond, then, otherwise),
            Op::MulAdd(..) | Op::Quick(_) | Op::IsRare(_) => Folded::Same,
            Op::Convert(conversion, operand) => self.convert(id, conversion, operand),
            Op::Extract(operand, lane) => self.extract(operand, lane),
            Op::Construct(parts) => self.construct(id, parts),
            Op::Load(access) | Op::LoadByte(access) | Op::Atomic(_, access, ..) | Op::AtomicLoad(access)
                if self.is_outside(&access) =>
            {
                Folded::Constant([0; 4])
            }
            Op::Load(access) if access.unit == Unit::Element => {
                let at = self.form.as_u32(access.index);
                let element = at.and_then(|at| self.form.table_element(access.buffer, at));
                element.map_or(Folded::Same, Folded::Constant)
            }
            Op::Const(_)
            | Op::Builtin(_)
            | Op::Length(_)
            | Op::Induction
            | Op::Read(_)
            | Op::Load(_)
            | Op::LoadByte(_)
            | Op::Atomic(..)
            | Op::AtomicLoad(_)
            | Op::Collective(..) => Folded::Same,
        }
    }
}
