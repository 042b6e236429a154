#[vyre::kernel]
fn kernel(a: &[u128], out: &mut [u64]) {
    out[0] = u64::from(a[0]);
}

fn main() {}
