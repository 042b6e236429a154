//! Input values at which arithmetic and addressing change their behaviour, and some that no one chose.

/// The `u32` values around which operators change their behaviour, and four arbitrary ones.
pub const EDGES: [u32; 21] = [
    0,
    1,
    2,
    3,
    7,
    31,
    32,
    33,
    255,
    256,
    65_535,
    65_536,
    0x7fff_ffff,
    0x8000_0000,
    0x8000_0001,
    0xffff_fffe,
    0xffff_ffff,
    0x9e37_79b9,
    0x1234_5678,
    0x00c0_ffee,
    0xb504_f334,
];

/// A number that looks random, the same for the same `n`.
pub fn scramble(n: u32) -> u32 {
    let x = n.wrapping_add(0x9e37_79b9).wrapping_mul(0x85eb_ca6b);
    let x = (x ^ (x >> 13)).wrapping_mul(0xc2b2_ae35);
    x ^ (x >> 16)
}

/// `len` numbers that look random, below `bound`; the same for the same `seed`.
pub fn random(seed: u32, len: u32, bound: u32) -> Vec<u32> {
    (0..len).map(|n| scramble(n ^ scramble(seed)) % bound).collect()
}

/// Indices that are out of bounds for a buffer of `len` elements, and that a device might mistake for others: just
/// past the end, in the padding of an allocation, and where an offset in bytes wraps around to the beginning.
pub fn indices_past(len: u32) -> Vec<u32> {
    let (gib, half) = (1 << 30, 1 << 31);
    let mut indices = vec![
        len,
        len + 1,
        len + 2,
        len + 3,
        len + 4,
        len + 63,
        gib - 1,
        gib,
        gib + 1,
        gib + 6,
        half - 1,
        half,
        half + 6,
        half + gib,
        half + gib + 6,
        u32::MAX - 1,
        u32::MAX,
    ];
    // The element that a wrapped byte offset, or a negative index, would hit.
    indices.extend((1..=len).map(|back| gib + len - back));
    indices.extend((1..=len).map(|back| u32::MAX - back));
    indices.sort_unstable();
    indices.dedup();
    indices
}
