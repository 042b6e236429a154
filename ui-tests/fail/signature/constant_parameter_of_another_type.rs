#[vyre::kernel]
fn kernel<const N: usize>(out: &mut [u32]) {
    out[0] = 1;
}

fn main() {}
