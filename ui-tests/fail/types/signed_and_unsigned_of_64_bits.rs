#[vyre::kernel]
fn kernel(a: &[u64], b: &[i64], out: &mut [u32]) {
    out[0] = (a[0] < b[0]) as u32;
}

fn main() {}
