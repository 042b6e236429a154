//! What can be wrong with arrays, functions and wire forms.

use arrow_schema::{ArrowError, DataType};
use thiserror::Error;

/// Why an array does not fit, or why a function of rows cannot be made or run.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum Error {
    /// An array is of another type.
    #[error("expected an array of {expected}, got {got}")]
    Type {
        /// What would fit.
        expected: String,
        /// The array's type.
        got: DataType,
    },
    /// An array has nulls where none can be.
    #[error("{what} has {count} nulls, and none can be there")]
    Nulls {
        /// Which array.
        what: String,
        /// How many there are.
        count: usize,
    },
    /// The arrays of one call differ in their lengths.
    #[error("expected {expected} rows, got {got}")]
    Rows {
        /// The number of rows.
        expected: usize,
        /// The length of the array.
        got: usize,
    },
    /// A function takes more arguments, or fewer.
    #[error("the function `{name}` takes {expected} arguments, got {got}")]
    Arguments {
        /// The function.
        name: String,
        /// The number of its parameters.
        expected: usize,
        /// The number of the arguments.
        got: usize,
    },
    /// A batch, or what lies in it, has more elements than kernels can count.
    #[error("{got} elements are more than the {} that kernels count", u32::MAX)]
    TooMany {
        /// The number of elements.
        got: usize,
    },
    /// A function cannot be one of rows.
    #[error("the function `{name}` cannot be called for rows: {problem}")]
    Function {
        /// The function.
        name: String,
        /// What is wrong, and what works.
        problem: String,
    },
    /// A wire form is none, is of another version, or is larger than allowed.
    #[error("this is no wire form of a function of rows: {problem}")]
    Wire {
        /// What is wrong.
        problem: String,
    },
    /// The text of a function has mistakes.
    #[error("{0}")]
    Text(#[from] Box<vyre::Diagnostics>),
    /// What vyre refuses, or a device.
    #[error(transparent)]
    Vyre(#[from] vyre::Error),
    /// What Arrow refuses.
    #[error(transparent)]
    Arrow(#[from] ArrowError),
}

impl From<vyre::Diagnostics> for Error {
    fn from(diagnostics: vyre::Diagnostics) -> Error {
        Error::Text(Box::new(diagnostics))
    }
}
