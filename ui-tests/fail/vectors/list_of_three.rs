#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    let w: [u32; 3] = [1, 2, 3];
    out[0] = w[0];
}

fn main() {}
