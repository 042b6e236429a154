#[vyre::kernel]
fn kernel<const N: u32>(out: &mut [u32]) {
    N = 3;
    out[0] = N;
}

fn main() {}
