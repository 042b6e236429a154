//! Where a NaN has to be the canonical one.
//!
//! An operator of floats takes any NaN, so its result needs to be canonical only where something sees its bits: where it is stored, selected, cast or put into a vector.
//! A variable to which nothing but results of operators is assigned is canonical where something sees the bits of what it holds. A quick operator takes any NaN too, for which its operands are
//! rare; what it gives is never NaN where it matters.

use super::floats::{gives_nans, takes_any_nan};
use vyre_ir::library::Operation;
use vyre_lower::{F32, InstId, LocalId, Lowered, Op, Stmt, walk};

/// The values that may be any NaN where the language has the canonical one.
pub(super) struct Nans {
    /// Of each value, whether nothing sees its bits.
    unseen: Vec<bool>,
    /// Of each local variable, whether it may hold any NaN.
    loose: Vec<bool>,
}

impl Nans {
    pub(super) fn new(form: &Lowered) -> Nans {
        let mut sets: Vec<(LocalId, InstId)> = Vec::new();
        walk(&form.body, &mut |stmt| {
            if let Stmt::Set { local, value, .. } = stmt {
                sets.push((*local, *value));
            }
        });
        let mut loose: Vec<bool> = form.locals.iter().map(|local| local.ty == F32).collect();
        // Each round takes one away, or is the last.
        loop {
            let is_strict = |(local, value): &&(LocalId, InstId)| {
                loose[local.index()]
                    && !match form[*value].op {
                        Op::Read(from) => loose[from.index()],
                        Op::Const(lanes) => !f32::from_bits(lanes[0]).is_nan(),
                        _ => operation(form, &form[*value].op).is_some_and(gives_nans),
                    }
            };
            let Some((local, _)) = sets.iter().find(is_strict) else { break };
            loose[local.index()] = false;
        }
        let mut unseen = vec![true; form.insts.len()];
        walk(&form.body, &mut |stmt| match stmt {
            Stmt::Set { local, value, .. } => unseen[value.index()] &= loose[local.index()],
            Stmt::Eval(id) => {
                let op = &form[*id].op;
                let is_quick = matches!(op, Op::Quick(_) | Op::IsRare(_));
                if !is_quick && !operation(form, op).is_some_and(takes_any_nan) {
                    form[*id].op.operands().for_each(|operand| unseen[operand.index()] = false);
                }
            }
            other => other.operands().for_each(|operand| unseen[operand.index()] = false),
        });
        Nans { unseen, loose }
    }

    /// Whether a value may be any NaN.
    pub(super) fn are_unseen(&self, id: InstId) -> bool {
        self.unseen[id.index()]
    }

    /// Whether a read gives any NaN where it has to give the canonical one.
    pub(super) fn is_loose(&self, read: InstId, local: LocalId) -> bool {
        self.loose[local.index()] && !self.unseen[read.index()]
    }
}

/// The operator of a scalar instruction.
pub(super) fn operation(form: &Lowered, op: &Op) -> Option<Operation> {
    match *op {
        Op::Binary(op, left, _) => Some(Operation::Binary(op, form[left].ty.scalar)),
        Op::Unary(op, operand) => Some(Operation::Unary(op, form[operand].ty.scalar)),
        Op::MulAdd(of, ..) if form[of].ty == vyre_lower::F64 => Some(Operation::DoubleMulAdd),
        Op::MulAdd(..) => Some(Operation::MulAdd),
        _ => None,
    }
}
