//! Names that are taken elsewhere are ordinary names in kernels.

use vyre::prelude::*;

/// No parameter or local meets a name that the expansion or the lowering uses.
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
fn runs_with_names_of_the_expansion() -> Result<(), vyre::Error> {
    let mut out = [0u32; 2];
    launch(1, &[2], &[1, 2, 3], 4, &[10], &mut out).dispatch(&Device::cpu())?;
    assert_eq!(out, [14, 8]);
    Ok(())
}

/// What WGSL reserves is an ordinary name here.
#[vyre::kernel]
fn array(var: u32, vec4: &[u32], storage: &[u8], function: &mut [u32]) {
    let u32x = var + vec4[0];
    let fn_ = u32x + storage.byte(1);
    let f32 = fn_ * 2;
    let select = f32 - 1;
    let main = select.min(1000);
    let mut workgroup = workgroup_array::<u32, 4>();
    workgroup[1] = main;
    for shared in 0..2 {
        let discard = shared + 1;
        function[discard] = workgroup[shared] + discard;
    }
    function[0] = var;
}

#[test]
fn runs_with_names_of_wgsl() -> Result<(), vyre::Error> {
    let mut out = [0u32; 3];
    array(3, &[4], &[5, 6], &mut out).workgroups([1, 1, 1]).dispatch(&Device::cpu())?;
    assert_eq!(out, [3, 1, 27]);
    Ok(())
}

/// Keywords of Rust serve as names, too.
#[vyre::kernel]
fn r#match(r#type: u32, r#fn: &[u32], r#mod: &mut [u32]) {
    let r#let = r#type + r#fn[0];
    let mut r#loop = workgroup_array::<u32, 2>();
    r#loop[1] = r#let;
    for r#in in 0..r#mod.len() {
        r#mod[r#in] = r#loop[r#in] + r#in;
    }
}

#[test]
fn runs_with_raw_identifiers() -> Result<(), vyre::Error> {
    let mut out = [0u32; 2];
    r#match(30, &[4], &mut out).workgroups([1, 1, 1]).dispatch(&Device::cpu())?;
    assert_eq!(out, [0, 35]);
    assert_eq!(r#match::program().workgroup_size, [256, 1, 1]);
    Ok(())
}
