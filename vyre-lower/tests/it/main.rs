//! The tests of the lowered form through its public API, a module for each subject. They are one executable, which is linked once.

mod access;
mod build;
mod conditions;
mod docs;
mod expand;
mod expansion;
mod guards;
mod join;
mod passes;
mod random_guards;
mod ranges;
mod support;
mod unroll;
mod zeros;
