#[vyre::kernel]
fn kernel(a: &[u8], b: &[u32], out: &mut [u8]) {
    out[0] = a[0].min(b[0]);
}

fn main() {}
