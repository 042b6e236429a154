#[vyre::kernel]
fn kernel(bytes: &[u8], out: &mut [u32]) {
    out[0] = bytes[0] as u32;
}

fn main() {}
