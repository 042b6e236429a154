#[vyre::kernel]
fn kernel(count: &[AtomicU32], out: &mut [u32]) {
    out[0] = count[0];
}

fn main() {}
