use vyre::prelude::*;

#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    out[0] = (3 - 9).abs() as u32;
}

fn main() {}
