use vyre::prelude::*;

#[vyre::kernel]
fn kernel(a: &[u32], out: &mut [u32]) {
    fn clear(v: &mut [u32]) {
        v[0] = 0;
    }
    clear(&out[1..]);
}

fn main() {}
