//! No parameter or local meets a name that the expansion or the lowering uses.

use vyre::prelude::*;

#[vyre::kernel]
fn launch(self_: u32, vyre: &[u32], program: &[u8], wgsl: u32, core: &[u32], launch: &mut [u32]) {
    let KERNEL = self_ + vyre[0] + wgsl;
    let params = program.len() + core[0];
    let chosen = if KERNEL > 3 { params } else { 0 };
    let kept = chosen + 1;
    let decided = kept > 2 && vyre[kept] == 0;
    let unused = 7;
    launch[0] = kept;
    launch[1] = decided as u32 + unused;
}

#[test]
fn runs() -> Result<(), vyre::Error> {
    let mut out = [0u32; 2];
    launch(1, &[2], &[1, 2, 3], 4, &[10], &mut out).dispatch(&Device::cpu())?;
    assert_eq!(out, [14, 8]);
    Ok(())
}
