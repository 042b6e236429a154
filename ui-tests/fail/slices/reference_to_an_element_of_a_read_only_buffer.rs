use vyre::prelude::*;

#[vyre::kernel]
fn kernel(a: &[u32], out: &mut [u32]) {
    fn bump(x: &mut u32) {
        *x += 1;
    }
    bump(&mut a[1]);
    out[0] = 1;
}

fn main() {}
