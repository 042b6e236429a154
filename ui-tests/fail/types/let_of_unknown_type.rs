#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    let x: i128 = 1;
    out[0] = x;
}

fn main() {}
