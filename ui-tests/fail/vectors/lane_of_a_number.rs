#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    out[0][1] = 5;
}

fn main() {}
