#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    out[0] = num_workgroups().x;
}

fn main() {}
