use vyre::prelude::*;

#[vyre::kernel]
fn kernel(a: &[u32], out: &mut [u32]) {
    let w = [1u32; 8];
    let v = &mut w[..4];
    out[0] = v[0];
}

fn main() {}
