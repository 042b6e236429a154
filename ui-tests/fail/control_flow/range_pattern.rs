#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    let 0..=9 = out[0];
    out[0] = 1;
}

fn main() {}
