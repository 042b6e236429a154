//! Runs programs of [`vyre_ir`] on GPUs through wgpu, and on the CPU.

mod arg;
mod binding;
mod cpu;
mod device;
mod element;
mod error;
#[cfg(feature = "gpu")]
mod gpu;
mod kernel;
mod module;
mod wgsl;

pub use arg::{Arg, ReadArg, WriteArg};
pub use device::{Device, DeviceInfo, DeviceKind};
pub use element::Element;
pub use error::{Error, Limit};
pub use kernel::{Kernel, Launch};
pub use vyre_ir as ir;
pub use wgsl::to_wgsl;
