#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    out[0] = workgroup_size().w;
}

fn main() {}
