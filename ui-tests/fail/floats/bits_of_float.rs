#[vyre::kernel]
fn kernel(x: f32, out: &mut [u32]) {
    out[0] = x & 1;
    out[1] = x >> 3;
    out[2] = !x;
}

fn main() {}
