#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    const PERIOD: u32 = 8 - 8;
    out[0] %= PERIOD;
}

fn main() {}
