#[vyre::kernel]
fn kernel(bytes: &[u8], out: &mut [u32]) {
    out[0] = u32::from_le_bytes([bytes[0], bytes[1]]);
}

fn main() {}
