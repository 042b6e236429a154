//! A name may be declared again: with another type, in an inner scope, and in place of a parameter or a loop variable.

use vyre::prelude::*;

#[vyre::kernel]
fn shadow(n: u32, data: &[u32], out: &mut [u32]) {
    let n = n + 1;
    let n = n * 2;
    out[0] = n;
    let is_large = n > 3;
    {
        let n = n == 4;
        if n && is_large {
            out[1] = 10;
        }
    }
    for n in 0..2 {
        let n = n + data[n];
        out[2 + n] = n;
    }
    let data = data[1];
    let (n, data) = (data, n);
    out[7] = n * 100 + data;
    let out = 5;
    let _ = out;
}

#[test]
fn runs() -> Result<(), vyre::Error> {
    let mut out = [0u32; 8];
    shadow(1, &[1, 2], &mut out).workgroups([1, 1, 1]).dispatch(&Device::cpu())?;
    assert_eq!(out, [4, 10, 0, 1, 0, 3, 0, 204]);
    Ok(())
}
