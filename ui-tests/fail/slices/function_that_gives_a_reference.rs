use vyre::prelude::*;

#[vyre::kernel]
fn kernel(a: &[u32], out: &mut [u32]) {
    fn rest(v: &[u32]) -> &[u32] {
        &v[1..]
    }
    out[0] = rest(a)[0];
}

fn main() {}
