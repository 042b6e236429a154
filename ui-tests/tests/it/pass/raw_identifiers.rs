//! Keywords of Rust serve as names, too.

use vyre::prelude::*;

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
fn runs() -> Result<(), vyre::Error> {
    let mut out = [0u32; 2];
    r#match(30, &[4], &mut out).workgroups([1, 1, 1]).dispatch(&Device::cpu())?;
    assert_eq!(out, [0, 35]);
    assert_eq!(r#match::program().workgroup_size, [256, 1, 1]);
    Ok(())
}
