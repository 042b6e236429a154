// Hashes of messages, written in vyre's own language. Of each there are the steps over a part of a message, which a host launches one after the other over a long one, and
// the whole.

/// CRC-32 of bytes (IEEE 802.3), as of zlib and PNG.
///
/// ```
/// assert_eq!(vyre::ops::hash::crc32(b"123456789"), 0xcbf4_3926);
/// ```
pub fn crc32(data: &[u8]) -> u32 {
    let crc: u32 = crc32_steps(u32::MAX, data, 0, data.len());
    !crc
}

#[doc(hidden)]
pub fn crc32_steps(state: u32, data: &[u8], from: u32, to: u32) -> u32 {
    const TABLE: [u32; 16] = [
        0, 0x1db7_1064, 0x3b6e_20c8, 0x26d9_30ac, 0x76dc_4190, 0x6b6b_51f4, 0x4db2_6158, 0x5005_713c, 0xedb8_8320, 0xf00f_9344, 0xd6d6_a3e8,
        0xcb61_b38c, 0x9b64_c2b0, 0x86d3_d2d4, 0xa00a_e278, 0xbdbd_f21c,
    ];
    let mut crc = state;
    for at in from..to {
        crc ^= data[at] as u32;
        crc = TABLE[crc & 15] ^ (crc >> 4);
        crc = TABLE[crc & 15] ^ (crc >> 4);
    }
    crc
}

/// CRC-32C of bytes (Castagnoli), as of iSCSI and ext4.
///
/// ```
/// assert_eq!(vyre::ops::hash::crc32c(b"123456789"), 0xe306_9283);
/// ```
pub fn crc32c(data: &[u8]) -> u32 {
    let crc: u32 = crc32c_steps(u32::MAX, data, 0, data.len());
    !crc
}

#[doc(hidden)]
pub fn crc32c_steps(state: u32, data: &[u8], from: u32, to: u32) -> u32 {
    const TABLE: [u32; 16] = [
        0, 0x105e_c76f, 0x20bd_8ede, 0x30e3_49b1, 0x417b_1dbc, 0x5125_dad3, 0x61c6_9362, 0x7198_540d, 0x82f6_3b78, 0x92a8_fc17, 0xa24b_b5a6,
        0xb215_72c9, 0xc38d_26c4, 0xd3d3_e1ab, 0xe330_a81a, 0xf36e_6f75,
    ];
    let mut crc = state;
    for at in from..to {
        crc ^= data[at] as u32;
        crc = TABLE[crc & 15] ^ (crc >> 4);
        crc = TABLE[crc & 15] ^ (crc >> 4);
    }
    crc
}

/// Adler-32 of bytes, as of zlib.
///
/// ```
/// assert_eq!(vyre::ops::hash::adler32(b"Wikipedia"), 0x11e6_0398);
/// ```
pub fn adler32(data: &[u8]) -> u32 {
    let sums: u32 = adler32_steps(1, data, 0, data.len());
    sums
}

#[doc(hidden)]
pub fn adler32_steps(state: u32, data: &[u8], from: u32, to: u32) -> u32 {
    let (mut a, mut b) = (state & 0xffff, state >> 16);
    for at in from..to {
        a += data[at] as u32;
        // Both stay below 65521, so that one subtraction is enough.
        a = if a >= 65521 { a - 65521 } else { a };
        b += a;
        b = if b >= 65521 { b - 65521 } else { b };
    }
    b << 16 | a
}

/// xxHash32 of bytes.
///
/// ```
/// assert_eq!(vyre::ops::hash::xxh32(b"abc", 0), 0x32d1_53ff);
/// ```
pub fn xxh32(data: &[u8], seed: u32) -> u32 {
    let start = [seed + 0x9e37_79b1 + 0x85eb_ca77, seed + 0x85eb_ca77, seed, seed - 0x9e37_79b1];
    let lanes: [u32; 4] = xxh32_steps(start, data, 0, data.len() / 16);
    let hash: u32 = xxh32_end(lanes, data, seed);
    hash
}

