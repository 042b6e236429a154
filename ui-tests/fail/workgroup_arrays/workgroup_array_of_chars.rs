#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    let mut tile = workgroup_array::<char, 8>();
    tile[0] = 1;
    out[0] = 1;
}

fn main() {}
