use vyre::prelude::*;

#[vyre::kernel]
fn kernel(a: &[u32], out: &mut [u32]) {
    let pair = (a[1], &mut out[1..]);
}

fn main() {}
