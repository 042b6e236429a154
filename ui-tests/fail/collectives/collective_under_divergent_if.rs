#[vyre::kernel]
fn kernel(a: &[u32], out: &mut [u32]) {
    let i = invocation_id().x;
    if i < out.len() {
        out[i] = workgroup_sum(a[i]);
    }
}

fn main() {}
