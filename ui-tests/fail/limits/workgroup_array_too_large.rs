#[vyre::kernel]
fn kernel(out: &mut [u32]) {
    let mut tile = workgroup_array::<u32, 100_000>();
    tile[0] = 1;
    out[0] = tile[0];
}

fn main() {}
