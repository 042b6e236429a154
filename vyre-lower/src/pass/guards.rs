//! Guards: an access that is proven to be in bounds needs none.
//!
//! Every guard is decided anew, so the pass may come again: what can no longer be proven is checked again.

use crate::analysis::{guards, ranges};
use crate::form::*;
use crate::{Lowered, Target};

/// Decides every guard.
pub(super) fn run(form: &mut Lowered, _: &Target) -> bool {
    decide(form, |_| true)
}

/// Decides again the guards of accesses that were proven. What another pass has rewritten may not be proven any more.
pub(super) fn prove_again(form: &mut Lowered) {
    let is_proven = |access: &Access| matches!(access.guard, Guard::Proven(_));
    let mut has_proofs = form.insts.iter().filter_map(|inst| inst.op.access()).any(is_proven);
    walk(&form.body, &mut |stmt| {
        has_proofs |= matches!(stmt, Stmt::Store { access, .. } if is_proven(access));
    });
    if has_proofs {
        decide(form, |guard| guard != Guard::Checked);
    }
}

/// Decides the guards that are chosen. Says whether one is another now.
fn decide(form: &mut Lowered, is_chosen: impl Fn(Guard) -> bool) -> bool {
    let (mut decided, mut is_changed) = (Vec::new(), false);
    ranges::visit_facts(form, &mut |facts, stmt| {
        if let Some((access, _, limit)) = guards::access(facts.form(), stmt) {
            let proof = is_chosen(access.guard).then(|| guards::prove(facts, access, limit)).flatten();
            let guard = proof.map_or(Guard::Checked, Guard::Proven);
            is_changed |= guard != access.guard;
            decided.push(guard);
        }
    });
    let mut body = std::mem::take(&mut form.body);
    set_guards(form, &mut body, &mut decided.into_iter());
    form.body = body;
    is_changed
}

/// Gives the accesses of a block their guards, in the order of the walk.
fn set_guards(form: &mut Lowered, block: &mut Block, guards: &mut impl Iterator<Item = Guard>) {
    for stmt in block {
        let access = match stmt {
            Stmt::Eval(id) => form[*id].op.access_mut(),
            Stmt::Store { access, .. } => Some(access),
            _ => None,
        };
        if let Some(access) = access
            && let Some(guard) = guards.next()
        {
            access.guard = guard;
        }
        stmt.blocks_mut().for_each(|block| set_guards(form, block, guards));
    }
}
