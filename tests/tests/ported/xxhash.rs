//! xxHash32 of many records that lie behind one another, against the crate `twox-hash`.

use crate::bytes;
use twox_hash::XxHash32;
use vyre::prelude::*;
use vyre_tests::devices;

/// Record `i` is the bytes from `starts[i]` to `starts[i + 1]`, at any alignment.
#[vyre::kernel(workgroup_size = 64)]
fn xxhash32(data: &[u8], starts: &[u32], seed: u32, hashes: &mut [u32]) {
    const PRIME_1: u32 = 0x9e37_79b1;
    const PRIME_2: u32 = 0x85eb_ca77;
    const PRIME_3: u32 = 0xc2b2_ae3d;
    const PRIME_4: u32 = 0x27d4_eb2f;
    const PRIME_5: u32 = 0x1656_67b1;
    let i = invocation_id().x;
    if i >= hashes.len() {
        return;
    }
    let (start, end) = (starts[i], starts[i + 1]);
    let len = end - start;
    let mut at = start;
    let mut hash = seed + PRIME_5;
    if len >= 16 {
        let mut lanes = [seed; 4];
        lanes[0] += PRIME_1 + PRIME_2;
        lanes[1] += PRIME_2;
        lanes[3] -= PRIME_1;
        for _ in 0..len / 16 {
            for lane in 0..4 {
                let low = data.byte(at) | data.byte(at + 1) << 8;
                let word = low | data.byte(at + 2) << 16 | data.byte(at + 3) << 24;
                lanes[lane] = (lanes[lane] + word * PRIME_2).rotate_left(13) * PRIME_1;
                at += 4;
            }
        }
        hash = lanes[0].rotate_left(1)
            + lanes[1].rotate_left(7)
            + lanes[2].rotate_left(12)
            + lanes[3].rotate_left(18);
    }
    hash += len;
    for _ in 0..(len & 15) / 4 {
        let low = data.byte(at) | data.byte(at + 1) << 8;
        let word = low | data.byte(at + 2) << 16 | data.byte(at + 3) << 24;
        hash = (hash + word * PRIME_3).rotate_left(17) * PRIME_4;
        at += 4;
    }
    for k in at..end {
        hash = (hash + data.byte(k) * PRIME_5).rotate_left(11) * PRIME_1;
    }
    hash = (hash ^ (hash >> 15)) * PRIME_2;
    hash = (hash ^ (hash >> 13)) * PRIME_3;
    hashes[i] = hash ^ (hash >> 16);
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
