use vyre::prelude::*;

#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    fn rest(v: &mut [u32]) -> &mut [u32] {
        &mut v[1..]
    }
    rest(out)[0] = 1;
}

fn main() {}
