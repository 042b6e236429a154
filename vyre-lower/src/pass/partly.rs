//! Partial unrolling: of a loop whose bounds are not known, four rounds are executed at once, and what is left in a loop of its own.
//!
//! Memory answers four loads in the time of one, if none of them waits for what another one gave. So it is for small loops with a load that nothing in the loop may
//! change, at an index that does not depend on what the rounds before left.
//!
//! It is also for small loops with square roots and quotients that a target computes quickly, whether their bounds are known or not: the pass `speculate` asks once for four rounds whether operands
//! were rare.

use crate::analysis::effects::Effects;
use crate::clone::{Cloner, Constants, Limits};
use crate::cost::operations;
use crate::form::*;
use crate::quick::Quick;
use crate::{Lowered, Operators, Origin, Target};
use rustc_hash::FxHashSet as HashSet;
use vyre_ir::{BinOp, BufferAccess, Type};

/// The rounds that are executed at once, as a power of two.
const BITS: u32 = 2;
/// The most operations of a loop.
const MOST: usize = 48;
/// The most statements of a program, as for loops that are unrolled for their own sake.
const PROGRAM: usize = 2_000;

/// Unrolls loops of unknown bounds.
pub(super) fn run(form: &mut Lowered, target: &Target) -> bool {
    if !target.unrolls_partly && target.quick.operators == Operators::NONE {
        return false;
    }
    let constants = Constants::of(form);
    let body = std::mem::take(&mut form.body);
    let mut partly = Partly { size: count(&body), is_changed: false, constants, form, target: *target };
    let body = partly.block(body);
    let is_changed = partly.is_changed;
    form.body = body;
    is_changed
}

struct Partly<'a> {
    form: &'a mut Lowered,
    target: Target,
    constants: Constants,
    /// The statements of the program.
    size: usize,
    /// Whether a loop was unrolled.
    is_changed: bool,
}

impl Partly<'_> {
    fn block(&mut self, block: Block) -> Block {
        let mut out = Block::with_capacity(block.len());
        for mut stmt in block {
            let has_loops = stmt.blocks().into_iter().any(has_loop);
            match stmt {
                Stmt::Loop { var, from, to, body, origin } if !has_loops && self.pays(var, &body) => {
                    self.is_changed = true;
                    self.unrolled(Loop { var, from, to, origin }, body, &mut out);
                }
                _ => {
                    for block in stmt.blocks_mut() {
                        *block = self.block(std::mem::take(block));
                    }
                    out.push(stmt);
                }
            }
        }
        out
    }

    /// Whether a loop has a load that does not wait for the rounds before, or a quick operator, and may be executed by fours.
    fn pays(&self, var: InstId, body: &[Stmt]) -> bool {
        let size = operations(self.form, body, &self.target);
        let effects = Effects::of(self.form, body);
        let jumps = body.iter().any(Stmt::is_jump) || effects.jumps() || effects.has_barrier;
        if size > MOST || self.size + (size << BITS) > PROGRAM || jumps {
            return false;
        }
        let mut quick = 0;
        walk(body, &mut |stmt| quick += usize::from(Quick::of(self.form, stmt, &self.target).is_some()));
        let is_quick = quick > 0 && quick << BITS >= self.target.quick.least;
        if is_quick || !self.target.unrolls_partly {
            return is_quick;
        }
        // What depends on the round, and what on the rounds before.
        let (mut own, mut late, mut found) = (HashSet::from_iter([var]), HashSet::default(), false);
        walk(body, &mut |stmt| {
            let Stmt::Eval(id) = stmt else { return };
            let op = &self.form[*id].op;
            if op.operands().any(|operand| own.contains(&operand)) {
                own.insert(*id);
            }
            let waits = match op {
                Op::Read(local) => effects.sets.contains(local),
                op => op.is_atomic() || op.operands().any(|operand| late.contains(&operand)),
            };
            if waits {
                late.insert(*id);
            }
            let (Op::Load(access) | Op::LoadByte(access)) = op else { return };
            let is_memory = self.form[access.buffer].access != BufferAccess::Private;
            let is_changed = effects.may_change(self.form, access.buffer);
            found |= is_memory && !is_changed && own.contains(&access.index) && !late.contains(&access.index);
        });
        found
    }

    fn eval(&mut self, op: Op, ty: Type, origin: Origin, out: &mut Block) -> InstId {
        let id = self.form.add(op, ty, origin);
        out.push(Stmt::Eval(id));
        id
    }

    /// Appends the loop by fours, and the one for the rest.
    fn unrolled(&mut self, it: Loop, body: Block, out: &mut Block) {
        let Loop { var, from, to, origin } = it;
        let bits = self.constants.get(self.form, U32, [BITS, 0, 0, 0]);
        let zero = self.constants.get(self.form, U32, [0; 4]);
        let (mut before, mut four) = (Block::new(), Block::new());
        let starts_at_zero = self.form.as_u32(from) == Some(0);
        let rounds = if starts_at_zero {
            to
        } else {
            let has_rounds = self.eval(Op::Binary(BinOp::Lt, from, to), BOOL, origin, &mut before);
            let distance = self.eval(Op::Binary(BinOp::Sub, to, from), U32, origin, &mut before);
            self.eval(Op::Select(has_rounds, distance, zero), U32, origin, &mut before)
        };
        let fours = self.eval(Op::Binary(BinOp::Shr, rounds, bits), U32, origin, &mut before);
        let first = self.form.add(Op::Induction, U32, origin);
        let added = self.eval(Op::Binary(BinOp::Shl, first, bits), U32, origin, &mut four);
        let start = match starts_at_zero {
            true => added,
            false => self.eval(Op::Binary(BinOp::Add, from, added), U32, origin, &mut four),
        };
        for round in 0..1 << BITS {
            let round = self.constants.get(self.form, U32, [round, 0, 0, 0]);
            let value = self.eval(Op::Binary(BinOp::Add, start, round), U32, origin, &mut four);
            let limits = Limits { rounds: 0, statements: 2 * MOST, steps: 2 * MOST, nested: 0 };
            let mut cloner = Cloner::new(self.form, &mut self.constants, &|_| false, limits);
            if cloner.round(var, value, &body, &mut four).is_none() {
                return out.push(Stmt::Loop { var, from, to, body, origin });
            }
        }
        self.size += count(&four);
        out.append(&mut before);
        out.push(Stmt::Loop { var: first, from: zero, to: fours, body: four, origin });
        let done = self.eval(Op::Binary(BinOp::Shl, fours, bits), U32, origin, out);
        let rest = match starts_at_zero {
            true => done,
            false => self.eval(Op::Binary(BinOp::Add, from, done), U32, origin, out),
        };
        out.push(Stmt::Loop { var, from: rest, to, body, origin });
    }
}

/// A loop without its body.
struct Loop {
    var: InstId,
    from: InstId,
    to: InstId,
    origin: Origin,
}
