#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    const N: u32 = 4;
    N = 5;
    out[0] = N;
}

fn main() {}
