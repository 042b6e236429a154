#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    let counts = workgroup_array::<AtomicU32, 8>();
    counts[1] = 5;
    out[0] = counts[0];
}

fn main() {}
