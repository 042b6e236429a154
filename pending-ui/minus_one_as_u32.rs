use vyre::prelude::*;

#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    out[0] = -1 as u32;
}

fn main() {}
