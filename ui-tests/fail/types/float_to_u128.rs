#[vyre::kernel]
fn kernel(x: f32, out: &mut [u128]) {
    out[0] = x as u128;
}

fn main() {}
