#[vyre::kernel]
fn kernel(n: u32, out: &mut [u32]) {
    let mut tile = workgroup_array::<u32, { n }>();
    tile[0] = 1;
    out[0] = tile[0];
}

fn main() {}
