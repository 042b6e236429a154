#[vyre::kernel]
fn kernel(a: &[u32], out: &mut [u32]) {
    let mut tile = workgroup_array::<u32, 64>();
    tile[0] = 1;
    out[0] = workgroup_uniform_load(tile[0]);
    out[1] = workgroup_uniform_load(&a[0]);
    out[2] = workgroup_uniform_load();
}

fn main() {}
