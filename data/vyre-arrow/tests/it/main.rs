//! Functions of rows against plain Rust.

#![allow(missing_docs, clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "these are tests")]

mod arrays;
mod columns;
mod groups;
mod lists;
mod nulls;
mod travel;
