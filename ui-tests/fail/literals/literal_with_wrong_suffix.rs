#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    out[0] = 1u128;
}

fn main() {}
