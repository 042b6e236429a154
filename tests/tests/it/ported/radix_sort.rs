//! Radix sort (CUB, SHOC), four bits at a time: counts, a scan and a stable scatter, over keys of any type, against the standard library.

use crate::ported::{devices, wide};

const RADIX: u32 = 16;
const BLOCK: u32 = 64;

#[vyre::function]
fn digit<T: vyre::Integer>(key: T, shift: u32) -> u32 {
    let digit = key >> shift & T::from_u32(RADIX - 1);
    let mut number = 0;
    for n in 0..RADIX {
        if digit == T::from_u32(n) {
            number = n;
        }
    }
    number
}

/// How often each digit occurs in each block: digit by digit, so that a scan gives the places.
#[vyre::kernel(workgroup_size = 64)]
fn count<T: vyre::Integer>(keys: &[T], shift: u32, counts: &mut [u32]) {
    let histogram = workgroup_array::<AtomicU32, 16>();
    let i = invocation_id().x;
    if i < keys.len() {
        let digit: u32 = digit(keys[i], shift);
        histogram[digit].fetch_add(1);
    }
    barrier();
    let k = local_id().x;
    if k < RADIX {
        counts[k * num_workgroups().x + workgroup_id().x] = histogram[k].load();
    }
}

/// The sums of all counts before each one, by one workgroup.
#[vyre::kernel(workgroup_size = 64)]
fn scan(counts: &mut [u32]) {
    let mut before = 0;
    for start in (0..counts.len()).step_by(BLOCK) {
        let at = start + local_id().x;
        let count = counts[at];
        counts[at] = before + workgroup_exclusive_sum(count);
        before += workgroup_sum(count);
    }
}

/// Puts each key into its place: behind the keys of earlier blocks, and behind those of its block with the same digit.
#[vyre::kernel(workgroup_size = 64)]
fn scatter<T: vyre::Integer>(keys: &[T], shift: u32, places: &[u32], sorted: &mut [T]) {
    let mut digits = workgroup_array::<u32, 64>();
    let (i, k) = (invocation_id().x, local_id().x);
    let own: u32 = if i < keys.len() { digit(keys[i], shift) } else { RADIX };
    digits[k] = own;
    barrier();
    if i < keys.len() {
        let mut place = places[own * num_workgroups().x + workgroup_id().x];
        for earlier in 0..k {
            if digits[earlier] == own {
                place += 1;
            }
        }
        sorted[place] = keys[i];
    }
}

macro_rules! sorted {
    ($device:expr, $keys:expr, $type:ty) => {{
        let mut keys: Vec<$type> = $keys.to_vec();
        let blocks = (keys.len() as u32).div_ceil(BLOCK);
        for shift in (0..<$type>::BITS).step_by(4) {
            let mut counts = vec![0; (RADIX * blocks) as usize];
            count::<$type>(&keys, shift, &mut counts).workgroups([blocks, 1, 1]).dispatch($device).unwrap();
            scan(&mut counts).workgroups([1, 1, 1]).dispatch($device).unwrap();
            let mut sorted = vec![0; keys.len()];
            scatter::<$type>(&keys, shift, &counts, &mut sorted)
                .workgroups([blocks, 1, 1])
                .dispatch($device)
                .unwrap();
            keys = sorted;
        }
        keys
    }};
}

#[test]
fn keys_of_every_type() {
    for device in devices() {
        for len in [1, 2, 63, 64, 65, 300, 1000] {
            let keys = wide(len, len as usize);
            let mut expected = keys.clone();
            expected.sort_unstable();
            if len < 300 {
                assert_eq!(sorted!(&device, keys, u64), expected, "{len} on {device}");
            }
            let narrow: Vec<u32> = keys.iter().map(|&key| key as u32).collect();
            let mut expected = narrow.clone();
            expected.sort_unstable();
            assert_eq!(sorted!(&device, narrow, u32), expected, "{len} on {device}");
            let bytes: Vec<u16> = keys.iter().map(|&key| key as u16 % 300).collect();
            let mut expected = bytes.clone();
            expected.sort_unstable();
            assert_eq!(sorted!(&device, bytes, u16), expected, "{len} on {device}");
        }
    }
}