#[doc(hidden)]
pub fn xxh32_steps(state: [u32; 4], data: &[u8], from: u32, to: u32) -> [u32; 4] {
    let mut lanes = state;
    for step in from..to {
        for lane in 0..4u32 {
            let at = step * 16 + lane * 4;
            let word = u32::from_le_bytes([data[at], data[at + 1], data[at + 2], data[at + 3]]);
            lanes[lane] = (lanes[lane] + word * 0x85eb_ca77).rotate_left(13) * 0x9e37_79b1;
        }
    }
    lanes
}

#[doc(hidden)]
pub fn xxh32_end(state: [u32; 4], data: &[u8], seed: u32) -> u32 {
    const PRIME_1: u32 = 0x9e37_79b1;
    const PRIME_2: u32 = 0x85eb_ca77;
    const PRIME_3: u32 = 0xc2b2_ae3d;
    const PRIME_4: u32 = 0x27d4_eb2f;
    const PRIME_5: u32 = 0x1656_67b1;
    let len: u32 = data.len();
    let mut hash = seed + PRIME_5;
    if len >= 16 {
        let [a, b, c, d] = state;
        hash = a.rotate_left(1) + b.rotate_left(7) + c.rotate_left(12) + d.rotate_left(18);
    }
    hash += len;
    let mut at = len / 16 * 16;
    while at + 4 <= len {
        let word = u32::from_le_bytes([data[at], data[at + 1], data[at + 2], data[at + 3]]);
        hash = (hash + word * PRIME_3).rotate_left(17) * PRIME_4;
        at += 4;
    }
    while at < len {
        hash = (hash + data[at] as u32 * PRIME_5).rotate_left(11) * PRIME_1;
        at += 1;
    }
    hash = (hash ^ (hash >> 15)) * PRIME_2;
    hash = (hash ^ (hash >> 13)) * PRIME_3;
    hash ^ (hash >> 16)
}

/// MurmurHash3 of 32 bits (`x86_32`) of bytes.
///
/// ```
/// assert_eq!(vyre::ops::hash::murmur3_32(b"test", 0x9747_b28c), 0x704b_81dc);
/// ```
pub fn murmur3_32(data: &[u8], seed: u32) -> u32 {
    let steps: u32 = murmur3_32_steps(seed, data, 0, data.len() / 4);
    let hash: u32 = murmur3_32_end(steps, data);
    hash
}

#[doc(hidden)]
pub fn murmur3_32_steps(state: u32, data: &[u8], from: u32, to: u32) -> u32 {
    let mut hash = state;
    for step in from..to {
        let at = step * 4;
        let word = u32::from_le_bytes([data[at], data[at + 1], data[at + 2], data[at + 3]]);
        hash ^= (word * 0xcc9e_2d51).rotate_left(15) * 0x1b87_3593;
        hash = hash.rotate_left(13) * 5 + 0xe654_6b64;
    }
    hash
}

#[doc(hidden)]
pub fn murmur3_32_end(state: u32, data: &[u8]) -> u32 {
    let len: u32 = data.len();
    let (mut hash, mut word) = (state, 0u32);
    for back in 0..len % 4 {
        word = word << 8 | data[len - 1 - back] as u32;
    }
    hash ^= (word * 0xcc9e_2d51).rotate_left(15) * 0x1b87_3593;
    hash ^= len;
    hash = (hash ^ (hash >> 16)) * 0x85eb_ca6b;
    hash = (hash ^ (hash >> 13)) * 0xc2b2_ae35;
    hash ^ (hash >> 16)
}

