//! Random numbers: PCG32 with a jump ahead, against its author's vectors and the crate `rand_pcg`, and Philox4x32-10
//! against the known answers of Random123.

use crate::ported::{devices, wide};
use rand_pcg::Lcg64Xsh32;
use rand_pcg::rand_core::Rng;
use vyre::prelude::*;

const MULTIPLIER: u64 = 6_364_136_223_846_793_005;
const PER_INVOCATION: u32 = 16;

#[vyre::data]
struct Pcg32 {
    state: u64,
    increment: u64,
}

#[vyre::function]
impl Pcg32 {
    fn new(start: u64, stream: u64) -> Self {
        let increment = stream << 1 | 1;
        Self { state: (start + increment) * MULTIPLIER + increment, increment }
    }

    fn next(&mut self) -> u32 {
        let old = self.state;
        self.state = old * MULTIPLIER + self.increment;
        (((old >> 18 ^ old) >> 27) as u32).rotate_right((old >> 59) as u32)
    }

    /// `n` steps are one step with another multiplier and increment, found by squaring.
    fn advance(&mut self, n: u32) {
        let (mut multiplier, mut plus) = (MULTIPLIER, self.increment);
        let mut steps = n;
        while steps > 0 {
            if steps % 2 == 1 {
                self.state = self.state * multiplier + plus;
            }
            plus *= multiplier + 1;
            multiplier *= multiplier;
            steps /= 2;
        }
    }
}

/// Fills `out` with the numbers that one generator gives one after the other. Invocation `i` jumps to the number
/// `16 i` and gives 16.
#[vyre::kernel(workgroup_size = 32)]
fn pcg32(start: u64, stream: u64, out: &mut [u32]) {
    let i = invocation_id().x;
    let mut generator = Pcg32::new(start, stream);
    generator.advance(i * PER_INVOCATION);
    let out = &mut out[i * PER_INVOCATION..];
    for k in 0..PER_INVOCATION {
        out[k] = generator.next();
    }
}

fn pcg(device: &Device, start: u64, stream: u64, len: usize) -> Vec<u32> {
    let mut out = vec![0; len];
    pcg32(start, stream, &mut out).invocations([len.div_ceil(16) as u32, 1, 1]).dispatch(device).unwrap();
    out
}

#[test]
fn pcg_gives_the_published_numbers() {
    let expected = [0xa15c_02b7, 0x7b47_f409, 0xba1d_3330, 0x83d2_f293, 0xbfa4_784b, 0xcbed_606e];
    for device in devices() {
        assert_eq!(pcg(&device, 42, 54, 6), expected, "{device}");
    }
}

#[test]
fn pcg_is_that_of_the_crate() {
    for device in devices() {
        for (seed, len) in [(1, 1), (2, 15), (3, 16), (4, 17), (5, 1000), (6, 5000)] {
            let numbers = wide(seed, 2);
            let mut generator = Lcg64Xsh32::new(numbers[0], numbers[1]);
            let expected: Vec<u32> = (0..len).map(|_| generator.next_u32()).collect();
            assert_eq!(pcg(&device, numbers[0], numbers[1], len), expected, "{len} on {device}");
        }
    }
}

#[vyre::function]
fn philox4x32(counter: [u32; 4], key: [u32; 2]) -> [u32; 4] {
    let ([mut a, mut b, mut c, mut d], [mut left, mut right]) = (counter, key);
    for _ in 0..10 {
        let (low_a, high_a) = a.widening_mul(0xd251_1f53);
        let (low_c, high_c) = c.widening_mul(0xcd9e_8d57);
        (a, b, c, d) = (high_c ^ b ^ left, low_c, high_a ^ d ^ right, low_a);
        left += 0x9e37_79b9;
        right += 0xbb67_ae85;
    }
    [a, b, c, d]
}

/// The random numbers of each counter.
#[vyre::kernel(workgroup_size = 32)]
fn philox4x32_10(counters: &[[u32; 4]], keys: &[[u32; 2]], out: &mut [[u32; 4]]) {
    let i = invocation_id().x;
    out[i] = philox4x32(counters[i], keys[i]);
}

#[test]
fn philox_gives_the_known_answers() {
    let counters = [[0; 4], [u32::MAX; 4], [0x243f_6a88, 0x85a3_08d3, 0x1319_8a2e, 0x0370_7344]];
    let keys = [[0; 2], [u32::MAX; 2], [0xa409_3822, 0x299f_31d0]];
    let expected = [
        [0x6627_e8d5, 0xe169_c58d, 0xbc57_ac4c, 0x9b00_dbd8],
        [0x408f_276d, 0x41c8_3b0e, 0xa20b_c7c6, 0x6d54_51fd],
        [0xd16c_fe09, 0x94fd_cceb, 0x5001_e420, 0x2412_6ea1],
    ];
    for device in devices() {
        let mut out = [[0; 4]; 3];
        philox4x32_10(&counters, &keys, &mut out).dispatch(&device).unwrap();
        assert_eq!(out, expected, "{device}");
    }
}
