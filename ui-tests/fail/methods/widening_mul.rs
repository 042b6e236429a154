#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    let product = out[0].widening_mul(out[1]);
}

fn main() {}
