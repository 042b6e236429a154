#[vyre::kernel]
fn kernel(a: &[u8], b: &[u16], out: &mut [u16]) {
    out[0] = a[0] + b[0];
}

fn main() {}
