#[vyre::kernel]
fn kernel(a: &[u32], out: &mut [u32]) {
    let sums = [0; 8];
    sums[0] = a[0];
    sums[1] += a[1];
    out[0] = sums[0] + sums[1];
}

fn main() {}
