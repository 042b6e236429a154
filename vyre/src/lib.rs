//! GPU kernels written as ordinary Rust functions.

pub use vyre_macros::kernel;
pub use vyre_runtime::{Arg, Device, DeviceInfo, DeviceKind, Element, Error, Launch, Limit, ir};

/// What a program that launches kernels needs.
pub mod prelude {
    pub use crate::{Arg, Device};
}

/// What generated code names. Not part of the public interface.
#[doc(hidden)]
pub mod __private {
    pub use vyre_runtime::ir::Program;
    pub use vyre_runtime::{Kernel, Launch, ReadArg, WriteArg};
}
