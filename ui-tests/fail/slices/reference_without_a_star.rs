use vyre::prelude::*;

#[vyre::kernel]
fn kernel(a: &[u32], out: &mut [u32]) {
    let mut n = a[0];
    let r = &mut n;
    r += 1;
    out[0] = n;
}

fn main() {}
