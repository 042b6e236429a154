//! Analyses: pure functions of the form. Nothing is noted while a backend prints.

pub mod access;
mod conditions;
pub mod effects;
pub(crate) mod guards;
mod order;
pub mod range;
pub mod ranges;
pub mod rounds;
pub mod transfer;
pub mod uniformity;
pub(crate) mod words;
pub mod zeros;
