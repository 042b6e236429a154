#[vyre::kernel]
fn kernel(a: &[f32], out: &mut [f32]) {
    out[0] = workgroup_sum(a[invocation_id().x]);
}

fn main() {}
