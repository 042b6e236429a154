//! Barriers under what is the same in all invocations of a workgroup, though it is computed from ids.

use vyre::prelude::*;

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
fn runs() -> Result<(), vyre::Error> {
    let mut out = vec![0u32; 128];
    by_workgroup(&mut [2], &mut out).invocations([128, 1, 1]).dispatch(&Device::cpu())?;
    assert_eq!((out[0], out[63], out[64], out[127]), (2, 1, 1005, 1004));
    let mut out = vec![0u32; 4];
    alone(&mut out).dispatch(&Device::cpu())?;
    assert_eq!(out, [0, 0, 5, 5]);
    Ok(())
}
