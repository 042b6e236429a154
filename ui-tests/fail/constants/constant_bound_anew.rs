#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    const N: u32 = 1;
    let N = 2;
    out[0] = N;
}

fn main() {}
