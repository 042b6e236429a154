#[vyre::kernel]
fn kernel(out: &mut [u64]) {
    out[0] = 1_000_000_000_000_000_000_000;
}

fn main() {}
