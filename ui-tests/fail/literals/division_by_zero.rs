#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    out[0] = out[1] / 0;
}

fn main() {}
