use vyre::prelude::*;

#[vyre::kernel]
fn kernel(a: &[u32], out: &mut [u32]) {
    let rest = &a[1..];
    rest = &rest[1..];
    out[0] = rest[0];
}

fn main() {}
