#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    let mut x = 1;
    let y = &mut x;
    *y = 2;
    out[0] = x;
}

fn main() {}
