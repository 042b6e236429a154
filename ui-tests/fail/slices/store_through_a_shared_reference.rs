use vyre::prelude::*;

#[vyre::kernel]
fn kernel(a: &[u32], out: &mut [u32]) {
    fn clear(x: &u32) {
        *x = 0;
    }
    clear(&a[0]);
    out[0] = 1;
}

fn main() {}
