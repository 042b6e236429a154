use vyre::prelude::*;

#[vyre::kernel]
fn scale(out: &mut [u32]) {
    let pair = ([1, 2, 3, 4, 5], 2);
    let second = &mut pair.0[1];
    *second += 1;
    out[0] = pair.0[1];
}

fn main() {}
