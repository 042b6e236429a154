#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    out[0] = true << 1;
}

fn main() {}
