//! MurmurHash3 (SMHasher) with 32 bits of keys of any length, against the verification value of SMHasher and known hashes.

use crate::ported::devices;
use vyre::Device;

#[vyre::function]
fn scramble(k: u32) -> u32 {
    k.wrapping_mul(0xcc9e_2d51).rotate_left(15).wrapping_mul(0x1b87_3593)
}

#[vyre::function]
fn finalize(mut h: u32) -> u32 {
    h ^= h >> 16;
    h = h.wrapping_mul(0x85eb_ca6b);
    h ^= h >> 13;
    h = h.wrapping_mul(0xc2b2_ae35);
    h ^ (h >> 16)
}

#[vyre::function]
fn hash(key: &[u8], seed: u32) -> u32 {
    let mut h = seed;
    for block in 0..key.len() / 4 {
        let at = 4 * block;
        let k = u32::from_le_bytes([key[at], key[at + 1], key[at + 2], key[at + 3]]);
        h = (h ^ scramble(k)).rotate_left(13).wrapping_mul(5).wrapping_add(0xe654_6b64);
    }
    let rest = &key[key.len() / 4 * 4..];
    if rest.len() > 0 {
        h ^= scramble(u32::from_le_bytes([rest[0], rest[1], rest[2], 0]));
    }
    finalize(h ^ key.len())
}

/// Key `i` is the bytes from `starts[i]` to `starts[i + 1]`, with a seed of its own.
#[vyre::kernel(workgroup_size = 64)]
fn hashes(keys: &[u8], starts: &[u32], seeds: &[u32], out: &mut [u32]) {
    let i = invocation_id().x;
    if i < out.len() {
        out[i] = hash(&keys[starts[i]..starts[i + 1]], seeds[i]);
    }
}

fn run(device: &Device, keys: &[(Vec<u8>, u32)]) -> Vec<u32> {
    let mut starts = vec![0];
    for (key, _) in keys {
        starts.push(starts[starts.len() - 1] + key.len() as u32);
    }
    let bytes: Vec<u8> = keys.iter().flat_map(|(key, _)| key.clone()).collect();
    let seeds: Vec<u32> = keys.iter().map(|(_, seed)| *seed).collect();
    let mut out = vec![0; keys.len()];
    hashes(&bytes, &starts, &seeds, &mut out).dispatch(device).unwrap();
    out
}

#[test]
fn known_hashes() {
    let known = [
        ("", 0, 0),
        ("", 1, 0x514e_28b7),
        ("", u32::MAX, 0x81f1_6f39),
        ("test", 0, 0xba6b_d213),
        ("Hello, world!", 0, 0xc036_3e43),
        ("The quick brown fox jumps over the lazy dog", 0x9747_b28c, 0x2fa8_26cd),
    ];
    let keys = known.map(|(key, seed, _)| (key.as_bytes().to_vec(), seed));
    for device in devices() {
        assert_eq!(run(&device, &keys), known.map(|(.., hash)| hash), "{device}");
    }
    assert_eq!(hash(b"test", 0), 0xba6b_d213, "on the host");
}

/// SMHasher hashes the keys `0`, `0 1`, `0 1 2` and so on, of 0 to 255 bytes, with the seed `256 - length`, and then all the hashes.
#[test]
fn the_verification_value_of_smhasher() {
    let keys: Vec<(Vec<u8>, u32)> =
        (0..=255u8).map(|len| ((0..len).collect(), 256 - u32::from(len))).collect();
    for device in devices() {
        let all: Vec<u8> = run(&device, &keys).iter().flat_map(|hash| hash.to_le_bytes()).collect();
        assert_eq!(run(&device, &[(all, 0)]), [0xb0f5_7ee3], "{device}");
    }
}
