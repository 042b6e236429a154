#[vyre::kernel]
fn kernel((a, b): u32, out: &mut [u32]) {
    out[0] = 1;
}

fn main() {}
