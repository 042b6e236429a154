use vyre::prelude::*;

#[vyre::kernel]
fn kernel(a: &[u32], out: &mut [u32]) {
    let v = &mut a[1..];
    out[0] = v[0];
}

fn main() {}
