use vyre::prelude::*;

#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    let i = thread_idx().x;
    out[i] = 1;
}

fn main() {}
