use vyre::prelude::*;

const EMPTY: u32 = u32::MAX;

#[vyre::function]
fn hash(key: u32, mask: u32) -> u32 {
    let mut h = key ^ key >> 16;
    h = h.wrapping_mul(0x85eb_ca6b);
    h ^= h >> 13;
    h & mask
}

#[vyre::function]
fn insert(keys: &[AtomicU32], key: u32) -> Option<usize> {
    let mask = keys.len() as u32 - 1;
    let mut slot = hash(key, mask);
    for _ in 0..keys.len() {
        let previous = keys[slot as usize].compare_exchange(EMPTY, key);
        if previous == EMPTY || previous == key {
            return Some(slot as usize);
        }
        slot = (slot + 1) & mask;
    }
    None
}

#[vyre::kernel(workgroup_size = 64)]
fn build(left: &[u32], keys: &[AtomicU32], counts: &[AtomicU32], lost: &[AtomicU32]) {
    let i = invocation_id().x as usize;
    if i >= left.len() {
        return;
    }
    match insert(keys, left[i]) {
        Some(slot) => {
            counts[slot].fetch_add(1);
        }
        None => {
            lost[0].fetch_add(1);
        }
    }
}

#[vyre::kernel(workgroup_size = 64)]
fn probe(right: &[u32], keys: &[u32], counts: &[u32], matches: &mut [u32]) {
    let i = invocation_id().x as usize;
    if i >= matches.len() {
        return;
    }
    let mask = keys.len() as u32 - 1;
    let mut slot = hash(right[i], mask) as usize;
    matches[i] = loop {
        match keys[slot] {
            EMPTY => break 0,
            key if key == right[i] => break counts[slot],
            _ => slot = (slot + 1) & mask as usize,
        }
    };
}

pub fn test(device: &Device) -> Result<(), vyre::Error> {
    let left: Vec<u32> = (0..300).map(|n: u32| n * n % 131).collect();
    let right: Vec<u32> = (0..200).collect();
    let mut keys = vec![EMPTY; 256];
    let mut counts = vec![0u32; 256];
    let mut lost = [0u32];
    build(&left, &mut keys, &mut counts, &mut lost).invocations([300, 1, 1]).dispatch(device)?;
    let mut matches = vec![7u32; 200];
    probe(&right, &keys, &counts, &mut matches).dispatch(device)?;
    let expected: Vec<u32> = right.iter().map(|r| left.iter().filter(|l| *l == r).count() as u32).collect();
    assert_eq!(matches, expected);
    assert_eq!(lost, [0]);
    Ok(())
}
