#[vyre::kernel]
fn kernel(a: &[u32], out: &mut [u8]) {
    out[0] = u8::from(a[0]);
}

fn main() {}
