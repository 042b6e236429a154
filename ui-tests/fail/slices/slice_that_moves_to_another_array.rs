use vyre::prelude::*;

#[vyre::kernel]
fn kernel(a: &[u32], b: &[u32], out: &mut [u32]) {
    let mut rest = &a[1..];
    rest = &b[1..];
    out[0] = rest[0];
}

fn main() {}
