#[vyre::kernel(workgroup_size = (16, 16))]
fn transpose(n: u32, a: &[f32], out: &mut [f32]) {
    let mut tile = workgroup_array::<[f32; 17], 16>();
    let (id, at) = (local_id(), invocation_id());
    tile[id.y][id.x] = a[at.y * n + at.x];
    barrier();
    out[at.x * n + at.y] = tile[id.x][id.y][0];
}

fn main() {}
