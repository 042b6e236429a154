#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    use std::cmp::max;
    out[0] = 1;
}

fn main() {}
