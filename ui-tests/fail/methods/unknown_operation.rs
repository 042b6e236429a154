#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    out[0] = vyre::ops::math::sine(1);
}

fn main() {}
