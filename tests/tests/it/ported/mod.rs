//! Kernels ported from real code by its published specification, each against an independent crate, published
//! vectors, or the same computation in plain Rust. `docs/ported.md` lists them.

#![allow(clippy::unwrap_used, reason = "tests")]
#![allow(clippy::excessive_precision, reason = "constants have the digits of their sources")]

mod aes;
mod base64;
mod bfs;
mod black_scholes;
mod blake2s;
mod chacha20;
mod convolution;
mod crc32;
mod fft;
mod floyd_warshall;
mod heat_3d;
mod kmeans;
mod levenshtein;
mod life;
mod lu;
mod mandelbrot;
mod marching_squares;
mod matrix;
mod md5;
mod mersenne;
mod modpow;
mod mri_q;
mod murmur3;
mod nbody;
mod ntt;
mod pagerank;
mod poly1305;
mod queens;
mod radix_sort;
mod random;
mod scan;
mod sha256;
mod siphash;
mod smith_waterman;
mod sort;
mod threefry;
mod utf8;
mod xxhash;

use vyre::Device;

/// All devices: the interpreter beside those of the other tests.
fn devices() -> Vec<Device> {
    std::iter::once(Device::reference()).chain(vyre_tests::devices()).collect()
}

/// `len` bytes that look random; the same for the same `seed`.
fn bytes(seed: u32, len: usize) -> Vec<u8> {
    vyre_tests::values::random(seed, len as u32, 256).into_iter().map(|byte| byte as u8).collect()
}

/// `len` numbers of 64 bits that look random.
fn wide(seed: u32, len: usize) -> Vec<u64> {
    bytes(seed, len * 8).chunks(8).map(|chunk| u64::from_le_bytes(chunk.try_into().unwrap())).collect()
}

/// Bytes from their digits; what is no digit is left out.
fn from_hex(text: &str) -> Vec<u8> {
    let digits: Vec<u8> = text.chars().filter_map(|c| c.to_digit(16)).map(|digit| digit as u8).collect();
    digits.chunks(2).map(|pair| pair[0] << 4 | pair[1]).collect()
}

/// Every program has a row, and every row a program.
#[test]
fn the_page_lists_the_programs() {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/..");
    let page = std::fs::read_to_string(format!("{root}/docs/ported.md")).unwrap();
    let rows = page.lines().filter_map(|line| line.strip_prefix("| `")?.split_once('`'));
    let rows: Vec<&str> = rows.map(|(name, _)| name).collect();
    let files = std::fs::read_dir(format!("{root}/tests/tests/it/ported")).unwrap();
    let names = files.map(|file| file.unwrap().path().file_stem().unwrap().to_str().unwrap().to_string());
    let mut names: Vec<String> = names.filter(|name| name != "mod").collect();
    names.sort_unstable();
    assert_eq!(rows, names);
}
