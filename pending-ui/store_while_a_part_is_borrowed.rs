use vyre::prelude::*;

#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    let mut t = [1, 2, 3, 4, 5];
    let part = &t[1..];
    t[1] = 9;
    out[0] = part[0];
}

fn main() {}
