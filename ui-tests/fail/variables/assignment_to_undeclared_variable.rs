#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    total = 1;
    out[0] = 2;
}

fn main() {}
