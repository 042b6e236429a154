#[vyre::kernel]
fn kernel(n: u32, n: u32, out: &mut [u32]) {
    out[0] = n;
}

fn main() {}