/// xxHash64 of bytes.
///
/// ```
/// assert_eq!(vyre::ops::hash::xxh64(b"abc", 0), 0x44bc_2cf5_ad77_0999);
/// ```
pub fn xxh64(data: &[u8], seed: u64) -> u64 {
    const PRIME_1: u64 = 0x9e37_79b1_85eb_ca87;
    const PRIME_2: u64 = 0xc2b2_ae3d_27d4_eb4f;
    let start = [seed + PRIME_1 + PRIME_2, seed + PRIME_2, seed, seed - PRIME_1];
    let lanes: [u64; 4] = xxh64_steps(start, data, 0, data.len() / 32);
    let hash: u64 = xxh64_end(lanes, data, seed);
    hash
}

#[doc(hidden)]
pub fn xxh64_steps(state: [u64; 4], data: &[u8], from: u32, to: u32) -> [u64; 4] {
    const PRIME_1: u64 = 0x9e37_79b1_85eb_ca87;
    const PRIME_2: u64 = 0xc2b2_ae3d_27d4_eb4f;
    let mut lanes = state;
    for step in from..to {
        for lane in 0..4u32 {
            let at = step * 32 + lane * 8;
            let low = u32::from_le_bytes([data[at], data[at + 1], data[at + 2], data[at + 3]]);
            let high = u32::from_le_bytes([data[at + 4], data[at + 5], data[at + 6], data[at + 7]]);
            let word = (high as u64) << 32 | low as u64;
            lanes[lane] = (lanes[lane] + word * PRIME_2).rotate_left(31) * PRIME_1;
        }
    }
    lanes
}

#[doc(hidden)]
pub fn xxh64_end(state: [u64; 4], data: &[u8], seed: u64) -> u64 {
    const PRIME_1: u64 = 0x9e37_79b1_85eb_ca87;
    const PRIME_2: u64 = 0xc2b2_ae3d_27d4_eb4f;
    const PRIME_3: u64 = 0x1656_67b1_9e37_79f9;
    const PRIME_4: u64 = 0x85eb_ca77_c2b2_ae63;
    const PRIME_5: u64 = 0x27d4_eb2f_1656_67c5;
    let len: u32 = data.len();
    let mut hash = seed + PRIME_5;
    if len >= 32 {
        let [a, b, c, d] = state;
        hash = a.rotate_left(1) + b.rotate_left(7) + c.rotate_left(12) + d.rotate_left(18);
        for lane in 0..4u32 {
            hash = (hash ^ ((state[lane] * PRIME_2).rotate_left(31) * PRIME_1)) * PRIME_1 + PRIME_4;
        }
    }
    hash += len as u64;
    let mut at = len / 32 * 32;
    while at + 8 <= len {
        let low = u32::from_le_bytes([data[at], data[at + 1], data[at + 2], data[at + 3]]);
        let high = u32::from_le_bytes([data[at + 4], data[at + 5], data[at + 6], data[at + 7]]);
        let word = (high as u64) << 32 | low as u64;
        hash = (hash ^ ((word * PRIME_2).rotate_left(31) * PRIME_1)).rotate_left(27) * PRIME_1 + PRIME_4;
        at += 8;
    }
    if at + 4 <= len {
        let word = u32::from_le_bytes([data[at], data[at + 1], data[at + 2], data[at + 3]]);
        hash = (hash ^ (word as u64 * PRIME_1)).rotate_left(23) * PRIME_2 + PRIME_3;
        at += 4;
    }
    while at < len {
        hash = (hash ^ (data[at] as u64 * PRIME_5)).rotate_left(11) * PRIME_1;
        at += 1;
    }
    hash = (hash ^ (hash >> 33)) * PRIME_2;
    hash = (hash ^ (hash >> 29)) * PRIME_3;
    hash ^ (hash >> 32)
}

/// SipHash-1-3 of bytes, with a key of two numbers, the first eight bytes of the key first.
///
/// ```
/// let hash = vyre::ops::hash::siphash13(b"", [0x0706_0504_0302_0100, 0x0f0e_0d0c_0b0a_0908]);
/// assert_eq!(hash, 0xabac_0158_050f_c4dc);
/// ```
pub fn siphash13(data: &[u8], key: [u64; 2]) -> u64 {
    let [low, high] = key;
    let start = [
        low ^ 0x736f_6d65_7073_6575, high ^ 0x646f_7261_6e64_6f6d, low ^ 0x6c79_6765_6e65_7261, high ^ 0x7465_6462_7974_6573,
    ];
    let state: [u64; 4] = siphash13_steps(start, data, 0, data.len() / 8);
    let hash: u64 = siphash13_end(state, data);
    hash
}

