#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    let mut flags = workgroup_array::<bool, 8>();
    flags[0] = true;
    out[0] = 1;
}

fn main() {}
