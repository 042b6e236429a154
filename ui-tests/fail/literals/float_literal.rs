#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    let half = 0.5f64;
    out[0] = half;
}

fn main() {}
