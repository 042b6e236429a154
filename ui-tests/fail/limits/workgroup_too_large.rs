#[vyre::kernel(workgroup_size = 2048)]
fn kernel(out: &mut [u32]) {
    out[0] = 1;
}

fn main() {}
