#[vyre::kernel]
fn kernel(n: usize, out: &mut [u32]) {
    out[n] = 1;
}

fn main() {}
