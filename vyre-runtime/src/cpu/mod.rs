//! The CPU devices: the block engine, which is made to be fast, and the reference interpreter.

mod checked;
mod engine;
mod host;
mod memory;
mod reference;
#[cfg(test)]
mod tests;

pub(crate) use engine::Cpu;
pub(crate) use host::{memory_of, with_words, with_words_mut};
pub(crate) use reference::{Code, Seen, Watch, compile};
