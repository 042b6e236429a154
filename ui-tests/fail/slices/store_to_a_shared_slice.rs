use vyre::prelude::*;

#[vyre::kernel]
fn kernel(a: &[u32], out: &mut [u32]) {
    let v = &out[2..];
    v[0] = a[0];
}

fn main() {}
