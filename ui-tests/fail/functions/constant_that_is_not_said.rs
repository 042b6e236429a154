use vyre::prelude::*;

#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    fn power<const N: u32>(x: u32) -> u32 {
        x << N
    }
    out[0] = power(out[1]);
}

fn main() {}
