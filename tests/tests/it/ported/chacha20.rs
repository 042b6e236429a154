//! ChaCha20 (RFC 8439), against the vectors of the RFC and the crate `chacha20`.

use crate::ported::{bytes, devices, from_hex};
use ::chacha20::ChaCha20;
use ::chacha20::cipher::{KeyIvInit, StreamCipher, StreamCipherSeek};
use vyre::prelude::*;

const CONSTANTS: [u32; 4] = [0x6170_7865, 0x3320_646e, 0x7962_2d32, 0x6b20_6574];

#[vyre::function]
fn quarter_round(x: &mut [u32; 16], a: u32, b: u32, c: u32, d: u32) {
    x[a] += x[b];
    x[d] = (x[d] ^ x[a]).rotate_left(16);
    x[c] += x[d];
    x[b] = (x[b] ^ x[c]).rotate_left(12);
    x[a] += x[b];
    x[d] = (x[d] ^ x[a]).rotate_left(8);
    x[c] += x[d];
    x[b] = (x[b] ^ x[c]).rotate_left(7);
}

/// The key stream of a block.
#[vyre::function]
fn block(key: [u32; 8], counter: u32, nonce: [u32; 3]) -> [u32; 16] {
    let mut start = [0; 16];
    for i in 0..4 {
        start[i] = CONSTANTS[i];
    }
    for i in 0..8 {
        start[4 + i] = key[i];
    }
    start[12] = counter;
    for i in 0..3 {
        start[13 + i] = nonce[i];
    }
    let mut x = start;
    for _ in 0..10 {
        quarter_round(&mut x, 0, 4, 8, 12);
        quarter_round(&mut x, 1, 5, 9, 13);
        quarter_round(&mut x, 2, 6, 10, 14);
        quarter_round(&mut x, 3, 7, 11, 15);
        quarter_round(&mut x, 0, 5, 10, 15);
        quarter_round(&mut x, 1, 6, 11, 12);
        quarter_round(&mut x, 2, 7, 8, 13);
        quarter_round(&mut x, 3, 4, 9, 14);
    }
    for i in 0..16 {
        x[i] += start[i];
    }
    x
}

/// Invocation `i` encrypts the block `i` of 64 bytes.
#[vyre::kernel(workgroup_size = 64)]
fn encrypt_blocks(key: [u32; 8], nonce: [u32; 3], counter: u32, message: &mut [u8]) {
    let number = invocation_id().x;
    let stream: [u32; 16] = block(key, counter + number, nonce);
    let message = &mut message[64 * number..];
    for i in 0..64 {
        message[i] ^= (stream[i / 4] >> (8 * (i % 4))) as u8;
    }
}

fn words<const N: usize>(bytes: &[u8]) -> [u32; N] {
    std::array::from_fn(|i| u32::from_le_bytes(bytes[4 * i..4 * i + 4].try_into().unwrap()))
}

fn encrypt(device: &Device, key: &[u8], nonce: &[u8], counter: u32, message: &[u8]) -> Vec<u8> {
    let blocks = message.len().div_ceil(64);
    let mut message = message.to_vec();
    encrypt_blocks(words(key), words(nonce), counter, &mut message)
        .invocations([blocks as u32, 1, 1])
        .dispatch(device)
        .unwrap();
    message
}

#[test]
fn the_block_of_section_2_3_2() {
    let key: Vec<u8> = (0..32).collect();
    let nonce = from_hex("000000090000004a00000000");
    let expected = from_hex(
        "10f1e7e4d13b5915500fdd1fa32071c4 c7d1f4c733c068030422aa9ac3d46c4e
         d2826446079faa0914c2d705d98b02a2 b5129cd1de164eb9cbd083e8a2503c4e",
    );
    for device in devices() {
        assert_eq!(encrypt(&device, &key, &nonce, 1, &[0; 64]), expected, "{device}");
    }
}

#[test]
fn the_message_of_section_2_4_2() {
    let key: Vec<u8> = (0..32).collect();
    let nonce = from_hex("000000000000004a00000000");
    let message = b"Ladies and Gentlemen of the class of '99: \
        If I could offer you only one tip for the future, sunscreen would be it.";
    let expected = from_hex(
        "6e2e359a2568f98041ba0728dd0d6981 e97e7aec1d4360c20a27afccfd9fae0b
         f91b65c5524733ab8f593dabcd62b357 1639d624e65152ab8f530c359f0861d8
         07ca0dbf500d6a6156a38e088a22b65e 52bc514d16ccf806818ce91ab7793736
         5af90bbf74a35be6b40b8eedf2785e42 874d",
    );
    for device in devices() {
        assert_eq!(encrypt(&device, &key, &nonce, 1, message), expected, "{device}");
    }
}

#[test]
fn messages_of_any_length() {
    for device in devices() {
        for len in [1, 3, 4, 63, 64, 65, 128, 1000, 4096, 20_001] {
            let (key, nonce, message) = (bytes(1, 32), bytes(len as u32, 12), bytes(3, len));
            let counter = len as u32 * 3;
            let mut expected = message.clone();
            let mut cipher = ChaCha20::new_from_slices(&key, &nonce).unwrap();
            cipher.seek(u64::from(counter) * 64);
            cipher.apply_keystream(&mut expected);
            assert_eq!(encrypt(&device, &key, &nonce, counter, &message), expected, "{len} on {device}");
        }
    }
}
