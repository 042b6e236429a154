//! Programs as somebody writes them who has read the guide and no other kernel, each against what plain Rust computes, on every device.

#![allow(
    clippy::all,
    unreachable_pub,
    unused_qualifications,
    dead_code,
    clippy::unwrap_used,
    clippy::panic,
    clippy::expect_used,
    reason = "the programs stay as they were written first, and a test fails by panicking"
)]

mod constants;
mod control;
mod floats;
mod fresh;
mod generics;
mod integers;
mod launches;
mod nested_arrays;
mod slices;
mod structs;
mod tables;
mod whole;
mod workgroups;

/// Every device that a program is tried on.
fn devices() -> Vec<vyre::Device> {
    use vyre::Device;
    [vyre_tests::devices(), vec![Device::reference(), Device::checked()]].concat()
}
