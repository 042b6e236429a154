use vyre::prelude::*;

#[vyre::kernel]
fn kernel(a: &[u32], out: &mut [u32]) {
    fn bump(x: &mut u32) {
        *x += 1;
    }
    let n = a[0];
    bump(&mut n);
    out[0] = n;
}

fn main() {}
