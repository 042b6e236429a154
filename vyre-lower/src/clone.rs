//! Copies of blocks, in which values may be others: for unrolling, and for all that executes a block several times over.
//!
//! A value that the block evaluates has a value of its own in each copy, because every instruction is evaluated once. What
//! becomes constant by the values that are put in is computed on the way: such instructions need no evaluation, a condition
//! leaves one of its branches, and loops that were asked for are executed here, round by round. Copies keep origins and
//! names.
//!
//! A `Continue` of a loop that is executed becomes an `If` around the rest of the round. A `Break` ends the rounds where all
//! conditions before it are known; otherwise there is no copy.

use crate::form::*;
use crate::{Lowered, value};
use rustc_hash::FxHashMap as HashMap;
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
    /// Whether the innermost loop around the statement is one that is executed.
    in_executed: bool,
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
    /// The `If`s within each other that stand for `Continue`.
    pub nested: usize,
}

/// How control comes to the end of what was appended.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum End {
    /// On the way of the statements.
    Falls,
    /// Not at all: the last statement is a jump.
    Jumps,
    /// By continuing the loop that is being executed, so that the rest of the round is left out.
    Continues,
    /// By either; the rest of the round is left out where it has to be.
    MayContinue,
    /// By leaving the loop that is being executed.
    Breaks,
}

