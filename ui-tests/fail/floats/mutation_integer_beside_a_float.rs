#[vyre::kernel]
fn saxpy(a: f32, x: &[f32], y: &mut [f32]) {
    let i = invocation_id().x;
    if i < y.len() {
        y[i] = 2 * x[i];
    }
}

fn main() {}
