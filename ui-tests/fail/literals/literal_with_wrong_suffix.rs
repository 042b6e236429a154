#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    out[0] = 1i128;
}

fn main() {}
