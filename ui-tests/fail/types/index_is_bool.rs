#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    out[true] = 1;
}

fn main() {}