#[doc(hidden)]
pub fn sip_round(state: [u64; 4]) -> [u64; 4] {
    let [mut a, mut b, mut c, mut d] = state;
    a += b;
    b = b.rotate_left(13) ^ a;
    a = a.rotate_left(32);
    c += d;
    d = d.rotate_left(16) ^ c;
    a += d;
    d = d.rotate_left(21) ^ a;
    c += b;
    b = b.rotate_left(17) ^ c;
    c = c.rotate_left(32);
    [a, b, c, d]
}

#[doc(hidden)]
pub fn siphash13_steps(state: [u64; 4], data: &[u8], from: u32, to: u32) -> [u64; 4] {
    let mut mixed = state;
    for step in from..to {
        let at = step * 8;
        let low = u32::from_le_bytes([data[at], data[at + 1], data[at + 2], data[at + 3]]);
        let high = u32::from_le_bytes([data[at + 4], data[at + 5], data[at + 6], data[at + 7]]);
        let word = (high as u64) << 32 | low as u64;
        mixed[3] ^= word;
        mixed = sip_round(mixed);
        mixed[0] ^= word;
    }
    mixed
}

#[doc(hidden)]
pub fn siphash13_end(state: [u64; 4], data: &[u8]) -> u64 {
    let len: u32 = data.len();
    let (mut mixed, mut word) = (state, (len as u64) << 56);
    for k in 0..len % 8 {
        word |= (data[len / 8 * 8 + k] as u64) << (8 * k);
    }
    mixed[3] ^= word;
    mixed = sip_round(mixed);
    mixed[0] ^= word;
    mixed[2] ^= 0xff;
    for _ in 0..3 {
        mixed = sip_round(mixed);
    }
    mixed[0] ^ mixed[1] ^ mixed[2] ^ mixed[3]
}

/// SHA-256 of bytes (FIPS 180-4).
///
/// ```
/// assert_eq!(vyre::ops::hash::sha256(b"abc")[..4], [0xba, 0x78, 0x16, 0xbf]);
/// ```
pub fn sha256(data: &[u8]) -> [u8; 32] {
    let start = [
        0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19u32,
    ];
    let state: [u32; 8] = sha256_steps(start, data, 0, data.len() / 64);
    let digest: [u8; 32] = sha256_end(state, data);
    digest
}

