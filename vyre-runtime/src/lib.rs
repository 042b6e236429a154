//! Runs programs of [`vyre_ir`] on GPUs through wgpu, and on the CPU.

mod binding;
mod cpu;
mod error;
#[cfg(feature = "gpu")]
mod gpu;
mod module;
mod wgsl;

pub use error::{Error, Limit};
