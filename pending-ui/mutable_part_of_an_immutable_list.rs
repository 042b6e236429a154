use vyre::prelude::*;

#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    let t = [1, 2, 3, 4, 5];
    let part = &mut t[1..];
    part[0] = 9;
    out[0] = t[1];
}

fn main() {}
