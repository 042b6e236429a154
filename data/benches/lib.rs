//! There is nothing here: see `benches/own.rs`.
