//! Base64 (RFC 4648), encoded and decoded by groups of three bytes, against the RFC's vectors and a decoder bit by bit.

use crate::ported::{bytes, devices};
use vyre::prelude::*;

const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// Invocation `i` encodes the bytes from `3 * i` on.
#[vyre::kernel(workgroup_size = 64)]
fn encode(data: &[u8], out: &mut [u8]) {
    let i = invocation_id().x;
    let group = &data[3 * i..];
    // Bytes past the end are zero.
    let bits = u32::from(group[0]) << 16 | u32::from(group[1]) << 8 | u32::from(group[2]);
    let text = [
        ALPHABET[bits >> 18],
        ALPHABET[bits >> 12 & 63],
        if group.len() < 2 { b'=' } else { ALPHABET[bits >> 6 & 63] },
        if group.len() < 3 { b'=' } else { ALPHABET[bits & 63] },
    ];
    for k in 0..4 {
        out[4 * i + k] = text[k];
    }
}

/// The other way. The first character that is no Base64 is reported, or `u32::MAX`.
#[vyre::kernel(workgroup_size = 64)]
fn decode(text: &[u8], out: &mut [u8], first_error: &[AtomicU32]) {
    /// The value of a character, or 64 and more.
    fn value(character: u8) -> u8 {
        match character {
            b'A'..=b'Z' => character - b'A',
            b'a'..=b'z' => character - b'a' + 26,
            b'0'..=b'9' => character - b'0' + 52,
            b'+' => 62,
            b'/' => 63,
            _ => 64,
        }
    }
    let i = invocation_id().x;
    if 4 * i >= text.len() {
        return;
    }
    let is_last = 4 * (i + 1) == text.len();
    let mut bits = 0;
    for k in 0..4 {
        let character = text[4 * i + k];
        let value = value(character);
        bits = bits << 6 | u32::from(value & 63);
        if value == 64 && !(character == b'=' && is_last && k >= 2) {
            first_error[0].fetch_min(4 * i + k);
        }
    }
    out[3 * i] = (bits >> 16) as u8;
    out[3 * i + 1] = (bits >> 8) as u8;
    out[3 * i + 2] = bits as u8;
}

fn encoded(device: &Device, data: &[u8]) -> String {
    let groups = data.len().div_ceil(3);
    let mut out = vec![0; 4 * groups];
    encode(data, &mut out).invocations([groups as u32, 1, 1]).dispatch(device).unwrap();
    String::from_utf8(out).unwrap()
}

fn decoded(device: &Device, text: &str) -> Result<Vec<u8>, u32> {
    let padding = text.bytes().rev().take_while(|&c| c == b'=').count();
    let mut out = vec![0; (text.len() / 4 * 3).saturating_sub(padding)];
    let mut first_error = [u32::MAX];
    decode(text.as_bytes(), &mut out, &mut first_error)
        .invocations([text.len() as u32 / 4, 1, 1])
        .dispatch(device)
        .unwrap();
    if first_error[0] == u32::MAX { Ok(out) } else { Err(first_error[0]) }
}

#[test]
fn vectors_of_the_rfc() {
    let vectors = [
        ("f", "Zg=="),
        ("fo", "Zm8="),
        ("foo", "Zm9v"),
        ("foob", "Zm9vYg=="),
        ("fooba", "Zm9vYmE="),
        ("foobar", "Zm9vYmFy"),
    ];
    for device in devices() {
        for (plain, text) in vectors {
            assert_eq!(encoded(&device, plain.as_bytes()), text, "{device}");
            assert_eq!(decoded(&device, text), Ok(plain.as_bytes().to_vec()), "{device}");
        }
        assert_eq!(decoded(&device, "Zm9v!m9vZm-v"), Err(4), "{device}");
        assert_eq!(decoded(&device, "Zg==Zm9v"), Err(2), "{device}");
    }
}

/// Each character stands for six bits of the data, the highest one first.
#[test]
fn characters_are_six_bits_each() {
    for device in devices() {
        for len in [1, 2, 3, 100, 1000] {
            let data = bytes(len as u32, len);
            let text = encoded(&device, &data);
            for (i, character) in text.trim_end_matches('=').bytes().enumerate() {
                let bit = |k: usize| data.get(k / 8).map_or(0, |byte| byte >> (7 - k % 8) & 1);
                let value = (6 * i..6 * i + 6).fold(0, |value, k| 2 * value + bit(k));
                assert_eq!(character, ALPHABET[value as usize], "{len} on {device}");
            }
            assert_eq!(text.len(), len.div_ceil(3) * 4, "{device}");
            assert_eq!(decoded(&device, &text), Ok(data), "{len} on {device}");
        }
    }
}
