#[vyre::kernel]
fn kernel(a: &[i8], out: &mut [u32]) {
    out[0] = u32::from(a[0]);
}

fn main() {}
