#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    out[0] = workgroup_array::<u32, 8>()[0];
}

fn main() {}
