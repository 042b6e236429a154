#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    use std::cmp::{max, min as least};
    out[0] = max(least(out[1], 2), 3);
}

fn main() {}
