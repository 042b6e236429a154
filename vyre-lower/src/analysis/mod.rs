//! Analyses: pure functions of the form. Nothing is noted while a backend prints.

pub(crate) mod guards;
pub mod uniformity;
