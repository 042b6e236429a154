use vyre::prelude::*;

#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    fn power<const N: u32>(x: u32) -> u32 {
        x << N
    }
    let n = out[0];
    out[0] = power::<n>(3);
}

fn main() {}
