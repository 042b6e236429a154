//! What `session.py` opens in rust-analyzer: a kernel that is right, one that is wrong and one that is being written.

use vyre::prelude::*;

/// Nothing is wrong here.
#[vyre::kernel]
fn right(data: &[u32], pairs: &mut [[u32; 2]], count: &[AtomicU32], text: &[u8], n: u32) {
    const STEP: u32 = 4;
    fn twice(x: u32) -> u32 {
        x * 2
    }
    let mut tile = workgroup_array::<u32, 64>();
    let mut local = [0u32; 16];
    let (i, k) = (invocation_id().x, local_id().x);
    tile[k] = data[i * STEP];
    local[i % 16] += twice(tile[k]);
    barrier();
    if i < n && text.byte(i) == 0x41 {
        let old = count[k].fetch_add(local[3]);
        pairs[i][1] = select(old > 3, data[i].count_ones(), cast::<u64>(old) as u32);
    }
}

/// `totl` is misspelt.
#[vyre::kernel]
fn wrong(data: &[u32], out: &mut [u32]) {
    let total = data[0] + 1;
    out[0] = totl;
}

/// Somebody is typing.
#[vyre::kernel]
fn unfinished(data: &[u32], count: &[AtomicU32], out: &mut [u32]) {
    let index = invocation_id().x;
    let value = data[index].
    out[index] = value;
}

fn main() -> Result<(), vyre::Error> {
    let device = Device::cpu();
    let (data, mut pairs, mut count, mut out) = ([1u32; 4], [[0u32; 2]; 4], [0u32; 4], [0u32; 4]);
    right(&data, &mut pairs, &mut count, b"A", 4).dispatch(&device)?;
    wrong(&data, &mut out).dispatch(&device)?;
    unfinished(&data, &mut count, &mut out).dispatch(&device)
}
