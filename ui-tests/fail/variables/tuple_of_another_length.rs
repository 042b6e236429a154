#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    let (a, b) = (1, 2, 3);
    out[0] = a + b;
}

fn main() {}
