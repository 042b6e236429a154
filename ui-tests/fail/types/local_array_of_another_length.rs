#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    let w: [u32; 8] = [0; 16];
    out[0] = w[0];
}

fn main() {}
