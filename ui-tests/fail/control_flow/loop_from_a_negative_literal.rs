use vyre::prelude::*;

#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    for j in -2..3 {
        out[j] += j;
    }
}

fn main() {}
