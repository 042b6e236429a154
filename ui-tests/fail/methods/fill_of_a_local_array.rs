#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    let mut w = [0u32; 8];
    w.fill(3);
    out[0] = w[1];
}

fn main() {}
