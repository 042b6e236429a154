#[vyre::kernel]
fn kernel(a: &[bf16], out: &mut [bf16]) {
    out[0] = workgroup_inclusive_sum(a[invocation_id().x]);
}

fn main() {}
