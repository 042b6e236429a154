#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    let mut tile = workgroup_array::<u32>();
    tile[0] = out[0];
}

fn main() {}
