#[vyre::kernel]
fn kernel(out: &mut [u8]) {
    out[0] = 256;
}

fn main() {}
