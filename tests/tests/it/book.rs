//! What the book shows is compiled and run here. A chapter includes what stands between the anchors of a module of this folder.

#![allow(clippy::float_cmp, reason = "floats give the same bits on every device")]

mod algorithms;
mod ci;
mod cookbook;
mod first;
mod floats;
mod invocations;
mod ir;
mod memory;
mod pages;
mod programs;
mod races;
mod rust;
mod speed;
mod tensors;

use vyre::prelude::*;

/// The devices that listings run on: two interpreters, of which one finds races, and those of other tests.
fn devices() -> Vec<Device> {
    [Device::reference(), Device::checked()].into_iter().chain(vyre_tests::devices()).collect()
}
