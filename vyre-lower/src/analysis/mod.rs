//! Analyses: pure functions of the form. Nothing is noted while a backend prints.

mod conditions;
pub(crate) mod guards;
pub mod uniformity;
mod order;
pub mod range;
pub mod ranges;
pub mod transfer;
