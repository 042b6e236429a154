//! The checked device: what it finds, where, and what it does not report.

#![allow(deprecated, reason = "kernels that certainly race warn")]
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by a panic, in its helpers too")]

#[macro_use]
mod label;
mod any_order;
mod atomics;
mod calls;
mod cost;
mod elements;
mod graphs;
mod kinds;
mod loops;
mod packed;
mod pairs;
mod places;
mod random;
mod text;
mod workgroups;
