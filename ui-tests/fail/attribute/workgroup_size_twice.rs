#[vyre::kernel(workgroup_size = 64, workgroup_size = 32)]
fn kernel(out: &mut [u32]) {
    out[0] = 1;
}

fn main() {}
