use vyre::prelude::*;

#[vyre::kernel]
fn scale<const N: u32, const FLAG: bool>(out: &mut [u32]) {
    if FLAG {
        out[0] = N;
    }
}

fn main() {}
