//! Kernels ported from real code by its published specification, each against an independent crate, published
//! vectors, or the same computation in plain Rust.

#![allow(clippy::unwrap_used, reason = "tests")]

mod chacha20;
mod crc32;
mod levenshtein;
mod mandelbrot;
mod matrix;
mod modpow;
mod queens;
mod random;
mod scan;
mod sha256;
mod sort;
mod xxhash;

/// `len` bytes that look random; the same for the same `seed`.
fn bytes(seed: u32, len: usize) -> Vec<u8> {
    vyre_tests::values::random(seed, len as u32, 256).into_iter().map(|byte| byte as u8).collect()
}

/// `len` numbers of 64 bits that look random.
fn wide(seed: u32, len: usize) -> Vec<u64> {
    bytes(seed, len * 8).chunks(8).map(|chunk| u64::from_le_bytes(chunk.try_into().unwrap())).collect()
}
