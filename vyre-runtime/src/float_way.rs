//! How a device computes on floats.

use std::fmt;
use vyre_ir::library::Operation;
use vyre_lower::Operators;

/// How a device computes an operator of floats. The results are the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum FloatWay {
    /// By its own arithmetic on floats.
    Native,
    /// By its own arithmetic, whose results are corrected.
    Corrected,
    /// By arithmetic on integers.
    Integers,
}

impl fmt::Display for FloatWay {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            FloatWay::Native => "native",
            FloatWay::Corrected => "corrected",
            FloatWay::Integers => "integers",
        })
    }
}

/// What a device computes by itself, and how.
pub(crate) struct FloatWays {
    pub(crate) strict: Operators,
    /// Those of `strict` whose results are corrected.
    pub(crate) corrected: Operators,
}

impl FloatWays {
    /// Of a device that computes all operators.
    pub(crate) const NATIVE: FloatWays = FloatWays { strict: Operators::ALL, corrected: Operators::NONE };

    /// Whether the device corrects the results of an operator.
    pub(crate) fn corrects(&self, operation: Operation) -> bool {
        Operators::of(operation).is_some_and(|one| self.corrected.contains(one))
    }

    /// Every operator, as the library names it, and how the device computes it.
    pub(crate) fn list(&self) -> Vec<(String, FloatWay)> {
        let way = |operation: Operation| match Operators::of(operation) {
            Some(_) if self.corrects(operation) => FloatWay::Corrected,
            Some(one) if self.strict.contains(one) => FloatWay::Native,
            _ => FloatWay::Integers,
        };
        Operators::floats().filter_map(|operation| Some((operation.id()?, way(operation)))).collect()
    }
}
