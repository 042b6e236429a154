#[vyre::kernel]
fn saxpy(a: f64, x: &[f32], y: &mut [f32]) {
    let i = invocation_id().x;
    if i < y.len() {
        y[i] = a.mul_add(1.0, x[i]) as f32;
    }
}

fn main() {}
