#[vyre::kernel]
fn kernel(a: &[u32], out: &mut [f32]) {
    out[0] = workgroup_sum_approx(a[invocation_id().x]);
}

fn main() {}
