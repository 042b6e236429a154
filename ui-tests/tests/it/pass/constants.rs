//! `const` items: before and after their use, of one another, in blocks, as lengths.

use vyre::prelude::*;

#[vyre::kernel]
fn constants(out: &mut [u32]) {
    out[0] = LAST;
    const FIRST: u32 = 0x10;
    const LAST: u32 = FIRST * 2 + 1;
    {
        const FIRST: u32 = 1 << 4 | 0b11;
        out[1] = FIRST;
    }
    let mut tile = workgroup_array::<u32, LAST>();
    tile[32] = FIRST;
    out[2] = tile[LAST - 1] + tile.len();
    const WRAPPED: u32 = 0 - 1;
    out[3] = WRAPPED;
}

#[test]
fn runs() -> Result<(), vyre::Error> {
    let mut out = [0u32; 4];
    constants(&mut out).workgroups([1, 1, 1]).dispatch(&Device::cpu())?;
    assert_eq!(out, [33, 19, 16 + 33, u32::MAX]);
    Ok(())
}
