//! The Mersenne Twister MT19937 (Matsumoto and Nishimura, CUDA samples), a generator for each invocation, against its authors' numbers.

use crate::ported::devices;

const N: u32 = 624;
const M: u32 = 397;

#[vyre::function]
fn seed(state: &mut [u32], seed: u32) {
    state[0] = seed;
    for i in 1..N {
        state[i] = 1_812_433_253 * (state[i - 1] ^ (state[i - 1] >> 30)) + i;
    }
}

/// Mixes an array of seeds into the state: `init_by_array`.
#[vyre::function]
fn seed_by_array(state: &mut [u32], key: &[u32]) {
    seed(state, 19_650_218);
    let (mut i, mut j) = (1, 0);
    for _ in 0..N.max(key.len()) {
        state[i] = (state[i] ^ ((state[i - 1] ^ (state[i - 1] >> 30)) * 1_664_525)) + key[j] + j;
        i += 1;
        if i == N {
            state[0] = state[N - 1];
            i = 1;
        }
        j = (j + 1) % key.len();
    }
    for _ in 1..N {
        state[i] = (state[i] ^ ((state[i - 1] ^ (state[i - 1] >> 30)) * 1_566_083_941)) - i;
        i += 1;
        if i == N {
            state[0] = state[N - 1];
            i = 1;
        }
    }
    state[0] = 0x8000_0000;
}

#[vyre::function]
fn twist(state: &mut [u32]) {
    for i in 0..N {
        let y = (state[i] & 0x8000_0000) | (state[(i + 1) % N] & 0x7fff_ffff);
        let mixed = if y % 2 == 0 { 0 } else { 0x9908_b0df };
        state[i] = state[(i + M) % N] ^ (y >> 1) ^ mixed;
    }
}

#[vyre::function]
fn temper(mut y: u32) -> u32 {
    y ^= y >> 11;
    y ^= (y << 7) & 0x9d2c_5680;
    y ^= (y << 15) & 0xefc6_0000;
    y ^ (y >> 18)
}

/// Generator `i` gives `count` numbers of its own.
#[vyre::kernel(workgroup_size = 16)]
fn generate(states: &mut [u32], seeds: &[u32], count: u32, out: &mut [u32]) {
    let i = invocation_id().x;
    if i >= seeds.len() {
        return;
    }
    let state = &mut states[i * N..(i + 1) * N];
    let out = &mut out[i * count..(i + 1) * count];
    seed(state, seeds[i]);
    for k in 0..count {
        if k % N == 0 {
            twist(state);
        }
        out[k] = temper(state[k % N]);
    }
}

/// One generator, seeded by an array.
#[vyre::kernel(workgroup_size = 1)]
fn generate_by_array(state: &mut [u32], key: &[u32], out: &mut [u32]) {
    seed_by_array(&mut state[..], key);
    for k in 0..out.len() {
        if k % N == 0 {
            twist(state);
        }
        out[k] = temper(state[k % N]);
    }
}

/// C++ demands this of `std::mt19937`.
#[test]
fn the_ten_thousandth_number_of_the_default_seed() {
    for device in devices() {
        let seeds = [5489, 1, 5489];
        let (mut states, mut out) = (vec![0; 3 * N as usize], vec![0; 30_000]);
        generate(&mut states, &seeds, 10_000, &mut out).invocations([3, 1, 1]).dispatch(&device).unwrap();
        assert_eq!(
            [out[0], out[9_999], out[29_999]],
            [3_499_211_612, 4_123_659_995, 4_123_659_995],
            "{device}"
        );
        assert_eq!(out[10_000], 1_791_095_845, "the first number of the seed 1 on {device}");
    }
}

/// The first line of `mt19937ar.out`.
#[test]
fn the_numbers_of_a_seed_array() {
    for device in devices() {
        let (mut state, mut out) = (vec![0; N as usize], vec![0; 1000]);
        generate_by_array(&mut state, &[0x123, 0x234, 0x345, 0x456], &mut out)
            .invocations([1, 1, 1])
            .dispatch(&device)
            .unwrap();
        let expected = [1_067_595_299, 955_945_823, 477_289_528, 4_107_218_783, 4_228_976_476];
        assert_eq!(out[..5], expected, "{device}");
        assert_eq!(out[999], 3_460_025_646, "{device}");
    }
}
