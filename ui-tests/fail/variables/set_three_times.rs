#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    let x;
    x = 1;
    x = 2;
    x = 3;
    out[0] = x;
}

fn main() {}
