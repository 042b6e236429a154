#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    { out[0] + 1 }
    out[0] = 1;
}

fn main() {}
