#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    out[0] = std::cmp::max(1, 2);
}

fn main() {}
