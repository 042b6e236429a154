#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    out[0] = std::cmp::select(true, 1, 2);
}

fn main() {}
