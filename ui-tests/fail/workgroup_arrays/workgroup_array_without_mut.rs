#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    let tile = workgroup_array::<u32, 4>();
    tile[0] = 1;
    out[0] = tile[0];
}

fn main() {}
