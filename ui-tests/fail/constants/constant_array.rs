#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    const TABLE: [u32; 8] = [0; 8];
    out[0] = TABLE[1];
}

fn main() {}
