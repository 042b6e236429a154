#![deny(deprecated)]

#[vyre::kernel(workgroup_size = 64)]
fn scan(out: &mut [u32]) {
    let mut tile = workgroup_array::<u32, 64>();
    let l = local_id().x;
    let before = tile[l - 1];
    tile[l] = before + 1;
    barrier();
    out[invocation_id().x] = tile[l];
}

fn main() {}
