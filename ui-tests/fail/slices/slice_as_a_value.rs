use vyre::prelude::*;

#[vyre::kernel]
fn kernel(a: &[u32], out: &mut [u32]) {
    out[0] = a[1] + &a[1..];
}

fn main() {}
