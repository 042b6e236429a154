//! Decisions: what the ranges of values, and which is below which, say about a computation where it stands.
//!
//! A comparison whose result is known is a constant, and so is every value of which only one is left. A remainder, a mask or a minimum
//! that changes nothing is its operand: the index of `t[y][x]` loses its comparisons where `y` and `x` are ids of a small enough workgroup, and that of a
//! slice in a loop over its length.

use super::rename::Renames;
use crate::analysis::ranges::{Facts, visit_facts};
use crate::clone::Constants;
use crate::form::*;
use crate::{Lowered, Target, value};
use rustc_hash::FxHashMap as HashMap;
use vyre_ir::{BinOp, Scalar, Type};

/// What an instruction is known to be.
#[derive(Clone, Copy)]
enum Known {
    /// The bits of a constant.
    Bits(u64),
    /// Another value.
    Value(InstId),
}

/// Replaces what is known.
pub(super) fn run(form: &mut Lowered, _: &Target) -> bool {
    let (mut known, mut branches) = (HashMap::default(), Vec::new());
    visit_facts(form, &mut |facts, stmt| match stmt {
        Stmt::Eval(id) => known.extend(find(facts, *id).map(|value| (*id, value))),
        Stmt::If { cond, .. } => branches.push(facts.range(*cond).as_one()),
        _ => {}
    });
    if known.is_empty() && branches.iter().all(Option::is_none) {
        return false;
    }
    let body = std::mem::take(&mut form.body);
    let renames = Renames::new(form);
    let branches = branches.into_iter();
    let mut decide = Decide { renames, constants: Constants::default(), known, branches, form };
    let body = decide.block(body);
    form.body = body;
    true
}

/// What is known of a scalar before it is evaluated.
fn find(facts: &Facts<'_>, id: InstId) -> Option<Known> {
    let form = facts.form();
    let ty = form[id].ty;
    if ty.lanes > 1 {
        return None;
    }
    let range = facts.given_operands(id)?;
    if let Some(bits) = range.as_one() {
        return Some(Known::Bits(bits));
    }
    match form[id].op {
        Op::Binary(op, a, b) if form[a].ty.lanes == 1 => operand(facts, op, a, b),
        Op::Select(cond, a, b) => {
            let cond = facts.range(cond).as_one()?;
            Some(Known::Value(if cond != 0 { a } else { b }))
        }
        _ => None,
    }
}

/// The operand that an operator gives, or what a comparison gives.
fn operand(facts: &Facts<'_>, op: BinOp, a: InstId, b: InstId) -> Option<Known> {
    let ty = facts.form()[a].ty;
    let (first, second) = (facts.range(a), facts.range(b));
    // Below the sign bit signed operators are the unsigned ones.
    let is_unsigned = match ty.scalar {
        Scalar::I32 => first.hi.max(second.hi) <= i32::MAX as u64,
        scalar => value::is_integer(scalar),
    };
    let value = |id, is_it: bool| is_it.then_some(Known::Value(id));
    match op {
        BinOp::BitAnd => {
            value(a, !first.zeros & !second.ones == 0).or_else(|| value(b, !second.zeros & !first.ones == 0))
        }
        _ if !is_unsigned => None,
        BinOp::Mod => value(a, first.hi < second.lo),
        BinOp::Min => value(a, first.hi <= second.lo).or_else(|| value(b, second.hi <= first.lo)),
        BinOp::Max => value(a, first.lo >= second.hi).or_else(|| value(b, second.lo >= first.hi)),
        BinOp::Lt if ty == U32 => less(facts, a, b).map(truth),
        BinOp::Gt if ty == U32 => less(facts, b, a).map(truth),
        BinOp::Ge if ty == U32 => less(facts, a, b).map(|less| truth(!less)),
        BinOp::Le if ty == U32 => less(facts, b, a).map(|less| truth(!less)),
        _ => None,
    }
}

fn truth(truth: bool) -> Known {
    Known::Bits(truth.into())
}

/// Whether `a < b`, if that follows from relations.
fn less(facts: &Facts<'_>, a: InstId, b: InstId) -> Option<bool> {
    match () {
        () if facts.is_below(a, 0, b) => Some(true),
        () if facts.is_below(b, -1, a) => Some(false),
        () => None,
    }
}

struct Decide<'a> {
    form: &'a mut Lowered,
    renames: Renames,
    constants: Constants,
    known: HashMap<InstId, Known>,
    /// What the condition of each branch is known to be, in order.
    branches: std::vec::IntoIter<Option<u64>>,
}

impl Decide<'_> {
    fn block(&mut self, block: Block) -> Block {
        block.into_iter().filter_map(|stmt| self.stmt(stmt)).collect()
    }

    fn stmt(&mut self, mut stmt: Stmt) -> Option<Stmt> {
        self.renames.stmt(&mut stmt);
        if let Stmt::Eval(id) = stmt {
            self.renames.operands(self.form, id);
            let by = match self.known.get(&id) {
                Some(Known::Bits(bits)) => self.constant(self.form[id].ty, *bits),
                Some(Known::Value(by)) => self.renames.get(*by),
                None => return Some(stmt),
            };
            self.renames.replace(self.form, id, by);
            return None;
        }
        if let Stmt::If { cond, .. } = &mut stmt
            && let Some(bits) = self.branches.next().flatten()
        {
            *cond = self.constant(BOOL, bits);
        }
        for block in stmt.blocks_mut() {
            *block = self.block(std::mem::take(block));
        }
        Some(stmt)
    }

    fn constant(&mut self, ty: Type, bits: u64) -> InstId {
        self.constants.get(self.form, ty, value::scalar(ty, bits))
    }
}
