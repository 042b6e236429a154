//! Inclusive prefix sums, in workgroup memory and then across workgroups, against a loop.

use crate::ported::devices;
use vyre::prelude::*;
use vyre_tests::values::random;

/// The sum of what the invocations of a workgroup of 256 give, up to this one (Hillis and Steele).
#[vyre::function]
fn inclusive_sum(value: u32) -> u32 {
    let mut sums = workgroup_array::<u32, 256>();
    let k = local_id().x;
    sums[k] = value;
    barrier();
    let mut distance = 1;
    while distance < 256 {
        let earlier = if k >= distance { sums[k - distance] } else { 0 };
        barrier();
        sums[k] += earlier;
        barrier();
        distance *= 2;
    }
    sums[k]
}

/// The sums of each block of 256 elements up to each of them, and of each whole block.
#[vyre::kernel(workgroup_size = 256)]
fn scan_blocks(data: &mut [u32], totals: &mut [u32]) {
    let i = invocation_id().x;
    let sum: u32 = inclusive_sum(data[i]);
    data[i] = sum;
    if local_id().x == 255 {
        totals[workgroup_id().x] = sum;
    }
}

/// Adds to each block what all blocks before it have.
#[vyre::kernel(workgroup_size = 256)]
fn add_totals(data: &mut [u32], totals: &[u32]) {
    if workgroup_id().x > 0 {
        data[invocation_id().x] += totals[workgroup_id().x - 1];
    }
}

/// The same in half as many additions: sums go up a tree and down again (Blelloch), with two elements for each
/// invocation.
#[vyre::kernel(workgroup_size = 64)]
fn scan_tree<T: vyre::Number>(data: &mut [T]) {
    let mut tree = workgroup_array::<T, 128>();
    let data = &mut data[workgroup_id().x * 128..][..128];
    let k = local_id().x;
    (tree[2 * k], tree[2 * k + 1]) = (data[2 * k], data[2 * k + 1]);
    for level in 0..7 {
        barrier();
        if k < 64 >> level {
            let right = ((2 * k + 2) << level) - 1;
            tree[right] += tree[right - (1 << level)];
        }
    }
    for level in (0..6).rev() {
        barrier();
        let left = ((2 * k + 2) << level) - 1;
        let right = left + (1 << level);
        if right < tree.len() {
            tree[right] += tree[left];
        }
    }
    barrier();
    (data[2 * k], data[2 * k + 1]) = (tree[2 * k], tree[2 * k + 1]);
}

fn scan(device: &Device, data: &mut [u32]) {
    let mut totals = vec![0; data.len().div_ceil(256)];
    scan_blocks(&mut *data, &mut totals).dispatch(device).unwrap();
    if totals.len() > 1 {
        scan(device, &mut totals);
        add_totals(data, &totals).dispatch(device).unwrap();
    }
}

fn expected(data: &[u32]) -> Vec<u32> {
    let add = |sum: &mut u32, x: &u32| {
        *sum = sum.wrapping_add(*x);
        Some(*sum)
    };
    data.iter().scan(0, add).collect()
}

#[test]
fn sums_of_random_numbers() {
    for device in devices() {
        for len in [1, 2, 255, 256, 257, 511, 512, 513, 65_535, 65_536, 65_537, 100_000] {
            let data = random(len, len, u32::MAX);
            let mut sums = data.clone();
            scan(&device, &mut sums);
            assert_eq!(sums, expected(&data), "{len} on {device}");
        }
    }
}

#[test]
fn sums_of_ones_count() {
    for device in devices() {
        let mut sums = vec![1; 3000];
        scan(&device, &mut sums);
        assert_eq!(sums, (1..=3000).collect::<Vec<u32>>(), "{device}");
        let mut sums = vec![u32::MAX; 700];
        scan(&device, &mut sums);
        assert_eq!(sums, expected(&[u32::MAX; 700]), "{device}");
    }
}

#[test]
fn sums_of_64_bits_by_a_tree() {
    for device in devices() {
        for len in [1, 2, 127, 128, 129, 1000] {
            let data = crate::ported::wide(9, len);
            let mut sums = data.clone();
            scan_tree(&mut sums).workgroups([len.div_ceil(128) as u32, 1, 1]).dispatch(&device).unwrap();
            for (block, sums) in data.chunks(128).zip(sums.chunks(128)) {
                let mut sum = 0u64;
                for (x, found) in block.iter().zip(sums) {
                    sum = sum.wrapping_add(*x);
                    assert_eq!(*found, sum, "{len} on {device}");
                }
            }
        }
    }
}
