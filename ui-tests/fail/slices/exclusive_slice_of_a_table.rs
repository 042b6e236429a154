use vyre::prelude::*;

const TABLE: [u32; 4] = [1, 2, 3, 4];

#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    let v = &mut TABLE[1..];
    out[0] = v[0];
}

fn main() {}
