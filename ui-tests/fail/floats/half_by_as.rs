#[vyre::kernel]
fn kernel(a: &[f16], n: u32, out: &mut [u32]) {
    out[0] = a[0] as u32;
    let x = n as f16;
}

fn main() {}
