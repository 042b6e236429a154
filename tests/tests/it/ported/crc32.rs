//! CRC-32 (IEEE 802.3) of a whole buffer, computed in segments that are combined as zlib does it, against the crate
//! `crc32fast`.

use crate::ported::{bytes, devices};
use vyre::prelude::*;

const POLYNOMIAL: u32 = 0xedb8_8320;

/// The register after each byte.
const TABLE: [u32; 256] = {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        let mut crc = byte as u32;
        let mut bit = 0;
        while bit < 8 {
            crc = times_x(crc);
            bit += 1;
        }
        table[byte] = crc;
        byte += 1;
    }
    table
};

/// `x^(2^k)` modulo the polynomial. Polynomials have the coefficient of `x^0` in their highest bit.
const POWERS: [u32; 32] = {
    let mut powers = [0x4000_0000; 32];
    let mut k = 1;
    while k < 32 {
        powers[k] = product_of(powers[k - 1], powers[k - 1]);
        k += 1;
    }
    powers
};

/// `p * x` modulo the polynomial.
const fn times_x(p: u32) -> u32 {
    (p >> 1) ^ if p & 1 == 1 { POLYNOMIAL } else { 0 }
}

const fn product_of(a: u32, mut b: u32) -> u32 {
    let (mut product, mut bit) = (0, 0);
    while bit < 32 {
        if a & (0x8000_0000 >> bit) != 0 {
            product ^= b;
        }
        b = times_x(b);
        bit += 1;
    }
    product
}

#[vyre::function]
fn product(a: u32, mut b: u32) -> u32 {
    let mut product = 0;
    for bit in (0..32).rev() {
        if a >> bit & 1 == 1 {
            product ^= b;
        }
        b = match b & 1 {
            1 => b >> 1 ^ POLYNOMIAL,
            _ => b >> 1,
        };
    }
    product
}

/// Invocation `i` takes the segment `i`, through a table of 256 words. Behind a segment with `n` bytes to follow, the
/// register still has to be multiplied by `x^(8 n)` modulo the polynomial. What all the segments leave, added up, is the
/// register at the end.
#[vyre::kernel(workgroup_size = 32)]
fn crc32_segments(data: &[u8], segment: u32, register: &[AtomicU32]) {
    let i = invocation_id().x;
    let bytes = &data[i * segment..(i + 1) * segment];
    let mut crc = if i == 0 { !0 } else { 0 };
    for k in 0..bytes.len() {
        crc = TABLE[(crc as u8) ^ bytes[k]] ^ (crc >> 8);
    }
    let rest = data.len().saturating_sub((i + 1) * segment);
    for k in 0..32 {
        if rest >> k & 1 == 1 {
            // `x^(2^32)` is `x` again.
            crc = product(POWERS[(k + 3) % 32], crc);
        }
    }
    register[0].fetch_xor(crc);
}

fn crc32(device: &Device, data: &[u8], segment: usize) -> u32 {
    let mut register = [0];
    let segments = data.len().div_ceil(segment).max(1);
    crc32_segments(data, segment as u32, &mut register)
        .invocations([segments as u32, 1, 1])
        .dispatch(device)
        .unwrap();
    !register[0]
}

#[test]
fn the_published_check_value() {
    for device in devices() {
        assert_eq!(crc32(&device, b"123456789", 256), 0xcbf4_3926, "{device}");
    }
}

#[test]
fn checksums_of_random_data() {
    for device in devices() {
        for len in [0, 1, 2, 3, 4, 5, 31, 63, 64, 65, 127, 128, 1000, 4096, 100_003] {
            for segment in [1, 7, 64, 1024] {
                if len / segment > 4096 {
                    continue;
                }
                let data = bytes(len as u32, len);
                let expected = crc32fast::hash(&data);
                assert_eq!(crc32(&device, &data, segment), expected, "{len} in {segment} on {device}");
            }
        }
    }
}

#[test]
fn checksums_of_zeros_and_ones() {
    for device in devices() {
        for data in [vec![0; 3000], vec![255; 3000]] {
            assert_eq!(crc32(&device, &data, 100), crc32fast::hash(&data), "{} on {device}", data[0]);
        }
    }
}
