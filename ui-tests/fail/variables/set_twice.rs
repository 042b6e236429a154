use vyre::prelude::*;

#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    let x;
    x = out[0];
    x = out[1];
    out[2] = x;
}

fn main() {}
