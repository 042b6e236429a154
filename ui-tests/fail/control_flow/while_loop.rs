#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    let mut x = out[0];
    while x > 1 {
        x /= 2;
    }
    out[0] = x;
}

fn main() {}
