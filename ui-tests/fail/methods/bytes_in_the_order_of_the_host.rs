#[vyre::kernel]
fn kernel(bytes: &[u8], out: &mut [u32]) {
    out[0] = u32::from_ne_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]);
}

fn main() {}
