//! Passes: small steps that make a form better, in a list that a reader can follow.
//!
//! A pass keeps what a program computes, for every input and every order of invocations that the language allows. The verifier
//! checks the form after each one in debug builds.

mod accumulate;
mod arrays;
mod blocks;
mod coarsen;
mod combine;
mod dce;
mod decide;
mod divide;
mod expand;
mod flatten;
mod fold;
mod guards;
mod hoist;
mod join;
mod merge;
mod narrow;
mod partly;
mod rename;
mod sets;
mod share;
mod speculate;
mod strip;
mod unroll;
mod values;
mod version;
mod zeroed;

use crate::{Lowered, Target, verify};
use rustc_hash::FxHashMap as HashMap;

/// A pass.
#[derive(Clone, Copy)]
pub struct Pass {
    /// The name, as the tool and the tests know it.
    pub name: &'static str,
    /// What it does, in a line.
    pub doc: &'static str,
    /// Does it, and says whether the form is another one now.
    pub run: fn(&mut Lowered, &Target) -> bool,
}

/// Every pass, in the order in which [`optimise`] runs them. A name may come twice.
pub const PASSES: &[Pass] = &[
    FOLD, VALUES, FOLD, DCE, HOIST, ACCUMULATE, STRIP, MERGE, UNROLL, PARTLY, FOLD, ARRAYS, VALUES, FOLD,
    DCE, JOIN, FOLD, DECIDE, FOLD, MERGE, COMBINE, DIVIDE, SETS, DCE, FLATTEN, EXPAND, FOLD, VALUES, FOLD,
    DCE, COARSEN, FOLD, VALUES, FOLD, DECIDE, FOLD, SETS, DCE, BLOCKS, HOIST, VALUES, VERSION, VALUES, DCE,
    GUARDS, SHARE, SPECULATE, NARROW, DCE,
];

const FOLD: Pass =
    Pass { name: "fold", doc: "Computes constants and simplifies operations.", run: fold::run };
const VALUES: Pass = Pass { name: "values", doc: "Uses values again that exist already.", run: values::run };
const ACCUMULATE: Pass = Pass {
    name: "accumulate",
    doc: "Keeps an element in a variable that a loop adds to in every round.",
    run: accumulate::run,
};
const STRIP: Pass =
    Pass { name: "strip", doc: "Executes loops that store narrow elements word by word.", run: strip::run };
const MERGE: Pass = Pass {
    name: "merge",
    doc: "Stores a word at once whose parts an invocation stores one after the other.",
    run: merge::run,
};
const COMBINE: Pass = Pass {
    name: "combine",
    doc: "Loads a word at once of which an invocation loads several elements.",
    run: combine::run,
};
const NARROW: Pass = Pass {
    name: "narrow",
    doc: "Stores narrow elements at once, for targets that store bytes.",
    run: narrow::run,
};
const UNROLL: Pass =
    Pass { name: "unroll", doc: "Executes loops of constant bounds where it pays.", run: unroll::run };
const PARTLY: Pass = Pass {
    name: "partly",
    doc: "Executes four rounds of a loop at once, for targets that ask for it.",
    run: partly::run,
};
const ARRAYS: Pass = Pass {
    name: "arrays",
    doc: "Turns small local arrays, and those with constant indices, into variables.",
    run: arrays::run,
};
const DECIDE: Pass = Pass {
    name: "decide",
    doc: "Replaces what follows from ranges and conditions: comparisons, remainders, masks.",
    run: decide::run,
};
const DIVIDE: Pass =
    Pass { name: "divide", doc: "Divides by constants with shifts, masks and products.", run: divide::run };
const EXPAND: Pass =
    Pass { name: "expand", doc: "Composes operators that the target lacks.", run: expand::run };
const FLATTEN: Pass = Pass {
    name: "flatten",
    doc: "Computes what small arms set in every invocation, and selects, for targets that ask for it.",
    run: flatten::run,
};
const COARSEN: Pass = Pass {
    name: "coarsen",
    doc: "Lets an invocation do the work of its neighbours, with vector loads and stores.",
    run: coarsen::run,
};
const BLOCKS: Pass =
    Pass { name: "blocks", doc: "Loads and stores elements side by side at once.", run: blocks::run };
const JOIN: Pass = Pass {
    name: "join",
    doc: "Lets an invocation do the work of others of its workgroup that load the same.",
    run: join::run,
};
const HOIST: Pass =
    Pass { name: "hoist", doc: "Computes before a loop what is the same in all rounds.", run: hoist::run };
const VERSION: Pass = Pass {
    name: "version",
    doc: "Compares before a loop what its rounds would compare with a length.",
    run: version::run,
};
const GUARDS: Pass = Pass { name: "guards", doc: "Proves accesses to be in bounds.", run: guards::run };
const SHARE: Pass = Pass {
    name: "share",
    doc: "Compares the index of an element that is loaded and stored once.",
    run: share::run,
};
const SPECULATE: Pass = Pass {
    name: "speculate",
    doc: "Computes square roots and quotients as if their operands were common, and asks once whether they were.",
    run: speculate::run,
};
const SETS: Pass = Pass {
    name: "sets",
    doc: "Removes sets of locals that nothing reads before the next set, unused locals, and zeros that are stored to zeros.",
    run: sets::run,
};
const DCE: Pass = Pass { name: "dce", doc: "Removes what nothing uses.", run: dce::run };

/// Runs every pass, but for one that has seen the form already: that ran before, and no other has changed anything since.
pub fn optimise(form: &mut Lowered, target: &Target) {
    let (mut changes, mut seen) = (0, HashMap::default());
    for pass in PASSES {
        if seen.get(pass.name) != Some(&changes) {
            changes += u32::from(run(pass, form, target));
            seen.insert(pass.name, changes);
        }
    }
}

/// Runs one pass, says whether it changed the form, and in debug builds verifies what it leaves. What was proven before is
/// checked again if it cannot be proven of what the pass leaves.
pub fn run(pass: &Pass, form: &mut Lowered, target: &Target) -> bool {
    let is_changed = (pass.run)(form, target);
    if is_changed && pass.name != GUARDS.name {
        guards::prove_again(form);
    }
    debug_assert_eq!(verify(form), Ok(()), "after {}:\n{form}", pass.name);
    is_changed
}

/// For each buffer, whether all accesses to it are atomic, because one of them is or because of what it is.
pub fn atomic_buffers(form: &Lowered) -> Vec<bool> {
    values::atomic_buffers(form, &form.body)
}
