use vyre::prelude::*;

#[vyre::kernel]
fn kernel(a: &[u32], out: &mut [u32]) {
    fn swap(v: &mut [u32], w: &mut [u32]) {
        (v[0], w[0]) = (w[0], v[0]);
    }
    swap(&mut out[..4], &mut out[4..]);
}

fn main() {}
