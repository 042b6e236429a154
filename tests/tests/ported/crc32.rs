//! CRC-32 (IEEE 802.3) of a whole buffer, computed in segments that are combined as zlib does it, against the crate
//! `crc32fast`.

use crate::bytes;
use vyre::prelude::*;
use vyre_tests::devices;

const POLYNOMIAL: u32 = 0xedb8_8320;

/// Invocation `i` takes the segment `i`, through a table of 256 words. Behind a segment with `n` bytes to follow, the
/// register still has to be multiplied by `x^(8 n)` modulo the polynomial; `powers[k]` is `x^(2^k)`. What all the
/// segments leave, added up, is the register at the end.
#[vyre::kernel(workgroup_size = 32)]
fn crc32_segments(
    data: &[u8],
    table: &Uniform<[u32]>,
    powers: &Uniform<[u32]>,
    segment: u32,
    register: &[AtomicU32],
) {
    const POLYNOMIAL: u32 = 0xedb8_8320;
    let i = invocation_id().x;
    let start = i * segment;
    if start >= data.len() && i > 0 {
        return;
    }
    let end = start + segment.min(data.len() - start);
    let mut crc = if i == 0 { !0 } else { 0 };
    for at in start..end {
        crc = table[(crc ^ data.byte(at)) & 255] ^ (crc >> 8);
    }
    let rest = data.len() - end;
    for k in 0..32 {
        if rest >> k == 0 {
            break;
        }
        if (rest >> k) & 1 == 0 {
            continue;
        }
        // Polynomials have the coefficient of `x^0` in their highest bit. `x^(2^32)` is `x` again.
        let factor = powers[(k + 3) % 32];
        let mut product = 0;
        for bit in 0..32 {
            if factor & (0x8000_0000 >> bit) != 0 {
                product ^= crc;
            }
            crc = (crc >> 1) ^ if crc & 1 == 1 { POLYNOMIAL } else { 0 };
        }
        crc = product;
    }
    register[0].fetch_xor(crc);
}

/// `p * x` modulo the polynomial.
fn times_x(p: u32) -> u32 {
    (p >> 1) ^ if p & 1 == 1 { POLYNOMIAL } else { 0 }
}

fn table() -> Vec<u32> {
    (0..256).map(|byte| (0..8).fold(byte, |crc, _| times_x(crc))).collect()
}

fn powers() -> Vec<u32> {
    let product = |a: u32, b: u32| {
        let terms = (0..32).filter(|bit| a & (0x8000_0000 >> bit) != 0);
        terms.map(|bit| (0..bit).fold(b, |p, _| times_x(p))).fold(0, |sum, term| sum ^ term)
    };
    std::iter::successors(Some(0x4000_0000), |&power| Some(product(power, power))).take(32).collect()
}

fn crc32(device: &Device, data: &[u8], segment: usize) -> u32 {
    let mut register = [0];
    let segments = data.len().div_ceil(segment).max(1);
    crc32_segments(data, &table(), &powers(), segment as u32, &mut register)
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
