#[vyre::kernel(workgroup_size = (16, 16))]
fn transpose(n: u32, a: &[f32], out: &mut [f32]) {
    let mut tile = workgroup_array::<[u32; 17], 16>();
    let (id, at) = (local_id(), invocation_id());
    tile[id.y][id.x] = n;
    barrier();
    out[at.x * n + at.y] = tile[id.x][id.y];
}

fn main() {}
