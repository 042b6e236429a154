//! Nothing of its own: `fail` and `pass` hold one kernel per file, and `tests/it/ui.rs` compiles them.
//!
//! A file in a folder of `fail` is named after its mistake and has one, beside a `.stderr` with the one error it gives. A file in
//! `pass` compiles, runs on the CPU device and asserts what it computed.
