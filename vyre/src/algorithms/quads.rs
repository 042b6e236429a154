//! Four bytes at once, in a word.

use vyre_macros::function;

/// The four bytes from `at` on, of which the first is the lowest.
#[function(crate = crate)]
pub(super) fn word(data: &[u8], at: u32) -> u32 {
    u32::from_le_bytes([data[at], data[at + 1], data[at + 2], data[at + 3]])
}

/// Stores the bytes of four words as those of block `i`.
#[function(crate = crate)]
pub(super) fn store_block(words: [u32; 4], i: u32, out: &mut [u8]) {
    for k in 0..16u32 {
        out[16 * i + k] = (words[k / 4] >> (8 * (k % 4))) as u8;
    }
}

/// Ones in the bytes that are at least `value`. Bytes and value have seven bits.
#[function(crate = crate)]
pub(super) fn at_least(bytes: u32, value: u32) -> u32 {
    (bytes + (128 - value) * 0x0101_0101) >> 7 & 0x0101_0101
}
