#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    let w: [u64; 8] = [0u32; 8];
    out[0] = w[0] as u32;
}

fn main() {}
