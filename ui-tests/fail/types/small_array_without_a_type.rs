#[vyre::kernel]
fn kernel(bytes: &[u8], out: &mut [u8]) {
    let mut rows = [[0; 4]; 8];
    rows[1] = [bytes[0], bytes[1], bytes[2], bytes[3]];
    out[0] = bytes[4];
}

fn main() {}
