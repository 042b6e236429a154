#[vyre::kernel]
fn kernel(x: f32, out: &mut [f32]) {
    out[x] = x;
}

fn main() {}
