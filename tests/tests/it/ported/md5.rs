//! MD5 (RFC 1321) of many messages, and a search for passwords as hashcat's mode 0 does it, against the RFC's test suite.

use crate::ported::{devices, from_hex};
use vyre::prelude::*;

const SHIFTS: [[u32; 4]; 4] = [[7, 12, 17, 22], [5, 9, 14, 20], [4, 11, 16, 23], [6, 10, 15, 21]];

/// The 32 bits behind the point of the sines of 1 to 64.
const SINES: [u32; 64] = [
    0xd76aa478, 0xe8c7b756, 0x242070db, 0xc1bdceee, 0xf57c0faf, 0x4787c62a, 0xa8304613, 0xfd469501,
    0x698098d8, 0x8b44f7af, 0xffff5bb1, 0x895cd7be, 0x6b901122, 0xfd987193, 0xa679438e, 0x49b40821,
    0xf61e2562, 0xc040b340, 0x265e5a51, 0xe9b6c7aa, 0xd62f105d, 0x02441453, 0xd8a1e681, 0xe7d3fbc8,
    0x21e1cde6, 0xc33707d6, 0xf4d50d87, 0x455a14ed, 0xa9e3e905, 0xfcefa3f8, 0x676f02d9, 0x8d2a4c8a,
    0xfffa3942, 0x8771f681, 0x6d9d6122, 0xfde5380c, 0xa4beea44, 0x4bdecfa9, 0xf6bb4b60, 0xbebfbc70,
    0x289b7ec6, 0xeaa127fa, 0xd4ef3085, 0x04881d05, 0xd9d4d039, 0xe6db99e5, 0x1fa27cf8, 0xc4ac5665,
    0xf4292244, 0x432aff97, 0xab9423a7, 0xfc93a039, 0x655b59c3, 0x8f0ccc92, 0xffeff47d, 0x85845dd1,
    0x6fa87e4f, 0xfe2ce6e0, 0xa3014314, 0x4e0811a1, 0xf7537e82, 0xbd3af235, 0x2ad7d2bb, 0xeb86d391,
];

const START: [u32; 4] = [0x6745_2301, 0xefcd_ab89, 0x98ba_dcfe, 0x1032_5476];

#[vyre::function]
fn compress(state: [u32; 4], block: &[u32; 16]) -> [u32; 4] {
    let [mut a, mut b, mut c, mut d] = state;
    for i in 0..64 {
        let (f, k) = match i / 16 {
            0 => ((b & c) | (!b & d), i),
            1 => ((d & b) | (!d & c), 5 * i + 1),
            2 => (b ^ c ^ d, 3 * i + 5),
            _ => (c ^ (b | !d), 7 * i),
        };
        let sum = a + f + SINES[i] + block[k % 16];
        (a, b, c, d) = (d, b + sum.rotate_left(SHIFTS[i / 16][i % 4]), b, c);
    }
    [state[0] + a, state[1] + b, state[2] + c, state[3] + d]
}

/// Tries every word of `len` small letters: the number of the word that has this digest.
#[vyre::kernel(workgroup_size = 64)]
fn crack(digest: [u32; 4], len: u32, found: &[AtomicU32]) {
    let mut block = [0; 16];
    let mut rest = invocation_id().x;
    for k in 0..len {
        let letter = b'a' + (rest % 26) as u8;
        block[k / 4] |= u32::from(letter) << (8 * (k % 4));
        rest /= 26;
    }
    block[len / 4] |= 0x80 << (8 * (len % 4));
    block[14] = 8 * len;
    if rest == 0 && compress(START, &block) == digest {
        found[0].fetch_min(invocation_id().x);
    }
}

/// Message `i` is the bytes from `starts[i]` to `starts[i + 1]`.
#[vyre::kernel(workgroup_size = 64)]
fn md5(messages: &[u8], starts: &[u32], digests: &mut [[u32; 4]]) {
    let i = invocation_id().x;
    if i >= digests.len() {
        return;
    }
    let message = &messages[starts[i]..starts[i + 1]];
    let mut state = START;
    let blocks = (message.len() + 8) / 64 + 1;
    for number in 0..blocks {
        let mut block = [0u32; 16];
        for k in 0..64 {
            let at = 64 * number + k;
            // Past the end of the message there are zeros.
            let byte = if at == message.len() { 0x80 } else { message[at] };
            block[k / 4] |= (byte as u32) << (8 * (k % 4));
        }
        if number == blocks - 1 {
            block[14] = message.len() << 3;
            block[15] = message.len() >> 29;
        }
        state = compress(state, &block);
    }
    digests[i] = state;
}

fn words(digest: &str) -> [u32; 4] {
    let bytes = from_hex(digest);
    std::array::from_fn(|i| u32::from_le_bytes(bytes[4 * i..4 * i + 4].try_into().unwrap()))
}

#[test]
fn the_test_suite_of_the_rfc() {
    let suite = [
        ("", "d41d8cd98f00b204e9800998ecf8427e"),
        ("a", "0cc175b9c0f1b6a831c399e269772661"),
        ("abc", "900150983cd24fb0d6963f7d28e17f72"),
        ("message digest", "f96b697d7cb7938d525a2f31aaf161d0"),
        ("abcdefghijklmnopqrstuvwxyz", "c3fcd3d76192e4007dfb496cca67e13b"),
        (
            "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789",
            "d174ab98d277d9f5a5611c2c9f419d9f",
        ),
        (&"1234567890".repeat(8), "57edf4a22be3c955ac49da2e2107b67a"),
    ];
    let messages = suite.map(|(message, _)| message);
    let mut starts = vec![0];
    for message in messages {
        starts.push(starts[starts.len() - 1] + message.len() as u32);
    }
    for device in devices() {
        let mut digests = [[0; 4]; 7];
        md5(messages.concat().as_bytes(), &starts, &mut digests).dispatch(&device).unwrap();
        assert_eq!(digests, suite.map(|(_, digest)| words(digest)), "{device}");
    }
}

#[test]
fn a_search_for_words() {
    for device in devices() {
        for (word, digest) in
            [("a", "0cc175b9c0f1b6a831c399e269772661"), ("abc", "900150983cd24fb0d6963f7d28e17f72")]
        {
            let len = word.len() as u32;
            let mut found = [u32::MAX];
            crack(words(digest), len, &mut found)
                .invocations([26u32.pow(len), 1, 1])
                .dispatch(&device)
                .unwrap();
            let number = word.bytes().rev().fold(0, |number, letter| 26 * number + u32::from(letter - b'a'));
            assert_eq!(found, [number], "{word} on {device}");
        }
    }
}
