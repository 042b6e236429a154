//! Copies of blocks, in which values may be others: for unrolling, and for all that executes a block several times over.
//!
//! A value that the block evaluates has a value of its own in each copy, because every instruction is evaluated once. What
//! becomes constant by the values that are put in is computed on the way: such instructions need no evaluation, a condition
//! leaves one of its branches, and loops that were asked for are executed here, round by round. Copies keep origins and
//! names.

use crate::form::*;
use crate::{Lowered, value};
use std::collections::HashMap;
use vyre_ir::{Lanes, Type};

/// Which loops a copy executes.
pub(crate) type Executes<'a> = &'a dyn Fn(InstId) -> bool;

/// What makes copies of blocks of a form.
pub(crate) struct Cloner<'a> {
    form: &'a mut Lowered,
    constants: &'a mut Constants,
    /// What stands for a value of the original. Other values stay.
    values: HashMap<InstId, InstId>,
    /// Whether the loop of this variable is executed if its bounds are constant.
    executes: Executes<'a>,
    limits: Limits,
}

/// How large copies may become.
#[derive(Clone, Copy)]
pub(crate) struct Limits {
    /// The rounds of a loop that is executed.
    pub rounds: u32,
    /// The statements of all copies.
    pub statements: usize,
    /// The statements that are looked at, among them those of which nothing is left.
    pub steps: usize,
}

impl<'a> Cloner<'a> {
    pub(crate) fn new(
        form: &'a mut Lowered,
        constants: &'a mut Constants,
        executes: Executes<'a>,
        limits: Limits,
    ) -> Cloner<'a> {
        Cloner { form, constants, values: HashMap::new(), executes, limits }
    }

    /// Appends a copy of a block. `None` if a limit is passed; what was appended is then of no use.
    ///
    /// If the last statement is a jump afterwards, nothing may be appended to it.
    pub(crate) fn append(&mut self, block: &[Stmt], out: &mut Block) -> Option<()> {
        for stmt in block {
            self.limits.steps = self.limits.steps.checked_sub(1)?;
            self.stmt(stmt, out)?;
            if out.last().is_some_and(Stmt::is_jump) {
                break;
            }
        }
        Some(())
    }

    /// Appends the rounds of a loop. `None` as for [`append`](Self::append).
    pub(crate) fn rounds(
        &mut self,
        var: InstId,
        from: u32,
        to: u32,
        body: &[Stmt],
        out: &mut Block,
    ) -> Option<()> {
        if to.saturating_sub(from) > self.limits.rounds {
            return None;
        }
        for at in from..to {
            self.limits.steps = self.limits.steps.checked_sub(1)?;
            let value = self.constants.get(self.form, U32, [at, 0, 0, 0]);
            self.values.insert(var, value);
            self.append(body, out)?;
            if out.last().is_some_and(Stmt::is_jump) {
                break;
            }
        }
        Some(())
    }

    fn stmt(&mut self, stmt: &Stmt, out: &mut Block) -> Option<()> {
        let copy = match *stmt {
            Stmt::Eval(id) => match self.inst(id) {
                Some(copy) => Stmt::Eval(copy),
                None => return Some(()),
            },
            Stmt::Set { local, value, origin } => Stmt::Set { local, value: self.value(value), origin },
            Stmt::Store { mut access, value, origin } => {
                access.map_operands(&mut |id| self.value(id));
                Stmt::Store { access, value: self.value(value), origin }
            }
            Stmt::If { cond, ref then, ref otherwise, origin } => {
                let cond = self.value(cond);
                if let Some(lanes) = self.form.as_const(cond) {
                    return self.append(if lanes[0] != 0 { then } else { otherwise }, out);
                }
                let (then, otherwise) = (self.block(then)?, self.block(otherwise)?);
                Stmt::If { cond, then, otherwise, origin }
            }
            Stmt::Loop { var, from, to, ref body, origin } => {
                let (from, to) = (self.value(from), self.value(to));
                if (self.executes)(var)
                    && let (Some(from), Some(to)) = (self.form.as_u32(from), self.form.as_u32(to))
                {
                    return self.rounds(var, from, to, body, out);
                }
                let copy = self.copy(var);
                Stmt::Loop { var: copy, from, to, body: self.block(body)?, origin }
            }
            Stmt::Barrier(origin) => Stmt::Barrier(origin),
            Stmt::Break => Stmt::Break,
            Stmt::Continue => Stmt::Continue,
            Stmt::Return => Stmt::Return,
        };
        self.limits.statements = self.limits.statements.checked_sub(1)?;
        out.push(copy);
        Some(())
    }

    fn block(&mut self, block: &[Stmt]) -> Option<Block> {
        let mut out = Block::new();
        self.append(block, &mut out)?;
        Some(out)
    }

    fn value(&self, id: InstId) -> InstId {
        self.values.get(&id).copied().unwrap_or(id)
    }

    /// The copy of an instruction if it has to be evaluated, and none if it has become a constant.
    fn inst(&mut self, id: InstId) -> Option<InstId> {
        let (mut op, ty) = (self.form[id].op.clone(), self.form[id].ty);
        op.map_operands(|id| self.value(id));
        if let Some(lanes) = value::of(self.form, &op, ty) {
            let constant = self.constants.get(self.form, ty, lanes);
            self.values.insert(id, constant);
            return None;
        }
        let copy = self.copy(id);
        self.form[copy].op = op;
        Some(copy)
    }

    /// A copy of an instruction as it is.
    fn copy(&mut self, id: InstId) -> InstId {
        let inst = self.form[id].clone();
        let copy = InstId(self.form.insts.len() as u32);
        self.form.insts.push(inst);
        self.values.insert(id, copy);
        copy
    }
}

/// The constants of a form, so that there is one of each.
pub(crate) struct Constants(HashMap<(Type, Lanes), InstId>);

impl Constants {
    pub(crate) fn of(form: &Lowered) -> Constants {
        let constant = |(at, inst): (usize, &Inst)| match inst.op {
            Op::Const(lanes) => Some(((inst.ty, lanes), InstId(at as u32))),
            _ => None,
        };
        Constants(form.insts.iter().enumerate().filter_map(constant).collect())
    }

    pub(crate) fn get(&mut self, form: &mut Lowered, ty: Type, lanes: Lanes) -> InstId {
        // What is available everywhere comes from no place in particular.
        let origin = crate::Origin { call: 0, place: 0 };
        *self.0.entry((ty, lanes)).or_insert_with(|| form.add(Op::Const(lanes), ty, origin))
    }

    /// Drops the instructions from a length on: what an attempt left that is not kept.
    pub(crate) fn truncate(&mut self, form: &mut Lowered, len: usize) {
        form.insts.truncate(len);
        self.0.retain(|_, id| id.index() < len);
    }
}
