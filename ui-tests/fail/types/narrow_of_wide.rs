#[vyre::kernel]
fn kernel(a: &[u32], out: &mut [u8]) {
    let x: u8 = a[0];
    out[0] = x;
}

fn main() {}
