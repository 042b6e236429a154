#[vyre::kernel]
fn kernel(a: &[f32], out: &mut [f32]) {
    out[0] = a[0].powf(2);
}

fn main() {}
