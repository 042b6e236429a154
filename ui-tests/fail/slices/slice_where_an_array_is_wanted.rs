use vyre::prelude::*;

#[vyre::kernel]
fn kernel(a: &[u32], out: &mut [u32]) {
    fn first(v: &[u32; 8]) -> u32 {
        v[0]
    }
    out[0] = first(&a[..8]);
}

fn main() {}
