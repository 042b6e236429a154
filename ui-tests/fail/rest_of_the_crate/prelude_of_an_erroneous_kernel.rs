use vyre::prelude::*;

#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    out[0] = missing;
}

fn main() {}
