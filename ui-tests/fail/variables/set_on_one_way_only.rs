use vyre::prelude::*;

#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    let x;
    if out[0] > 3 {
        x = 1;
    }
    out[1] = x;
}

fn main() {}
