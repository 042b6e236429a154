//! The CPU devices: the block engine, which is made to be fast, and the reference interpreter.

pub(crate) mod block;
mod engine;
mod memory;
mod reference;
#[cfg(test)]
mod tests;

pub(crate) use engine::Engine;
pub(crate) use reference::{Code, Seen, Watch, compile};
