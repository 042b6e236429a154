#[vyre::kernel]
fn kernel(n: u32, out: &mut [u32]) {
    *n = 1;
    out[0] = 2;
}

fn main() {}
