#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    out[0] = 1u16;
}

fn main() {}
