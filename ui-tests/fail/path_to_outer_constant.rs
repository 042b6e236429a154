#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    out[0] = u32::MAX;
}

fn main() {}
