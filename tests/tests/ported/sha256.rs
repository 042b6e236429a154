//! SHA-256 (FIPS 180-4) of every block of some data, against the crate `sha2`.

use crate::bytes;
use sha2::{Digest, Sha256};
use vyre::prelude::*;
use vyre_tests::devices;

/// Invocation `i` hashes the block `i`. Blocks begin at multiples of `block_size`, itself a multiple of 4; the last one
/// may be shorter. A digest is eight words, the most significant byte of each first in the usual notation.
#[vyre::kernel(workgroup_size = 64)]
fn sha256_blocks(data: &[u8], k: &Uniform<[u32]>, block_size: u32, digests: &mut [u32]) {
    let block = invocation_id().x;
    if block >= digests.len() / 8 {
        return;
    }
    let start = block * block_size;
    let len = (data.len() - start).min(block_size);
    let mut h0 = 0x6a09_e667u32;
    let mut h1 = 0xbb67_ae85;
    let mut h2 = 0x3c6e_f372;
    let mut h3 = 0xa54f_f53a;
    let mut h4 = 0x510e_527fu32;
    let mut h5 = 0x9b05_688c;
    let mut h6 = 0x1f83_d9ab;
    let mut h7 = 0x5be0_cd19;
    let chunks = (len + 8) / 64 + 1;
    for chunk in 0..chunks {
        let mut w = [0u32; 64];
        for i in 0..16 {
            let at = chunk * 64 + i * 4;
            let mut word = 0;
            if at + 4 <= len {
                word = data.word((start + at) / 4);
            } else {
                // After the message there is one bit, then zeros.
                for j in 0..4 {
                    let byte = if at + j < len {
                        data.byte(start + at + j)
                    } else if at + j == len {
                        0x80
                    } else {
                        0
                    };
                    word |= byte << (8 * j);
                }
            }
            w[i] = (word.rotate_left(8) & 0x00ff_00ff) | (word.rotate_right(8) & 0xff00_ff00);
        }
        if chunk + 1 == chunks {
            w[14] = len >> 29;
            w[15] = len << 3;
        }
        for i in 16..64 {
            let (x, y) = (w[i - 15], w[i - 2]);
            let s0 = x.rotate_right(7) ^ x.rotate_right(18) ^ (x >> 3);
            let s1 = y.rotate_right(17) ^ y.rotate_right(19) ^ (y >> 10);
            w[i] = w[i - 16] + s0 + w[i - 7] + s1;
        }
        let (mut a, mut b, mut c, mut d) = (h0, h1, h2, h3);
        let (mut e, mut f, mut g, mut h) = (h4, h5, h6, h7);
        for i in 0..64 {
            let s1 = e.rotate_right(6) ^ e.rotate_right(11) ^ e.rotate_right(25);
            let t1 = h + s1 + ((e & f) ^ (!e & g)) + k[i] + w[i];
            let s0 = a.rotate_right(2) ^ a.rotate_right(13) ^ a.rotate_right(22);
            let t2 = s0 + ((a & b) ^ (a & c) ^ (b & c));
            h = g;
            g = f;
            f = e;
            e = d + t1;
            d = c;
            c = b;
            b = a;
            a = t1 + t2;
        }
        h0 += a;
        h1 += b;
        h2 += c;
        h3 += d;
        h4 += e;
        h5 += f;
        h6 += g;
        h7 += h;
    }
    let at = block * 8;
    digests[at] = h0;
    digests[at + 1] = h1;
    digests[at + 2] = h2;
    digests[at + 3] = h3;
    digests[at + 4] = h4;
    digests[at + 5] = h5;
    digests[at + 6] = h6;
    digests[at + 7] = h7;
}

/// The first 32 bits of the fractional parts of the cube roots of the first 64 primes.
fn round_constants() -> Vec<u32> {
    let is_prime = |n: &u128| !(2..*n).any(|d| n.is_multiple_of(d));
    let root = |prime: u128| {
        // The largest `r` with `r^3 <= prime * 2^96`, which is the cube root times 2^32.
        let bits = (0..36).rev();
        bits.fold(0u128, |r, bit| if (r | 1 << bit).pow(3) <= prime << 96 { r | 1 << bit } else { r })
    };
    (2..).filter(is_prime).take(64).map(|prime| root(prime) as u32).collect()
}

fn digests(device: &Device, data: &[u8], block_size: usize) -> Vec<[u8; 32]> {
    let blocks = data.len().div_ceil(block_size);
    let mut words = vec![0; blocks * 8];
    sha256_blocks(data, &round_constants(), block_size as u32, &mut words)
        .invocations([blocks as u32, 1, 1])
        .dispatch(device)
        .unwrap();
    let digest = |words: &[u32]| {
        let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_be_bytes()).collect();
        bytes.try_into().unwrap()
    };
    words.chunks(8).map(digest).collect()
}

fn check(device: &Device, data: &[u8], block_size: usize) {
    let expected: Vec<[u8; 32]> = data.chunks(block_size).map(|block| Sha256::digest(block).into()).collect();
    assert_eq!(digests(device, data, block_size), expected, "{} in {block_size} on {device}", data.len());
}

#[test]
fn a_published_vector() {
    let expected = [
        0xba, 0x78, 0x16, 0xbf, 0x8f, 0x01, 0xcf, 0xea, 0x41, 0x41, 0x40, 0xde, 0x5d, 0xae, 0x22, 0x23, 0xb0,
        0x03, 0x61, 0xa3, 0x96, 0x17, 0x7a, 0x9c, 0xb4, 0x10, 0xff, 0x61, 0xf2, 0x00, 0x15, 0xad,
    ];
    for device in devices() {
        assert_eq!(digests(&device, b"abc", 4096), [expected], "{device}");
    }
}

#[test]
fn blocks_of_4_kib() {
    for device in devices() {
        for len in [1, 3, 4, 55, 56, 63, 64, 65, 4091, 4095, 4096, 4097, 3 * 4096, 70 * 4096 + 1234] {
            check(&device, &bytes(len as u32, len), 4096);
        }
        check(&device, &[], 4096);
        check(&device, &[0; 8192], 4096);
    }
}

#[test]
fn short_blocks_end_at_every_place_of_the_padding() {
    for device in devices() {
        for block_size in [4, 52, 56, 60, 64, 120] {
            check(&device, &bytes(1, 65 * block_size - 1), block_size);
        }
        for len in 1..=130 {
            check(&device, &bytes(len, len as usize), 132);
        }
    }
}
