#[vyre::kernel]
fn kernel(a: &[u32], out: &mut [u32]) {
    let mut tile = workgroup_array::<u32, 64>();
    let i = local_id().x;
    tile[i] = workgroup_broadcast(a[i], i);
    out[i] = workgroup_uniform_load(&tile[63 - i]);
}

fn main() {}
