use vyre::prelude::*;

#[vyre::kernel]
fn scale(weights: [u32; 6], out: &mut [u32]) {
    let tail = &mut weights[1..];
    tail[0] = 2;
    out[0] = weights[1];
}

fn main() {}
