#[vyre::kernel]
fn kernel(a: &[u128], out: &mut [f32]) {
    out[0] = (a[0] + 1) as f32;
}

fn main() {}
