//! The tests of the front end through its public API. They are one executable, which is linked once.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by a panic, in its helpers too")]

mod expand;
mod items;
mod mutate;
mod tokens;
