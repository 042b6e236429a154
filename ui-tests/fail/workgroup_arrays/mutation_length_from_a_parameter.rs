#[vyre::kernel(workgroup_size = 64)]
fn tile(n: u32, data: &[u32], out: &mut [u32]) {
    let mut tile = workgroup_array::<u32, n>();
    let (i, local) = (invocation_id().x, local_id().x);
    tile[local] = data[i];
    barrier();
    out[i] = tile[63 - local];
}

fn main() {}
