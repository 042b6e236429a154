#[vyre::kernel]
fn saxpy(a: f32, x: &[f32], y: &mut [f32]) {
    let i = invocation_id().x;
    if i < y.len() {
        y[a] = a.mul_add(x[i], y[i]);
    }
}

fn main() {}
