#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    const N: u32 = 1;
    const N: u32 = 2;
    out[0] = N;
}

fn main() {}
