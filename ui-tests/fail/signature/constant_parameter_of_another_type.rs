#[vyre::kernel]
fn kernel<const N: u64>(out: &mut [u32]) {
    out[0] = 1;
}

fn main() {}
