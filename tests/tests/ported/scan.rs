//! Inclusive prefix sums, in workgroup memory and then across workgroups, against a loop.

use vyre::prelude::*;
use vyre_tests::devices;
use vyre_tests::values::random;

/// The sums of each block of 256 elements up to each of them, and of each whole block.
#[vyre::kernel(workgroup_size = 256)]
fn scan_blocks(data: &mut [u32], totals: &mut [u32]) {
    let mut sums = workgroup_array::<u32, 256>();
    let (i, k) = (invocation_id().x, local_id().x);
    sums[k] = data[i];
    barrier();
    for round in 0..8 {
        let distance = 1 << round;
        // Below 0 the index wraps, and the load gives 0.
        let earlier = sums[k - distance];
        barrier();
        sums[k] += earlier;
        barrier();
    }
    data[i] = sums[k];
    if k == 255 {
        totals[workgroup_id().x] = sums[k];
    }
}

/// Adds to each block what all blocks before it have.
#[vyre::kernel(workgroup_size = 256)]
fn add_totals(data: &mut [u32], totals: &[u32]) {
    data[invocation_id().x] += totals[workgroup_id().x - 1];
}

/// The same in half as many additions: sums go up a tree and down again (Blelloch), with two elements for each
/// invocation.
#[vyre::kernel(workgroup_size = 64)]
fn scan_tree(data: &mut [u64]) {
    let mut tree = workgroup_array::<u64, 128>();
    let start = workgroup_id().x * 128;
    let k = local_id().x;
    tree[2 * k] = data[start + 2 * k];
    tree[2 * k + 1] = data[start + 2 * k + 1];
    for level in 0..7 {
        barrier();
        if k < 64 >> level {
            let right = ((2 * k + 2) << level) - 1;
            tree[right] += tree[right - (1 << level)];
        }
    }
    for down in 1..7 {
        let level = 6 - down;
        barrier();
        let left = ((2 * k + 2) << level) - 1;
        let right = left + (1 << level);
        if right < 128 {
            tree[right] += tree[left];
        }
    }
    barrier();
    data[start + 2 * k] = tree[2 * k];
    data[start + 2 * k + 1] = tree[2 * k + 1];
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
            let data = crate::wide(9, len);
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
