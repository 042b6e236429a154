use vyre::prelude::*;

#[vyre::kernel]
fn kernel(rows: &[[u32; 3]], out: &mut [u32]) {
    let [a, b, .., c, d] = rows[0];
    out[0] = a + b + c + d;
}

fn main() {}
