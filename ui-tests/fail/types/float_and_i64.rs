#[vyre::kernel]
fn kernel(a: &[f32], n: i64, out: &mut [f32]) {
    out[0] = a[0] * n;
}

fn main() {}
