//! Proofs that accesses are in bounds, and their verification.
//!
//! A proof names what to look at: nothing but the ranges, nothing but how the index is computed, or the condition or the loop from
//! which the argument begins. The rules are those of [`order`](super::order).

use super::order::{First, Limit, Search};
use super::ranges::{Facts, Source, visit_facts};
use crate::form::*;
use crate::verify::Fault;

/// The access of a statement, with the value by which a fault is told.
pub(crate) fn access<'f>(form: &'f Lowered, stmt: &'f Stmt) -> Option<(&'f Access, InstId, Limit)> {
    let elements = |access: &'f Access, by| (access, by, Limit::Length(access.buffer, 1));
    match stmt {
        Stmt::Store { access, value, .. } => Some(elements(access, *value)),
        Stmt::Eval(id) => match &form[*id].op {
            // The index counts bytes, and the length words.
            Op::LoadByte(access) => Some((access, *id, Limit::Length(access.buffer, 4))),
            op => op.access().map(|access| elements(access, *id)),
        },
        _ => None,
    }
}

/// A proof that an access is in bounds, if one is found.
pub(crate) fn prove(facts: &Facts<'_>, access: &Access, limit: Limit) -> Option<Proof> {
    let is_proven = |proof: &Proof| holds(facts, access, limit, *proof);
    if let Some(proof) = [Proof::Range, Proof::Computation].into_iter().find(is_proven) {
        return Some(proof);
    }
    match Search::new(facts, limit).find(access.index, 0, First::Any)?? {
        Source::Condition(cond) => Some(Proof::Condition(cond)),
        Source::Loop(var) => Some(Proof::Loop(var)),
    }
}

/// Whether a proof holds.
fn holds(facts: &Facts<'_>, access: &Access, limit: Limit, proof: Proof) -> bool {
    let mut search = Search::new(facts, limit);
    let first = match proof {
        Proof::Range => return search.is_below_by_range(facts.range(access.index)),
        Proof::Computation => First::None,
        Proof::Condition(cond) => First::Only(Source::Condition(cond)),
        Proof::Loop(var) => First::Only(Source::Loop(var)),
    };
    search.find(access.index, 0, first).is_some()
}

/// Checks every proof again: from what it names, and if that is not there any more, because a pass has rewritten it, in any
/// other way.
///
/// # Errors
/// The first access whose index is not known to be in bounds.
pub(crate) fn verify(form: &Lowered) -> Result<(), Fault> {
    let mut fault = None;
    visit_facts(form, &mut |facts, stmt| {
        if fault.is_some() {
            return;
        }
        let Some((access, by, limit)) = access(form, stmt) else { return };
        let Guard::Proven(proof) = access.guard else { return };
        if !holds(facts, access, limit, proof) && prove(facts, access, limit).is_none() {
            let buffer = &form[access.buffer].name;
            let message = format!(
                "is an access to `{buffer}`, or stored to it, of which it is not proven that it is in bounds"
            );
            fault = Some(Fault { inst: Some(by), message });
        }
    });
    fault.map_or(Ok(()), Err)
}
