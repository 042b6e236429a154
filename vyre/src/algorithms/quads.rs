//! Four bytes at once, in a word.

use vyre_macros::function;

/// Ones in the bytes that are at least `value`. Bytes and value have seven bits.
#[function(crate = crate)]
pub(super) fn at_least(bytes: u32, value: u32) -> u32 {
    (bytes + (128 - value) * 0x0101_0101) >> 7 & 0x0101_0101
}
