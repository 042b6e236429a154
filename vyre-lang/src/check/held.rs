//! Functions that take or give values with slices in them. Which arrays these are of the call says, so each call is one of a function of its own,
//! whose body is checked right there: what it gives says of which array the slices in the result are.

use super::Checker;
use super::generic::Pending;
use crate::diagnostics::Area;
use crate::hir::{Base, FunctionId};
use std::collections::HashMap;
use vyre_ir::Problem;

/// The parameter that makes a function one over what its values hold. No user can write it.
pub(crate) const HELD: &str = "__ImplHeld";

/// The most functions inside each other, and the most of them in a kernel.
const MAX_DEPTH: usize = 32;
const MAX_COUNT: usize = 2000;

/// What is known of such functions.
#[derive(Default)]
pub(super) struct Held {
    /// Those whose arguments are being checked.
    waiting: HashMap<FunctionId, Pending>,
    /// Whether the function that is being declared is one.
    pub(super) is_declared: bool,
    depth: usize,
    count: usize,
}

impl Checker<'_> {
    /// Whether a call of one more such function is none too many; reports it otherwise.
    pub(super) fn demand_few_held(&mut self, name: &str, area: Area) -> bool {
        self.held.count += 1;
        if self.held.depth >= MAX_DEPTH {
            let note = super::recursion_note(name, &[]);
            self.errors.report_rule(area, &Problem::CallDepth {}, Some(note));
            return false;
        }
        if self.held.count == MAX_COUNT {
            let problem = format!("more than {MAX_COUNT} calls of functions over structs with slices");
            self.errors.report(
                area,
                problem,
                "pass the slices themselves to the functions that are called most",
            );
        }
        self.held.count < MAX_COUNT
    }

    /// Notes that the body of a function is to be checked once the arguments of its call have been.
    pub(super) fn hold(&mut self, pending: Pending) {
        self.held.waiting.insert(pending.function, pending);
    }

    /// Checks the body of such a function, whose arguments are known. Whether it was fine, as far as that is known.
    pub(super) fn check_held(&mut self, function: FunctionId, area: Area) -> bool {
        let Some(pending) = self.held.waiting.remove(&function) else { return true };
        let (buffers, locals, errors) = (self.buffers.len(), self.locals.len(), self.errors.count());
        let gives_nothing = std::mem::take(&mut self.gives_nothing);
        let wanted_tail = self.wanted_tail.take();
        let in_bound = std::mem::take(&mut self.in_bound);
        let looped_names = self.looped_names.take();
        let indexed_name = self.indexed_name.take();
        let is_taking = std::mem::take(&mut self.is_taking);
        let mode = self.mode;
        self.held.depth += 1;
        self.pending_body(pending);
        self.held.depth -= 1;
        self.mode = mode;
        self.is_taking = is_taking;
        self.indexed_name = indexed_name;
        self.looped_names = looped_names;
        self.in_bound = in_bound;
        self.wanted_tail = wanted_tail;
        self.gives_nothing = gives_nothing;
        if self.errors.count() > errors {
            return false;
        }
        let mut own = Vec::new();
        self.arrays_in(self.functions[function].result, &mut own);
        let is_own = own.into_iter().any(|base| self.is_own(function, base, (buffers, locals)));
        if is_own {
            let problem = format!("`{}` gives a slice of an array of its own", self.functions[function].name);
            self.errors.report(area, problem, "take the array as a parameter `&[T]`");
        }
        !is_own
    }

    /// Whether an array is one of the body of a function, before which there were so many arrays and variables.
    fn is_own(&self, function: FunctionId, mut base: Base, (buffers, locals): (usize, usize)) -> bool {
        // A copy is of a place, and the place may be in another copy.
        for _ in 0..=self.copied_arrays.len() {
            match base {
                Base::Buffer(buffer) if buffer < buffers || self.no_arrays.contains(&buffer) => return false,
                Base::Buffer(buffer) => match self.copied_arrays.get(&buffer) {
                    Some(Some(place)) => base = *place,
                    Some(None) => return true,
                    None if self.constant_arrays.contains(&buffer) => return false,
                    None if self.buffers[buffer].is_slice => match self.slice_bases.get(&buffer) {
                        Some(of) => base = *of,
                        None => {
                            return !self.functions[function]
                                .slices
                                .iter()
                                .any(|(_, slice)| *slice == buffer);
                        }
                    },
                    None => return !self.items.tables.iter().any(|table| table.buffer == buffer),
                },
                Base::Vector(local) => {
                    let is_reference = self.shared.contains(&local)
                        || self.reference_slices.contains_key(&local)
                        || self.referent(self.locals[local].ty).is_some();
                    return !is_reference
                        && (local >= locals || self.functions[function].params.contains(&local));
                }
            }
        }
        true
    }
}
