#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    let mut sums = workgroup_array::<u32, 0>();
    sums[0] = 1;
    out[0] = sums[0];
}

fn main() {}