impl<'a> Cloner<'a> {
    pub(crate) fn new(
        form: &'a mut Lowered,
        constants: &'a mut Constants,
        executes: Executes<'a>,
        limits: Limits,
    ) -> Cloner<'a> {
        Cloner { form, constants, values: HashMap::default(), executes, in_executed: false, limits }
    }

    /// Appends a copy of a block. `None` if that is not possible within the limits; what was appended is then of no use.
    pub(crate) fn append(&mut self, block: &[Stmt], out: &mut Block) -> Option<End> {
        for (at, stmt) in block.iter().enumerate() {
            self.limits.steps = self.limits.steps.checked_sub(1)?;
            let end = match stmt {
                Stmt::If { .. } => self.branch(stmt, &block[at + 1..], out)?,
                other => self.stmt(other, out)?,
            };
            if end != End::Falls {
                return Some(end);
            }
        }
        Some(End::Falls)
    }

    /// Appends the rounds of a loop. `None` as for [`append`](Self::append).
    pub(crate) fn rounds(
        &mut self,
        var: InstId,
        from: u32,
        to: u32,
        body: &[Stmt],
        out: &mut Block,
    ) -> Option<End> {
        if to.saturating_sub(from) > self.limits.rounds {
            return None;
        }
        let outer = std::mem::replace(&mut self.in_executed, true);
        let mut end = End::Falls;
        for at in from..to {
            self.limits.steps = self.limits.steps.checked_sub(1)?;
            let value = self.constants.get(self.form, U32, [at, 0, 0, 0]);
            self.values.insert(var, value);
            end = self.append(body, out)?;
            if matches!(end, End::Breaks | End::Jumps) {
                break;
            }
        }
        self.in_executed = outer;
        Some(if end == End::Jumps { End::Jumps } else { End::Falls })
    }

    /// Appends one round of a loop that nothing in its body leaves or continues. `None` as for [`append`](Self::append).
    pub(crate) fn round(
        &mut self,
        var: InstId,
        value: InstId,
        body: &[Stmt],
        out: &mut Block,
    ) -> Option<End> {
        self.values.insert(var, value);
        self.append(body, out)
    }

    /// Lets a value stand for one of the original, which must not be evaluated in what is copied.
    pub(crate) fn stand(&mut self, original: InstId, by: InstId) {
        self.values.insert(original, by);
    }

    fn stmt(&mut self, stmt: &Stmt, out: &mut Block) -> Option<End> {
        let copy = match *stmt {
            Stmt::Eval(id) => match self.inst(id) {
                Some(copy) => Stmt::Eval(copy),
                None => return Some(End::Falls),
            },
            Stmt::Set { local, value, origin } => Stmt::Set { local, value: self.value(value), origin },
            Stmt::Store { mut access, value, origin } => {
                access.map_operands(&mut |id| self.value(id));
                Stmt::Store { access, value: self.value(value), origin }
            }
            Stmt::If { .. } => return self.branch(stmt, &[], out),
            Stmt::Loop { var, from, to, ref body, origin } => {
                let (from, to) = (self.value(from), self.value(to));
                if (self.executes)(var)
                    && let (Some(from), Some(to)) = (self.form.as_u32(from), self.form.as_u32(to))
                {
                    return self.rounds(var, from, to, body, out);
                }
                let outer = std::mem::replace(&mut self.in_executed, false);
                let copy = self.copy(var);
                let (body, _) = self.block(body)?;
                self.in_executed = outer;
                Stmt::Loop { var: copy, from, to, body, origin }
            }
            Stmt::Barrier(origin) => Stmt::Barrier(origin),
            Stmt::Break if self.in_executed => return Some(End::Breaks),
            Stmt::Continue if self.in_executed => return Some(End::Continues),
            Stmt::Break => Stmt::Break,
            Stmt::Continue => Stmt::Continue,
            Stmt::Return => Stmt::Return,
        };
        let end = if copy.is_jump() { End::Jumps } else { End::Falls };
        self.push(copy, out)?;
        Some(end)
    }

    fn push(&mut self, stmt: Stmt, out: &mut Block) -> Option<()> {
        self.limits.statements = self.limits.statements.checked_sub(1)?;
        out.push(stmt);
        Some(())
    }

    /// Appends an `If`, and the rest of the block if that depends on the branch.
    fn branch(&mut self, stmt: &Stmt, rest: &[Stmt], out: &mut Block) -> Option<End> {
        let Stmt::If { cond, then, otherwise, origin } = stmt else { return None };
        let cond = self.value(*cond);
        if let Some(lanes) = self.form.as_const(cond) {
            let end = self.append(if lanes[0] != 0 { then } else { otherwise }, out)?;
            return (end != End::MayContinue || rest.is_empty()).then_some(end);
        }
        let ((mut then, first), (mut otherwise, second)) = (self.block(then)?, self.block(otherwise)?);
        let end = match (first, second) {
            (End::Falls | End::Jumps, End::Falls | End::Jumps) => End::Falls,
            (End::Continues, End::Falls) => self.within(rest, &mut otherwise)?,
            (End::Falls, End::Continues) => self.within(rest, &mut then)?,
            (End::Continues | End::Jumps, End::Continues | End::Jumps) => End::Continues,
            (End::Breaks, _) | (_, End::Breaks) => return None,
            (End::MayContinue, _) | (_, End::MayContinue) if rest.is_empty() => End::MayContinue,
            (End::MayContinue, _) | (_, End::MayContinue) => return None,
        };
        self.push(Stmt::If { cond, then, otherwise, origin: *origin }, out)?;
        Some(end)
    }

    /// Appends the rest of a round to the branch that does not continue.
    fn within(&mut self, rest: &[Stmt], branch: &mut Block) -> Option<End> {
        self.limits.nested = self.limits.nested.checked_sub(1)?;
        let end = self.append(rest, branch)?;
        self.limits.nested += 1;
        (end != End::Breaks).then_some(End::MayContinue)
    }

    fn block(&mut self, block: &[Stmt]) -> Option<(Block, End)> {
        let mut out = Block::new();
        let end = self.append(block, &mut out)?;
        Some((out, end))
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
#[derive(Default)]
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
        let origin = crate::Origin::NOWHERE;
        *self.0.entry((ty, lanes)).or_insert_with(|| form.add(Op::Const(lanes), ty, origin))
    }

    /// Drops the instructions from a length on: what an attempt left that is not kept.
    pub(crate) fn truncate(&mut self, form: &mut Lowered, len: usize) {
        form.insts.truncate(len);
        self.0.retain(|_, id| id.index() < len);
    }
}
