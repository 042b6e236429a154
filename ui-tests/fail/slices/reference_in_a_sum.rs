use vyre::prelude::*;

#[vyre::kernel]
fn kernel(a: &[u32], out: &mut [u32]) {
    fn next(x: &mut u32) -> u32 {
        x + 1
    }
    let mut n = a[0];
    out[0] = next(&mut n);
}

fn main() {}
