//! Atomics in workgroup memory: without `mut`, and with any constant as the length.

use vyre::prelude::*;

#[vyre::kernel(workgroup_size = 4)]
fn count<const N: u32>(data: &[u32], out: &[AtomicU32]) {
    const COPIES: u32 = 2;
    let counts = workgroup_array::<AtomicU32, { N * COPIES }>();
    let local = local_id().x;
    counts[data[invocation_id().x] * COPIES + local % COPIES].fetch_add(1);
    barrier();
    if local < N {
        out[local].fetch_add(counts[local * COPIES].load() + counts[local * COPIES + 1].load());
    }
}

#[test]
fn runs() -> Result<(), vyre::Error> {
    let mut out = [0u32; 3];
    count::<3>(&[0, 1, 1, 2, 2, 2, 2, 9], &mut out).invocations([8, 1, 1]).dispatch(&Device::cpu())?;
    assert_eq!(out, [1, 2, 4]);
    Ok(())
}
