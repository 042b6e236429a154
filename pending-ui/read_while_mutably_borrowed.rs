use vyre::prelude::*;

#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    let mut y = 3;
    let r = &mut y;
    let z = y + 1;
    *r += z;
    out[0] = y;
}

fn main() {}
