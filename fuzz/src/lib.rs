//! What the targets share. Programs that keep the rules are those of `vyre_random`, made from a fuzzer's bytes; [`wild`] ones have
//! any shape that the types allow, and so have [`ops`].
//!
//! [`check`] holds what more than one target demands.

pub mod check;
mod names;
pub mod ops;
pub mod wild;

pub use arbitrary::{Result, Unstructured};
