#[vyre::kernel]
fn kernel(pairs: &[[u32; 2]], out: &mut [u32]) {
    out[0] = pairs[1];
}

fn main() {}
