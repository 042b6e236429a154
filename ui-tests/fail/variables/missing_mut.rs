#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    let x = 1;
    x = 2;
    out[0] = x;
}

fn main() {}
