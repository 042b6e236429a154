//! Analyses: pure functions of the form. Nothing is noted while a backend prints.

pub mod access;
mod conditions;
pub mod effects;
pub(crate) mod guards;
pub mod uniformity;
mod order;
pub mod range;
pub mod ranges;
pub mod transfer;
