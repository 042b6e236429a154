//! Errors: what is wrong with a program, and where.

use super::{Code, Problem};
use std::fmt;

/// Where something stands in a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Place {
    /// The program as a whole.
    Program,
    /// The declaration at this position of `Program::buffers`.
    Buffer(usize),
    /// The statement or expression with this number in a walk of the entry from the top down, in which a
    /// statement comes before its expressions and these before its bodies.
    At(usize),
}

/// A second place that helps to understand an error.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Related {
    /// Where it stands.
    pub place: Place,
    /// What it has to do with the error.
    pub note: &'static str,
    /// What makes it so, where that stands elsewhere.
    pub source: Option<Place>,
}

/// A rule that a program breaks, and where. `Display` gives the documented text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ValidationError {
    /// What is wrong.
    pub problem: Problem,
    /// Where it stands.
    pub place: Place,
    /// A second place, where there is one.
    pub related: Option<Related>,
}

impl ValidationError {
    /// The rule that is broken.
    pub fn code(&self) -> Code {
        self.problem.code()
    }
}

impl fmt::Display for ValidationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "vyre IR validation: {}. Fix: {}.", self.problem, self.problem.fix())
    }
}

impl std::error::Error for ValidationError {}
