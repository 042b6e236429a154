#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    const WIDE: u64 = 1 << 40;
    const N: u32 = WIDE / 2;
    out[0] = N;
}

fn main() {}
