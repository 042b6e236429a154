//! SipHash-2-4 (Aumasson and Bernstein) of many keys of hash tables, against the vectors of the paper's authors and the standard library.

use crate::ported::{bytes, devices};
use std::hash::Hasher;
use vyre::prelude::*;

#[vyre::data]
struct State {
    v0: u64,
    v1: u64,
    v2: u64,
    v3: u64,
}

#[vyre::function]
impl State {
    fn new(k0: u64, k1: u64) -> Self {
        Self {
            v0: k0 ^ 0x736f_6d65_7073_6575,
            v1: k1 ^ 0x646f_7261_6e64_6f6d,
            v2: k0 ^ 0x6c79_6765_6e65_7261,
            v3: k1 ^ 0x7465_6462_7974_6573,
        }
    }

    fn round(&mut self) {
        self.v0 = self.v0.wrapping_add(self.v1);
        self.v1 = self.v1.rotate_left(13) ^ self.v0;
        self.v0 = self.v0.rotate_left(32);
        self.v2 = self.v2.wrapping_add(self.v3);
        self.v3 = self.v3.rotate_left(16) ^ self.v2;
        self.v0 = self.v0.wrapping_add(self.v3);
        self.v3 = self.v3.rotate_left(21) ^ self.v0;
        self.v2 = self.v2.wrapping_add(self.v1);
        self.v1 = self.v1.rotate_left(17) ^ self.v2;
        self.v2 = self.v2.rotate_left(32);
    }

    fn absorb(&mut self, word: u64) {
        self.v3 ^= word;
        for _ in 0..2 {
            self.round();
        }
        self.v0 ^= word;
    }

    fn finish(mut self) -> u64 {
        self.v2 ^= 0xff;
        for _ in 0..4 {
            self.round();
        }
        self.v0 ^ self.v1 ^ self.v2 ^ self.v3
    }
}

/// Key `i` is the bytes from `starts[i]` to `starts[i + 1]`.
#[vyre::kernel(workgroup_size = 64)]
fn siphash(secret: [u64; 2], data: &[u8], starts: &[u32], hashes: &mut [u64]) {
    fn word(data: &[u8]) -> u64 {
        let mut word = 0;
        for k in 0..8 {
            word |= u64::from(data[k]) << (8 * k);
        }
        word
    }
    let i = invocation_id().x;
    if i >= hashes.len() {
        return;
    }
    let key = &data[starts[i]..starts[i + 1]];
    let mut state = State::new(secret[0], secret[1]);
    let whole = key.len() / 8 * 8;
    for at in (0..whole).step_by(8) {
        state.absorb(word(&key[at..at + 8]));
    }
    state.absorb(word(&key[whole..]) | u64::from(key.len()) << 56);
    hashes[i] = state.finish();
}

fn hashes(device: &Device, secret: [u64; 2], data: &[u8], starts: &[u32]) -> Vec<u64> {
    let mut hashes = vec![0; starts.len() - 1];
    siphash(secret, data, starts, &mut hashes).dispatch(device).unwrap();
    hashes
}

#[test]
fn the_vector_of_the_paper() {
    let data: Vec<u8> = (0..15).collect();
    let secret = [0x0706_0504_0302_0100, 0x0f0e_0d0c_0b0a_0908];
    for device in devices() {
        let found = hashes(&device, secret, &data, &[0, 15]);
        assert_eq!(found, [0xa129_ca61_49be_45e5], "{device}");
    }
}

#[test]
#[allow(deprecated, reason = "std's SipHasher is SipHash-2-4, and stays")]
fn keys_of_every_length() {
    let data = bytes(5, 70 * 69 / 2);
    let starts: Vec<u32> = (0..70).map(|n: u32| n * n.saturating_sub(1) / 2).collect();
    let secret = [0x0123_4567_89ab_cdef, u64::MAX];
    let expected: Vec<u64> = starts
        .windows(2)
        .map(|ends| {
            let mut hasher = std::hash::SipHasher::new_with_keys(secret[0], secret[1]);
            hasher.write(&data[ends[0] as usize..ends[1] as usize]);
            hasher.finish()
        })
        .collect();
    for device in devices() {
        assert_eq!(hashes(&device, secret, &data, &starts), expected, "{device}");
    }
}
