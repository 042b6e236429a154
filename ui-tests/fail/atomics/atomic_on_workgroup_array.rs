#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    let mut sums = workgroup_array::<u32, 8>();
    out[0] = sums[0].fetch_add(1);
}

fn main() {}
