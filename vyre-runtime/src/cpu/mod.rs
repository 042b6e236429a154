//! The CPU device. The reference interpreter runs its launches.

pub(crate) mod block;
mod memory;
mod reference;
#[cfg(test)]
mod tests;

pub(crate) use reference::{Code, Seen, Watch, compile};
