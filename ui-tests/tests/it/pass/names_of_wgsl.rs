//! What WGSL reserves is an ordinary name here.

use vyre::prelude::*;

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
fn runs() -> Result<(), vyre::Error> {
    let mut out = [0u32; 3];
    array(3, &[4], &[5, 6], &mut out).workgroups([1, 1, 1]).dispatch(&Device::cpu())?;
    assert_eq!(out, [3, 1, 27]);
    Ok(())
}
