//! Bitonic sort of blocks in workgroup memory, against `sort` of the standard library.

use crate::wide;
use vyre::prelude::*;
use vyre_tests::devices;
use vyre_tests::values::{EDGES, random};

/// Sorts each block of 512 elements, the last one of which may be shorter. Each invocation has two of them.
#[vyre::kernel(workgroup_size = 256)]
fn sort_blocks(data: &mut [u32]) {
    let mut block = workgroup_array::<u32, 512>();
    let start = workgroup_id().x * 512;
    let k = local_id().x;
    for half in 0..2 {
        let at = start + half * 256 + k;
        block[half * 256 + k] = if at < data.len() { data[at] } else { 0xffff_ffff };
    }
    barrier();
    for stage in 1..10 {
        for step in 0..stage {
            let distance = 1 << (stage - 1 - step);
            let low = k / distance * distance * 2 + k % distance;
            let high = low + distance;
            let (a, b) = (block[low], block[high]);
            let is_rising = (low >> stage) & 1 == 0;
            if (a > b) == is_rising {
                block[low] = b;
                block[high] = a;
            }
            barrier();
        }
    }
    for half in 0..2 {
        // Past the end this does nothing.
        data[start + half * 256 + k] = block[half * 256 + k];
    }
}

/// The same for pairs of a signed key and the place it came from, falling: a stable order of the places.
#[vyre::kernel(workgroup_size = 64)]
fn order_blocks(keys: &[i32], order: &mut [u32]) {
    let mut block = workgroup_array::<u64, 128>();
    let start = workgroup_id().x * 128;
    let k = local_id().x;
    for half in 0..2 {
        let place = half * 64 + k;
        let at = start + place;
        // Larger keys first: all bits but the sign are flipped.
        let key = keys[at] as u32 ^ 0x7fff_ffff;
        block[place] = if at < keys.len() { (key as u64) << 32 | place as u64 } else { u64::MAX };
    }
    barrier();
    for stage in 1..8 {
        for step in 0..stage {
            let distance = 1 << (stage - 1 - step);
            let low = k / distance * distance * 2 + k % distance;
            let high = low + distance;
            let (a, b) = (block[low], block[high]);
            if (a > b) == ((low >> stage) & 1 == 0) {
                block[low] = b;
                block[high] = a;
            }
            barrier();
        }
    }
    for half in 0..2 {
        let place = half * 64 + k;
        order[start + place] = block[place] as u32;
    }
}

fn check(device: &Device, data: &[u32]) {
    let (mut expected, mut sorted) = (data.to_vec(), data.to_vec());
    expected.chunks_mut(512).for_each(<[u32]>::sort_unstable);
    sort_blocks(&mut sorted).invocations([data.len().div_ceil(2) as u32, 1, 1]).dispatch(device).unwrap();
    assert_eq!(sorted, expected, "{} on {device}", data.len());
}

#[test]
fn blocks_of_every_kind_of_length() {
    for device in devices() {
        for len in [1, 2, 3, 255, 256, 257, 511, 512] {
            check(&device, &random(len, len, u32::MAX));
        }
        check(&device, &random(1, 2048, u32::MAX));
        check(&device, &EDGES);
    }
}

#[test]
fn blocks_with_many_equal_elements_and_in_order() {
    for device in devices() {
        check(&device, &random(1, 1024, 3));
        check(&device, &(0..512).collect::<Vec<u32>>());
        check(&device, &(0..512).rev().collect::<Vec<u32>>());
        check(&device, &[u32::MAX; 512]);
        check(&device, &[0; 300]);
    }
}

#[test]
fn orders_of_signed_keys_are_stable() {
    for device in devices() {
        for (len, mask) in [(1, -1), (127, -1), (128, 3), (128, i32::MIN), (640, -1), (1000, 7)] {
            let keys: Vec<i32> = wide(5, len).into_iter().map(|key| key as i32 & mask).collect();
            let expected: Vec<u32> = keys
                .chunks(128)
                .flat_map(|block| {
                    let mut order: Vec<u32> = (0..block.len() as u32).collect();
                    order.sort_by_key(|&place| std::cmp::Reverse(block[place as usize]));
                    order
                })
                .collect();
            let mut order = vec![0; len];
            order_blocks(&keys, &mut order)
                .workgroups([len.div_ceil(128) as u32, 1, 1])
                .dispatch(&device)
                .unwrap();
            assert_eq!(order, expected, "{len} on {device}");
        }
    }
}
