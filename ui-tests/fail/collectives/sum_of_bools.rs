#[vyre::kernel]
fn kernel(a: &[u32], out: &mut [u32]) {
    let positive = a[invocation_id().x] > 0;
    out[0] = workgroup_sum(positive);
    out[1] = workgroup_any(a[0]) as u32;
}

fn main() {}
