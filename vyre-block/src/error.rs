//! Why a launch fails.

use std::time::Duration;
use vyre_ir::DataType;

/// A failure of a launch.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// Too few or too many buffers.
    #[error("{got} buffers given, {expected} needed")]
    BufferCount {
        /// The number of bound buffers of the program.
        expected: usize,
        /// The number of those given.
        got: usize,
    },
    /// Bytes were given for a buffer of other elements.
    #[error("buffer `{name}` has elements of `{expected}`, got `{got}`")]
    BufferType {
        /// The buffer's name.
        name: String,
        /// The type in the program.
        expected: DataType,
        /// The type of what was given.
        got: DataType,
    },
    /// Words that are only read were given for a buffer that the program writes.
    #[error("buffer `{name}` is written by the program")]
    BufferReadOnly {
        /// The buffer's name.
        name: String,
    },
    /// There is no memory for so many bytes.
    #[error("{bytes} bytes")]
    OutOfMemory {
        /// The bytes that were asked for.
        bytes: u64,
    },
    /// The launch took too long, or another thread has stopped it.
    #[error("the launch did not end within {waited:?}")]
    Timeout {
        /// The timeout, or what the launch has taken.
        waited: Duration,
    },
}
