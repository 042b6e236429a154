#[vyre::kernel]
fn kernel(a: &[u32], out: &mut [u32]) {
    let mut tile = workgroup_array::<u32, 8>();
    tile[0] = a[0].load();
    out[0] = tile[0].load();
}

fn main() {}
