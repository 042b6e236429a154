#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    let count = 3;
    out[0] = coutn;
}

fn main() {}
