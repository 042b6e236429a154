//! AES-128 (FIPS 197) in counter mode, written as tiny-AES-c is, against the vectors of FIPS 197 and SP 800-38A.

use crate::ported::{devices, from_hex};
use vyre::prelude::*;

const SBOX: [u8; 256] = sbox();

/// The inverse of each element of the field, times a matrix. Multiplication by 3 steps through all but 0.
const fn sbox() -> [u8; 256] {
    let mut sbox = [0; 256];
    let (mut p, mut q) = (1u8, 1u8);
    loop {
        p = p ^ (p << 1) ^ if p & 0x80 != 0 { 0x1b } else { 0 };
        q ^= q << 1;
        q ^= q << 2;
        q ^= q << 4;
        q ^= if q & 0x80 != 0 { 0x09 } else { 0 };
        sbox[p as usize] =
            q ^ q.rotate_left(1) ^ q.rotate_left(2) ^ q.rotate_left(3) ^ q.rotate_left(4) ^ 0x63;
        if p == 1 {
            break;
        }
    }
    sbox[0] = 0x63;
    sbox
}

/// The round keys, four columns each.
#[vyre::function]
fn expand_key(key: [u8; 16]) -> [[u8; 4]; 44] {
    let mut w = [[0u8; 4]; 44];
    for i in 0..4 {
        w[i] = [key[4 * i], key[4 * i + 1], key[4 * i + 2], key[4 * i + 3]];
    }
    let mut round_constant = 1u8;
    for i in 4..44 {
        let mut t = w[i - 1];
        if i % 4 == 0 {
            t = [SBOX[t[1]] ^ round_constant, SBOX[t[2]], SBOX[t[3]], SBOX[t[0]]];
            round_constant = double(round_constant);
        }
        for k in 0..4 {
            w[i][k] = w[i - 4][k] ^ t[k];
        }
    }
    w
}

#[vyre::function]
fn double(x: u8) -> u8 {
    (x << 1) ^ (x >> 7) * 0x1b
}

#[vyre::function]
fn add_round_key(state: &mut [[u8; 4]; 4], round_keys: &[[u8; 4]], round: u32) {
    for column in 0..4 {
        for row in 0..4 {
            state[column][row] ^= round_keys[4 * round + column][row];
        }
    }
}

#[vyre::function]
fn sub_bytes(state: &mut [[u8; 4]; 4]) {
    for column in 0..4 {
        for row in 0..4 {
            state[column][row] = SBOX[state[column][row]];
        }
    }
}

#[vyre::function]
fn shift_rows(state: &mut [[u8; 4]; 4]) {
    let old = *state;
    for column in 0..4 {
        for row in 0..4 {
            state[column][row] = old[(column + row) % 4][row];
        }
    }
}

#[vyre::function]
fn mix_columns(state: &mut [[u8; 4]; 4]) {
    for column in 0..4 {
        let [a, b, c, d] = state[column];
        let all = a ^ b ^ c ^ d;
        state[column] = [
            a ^ all ^ double(a ^ b),
            b ^ all ^ double(b ^ c),
            c ^ all ^ double(c ^ d),
            d ^ all ^ double(d ^ a),
        ];
    }
}

#[vyre::function]
fn encrypt(state: &mut [[u8; 4]; 4], round_keys: &[[u8; 4]]) {
    add_round_key(state, round_keys, 0);
    for round in 1..11 {
        sub_bytes(state);
        shift_rows(state);
        if round < 10 {
            mix_columns(state);
        }
        add_round_key(state, round_keys, round);
    }
}

/// Each invocation encrypts the next number of the counter, and adds it to 16 bytes.
#[vyre::kernel(workgroup_size = 64)]
fn counter_mode(round_keys: &[[u8; 4]], counter: u128, data: &mut [u8]) {
    let i = invocation_id().x;
    let number = counter + u128::from(i);
    let mut state = [[0u8; 4]; 4];
    for k in 0..16 {
        state[k / 4][k % 4] = (number >> (120 - 8 * k)) as u8;
    }
    encrypt(&mut state, round_keys);
    let block = &mut data[16 * i..];
    for k in 0..16 {
        block[k] ^= state[k / 4][k % 4];
    }
}

fn run(device: &Device, key: &str, counter: &str, data: &str) -> Vec<u8> {
    let key = expand_key(from_hex(key).try_into().unwrap());
    let mut data = from_hex(data);
    let blocks = data.len().div_ceil(16) as u32;
    counter_mode(&key, u128::from_str_radix(counter, 16).unwrap(), &mut data)
        .invocations([blocks, 1, 1])
        .dispatch(device)
        .unwrap();
    data
}

/// Appendices B and C.1 of FIPS 197 encrypt one block: here it is the counter, added to zeros.
#[test]
fn blocks_of_fips_197() {
    let blocks = [
        [
            "2b7e151628aed2a6abf7158809cf4f3c",
            "3243f6a8885a308d313198a2e0370734",
            "3925841d02dc09fbdc118597196a0b32",
        ],
        [
            "000102030405060708090a0b0c0d0e0f",
            "00112233445566778899aabbccddeeff",
            "69c4e0d86a7b0430d8cdb78070b4c55a",
        ],
    ];
    for device in devices() {
        for [key, block, expected] in blocks {
            assert_eq!(run(&device, key, block, &"0".repeat(32)), from_hex(expected), "{device}");
        }
    }
}

#[test]
fn counter_mode_of_sp_800_38a() {
    let plain = "6bc1bee22e409f96e93d7e117393172a ae2d8a571e03ac9c9eb76fac45af8e51
        30c81c46a35ce411e5fbc1191a0a52ef f69f2445df4f9b17ad2b417be66c3710";
    let expected = from_hex(
        "874d6191b620e3261bef6864990db6ce 9806f66b7970fdff8617187bb9fffdff
         5ae4df3edbd5d35e5b4f09020db03eab 1e031dda2fbe03d1792170a0f3009cee",
    );
    let (key, counter) = ("2b7e151628aed2a6abf7158809cf4f3c", "f0f1f2f3f4f5f6f7f8f9fafbfcfdfeff");
    for device in devices() {
        assert_eq!(run(&device, key, counter, plain), expected, "{device}");
        // A message may end within a block.
        assert_eq!(run(&device, key, counter, &plain[..35]), expected[..17], "{device}");
    }
}
