//! Listings of `book/src/memory.md`.

use vyre::prelude::*;

// ANCHOR: tile
/// Each element becomes the mean of itself and of its two neighbours.
#[vyre::kernel(workgroup_size = 64)]
fn smooth(data: &[f32], out: &mut [f32]) {
    // The workgroup's 64 elements, and one more at each end.
    let mut tile = workgroup_array::<f32, 66>();
    let (i, k) = (invocation_id().x, local_id().x);
    tile[k + 1] = data[i];
    if k == 0 && i > 0 {
        tile[0] = data[i - 1];
    }
    if k == 63 {
        tile[65] = data[i + 1];
    }
    barrier(); // Everything that was written above is there for everybody below.
    if i < out.len() {
        out[i] = (tile[k] + tile[k + 1] + tile[k + 2]) / 3.0;
    }
}

fn smoothed(device: &Device) -> Result<(), vyre::Error> {
    let data: Vec<f32> = (0..200).map(|n| (n * n) as f32).collect();
    let mut out = vec![0.0; 200];
    smooth(&data, &mut out).dispatch(device)?;
    assert_eq!(out[64], (63.0 * 63.0 + 64.0 * 64.0 + 65.0 * 65.0) / 3.0); // Across a border of workgroups.
    assert_eq!(out[0], 1.0 / 3.0); // What is outside of `data` is 0.
    Ok(())
}
// ANCHOR_END: tile

// ANCHOR: tree
/// The sum of each block of 256 elements, by halves.
#[vyre::kernel(workgroup_size = 256)]
fn block_sums(data: &[u32], sums: &mut [u32]) {
    let mut part = workgroup_array::<u32, 256>();
    let k = local_id().x;
    part[k] = data[invocation_id().x];
    barrier();
    let mut half = 128;
    while half > 0 {
        if k < half {
            part[k] += part[k + half];
        }
        barrier();
        half /= 2;
    }
    if k == 0 {
        sums[workgroup_id().x] = part[0];
    }
}

/// The same, by a collective.
#[vyre::kernel(workgroup_size = 256)]
fn block_sums_at_once(data: &[u32], sums: &mut [u32]) {
    let sum = workgroup_sum(data[invocation_id().x]);
    if local_id().x == 0 {
        sums[workgroup_id().x] = sum;
    }
}

fn sums_of_blocks(device: &Device) -> Result<(), vyre::Error> {
    let data: Vec<u32> = (0..512).collect();
    let (mut by_hand, mut at_once) = ([0; 2], [0; 2]);
    block_sums(&data, &mut by_hand).workgroups([2, 1, 1]).dispatch(device)?;
    block_sums_at_once(&data, &mut at_once).workgroups([2, 1, 1]).dispatch(device)?;
    assert_eq!(by_hand, [255 * 256 / 2, 511 * 512 / 2 - 255 * 256 / 2]);
    assert_eq!(at_once, by_hand);
    Ok(())
}
// ANCHOR_END: tree

// ANCHOR: atomics
/// How often each byte occurs.
#[vyre::kernel(workgroup_size = 256)]
fn count_bytes(bytes: &[u8], counts: &[AtomicU32]) {
    let own = workgroup_array::<AtomicU32, 256>();
    let (i, k) = (invocation_id().x, local_id().x);
    if i < bytes.len() {
        own[bytes[i]].fetch_add(1); // In the workgroup's memory, which is near.
    }
    barrier();
    if own[k].load() > 0 {
        counts[k].fetch_add(own[k].load()); // Once for each workgroup.
    }
}

fn bytes_counted(device: &Device) -> Result<(), vyre::Error> {
    let text = b"the quick brown fox jumps over the lazy dog";
    let mut counts = [0u32; 256];
    count_bytes(text, &mut counts).invocations([text.len() as u32, 1, 1]).dispatch(device)?;
    assert_eq!((counts[b'o' as usize], counts[b't' as usize], counts[b'!' as usize]), (4, 2, 0));
    Ok(())
}
// ANCHOR_END: atomics

#[test]
fn listings() -> Result<(), vyre::Error> {
    for device in super::devices() {
        smoothed(&device)?;
        sums_of_blocks(&device)?;
        bytes_counted(&device)?;
    }
    Ok(())
}