#[doc(hidden)]
pub fn sha256_steps(state: [u32; 8], data: &[u8], from: u32, to: u32) -> [u32; 8] {
    const K: [u32; 64] = [
        0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5, 0x3956_c25b, 0x59f1_11f1, 0x923f_82a4, 0xab1c_5ed5, 0xd807_aa98, 0x1283_5b01,
        0x2431_85be, 0x550c_7dc3, 0x72be_5d74, 0x80de_b1fe, 0x9bdc_06a7, 0xc19b_f174, 0xe49b_69c1, 0xefbe_4786, 0x0fc1_9dc6, 0x240c_a1cc,
        0x2de9_2c6f, 0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da, 0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7, 0xc6e0_0bf3, 0xd5a7_9147,
        0x06ca_6351, 0x1429_2967, 0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc, 0x5338_0d13, 0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85,
        0xa2bf_e8a1, 0xa81a_664b, 0xc24b_8b70, 0xc76c_51a3, 0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070, 0x19a4_c116, 0x1e37_6c08,
        0x2748_774c, 0x34b0_bcb5, 0x391c_0cb3, 0x4ed8_aa4a, 0x5b9c_ca4f, 0x682e_6ff3, 0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208,
        0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7, 0xc671_78f2,
    ];
    let mut chained = state;
    let len: u32 = data.len();
    for step in from..to {
        let mut w = [0u32; 16];
        for k in 0..16u32 {
            let at = step * 64 + k * 4;
            if at + 4 <= len {
                w[k] = u32::from_be_bytes([data[at], data[at + 1], data[at + 2], data[at + 3]]);
            } else if at <= len {
                // The end of the message, one bit, and zeros.
                let mut word = 0u32;
                for j in 0..4u32 {
                    let byte = if at + j < len { data[at + j] as u32 } else if at + j == len { 0x80 } else { 0 };
                    word = word << 8 | byte;
                }
                w[k] = word;
            }
        }
        if step == (len + 8) / 64 {
            w[14] = len >> 29;
            w[15] = len << 3;
        }
        let [mut a, mut b, mut c, mut d, mut e, mut f, mut g, mut h] = chained;
        for round in 0..64u32 {
            let here = round & 15;
            if round >= 16 {
                let (x, y) = (w[(round + 1) & 15], w[(round + 14) & 15]);
                let s0 = x.rotate_right(7) ^ x.rotate_right(18) ^ (x >> 3);
                let s1 = y.rotate_right(17) ^ y.rotate_right(19) ^ (y >> 10);
                w[here] += s0 + w[(round + 9) & 15] + s1;
            }
            let s1 = e.rotate_right(6) ^ e.rotate_right(11) ^ e.rotate_right(25);
            let t1 = h + s1 + ((e & f) ^ (!e & g)) + K[round] + w[here];
            let s0 = a.rotate_right(2) ^ a.rotate_right(13) ^ a.rotate_right(22);
            let t2 = s0 + ((a & b) ^ (a & c) ^ (b & c));
            (a, b, c, d, e, f, g, h) = (t1 + t2, a, b, c, d + t1, e, f, g);
        }
        let mixed = [a, b, c, d, e, f, g, h];
        for k in 0..8u32 {
            chained[k] += mixed[k];
        }
    }
    chained
}

#[doc(hidden)]
pub fn sha256_end(state: [u32; 8], data: &[u8]) -> [u8; 32] {
    let len: u32 = data.len();
    let last: [u32; 8] = sha256_steps(state, data, len / 64, (len + 8) / 64 + 1);
    let mut digest = [0u8; 32];
    for k in 0..32u32 {
        digest[k] = (last[k / 4] >> (24 - 8 * (k % 4))) as u8;
    }
    digest
}

/// MD5 of bytes (RFC 1321), for what asks for it; it keeps nothing safe.
///
/// ```
/// assert_eq!(vyre::ops::hash::md5(b"abc")[..4], [0x90, 0x01, 0x50, 0x98]);
/// ```
pub fn md5(data: &[u8]) -> [u8; 16] {
    let start = [0x6745_2301, 0xefcd_ab89, 0x98ba_dcfe, 0x1032_5476u32];
    let state: [u32; 4] = md5_steps(start, data, 0, data.len() / 64);
    let digest: [u8; 16] = md5_end(state, data);
    digest
}

