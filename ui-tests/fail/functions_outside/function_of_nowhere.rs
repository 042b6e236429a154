#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    out[0] = checksum(out[1]);
}

fn main() {}
