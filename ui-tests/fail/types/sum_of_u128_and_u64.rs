#[vyre::kernel]
fn kernel(a: &[u128], b: &[u64], out: &mut [u128]) {
    out[0] = a[0] + b[0];
}

fn main() {}