#[doc(hidden)]
pub fn md5_steps(state: [u32; 4], data: &[u8], from: u32, to: u32) -> [u32; 4] {
    const SINES: [u32; 64] = [
        0xd76a_a478, 0xe8c7_b756, 0x2420_70db, 0xc1bd_ceee, 0xf57c_0faf, 0x4787_c62a, 0xa830_4613, 0xfd46_9501, 0x6980_98d8, 0x8b44_f7af,
        0xffff_5bb1, 0x895c_d7be, 0x6b90_1122, 0xfd98_7193, 0xa679_438e, 0x49b4_0821, 0xf61e_2562, 0xc040_b340, 0x265e_5a51, 0xe9b6_c7aa,
        0xd62f_105d, 0x0244_1453, 0xd8a1_e681, 0xe7d3_fbc8, 0x21e1_cde6, 0xc337_07d6, 0xf4d5_0d87, 0x455a_14ed, 0xa9e3_e905, 0xfcef_a3f8,
        0x676f_02d9, 0x8d2a_4c8a, 0xfffa_3942, 0x8771_f681, 0x6d9d_6122, 0xfde5_380c, 0xa4be_ea44, 0x4bde_cfa9, 0xf6bb_4b60, 0xbebf_bc70,
        0x289b_7ec6, 0xeaa1_27fa, 0xd4ef_3085, 0x0488_1d05, 0xd9d4_d039, 0xe6db_99e5, 0x1fa2_7cf8, 0xc4ac_5665, 0xf429_2244, 0x432a_ff97,
        0xab94_23a7, 0xfc93_a039, 0x655b_59c3, 0x8f0c_cc92, 0xffef_f47d, 0x8584_5dd1, 0x6fa8_7e4f, 0xfe2c_e6e0, 0xa301_4314, 0x4e08_11a1,
        0xf753_7e82, 0xbd3a_f235, 0x2ad7_d2bb, 0xeb86_d391,
    ];
    const TURNS: [u32; 16] = [7, 12, 17, 22, 5, 9, 14, 20, 4, 11, 16, 23, 6, 10, 15, 21];
    let mut chained = state;
    let len: u32 = data.len();
    for step in from..to {
        let mut w = [0u32; 16];
        for k in 0..16u32 {
            let at = step * 64 + k * 4;
            if at + 4 <= len {
                w[k] = u32::from_le_bytes([data[at], data[at + 1], data[at + 2], data[at + 3]]);
            } else if at <= len {
                // The end of the message, one bit, and zeros.
                let mut word = 0u32;
                for j in 0..4u32 {
                    let byte = if at + j < len { data[at + j] as u32 } else if at + j == len { 0x80 } else { 0 };
                    word |= byte << (8 * j);
                }
                w[k] = word;
            }
        }
        if step == (len + 8) / 64 {
            w[14] = len << 3;
            w[15] = len >> 29;
        }
        let [mut a, mut b, mut c, mut d] = chained;
        for round in 0..64u32 {
            let (mixed, at) = match round / 16 {
                0 => ((b & c) | (!b & d), round),
                1 => ((d & b) | (!d & c), round * 5 + 1),
                2 => (b ^ c ^ d, round * 3 + 5),
                _ => (c ^ (b | !d), round * 7),
            };
            let sum = a + mixed + SINES[round] + w[at & 15];
            (a, b, c, d) = (d, b + sum.rotate_left(TURNS[round / 16 * 4 + round % 4]), b, c);
        }
        let mixed = [a, b, c, d];
        for k in 0..4u32 {
            chained[k] += mixed[k];
        }
    }
    chained
}

#[doc(hidden)]
pub fn md5_end(state: [u32; 4], data: &[u8]) -> [u8; 16] {
    let len: u32 = data.len();
    let last: [u32; 4] = md5_steps(state, data, len / 64, (len + 8) / 64 + 1);
    let mut digest = [0u8; 16];
    for k in 0..16u32 {
        digest[k] = (last[k / 4] >> (8 * (k % 4))) as u8;
    }
    digest
}

/// BLAKE3 of bytes, without a key.
///
/// ```
/// assert_eq!(vyre::ops::hash::blake3(b"abc")[..4], [0x64, 0x37, 0xb3, 0xac]);
/// ```
pub fn blake3(data: &[u8]) -> [u8; 32] {
    // What a subtree of 2^k chunks gave waits in the row k, where the bit k of the number of chunks is set.
    let mut waiting = [[0u32; 8]; 22];
    let len: u32 = data.len();
    let chunks = (len.max(1) - 1) / 1024;
    let mut done = 0;
    while done < chunks {
        let mut value: [u32; 8] = blake3_chunk(data, done, false);
        done += 1;
        for level in 0..done.trailing_zeros() {
            value = blake3_parent(waiting[level], value, false);
        }
        waiting[done.trailing_zeros()] = value;
    }
    // The last chunk, and the subtrees that wait for it, the smallest first.
    let mut last: [u32; 8] = blake3_chunk(data, chunks, chunks == 0);
    for level in 0..22u32 {
        if (chunks >> level) & 1 == 1 {
            last = blake3_parent(waiting[level], last, (chunks >> level) == 1);
        }
    }
    let digest: [u8; 32] = blake3_digest(last);
    digest
}

