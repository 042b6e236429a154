#[vyre::kernel(workgroup_size = (8, 0, 4))]
fn kernel(out: &mut [u32]) {
    out[0] = 1;
}

fn main() {}
