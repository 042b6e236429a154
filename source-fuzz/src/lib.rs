//! Random kernels, each as a launch and as a plain function: see `generate`.

pub mod plain;

/// Launches the kernel.
pub type Run = fn(&vyre::Device, &[u32], &mut [u32]) -> Result<(), vyre::Error>;
/// What one invocation computes.
pub type Plain = fn(u32, u32, u32) -> u32;

include!(concat!(env!("OUT_DIR"), "/programs.rs"));
