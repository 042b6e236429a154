#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    let total = 1;
    out[0] = totl + total;
}

fn main() {}
