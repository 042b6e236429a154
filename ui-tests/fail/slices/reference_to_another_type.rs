use vyre::prelude::*;

#[vyre::kernel]
fn kernel(a: &[u32], out: &mut [u32]) {
    fn bump(x: &mut u32) {
        *x += 1;
    }
    let mut n = 1i32;
    bump(&mut n);
    out[0] = a[0] + n as u32;
}

fn main() {}
