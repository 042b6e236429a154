//! Guards: an access that is proven to be in bounds needs none.
//!
//! Every guard is decided anew, so the pass may come again: what can no longer be proven is checked again.

use crate::analysis::{guards, ranges};
use crate::form::*;
use crate::{Lowered, Target};

/// Decides every guard.
pub(super) fn run(form: &mut Lowered, _: &Target) {
    let mut decided = Vec::new();
    ranges::visit_facts(form, &mut |facts, stmt| {
        if let Some((access, _, limit)) = guards::access(facts.form(), stmt) {
            let proof = guards::prove(facts, access, limit);
            decided.push(proof.map_or(Guard::Checked, Guard::Proven));
        }
    });
    let mut body = std::mem::take(&mut form.body);
    set_guards(form, &mut body, &mut decided.into_iter());
    form.body = body;
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
        match stmt {
            Stmt::If { then, otherwise, .. } => {
                set_guards(form, then, guards);
                set_guards(form, otherwise, guards);
            }
            Stmt::Loop { body, .. } => set_guards(form, body, guards),
            _ => {}
        }
    }
}
