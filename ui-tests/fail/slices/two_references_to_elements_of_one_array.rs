use vyre::prelude::*;

#[vyre::kernel]
fn kernel(a: &[u32], out: &mut [u32]) {
    fn swap(x: &mut u32, y: &mut u32) {
        (*x, *y) = (*y, *x);
    }
    swap(&mut out[0], &mut out[1]);
}

fn main() {}
