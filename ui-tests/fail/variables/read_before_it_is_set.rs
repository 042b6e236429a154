use vyre::prelude::*;

#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    let x: u32;
    out[0] = x;
}

fn main() {}
