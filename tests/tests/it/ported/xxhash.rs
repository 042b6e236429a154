//! xxHash32 of many records that lie behind one another, against the crate `twox-hash`.

use crate::ported::{bytes, devices};
use twox_hash::XxHash32;
use vyre::prelude::*;

const PRIME_1: u32 = 0x9e37_79b1;
const PRIME_2: u32 = 0x85eb_ca77;
const PRIME_3: u32 = 0xc2b2_ae3d;
const PRIME_4: u32 = 0x27d4_eb2f;
const PRIME_5: u32 = 0x1656_67b1;

#[vyre::function]
fn word(bytes: &[u8]) -> u32 {
    u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]])
}

#[vyre::function]
fn hash(data: &[u8], seed: u32) -> u32 {
    let mut at = 0;
    let mut hash = seed + PRIME_5;
    if data.len() >= 16 {
        let mut lanes = [seed + PRIME_1 + PRIME_2, seed + PRIME_2, seed, seed - PRIME_1];
        while at + 16 <= data.len() {
            for lane in 0..4 {
                let word: u32 = word(&data[at + 4 * lane..]);
                lanes[lane] = (lanes[lane] + word * PRIME_2).rotate_left(13) * PRIME_1;
            }
            at += 16;
        }
        let [a, b, c, d] = lanes;
        hash = a.rotate_left(1) + b.rotate_left(7) + c.rotate_left(12) + d.rotate_left(18);
    }
    hash += data.len();
    while at + 4 <= data.len() {
        hash = (hash + word(&data[at..]) * PRIME_3).rotate_left(17) * PRIME_4;
        at += 4;
    }
    while at < data.len() {
        hash = (hash + u32::from(data[at]) * PRIME_5).rotate_left(11) * PRIME_1;
        at += 1;
    }
    hash = (hash ^ (hash >> 15)) * PRIME_2;
    hash = (hash ^ (hash >> 13)) * PRIME_3;
    hash ^ (hash >> 16)
}

/// Record `i` is the bytes from `starts[i]` to `starts[i + 1]`, at any alignment.
#[vyre::kernel(workgroup_size = 64)]
fn xxhash32(data: &[u8], starts: &[u32], seed: u32, hashes: &mut [u32]) {
    let i = invocation_id().x;
    if i < hashes.len() {
        hashes[i] = hash(&data[starts[i]..starts[i + 1]], seed);
    }
}

fn check(device: &Device, lengths: &[usize], seed: u32) {
    let data = bytes(seed, lengths.iter().sum());
    let mut starts = vec![0u32];
    for len in lengths {
        starts.push(starts.last().unwrap() + *len as u32);
    }
    let record = |i: usize| &data[starts[i] as usize..starts[i + 1] as usize];
    let expected: Vec<u32> = (0..lengths.len()).map(|i| XxHash32::oneshot(seed, record(i))).collect();
    let mut hashes = vec![0; lengths.len()];
    xxhash32(&data, &starts, seed, &mut hashes).dispatch(device).unwrap();
    assert_eq!(hashes, expected, "seed {seed:#x} on {device}");
}

#[test]
fn published_vectors() {
    for device in devices() {
        let mut hashes = [0; 2];
        xxhash32(b"abc", &[0, 0, 3], 0, &mut hashes).dispatch(&device).unwrap();
        assert_eq!(hashes, [0x02cc_5d05, 0x32d1_53ff], "{device}");
    }
}

#[test]
fn records_of_every_short_length() {
    let lengths: Vec<usize> = (0..=80).collect();
    for device in devices() {
        for seed in [0, 1, 0x9e37_79b1, u32::MAX] {
            check(&device, &lengths, seed);
        }
    }
}

#[test]
fn records_of_random_length() {
    let lengths: Vec<usize> =
        vyre_tests::values::random(3, 200, 1000).into_iter().map(|len| len as usize).collect();
    for device in devices() {
        check(&device, &lengths, 77);
    }
}
