//! Poly1305 (RFC 8439) of many messages, each with its own key, against the RFC's vectors.

use crate::ported::{devices, from_hex};
use vyre::prelude::*;

const LIMB: u64 = (1 << 26) - 1;

/// A number below 2^130 as five limbs of 26 bits.
#[vyre::function]
fn limbs(low: u128, high: u64) -> [u64; 5] {
    [
        low as u64 & LIMB,
        (low >> 26) as u64 & LIMB,
        (low >> 52) as u64 & LIMB,
        (low >> 78) as u64 & LIMB,
        (low >> 104) as u64 | high << 24,
    ]
}

/// The product modulo 2^130 - 5.
#[vyre::function]
fn multiply(a: [u64; 5], b: [u64; 5]) -> [u64; 5] {
    let mut product = [0; 5];
    for i in 0..5 {
        for j in 0..5 {
            let term = a[i] * b[j];
            product[(i + j) % 5] += if i + j < 5 { term } else { 5 * term };
        }
    }
    let mut carry = 0;
    for i in 0..5 {
        let sum = product[i] + carry;
        product[i] = sum & LIMB;
        carry = sum >> 26;
    }
    product[0] += 5 * carry;
    product[1] += product[0] >> 26;
    product[0] &= LIMB;
    product
}

/// 16 little-endian bytes; those past the end are zero.
#[vyre::function]
fn number(bytes: &[u8]) -> u128 {
    let mut number = 0;
    for k in 0..16 {
        number |= u128::from(bytes[k]) << (8 * k);
    }
    number
}

/// Message `i` is the bytes from `starts[i]` to `starts[i + 1]`, its key 32 bytes.
#[vyre::kernel(workgroup_size = 32)]
fn authenticate(messages: &[u8], starts: &[u32], keys: &[u8], tags: &mut [u128]) {
    let i = invocation_id().x;
    if i >= tags.len() {
        return;
    }
    let message = &messages[starts[i]..starts[i + 1]];
    let key = &keys[32 * i..32 * i + 32];
    let r = limbs(number(&key[..16]) & 0x0fff_fffc_0fff_fffc_0fff_fffc_0fff_ffff, 0);
    let mut sum = [0u64; 5];
    for start in (0..message.len()).step_by(16) {
        let block = &message[start..message.len().min(start + 16)];
        // One bit stands behind the last byte.
        let (low, high) = match block.len() {
            16 => (number(block), 1),
            len => (number(block) | 1 << (8 * len), 0),
        };
        let block = limbs(low, high);
        for k in 0..5 {
            sum[k] += block[k];
        }
        sum = multiply(sum, r);
    }
    // The sum is below 2^131: what is left of it modulo 2^130 - 5.
    for _ in 0..2 {
        let mut carry = 0;
        for k in 0..5 {
            sum[k] += carry;
            carry = sum[k] >> 26;
            sum[k] &= LIMB;
        }
        sum[0] += 5 * carry;
    }
    let mut carry = 5;
    for k in 0..5 {
        carry = (sum[k] + carry) >> 26;
    }
    if carry > 0 {
        sum[0] += 5;
    }
    let mut total = number(&key[16..]);
    for k in 0..5 {
        total += u128::from(sum[k]) << (26 * k);
    }
    tags[i] = total;
}

#[test]
fn vectors_of_the_rfc() {
    let jabberwocky = "'Twas brillig, and the slithy toves\nDid gyre and gimble in the wabe:\n\
        All mimsy were the borogoves,\nAnd the mome raths outgrabe.";
    let hex = |bytes: &[u8]| bytes.iter().map(|byte| format!("{byte:02x}")).collect::<String>();
    let (zeros, ones) = ("00".repeat(15), "ff".repeat(15));
    let key = |r: &str, s: &str| format!("{r}{zeros}{}", s.repeat(16));
    // Key, message and tag: section 2.5.2, and of appendix A.3 the numbers 4 and 7 to 11.
    let vectors = [
        [
            "85d6be7857556d337f4452fe42d506a80103808afb0db2fd4abff6af4149f51b".to_string(),
            hex(b"Cryptographic Forum Research Group"),
            "a8061dc1305136c6c22b8baf0c0127a9".to_string(),
        ],
        [
            "1c9240a5eb55d38af333888604f6b5f0473917c1402b80099dca5cbc207075c0".to_string(),
            hex(jabberwocky.as_bytes()),
            "4541669a7eaaee61e708dc7cbcc5eb62".to_string(),
        ],
        [key("02", "00"), format!("ff{ones}"), format!("03{zeros}")],
        [key("02", "ff"), format!("02{zeros}"), format!("03{zeros}")],
        [key("01", "00"), format!("ff{ones}f0{ones}11{zeros}"), format!("05{zeros}")],
        [key("01", "00"), format!("ff{ones}fb{}{}", "fe".repeat(15), "01".repeat(16)), format!("00{zeros}")],
        [key("02", "00"), format!("fd{ones}"), format!("fa{ones}")],
        [key("02", "ff"), String::new(), "ff".repeat(16)],
    ];
    let [keys, messages, tags] =
        std::array::from_fn(|k| vectors.iter().map(|row| from_hex(&row[k])).collect());
    let [keys, messages, tags]: [Vec<Vec<u8>>; 3] = [keys, messages, tags];
    let mut starts = vec![0];
    for message in &messages {
        starts.push(starts[starts.len() - 1] + message.len() as u32);
    }
    for device in devices() {
        let mut found = [0; 8];
        authenticate(&messages.concat(), &starts, &keys.concat(), &mut found).dispatch(&device).unwrap();
        assert_eq!(found.map(|tag| tag.to_le_bytes().to_vec()).to_vec(), tags, "{device}");
    }
}
