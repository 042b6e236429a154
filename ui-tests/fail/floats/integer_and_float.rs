#[vyre::kernel]
fn kernel(x: &mut [f32]) {
    x[0] = 1 + 1.5;
    x[1] = x[2] % 0;
}

fn main() {}
