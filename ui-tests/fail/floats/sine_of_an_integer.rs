#[vyre::kernel]
fn kernel(a: &[u32], out: &mut [f32]) {
    out[0] = a[0].sin();
}

fn main() {}