#[doc(hidden)]
pub fn blake3_digest(words: [u32; 8]) -> [u8; 32] {
    let mut digest = [0u8; 32];
    for k in 0..32u32 {
        digest[k] = (words[k / 4] >> (8 * (k % 4))) as u8;
    }
    digest
}

#[doc(hidden)]
pub fn blake3_compress(chained: [u32; 8], block: [u32; 16], counter: u32, len: u32, flags: u32) -> [u32; 8] {
    const ORDER: [u32; 16] = [2, 6, 3, 10, 7, 0, 4, 13, 1, 11, 12, 5, 9, 14, 15, 8];
    // Which four words a quarter of a round mixes: columns, then diagonals.
    const PLACES: [u32; 32] =
        [0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15, 0, 5, 10, 15, 1, 6, 11, 12, 2, 7, 8, 13, 3, 4, 9, 14];
    let mut v = [
        chained[0], chained[1], chained[2], chained[3], chained[4], chained[5], chained[6], chained[7], 0x6a09_e667, 0xbb67_ae85,
        0x3c6e_f372, 0xa54f_f53a, counter, 0, len, flags,
    ];
    let mut words = block;
    for _ in 0..7u32 {
        for k in 0..8u32 {
            let (a, b, c, d) = (PLACES[4 * k], PLACES[4 * k + 1], PLACES[4 * k + 2], PLACES[4 * k + 3]);
            v[a] += v[b] + words[2 * k];
            v[d] = (v[d] ^ v[a]).rotate_right(16);
            v[c] += v[d];
            v[b] = (v[b] ^ v[c]).rotate_right(12);
            v[a] += v[b] + words[2 * k + 1];
            v[d] = (v[d] ^ v[a]).rotate_right(8);
            v[c] += v[d];
            v[b] = (v[b] ^ v[c]).rotate_right(7);
        }
        let before = words;
        for k in 0..16u32 {
            words[k] = before[ORDER[k]];
        }
    }
    let mut mixed = [0u32; 8];
    for k in 0..8u32 {
        mixed[k] = v[k] ^ v[k + 8];
    }
    mixed
}

#[doc(hidden)]
pub fn blake3_parent(left: [u32; 8], right: [u32; 8], is_root: bool) -> [u32; 8] {
    let mut block = [0u32; 16];
    for k in 0..8u32 {
        block[k] = left[k];
        block[k + 8] = right[k];
    }
    let start = [
        0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19u32,
    ];
    blake3_compress(start, block, 0, 64, if is_root { 12 } else { 4 })
}

#[doc(hidden)]
pub fn blake3_chunk(data: &[u8], chunk: u32, is_root: bool) -> [u32; 8] {
    let mut chained = [
        0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19u32,
    ];
    let start = chunk * 1024;
    let len = (data.len() - start).min(1024);
    let blocks = (len.max(1) + 63) / 64;
    for block in 0..blocks {
        let mut words = [0u32; 16];
        for k in 0..16u32 {
            let at = block * 64 + k * 4;
            let mut word = 0u32;
            for j in 0..4u32 {
                if at + j < len {
                    word |= (data[start + at + j] as u32) << (8 * j);
                }
            }
            words[k] = word;
        }
        let is_last = block + 1 == blocks;
        let mut flags = if block == 0 { 1 } else { 0u32 };
        flags |= if is_last { 2 } else { 0 };
        flags |= if is_last && is_root { 8 } else { 0 };
        chained = blake3_compress(chained, words, chunk, (len - block * 64).min(64), flags);
    }
    chained
}
