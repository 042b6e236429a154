use vyre::prelude::*;

#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    let a = 5;
    out[0] = a.leading_zeros();
}

fn main() {}
