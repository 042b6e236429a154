#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    let half = 0.5;
    out[0] = half;
}

fn main() {}
