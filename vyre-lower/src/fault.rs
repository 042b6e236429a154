//! What the verifier finds.

use crate::form::InstId;
use std::fmt;

/// What is wrong with a form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The instruction that it is about, if there is one.
    pub inst: Option<InstId>,
    /// What is wrong, in words.
    pub message: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.inst {
            Some(inst) => write!(f, "%{}: {}", inst.0, self.message),
            None => f.write_str(&self.message),
        }
    }
}

impl std::error::Error for Fault {}
