#[vyre::kernel]
fn kernel(n: &[usize], out: &mut [u32]) {
    out[0] = n[0];
}

fn main() {}
