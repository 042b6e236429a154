//! Bitonic sort of blocks in workgroup memory, against `sort` of the standard library.

use crate::ported::{devices, wide};
use vyre::prelude::*;
use vyre_tests::values::{EDGES, random};

/// Sorts a block in the memory of its workgroup, each invocation of which compares two elements at a time.
#[vyre::function]
fn bitonic<T: vyre::Number>(block: &mut [T]) {
    let k = local_id().x;
    let mut size = 2;
    while size <= block.len() {
        let mut distance = size / 2;
        while distance > 0 {
            barrier();
            let low = k / distance * distance * 2 + k % distance;
            let high = low + distance;
            if (block[low] > block[high]) == (low & size == 0) {
                (block[low], block[high]) = (block[high], block[low]);
            }
            distance /= 2;
        }
        size *= 2;
    }
    barrier();
}

/// Sorts each block of 512 elements, the last one of which may be shorter.
#[vyre::kernel(workgroup_size = 256)]
fn sort_blocks(data: &mut [u32]) {
    let mut block = workgroup_array::<u32, 512>();
    let data = &mut data[workgroup_id().x * 512..][..512];
    for at in (local_id().x..512).step_by(256) {
        block[at] = if at < data.len() { data[at] } else { u32::MAX };
    }
    bitonic(&mut block[..]);
    for at in (local_id().x..512).step_by(256) {
        data[at] = block[at];
    }
}

/// The same for pairs of a signed key and the place it came from, falling: a stable order of the places.
#[vyre::kernel(workgroup_size = 64)]
fn order_blocks(keys: &[i32], order: &mut [u32]) {
    let mut block = workgroup_array::<i64, 128>();
    let start = workgroup_id().x * 128;
    for place in (local_id().x..128).step_by(64) {
        // Larger keys first.
        let key = -1 - i64::from(keys[start + place]);
        block[place] = if start + place < keys.len() { key << 32 | i64::from(place) } else { i64::MAX };
    }
    bitonic(&mut block[..]);
    for place in (local_id().x..128).step_by(64) {
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
