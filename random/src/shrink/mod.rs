//! Smaller cases that fail as well.

mod launch;
mod tree;

use crate::Case;

/// Edits of one kind. Given a number, the case with that edit, `None` if there are not as many. An edit that comes to nothing is
/// the case itself.
type Edits = fn(&Case, usize) -> Option<Case>;

/// The kinds of edits, the ones that take most away first.
const EDITS: [Edits; 7] = [
    tree::without_statements,
    tree::unwrapped,
    launch::without_operation,
    launch::without_buffer,
    launch::fewer_invocations,
    tree::with_simpler_expression,
    launch::simpler_input,
];

/// Edits a case as long as it stays valid and `fails`, which is asked at most `attempts` times. It must be true of the case.
///
/// A case without races may get some: `fails` must say no to such ones, for which [`expected`](crate::evaluate::expected) helps.
pub fn shrink(mut case: Case, mut attempts: usize, mut fails: impl FnMut(&Case) -> bool) -> Case {
    loop {
        let before = case.clone();
        for edits in EDITS {
            let mut at = 0;
            while attempts > 0
                && let Some(edited) = edits(&case, at)
            {
                if edited == case || edited.validate().is_err() {
                    at += 1;
                    continue;
                }
                attempts -= 1;
                if fails(&edited) {
                    case = edited;
                } else {
                    at += 1;
                }
            }
        }
        if case == before {
            return case;
        }
    }
}
