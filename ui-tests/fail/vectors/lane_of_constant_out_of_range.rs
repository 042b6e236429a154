#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    const PAIR: [u32; 2] = [1, 2];
    out[0] = PAIR[4 / 2];
}

fn main() {}
