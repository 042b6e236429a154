//! Which functions beside kernels call which, as far as one process has seen. A function asks for the definitions of those that it calls; of
//! functions that call each other in a circle one must not ask, or none of them would ever be found.

use super::text_of;
use std::collections::{HashMap, HashSet};
use std::sync::Mutex;
use syn::Path;

/// The names that each function calls.
static CALLS: Mutex<Option<HashMap<String, Vec<String>>>> = Mutex::new(None);

/// Forgets all of them, for whoever expands several crates in one process.
#[doc(hidden)]
pub fn forget_calls() {
    *CALLS.lock().unwrap_or_else(|poisoned| poisoned.into_inner()) = None;
}

fn last(path: &Path) -> String {
    path.segments.last().map_or_else(|| text_of(path), |last| last.ident.to_string())
}

/// Notes what a function calls. Gives the name of one of these through which it calls itself, if there is one.
pub(crate) fn circle(function: &syn::Ident, callees: &[Path]) -> Option<String> {
    let name = function.to_string();
    let callees: Vec<String> = callees.iter().map(last).collect();
    let mut guard = CALLS.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    let calls = guard.get_or_insert_default();
    calls.insert(name.clone(), callees.clone());
    let leads_back = |callee: &String| {
        let (mut seen, mut open) = (HashSet::new(), vec![callee]);
        while let Some(next) = open.pop() {
            if *next == name {
                return true;
            }
            if seen.insert(next) {
                open.extend(calls.get(next).into_iter().flatten());
            }
        }
        false
    };
    callees.iter().find(|callee| leads_back(callee)).cloned()
}
