//! ChaCha20 (RFC 8439), against the vectors of the RFC and the crate `chacha20`.

use crate::bytes;
use ::chacha20::ChaCha20;
use ::chacha20::cipher::{KeyIvInit, StreamCipher, StreamCipherSeek};
use vyre::prelude::*;
use vyre_tests::devices;

/// Invocation `i` encrypts the block `i` of 64 bytes, as words.
#[vyre::kernel(workgroup_size = 64)]
fn encrypt_blocks(
    key: &Uniform<[u32]>,
    nonce: &Uniform<[u32]>,
    counter: u32,
    message: &[u8],
    out: &mut [u32],
) {
    let block = invocation_id().x;
    let mut start = [0u32; 16];
    start[0] = 0x6170_7865;
    start[1] = 0x3320_646e;
    start[2] = 0x7962_2d32;
    start[3] = 0x6b20_6574;
    for i in 0..8 {
        start[4 + i] = key[i];
    }
    start[12] = counter + block;
    for i in 0..3 {
        start[13 + i] = nonce[i];
    }
    let mut x = [0u32; 16];
    for i in 0..x.len() {
        x[i] = start[i];
    }
    for _ in 0..10 {
        for quarter in 0..8 {
            // Four columns, then four diagonals.
            let (column, shift) = (quarter % 4, quarter / 4);
            let a = column;
            let b = 4 + (column + shift) % 4;
            let c = 8 + (column + 2 * shift) % 4;
            let d = 12 + (column + 3 * shift) % 4;
            x[a] += x[b];
            x[d] = (x[d] ^ x[a]).rotate_left(16);
            x[c] += x[d];
            x[b] = (x[b] ^ x[c]).rotate_left(12);
            x[a] += x[b];
            x[d] = (x[d] ^ x[a]).rotate_left(8);
            x[c] += x[d];
            x[b] = (x[b] ^ x[c]).rotate_left(7);
        }
    }
    for i in 0..16 {
        let at = block * 16 + i;
        out[at] = (x[i] + start[i]) ^ message.word(at);
    }
}

fn words(bytes: &[u8]) -> Vec<u32> {
    bytes.chunks(4).map(|chunk| u32::from_le_bytes(chunk.try_into().unwrap())).collect()
}

fn encrypt(device: &Device, key: &[u8], nonce: &[u8], counter: u32, message: &[u8]) -> Vec<u8> {
    let blocks = message.len().div_ceil(64);
    let mut out = vec![0; message.len().div_ceil(4)];
    encrypt_blocks(&words(key), &words(nonce), counter, message, &mut out)
        .invocations([blocks as u32, 1, 1])
        .dispatch(device)
        .unwrap();
    out.iter().flat_map(|word| word.to_le_bytes()).take(message.len()).collect()
}

fn from_hex(text: &str) -> Vec<u8> {
    let digits: Vec<u8> = text.chars().filter_map(|c| c.to_digit(16)).map(|digit| digit as u8).collect();
    digits.chunks(2).map(|pair| pair[0] << 4 | pair[1]).collect()
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
