//! Threefry of Random123 (Salmon and others, 2011), with 4 words of 32 bits and 2 of 64, against its known answers.

use crate::ported::devices;

/// How far each round turns its two halves.
const TURNS: [[u32; 2]; 8] = [[10, 26], [11, 21], [13, 27], [23, 5], [6, 20], [17, 11], [25, 10], [18, 20]];

#[vyre::function]
fn threefry4x32(rounds: u32, counter: [u32; 4], key: [u32; 4]) -> [u32; 4] {
    let parity = 0x1bd1_1bda ^ key[0] ^ key[1] ^ key[2] ^ key[3];
    let keys = [key[0], key[1], key[2], key[3], parity];
    let mut x = counter;
    for k in 0..4 {
        x[k] += keys[k];
    }
    for round in 0..rounds {
        let [left, right] = TURNS[round % 8];
        // Each round mixes the words crosswise to the one before.
        let (b, d) = if round % 2 == 0 { (1, 3) } else { (3, 1) };
        x[0] += x[b];
        x[b] = x[b].rotate_left(left) ^ x[0];
        x[2] += x[d];
        x[d] = x[d].rotate_left(right) ^ x[2];
        if round % 4 == 3 {
            let number = round / 4 + 1;
            for k in 0..4 {
                x[k] += keys[(number + k) % 5];
            }
            x[3] += number;
        }
    }
    x
}

#[vyre::kernel(workgroup_size = 32)]
fn narrow<const ROUNDS: u32>(counters: &[[u32; 4]], keys: &[[u32; 4]], out: &mut [[u32; 4]]) {
    let i = invocation_id().x;
    out[i] = threefry4x32(ROUNDS, counters[i], keys[i]);
}

#[vyre::kernel(workgroup_size = 32)]
fn wide<const ROUNDS: u32>(counters: &[[u64; 2]], keys: &[[u64; 2]], out: &mut [[u64; 2]]) {
    const TURNS: [u32; 8] = [16, 42, 12, 31, 16, 32, 24, 21];
    let i = invocation_id().x;
    let [k0, k1] = keys[i];
    let keys = [k0, k1, 0x1bd1_1bda_a9fc_1a22 ^ k0 ^ k1];
    let [mut x, mut y] = counters[i];
    x += k0;
    y += k1;
    for round in 0..ROUNDS {
        x += y;
        y = y.rotate_left(TURNS[round % 8]) ^ x;
        if round % 4 == 3 {
            let number = round / 4 + 1;
            x += keys[number % 3];
            y += keys[(number + 1) % 3] + u64::from(number);
        }
    }
    out[i] = [x, y];
}

#[test]
fn the_known_answers_of_32_bits() {
    let counters = [[0; 4], [u32::MAX; 4], [0x243f_6a88, 0x85a3_08d3, 0x1319_8a2e, 0x0370_7344]];
    let keys = [[0; 4], [u32::MAX; 4], [0xa409_3822, 0x299f_31d0, 0x082e_fa98, 0xec4e_6c89]];
    let expected = [
        [0x9c6c_a96a, 0xe17e_ae66, 0xfc10_ecd4, 0x5256_a7d8],
        [0x2a88_1696, 0x5701_2287, 0xf6c7_446e, 0xa16a_6732],
        [0x59cd_1dbb, 0xb887_9579, 0x86b5_d00c, 0xac8b_6d84],
    ];
    for device in devices() {
        let mut out = [[0; 4]; 3];
        narrow::<20>(&counters, &keys, &mut out).dispatch(&device).unwrap();
        assert_eq!(out, expected, "{device}");
    }
    assert_eq!(threefry4x32(20, counters[2], keys[2]), expected[2], "on the host");
}

#[test]
fn the_known_answers_of_64_bits() {
    let counters = [[0; 2], [u64::MAX; 2], [0x243f_6a88_85a3_08d3, 0x1319_8a2e_0370_7344]];
    let keys = [[0; 2], [u64::MAX; 2], [0xa409_3822_299f_31d0, 0x082e_fa98_ec4e_6c89]];
    let expected = [
        [0xc2b6_e3a8_c2c6_9865, 0x6f81_ed42_f350_084d],
        [0xe02c_b7c4_d95d_277a, 0xd066_33d0_893b_8b68],
        [0x263c_7d30_bb0f_0af1, 0x56be_8361_d331_1526],
    ];
    for device in devices() {
        let mut out = [[0; 2]; 3];
        wide::<20>(&counters, &keys, &mut out).dispatch(&device).unwrap();
        assert_eq!(out, expected, "{device}");
    }
}
