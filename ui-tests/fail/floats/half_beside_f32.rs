#[vyre::kernel]
fn kernel(a: &[f16], out: &mut [f32]) {
    let x = a[0] * 1.5;
    out[0] = a[1];
}

fn main() {}
