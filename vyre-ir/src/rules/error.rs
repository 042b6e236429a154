//! Errors: what is wrong with a program, and where.

use super::{Code, Problem};
use std::fmt;

/// A place in a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Place {
    /// The program as a whole.
    Program,
    /// The declaration at this position of `Program::buffers`.
    Buffer(usize),
    /// The statement or expression with this number. They are numbered in preorder: a statement comes before its
    /// expressions, and its expressions come before its bodies.
    At(usize),
}

/// A second place that helps to explain an error.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Related {
    /// The place.
    pub place: Place,
    /// How it causes the error.
    pub note: &'static str,
    /// The expression that makes it so, if it is elsewhere.
    pub source: Option<Place>,
}

/// A rule that a program breaks, and where. `Display` gives the documented text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ValidationError {
    /// What is wrong.
    pub problem: Problem,
    /// The place.
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
