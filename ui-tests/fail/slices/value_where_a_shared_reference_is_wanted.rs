use vyre::prelude::*;

#[vyre::kernel]
fn kernel(a: &[u32], out: &mut [u32]) {
    fn next(x: &u32) -> u32 {
        *x + 1
    }
    out[0] = next(a[0]);
}

fn main() {}
