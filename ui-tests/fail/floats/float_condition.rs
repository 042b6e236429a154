#[vyre::kernel]
fn kernel(x: f32, out: &mut [f32]) {
    if x {
        out[0] = x;
    }
}

fn main() {}
