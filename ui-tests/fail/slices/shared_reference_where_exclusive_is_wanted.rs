use vyre::prelude::*;

#[vyre::kernel]
fn kernel(a: &[u32], out: &mut [u32]) {
    fn bump(x: &mut u32) {
        *x += 1;
    }
    let mut n = a[0];
    bump(&n);
    out[0] = n;
}

fn main() {}
