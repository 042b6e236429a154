//! A short circuit inside the right operand of another: each has a variable of its own.

use vyre::prelude::*;

#[vyre::kernel(workgroup_size = 1)]
fn nested(count: &[AtomicU32], out: &mut [u32]) {
    let x = out[0] == 0
        && (out[1] == 1 || count[0].fetch_add(1) == 0 && (count[0].fetch_add(1) == 9 || count[0].fetch_add(1) == 2));
    let y = (count[1].fetch_add(1) == 1 || count[1].fetch_add(1) == 1) && count[1].fetch_add(1) == 2;
    out[0] = x as u32;
    out[1] = y as u32;
}

#[test]
fn runs() -> Result<(), vyre::Error> {
    let (mut count, mut out) = ([0u32; 2], [0u32; 2]);
    nested(&mut count, &mut out).workgroups([1, 1, 1]).dispatch(&Device::cpu())?;
    assert_eq!((count, out), ([3, 3], [1, 1]));
    Ok(())
}
