#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    out[0] = sqrt(2);
}

fn main() {}
