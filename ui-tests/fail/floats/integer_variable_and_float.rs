#[vyre::kernel]
fn kernel(n: u32, x: &mut [f32]) {
    x[n] = x[n] * n;
}

fn main() {}
