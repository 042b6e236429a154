#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    const N: u32 = 5_000_000_000 / 2;
    out[0] = N;
}

fn main() {}
