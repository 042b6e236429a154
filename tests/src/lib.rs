//! What the tests of the workspace share: the devices to run on, the values to run with, and plain Rust to compare
//! with.

pub mod host;
pub mod values;

use std::io::Write;
use vyre::prelude::*;

/// The devices that a test runs on: the CPU, and the best GPU where there is one.
///
/// A missing GPU is said on standard error, past the capture of the test harness, and is a failure where the variable
/// `VYRE_REQUIRE_GPU` is `1`.
///
/// # Panics
/// If a GPU is required and there is none.
pub fn devices() -> Vec<Device> {
    let mut devices = vec![Device::cpu()];
    match Device::gpu() {
        Ok(gpu) => devices.push(gpu),
        Err(error) => {
            let is_required = std::env::var("VYRE_REQUIRE_GPU").is_ok_and(|value| value == "1");
            assert!(!is_required, "VYRE_REQUIRE_GPU is set: {error}");
            let test = std::thread::current().name().unwrap_or("a test").to_string();
            // A test cannot do better than to try.
            let _ = writeln!(std::io::stderr(), "SKIPPED on GPU: {test}: {error}");
        }
    }
    devices
}
