//! Proofs that accesses are in bounds, and their verification.
//!
//! A proof names what to look at: nothing but the ranges, nothing but how the index is computed, or the condition or the loop from
//! which the argument begins. The rules are those of [`order`](super::order).

use super::order::{First, Limit, Search};
use super::ranges::{Facts, Source, visit_facts};
use crate::fault::Fault;
use crate::form::*;

/// The access of a statement, with the value by which a fault is told.
pub(crate) fn access<'f>(form: &'f Lowered, stmt: &'f Stmt) -> Option<(&'f Access, InstId, Limit)> {
    match stmt {
        Stmt::Store { access, value, .. } => Some((access, *value, limit(form, access))),
        Stmt::Eval(id) => match &form[*id].op {
            // The index counts bytes, and the length words.
            Op::LoadByte(access) => Some((access, *id, Limit::Length(access.buffer, 4))),
            op => op.access().map(|access| (access, *id, limit(form, access))),
        },
        _ => None,
    }
}

/// What the index of an access to elements or blocks has to be below.
pub(crate) fn limit(form: &Lowered, access: &Access) -> Limit {
    match access.unit {
        Unit::Element => Limit::Length(access.buffer, 1),
        Unit::Part(bits) => Limit::Length(access.buffer, 32 / u32::from(bits)),
        Unit::Block => {
            let elements = form.elements_of_block(access.buffer);
            Limit::Blocks(access.buffer, elements.unwrap_or(u32::MAX))
        }
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

#[cfg(test)]
mod tests {
    use super::*;
    use vyre_ir::{Program, validate};

    /// For the only load of `b`, whether each proof that could be named holds by itself.
    fn proofs(entry: &str) -> Vec<(Proof, bool)> {
        let text = "program\nworkgroup_size 64, 1, 1\nbuffer a: read u32 @ 0\nbuffer b: read u32 @ 1\n\
                    buffer out: read_write u32 @ 2\n";
        let program: Program = format!("{text}entry {{ {entry} }}").parse().unwrap();
        let form = crate::build(&validate(&program).unwrap()).unwrap();
        let mut named = vec![Proof::Range, Proof::Computation];
        walk(&form.body, &mut |stmt| match stmt {
            Stmt::If { cond, .. } => named.push(Proof::Condition(*cond)),
            Stmt::Loop { var, .. } => named.push(Proof::Loop(*var)),
            _ => {}
        });
        let mut proofs = Vec::new();
        visit_facts(&form, &mut |facts, stmt| {
            if let Some((access, _, limit)) = access(&form, stmt).filter(|(access, ..)| access.buffer.0 == 1)
            {
                proofs.extend(named.iter().map(|proof| (*proof, holds(facts, access, limit, *proof))));
            }
        });
        proofs
    }

    #[test]
    fn a_proof_holds_by_what_it_names() {
        let holding = |entry: &str| {
            let proofs = proofs(entry);
            (0..proofs.len()).filter(|at| proofs[*at].1).collect::<Vec<_>>()
        };
        let first = "let i = a[0]; if i < len(b) { if i < len(a) { for k in 0 .. 9 { out[0] = b[i]; } } }";
        assert_eq!(holding(first), [2], "the outer condition");
        let second = "let i = a[0]; if i < len(a) { if i < len(b) { for k in 0 .. 9 { out[0] = b[i]; } } }";
        assert_eq!(holding(second), [3], "the inner condition");
        let third =
            "let i = a[0]; if i < len(a) { for j in 0 .. 9 { for k in i .. len(b) { out[0] = b[k]; } } }";
        assert_eq!(holding(third), [4], "the inner loop");
        let chain = "let i = a[0]; if i < len(b) { for k in 0 .. i { out[0] = b[k]; } }";
        assert_eq!(holding(chain), [3], "the loop, and then the condition");
        let both = "let i = a[0]; if i < len(b) && len(b) > 9 { out[0] = b[i & 7]; }";
        assert_eq!(holding(both), [0, 1, 2], "in every way");
    }
}
