#[vyre::kernel(workgroup_size = 5_000_000_000)]
fn kernel(out: &mut [u32]) {
    out[0] = 1;
}

fn main() {}
