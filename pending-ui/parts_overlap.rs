use vyre::prelude::*;

#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    let mut t = [1, 2, 3, 4, 5];
    let low = &mut t[..2];
    let high = &mut t[1..];
    low[1] = 7;
    high[0] = 8;
    out[0] = t[1];
}

fn main() {}
