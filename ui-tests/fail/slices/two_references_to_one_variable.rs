use vyre::prelude::*;

#[vyre::kernel]
fn kernel(a: &[u32], out: &mut [u32]) {
    fn swap(x: &mut u32, y: &mut u32) {
        (*x, *y) = (*y, *x);
    }
    let mut n = a[0];
    swap(&mut n, &mut n);
    out[0] = n;
}

fn main() {}
