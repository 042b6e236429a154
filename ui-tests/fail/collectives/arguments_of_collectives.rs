#[vyre::kernel]
fn kernel(a: &[u32], out: &mut [u32]) {
    out[0] = workgroup_sum(a[0], 1);
    out[1] = workgroup_broadcast(a[0]);
    out[2] = workgroup_broadcast(a[0], 1i32);
    out[3] = workgrup_max(a[0]);
}

fn main() {}
