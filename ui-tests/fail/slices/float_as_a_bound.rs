use vyre::prelude::*;

#[vyre::kernel]
fn kernel(a: &[u32], out: &mut [u32]) {
    let v = &a[1.0..];
    out[0] = v[0];
}

fn main() {}
