#[vyre::kernel(64)]
fn kernel(out: &mut [u32]) {
    out[0] = 1;
}

fn main() {}
