#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    output[0] = out[0];
}

fn main() {}
