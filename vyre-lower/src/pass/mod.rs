//! Passes: small steps that make a form better, in a list that a reader can follow.
//!
//! A pass keeps what a program computes, for every input and every order of invocations that the language allows. The verifier
//! checks the form after each one in debug builds.

mod dce;
mod guards;

use crate::{Lowered, Target, verify};

/// A pass.
#[derive(Clone, Copy)]
pub struct Pass {
    /// The name, as the tool and the tests know it.
    pub name: &'static str,
    /// What it does, in a line.
    pub doc: &'static str,
    /// Does it.
    pub run: fn(&mut Lowered, &Target),
}

/// Every pass, in the order in which [`optimise`] runs them. A name may come twice.
pub const PASSES: &[Pass] = &[
    Pass { name: "dce", doc: "Removes what nothing uses.", run: dce::run },
    Pass { name: "guards", doc: "Proves accesses to be in bounds.", run: guards::run },
];

/// Runs every pass.
pub fn optimise(form: &mut Lowered, target: &Target) {
    PASSES.iter().for_each(|pass| run(pass, form, target));
}

/// Runs one pass, and in debug builds verifies what it leaves.
pub fn run(pass: &Pass, form: &mut Lowered, target: &Target) {
    (pass.run)(form, target);
    debug_assert_eq!(verify(form), Ok(()), "after {}:\n{form}", pass.name);
}
