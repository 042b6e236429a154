use vyre::prelude::*;

#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    let mut t = [1, 2, 3, 4, 5];
    let r = &mut t[1];
    t[1] = 9;
    *r += 1;
    out[0] = t[1];
}

fn main() {}
