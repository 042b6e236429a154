//! Tests of the algorithms, on every device, against std's iterators, slices and sorts.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod buffers;
mod chains;
mod elements;
mod errors;
mod host;
mod kernels;
mod page;
mod rows;
mod tensors;

use vyre::prelude::*;

/// Every device. Without a GPU it says so, and fails if `VYRE_REQUIRE_GPU` is 1.
pub(crate) fn devices() -> Vec<Device> {
    let list = Device::list();
    if list.iter().all(|device| device.info().kind() == vyre::DeviceKind::Cpu) {
        let is_required = std::env::var("VYRE_REQUIRE_GPU").is_ok_and(|value| value == "1");
        assert!(
            !is_required,
            "VYRE_REQUIRE_GPU is 1, and there is no GPU. Fix: test with `--features gpu`, or the workspace"
        );
        eprintln!("SKIPPED on GPUs: there is none, or the feature `gpu` is not enabled");
    }
    list.into_iter().chain([Device::reference(), Device::checked()]).collect()
}

/// Lengths around those of chunks and workgroups.
pub(crate) const LENGTHS: [usize; 8] = [0, 1, 2, 17, 255, 256, 257, 3_003];

/// Numbers without an order.
pub(crate) fn numbers(len: usize) -> Vec<u32> {
    let mut state = 0x9e37_79b9u32;
    (0..len)
        .map(|_| {
            state ^= state << 13;
            state ^= state >> 17;
            state ^= state << 5;
            state
        })
        .collect()
}
