#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    let (a, b) = out[0];
    out[1] = a + b;
}

fn main() {}
