#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    out[0] = u32::max(out[1], 2);
}

fn main() {}
