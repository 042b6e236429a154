use vyre::prelude::*;

#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    fn f(t: &mut [u32], r: &u32) {
        t[0] += *r;
    }
    let mut t = [1, 2, 3, 4, 5];
    f(&mut t, &t[0]);
    out[0] = t[0];
}

fn main() {}
