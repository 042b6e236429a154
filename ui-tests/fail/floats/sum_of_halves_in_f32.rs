#[vyre::kernel]
fn kernel(a: &[f16], out: &mut [f32]) {
    out[0] = workgroup_sum_strict(a[0]);
}

fn main() {}
