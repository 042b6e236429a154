//! BLAKE2s (RFC 7693), with and without a key, of many messages, against the RFC's self-test.

use crate::ported::{devices, from_hex};
use vyre::prelude::*;

const IV: [u32; 8] =
    [0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19];

const SIGMA: [[u8; 16]; 10] = [
    [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15],
    [14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3],
    [11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4],
    [7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8],
    [9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13],
    [2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9],
    [12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11],
    [13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10],
    [6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5],
    [10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0],
];

#[vyre::function]
fn mix(v: &mut [u32; 16], a: u32, b: u32, c: u32, d: u32, x: u32, y: u32) {
    v[a] = v[a] + v[b] + x;
    v[d] = (v[d] ^ v[a]).rotate_right(16);
    v[c] = v[c] + v[d];
    v[b] = (v[b] ^ v[c]).rotate_right(12);
    v[a] = v[a] + v[b] + y;
    v[d] = (v[d] ^ v[a]).rotate_right(8);
    v[c] = v[c] + v[d];
    v[b] = (v[b] ^ v[c]).rotate_right(7);
}

/// The chained value after a block, with the number of bytes so far.
#[vyre::function]
fn compress(h: &mut [u32; 8], block: &[u8; 64], count: u64, is_last: bool) {
    let mut m = [0; 16];
    for i in 0..16 {
        m[i] = u32::from_le_bytes([block[4 * i], block[4 * i + 1], block[4 * i + 2], block[4 * i + 3]]);
    }
    let mut v = [0; 16];
    for i in 0..8 {
        v[i] = h[i];
        v[i + 8] = IV[i];
    }
    v[12] ^= count as u32;
    v[13] ^= (count >> 32) as u32;
    if is_last {
        v[14] = !v[14];
    }
    for round in 0..10 {
        let s = SIGMA[round];
        mix(&mut v, 0, 4, 8, 12, m[s[0]], m[s[1]]);
        mix(&mut v, 1, 5, 9, 13, m[s[2]], m[s[3]]);
        mix(&mut v, 2, 6, 10, 14, m[s[4]], m[s[5]]);
        mix(&mut v, 3, 7, 11, 15, m[s[6]], m[s[7]]);
        mix(&mut v, 0, 5, 10, 15, m[s[8]], m[s[9]]);
        mix(&mut v, 1, 6, 11, 12, m[s[10]], m[s[11]]);
        mix(&mut v, 2, 7, 8, 13, m[s[12]], m[s[13]]);
        mix(&mut v, 3, 4, 9, 14, m[s[14]], m[s[15]]);
    }
    for i in 0..8 {
        h[i] ^= v[i] ^ v[i + 8];
    }
}

/// Message `i` is the bytes from `starts[i]` to `starts[i + 1]`; its digest has `digest_len` bytes.
#[vyre::kernel(workgroup_size = 32)]
fn blake2s(messages: &[u8], starts: &[u32], key: &[u8], digest_len: u32, digests: &mut [u8]) {
    let i = invocation_id().x;
    if i + 1 >= starts.len() {
        return;
    }
    let message = &messages[starts[i]..starts[i + 1]];
    let mut h = IV;
    h[0] ^= 0x0101_0000 ^ key.len() << 8 ^ digest_len;
    let mut block = [0u8; 64];
    let mut filled = 0u32;
    let mut count = 0u64;
    if key.len() > 0 {
        for k in 0..key.len() {
            block[k] = key[k];
        }
        filled = 64;
    }
    for k in 0..message.len() {
        if filled == 64 {
            count += 64;
            compress(&mut h, &block, count, false);
            block = [0; 64];
            filled = 0;
        }
        block[filled] = message[k];
        filled += 1;
    }
    compress(&mut h, &block, count + u64::from(filled), true);
    let digest = &mut digests[i * digest_len..(i + 1) * digest_len];
    for k in 0..digest.len() {
        digest[k] = (h[k / 4] >> (8 * (k % 4))) as u8;
    }
}

fn hash(device: &Device, messages: &[&[u8]], key: &[u8], len: usize) -> Vec<Vec<u8>> {
    let mut starts = vec![0];
    for message in messages {
        starts.push(starts[starts.len() - 1] + message.len() as u32);
    }
    let mut digests = vec![0; messages.len() * len];
    blake2s(&messages.concat(), &starts, key, len as u32, &mut digests)
        .invocations([messages.len() as u32, 1, 1])
        .dispatch(device)
        .unwrap();
    digests.chunks(len).map(<[u8]>::to_vec).collect()
}

#[test]
fn the_example_of_appendix_b() {
    let expected = from_hex("508c5e8c327c14e2e1a72ba34eeb452f37458b209ed63a294d999b4c86675982");
    for device in devices() {
        assert_eq!(hash(&device, &[b"abc"], &[], 32), std::slice::from_ref(&expected), "{device}");
    }
}

/// The digest of 48 digests, of messages of six lengths in four lengths, with and without a key.
#[test]
fn the_self_test_of_appendix_e() {
    let sequence = |len: usize| -> Vec<u8> {
        let (mut a, mut b) = (0xdead_4badu32.wrapping_mul(len as u32), 1u32);
        let next = |_| {
            (a, b) = (b, a.wrapping_add(b));
            (b >> 24) as u8
        };
        (0..len).map(next).collect()
    };
    let messages = [0, 3, 64, 65, 255, 1024].map(sequence);
    let messages: Vec<&[u8]> = messages.iter().map(Vec::as_slice).collect();
    let expected = from_hex("6a411f08ce25adcdfb02aba641451cec53c598b24f4fc787fbdc88797f4c1dfe");
    for device in devices() {
        let mut all = vec![];
        for len in [16, 20, 28, 32] {
            let unkeyed = hash(&device, &messages, &[], len);
            let keyed = hash(&device, &messages, &sequence(len), len);
            all.extend(unkeyed.into_iter().zip(keyed).flat_map(|(a, b)| [a, b].concat()));
        }
        assert_eq!(hash(&device, &[&all], &[], 32), std::slice::from_ref(&expected), "{device}");
    }
}
