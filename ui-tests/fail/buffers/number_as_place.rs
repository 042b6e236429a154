#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    1 = out[0];
}

fn main() {}
