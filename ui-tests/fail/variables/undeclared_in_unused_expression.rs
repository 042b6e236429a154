#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    missing;
    out[0] = 1;
}

fn main() {}
