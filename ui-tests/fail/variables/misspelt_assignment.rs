#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    let mut total = 0;
    totl = 2;
    out[0] = total;
}

fn main() {}
