//! SHA-256 (FIPS 180-4) of every block of some data, against the crate `sha2`.

use crate::ported::{bytes, devices};
use sha2::{Digest, Sha256};
use vyre::prelude::*;

const START: [u32; 8] =
    [0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19];

/// The first 32 bits of the fractional parts of the cube roots of the first 64 primes.
const ROUNDS: [u32; 64] = {
    let (mut rounds, mut found, mut n) = ([0; 64], 0, 2);
    while found < 64 {
        let mut divisor = 2;
        while n % divisor != 0 {
            divisor += 1;
        }
        if divisor == n {
            // The largest `root` with `root^3 <= n * 2^96`, which is the cube root times 2^32.
            let (mut root, mut bit) = (0u128, 1u128 << 35);
            while bit > 0 {
                if (root | bit).pow(3) <= n << 96 {
                    root |= bit;
                }
                bit >>= 1;
            }
            rounds[found] = root as u32;
            found += 1;
        }
        n += 1;
    }
    rounds
};

#[vyre::function]
fn compress(state: &mut [u32; 8], chunk: &[u32; 16]) {
    let mut w = [0; 64];
    for i in 0..16 {
        w[i] = chunk[i];
    }
    for i in 16..64 {
        let (x, y) = (w[i - 15], w[i - 2]);
        let s0 = x.rotate_right(7) ^ x.rotate_right(18) ^ (x >> 3);
        let s1 = y.rotate_right(17) ^ y.rotate_right(19) ^ (y >> 10);
        w[i] = w[i - 16].wrapping_add(s0).wrapping_add(w[i - 7]).wrapping_add(s1);
    }
    let [mut a, mut b, mut c, mut d, mut e, mut f, mut g, mut h] = *state;
    for i in 0..64 {
        let s1 = e.rotate_right(6) ^ e.rotate_right(11) ^ e.rotate_right(25);
        let choice = (e & f) ^ (!e & g);
        let t1 = h.wrapping_add(s1).wrapping_add(choice).wrapping_add(ROUNDS[i]).wrapping_add(w[i]);
        let s0 = a.rotate_right(2) ^ a.rotate_right(13) ^ a.rotate_right(22);
        let majority = (a & b) ^ (a & c) ^ (b & c);
        let t2 = s0.wrapping_add(majority);
        (a, b, c, d, e, f, g, h) = (t1.wrapping_add(t2), a, b, c, d.wrapping_add(t1), e, f, g);
    }
    let after = [a, b, c, d, e, f, g, h];
    for i in 0..8 {
        state[i] = state[i].wrapping_add(after[i]);
    }
}

/// Invocation `i` hashes the block `i`. Blocks begin at multiples of `block_size`; the last one may be shorter.
#[vyre::kernel(workgroup_size = 64)]
fn sha256_blocks(data: &[u8], block_size: u32, digests: &mut [[u32; 8]]) {
    let i = invocation_id().x;
    if i >= digests.len() {
        return;
    }
    let message = &data[i * block_size..(i + 1) * block_size];
    let mut state = START;
    let chunks = (message.len() + 8) / 64 + 1;
    for chunk in 0..chunks {
        let mut words = [0u32; 16];
        for k in 0..64 {
            // After the message there is one bit, then zeros.
            let at = chunk * 64 + k;
            let byte = if at == message.len() { 0x80 } else { message[at] };
            words[k / 4] |= u32::from(byte) << (24 - 8 * (k % 4));
        }
        if chunk == chunks - 1 {
            words[14] = message.len() >> 29;
            words[15] = message.len() << 3;
        }
        compress(&mut state, &words);
    }
    digests[i] = state;
}

fn digests(device: &Device, data: &[u8], block_size: usize) -> Vec<[u8; 32]> {
    let blocks = data.len().div_ceil(block_size);
    let mut digests = vec![[0; 8]; blocks];
    sha256_blocks(data, block_size as u32, &mut digests).dispatch(device).unwrap();
    let bytes = |digest: [u32; 8]| -> Vec<u8> { digest.into_iter().flat_map(u32::to_be_bytes).collect() };
    digests.into_iter().map(|digest| bytes(digest).try_into().unwrap()).collect()
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
