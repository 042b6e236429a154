#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    out[0] = (out[1] + 1).leading_onse();
}

fn main() {}
