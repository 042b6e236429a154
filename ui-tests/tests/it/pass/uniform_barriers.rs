//! Barriers where all invocations of a workgroup come: under conditions and bounds that are the same for all of them.

use vyre::prelude::*;

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
fn runs() -> Result<(), vyre::Error> {
    let input: Vec<u32> = (0..16).collect();
    let mut out = vec![0u32; 16];
    reverse(&input, 1, &mut out).dispatch(&Device::cpu())?;
    assert_eq!(out, [7, 6, 5, 4, 3, 2, 1, 0, 15, 14, 13, 12, 11, 10, 9, 8]);
    reverse(&input, 4, &mut out).dispatch(&Device::cpu())?;
    assert_eq!(out, input);
    Ok(())
}
