#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    let mut tile = workgroup_array::<u32, 8>();
    tile[0] = 1;
    let x = tile;
    out[0] = x;
}

fn main() {}
