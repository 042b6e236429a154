//! Programs made from the bytes of a fuzzer: [`typed`] ones, which are valid nearly always, [`wild`] ones, which have any
//! shape that the types allow, and [`ops`], registries of operations.
//!
//! [`check`] holds what more than one target demands.

pub mod check;
pub mod data;
mod names;
pub mod ops;
pub mod typed;
pub mod wild;

pub use arbitrary::{Result, Unstructured};
