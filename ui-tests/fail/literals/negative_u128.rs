#[vyre::kernel]
fn kernel(out: &mut [u128]) {
    out[0] = -1;
}

fn main() {}
