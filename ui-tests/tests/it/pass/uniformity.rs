//! Barriers where all invocations of a workgroup come.

use vyre::prelude::*;

/// Barriers where all invocations of a workgroup come: under conditions and bounds that are the same for all of them.
#[vyre::kernel(workgroup_size = 8)]
fn reverse(input: &[u32], rounds: u32, out: &mut [u32]) {
    let mut tile = workgroup_array::<u32, 8>();
    let (i, local) = (invocation_id().x, local_id().x);
    tile[local] = input[i];
    for round in 0..rounds {
        if round % 2 == 0 && input[0] != 99 && workgroup_id().x < 100 {
            barrier();
        } else {
            barrier();
            continue;
        }
        let other = tile[7 - local];
        barrier();
        tile[local] = other;
    }
    if out.len() == 0 {
        return;
    }
    barrier();
    if i < out.len() {
        out[i] = tile[local];
    }
}

#[test]
fn runs_under_uniform_conditions() -> Result<(), vyre::Error> {
    let input: Vec<u32> = (0..16).collect();
    let mut out = vec![0u32; 16];
    reverse(&input, 1, &mut out).dispatch(&Device::cpu())?;
    assert_eq!(out, [7, 6, 5, 4, 3, 2, 1, 0, 15, 14, 13, 12, 11, 10, 9, 8]);
    reverse(&input, 4, &mut out).dispatch(&Device::cpu())?;
    assert_eq!(out, input);
    Ok(())
}

/// Barriers under what is the same in all invocations of a workgroup, though it is computed from ids.
#[vyre::kernel(workgroup_size = 64)]
fn by_workgroup(limit: &mut [u32], out: &mut [u32]) {
    let mut tile = workgroup_array::<u32, 64>();
    let (i, local) = (invocation_id().x, local_id().x);
    let first = i - local;
    let mut rounds = local;
    tile[local] = rounds;
    rounds = i / 64;
    for _ in 0..rounds + (i >> 6) + (i & !63) / 64 + limit[0] {
        barrier();
        let next = tile[(local + 1) % 64];
        barrier();
        tile[local] = next;
    }
    if first == 64 && invocation_id().y == 0 {
        barrier();
        out[i] = tile[local] + 1000;
    } else {
        out[i] = tile[local];
    }
}

#[vyre::kernel(workgroup_size = 1)]
fn alone(out: &mut [u32]) {
    if invocation_id().x > 1 {
        barrier();
        out[invocation_id().x] = 5;
    }
}

#[test]
fn runs_under_what_is_computed_from_ids() -> Result<(), vyre::Error> {
    let mut out = vec![0u32; 128];
    by_workgroup(&mut [2], &mut out).invocations([128, 1, 1]).dispatch(&Device::cpu())?;
    assert_eq!((out[0], out[63], out[64], out[127]), (2, 1, 1005, 1004));
    let mut out = vec![0u32; 4];
    alone(&mut out).dispatch(&Device::cpu())?;
    assert_eq!(out, [0, 0, 5, 5]);
    Ok(())
}
